/* What runs of random simulation have shown so far: every node of the graph that is true, or false,
 * for the first time says that a run has come to something new, the next entry of a queue or a
 * comparison that was never met. Where that was is worth going on from (as fuzzers of programs do
 * with inputs that reach new branches). */
#ifndef VOUCH_CHECKER_SYSTEM_NOVELTY_H
#define VOUCH_CHECKER_SYSTEM_NOVELTY_H

#include "checker/system/lanes.h"

struct moment { /* of a simulation */
  uint32_t step;
  uint32_t lane;
};

struct novelty {
  struct lits open;     /* literals of nodes that were true in no step */
  struct moment *found; /* where one of them was for the first time, the newest last */
  size_t num_found, capacity;
};

/* Nothing was seen yet. */
void novelty_init(struct novelty *novelty, const struct lanes *lanes);
void novelty_free(struct novelty *novelty);

/* Looks at the step that was evaluated, in the lanes whose step is allowed. */
void novelty_look(struct novelty *novelty, struct lanes *lanes, size_t step, uint64_t allowed);
/* One of the newest moments, at random; false: there is none. */
bool novelty_pick(const struct novelty *novelty, struct lanes *lanes, struct moment *moment);

#endif
