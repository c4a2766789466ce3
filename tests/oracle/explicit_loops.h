/* Blocks that end with a loop: the relation of all walks. */
#ifndef VOUCH_TESTS_ORACLE_EXPLICIT_LOOPS_H
#define VOUCH_TESTS_ORACLE_EXPLICIT_LOOPS_H

#include "tests/oracle/explicit_system.h"

/* The number that certificates have for fairness j of the system or view. */
uint32_t explicit_fairness_number(const struct explicit *x, uint32_t j);
/* Ends the block with the relation that holds of all walks inside the set, if these are few. */
bool explicit_end_with_loop(struct explicit *x, struct block *block, const uint8_t *inside);
/* Gives relations their numbers, once all gates are known. */
void explicit_place_relations(struct explicit *x);

#endif
