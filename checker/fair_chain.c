#include "checker/fair_chain.h"

static void assert_guarded(struct unroll *u, int guard, int a, int b) {
  int clause[3];
  size_t n = 0;
  clause[n++] = a;
  if (b) clause[n++] = b;
  if (guard) clause[n++] = -guard;
  sat_clause(u->sat, clause, n);
}

void demand_assert(struct unroll *u, size_t frame, const struct chain_step *step, int guard) {
  int now = unroll_lit(u, frame, step->predicate), then = unroll_lit(u, frame + 1, step->predicate);
  if (step->kind == CHAIN_WALL) {
    assert_guarded(u, guard, -now, then);
    assert_guarded(u, guard, now, -then);
  } else {
    assert_guarded(u, guard, -now, 0);
    assert_guarded(u, guard, -then, 0);
  }
}

void chain_init(struct chain *chain, struct system *system, lit arena, lit from, const struct interrupt *interrupt) {
  *chain = (struct chain){.system = system, .arena = arena, .from = from, .interrupt = interrupt};
  chain->block.region = AIG_TRUE;
  chain->sat = sat_new(SAT_CONE, interrupt);
  unroll_init(&chain->step, chain->sat, system);
  sat_unit(chain->sat, unroll_lit(&chain->step, 0, arena));
  sat_unit(chain->sat, unroll_lit(&chain->step, 0, system->constraint));
  sat_unit(chain->sat, unroll_lit(&chain->step, 1, arena));
}

void chain_free(struct chain *chain) {
  lits_free(&chain->region);
  block_free(&chain->block);
  unroll_free(&chain->step);
  sat_free(chain->sat);
}

void chain_region(struct chain *chain, lit conjunct) {
  if (conjunct == AIG_TRUE) return;
  for (size_t k = 0; k < chain->region.size; k++)
    if (chain->region.at[k] == conjunct) return;
  lits_push(&chain->region, conjunct);
  sat_unit(chain->sat, unroll_lit(&chain->step, 0, conjunct));
  sat_unit(chain->sat, unroll_lit(&chain->step, 1, conjunct));
  chain->version++;
}

void chain_add(struct chain *chain, enum chain_kind kind, lit predicate, const uint32_t *fair, size_t num_fair) {
  block_step(&chain->block, kind, predicate, fair, num_fair);
  demand_assert(&chain->step, 0, &chain->block.steps[chain->block.num_steps - 1], 0);
  chain->version++;
}

enum sat_answer chain_solve(struct chain *chain, const lit *now, size_t n, const lit *then, size_t m) {
  /* Encode first: new gates must not come between assumptions and solving. */
  for (size_t k = 0; k < n; k++) unroll_lit(&chain->step, 0, now[k]);
  for (size_t k = 0; k < m; k++) unroll_lit(&chain->step, 1, then[k]);
  for (size_t k = 0; k < n; k++) sat_assume(chain->sat, unroll_lit(&chain->step, 0, now[k]));
  for (size_t k = 0; k < m; k++) sat_assume(chain->sat, unroll_lit(&chain->step, 1, then[k]));
  chain->queries++;
  return sat_solve(chain->sat);
}

bool chain_failed(struct chain *chain, lit a, bool after) {
  return sat_failed(chain->sat, unroll_lit(&chain->step, after, a));
}

void chain_model(struct chain *chain, uint8_t *states, uint8_t *inputs, uint8_t *next) {
  const struct system *s = chain->system;
  unroll_state(&chain->step, 0, states);
  if (!inputs && !next) return;
  uint8_t *read = inputs ? inputs : memory_alloc(s->num_inputs, 1);
  unroll_inputs(&chain->step, 0, read);
  if (next) system_step(s, states, read, next);
  if (!inputs) free(read);
}

bool chain_try_wall(struct chain *chain, lit wall) {
  lit other = lit_not(wall);
  bool useful = chain_solve(chain, &other, 1, &wall, 1) == SAT_YES;
  /* A predicate that no step changes still separates the states of a skeleton, if there are several. */
  if (!useful && chain->system->num_fairness > 1)
    useful = chain_solve(chain, &wall, 1, NULL, 0) == SAT_YES && chain_solve(chain, &other, 1, NULL, 0) == SAT_YES;
  if (useful) chain_add(chain, CHAIN_WALL, wall, NULL, 0);
  return useful;
}

static size_t cone_size(const struct aig *aig, lit a) {
  struct lits cone = {0};
  aig_cone(aig, &a, 1, &cone);
  size_t size = cone.size;
  lits_free(&cone);
  return size;
}

void chain_constraints(const struct chain *chain, size_t max_wall, struct step_constraints *out) {
  if (chain->arena != AIG_TRUE) step_constraints_then(out, chain->arena);
  for (size_t k = 0; k < chain->block.num_steps; k++) {
    const struct chain_step *step = &chain->block.steps[k];
    if (step->kind == CHAIN_WALL) {
      if (cone_size(chain->system->aig, step->predicate) <= max_wall) step_constraints_wall(out, step->predicate);
    } else {
      step_constraints_now(out, lit_not(step->predicate));
      step_constraints_then(out, lit_not(step->predicate));
    }
  }
}

lit chain_invariant(const struct chain *chain) {
  struct aig *aig = chain->system->aig;
  return aig_and(aig, chain->arena, aig_and_all(aig, chain->region.at, chain->region.size));
}

lit state_cube(const struct system *system, const uint8_t *state) {
  lit *parts = memory_alloc(system->num_states, sizeof *parts);
  for (size_t k = 0; k < system->num_states; k++) parts[k] = system->states[k] ^ !state[k];
  lit cube = aig_and_all(system->aig, parts, system->num_states);
  free(parts);
  return cube;
}

/* Shrinks *cube (literals whose conjunction has no E-step) to the failed assumptions. */
static void keep_core(struct chain *chain, struct lits *cube, bool after) {
  size_t kept = 0;
  for (size_t k = 0; k < cube->size; k++)
    if (chain_failed(chain, cube->at[k], after)) cube->at[kept++] = cube->at[k];
  cube->size = kept;
}

static enum sat_answer solve_cube(struct chain *chain, const struct lits *cube, bool after) {
  return after ? chain_solve(chain, NULL, 0, cube->at, cube->size) : chain_solve(chain, cube->at, cube->size, NULL, 0);
}

/* Core, then one try at each remaining literal: what is left has no proper part without E-steps, as far as one pass sees. */
static bool shrink(struct chain *chain, struct lits *cube, bool after) {
  if (solve_cube(chain, cube, after) != SAT_NO) return false;
  keep_core(chain, cube, after);
  for (size_t k = cube->size; k-- > 0;) {
    lit dropped = cube->at[k];
    cube->at[k] = cube->at[--cube->size];
    if (solve_cube(chain, cube, after) == SAT_NO) {
      keep_core(chain, cube, after);
      if (k > cube->size) k = cube->size;
    } else {
      lits_push(cube, k < cube->size ? cube->at[k] : dropped);
      cube->at[k] = dropped;
    }
  }
  return true;
}

static bool learn(struct chain *chain, const uint8_t *state, lit helper, bool after) {
  const struct system *s = chain->system;
  struct lits cube = {0};
  if (helper != AIG_TRUE) lits_push(&cube, helper);
  for (size_t k = 0; k < s->num_states; k++) lits_push(&cube, s->states[k] ^ !state[k]);
  bool good = shrink(chain, &cube, after);
  if (good)
    chain_add(chain, after ? CHAIN_UNBORN : CHAIN_DEAD, aig_and_all(s->aig, cube.at, cube.size), NULL, 0);
  lits_free(&cube);
  return good;
}

bool chain_learn_dead(struct chain *chain, const uint8_t *state, lit helper) { return learn(chain, state, helper, false); }
bool chain_learn_unborn(struct chain *chain, const uint8_t *state, lit helper) { return learn(chain, state, helper, true); }
