/* Which of 64 runs need not come back: with the same inputs again and again they are allowed and
 * fair for ever, whatever those states are that do not return (checker/system/open_lasso.h). A
 * counter that nothing looks at, the way things stand, would be waited for in vain otherwise. All
 * runs are simulated together with three values. */
#ifndef VOUCH_CHECKER_FAIR_OPEN_RUNS_H
#define VOUCH_CHECKER_FAIR_OPEN_RUNS_H

#include "checker/fair/chain.h"
#include "checker/system/lanes.h"
#include "checker/system/open_lasso.h"

struct open_runs {
  const struct chain *chain;
  const struct lits *cone;    /* of a step, the conditions and the arena, arguments first */
  uint64_t *one, *zero;       /* per node: lanes where it is surely that */
  uint64_t *is_one, *is_zero; /* per state, before the step at hand: likewise */
  uint64_t *returns;          /* per state: lanes in which it comes back */
  uint64_t *met;              /* per fairness condition */
};

/* The cone is that of `lanes`, which must stay. */
void open_runs_init(struct open_runs *runs, const struct chain *chain, const struct lanes *lanes);
void open_runs_free(struct open_runs *runs);

/* Inputs that come again after `period` steps, a row of words for each; `time` steps were made. */
struct repeated {
  const uint64_t *inputs;
  size_t period, time;
};
/* The lanes among `alive` that are fair for ever if the next `length` steps, a multiple of the
 * period, come again and again; runs->returns says which states come back there. None, if it takes
 * more than `most` steps to find that out. */
uint64_t open_runs_find(struct open_runs *runs, const uint64_t *states,
                        const struct repeated *inputs, size_t length, size_t most, uint64_t alive);

#endif
