/* A SAT solver that says why: what it refutes comes with an LRAT proof. For certificates without
 * proofs. Not trusted: its proofs are checked by v_lrat_check, its assignments by evaluation.
 * Deterministic. */
#ifndef VOUCH_VALIDATOR_SEARCH_SEARCH_H
#define VOUCH_VALIDATOR_SEARCH_SEARCH_H

#include "validator/kernel/cnf.h"
#include "validator/kernel/text.h"

enum v_answer { V_REFUTED, V_SATISFIED, V_NO_ANSWER };

/* Gives up after about so many steps (10 ns each). V_REFUTED: *proof is LRAT; V_SATISFIED:
 * values[k] is the value of variable k. The caller frees either. */
enum v_answer v_search(const struct v_cnf *cnf, uint64_t most_work, struct v_bytes *proof,
                       uint8_t **values);

/* Does this assignment satisfy every clause? */
bool v_cnf_satisfied(const struct v_cnf *cnf, const uint8_t *values);

#endif
