/* The nearest of some names to one that is not among them: for "did you mean". */
#ifndef VOUCH_FORMATS_SUPPORT_NEAREST_H
#define VOUCH_FORMATS_SUPPORT_NEAREST_H

#include <stddef.h>

/* Starts as {.wanted = .., .wanted_length = ..}; then all candidates are offered. */
struct nearest {
  const char *wanted;
  size_t wanted_length;
  const char *text; /* the best so far, a piece of what was offered; NULL: none is near */
  size_t length, distance;
};

enum { NEAREST_MESSAGE = 160 };

/* Letters that are missing, too many, wrong, or swapped with their neighbour count one each; about
 * a quarter of the name may be wrong. Of equally near ones the first wins. */
void nearest_offer(struct nearest *nearest, const char *text, size_t length);
/* "; did you mean 'NAME'?", with `before` before the name, or nothing. Returns `message`. */
const char *nearest_say(const struct nearest *nearest, const char *before,
                        char message[NEAREST_MESSAGE]);

#endif
