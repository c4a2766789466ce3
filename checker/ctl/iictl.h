/* IICTL (Hassan, Bradley, Somenzi: Incremental, Inductive CTL Model Checking). */
#ifndef VOUCH_CHECKER_CTL_IICTL_H
#define VOUCH_CHECKER_CTL_IICTL_H

#include "checker/ctl/goals.h"

void iictl_init(struct iictl *ic, struct system *system, const struct core_formula *core,
                const struct iictl_options *options, const struct effort *effort,
                struct evidence *evidence);
void iictl_free(struct iictl *ic);
/* Runs to a verdict and completes the evidence, or to the end of the effort: then it can be called
 * again and goes on. */
enum verdict iictl_run(struct iictl *ic);
/* What the bounds say, without further work on them. */
enum verdict iictl_verdict(struct iictl *ic);
/* To be called when somebody else has changed the bounds: what goals have begun is about others. */
void iictl_drop_goals(struct iictl *ic);

/* Fair cycles that are asked for elsewhere were found to be impossible in some states, and the
 * question at hand is whether a run leads to others. */
bool iictl_is_ahead(const struct iictl *ic);
/* .. were found to be impossible in some states, not from one state after the other. */
bool iictl_gets_on(const struct iictl *ic);
/* The question at hand is whether there are fair cycles that are asked for elsewhere, from an
 * initial state. */
bool iictl_asks_about_start(const struct iictl *ic);

#endif
