#include "checker/fair/chain.h"

#include <assert.h>

static void assert_guarded(struct unroll *u, int guard, int a, int b) {
  int clause[3];
  size_t n = 0;
  clause[n++] = a;
  if (b) clause[n++] = b;
  if (guard) clause[n++] = -guard;
  sat_clause(u->sat, clause, n);
}

void chain_assert_step(struct unroll *u, size_t frame, const struct chain_step *step, int guard) {
  int now = unroll_lit(u, frame, step->predicate), then = unroll_lit(u, frame + 1, step->predicate);
  if (step->kind == CHAIN_WALL) {
    assert_guarded(u, guard, -now, then);
    assert_guarded(u, guard, now, -then);
  } else {
    assert_guarded(u, guard, -now, 0);
    assert_guarded(u, guard, -then, 0);
  }
}

static void assert_arena(struct unroll *u, lit arena, lit constraint) {
  sat_unit(u->sat, unroll_lit(u, 0, arena));
  sat_unit(u->sat, unroll_lit(u, 0, constraint));
  sat_unit(u->sat, unroll_lit(u, 1, arena));
}

void chain_init(struct chain *chain, struct system *system, lit arena, lit from,
                const struct effort *effort) {
  assert(!aig_has_inputs(system->aig, arena) && !aig_has_inputs(system->aig, from));
  *chain = (struct chain){.system = system, .arena = arena, .from = from, .effort = effort};
  chain->block.closed = AIG_TRUE;
  chain->lost = AIG_FALSE;
  chain->settled = AIG_TRUE;
  chain->sat = sat_new(SAT_CONE, effort);
  unroll_init(&chain->step, chain->sat, system);
  assert_arena(&chain->step, arena, system->constraint);
}

void chain_free(struct chain *chain) {
  lits_free(&chain->closed);
  lits_free(&chain->waiting);
  lits_free(&chain->lost_parts);
  free(chain->reached);
  block_free(&chain->block);
  unroll_free(&chain->step);
  sat_free(chain->sat);
  if (chain->plain_sat) unroll_free(&chain->plain);
  sat_free(chain->plain_sat);
}

void chain_add_closed(struct chain *chain, lit conjunct) {
  assert(!aig_has_inputs(chain->system->aig, conjunct));
  conjunct = aig_or(chain->system->aig, conjunct, chain->lost);
  if (conjunct == AIG_TRUE) return;
  for (size_t k = 0; k < chain->closed.size; k++)
    if (chain->closed.at[k] == conjunct) return;
  lits_push(&chain->closed, conjunct);
  sat_unit(chain->sat, unroll_lit(&chain->step, 0, conjunct));
  sat_unit(chain->sat, unroll_lit(&chain->step, 1, conjunct));
  if (chain->plain_sat) {
    sat_unit(chain->plain_sat, unroll_lit(&chain->plain, 0, conjunct));
    sat_unit(chain->plain_sat, unroll_lit(&chain->plain, 1, conjunct));
  }
  chain->version++;
}

/* --- lost states ------------------------------------------------------------------------------ */

static void make_plain(struct chain *chain) {
  chain->plain_sat = sat_new(SAT_CONE, chain->effort);
  unroll_init(&chain->plain, chain->plain_sat, chain->system);
  assert_arena(&chain->plain, chain->arena, chain->system->constraint);
  for (size_t k = 0; k < chain->closed.size; k++) {
    sat_unit(chain->plain_sat, unroll_lit(&chain->plain, 0, chain->closed.at[k]));
    sat_unit(chain->plain_sat, unroll_lit(&chain->plain, 1, chain->closed.at[k]));
  }
}

/* P & step => Q(N), for allowed steps inside A & G that lose nothing. */
static bool leads_to(struct chain *chain, lit p, lit q) {
  if (!chain->plain_sat) make_plain(chain);
  int now = unroll_lit(&chain->plain, 0, p), then = unroll_lit(&chain->plain, 1, q);
  sat_assume(chain->plain_sat, now);
  sat_assume(chain->plain_sat, -then);
  chain->queries++;
  return sat_solve(chain->plain_sat) == SAT_NO;
}

static bool too_large(const struct chain *chain, lit a) {
  return aig_cone_size(chain->system->aig, a) > tuning_of(chain->effort)->wall_gates;
}

/* No fair cycle meets P. If its steps stay in it, or are lost, it is lost itself. */
static bool lose(struct chain *chain, lit p) {
  struct aig *aig = chain->system->aig;
  lit here = aig_and(aig, p, chain->settled);
  chain->looks++;
  if (too_large(chain, here) || !leads_to(chain, here, here)) return false;
  chain->lost = aig_or(aig, chain->lost, here);
  lits_push(&chain->lost_parts, here);
  for (size_t frame = 0; frame < 2; frame++)
    sat_unit(chain->plain_sat, -unroll_lit(&chain->plain, frame, here));
  return true;
}

/* No fair cycle meets P, and no step enters it from outside: fair cycles are where it was left. */
static bool settle(struct chain *chain, lit p) {
  struct aig *aig = chain->system->aig;
  lit there = aig_and(aig, lit_not(p), chain->settled);
  chain->looks++;
  if (too_large(chain, there) || !leads_to(chain, there, there)) return false;
  chain->settled = there;
  return true;
}

static bool lose_or_settle(struct chain *chain, lit p) {
  return lose(chain, p) || settle(chain, p);
}

/* One may make another possible: round and round until nothing more is found. */
static void look_again(struct chain *chain) {
  for (bool again = true; again;) {
    size_t kept = 0;
    again = false;
    for (size_t k = 0; k < chain->waiting.size; k++)
      if (lose_or_settle(chain, chain->waiting.at[k]))
        again = true;
      else
        chain->waiting.at[kept++] = chain->waiting.at[k];
    chain->waiting.size = kept;
  }
}

/* Where nothing is lost, looking for it is a small part of the work. */
static void look_for_lost(struct chain *chain, enum chain_kind kind, lit p) {
  enum { MOST_WAITING = 8, FIRST_LOOKS = 40, PART = 32 };
  if (chain->looks > FIRST_LOOKS + chain->queries / PART) return;
  if (kind == CHAIN_DEAD) {
    if (chain->lost != AIG_FALSE) lose(chain, p);
  } else if (lose_or_settle(chain, p)) {
    look_again(chain);
  } else if (chain->waiting.size < MOST_WAITING) {
    lits_push(&chain->waiting, p);
  }
}

void chain_add(struct chain *chain, enum chain_kind kind, lit predicate, const uint32_t *fair,
               size_t num_fair) {
  assert(!aig_has_inputs(chain->system->aig, predicate));
  assert(kind == CHAIN_SIDE || num_fair == 0);
  for (size_t k = 0; k < num_fair; k++) assert(fair[k] < chain->system->num_fairness);
  block_step(&chain->block, kind, predicate, fair, num_fair);
  chain_assert_step(&chain->step, 0, &chain->block.steps[chain->block.num_steps - 1], 0);
  chain->version++;
  if (kind == CHAIN_SIDE || kind == CHAIN_DEAD) look_for_lost(chain, kind, predicate);
}

enum sat_answer chain_solve(struct chain *chain, const lit *now, size_t n, const lit *then,
                            size_t m) {
  /* Encode first: new gates must not come between assumptions and solving. */
  for (size_t k = 0; k < n; k++) unroll_lit(&chain->step, 0, now[k]);
  for (size_t k = 0; k < m; k++) unroll_lit(&chain->step, 1, then[k]);
  for (size_t k = 0; k < n; k++) sat_assume(chain->sat, unroll_lit(&chain->step, 0, now[k]));
  for (size_t k = 0; k < m; k++) sat_assume(chain->sat, unroll_lit(&chain->step, 1, then[k]));
  chain->queries++;
  return sat_solve(chain->sat);
}

static bool is_wall_of(const struct chain *chain, lit predicate) {
  for (size_t k = 0; k < chain->block.num_steps; k++)
    if (chain->block.steps[k].kind == CHAIN_WALL &&
        lit_node(chain->block.steps[k].predicate) == lit_node(predicate))
      return true;
  return false;
}

bool chain_admits(struct chain *chain, const struct chain_step *step) {
  lit now[2] = {step->predicate}, then = lit_not(step->predicate);
  switch (step->kind) {
  case CHAIN_WALL: return chain_solve(chain, now, 1, &then, 1) == SAT_NO;
  case CHAIN_DEAD: return chain_solve(chain, now, 1, NULL, 0) == SAT_NO;
  case CHAIN_UNBORN: return chain_solve(chain, NULL, 0, &step->predicate, 1) == SAT_NO;
  case CHAIN_SIDE: break;
  }
  if (step->fair.size != 1 || !is_wall_of(chain, step->predicate)) return false;
  now[1] = chain->system->fairness[step->fair.at[0]];
  return chain_solve(chain, now, 2, NULL, 0) == SAT_NO;
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

bool chain_keeps(struct chain *chain, lit predicate) {
  return leads_to(chain, predicate, predicate);
}

bool chain_is_closed(struct chain *chain, lit predicate) {
  if (!leads_to(chain, predicate, predicate)) return false;
  /* A solver of its own: F-states without an allowed step count here. */
  struct sat *sat = sat_new(SAT_CONE, chain->effort);
  struct unroll u;
  unroll_init(&u, sat, chain->system);
  sat_unit(sat, unroll_lit(&u, 0, chain->from));
  sat_unit(sat, unroll_lit(&u, 0, chain->arena));
  sat_unit(sat, -unroll_lit(&u, 0, predicate));
  sat_unit(sat, -unroll_lit(&u, 0, chain->lost));
  bool good = sat_solve(sat) == SAT_NO;
  unroll_free(&u);
  sat_free(sat);
  return good;
}

void chain_constraints(const struct chain *chain, size_t max_wall, struct step_constraints *out) {
  if (chain->arena != AIG_TRUE) step_constraints_then(out, chain->arena);
  for (size_t k = 0; k < chain->block.num_steps; k++) {
    const struct chain_step *step = &chain->block.steps[k];
    if (step->kind == CHAIN_WALL) {
      if (aig_cone_size(chain->system->aig, step->predicate) <= max_wall)
        step_constraints_wall(out, step->predicate);
    } else {
      step_constraints_now(out, lit_not(step->predicate));
      step_constraints_then(out, lit_not(step->predicate));
    }
  }
}

void chain_stem_constraints(const struct chain *chain, struct step_constraints *out) {
  if (chain->arena != AIG_TRUE) step_constraints_then(out, chain->arena);
  if (chain->lost != AIG_FALSE) step_constraints_then(out, lit_not(chain->lost));
}

lit chain_invariant(const struct chain *chain) {
  struct aig *aig = chain->system->aig;
  return aig_and(aig, chain->arena, aig_and_all(aig, chain->closed.at, chain->closed.size));
}

struct reach_query chain_stem_query(const struct chain *chain, lit target,
                                    struct step_constraints *constraints) {
  chain_stem_constraints(chain, constraints);
  return (struct reach_query){.constraints = constraints,
                              .invariant = chain_invariant(chain),
                              .from = aig_and(chain->system->aig, chain->from, chain->arena),
                              .target = target};
}

enum { MOST_REACHED = 256 };

void chain_add_reached(struct chain *chain, const uint8_t *state) {
  size_t width = chain->system->num_states;
  if (!chain->reached) chain->reached = memory_alloc(MOST_REACHED, width ? width : 1);
  memcpy(chain->reached + chain->num_reached % MOST_REACHED * width, state, width);
  chain->num_reached++;
}

bool chain_reached(const struct chain *chain, lit predicate) {
  const struct system *s = chain->system;
  size_t kept = chain->num_reached < MOST_REACHED ? chain->num_reached : MOST_REACHED;
  for (size_t k = 0; k < kept; k++)
    if (aig_eval(s->aig, predicate, chain->reached + k * s->num_states, NULL)) return true;
  return false;
}

/* Shrinks *cube (literals whose conjunction has no E-step) to the failed assumptions. */
static void keep_core(struct chain *chain, struct lits *cube, bool after) {
  size_t kept = 0;
  for (size_t k = 0; k < cube->size; k++)
    if (chain_failed(chain, cube->at[k], after)) cube->at[kept++] = cube->at[k];
  cube->size = kept;
}

static enum sat_answer solve_cube(struct chain *chain, const struct lits *cube, bool after) {
  return after ? chain_solve(chain, NULL, 0, cube->at, cube->size)
               : chain_solve(chain, cube->at, cube->size, NULL, 0);
}

/* Core, then one try at each remaining literal: what is left has no proper part without E-steps, as
 * far as one pass sees. */
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
    chain_add(chain, after ? CHAIN_UNBORN : CHAIN_DEAD, aig_and_all(s->aig, cube.at, cube.size),
              NULL, 0);
  lits_free(&cube);
  return good;
}

bool chain_learn_dead(struct chain *chain, const uint8_t *state, lit helper) {
  return learn(chain, state, helper, false);
}

bool chain_prune(struct chain *chain, const uint8_t *state, unsigned depth, bool after) {
  const struct system *s = chain->system;
  uint8_t *other = memory_alloc(s->num_states, 1), *next = memory_alloc(s->num_states, 1);
  lit *cube = memory_alloc(s->num_states, sizeof *cube);
  for (size_t k = 0; k < s->num_states; k++) cube[k] = s->states[k] ^ !state[k];
  bool pruned = false;
  for (unsigned tries = 0; !pruned && tries < tuning_of(chain->effort)->prune_tries; tries++) {
    enum sat_answer answer = after ? chain_solve(chain, NULL, 0, cube, s->num_states)
                                   : chain_solve(chain, cube, s->num_states, NULL, 0);
    if (answer == SAT_NO) pruned = learn(chain, state, AIG_TRUE, after);
    if (answer != SAT_YES || depth == 0) break;
    chain_model(chain, other, NULL, next);
    if (!chain_prune(chain, after ? other : next, depth - 1, after)) break;
  }
  free(other);
  free(next);
  free(cube);
  return pruned;
}
