/* A shortest path from the present state of a replay to one in which a formula without temporal
 * operators is true, or false: an example where there would be something to see. Private to the
 * story. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_LEAD_H
#define VOUCH_CERTIFIER_EXPLAIN_LEAD_H

#include "certifier/explain/replay.h"

struct lead {
  struct lits *steps; /* per step a cube of step inputs; others do not matter */
  size_t size;
};

/* False: there is none of at least one step, or it was not found with the little work that is spent
 * on it. Only for models without constraints and fairness: there every path goes on, and is fair.
 */
bool lead_find(struct lead *lead, const struct replay *replay, const struct formulas *arena,
               uint32_t formula, bool value);
void lead_free(struct lead *lead);

#endif
