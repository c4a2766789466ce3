/* Lower facts: choices, ranks, lassos and regions. */
#ifndef VOUCH_TESTS_ORACLE_EXPLICIT_LOWER_H
#define VOUCH_TESTS_ORACLE_EXPLICIT_LOWER_H

#include "tests/oracle/explicit_system.h"

/* The states of `members` outside `base`, in the order in which they come to reach it by steps
 * inside `members`; each with the step. */
void explicit_ranks(struct explicit *x, struct choices *ranks, const uint8_t *members,
                    const uint8_t *base);
void explicit_lower_ex(struct explicit *x, uint32_t v);
/* EG lower: lassos in which some states of the set can stay and ranks that lead there, or one
 * region. */
void explicit_lower_eg(struct explicit *x, struct fact *fact, const uint8_t *members);
void explicit_lower_e(struct explicit *x, uint32_t v);

#endif
