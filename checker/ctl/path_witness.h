/* Witnesses of E nodes: what is known of lassos in the node's lower view, the one with the lower
 * bounds of its leaves, and of states from which promises lead there. */
#ifndef VOUCH_CHECKER_CTL_PATH_WITNESS_H
#define VOUCH_CHECKER_CTL_PATH_WITNESS_H

#include "checker/ctl/goals.h"

/* The bounds of the leaves of an E node, by node of the path formula; the caller frees it. */
lit *path_leaves(const struct bounds *b, const struct path_formula *path, bool upper);

/* The lower view under the bounds as they are now, until they change. */
struct view *path_lower_view(struct iictl *ic, uint32_t v);
/* A block of a view with the upper bounds of the leaves becomes part of the node's fact. */
void path_add_block(struct iictl *ic, uint32_t v, struct view *view, const struct block *block);
/* A fair lasso of the lower view from sat(psi): its states, and more like them, go into L_v. */
void path_include_lasso(struct iictl *ic, uint32_t v, const struct trace *lasso);
/* A run of the lower view from sat(psi) to a state where nothing is promised, in a system without
 * constraints and fairness: every path that goes on from there is good, and a region says so. The
 * node has no witnesses yet. */
void path_include_run(struct iictl *ic, uint32_t v, const struct trace *run);
/* The second time that witnesses are wanted, and the leaves are decided everywhere, a region of the
 * view may give them all: looks for one with a part of the turn. */
void path_include_region(struct iictl *ic, uint32_t v);
/* Looks for one of the states from which lassos that are known can be reached; true when L_v has
 * grown. */
bool path_reach_known(struct iictl *ic, uint32_t v, lit source);

void path_witnesses_free(struct iictl *ic);

#endif
