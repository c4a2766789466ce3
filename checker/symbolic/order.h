/* The variables' first order, from the circuit alone. */
#ifndef VOUCH_CHECKER_SYMBOLIC_ORDER_H
#define VOUCH_CHECKER_SYMBOLIC_ORDER_H

#include "checker/effort/tuning.h"
#include "checker/system/system.h"

/* Fills *order with the kept states and with the inputs that their next functions, the constraint
 * and the roots look at: state k as k, input k as num_states + k. What functions look at together
 * stands close together. */
void order_leaves(const struct system *system, const uint8_t *kept, const struct lits *roots,
                  const struct tuning *tuning, struct lits *order);

#endif
