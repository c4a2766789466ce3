/* Bounded search for fair lassos: unrollings with a loop constraint, deeper and deeper. Finds what
 * skeletons find, sooner when the lasso is short; it never proves anything. */
#ifndef VOUCH_CHECKER_FAIR_BOUNDED_LASSO_H
#define VOUCH_CHECKER_FAIR_BOUNDED_LASSO_H

#include "checker/effort/interrupt.h"
#include "checker/system/unroll.h"

struct lasso_search {
  struct system *system;
  lit arena;
  struct sat *sat;
  struct unroll unroll;
  size_t depth;       /* lassos of up to this many states have been ruled out */
  struct ints saved;  /* the state that the loop starts in and returns to */
  struct ints starts; /* per frame: the loop starts here */
  int inside;         /* the loop started at or before the last frame */
  struct ints seen;   /* per fairness: met in the loop so far */
  struct trace trace; /* the lasso, once found */
};

void lasso_search_init(struct lasso_search *search, struct system *system, lit arena, lit from,
                       const struct interrupt *interrupt);
void lasso_search_free(struct lasso_search *search);
/* One more step of depth, spending at most about `conflicts` (negative: no limit). True:
 * search->trace is a fair lasso. When the limit came first, the depth stays. */
bool lasso_search_deepen(struct lasso_search *search, long conflicts);

#endif
