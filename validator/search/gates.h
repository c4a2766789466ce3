/* The conjunctions that a CNF of the kernel defines (validator/kernel/cnf.h). */
#ifndef VOUCH_VALIDATOR_SEARCH_GATES_H
#define VOUCH_VALIDATOR_SEARCH_GATES_H

#include "validator/kernel/cnf.h"

/* Of variable k: it is a gate iff definition[k] > 0, the number of the clause
 *     k -a_1 .. -a_n
 * in the derivation; those before it, from definition[k] - n on, are  -k a_1, .., -k a_n.
 * Arguments have smaller variables. */
struct v_gates {
  uint32_t *definition;
  uint32_t *count;          /* n */
  const uint32_t **negated; /* -a_1 .. -a_n */
};

void v_gates_find(struct v_gates *gates, const struct v_cnf *cnf);
void v_gates_free(struct v_gates *gates);

#endif
