/* Random runs that look for fair lassos, 64 at a time. A run wanders for a while, and some of its
 * inputs with it, while the others stay as they are; then it repeats inputs: every such run comes
 * back to a state where it was, and in many models that loop is fair. In short runs a state is
 * compared with all earlier ones; in all of them with a few, the last one of each age 1, 2, 4, .. .
 * No run is kept: that of a lasso is made again. What does not come back may be fair for ever all
 * the same, if that is evidence (open_runs.h). */
#ifndef VOUCH_CHECKER_FAIR_RANDOM_LASSO_H
#define VOUCH_CHECKER_FAIR_RANDOM_LASSO_H

#include "checker/fair/open_runs.h"

struct random_lasso {
  const struct chain *chain;
  struct lanes lanes;
  unsigned long rounds;            /* made so far: each has runs of its own */
  struct trace trace;              /* the lasso, if one was found */
  const struct lasso_judge *judge; /* of open ones; NULL: these are no evidence */
  unsigned refused;                /* by the judge */
  struct open_runs open;           /* if there is a judge */
};

/* Runs from initial states: for searches whose F these are. The judge must stay. */
void random_lasso_init(struct random_lasso *search, const struct chain *chain,
                       const struct lasso_judge *judge);
void random_lasso_free(struct random_lasso *search);
/* 64 more runs; later rounds have longer ones. True: search->trace is a fair lasso, perhaps an open
 * one, which the judge accepts. */
bool random_lasso_round(struct random_lasso *search);

#endif
