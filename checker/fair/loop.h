/* Liveness as safety (Biere, Artho, Schuppan: Liveness checking as safety checking, 2002): at any
 * moment a run may save its state; from then on it takes E-steps only, and flags say which fairness
 * it met. If no run comes back to what it saved with all flags up, the invariant that shows it is a
 * closed set and a relation between state, saved state and flags: the rule `loop`. Complete, and as
 * strong as IC3; what the chain knows makes the walks shorter. */
#ifndef VOUCH_CHECKER_FAIR_LOOP_H
#define VOUCH_CHECKER_FAIR_LOOP_H

#include "checker/fair/chain.h"
#include "checker/system/extension.h"

struct loop_search {
  struct chain *chain;
  struct lits saved;     /* states that are saved */
  struct extension copy; /* states: mode (something was saved), saved values, flags; input: save */
  struct reach *query;   /* NULL: to be made */
  unsigned long version; /* of the chain when the query was made */
  uint64_t limit;        /* work after which it is told what the chain learnt, or made anew */
  bool save_all;         /* a loop was none: its states differed where they were not saved */
  unsigned long queries;
  long work; /* of all queries, in the unit of budgets */
};

enum loop_answer { LOOP_RUNNING, LOOP_LASSO, LOOP_NONE };

void loop_search_init(struct loop_search *loop, struct chain *chain);
void loop_search_free(struct loop_search *loop);
/* LOOP_LASSO: *lasso, a trace or zeros, becomes a fair one. LOOP_NONE: *block, which must be empty,
 * becomes the evidence. */
enum loop_answer loop_search_run(struct loop_search *loop, long budget, struct trace *lasso,
                                 struct block *block);

#endif
