/* Before the search: gates that are equal, and cases that are refuted by equal gates alone. */
#ifndef VOUCH_VALIDATOR_SEARCH_CONGRUENCE_H
#define VOUCH_VALIDATOR_SEARCH_CONGRUENCE_H

#include "validator/kernel/cnf.h"
#include "validator/search/cdcl.h"

/* At level 0, with all clauses of the CNF, whose last one may be a list of cases. States what is
 * equal in all cases, and which cases are refuted. */
void v_congruence(struct v_cdcl *s, const struct v_cnf *cnf, const uint32_t *cases,
                  const uint32_t *end_of_cases);

#endif
