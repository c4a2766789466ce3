/* Obligations as other programs read them. */
#ifndef VOUCH_VALIDATOR_BESIDE_DIMACS_H
#define VOUCH_VALIDATOR_BESIDE_DIMACS_H

#include "validator/kernel/cnf.h"

#include <stdio.h>

/* In DIMACS format; false on a write error. */
bool v_cnf_write(const struct v_cnf *cnf, FILE *file);

#endif
