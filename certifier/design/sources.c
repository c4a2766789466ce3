#include "certifier/design/sources.h"

#include "formats/support/input.h"

#include <stdio.h>

/* Cuts the next word off: blanks inside it have a backslash before them. NULL: there is none. */
static char *next_word(char **at) {
  char *from = *at + strspn(*at, " \n"), *to = from, *word = from;
  if (!*from) return NULL;
  while (*from && *from != ' ' && *from != '\n') {
    if (from[0] == '\\' && from[1] == ' ') from++;
    *to++ = *from++;
  }
  *at = *from ? from + 1 : from;
  *to = 0;
  return word;
}

static bool is_of_yosys(const char *path) {
  static const char tail[] = "share/yosys/techmap.v";
  size_t n = strlen(path), m = sizeof tail - 1;
  return n > m && strcmp(path + n - m, tail) == 0;
}

static bool add(struct design *d, const char *path, struct fault *fault) {
  d->sources = memory_room(d->sources, d->num_sources, &d->sources_capacity, sizeof *d->sources);
  struct design_source *source = &d->sources[d->num_sources++];
  source->path = memory_string(path);
  return digest_file(path, source->digest, fault);
}

bool sources_take(const char *list, const char *script, struct design *d, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  bool ok = true;
  if (!input_read_file(list, &bytes, &size, fault)) return false;
  char *at = strstr((char *)bytes, ": "); /* paths of ours have no blank */
  if (!at) ok = fault_set(fault, "yosys does not say which files it read");
  for (char *word; ok && (word = next_word(&at));) {
    if (strcmp(word, ":") == 0 || strcmp(word, script) == 0 || is_of_yosys(word)) continue;
    ok = add(d, word, fault);
  }
  free(bytes);
  return ok;
}

bool sources_digest(const struct design_request *r, char digest[DIGEST_TEXT_BYTES],
                    struct fault *fault) {
  char *all = memory_zeroed(r->num_sources, DIGEST_TEXT_BYTES);
  bool ok = true;
  for (size_t k = 0; ok && k < r->num_sources; k++)
    ok = digest_file(r->sources[k], all + k * DIGEST_TEXT_BYTES, fault);
  if (ok) digest_bytes(all, r->num_sources * DIGEST_TEXT_BYTES, digest);
  free(all);
  return ok;
}
