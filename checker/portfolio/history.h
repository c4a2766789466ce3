/* The evidence of k-induction: the system with ghosts that remember its last steps, and an
 * invariant that looks at one step only. */
#ifndef VOUCH_CHECKER_PORTFOLIO_HISTORY_H
#define VOUCH_CHECKER_PORTFOLIO_HISTORY_H

#include "checker/system/system.h"

/* `invariant` holds in all reachable states, no run of `depth` steps shows the target (which may
 * have inputs, and implies the constraint), and no `depth` steps within the invariant that do not
 * show it lead to one that does. Adds ghosts to the system and returns an inductive invariant over
 * all of its states, in which no step shows the target. O(depth * size of the system). */
lit history_invariant(struct system *system, lit invariant, lit target, size_t depth);

#endif
