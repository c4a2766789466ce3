/* Which signals a property text speaks of, before there is a model that has them. */
#ifndef VOUCH_FORMATS_CTL_MENTIONS_H
#define VOUCH_FORMATS_CTL_MENTIONS_H

#include <stddef.h>

/* Allocated texts, each once. */
struct ctl_mentions {
  char **at;
  size_t size, capacity;
};

/* Adds what may be a signal: of `mem[2][3]` mem and mem[2], of "a b" a b. Some of it will be other
 * words of the language. A text that cannot be read adds nothing: who reads it says why. */
void ctl_mentions_add(struct ctl_mentions *mentions, const char *text, size_t size);
void ctl_mentions_free(struct ctl_mentions *mentions);

#endif
