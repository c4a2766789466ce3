#include "checker/system/cube.h"

void state_literals(const struct system *system, const uint8_t *state, struct lits *cube) {
  lits_clear(cube);
  for (size_t k = 0; k < system->num_states; k++)
    lits_push(cube, system->states[k] ^ (state[k] ? 0u : 1u));
}

lit cube_predicate(struct aig *aig, const struct lits *cube) {
  return aig_and_all(aig, cube->at, cube->size);
}

lit state_predicate(const struct system *system, const uint8_t *state) {
  struct lits cube = {0};
  state_literals(system, state, &cube);
  lit p = cube_predicate(system->aig, &cube);
  lits_free(&cube);
  return p;
}

void cube_without(const struct lits *cube, size_t k, struct lits *less) {
  assert(k < cube->size);
  lits_clear(less);
  lits_append(less, cube->at, k);
  lits_append(less, cube->at + k + 1, cube->size - k - 1);
}

void cube_drop_literals(struct lits *cube, cube_test *test, void *context) {
  struct lits less = {0};
  for (size_t k = cube->size; k-- > 0;) {
    if (k >= cube->size) continue; /* the test dropped more than one */
    cube_without(cube, k, &less);
    if (test(context, &less)) lits_assign(cube, &less);
  }
  lits_free(&less);
}
