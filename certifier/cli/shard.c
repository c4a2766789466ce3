#include "certifier/cli/shard.h"

#include <stdlib.h>
#include <string.h>

/* Digits only, and not too many: what does not fit would become another number. */
bool shard_parse(const char *text, unsigned *k, unsigned *n, struct fault *fault) {
  enum { MOST_DIGITS = 9 };
  const char digits[] = "0123456789";
  size_t first = strspn(text, digits), second = 0;
  bool good = first > 0 && first <= MOST_DIGITS && text[first] == '/';
  if (good) second = strspn(text + first + 1, digits);
  good = good && second > 0 && second <= MOST_DIGITS && text[first + 1 + second] == 0;
  *k = good ? (unsigned)strtoul(text, NULL, 10) : 0;
  *n = good ? (unsigned)strtoul(text + first + 1, NULL, 10) : 0;
  if (*k >= 1 && *k <= *n) return true;
  return fault_set(fault, "--shard: expected K/N with 1 <= K <= N, not '%s'", text);
}
