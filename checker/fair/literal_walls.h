/* Skeleton-independent proofs (FAIR III-E): predicates that satisfy consecution under E are walls.
 * Every state literal and every gate of the model over states is a candidate; E-steps that were
 * seen rule most of them out without a SAT query. */
#ifndef VOUCH_CHECKER_FAIR_LITERAL_WALLS_H
#define VOUCH_CHECKER_FAIR_LITERAL_WALLS_H

#include "checker/fair/chain.h"
#include "checker/fair/skeleton.h"

enum { WITNESS_BLOCKS = 8 }; /* of 64 steps */

struct witnesses {
  uint64_t *now, *then;             /* per state variable: bit k is its value in step k */
  uint64_t valid;                   /* steps that are still E-steps, as far as is known */
  uint64_t *value_now, *value_then; /* per node of the graph */
  size_t num_values;
};

struct candidate {
  lit predicate;
  bool done; /* a wall already, or of no use as one: neither changes when E shrinks */
};

struct literals {
  struct chain *chain;
  struct candidate *candidates;
  size_t num_candidates;
  struct lits nodes; /* the cone of the candidates, arguments first */
  struct witnesses blocks[WITNESS_BLOCKS];
  size_t next_slot;
  size_t synced_steps, synced_region;
  uint8_t *pair_done; /* conjunctions and parities of two literals that are walls or of no use */
  unsigned long tried_version; /* the chain's version when no candidate was left */
  bool tried;
};

/* `gates`: candidates are also the gates over states in the cones of next functions, constraint and
 * fairness. */
void literals_init(struct literals *literals, struct chain *chain, bool gates);
void literals_free(struct literals *literals);
/* Adds candidates (both signs of each). */
void literals_suggest(struct literals *literals, const lit *predicates, size_t n);

/* Walls from candidates until none is left, and sides from skeleton queries; `gates` or state
 * literals only. Returns the number of walls. */
size_t literals_round(struct literals *literals, struct skeleton *skeleton, bool gates);

/* One predicate as a wall: true if it was added. *done: it is a wall or of no use, and need not be
 * tried again. */
bool literals_try_wall(struct literals *literals, struct skeleton *skeleton, lit wall, bool *done);
/* Brings the witnesses up to date with the chain; the candidates' values in them are valid
 * afterwards. */
void literals_refresh(struct literals *literals);

/* The same for conjunctions and parities of two state literals; at most `max_queries` SAT queries.
 */
size_t literals_pairs(struct literals *literals, struct skeleton *skeleton, size_t max_queries);

/* Asks for both sides of a wall of the chain whether they have a skeleton; learns `side` where not.
 * Returns how many sides were lost. */
unsigned literals_sides(struct literals *literals, struct skeleton *skeleton, lit wall);

#endif
