/* Bounded search for fair lassos: unrollings with a loop constraint, deeper and deeper. Finds what
 * skeletons find, sooner when the lasso is short; it never proves anything. */
#ifndef VOUCH_CHECKER_FAIR_BOUNDED_LASSO_H
#define VOUCH_CHECKER_FAIR_BOUNDED_LASSO_H

#include "checker/fair/chain.h"

struct lasso_search {
  const struct chain
      *chain; /* what it knows of states and of steps of cycles is told to the solver */
  struct system *system;
  struct sat *sat;
  struct unroll unroll;
  size_t depth;         /* lassos of up to this many states have been ruled out */
  struct ints closings; /* per frame: the loop closes behind it and has met everything */
  int wanted;           /* one of those beyond `depth`; 0: to be made */
  struct ints saved;    /* the state that the loop starts in and returns to */
  struct ints starts;   /* per frame: the loop starts here */
  struct ints insides;  /* per frame: the loop started there or before */
  struct ints seen;     /* per fairness: met in the loop so far */
  size_t read_closed, read_lost, read_steps; /* how much of the chain has been looked at */
  struct lits everywhere;                    /* predicates that hold in all states of lassos */
  struct lits in_loops;                      /* steps of the chain that are told */
  struct trace trace;                        /* the lasso, once found */
};

/* From F. */
void lasso_search_init(struct lasso_search *search, const struct chain *chain);
/* From states to be named later: for the two functions at the end. */
void lasso_search_init_anywhere(struct lasso_search *search, const struct chain *chain);
void lasso_search_free(struct lasso_search *search);
/* A few more steps of depth (one at first, more when it is deep: a run around the loop is as good
 * as the shortest), spending at most about `conflicts` (negative: no limit). True: search->trace is
 * a fair lasso. When the limit came first, the depth stays. */
bool lasso_search_deepen(struct lasso_search *search, long conflicts);

/* A fair lasso of at most so many states from the given one. True: search->trace. */
bool lasso_search_from(struct lasso_search *search, const uint8_t *state, size_t frames,
                       long conflicts);
/* A run from the state (NULL: from F) that meets the conditions that are 0 in `met`, all of them if
 * none is, not counting the first state (that of F counts), and can go on from there for a while.
 * True: search->trace. */
bool lasso_search_round(struct lasso_search *search, const uint8_t *state, const uint8_t *met,
                        size_t frames, long conflicts);

#endif
