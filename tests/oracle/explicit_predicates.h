/* Sets of states as gates of the certificate. */
#ifndef VOUCH_TESTS_ORACLE_EXPLICIT_PREDICATES_H
#define VOUCH_TESTS_ORACLE_EXPLICIT_PREDICATES_H

#include "tests/oracle/explicit_system.h"

uint32_t explicit_gate(struct explicit *x, const struct lits *arguments);
/* The predicate that is true in state s only. */
uint32_t explicit_cube(struct explicit *x, uint32_t s);
/* One that is, among reachable states, true exactly in those of the set. */
uint32_t explicit_predicate(struct explicit *x, const uint8_t *members);
/* R is exactly the reachable states: the other predicates may say anything elsewhere. */
uint32_t explicit_reachable(struct explicit *x);
bool explicit_is_empty(const struct explicit *x, const uint8_t *members);

#endif
