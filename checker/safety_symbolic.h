/* Forward reachability with decision diagrams: decides a safety property when the diagrams of its circuit stay small. */
#ifndef VOUCH_CHECKER_SAFETY_SYMBOLIC_H
#define VOUCH_CHECKER_SAFETY_SYMBOLIC_H

#include "checker/reach.h"

/* Is `target` (over states and inputs; it says itself that the step is allowed) true in some step from the initial states by allowed steps?
 * REACH_PROOF: *invariant is the set of reachable states as a predicate. REACH_TRACE: *trace is a fresh, shortest run.
 * REACH_UNKNOWN: interrupted, or a limit of the diagrams was met. */
enum reach_answer safety_symbolic(struct system *system, lit target, const struct interrupt *interrupt, lit *invariant,
                                  struct trace *trace);

#endif
