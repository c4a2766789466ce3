/* Hints of the user (guided search: Bloem, Ravi, Somenzi): assertions over states and inputs under which a search is tried first.
 * They may only help to find witnesses; what is found or proved is about the full system. */
#ifndef VOUCH_CHECKER_HINTS_H
#define VOUCH_CHECKER_HINTS_H

#include "checker/iictl.h"

/* A propositional formula over the model's literals, all of them in the cone, as a literal of the system. */
lit hint_literal(const struct system *system, const struct formulas *arena, uint32_t root);

/* For a goal of an EU node: looks, for each hint in turn, for a purported witness whose steps satisfy it. True: the goal has a trace. */
bool hint_trace(struct iictl *ic, struct goal *goal);

#endif
