/* Short clauses of state literals that are invariant together: candidates that random walks do not
 * refute, then induction on all of them at once until it holds. They spare the search most of its
 * stem queries. */
#ifndef VOUCH_CHECKER_FAIR_SHORT_INVARIANTS_H
#define VOUCH_CHECKER_FAIR_SHORT_INVARIANTS_H

#include "checker/fair/chain.h"

struct short_invariants;

/* Clauses of one or two literals; `local`: of up to four, over variables that belong together
 * (checker/fair/local_clauses.h). */
struct short_invariants *short_invariants_new(struct chain *chain, bool local);
void short_invariants_free(struct short_invariants *invariants);
/* Works for about so many ticks; goes on where it stopped. True: there is nothing more to do, and
 * what was found is in the chain's closed set. */
bool short_invariants_run(struct short_invariants *invariants, uint64_t ticks);

#endif
