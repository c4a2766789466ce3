/* What stands behind check_property: one deciding function per kind of property. Each finds
 * result->system elaborated and result->evidence initialised (verdict unknown), and fills in the
 * verdict and its evidence. */
#ifndef VOUCH_CHECKER_PORTFOLIO_DECIDE_H
#define VOUCH_CHECKER_PORTFOLIO_DECIDE_H

#include "checker/portfolio/check.h"

struct task {
  const struct aiger *model;
  const struct property *property;
  const struct check_options *options;
  const struct effort *effort;
};

/* For the statistics. */
static inline void decided_by(struct check_result *result, enum engine engine) {
  result->meter.statistics.decided = engine_descriptions[engine].name;
}

/* checker/portfolio/evidence_check.c, for assert: `bad` is that of a bad or output property. */
bool evidence_is_fine(const struct check_result *result, lit bad);

/* bad, output: `bad` is the literal of the system that must never be true in an allowed step.
 * checker/portfolio/safety.c */
void decide_safety(const struct task *task, lit bad, struct check_result *result);
/* justice: result->core is !EG true. checker/portfolio/justice.c */
void decide_justice(const struct task *task, struct check_result *result);
/* LTL, if that is what the formula of *ic is (and nothing is done otherwise): what shows the
 * verdict goes to its bounds. False: no verdict yet. checker/portfolio/ltl.c */
bool decide_ltl(const struct task *task, struct iictl *ic, struct check_result *result);
/* ctl: result->core is the formula, and the evidence is not yet initialised: it comes when it is
 * known which ghosts the system has. checker/portfolio/ctl.c */
void decide_ctl(const struct task *task, struct check_result *result);

#endif
