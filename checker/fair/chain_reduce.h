/* Reduces the evidence of a finished search to what its end needs. */
#ifndef VOUCH_CHECKER_FAIR_CHAIN_REDUCE_H
#define VOUCH_CHECKER_FAIR_CHAIN_REDUCE_H

#include "checker/fair/chain.h"

/* The skeleton query over `fair` has no model under the whole chain: keeps the steps, the conjuncts
 * of the closed set and the fairness copies that this needs, and re-checks every claim on the way,
 * by cores. False (and *out empty) if some claim does not hold or the effort was over. *out is the
 * caller's. */
bool chain_reduce(struct chain *chain, const uint32_t *fair, size_t num_fair, struct block *out);

/* The same for a relation V instead of a skeleton query: `saved` and `relation` of *out say it. */
bool chain_reduce_loop(struct chain *chain, struct block *out);

#endif
