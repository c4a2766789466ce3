/* Before the search, for what it finds hard: cases by the values of selectors, in each of which
 * equal gates are merged and sums modulo 2 are added up. */
#ifndef VOUCH_VALIDATOR_SEARCH_SPLIT_H
#define VOUCH_VALIDATOR_SEARCH_SPLIT_H

#include "validator/kernel/cnf.h"
#include "validator/search/cdcl.h"

/* At level 0, with all clauses of the CNF and nothing else, whose last one may be a list of cases.
 * Does nothing where there are no long sums; else goes on until s->refuted, or as long as it pays:
 * for so many free steps, and for that part of most_work that has been refuted. */
void v_split(struct v_cdcl *s, const struct v_cnf *cnf, const uint32_t *cases,
             const uint32_t *end_of_cases, uint64_t free_work, uint64_t most_work);

#endif
