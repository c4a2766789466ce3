/* Guided search (Bloem, Ravi, Somenzi: Symbolic Guided Search for CTL Model Checking): hints are
 * assertions over states and inputs. Searches for witnesses are tried among the steps that satisfy
 * a hint first; upper bounds are tried with every step that violates it taken for a success, which
 * is the hint's relaxation. Either answer is about the full system: a run under the hint is a run,
 * and a proof that avoids more is a proof. */
#ifndef VOUCH_CHECKER_CTL_HINTS_H
#define VOUCH_CHECKER_CTL_HINTS_H

#include "checker/ctl/goals.h"

/* The hints of the options as literals of the system. */
void iictl_hints_init(struct iictl *ic);
/* For a goal of an EU node: a purported witness becomes the goal's trace, a proof an upper bound.
 * True if there was either. */
bool iictl_hint_eu(struct iictl *ic, struct goal *goal);
/* For a goal of an EG node: a lasso becomes the goal's trace. */
bool iictl_hint_eg(struct iictl *ic, struct goal *goal);

#endif
