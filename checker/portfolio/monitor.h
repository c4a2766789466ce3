/* A co-safe path formula, one of X, U, &, | and of parts that look back at most, is true of a path
 * iff a finite part of it shows that. The monitor follows all ways to show it at once. What remains
 * to be shown from the next position on is a set of obligations: U nodes, and arguments of X nodes.
 * From step to step a set is replaced by others, under guards that the step satisfies or not; where
 * the empty set follows, the formula has been shown. Each set has a ghost: it is one of those that
 * runs have come to by their steps so far. */
#ifndef VOUCH_CHECKER_PORTFOLIO_MONITOR_H
#define VOUCH_CHECKER_PORTFOLIO_MONITOR_H

#include "checker/ctl/core_formula.h"
#include "checker/system/system.h"

/* So much is left to show, if the guard is true in the step at hand: a set of obligations. */
struct alternative {
  lit guard;
  uint64_t due;
};
struct alternatives {
  struct alternative *at;
  size_t size, capacity;
};

/* By the positions of bits: those of its parts come before an obligation. The last one, if there is
 * one without a node, is the formula itself where a path begins. */
struct obligation {
  uint32_t node;     /* U or X; PATH_NONE: the whole formula */
  uint32_t variable; /* the elementary variable that promises it */
};
#define PATH_NONE UINT32_MAX

struct monitor_set {
  uint64_t due;
  bool initial; /* runs begin with it */
  struct alternatives then;
  lit reached; /* after monitor_watch: by the steps so far */
};

struct monitor {
  const struct path_formula *path;
  struct obligation *obligations;
  size_t num_obligations;
  struct monitor_set *sets; /* without the empty one */
  size_t num_sets, capacity;
};

/* values[k] is the value of a node that looks back at most, LIT_NONE of the others. NULL: the
 * formula is not co-safe, or there are more sets than `most`. */
struct monitor *monitor_new(const struct path_formula *path, struct aig *aig, const lit *values,
                            size_t most);
void monitor_free(struct monitor *monitor);
/* Adds its ghosts to the system. Returns what is true in a step that shows the formula. */
lit monitor_watch(struct monitor *monitor, struct system *system);
/* The one among the obligations of a set that all others come before. */
static inline size_t monitor_last(uint64_t due) {
  size_t k = 0;
  while (due >>= 1) k++;
  return k;
}

#endif
