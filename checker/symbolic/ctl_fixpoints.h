/* CTL by classical fixpoints on decision diagrams: the engine that time-shares with IICTL. It
 * computes the exact set of every node, relative to the reachable states when those can be had, and
 * leaves the same kinds of facts; what it cannot do in its share of time and nodes it leaves alone.
 */
#ifndef VOUCH_CHECKER_SYMBOLIC_CTL_FIXPOINTS_H
#define VOUCH_CHECKER_SYMBOLIC_CTL_FIXPOINTS_H

#include "checker/ctl/core_formula.h"
#include "checker/effort/effort.h"
#include "checker/system/evidence.h"

struct ctl_fixpoints;
struct ctl_fixpoints *ctl_fixpoints_new(struct system *system, const struct core_formula *core);
void ctl_fixpoints_free(struct ctl_fixpoints *f);
/* Runs to a verdict, whose facts replace those of the evidence; or to the end of the effort, with
 * VERDICT_UNKNOWN and the evidence as it was: then it can be called again and goes on. */
enum verdict ctl_fixpoints_run(struct ctl_fixpoints *f, const struct effort *effort,
                               struct evidence *evidence);
/* It has given up for good: the diagrams, or the facts, are too large. */
bool ctl_fixpoints_over(const struct ctl_fixpoints *f);
/* Of all diagrams at the moment. */
size_t ctl_fixpoints_nodes(const struct ctl_fixpoints *f);

#endif
