/* Which of many predicates speak of the states that a claim depends on. */
#ifndef VOUCH_CHECKER_FAIR_NEARBY_H
#define VOUCH_CHECKER_FAIR_NEARBY_H

#include "checker/system/system.h"

struct nearby {
  const struct system *system;
  size_t *first;        /* per state, and one more: where its predicates begin .. */
  struct lits speakers; /* .. among these numbers of predicates */
  uint8_t *near;        /* per predicate: of the last claim */
};

void nearby_init(struct nearby *nearby, const struct system *system, const struct lits *predicates);
void nearby_free(struct nearby *nearby);
/* Sets `near`: the predicates about states below `now`, or below next functions of the states that
 * `then` speaks of. */
void nearby_look(struct nearby *nearby, const struct lits *now, const struct lits *then);

#endif
