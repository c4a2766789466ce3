/* The engines for bad and output properties, as a search that can be interrupted and goes on. */
#ifndef VOUCH_CHECKER_PORTFOLIO_SAFETY_H
#define VOUCH_CHECKER_PORTFOLIO_SAFETY_H

#include "checker/portfolio/decide.h"

struct safety;
/* Is there a run of result->system to an allowed step with `bad`? The task, its effort and the
 * result must stay where they are until safety_end. `ghosts`: whoever wants the proof can do
 * nothing with an induction over several steps, so that ghosts have to remember them. */
struct safety *safety_new(const struct task *task, lit bad, bool ghosts,
                          struct check_result *result);
/* A glance by those who may see the answer at once. False: more work may help. */
bool safety_glance(struct safety *safety);
/* Until there is a verdict or the effort is over; the answer means the same. */
bool safety_run(struct safety *safety);
/* Frees everything, and completes the evidence: ghosts that a proof needs join the system. */
void safety_end(struct safety *safety);

#endif
