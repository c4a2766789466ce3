/* JSON, as much as sign-off statements and result lines need: a reader that makes a tree, and
 * string escaping for writers. */
#ifndef VOUCH_FORMATS_JSON_H
#define VOUCH_FORMATS_JSON_H

#include "formats/support/fault.h"

#include <stddef.h>
#include <stdio.h>

enum json_kind {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT
};

/* Values of one array or object form a list through `next`. Numbers keep their text. */
struct json {
  enum json_kind kind;
  char *name; /* the key, for a member of an object */
  char *text; /* JSON_STRING: decoded, without NUL inside; JSON_NUMBER: as written */
  struct json *first, *next;
};

/* NULL and a fault with the byte offset if the text is not exactly one value. Nesting deeper than
 * 64, a NUL character, invalid UTF-16 escapes and duplicate keys are refused. */
struct json *json_read(const char *name, const char *text, size_t size, struct fault *fault);
void json_free(struct json *value);

/* The member of an object, or NULL; also NULL when value is NULL or no object, so that look-ups can
 * be chained. */
const struct json *json_get(const struct json *value, const char *name);
/* The text of a string, or NULL. */
const char *json_text(const struct json *value);

/* Writes the string in quotes, escaped. Bytes that are not UTF-8 become U+FFFD. */
void json_write_string(FILE *file, const char *text);

#endif
