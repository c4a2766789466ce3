/* A path formula is co-safe if it is true of a path iff a finite part of it shows that: one of X,
 * U,
 * &, | and of parts that look back at most, and one with R, too, where that cannot go on for ever,
 * as in (q R !r) & F r. The monitor follows all ways to show it at once. What remains to be shown
 * from the next position on is a set of obligations: U and R nodes, and arguments of X nodes. From
 * step to step a set is replaced by others, under guards that the step satisfies or not; where the
 * empty set follows, the formula has been shown. Each set has a ghost: it is one of those that runs
 * have come to by their steps so far. */
#ifndef VOUCH_CHECKER_PORTFOLIO_MONITOR_H
#define VOUCH_CHECKER_PORTFOLIO_MONITOR_H

#include "checker/ctl/core_formula.h"
#include "checker/effort/effort.h"
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

struct obligation {
  uint32_t node;     /* U, R or X; PATH_NONE: the whole formula, where a path begins */
  uint32_t variable; /* the elementary variable that promises it */
};
#define PATH_NONE UINT32_MAX

struct monitor_set {
  uint64_t due;
  bool initial; /* runs begin with it */
  struct alternatives then;
  lit reached; /* after monitor_watch: by the steps so far */
};

/* Sets that no path stays among for ever, with those behind it: no set leads to one of a group that
 * comes later. All have the obligation `until`, a U node, and lead to earlier groups when its right
 * side is shown. PATH_NONE: they lead to earlier groups anyway. */
struct monitor_group {
  size_t first, end; /* among the sets */
  uint32_t until;
};

struct monitor {
  const struct path_formula *path;
  struct obligation *obligations;
  size_t num_obligations;
  struct monitor_set *sets; /* without the empty one; group after group */
  size_t num_sets, capacity;
  struct monitor_group *groups;
  size_t num_groups;
};

/* values[k] is the value of a node that looks back at most, LIT_NONE of the others, in the system.
 * NULL: the formula is not co-safe, or not seen to be, or there are more sets than `most`. */
struct monitor *monitor_new(const struct path_formula *path, struct system *system,
                            const lit *values, size_t most, const struct effort *effort);
void monitor_free(struct monitor *monitor);
/* Adds its ghosts to the system. Returns what is true in a step that shows the formula. */
lit monitor_watch(struct monitor *monitor, struct system *system);

#endif
