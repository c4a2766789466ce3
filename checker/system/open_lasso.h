/* Lassos of which only some latches come back (docs/certificates.md, section 5): the others may be
 * anything when the loop begins, for with its inputs the rest does what it does whatever they are.
 */
#ifndef VOUCH_CHECKER_SYSTEM_OPEN_LASSO_H
#define VOUCH_CHECKER_SYSTEM_OPEN_LASSO_H

#include "checker/effort/effort.h"
#include "checker/system/trace.h"

/* `lasso` is a run of the system, elaborated from the model for this justice set, with a loop of
 * which nothing is known but that its steps are allowed. Finds the most latches that come back by
 * themselves, so that all steps of the loop are allowed and every fairness condition is met, and
 * notes them in lasso->returning. Looks at the model as certificates do, gate by gate, so that
 * nothing is known here that is not known there. False: that is not so, or the effort was over. */
bool open_lasso(const struct aiger *model, uint32_t justice, const struct system *system,
                const struct effort *effort, struct trace *lasso);

/* Somebody who knows whether a lasso of which only some states return, perhaps one of another
 * system, is evidence. */
struct lasso_judge {
  bool (*accepts)(void *context, const struct trace *lasso);
  void *context;
};

#endif
