/* Clauses of one or two state literals that are invariant together: candidates that random walks do
 * not refute, then induction on all of them at once until it holds. They spare the search most of
 * its stem queries. */
#ifndef VOUCH_CHECKER_FAIR_SHORT_INVARIANTS_H
#define VOUCH_CHECKER_FAIR_SHORT_INVARIANTS_H

#include "checker/fair/chain.h"

struct short_invariants;

struct short_invariants *short_invariants_new(struct chain *chain);
void short_invariants_free(struct short_invariants *invariants);
/* Works for about so many ticks; goes on where it stopped. True: there is nothing more to do, and
 * what was found is in the chain's closed set. */
bool short_invariants_run(struct short_invariants *invariants, uint64_t ticks);

#endif
