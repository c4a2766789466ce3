#include "formats/toml.h"

#include "formats/support/escape.h"
#include "formats/support/input.h"
#include "formats/support/vector.h"

struct reader {
  const char *name;
  const char *at, *end; /* a NUL stands at the end */
  unsigned line;
  struct toml_file *file;
  struct fault *fault;
};

static bool refuse(const struct reader *r, const char *words) {
  return fault_set(r->fault, "%s:%u: %s", r->name, r->line, words);
}

/* --- characters ------------------------------------------------------------------------------- */

/* The length of the character at hand, which may stand in a comment or a string; 0: it may not. */
static size_t character(const struct reader *r) {
  uint32_t code;
  size_t length = r->at < r->end ? escape_character(r->at, &code) : 0;
  if (length == 0 || length > (size_t)(r->end - r->at)) return 0;
  return (code < 0x20 && code != '\t') || code == 0x7f ? 0 : length;
}

static void skip_blanks(struct reader *r) {
  while (*r->at == ' ' || *r->at == '\t') r->at++;
}

static bool at_newline(const struct reader *r) {
  return *r->at == '\n' || (r->at[0] == '\r' && r->at[1] == '\n');
}

static void skip_newline(struct reader *r) {
  r->at += *r->at == '\r' ? 2 : 1;
  r->line++;
}

/* Blanks and a comment, up to the newline or the end. */
static bool skip_comment(struct reader *r) {
  skip_blanks(r);
  if (*r->at != '#') return true;
  while (r->at < r->end && !at_newline(r)) {
    size_t length = character(r);
    if (!length) return refuse(r, "a control character, or a byte that is not UTF-8");
    r->at += length;
  }
  return true;
}

/* The same, and newlines: inside an array. */
static bool skip_lines(struct reader *r) {
  while (skip_comment(r)) {
    if (r->at == r->end || !at_newline(r)) return true;
    skip_newline(r);
  }
  return false;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' || c == '_';
}

static char *text_of(const char *from, const char *to) {
  size_t length = (size_t)(to - from);
  char *text = memory_alloc(length + 1, 1);
  memcpy(text, from, length);
  text[length] = 0;
  return text;
}

/* --- strings ---------------------------------------------------------------------------------- */

static size_t put_utf8(uint32_t code, char *to) {
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned first[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t k = length; --k > 0; code >>= 6) to[k] = (char)(0x80 | (code & 0x3f));
  to[0] = (char)(first[length] | code);
  return length;
}

static int hexadecimal(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* \uXXXX or \UXXXXXXXX; r->at is behind the letter. */
static bool read_code(struct reader *r, unsigned digits, char **to) {
  uint32_t code = 0;
  for (unsigned k = 0; k < digits; k++) {
    int digit = hexadecimal(*r->at);
    if (digit < 0) return refuse(r, "expected \\uXXXX or \\UXXXXXXXX with hexadecimal digits");
    code = code << 4 | (uint32_t)digit;
    r->at++;
  }
  if (code == 0) return refuse(r, "a string must not contain the character 0");
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
    return refuse(r, "this is not the number of a character");
  *to += put_utf8(code, *to);
  return true;
}

/* r->at is behind the backslash. What is written is never longer than what is read. */
static bool read_escape(struct reader *r, char **to) {
  static const char letters[] = "btnfr\"\\", meant[] = "\b\t\n\f\r\"\\";
  char letter = *r->at;
  const char *known = letter ? strchr(letters, letter) : NULL;
  if (known) {
    *(*to)++ = meant[known - letters];
    r->at++;
    return true;
  }
  if (letter != 'u' && letter != 'U')
    return refuse(r, "unknown escape in a string: a backslash is written \\\\, or the string in "
                     "single quotes");
  r->at++;
  return read_code(r, letter == 'u' ? 4 : 8, to);
}

static bool read_characters(struct reader *r, char quote, char *to) {
  while (*r->at != quote || r->at == r->end) {
    if (r->at == r->end || at_newline(r)) return refuse(r, "the string has no closing quote");
    if (quote == '"' && *r->at == '\\') {
      r->at++;
      if (!read_escape(r, &to)) return false;
      continue;
    }
    size_t length = character(r);
    if (!length) return refuse(r, "a control character, or a byte that is not UTF-8, in a string");
    memcpy(to, r->at, length);
    to += length;
    r->at += length;
  }
  r->at++;
  *to = 0;
  return true;
}

/* The caller frees it; NULL after a fault. */
static char *read_string(struct reader *r) {
  char quote = *r->at;
  if (r->at[1] == quote && r->at[2] == quote) {
    refuse(r, "strings of several lines (three quotes) are not read here");
    return NULL;
  }
  r->at++;
  char *text = memory_alloc((size_t)(r->end - r->at) + 1, 1);
  if (read_characters(r, quote, text)) return memory_grow(text, strlen(text) + 1, 1);
  free(text);
  return NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

static void add_value(struct toml_entry *entry, char *text) {
  entry->values =
      memory_room(entry->values, entry->num_values, &entry->capacity, sizeof *entry->values);
  entry->values[entry->num_values++] = text;
}

static bool read_string_value(struct reader *r, struct toml_entry *entry) {
  if (*r->at != '"' && *r->at != '\'') return refuse(r, "expected a string in quotes");
  char *text = read_string(r);
  if (text) add_value(entry, text);
  return text != NULL;
}

static bool read_array(struct reader *r, struct toml_entry *entry) {
  entry->kind = TOML_ARRAY;
  r->at++;
  for (;;) {
    if (!skip_lines(r)) return false;
    if (*r->at == ']') break;
    if (!read_string_value(r, entry) || !skip_lines(r)) return false;
    if (*r->at != ',' && *r->at != ']')
      return refuse(r, "expected a comma or ] behind an element of an array");
    if (*r->at == ',') r->at++;
  }
  r->at++;
  return true;
}

/* true, false, 12, 1.5: letters and digits up to what cannot belong to them. */
static bool read_word(struct reader *r, struct toml_entry *entry) {
  const char *from = r->at;
  size_t points = 0, digits = 0;
  while (is_key_character(*r->at) || *r->at == '.' || *r->at == '+' || *r->at == ':') {
    points += *r->at == '.';
    digits += is_digit(*r->at);
    r->at++;
  }
  size_t length = (size_t)(r->at - from);
  if ((length == 4 && memcmp(from, "true", 4) == 0) ||
      (length == 5 && memcmp(from, "false", 5) == 0)) {
    entry->kind = TOML_BOOLEAN;
  } else {
    bool number = digits > 0 && digits + points == length && points <= 1 && is_digit(from[0]) &&
                  is_digit(r->at[-1]) && (from[0] != '0' || length == 1 || from[1] == '.');
    if (!number)
      return refuse(r, "expected a string in quotes, a number such as 60 or 1.5, true, false, or "
                       "an array of strings");
    entry->kind = points ? TOML_FLOAT : TOML_INTEGER;
  }
  add_value(entry, text_of(from, r->at));
  return true;
}

static bool read_value(struct reader *r, struct toml_entry *entry) {
  switch (*r->at) {
  case '"':
  case '\'': entry->kind = TOML_STRING; return read_string_value(r, entry);
  case '[': return read_array(r, entry);
  case '{': return refuse(r, "inline tables are not read here");
  default: return read_word(r, entry);
  }
}

/* --- lines ------------------------------------------------------------------------------------ */

static bool is_there(const struct toml_file *file, const char *key, unsigned *line) {
  for (size_t k = 0; k + 1 < file->size; k++) {
    *line = file->at[k].line;
    if (strcmp(file->at[k].key, key) == 0) return true;
  }
  return false;
}

static bool read_entry(struct reader *r) {
  const char *from = r->at;
  unsigned before;
  if (*from == '[') return refuse(r, "tables ([name]) are not read here: all keys stand alone");
  if (*from == '"' || *from == '\'') return refuse(r, "keys stand without quotes here");
  while (is_key_character(*r->at)) r->at++;
  if (r->at == from) return refuse(r, "expected 'key = value'");
  struct toml_file *file = r->file;
  file->at = memory_room(file->at, file->size, &file->capacity, sizeof *file->at);
  struct toml_entry *entry = &file->at[file->size++];
  *entry = (struct toml_entry){.key = text_of(from, r->at), .line = r->line};
  if (is_there(file, entry->key, &before))
    return fault_set(r->fault, "%s:%u: '%s' is given twice: before in line %u", r->name, r->line,
                     entry->key, before);
  skip_blanks(r);
  if (*r->at == '.') return refuse(r, "dotted keys are not read here");
  if (*r->at != '=') return refuse(r, "expected = behind the key");
  r->at++;
  skip_blanks(r);
  return read_value(r, entry);
}

static bool read_line(struct reader *r) {
  skip_blanks(r);
  if (r->at < r->end && *r->at != '#' && !at_newline(r) && !read_entry(r)) return false;
  if (!skip_comment(r)) return false;
  if (r->at == r->end) return true;
  if (!at_newline(r)) return refuse(r, "unexpected text: one 'key = value' per line");
  skip_newline(r);
  return true;
}

bool toml_read_memory(const char *name, const unsigned char *bytes, size_t size,
                      struct toml_file *file, struct fault *fault) {
  *file = (struct toml_file){0};
  char *text = text_of((const char *)bytes, (const char *)bytes + size);
  struct reader r = {
      .name = name, .at = text, .end = text + size, .line = 1, .file = file, .fault = fault};
  bool ok = true;
  while (ok && r.at < r.end) ok = read_line(&r);
  free(text);
  if (!ok) toml_free(file);
  return ok;
}

bool toml_read_file(const char *path, struct toml_file *file, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  *file = (struct toml_file){0};
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  bool ok = toml_read_memory(path, bytes, size, file, fault);
  free(bytes);
  return ok;
}

void toml_free(struct toml_file *file) {
  for (size_t k = 0; k < file->size; k++) {
    struct toml_entry *entry = &file->at[k];
    for (size_t v = 0; v < entry->num_values; v++) free(entry->values[v]);
    free(entry->values);
    free(entry->key);
  }
  free(file->at);
  *file = (struct toml_file){0};
}
