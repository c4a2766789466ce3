/* What IICTL does for goals of the temporal nodes. */
#ifndef VOUCH_CHECKER_CTL_NODE_STEPS_H
#define VOUCH_CHECKER_CTL_NODE_STEPS_H

#include "checker/ctl/goals.h"

/* One round of queries for a goal of an EX, EU, EG or E node: tightens the node's bounds or pushes
 * goals for its children. The goal may move when goals are pushed: callers must not keep the
 * pointer. */
void iictl_step_ex(struct iictl *ic, struct goal *goal);
void iictl_step_eu(struct iictl *ic, struct goal *goal);
void iictl_step_eg(struct iictl *ic, struct goal *goal);
void iictl_step_e(struct iictl *ic, struct goal *goal);

#endif
