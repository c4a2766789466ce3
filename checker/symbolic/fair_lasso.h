/* A fair lasso out of the sets of a finished fixpoint. */
#ifndef VOUCH_CHECKER_SYMBOLIC_FAIR_LASSO_H
#define VOUCH_CHECKER_SYMBOLIC_FAIR_LASSO_H

#include "checker/symbolic/symbolic_system.h"
#include "checker/system/trace.h"

/* `fair` has all states of the fair cycles that are reachable, of which there is one; rings->at[d]:
 * the states that are reached first after d steps. Replaces *lasso. False if a limit was met, or if
 * latches outside the cone do not come round. */
bool fair_lasso_find(struct symbolic *s, bdd fair, const struct bdd_vector *rings,
                     struct trace *lasso);

#endif
