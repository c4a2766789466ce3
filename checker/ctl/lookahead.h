/* Looking a step ahead, around IICTL's goal-by-goal refinement, for what the paper found wanting
 * (section 4): formulas that are safety or plain fair-cycle questions in disguise. They only choose
 * better queries; the evidence is that of the ordinary rules. */
#ifndef VOUCH_CHECKER_CTL_LOOKAHEAD_H
#define VOUCH_CHECKER_CTL_LOOKAHEAD_H

#include "checker/ctl/closed_targets.h"

/* EX nodes over exactly known children: the inputs are quantified away when few enough matter,
 * which makes the node's bounds exact; not while a closed target is waited for. False when the
 * effort was over. */
bool lookahead_exact_ex(struct bounds *b, const struct closed_targets *closed);

/* A target for the upper-bound query of E[u U w] that looks one step ahead: where w's value hangs
 * on a single EX node, "has a successor in the child's upper bound" is spelled out over the step's
 * inputs, instead of being guessed by the node's own bound. Returns U_w and leaves *ex alone if
 * there is no such node; else stores it. */
lit lookahead_target(struct bounds *b, uint32_t w, uint32_t *ex);

/* U_w if the upper bound of node v below it, with only Boolean operators between, were `upper`. */
lit lookahead_assuming(struct bounds *b, uint32_t w, uint32_t v, lit upper);
/* Marks the nodes (num_nodes bytes, zero before) below w with only Boolean operators between. */
void lookahead_boolean_cone(const struct bounds *b, uint32_t w, uint8_t *below);

#endif
