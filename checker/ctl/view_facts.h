/* Facts of E nodes as facts of EG true in their views. */
#ifndef VOUCH_CHECKER_CTL_VIEW_FACTS_H
#define VOUCH_CHECKER_CTL_VIEW_FACTS_H

#include "checker/ctl/view.h"

typedef lit view_literal(void *context, lit a);

/* What the node's fact, upper or lower, says of fair paths of the view: blocks, or lassos, region
 * and ranks. `into` takes its literals to the view's copy. The predicate of a lower one is E_n; *to
 * is not freed. */
void view_fact_into(const struct view *view, const struct fact *from, view_literal *into,
                    void *context, struct fact *to);

#endif
