/* Properties of one model that learn from each other are decided in two passes. In the first, each
 * is by itself, with a fixed amount of work, and leaves lessons (checker/system/lessons.h), decided
 * or not. Those that are open begin anew in the second, with the lessons of all. Since the clock
 * has no part in it, what comes out does not depend on who was at work at the same time. */
#ifndef VOUCH_CERTIFIER_PIPELINE_PASS_H
#define VOUCH_CERTIFIER_PIPELINE_PASS_H

#include "certifier/pipeline/selection.h"

/* The pass of one property; zeros: there is only one. */
struct pass {
  bool first;
  const struct lits *lessons; /* of the first pass; NULL: none */
  double seconds;             /* that the first pass took; they count */
  uint64_t ticks;
};

/* Does the property learn, in a run with these options? Where --timeout is short, the clock might
 * end the first pass, and nobody does. */
bool pass_learns(const struct check_options *options, double timeout,
                 const struct selected *property);

#endif
