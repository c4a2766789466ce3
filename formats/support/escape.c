#include "formats/support/escape.h"

#include "formats/support/text_file.h"
#include "formats/support/vector.h"

#include <stdarg.h>

/* The Unicode standard, table 3-7: the second byte decides what is overlong, a surrogate or too
 * large. */
size_t escape_character(const char *text, uint32_t *code) {
  const unsigned char *s = (const unsigned char *)text;
  size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
  if (length == 0 || s[0] > 0xf4) return 0;
  if (length == 1) {
    *code = s[0];
    return 1;
  }
  unsigned least = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
  unsigned most = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
  if (s[1] < least || s[1] > most) return 0;
  uint32_t value = s[0] & (0x7fu >> length);
  for (size_t k = 1; k < length; k++) {
    if ((s[k] & 0xc0) != 0x80) return 0;
    value = value << 6 | (s[k] & 0x3f);
  }
  *code = value;
  return length;
}

static bool between(uint32_t code, uint32_t first, uint32_t last) {
  return code >= first && code <= last;
}

static bool is_control(uint32_t code) { return code < 0x20 || between(code, 0x7f, 0x9f); }

static bool is_separator(uint32_t code) { return code == 0x2028 || code == 0x2029; }

static bool is_bidirectional(uint32_t code) {
  return code == 0x061c || code == 0x200e || code == 0x200f || between(code, 0x202a, 0x202e) ||
         between(code, 0x2066, 0x2069);
}

static bool is_unsafe(uint32_t code) {
  return is_control(code) || is_separator(code) || is_bidirectional(code);
}

static void write_bytes(FILE *file, const char *bytes, size_t count) {
  for (size_t k = 0; k < count; k++) fprintf(file, "\\x%02x", (unsigned char)bytes[k]);
}

void escape_text(FILE *file, const char *text) {
  while (*text) {
    uint32_t code;
    size_t length = escape_character(text, &code);
    if (length == 0)
      write_bytes(file, text, 1);
    else if (is_unsafe(code))
      write_bytes(file, text, length);
    else
      fwrite(text, 1, length, file);
    text += length ? length : 1;
  }
}

char *escape_copy(const char *text) {
  char *copy;
  size_t size;
  FILE *file = text_open(&copy, &size);
  escape_text(file, text);
  text_close(file);
  return copy;
}

void escape_json(FILE *file, const char *text) {
  if (!text) {
    fputs("null", file);
    return;
  }
  fputc('"', file);
  while (*text) {
    uint32_t code;
    size_t length = escape_character(text, &code);
    if (length == 0)
      fprintf(file, "\\\\x%02x", (unsigned char)*text);
    else if (is_unsafe(code))
      fprintf(file, "\\u%04x", (unsigned)code);
    else if (code == '"' || code == '\\')
      fprintf(file, "\\%c", *text);
    else
      fwrite(text, 1, length, file);
    text += length ? length : 1;
  }
  fputc('"', file);
}

static const char *xml_entity(uint32_t code) {
  switch (code) {
  case '&': return "&amp;";
  case '<': return "&lt;";
  case '>': return "&gt;";
  case '"': return "&quot;";
  case '\'': return "&apos;";
  }
  return NULL;
}

void escape_xml(FILE *file, const char *text) {
  while (*text) {
    uint32_t code;
    size_t length = escape_character(text, &code);
    if (length == 0)
      write_bytes(file, text, 1);
    else if (is_unsafe(code) || code == 0xfffe || code == 0xffff)
      write_bytes(file, text, length);
    else if (xml_entity(code))
      fputs(xml_entity(code), file);
    else
      fwrite(text, 1, length, file);
    text += length ? length : 1;
  }
}

char *escape_json_value(const char *text) {
  enum { ESCAPED_BYTE = 4 };
  char *value = memory_alloc(strlen(text) + 1, ESCAPED_BYTE);
  char *end = value;
  while (*text) {
    uint32_t code;
    size_t length = escape_character(text, &code);
    if (length == 0) {
      end += snprintf(end, ESCAPED_BYTE + 1, "\\x%02x", (unsigned char)*text);
      text++;
    } else {
      memcpy(end, text, length);
      end += length;
      text += length;
    }
  }
  *end = 0;
  return value;
}

static void print_escaped(FILE *file, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int size = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (size < 0) return;
  char *text = memory_alloc((size_t)size + 1, 1);
  vsnprintf(text, (size_t)size + 1, format, args);
  escape_text(file, text);
  free(text);
}

void escape_print(FILE *file, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_escaped(file, format, args);
  va_end(args);
}

void escape_line(FILE *file, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_escaped(file, format, args);
  va_end(args);
  fputc('\n', file);
}
