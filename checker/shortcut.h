/* Short cuts around IICTL's task-by-task refinement, for what the paper found wanting (section 4): formulas that are safety or
 * plain fair-cycle questions in disguise. They only choose better queries; the evidence is that of the ordinary rules. */
#ifndef VOUCH_CHECKER_SHORTCUT_H
#define VOUCH_CHECKER_SHORTCUT_H

#include "checker/iictl.h"

/* p(N) as a literal over states and inputs. */
lit shortcut_next(struct bounds *b, lit p);

/* EX nodes over exactly known children: the inputs are quantified away when few enough matter, which makes the node's bounds exact. */
void shortcut_exact_ex(struct iictl *ic);

/* A target for the upper-bound query of E[u U w] that looks one step ahead: where w's value hangs on a single EX node,
 * "has a successor in the child's upper bound" is spelled out over the step's inputs, instead of being guessed by the node's own bound. Returns
 * U_w and leaves *ex alone if there is no such node; else stores it. */
lit shortcut_target(struct iictl *ic, uint32_t w, uint32_t *ex);

/* E[u U w] where w needs EG p: one fair cycle query about "a run to a W-state from which it stays in p", instead of one query per state that the run may
 * end in. Neither way is always the better one, so they take turns. Gives the query of the goal at `index` a turn, beginning it if need be; true if it
 * came to an answer, which has changed bounds or the goal's trace. */
bool shortcut_cycle(struct iictl *ic, size_t index, long budget);
/* A turn for every such query that goals below the top have begun; true if one came to an answer. Goals above it are gone then. */
bool shortcut_cycle_turns(struct iictl *ic, long budget);
void product_free(struct product *product);

/* U_w if the upper bound of node v below it, with only Boolean operators between, were `upper`. */
lit shortcut_assuming(struct bounds *b, uint32_t w, uint32_t v, lit upper);
/* Marks the nodes (num_nodes bytes, zero before) below w with only Boolean operators between. */
void shortcut_boolean_cone(const struct bounds *b, uint32_t w, uint8_t *below);

#endif
