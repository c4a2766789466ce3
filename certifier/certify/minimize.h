/* Drops from evidence what the verdict does not need: clauses of invariants and bounds, list
 * entries, lassos, blocks, walls, fairness copies.
 *
 * Every such thing is a part. Starting from the verdict, each obligation that a needed part rests
 * on is put to a SAT solver with one assumption per part it may use; the failed assumptions are the
 * parts that are needed next. What no core mentions is dropped. */
#ifndef VOUCH_CERTIFIER_CERTIFY_MINIMIZE_H
#define VOUCH_CERTIFIER_CERTIFY_MINIMIZE_H

#include "checker/portfolio/check.h"

struct minimize_statistics {
  size_t parts, kept;
  unsigned long queries;
};

/* Changes result->evidence in place. The effort is limited, by counts and not by the clock: the
 * same evidence gives the same result. When the limit is reached, when interrupted, or when some
 * obligation turns out to be violated (then the validator will say which), the evidence stays as it
 * is and the answer is false. */
bool minimize_evidence(struct check_result *result, const struct aiger *model,
                       const struct property *property, const struct effort *effort,
                       struct minimize_statistics *statistics);

#endif
