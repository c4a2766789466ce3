/* reach(S, C, F, G) by IC3: the obligation queue and the main loop. */
#include "checker/reach/reach.h"
#include "checker/reach/ic3.h"
#include "checker/system/self_check.h"

#include <assert.h>

const struct reach_options reach_defaults = {.backend = SAT_CONE};

/* If `a` is a conjunction of state literals, *cube gets them (an AIG_FALSE conjunct or a gate:
 * false). */
static bool is_cube(const struct aig *aig, lit a, struct lits *cube) {
  bool good = true;
  lits_clear(cube);
  if (a == AIG_TRUE) return true;
  lits_push(cube, a);
  for (size_t k = 0; k < cube->size && good;) {
    const struct aig_node *node = &aig->nodes[lit_node(cube->at[k])];
    good = node->kind == AIG_STATE || (node->kind == AIG_GATE && !lit_sign(cube->at[k]));
    if (node->kind != AIG_GATE) {
      k++;
      continue;
    }
    cube->at[k] = node->left;
    lits_push(cube, node->right);
  }
  if (!good) lits_clear(cube);
  return good;
}

/* What the target is as a cube, if it is one. */
static void recognise_target(struct reach *r) {
  r->target_is_cube = is_cube(r->system->aig, r->target, &r->target_cube);
  ic3_sort(&r->target_cube);
  ic3_drop_repeated(&r->target_cube); /* the tree of a conjunction may meet a literal again */
}

static void recognise_cubes(struct reach *r) {
  const struct aig *aig = r->system->aig;
  struct lits cube = {0};
  if (!r->from_post && is_cube(aig, r->from, &cube)) {
    r->from_value = memory_zeroed(r->system->num_states, 1);
    for (size_t k = 0; k < cube.size; k++)
      r->from_value[aig->nodes[lit_node(cube.at[k])].left] = lit_sign(cube.at[k]) ? -1 : 1;
    for (size_t k = 0; k < cube.size; k++) {
      if ((r->from_value[aig->nodes[lit_node(cube.at[k])].left] < 0) == lit_sign(cube.at[k]))
        continue;
      free(r->from_value); /* contradictory: leave it to the solver */
      r->from_value = NULL;
      break;
    }
  }
  recognise_target(r);
  lits_free(&cube);
}

struct reach *reach_new(struct system *system, const struct reach_query *query,
                        const struct reach_options *options, const struct effort *effort) {
  assert(system_well_formed(system));
  assert(!aig_has_inputs(system->aig, query->from));
  assert(!aig_has_inputs(system->aig, query->invariant));
  struct reach *r = memory_zeroed(1, sizeof *r);
  r->system = system;
  if (query->constraints) step_constraints_copy(&r->constraints, query->constraints);
  r->invariant = query->invariant;
  r->from = query->from;
  r->target = query->target;
  r->from_post = query->from_post;
  r->options = options ? *options : reach_defaults;
  r->effort = effort;
  r->tuning = tuning_of(effort);
  r->activity = memory_zeroed(system->num_states, sizeof *r->activity);
  r->bump = 1;
  r->model = memory_zeroed(system->num_states, 1);
  r->model_inputs = memory_zeroed(system->num_inputs, 1);
  r->query_limit = -1;
  trace_init(&r->trace, system);
  recognise_cubes(r);
  ic3_solver_new(r);
  ic3_add_frame(r);
  if (statistics_of(effort)) statistics_of(effort)->reach_queries++;
  if (r->options.bmc_depth) r->bmc = bmc_new(system, query, effort);
  return r;
}

static void clear_obligations(struct reach *r) {
  for (size_t k = 0; k < r->pool_size; k++) {
    lits_free(&r->pool[k].cube);
    free(r->pool[k].inputs);
  }
  r->pool_size = r->queue.size = 0;
}

void reach_free(struct reach *r) {
  if (!r) return;
  clear_obligations(r);
  free(r->pool);
  heap_free(&r->queue);
  ic3_solver_free(r);
  ic3_frames_free(r);
  bmc_free(r->bmc);
  step_constraints_free(&r->constraints);
  free(r->from_value);
  free(r->activity);
  free(r->model);
  free(r->model_inputs);
  ints_free(&r->level_act);
  ints_free(&r->not_constraints);
  ints_free(&r->clause);
  lits_free(&r->ordered);
  lits_free(&r->target_cube);
  lits_free(&r->core);
  lits_free(&r->init_core);
  for (size_t k = 0; k < INIT_MEMORY; k++) lits_free(&r->init_cores[k].lits);
  free(r->init_states);
  trace_free(&r->trace);
  clauses_free(&r->proof);
  clauses_free(&r->infinite_clauses);
  clauses_free(&r->seeds);
  free(r);
}

/* Lower levels first, then shorter cubes' depth: deeper obligations are closer to a counterexample.
 */
static bool before(const void *reach, uint32_t a, uint32_t b) {
  const struct reach *r = reach;
  const struct obligation *x = &r->pool[a], *y = &r->pool[b];
  if (x->level != y->level) return x->level < y->level;
  return x->depth != y->depth ? x->depth > y->depth : a < b;
}

static void queue(struct reach *r, size_t obligation) {
  heap_push(&r->queue, (uint32_t)obligation, before, r);
}

/* Takes the cube. The inputs are those of the last model. */
static size_t new_obligation(struct reach *r, struct lits cube, size_t level, size_t successor) {
  assert(ic3_is_cube(r->system, &cube) && level < r->num_frames);
  assert(successor == NO_OBLIGATION || successor < r->pool_size);
  r->pool = memory_room(r->pool, r->pool_size, &r->pool_capacity, sizeof *r->pool);
  struct obligation *o = &r->pool[r->pool_size];
  *o = (struct obligation){.cube = cube, .level = level, .successor = successor};
  o->depth = successor == NO_OBLIGATION ? 0 : r->pool[successor].depth + 1;
  o->inputs = memory_alloc(r->system->num_inputs, 1);
  if (r->system->num_inputs) memcpy(o->inputs, r->model_inputs, r->system->num_inputs);
  return r->pool_size++;
}

/* The obligation contains an initial state: a counterexample, unless it does not replay because
 * lifting leant on an R that is not closed. */
static void finish_with_trace(struct reach *r, size_t obligation) {
  if (ic3_build_trace(r, obligation)) {
    r->answer = REACH_TRACE;
    return;
  }
  assert(!r->no_lift);
  r->no_lift = true;
  clear_obligations(r);
}

/* Lifts the last model to an obligation before `successor` and queues it, or finishes with a trace.
 */
static void add_obligation(struct reach *r, size_t level, size_t successor) {
  struct lits cube = {0};
  if (successor == NO_OBLIGATION && r->target_is_cube && !r->no_lift)
    lits_append(&cube, r->target_cube.at, r->target_cube.size);
  else
    ic3_lift(r, successor == NO_OBLIGATION ? NULL : &r->pool[successor].cube, &cube);
  ic3_sort(&cube);
  size_t o = new_obligation(r, cube, level, successor);
  bool initial = ic3_initial(r, cube.at, cube.size, true);
  if (r->out_of_budget) return;
  if (initial)
    finish_with_trace(r, o);
  else
    queue(r, o);
}

/* Beyond the last frame it waits for the next one, if obligations stay. */
static void requeue(struct reach *r, size_t o, size_t level) {
  if (level == LEVEL_INFINITE || (level >= r->num_frames && !r->options.lasting)) return;
  for (size_t k = r->pool[o].level; k < level; k++) r->pool[o].activity *= 0.6;
  r->pool[o].level = level;
  queue(r, o);
}

/* The highest activity among the next three obligations on the way to the target. */
static double activity_ahead(const struct reach *r, size_t o) {
  double most = 0;
  size_t next = r->pool[o].successor;
  for (int k = 0; k < 3 && next != NO_OBLIGATION; k++) {
    if (r->pool[next].activity > most) most = r->pool[next].activity;
    next = r->pool[next].successor;
  }
  return most;
}

static bool has_obligation(const struct reach *r) {
  return r->propagated && r->queue.size && r->pool[r->queue.at[0]].level < r->num_frames;
}

/* Forgets the obligations that neither wait nor come after one that does. Successors are older, so
 * they come first. */
static void forget_obligations(struct reach *r) {
  size_t *place = memory_zeroed(r->pool_size, sizeof *place), kept = 0;
  for (size_t k = 0; k < r->queue.size; k++)
    for (size_t o = r->queue.at[k]; o != NO_OBLIGATION && !place[o]; o = r->pool[o].successor)
      place[o] = 1;
  for (size_t o = 0; o < r->pool_size; o++) {
    struct obligation *old = &r->pool[o];
    if (!place[o]) {
      lits_free(&old->cube);
      free(old->inputs);
      continue;
    }
    if (old->successor != NO_OBLIGATION) old->successor = place[old->successor];
    place[o] = kept;
    r->pool[kept++] = *old;
  }
  r->pool_size = kept;
  for (size_t k = 0; k < r->queue.size; k++) r->queue.at[k] = (uint32_t)place[r->queue.at[k]];
  free(place);
}

static void handle_obligation(struct reach *r, size_t o) {
  size_t level = r->pool[o].level;
  struct lits cube = r->pool[o].cube; /* the pool may move, the literals stay */
  if (ic3_is_blocked(r, &cube, level)) {
    requeue(r, o, level + 1);
    return;
  }
  if (level == 0) {
    /* Only with from_post: the cube is known to be outside of the post-image. */
    if (!ic3_initial(r, cube.at, cube.size, false))
      ic3_add_cube(r, r->init_core.at, r->init_core.size, 0);
    requeue(r, o, r->out_of_budget ? 0 : 1);
    return;
  }
  r->pool[o].activity++;
  switch (ic3_relative(r, cube.at, cube.size, level)) {
  case SAT_NO: {
    size_t reached = ic3_block(r, &cube, level, activity_ahead(r, o));
    requeue(r, o, reached == LEVEL_INFINITE ? LEVEL_INFINITE : reached + 1);
    break;
  }
  case SAT_YES:
    queue(r, o);
    add_obligation(r, level - 1, o);
    break;
  case SAT_UNKNOWN: queue(r, o); break;
  }
}

/* Stale clauses (subsumed ones, old copies of pushed ones) slow the solver down; a fresh solver
 * also forgets dead cones. */
static void rebuild_solver_if_stale(struct reach *r) {
  if (r->stale_clauses < r->tuning->ic3_stale ||
      100 * r->stale_clauses < (uint64_t)r->tuning->ic3_stale_percent * r->live_clauses)
    return;
  ic3_solver_free(r);
  ic3_solver_new(r);
}

/* For assert: the proof is what reach.h promises. */
bool ic3_proof_holds(const struct reach *r) {
  struct proof_claim claim = {.constraints = &r->constraints,
                              .invariant = r->invariant,
                              .from = r->from,
                              .target = r->target,
                              .from_post = r->from_post,
                              .proof = &r->proof};
  return self_check_proof(r->system, &claim);
}

static void finish_with_proof(struct reach *r) {
  clear_obligations(r);
  r->answer = REACH_PROOF;
  assert(ic3_proof_holds(r));
}

/* The newest frame excludes the target. Perhaps the infinite frame does already: then there is no
 * need to wait until frames are equal. */
static void next_frame(struct reach *r) {
  if (ic3_bad_for_ever(r)) {
    ic3_collect(r, r->num_frames, &r->proof);
    finish_with_proof(r);
    return;
  }
  ic3_add_frame(r);
  r->propagated = false;
  if (r->options.lasting) forget_obligations(r);
}

/* One bounded piece of work. */
static void step(struct reach *r) {
  rebuild_solver_if_stale(r);
  if (has_obligation(r)) {
    handle_obligation(r, heap_pop(&r->queue, before, r));
    return;
  }
  if (!r->options.lasting) clear_obligations(r);
  if (r->num_frames == 2 && r->next_seed < r->seeds.size) {
    ic3_try_seed(r);
    return;
  }
  if (!r->propagated) {
    if (ic3_propagate(r))
      finish_with_proof(r);
    else if (r->propagated && r->options.lasting)
      ic3_try_for_ever(r);
    return;
  }
  switch (ic3_bad(r, r->num_frames - 1)) {
  case SAT_YES: add_obligation(r, r->num_frames - 1, NO_OBLIGATION); break;
  case SAT_NO: next_frame(r); break;
  case SAT_UNKNOWN: break;
  }
}

static void run_bmc_first(struct reach *r) {
  enum reach_answer answer = bmc_run(r->bmc, r->options.bmc_depth, -1);
  if (answer == REACH_TRACE) {
    trace_assign(&r->trace, bmc_trace(r->bmc));
    r->answer = REACH_TRACE;
  }
  bmc_free(r->bmc);
  r->bmc = NULL;
}

enum reach_answer reach_run(struct reach *r, long budget) {
  long first = r->tuning->ic3_query_conflicts, most = r->tuning->ic3_query_conflicts_most;
  uint64_t limit = budget < 0 ? UINT64_MAX : ic3_work(r) + (uint64_t)budget;
  if (budget < 0)
    r->query_limit = -1;
  else if (r->query_limit < first)
    r->query_limit = first;
  if (r->bmc) run_bmc_first(r);
  while (r->answer == REACH_UNKNOWN && !interrupted(r->effort) && ic3_work(r) < limit) {
    step(r);
    if (r->out_of_budget && r->query_limit > 0 && r->query_limit < most) r->query_limit *= 2;
    r->out_of_budget = false;
  }
  return r->answer;
}

void reach_narrow(struct reach *r, lit target) {
  assert(r->answer == REACH_TRACE && !r->bmc);
  r->answer = REACH_UNKNOWN;
  r->target = target;
  recognise_target(r);
  clear_obligations(r);
  ic3_solver_free(r);
  ic3_solver_new(r);
}

void reach_retarget(struct reach *r, lit target) {
  assert(!r->bmc);
  if (r->answer == REACH_PROOF) ic3_keep_proof(r);
  r->answer = REACH_UNKNOWN;
  r->propagated = true; /* equal frames prove nothing before the newest one excludes the target */
  r->target = target;
  recognise_target(r);
  clear_obligations(r);
  if (r->refining) {
    ic3_solver_free(r);
    ic3_solver_new(r);
  } else {
    ic3_solver_retarget(r);
  }
}

void reach_restrict(struct reach *r, const struct step_constraints *constraints, lit invariant) {
  assert(r->answer == REACH_UNKNOWN && !r->bmc);
  step_constraints_free(&r->constraints);
  step_constraints_copy(&r->constraints, constraints);
  r->invariant = invariant;
  clear_obligations(r);   /* their steps may be allowed no longer .. */
  r->num_init_states = 0; /* .. like those to what from_post starts in */
  ic3_solver_free(r);
  ic3_solver_new(r);
}

uint64_t reach_work(const struct reach *r) { return ic3_work(r); }

const struct trace *reach_trace(const struct reach *r) { return &r->trace; }

const struct clauses *reach_proof(const struct reach *r) { return &r->proof; }

const struct clauses *reach_infinite(struct reach *r) {
  ic3_collect(r, r->num_frames, &r->infinite_clauses);
  return &r->infinite_clauses;
}

enum reach_answer reach_solve(struct system *system, const struct reach_query *query,
                              const struct effort *effort, struct reach **out) {
  *out = reach_new(system, query, &reach_defaults, effort);
  return reach_run(*out, -1);
}
