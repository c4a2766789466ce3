/* Upper facts of EG and E: blocks of walls. */
#ifndef VOUCH_TESTS_ORACLE_EXPLICIT_UPPER_H
#define VOUCH_TESTS_ORACLE_EXPLICIT_UPPER_H

#include "tests/oracle/explicit_system.h"

/* EG upper: the states of u that start no fair path inside u, in one block, or in two: first what
 * some state can reach. */
void explicit_upper_eg(struct explicit *x, struct fact *fact, const uint8_t *child,
                       const uint8_t *fair);
void explicit_upper_e(struct explicit *x, uint32_t v);

#endif
