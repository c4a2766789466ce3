#include "formats/json.h"

#include "formats/support/vector.h"

#include <string.h>

enum { MAX_DEPTH = 64 };

struct reader {
  const char *name, *text;
  size_t size, at;
  struct fault *fault;
};

static bool expected(const struct reader *r, const char *what) {
  return fault_set(r->fault, "%s: byte %zu: expected %s", r->name, r->at, what);
}

static void skip_blanks(struct reader *r) {
  while (r->at < r->size && strchr(" \t\r\n", r->text[r->at]) && r->text[r->at]) r->at++;
}

static bool take(struct reader *r, char c) {
  if (r->at >= r->size || r->text[r->at] != c) return false;
  r->at++;
  return true;
}

/* Four hexadecimal digits. */
static bool read_hex4(struct reader *r, unsigned *code) {
  *code = 0;
  for (int k = 0; k < 4; k++, r->at++) {
    char c = r->at < r->size ? r->text[r->at] : 0;
    unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                     : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                     : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                            : 16;
    if (digit == 16) return expected(r, "four hexadecimal digits");
    *code = *code << 4 | digit;
  }
  return true;
}

static size_t put_utf8(char *to, unsigned code) {
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    to[0] = (char)(0xc0 | code >> 6);
    to[1] = (char)(0x80 | (code & 0x3f));
    return 2;
  }
  if (code < 0x10000) {
    to[0] = (char)(0xe0 | code >> 12);
    to[1] = (char)(0x80 | (code >> 6 & 0x3f));
    to[2] = (char)(0x80 | (code & 0x3f));
    return 3;
  }
  to[0] = (char)(0xf0 | code >> 18);
  to[1] = (char)(0x80 | (code >> 12 & 0x3f));
  to[2] = (char)(0x80 | (code >> 6 & 0x3f));
  to[3] = (char)(0x80 | (code & 0x3f));
  return 4;
}

/* After "\u": one code point, which may take a surrogate pair. */
static bool read_unicode(struct reader *r, unsigned *code) {
  if (!read_hex4(r, code)) return false;
  if (*code == 0) return expected(r, "a character other than NUL");
  if (*code >= 0xdc00 && *code < 0xe000) return expected(r, "a high surrogate first");
  if (*code < 0xd800 || *code >= 0xdc00) return true;
  unsigned low;
  if (!take(r, '\\') || !take(r, 'u')) return expected(r, "a low surrogate");
  if (!read_hex4(r, &low)) return false;
  if (low < 0xdc00 || low >= 0xe000) return expected(r, "a low surrogate");
  *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
  return true;
}

/* The opening quote is taken already. A decoded string is never longer than its text. */
static char *read_string(struct reader *r) {
  const char *end = r->text + r->at;
  while (end < r->text + r->size && *end != '"')
    end += *end == '\\' && end + 1 < r->text + r->size ? 2 : 1;
  char *out = memory_alloc((size_t)(end - (r->text + r->at)) + 2, 1);
  size_t n = 0;
  static const char plain[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
  while (!take(r, '"')) {
    unsigned char c = r->at < r->size ? (unsigned char)r->text[r->at] : 0;
    unsigned code;
    bool ok = true;
    if (c < 0x20) {
      ok = expected(r, "a string character or a closing quote");
    } else if (c != '\\') {
      out[n++] = (char)c;
      r->at++;
    } else {
      r->at++;
      char e = r->at < r->size ? r->text[r->at] : 0;
      const char *p = e ? strchr(plain, e) : NULL;
      r->at += r->at < r->size;
      if (p)
        out[n++] = meaning[p - plain];
      else if (e != 'u')
        ok = expected(r, "an escape sequence");
      else if ((ok = read_unicode(r, &code)))
        n += put_utf8(out + n, code);
    }
    if (!ok) {
      free(out);
      return NULL;
    }
  }
  out[n] = 0;
  return out;
}

static struct json *make(enum json_kind kind, char *name) {
  struct json *value = memory_zeroed(1, sizeof *value);
  value->kind = kind;
  value->name = name;
  return value;
}

static size_t digits(struct reader *r) {
  size_t n = 0;
  while (r->at < r->size && r->text[r->at] >= '0' && r->text[r->at] <= '9') r->at++, n++;
  return n;
}

/* -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)? */
static bool read_number(struct reader *r, struct json *value) {
  size_t start = r->at;
  take(r, '-');
  bool zero = r->at < r->size && r->text[r->at] == '0';
  size_t whole = digits(r);
  if (whole == 0 || (zero && whole > 1)) return expected(r, "a value");
  if (take(r, '.') && digits(r) == 0) return expected(r, "digits behind the decimal point");
  if (take(r, 'e') || take(r, 'E')) {
    if (!take(r, '+')) take(r, '-');
    if (digits(r) == 0) return expected(r, "digits of the exponent");
  }
  value->text = memory_alloc(r->at - start + 1, 1);
  memcpy(value->text, r->text + start, r->at - start);
  value->text[r->at - start] = 0;
  return true;
}

static bool take_word(struct reader *r, const char *word) {
  size_t n = strlen(word);
  if (r->size - r->at < n || memcmp(r->text + r->at, word, n) != 0) return false;
  r->at += n;
  return true;
}

/* A value that is no array or object; its kind is found out here. */
static bool read_scalar(struct reader *r, struct json *value) {
  if (take(r, '"')) {
    value->kind = JSON_STRING;
    return (value->text = read_string(r)) != NULL;
  }
  if (take_word(r, "null")) return true;
  if (take_word(r, "true")) {
    value->kind = JSON_TRUE;
    return true;
  }
  if (take_word(r, "false")) {
    value->kind = JSON_FALSE;
    return true;
  }
  value->kind = JSON_NUMBER;
  return read_number(r, value);
}

static bool read_key(struct reader *r, const struct json *object, char **name) {
  skip_blanks(r);
  if (!take(r, '"')) return expected(r, "a key in quotes");
  if (!(*name = read_string(r))) return false;
  skip_blanks(r);
  bool ok = true;
  if (json_get(object, *name))
    ok = expected(r, "keys that differ");
  else if (!take(r, ':'))
    ok = expected(r, "':'");
  if (!ok) {
    free(*name);
    *name = NULL;
  }
  return ok;
}

/* The loop keeps the open arrays and objects on a stack of its own, so depth costs no recursion. */
static bool read_tree(struct reader *r, struct json *root) {
  struct json *open[MAX_DEPTH], **tail[MAX_DEPTH], *value = root;
  size_t depth = 0;
  for (;;) {
    skip_blanks(r);
    bool array = take(r, '['), object = !array && take(r, '{');
    bool entered = array || object;
    if (entered) {
      if (depth == MAX_DEPTH) return expected(r, "less nesting");
      value->kind = array ? JSON_ARRAY : JSON_OBJECT;
      tail[depth] = &value->first;
      open[depth++] = value;
    } else if (!read_scalar(r, value)) {
      return false;
    }
    while (depth > 0) { /* close what ends here, then start the next value */
      skip_blanks(r);
      struct json *top = open[depth - 1];
      if (take(r, top->kind == JSON_ARRAY ? ']' : '}')) {
        depth--;
        entered = false;
        continue;
      }
      if (!entered && !take(r, ','))
        return expected(r, top->kind == JSON_ARRAY ? "',' or ']'" : "',' or '}'");
      char *name = NULL;
      if (top->kind == JSON_OBJECT && !read_key(r, top, &name)) return false;
      value = *tail[depth - 1] = make(JSON_NULL, name);
      tail[depth - 1] = &value->next;
      break;
    }
    if (depth == 0) return true;
  }
}

struct json *json_read(const char *name, const char *text, size_t size, struct fault *fault) {
  struct reader r = {.name = name, .text = text, .size = size, .fault = fault};
  struct json *root = make(JSON_NULL, NULL);
  if (read_tree(&r, root)) {
    skip_blanks(&r);
    if (r.at == r.size) return root;
    expected(&r, "the end");
  }
  json_free(root);
  return NULL;
}

/* Depth is at most MAX_DEPTH, so recursing into children is bounded. */
void json_free(struct json *value) {
  while (value) {
    struct json *next = value->next;
    json_free(value->first);
    free(value->name);
    free(value->text);
    free(value);
    value = next;
  }
}

const struct json *json_get(const struct json *value, const char *name) {
  if (!value || value->kind != JSON_OBJECT) return NULL;
  for (const struct json *m = value->first; m; m = m->next)
    if (m->name && strcmp(m->name, name) == 0) return m;
  return NULL;
}

const char *json_text(const struct json *value) {
  return value && value->kind == JSON_STRING ? value->text : NULL;
}

/* The length of the well-formed UTF-8 sequence at s (no overlong forms, no surrogates), or 0. */
static size_t utf8_length(const unsigned char *s) {
  if (s[0] < 0x80) return 1;
  size_t n = s[0] >= 0xC2 && s[0] <= 0xDF   ? 2
             : (s[0] & 0xF0) == 0xE0        ? 3
             : s[0] >= 0xF0 && s[0] <= 0xF4 ? 4
                                            : 0;
  for (size_t k = 1; k < n; k++)
    if ((s[k] & 0xC0) != 0x80) return 0;
  if (s[0] == 0xE0 && s[1] < 0xA0) return 0;
  if (s[0] == 0xED && s[1] > 0x9F) return 0;
  if (s[0] == 0xF0 && s[1] < 0x90) return 0;
  if (s[0] == 0xF4 && s[1] > 0x8F) return 0;
  return n;
}

void json_write_string(FILE *file, const char *text) {
  fputc('"', file);
  for (const unsigned char *s = (const unsigned char *)text; *s;) {
    size_t n = utf8_length(s);
    if (n == 0) {
      fputs("\\ufffd", file);
      s++;
      continue;
    }
    if (*s == '"' || *s == '\\')
      fprintf(file, "\\%c", *s);
    else if (*s == '\n')
      fputs("\\n", file);
    else if (*s == '\t')
      fputs("\\t", file);
    else if (*s < 0x20 || *s == 0x7F)
      fprintf(file, "\\u%04x", *s);
    else
      fwrite(s, 1, n, file);
    s += n;
  }
  fputc('"', file);
}
