/* Walls inside one arena. A wall splits the states into two sides that no fair cycle leaves, so
 * what keeps a cycle apart need only be closed on the side where the cycle would be: a counter that
 * starts again on one side may run down on the other. The sides that a skeleton is on, of all walls
 * of the chain and of state variables that no E-step changes, are its arena; a candidate of
 * literal_walls.h that no E-step of the arena leaves is a wall together with those sides that this
 * needs. So a chain of ordinary walls shows it (FAIR III-D speaks of arenas; Ivrii, Nevo and
 * Baumgartner, k-FAIR, FMCAD 2018, of working inside one of them). */
#ifndef VOUCH_CHECKER_FAIR_ARENA_WALLS_H
#define VOUCH_CHECKER_FAIR_ARENA_WALLS_H

#include "checker/fair/literal_walls.h"

/* Walls in the arena of the state, until no candidate is left or about `most` ticks are spent, of
 * which those that lead to a wall count less; *spent grows by them. Returns the number of walls. */
size_t arena_walls(struct literal_walls *literals, struct skeleton *skeleton, const uint8_t *state,
                   uint64_t most, uint64_t *spent);

#endif
