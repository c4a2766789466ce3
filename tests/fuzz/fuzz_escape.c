/* formats/support/escape: any bytes. Nothing unsafe comes out, and a reader of JSON gets back what
 * escape_json_value says. */
#include "formats/support/escape.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *written(void (*write)(FILE *, const char *), const char *text) {
  char *bytes;
  size_t size;
  FILE *file = open_memstream(&bytes, &size);
  if (!file) abort();
  write(file, text);
  if (fclose(file) != 0) abort();
  return bytes;
}

static void check_safe(const char *text) {
  uint32_t code;
  for (size_t n; *text; text += n) {
    n = escape_character(text, &code);
    if (n == 0 || code < 0x20 || (code >= 0x7f && code <= 0x9f)) abort();
    if ((code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) abort();
    if (code == 0x061c || code == 0x200e || code == 0x200f) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  char *plain = written(escape_text, text), *twice = written(escape_text, plain);
  char *json = written(escape_json, text), *xml = written(escape_xml, text);
  char *value = escape_json_value(text);
  check_safe(plain);
  check_safe(json);
  check_safe(xml);
  if (strcmp(plain, twice) != 0 || strpbrk(xml, "<>\"'")) abort();
  json_t *read = json_loads(json, JSON_DECODE_ANY, NULL);
  if (!read || strcmp(json_string_value(read), value) != 0) abort();
  json_decref(read);
  free(value);
  free(xml);
  free(json);
  free(twice);
  free(plain);
  free(text);
  return 0;
}
