/* k-liveness with walls: from some moment on, count how often the fairness conditions are met in
 * turn, by E-steps; if the count cannot reach k, the invariant that shows it is a closed set and a
 * chain of walls. */
#ifndef VOUCH_CHECKER_FAIR_KLIVE_H
#define VOUCH_CHECKER_FAIR_KLIVE_H

#include "checker/fair/chain.h"
#include "checker/system/extension.h"

struct klive {
  struct chain *chain;
  size_t bound; /* k of the query at hand */
  size_t most;  /* the largest one that the copy can count to */
  struct extension
      copy;            /* states: mode, count >= 1, .., count >= most; one input: start counting */
  struct reach *query; /* NULL: to be made */
  unsigned long version; /* of the chain that the query knows */
  uint64_t told;         /* work of the query when it was told the last time */
  size_t shared;         /* clauses of its infinite frame that were looked at */
  unsigned long queries;
  long work; /* of all queries, in the unit of budgets */
};

void klive_init(struct klive *klive, struct chain *chain);
void klive_free(struct klive *klive);
/* True: a bound was found and its walls were added to the chain, which has no skeleton any more. */
bool klive_run(struct klive *klive, long budget);

#endif
