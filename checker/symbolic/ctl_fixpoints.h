/* CTL by classical fixpoints on decision diagrams: the engine that time-shares with IICTL. It
 * computes the exact set of every node, relative to the reachable states when those can be had, and
 * leaves the same kinds of facts; what it cannot do in its share of time and nodes it leaves alone.
 */
#ifndef VOUCH_CHECKER_SYMBOLIC_CTL_FIXPOINTS_H
#define VOUCH_CHECKER_SYMBOLIC_CTL_FIXPOINTS_H

#include "checker/ctl/core_formula.h"
#include "checker/effort/interrupt.h"
#include "checker/system/evidence.h"

/* Replaces the evidence's facts if it comes to a verdict; otherwise leaves the evidence as it was
 * and returns VERDICT_UNKNOWN. */
enum verdict ctl_symbolic(struct system *system, const struct core_formula *core,
                          const struct interrupt *interrupt, struct evidence *evidence);

#endif
