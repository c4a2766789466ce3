/* Emerson and Lei's fixpoint on decision diagrams: inside a set of states, those that are on a way
 * from fair cycles to fair cycles, or more of them. */
#ifndef VOUCH_CHECKER_SYMBOLIC_FAIR_HULL_H
#define VOUCH_CHECKER_SYMBOLIC_FAIR_HULL_H

#include "checker/symbolic/symbolic_system.h"
#include "formats/fact.h"

/* Backward, those states leave the fixpoint that cannot reach a fairness condition; forward, those
 * that it cannot reach. */
enum direction { BACKWARD, FORWARD, NUM_DIRECTIONS };

struct narrowing;
struct fair_hull {
  struct symbolic *s;
  bdd within; /* where it began */
  bdd left;   /* what the fixpoint has left of it */
  struct {
    uint32_t turn;  /* the fairness condition that comes next .. */
    uint32_t quiet; /* .. and how many before it changed nothing */
    uint64_t cost;  /* in ticks */
  } way[NUM_DIRECTIONS];
  struct narrowing *chain; /* what left, in that order */
  size_t chain_size, chain_capacity;
};

/* Begins, or begins anew, inside the set, which all allowed steps from it lead into. Takes over the
 * reference; gives up those of what was before. */
void fair_hull_begin(struct fair_hull *h, struct symbolic *s, bdd within);
/* The references go with the diagrams. */
void fair_hull_free(struct fair_hull *h);

/* One condition in one direction. Nothing changes when it is stopped on the way. */
void fair_hull_narrow(struct fair_hull *h, const struct effort *effort);
/* The direction has nothing to take away. Backward: every state left has a fair path. Forward:
 * every state left can be reached from a fair cycle. */
bool fair_hull_quiet(const struct fair_hull *h, enum direction direction);

/* The steps of a chain which shows that no fair path stays in `within`, of which nothing is left.
 * False: a limit was met, or more gates would be made than that. */
bool fair_hull_steps(struct fair_hull *h, size_t gates, struct block *block);

#endif
