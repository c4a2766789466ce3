/* Simulation with unknown values: states that never change, whatever the inputs are. */
#ifndef VOUCH_CHECKER_SYSTEM_TERNARY_H
#define VOUCH_CHECKER_SYSTEM_TERNARY_H

#include "checker/effort/effort.h"
#include "checker/system/system.h"

/* constants[k]: 0 or 1 if state k starts as that and keeps it in every step in which the other
 * constants are as they should be, otherwise -1. Takes time linear in the size of the system. */
void ternary_constants(const struct system *system, const struct effort *effort, int8_t *constants);

#endif
