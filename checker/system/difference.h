/* Nodes of a growing graph in a solver, and whether two of them can differ. */
#ifndef VOUCH_CHECKER_SYSTEM_DIFFERENCE_H
#define VOUCH_CHECKER_SYSTEM_DIFFERENCE_H

#include "checker/sat/sat.h"
#include "checker/system/aig.h"

struct difference {
  const struct aig *aig; /* not owned */
  struct sat *sat;
  struct ints variable; /* per node that the solver knows */
};

void difference_init(struct difference *difference, const struct aig *aig,
                     const struct effort *effort);
/* May be all zeros. */
void difference_free(struct difference *difference);
/* The literal in the solver, which knows all nodes of the graph from now on. */
int difference_lit(struct difference *difference, lit a);
/* Behind SAT_YES, with any values of nodes that it does not give. */
bool difference_value(struct difference *difference, lit a);
/* Within so many conflicts for each of both sides, or SAT_UNKNOWN. */
enum sat_answer difference_ask(struct difference *difference, lit a, lit b, long conflicts);

#endif
