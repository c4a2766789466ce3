#include "validator/program/escape.h"

static void put(struct v_string *s, char c) {
  s->at = v_grow(s->at, s->size + 1, &s->capacity, 1);
  s->at[s->size++] = c;
  s->at[s->size] = 0;
}

void v_string_add(struct v_string *s, const char *text) {
  while (*text) put(s, *text++);
}

void v_string_free(struct v_string *s) {
  free(s->at);
  *s = (struct v_string){0};
}

/* Bytes of the UTF-8 character at `text`, and its code; 0 where there is none. Overlong forms,
 * surrogates and codes above U+10FFFF are none. */
static unsigned character(const unsigned char *text, uint32_t *code) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned length = 0;
  if (text[0] < 0x80) length = 1;
  if (text[0] >= 0xc0 && text[0] < 0xe0) length = 2;
  if (text[0] >= 0xe0 && text[0] < 0xf0) length = 3;
  if (text[0] >= 0xf0 && text[0] < 0xf8) length = 4;
  *code = length < 2 ? text[0] : text[0] & (0x7fu >> length);
  for (unsigned k = 1; k < length; k++) {
    if ((text[k] & 0xc0) != 0x80) return 0; /* the zero byte at the end is not one, either */
    *code = *code << 6 | (text[k] & 0x3fu);
  }
  bool surrogate = *code >= 0xd800 && *code <= 0xdfff;
  if (*code < least[length] || surrogate || *code > 0x10ffff) return 0;
  return length;
}

static bool fit(uint32_t code) {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return false;
  if (code == 0x061c || code == 0x200e || code == 0x200f) return false;
  if (code >= 0x2028 && code <= 0x202e) return false;
  return code < 0x2066 || code > 0x2069;
}

static void put_bytes(struct v_string *s, const char *before, const unsigned char *bytes,
                      unsigned count) {
  static const char digits[] = "0123456789abcdef";
  for (unsigned k = 0; k < count; k++) {
    v_string_add(s, before);
    put(s, digits[bytes[k] >> 4]);
    put(s, digits[bytes[k] & 15]);
  }
}

/* The character at `text`, or one byte that is none; how many bytes that was. */
static unsigned put_escaped(struct v_string *s, const unsigned char *text, bool json) {
  uint32_t code;
  unsigned length = character(text, &code);
  if (length == 0) {
    put_bytes(s, json ? "\\\\x" : "\\x", text, 1);
    return 1;
  }
  if (!fit(code) && json) {
    const unsigned char halves[] = {(unsigned char)(code >> 8), (unsigned char)code};
    v_string_add(s, "\\u");
    put_bytes(s, "", halves, 2); /* what is not fit has at most 16 bits */
    return length;
  }
  if (!fit(code)) {
    put_bytes(s, "\\x", text, length);
    return length;
  }
  if (json && (code == '"' || code == '\\')) put(s, '\\');
  for (unsigned k = 0; k < length; k++) put(s, (char)text[k]);
  return length;
}

void v_string_escaped(struct v_string *s, const char *text) {
  for (const unsigned char *at = (const unsigned char *)text; *at;) at += put_escaped(s, at, false);
}

void v_string_json(struct v_string *s, const char *text) {
  if (!text) {
    v_string_add(s, "null");
    return;
  }
  put(s, '"');
  for (const unsigned char *at = (const unsigned char *)text; *at;) at += put_escaped(s, at, true);
  put(s, '"');
}
