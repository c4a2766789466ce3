/* Skeleton-independent proofs (FAIR III-E): predicates that satisfy consecution under E are walls.
 * Every state literal and every gate of the model over states is a candidate; E-steps that were
 * seen rule most of them out without a SAT query. */
#ifndef VOUCH_CHECKER_FAIR_LITERAL_WALLS_H
#define VOUCH_CHECKER_FAIR_LITERAL_WALLS_H

#include "checker/fair/chain.h"
#include "checker/fair/skeleton.h"
#include "checker/fair/wide_steps.h"

enum { SEEN_BLOCKS = 8 }; /* of 64 steps */

struct seen_steps {
  uint64_t *now, *then; /* per state variable: bit k is its value in step k */
  uint64_t valid;       /* steps that are still E-steps, as far as is known */
  uint64_t wide; /* .. and had E-steps before and after them when this round of wide steps began */
  uint64_t *value_now, *value_then; /* per node of the graph */
  size_t num_values;
};

/* Steps that were seen but not evaluated yet: in large models one evaluation serves several of
 * them. Their bits are those of the block that they will be in. */
struct new_steps {
  uint64_t *now, *inputs, *then; /* per state variable, input, state variable */
  uint64_t bits;
  unsigned num;
  uint64_t known; /* .. of which `then` is known */
  uint64_t wide;
};

struct candidate {
  lit predicate;
  bool done; /* a wall already, or of no use as one: neither changes when E shrinks */
};

struct literal_walls {
  struct chain *chain;
  struct candidate *candidates;
  size_t num_candidates;
  struct lits nodes; /* the cone of the candidates, arguments first */
  uint8_t *fixed;    /* node, of those that were there in the beginning: no E-step changes it */
  size_t num_fixed;  /* .. how many these are */
  struct lits step_nodes; /* that of all next functions */
  uint64_t *step_values;  /* per node of the graph, for these */
  struct seen_steps blocks[SEEN_BLOCKS];
  struct new_steps fresh;
  size_t next_slot;
  size_t synced_steps, synced_closed;
  uint8_t *pair_done; /* conjunctions and parities of two literals that are walls or of no use */
  unsigned long tried_version; /* the chain's version when no candidate was left */
  bool tried;
  size_t next_candidate, since_wall; /* of the round at hand: how many were tried since the last */
  size_t round_size;                 /* candidates of that round; 0: none is at hand */
  unsigned long round_version;       /* the chain's version when it was broken off */
  struct wide_steps *wide;           /* if they were asked for */
  size_t next_wide;                  /* candidate that is next in this round of wide steps */
  unsigned long wide_version;        /* the chain's version when the round began */
};

/* `gates`: candidates are also the gates over states in the cones of next functions, constraint and
 * fairness. */
void literal_walls_init(struct literal_walls *literals, struct chain *chain, bool gates);
void literal_walls_free(struct literal_walls *literals);

/* Walls from candidates until none is left, and sides from skeleton queries; `gates` or state
 * literals only. Returns the number of walls. Ends after about so many ticks, and goes on where it
 * was. */
size_t literal_walls_round(struct literal_walls *literals, struct skeleton *skeleton, bool gates,
                           uint64_t ticks);

/* Walls from candidates that only steps leave which have no E-step before or after them: learns
 * dead and unborn states until the candidate is a wall. Goes on where it was; ends after about so
 * many ticks, or when no candidate is left. */
size_t literal_walls_wide(struct literal_walls *literals, struct skeleton *skeleton,
                          uint64_t ticks);

/* One predicate as a wall: true if it was added. *done: it is a wall or of no use, and need not be
 * tried again. */
bool literal_walls_try(struct literal_walls *literals, struct skeleton *skeleton, lit wall,
                       bool *done);
/* Remembers the E-step that chain_solve found. */
void literal_walls_remember(struct literal_walls *literals);
/* The steps seen that start where all these predicates hold. */
void literal_walls_where(const struct literal_walls *literals, const lit *predicates, size_t num,
                         uint64_t where[SEEN_BLOCKS]);
/* Evaluates what was remembered. */
void literal_walls_evaluate(struct literal_walls *literals);
/* Brings the witnesses up to date with the chain; the candidates' values in them are valid
 * afterwards. */
void literal_walls_refresh(struct literal_walls *literals);

/* The same for conjunctions and parities of two state literals; at most `max_queries` SAT queries.
 */
size_t literal_walls_pairs(struct literal_walls *literals, struct skeleton *skeleton,
                           size_t max_queries);

/* Asks for both sides of a wall of the chain whether they have a skeleton; learns `side` where not.
 * Returns how many sides were lost. */
unsigned literal_walls_sides(struct literal_walls *literals, struct skeleton *skeleton, lit wall);

#endif
