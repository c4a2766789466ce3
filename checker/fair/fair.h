/* fair(S, C, F): is there a fair lasso from an F-state, by allowed steps inside the predicate
 * `inside`? FAIR, with rlive-style search and k-liveness beside it; all three leave the same
 * evidence. */
#ifndef VOUCH_CHECKER_FAIR_FAIR_H
#define VOUCH_CHECKER_FAIR_FAIR_H

#include "checker/effort/effort.h"
#include "checker/reach/reach.h"
#include "checker/system/evidence.h"
#include "checker/system/open_lasso.h"

struct fair_query {
  lit invariant; /* R: inductive for the system from its own initial states, or anything that holds
                    in the states of interest */
  lit inside;    /* P & !G_1 & .. : every state of the lasso (stem included) must satisfy it */
  lit from;      /* F: predicate over states */
};

enum fair_answer { FAIR_UNKNOWN, FAIR_LASSO, FAIR_NONE };

struct fair_options {
  unsigned unroll;                 /* K of III-B */
  struct engine_choice engines;    /* its fair family: they take turns */
  bool no_loops;                   /* without the engine `loop` */
  const struct lasso_judge *judge; /* NULL: open lassos are no evidence */
  bool eager;                      /* prepare for a long search at once, not only after some work */
};

struct fair_statistics {
  unsigned long skeletons, walls, reach_queries, sides;
  enum engine decided; /* after an answer: who found it */
};

struct fair;
struct fair *fair_new(struct system *system, const struct fair_query *query,
                      const struct fair_options *options, const struct effort *effort);
void fair_free(struct fair *fair);
/* Resumable; budget < 0: until an answer or the end of the effort. */
enum fair_answer fair_run(struct fair *fair, long budget);
/* From now on, until it is told otherwise, the search is short invariants, then skeletons, and
 * nothing else. It runs as long as these get on; when they do not it is stuck. */
void fair_concentrate(struct fair *fair, bool concentrate);
bool fair_is_stuck(const struct fair *fair);
/* FAIR_LASSO: starts in an F-state; an open one only if the judge accepts it; owned by fair. */
const struct trace *fair_lasso(const struct fair *fair);
/* FAIR_NONE: a closed set G with F => G (inside `inside` & R), closed under allowed steps inside
 * it, and its chain; relative to A = R & inside. Owned by fair. */
const struct block *fair_block(const struct fair *fair);
/* Predicates learnt to hold in every state reachable from the system's initial states (only when
 * `from` is the system's init and inside is AIG_TRUE). */
struct fair_statistics fair_statistics(const struct fair *fair);

#endif
