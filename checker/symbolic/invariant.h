/* A small proof from a large one: clauses between the reachable states and what must not be met. */
#ifndef VOUCH_CHECKER_SYMBOLIC_INVARIANT_H
#define VOUCH_CHECKER_SYMBOLIC_INVARIANT_H

#include "checker/symbolic/symbolic_system.h"
#include "checker/system/clauses.h"

/* `reached` is closed under allowed steps and meets no step of `target` (over states and inputs; it
 * says itself that the step is allowed, and may speak of elementary variables). Finds clauses that
 * all hold in `reached`, whose conjunction is closed under allowed steps and excludes the target,
 * too. False (and *out empty) when they would be larger than the diagram, or the effort is over. */
bool invariant_of_clauses(struct symbolic *s, bdd reached, lit target, const struct effort *effort,
                          struct clauses *out);

/* The same as a diagram: `reached`, or a smaller set around it that is closed under allowed steps
 * and excludes the target (LIT_NONE: not known), in an order of variables that suits it. What that
 * costs is a share of the work so far, beyond the limits of the effort. */
lit invariant_compact(struct symbolic *s, bdd reached, lit target, const struct effort *effort);

#endif
