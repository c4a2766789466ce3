/* The state variables that nodes depend on, where these are few: all nodes of a cone at once. */
#ifndef VOUCH_CHECKER_SYSTEM_SUPPORTS_H
#define VOUCH_CHECKER_SYSTEM_SUPPORTS_H

#include "checker/system/aig.h"

enum { MOST_SUPPORT = 64 };

struct supports {
  size_t most;
  uint8_t *num;    /* per node: how many they are, most + 1 if there are more than `most` */
  uint32_t *state; /* per node, `most` of them: their numbers, in order */
};

/* Of the nodes of a cone, arguments first, as aig_cone finds them; most <= MOST_SUPPORT. */
void supports_init(struct supports *supports, const struct aig *aig, const struct lits *cone,
                   size_t most);
void supports_free(struct supports *supports);

static inline size_t supports_size(const struct supports *supports, lit a) {
  return supports->num[lit_node(a)];
}
static inline const uint32_t *supports_at(const struct supports *supports, lit a) {
  return supports->state + lit_node(a) * supports->most;
}

#endif
