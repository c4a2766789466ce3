/* Targets that no step enters from outside: then EX u lies in u, and E[u U w] is w. That is a
 * single query about a single step, where IC3 would block the states outside cube by cube (the
 * permutations of a sliding puzzle: 1,920 cubes). The query may be hard all the same, so it goes to
 * a solver with inprocessing when the cone solver does not answer at once, and on from turn to
 * turn.
 */
#ifndef VOUCH_CHECKER_CTL_CLOSED_TARGETS_H
#define VOUCH_CHECKER_CTL_CLOSED_TARGETS_H

#include "checker/ctl/bounds.h"

/* One node's query as it was last asked, and how far it came. */
struct closed_target {
  lit invariant, from, target;
  bool answered;
  unsigned turns;   /* that it had as a hard one */
  bool summed;      /* sums modulo 2 are of no use */
  struct lits sums; /* how far they came */
  struct sat *sat;  /* hard, not answered yet; NULL: not begun */
};

struct closed_targets {
  struct closed_target *at; /* per node */
  size_t size;
  struct effort share; /* the solvers hold on to it from turn to turn: this struct does not move */
};

void closed_targets_init(struct closed_targets *c, const struct bounds *b);
void closed_targets_free(struct closed_targets *c);
/* Asks for every EX and EU node whose bounds differ and whose query has changed or is open, with at
 * most a part of what is left of the bounds' effort; tightens the upper bounds of those that are
 * closed. True if there were any. */
bool closed_targets_ask(struct closed_targets *c, struct bounds *b);
/* The node's query is hard, but may be answered yet: that would be the simplest bound to have. */
bool closed_targets_waiting(const struct closed_targets *c, uint32_t v);

#endif
