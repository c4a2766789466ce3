/* The variables' first order, from the circuit alone. */
#ifndef VOUCH_CHECKER_SYMBOLIC_ORDER_H
#define VOUCH_CHECKER_SYMBOLIC_ORDER_H

#include "checker/symbolic/relation.h"

/* Fills *order with the kept states and with the inputs that the relation and the roots look at and
 * that are not the next value of a state: state k as k, input k as num_states + k. What functions
 * look at together stands close together. */
void order_leaves(const struct relation *relation, const struct lits *roots,
                  const struct tuning *tuning, struct lits *order);

#endif
