#include "certifier/bench/table.h"

#include "formats/support/input.h"

bool table_open(struct table *table, const char *path, struct fault *fault) {
  unsigned char *bytes;
  *table = (struct table){.path = path};
  if (!input_read_file(path, &bytes, &table->size, fault)) return false;
  table->bytes = (char *)bytes;
  return true;
}

void table_free(struct table *table) {
  free(table->bytes);
  texts_free(&table->row);
  *table = (struct table){0};
}

static bool malformed(const struct table *table, const char *what, struct fault *fault) {
  return fault_set(fault, "%s: line %zu: %s", table->path, table->line, what);
}

/* Takes the quotes off the field at *from, in place, and moves *from behind it. */
static bool take_quoted(char **from) {
  char *to = *from, *at = *from + 1;
  while (*at && !(at[0] == '"' && at[1] != '"')) {
    if (*at == '"') at++;
    *to++ = *at++;
  }
  if (*at != '"' || (at[1] && at[1] != ',')) return false;
  *to = 0;
  *from = at + 1;
  return true;
}

static bool take_plain(char **from) {
  size_t length = strcspn(*from, ",\"");
  if ((*from)[length] == '"') return false;
  *from += length;
  return true;
}

static bool split(struct table *table, char *line) {
  table->row.size = 0;
  for (char *at = line;; at++) {
    texts_push(&table->row, at);
    if (!(*at == '"' ? take_quoted(&at) : take_plain(&at))) return false;
    if (*at == 0) return true;
    *at = 0;
  }
}

static bool has_control(const char *text, size_t size) {
  for (size_t k = 0; k < size; k++)
    if ((unsigned char)text[k] < 0x20 || text[k] == 0x7f) return true;
  return false;
}

bool table_next(struct table *table, bool *end, struct fault *fault) {
  for (*end = false; table->at < table->size;) {
    char *line = table->bytes + table->at;
    const char *newline = memchr(line, '\n', table->size - table->at);
    size_t size = newline ? (size_t)(newline - line) : table->size - table->at;
    table->at += size + (newline != NULL);
    table->line++;
    if (size > 0 && line[size - 1] == '\r') size--;
    line[size] = 0; /* there is a NUL behind the file */
    if (size == 0) continue;
    if (has_control(line, size)) return malformed(table, "a control character", fault);
    return split(table, line) || malformed(table, "a quote in the wrong place", fault);
  }
  *end = true;
  return false;
}

size_t table_find(const struct texts *row, const char *name) {
  size_t k = 0;
  while (k < row->size && strcmp(row->at[k], name) != 0) k++;
  return k;
}

/* What a line cannot hold becomes a blank: notes come from other programs. */
static void write_character(FILE *file, char c) {
  if (c == '"') fputc('"', file);
  fputc((unsigned char)c < 0x20 || c == 0x7f ? ' ' : c, file);
}

void table_write_field(FILE *file, const char *text) {
  bool quoted = strpbrk(text, ",\"") != NULL;
  if (quoted) fputc('"', file);
  for (; *text; text++) write_character(file, *text);
  if (quoted) fputc('"', file);
}
