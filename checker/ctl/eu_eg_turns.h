/* E[u U w] where w needs EG p: one fair cycle query about "a run to a W-state from which it stays
 * in p" (checker/ctl/eu_eg_product.h), instead of one query per state that the run may end in.
 * Neither way is always the better one, so they take turns. */
#ifndef VOUCH_CHECKER_CTL_EU_EG_TURNS_H
#define VOUCH_CHECKER_CTL_EU_EG_TURNS_H

#include "checker/ctl/goals.h"

/* Gives the query of the goal at `index` a turn, beginning it if need be; true if it came to an
 * answer, which has changed bounds or the goal's trace. */
bool product_turn(struct iictl *ic, size_t index, long budget);
/* A turn for every such query that goals below the top have begun; true if one came to an answer.
 * Goals above it are gone then. */
bool product_turns(struct iictl *ic, long budget);

#endif
