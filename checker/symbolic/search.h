/* Breadth-first search backwards and onward, inside sets of states of interest. */
#ifndef VOUCH_CHECKER_SYMBOLIC_SEARCH_H
#define VOUCH_CHECKER_SYMBOLIC_SEARCH_H

#include "checker/symbolic/symbolic_system.h"

/* The predecessors of a set, as far as they are in `within`, which all steps from it lead into;
 * elsewhere the result may be anything. Successors outside do not matter: the set may be what makes
 * it small. */
bdd symbolic_pre_within(struct symbolic *s, bdd set, bdd within);
/* E[u U w] for u and w inside `within`; *rings gets the approximations, each referenced, if it is
 * not NULL. If it has some already, from a search that was stopped, the search goes on from there.
 */
bdd symbolic_until(struct symbolic *s, bdd u, bdd w, bdd within, struct bdd_vector *rings);
/* The states of `inside` that some path inside it leads to from a state of `from`, a part of it. */
bdd symbolic_onward(struct symbolic *s, bdd from, bdd inside);

#endif
