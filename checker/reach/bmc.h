/* Bounded model checking of a reach query: for short counterexamples. */
#ifndef VOUCH_CHECKER_REACH_BMC_H
#define VOUCH_CHECKER_REACH_BMC_H

#include "checker/reach/reach.h"

struct bmc;
struct bmc *bmc_new(struct system *system, const struct reach_query *query,
                    const struct effort *effort);
void bmc_free(struct bmc *bmc);
/* Looks at traces of up to `depth` steps, about `budget` conflicts long (negative: no limit);
 * resumable. REACH_UNKNOWN when none was found, REACH_PROOF (without clauses) when no allowed step
 * leads further: the target is unreachable. */
enum reach_answer bmc_run(struct bmc *bmc, size_t depth, long budget);
/* Steps known to be free of counterexamples: the next depth to try. */
size_t bmc_depth(const struct bmc *bmc);
const struct trace *bmc_trace(const struct bmc *bmc);

#endif
