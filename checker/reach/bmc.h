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
 * leads further: the target is unreachable. While a depth resists, a few deeper ones are looked at,
 * too, so a trace need not be a shortest one unless it has bmc_depth steps. */
enum reach_answer bmc_run(struct bmc *bmc, size_t depth, long budget);
/* Steps known to be free of counterexamples: the least depth that is open. */
size_t bmc_depth(const struct bmc *bmc);
/* The least depth that was not looked at. */
size_t bmc_reached(const struct bmc *bmc);
/* After a trace: bmc_run goes on at depths that are still open. The trace stays until then. */
void bmc_look_for_shorter(struct bmc *bmc);
const struct trace *bmc_trace(const struct bmc *bmc);

#endif
