/* Lower bounds by constant inputs. Cubes around single states are a poor description of what, say,
 * every pair of operands of a divider has in common. Under inputs that stay the same the system is
 * a function of its state, and what EX and E[.. U ..] ask for is composition with that function:
 * "w after k steps" is a circuit, and covers all such states at once. (The cofactors of Ganai,
 * Gupta, Ashar: Efficient SAT-based unbounded symbolic model checking using circuit cofactoring,
 * 2004, for inputs that do not change.) The circuits become entries of the nodes' lists. */
#ifndef VOUCH_CHECKER_CTL_STRATEGIES_H
#define VOUCH_CHECKER_CTL_STRATEGIES_H

#include "checker/ctl/bounds.h"

struct strategies {
  uint8_t *inputs; /* of those that have served, one after the other */
  size_t size;
  struct lits *given; /* per node: guards that came from here */
  uint64_t random;
  uint64_t ticks;   /* that were spent here */
  size_t described; /* entries of lists that circuits describe already, over parameters */
};

void strategies_init(struct strategies *s, const struct bounds *b);
void strategies_free(struct strategies *s, const struct bounds *b);
/* For an EX or EU node whose list has become long: looks for constant inputs under which the state
 * satisfies it, and adds everything of which the same is true to the lower bounds of the node and
 * of those below it. Returns whether the state is among it. */
bool strategies_serve(struct strategies *s, struct bounds *b, uint32_t v, const uint8_t *state);

#endif
