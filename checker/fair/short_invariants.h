/* Clauses of one or two state literals that are invariant together: candidates that random walks do
 * not refute, then induction on all of them at once until it holds. They spare the search most of
 * its stem queries. */
#ifndef VOUCH_CHECKER_FAIR_SHORT_INVARIANTS_H
#define VOUCH_CHECKER_FAIR_SHORT_INVARIANTS_H

#include "checker/fair/chain.h"

/* Adds what it finds to the chain's closed set; nothing when there are too many state variables or
 * an interrupt comes. Returns the number of clauses added. */
size_t short_invariants_learn(struct chain *chain);

#endif
