/* Inputs that may follow the state. Where an input is compared with a predicate (data that must
 * stay as they were, a response that must carry the name of the request), a choice of the input's
 * value serves one value of the predicate; `input = predicate` serves all of them. */
#ifndef VOUCH_CHECKER_CTL_FOLLOW_H
#define VOUCH_CHECKER_CTL_FOLLOW_H

#include "checker/system/system.h"

/* The input, a positive literal, is compared with the predicate, or with its complement. */
struct follow {
  lit input, predicate;
};
struct follows {
  struct follow *at;
  size_t size, capacity;
};

/* All such pairs in the constraint and the next functions, by the gates i & p and !i & !p that
 * every circuit of a comparison has; sorted by inputs. O(size of the system). */
void follows_find(struct follows *out, const struct system *system);
void follows_free(struct follows *follows);

#endif
