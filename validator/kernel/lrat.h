/* Checking refutations in LRAT (docs/certificates.md, section 8): linear, without search. */
#ifndef VOUCH_VALIDATOR_KERNEL_LRAT_H
#define VOUCH_VALIDATOR_KERNEL_LRAT_H

#include "validator/kernel/cnf.h"

/* True iff `text`, whose first line has number `line`, refutes the CNF. */
bool v_lrat_check(const struct v_cnf *cnf, const char *text, size_t size, size_t line,
                  struct v_error *error);

#endif
