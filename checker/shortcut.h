/* Short cuts around IICTL's task-by-task refinement, for what the paper found wanting (section 4): formulas that are safety or
 * plain fair-cycle questions in disguise. They only choose better queries; the evidence is that of the ordinary rules. */
#ifndef VOUCH_CHECKER_SHORTCUT_H
#define VOUCH_CHECKER_SHORTCUT_H

#include "checker/iictl.h"

/* p(N) as a literal over states and inputs. */
lit shortcut_next(struct bounds *b, lit p);

/* EX nodes over exactly known children: the inputs are quantified away when few enough matter, which makes the node's bounds exact. */
void shortcut_exact_ex(struct iictl *ic);

/* A target for the upper-bound query of E[u U w] that looks one step ahead: where w's value hangs on a single EX node whose child is known
 * exactly, "has a successor in the child" is spelled out over the step's inputs, instead of being guessed by U_v. Returns U_w and
 * leaves *ex alone if there is no such node; else stores it. */
lit shortcut_target(struct iictl *ic, uint32_t w, uint32_t *ex);

#endif
