/* k-induction (Sheeran, Singh, Stalmarck: Checking safety properties using induction and a SAT
 * solver, 2000), without simple paths: if no run of k steps shows the target, and no k steps that
 * do not show it lead to one that does, wherever they start, then no step does. */
#ifndef VOUCH_CHECKER_REACH_KINDUCTION_H
#define VOUCH_CHECKER_REACH_KINDUCTION_H

#include "checker/reach/bmc.h"

struct kinduction;
/* `base` looks for the runs from the beginning, for others, too; not owned. The query has no
 * constraints and starts in F itself. */
struct kinduction *kinduction_new(struct system *system, const struct reach_query *query,
                                  struct bmc *base, const struct effort *effort);
void kinduction_free(struct kinduction *kinduction);

/* Lengthens the steps, up to `depth` of them, for so many ticks; then, if they prove something,
 * `base` has to come as far, about `budget` conflicts long; resumable. REACH_TRACE: the trace is
 * that of `base`. */
enum reach_answer kinduction_run(struct kinduction *kinduction, size_t depth, uint64_t ticks,
                                 long budget);
/* The next k to try; after REACH_PROOF the one that was enough. */
size_t kinduction_depth(const struct kinduction *kinduction);

#endif
