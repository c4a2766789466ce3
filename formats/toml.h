/* Project files: the plain part of TOML 1.0. A file is lines `key = value` with bare keys; a value
 * is a string on one line ("..." with its escapes, or '...'), a decimal number without sign, true
 * or false, or an array of strings, which may go over several lines. `#` begins a comment. What
 * such a file means is what TOML says; everything else of TOML (tables, dotted keys, dates, signs,
 * underscores and exponents of numbers, strings of several lines) is refused by name. */
#ifndef VOUCH_FORMATS_TOML_H
#define VOUCH_FORMATS_TOML_H

#include "formats/support/fault.h"

#include <stddef.h>

enum toml_kind { TOML_STRING, TOML_INTEGER, TOML_FLOAT, TOML_BOOLEAN, TOML_ARRAY };

struct toml_entry {
  char *key;
  unsigned line;
  enum toml_kind kind;
  char **values; /* one, or those of the array; numbers and booleans as they are written */
  size_t num_values, capacity;
};

struct toml_file {
  struct toml_entry *at; /* in the order of the file; no key twice */
  size_t size, capacity;
};

/* Both leave *file empty when they return false; the message has `name` (or the path) and the line.
 * Strings have no zero bytes, and are UTF-8. */
bool toml_read_memory(const char *name, const unsigned char *bytes, size_t size,
                      struct toml_file *file, struct fault *fault);
bool toml_read_file(const char *path, struct toml_file *file, struct fault *fault);
void toml_free(struct toml_file *file);

#endif
