/* States as literals: cubes are conjunctions of literals of system->states. */
#ifndef VOUCH_CHECKER_SYSTEM_CUBE_H
#define VOUCH_CHECKER_SYSTEM_CUBE_H

#include "checker/system/system.h"

/* The number of the state variable (or input) that the literal is about. */
static inline size_t leaf_index(const struct system *system, lit a) {
  assert(system->aig->nodes[lit_node(a)].kind == AIG_STATE ||
         system->aig->nodes[lit_node(a)].kind == AIG_INPUT);
  return system->aig->nodes[lit_node(a)].left;
}

/* The state as a full cube, in the order of the variables. */
void state_literals(const struct system *system, const uint8_t *state, struct lits *cube);
/* The predicate that only this state satisfies. */
lit state_predicate(const struct system *system, const uint8_t *state);
lit cube_predicate(struct aig *aig, const struct lits *cube);

/* *less becomes the cube without its k-th literal. */
void cube_without(const struct lits *cube, size_t k, struct lits *less);

/* Is the smaller cube still good? May shrink it further if so. */
typedef bool cube_test(void *context, struct lits *less);
/* Tries to drop each literal once, the last first; whatever the test accepts replaces the cube. */
void cube_drop_literals(struct lits *cube, cube_test *test, void *context);

#endif
