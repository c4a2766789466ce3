/* What facts demand of a step, as one literal: where it is false in all steps from an invariant's
 * states, the invariant carries the facts. */
#ifndef VOUCH_CHECKER_SYMBOLIC_VIOLATIONS_H
#define VOUCH_CHECKER_SYMBOLIC_VIOLATIONS_H

#include "checker/ctl/core_formula.h"
#include "checker/system/evidence.h"

/* Over states and inputs, and with path formulas over elementary variables: some case of the rules
 * (docs/certificates.md, sections 3 and 4) is violated by this step, or in its first state, when
 * the invariant does not count. LIT_NONE if a fact is about more than a step: lassos, loops,
 * skeletons of several copies. Predicates of lower bounds become what the rules add up to, so that
 * they are right outside the invariant, too. */
lit violations_of(const struct core_formula *core, struct evidence *evidence);

#endif
