/* formats/toml: any project file. What is read has keys that differ, and values that can be written
 * and read again. */
#include "formats/support/vector.h"
#include "formats/toml.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_string(const char *text, FILE *file) {
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\' || (unsigned char)*text < 0x20 || *text == 0x7f)
      fprintf(file, "\\u%04x", (unsigned)(unsigned char)*text);
    else
      fputc(*text, file);
  }
  fputc('"', file);
}

static void print_entry(const struct toml_entry *e, FILE *file) {
  bool quoted = e->kind == TOML_STRING || e->kind == TOML_ARRAY;
  fprintf(file, "%s = %s", e->key, e->kind == TOML_ARRAY ? "[" : "");
  for (size_t k = 0; k < e->num_values; k++) {
    if (k) fputs(",\n", file);
    if (quoted)
      print_string(e->values[k], file);
    else
      fputs(e->values[k], file);
  }
  fputs(e->kind == TOML_ARRAY ? "]\n" : "\n", file);
}

static void compare(const struct toml_file *a, const struct toml_file *b) {
  if (a->size != b->size) abort();
  for (size_t k = 0; k < a->size; k++) {
    const struct toml_entry *x = &a->at[k], *y = &b->at[k];
    if (strcmp(x->key, y->key) != 0 || x->kind != y->kind || x->num_values != y->num_values)
      abort();
    for (size_t v = 0; v < x->num_values; v++)
      if (strcmp(x->values[v], y->values[v]) != 0) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct toml_file file, again;
  struct fault fault;
  char *text;
  size_t length;
  if (!toml_read_memory("fuzz", data, size, &file, &fault)) return 0;
  FILE *out = open_memstream(&text, &length);
  for (size_t k = 0; k < file.size; k++) print_entry(&file.at[k], out);
  fclose(out);
  if (!toml_read_memory("again", (unsigned char *)text, length, &again, &fault)) abort();
  compare(&file, &again);
  free(text);
  toml_free(&file);
  toml_free(&again);
  return 0;
}
