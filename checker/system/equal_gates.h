/* Gates that have the same value, or opposite values, whatever states and inputs are: one gate is
 * enough. Candidates come from random values, a solver decides about them from the leaves up, in a
 * graph where those below are merged already, and its counterexamples split what is left
 * (Mishchenko, Chatterjee, Jiang, Brayton: FRAIGs: a unifying representation for logic synthesis
 * and verification, 2005).
 *
 * A gate of the model is then another gate with the same function, so predicates mean what they
 * meant, and certificates know nothing of it. */
#ifndef VOUCH_CHECKER_SYSTEM_EQUAL_GATES_H
#define VOUCH_CHECKER_SYSTEM_EQUAL_GATES_H

#include "checker/effort/effort.h"
#include "checker/system/system.h"

/* In the graph of a system that nobody has literals of yet: they change. Gates of the model that
 * nothing in the system needs leave its cone. Gates about which the effort is over stay as they
 * are. */
void equal_gates_merge(struct system *system, const struct effort *effort);

#endif
