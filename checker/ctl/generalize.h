/* Generalisation of witnesses: from a trace of states to cubes (unsatisfiable cores), and from
 * cubes to larger ones (forall-exists generalisation, section 3.2 of the IICTL paper). What it adds
 * to a lower bound it records as entries of the node's ranked list. */
#ifndef VOUCH_CHECKER_CTL_GENERALIZE_H
#define VOUCH_CHECKER_CTL_GENERALIZE_H

#include "checker/ctl/goals.h"

/* The trace's states 0 .. last are to go into L_v (EU, EG), where state `last` is in L_v already,
 * the others are in L_u, and every step is allowed. For EX: last is 1, state 1 is in L_u. */
void generalize_trace(struct iictl *ic, uint32_t v, const struct trace *trace, size_t last);

/* The same for all values of the model's parameters that lead along the trace, if there are
 * parameters and it starts in an initial state; false: nothing was done. */
bool generalize_parameters(struct iictl *ic, uint32_t v, const struct trace *trace, size_t last);

/* A lasso whose states are all in L_u: its loop becomes a lasso of cubes, then its stem goes
 * through generalize_trace. False: nothing was included, since the effort was over, or, if the
 * lasso is open, since L_u is not known from the states that return. */
bool generalize_lasso(struct iictl *ic, uint32_t v, const struct trace *lasso);

/* Looks for the largest K inside L_u that its states need not leave and from which every B_j can be
 * reached again and again, by growing lists of guarded choices and shrinking K to what they cover.
 * Adds it to L_v as the node's region; false if the effort was not enough or nothing is left. */
bool generalize_region(struct iictl *ic, uint32_t v);

/* Tries to show that the state is unreachable by strengthening R. */
bool generalize_unreachable(struct iictl *ic, const uint8_t *state);

#endif
