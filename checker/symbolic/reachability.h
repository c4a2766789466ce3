/* Forward reachability with decision diagrams: decides a safety property when the diagrams of its
 * circuit stay small. */
#ifndef VOUCH_CHECKER_SYMBOLIC_REACHABILITY_H
#define VOUCH_CHECKER_SYMBOLIC_REACHABILITY_H

#include "checker/reach/reach.h"

struct sweep;
/* Is `target` (over states and inputs; it says itself that the step is allowed) true in some step
 * from the initial states by allowed steps? */
struct sweep *sweep_new(struct system *system, lit target);
void sweep_free(struct sweep *sweep);
/* Goes on until an answer or the end of the effort (then resumable). REACH_UNKNOWN with sweep_over:
 * a limit of the diagrams was met. */
enum reach_answer sweep_run(struct sweep *sweep, const struct effort *effort);
bool sweep_over(const struct sweep *sweep);
/* After REACH_PROOF: the reachable states as a predicate, or, within a share of the work so far,
 * clauses or a smaller set around them that serve as well. After REACH_TRACE: a shortest run, owned
 * by the sweep. */
lit sweep_invariant(struct sweep *sweep, const struct effort *effort);
const struct trace *sweep_trace(const struct sweep *sweep);

#endif
