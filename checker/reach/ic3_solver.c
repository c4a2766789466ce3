/* IC3's queries: how frames, steps, F and G are seen by the SAT solver.
 *
 * Time frame 0 of the unrolling is the current state, time frame 1 the next one. R and the infinite
 * frame are permanent clauses (with from_post an F-state may violate the infinite frame);
 * everything else hangs on an activation literal that a query assumes. */
#include "checker/reach/ic3.h"

#include <assert.h>

/* Appends the conjuncts of a predicate: the leaves of the AND tree at its top. */
static void conjuncts(const struct aig *aig, lit a, struct lits *out) {
  size_t first = out->size;
  lits_push(out, a);
  for (size_t k = first; k < out->size;) {
    const struct aig_node *node = &aig->nodes[lit_node(out->at[k])];
    if (lit_sign(out->at[k]) || node->kind != AIG_GATE) {
      k++;
      continue;
    }
    out->at[k] = node->left;
    lits_push(out, node->right);
  }
}

/* act -> a, as one clause per conjunct of `a`, each with the literals of the OR tree at its top;
 * act 0: always. */
static void assert_under(struct reach *r, int act, lit a) {
  struct lits parts = {0}, alternatives = {0};
  conjuncts(r->system->aig, a, &parts);
  for (size_t k = 0; k < parts.size; k++) {
    lits_clear(&alternatives);
    conjuncts(r->system->aig, lit_not(parts.at[k]), &alternatives);
    ints_clear(&r->clause);
    if (act) ints_push(&r->clause, -act);
    for (size_t i = 0; i < alternatives.size; i++)
      ints_push(&r->clause, -unroll_lit(&r->unroll, 0, alternatives.at[i]));
    sat_clause(r->sat, r->clause.at, r->clause.size);
  }
  lits_free(&parts);
  lits_free(&alternatives);
}

static void assert_step_clause(struct reach *r, const struct step_clause *c) {
  ints_clear(&r->clause);
  ints_push(&r->clause, -r->step_act);
  for (size_t k = 0; k < c->now.size; k++)
    ints_push(&r->clause, unroll_lit(&r->unroll, 0, c->now.at[k]));
  for (size_t k = 0; k < c->then.size; k++)
    ints_push(&r->clause, unroll_lit(&r->unroll, 1, c->then.at[k]));
  sat_clause(r->sat, r->clause.at, r->clause.size);
}

void ic3_solver_new(struct reach *r) {
  r->sat = sat_new(r->options.backend, r->effort);
  r->refining = false;
  unroll_init(&r->unroll, r->sat, r->system);
  r->step_act = sat_switch(r->sat);
  r->from_act = sat_switch(r->sat);
  r->target_act = sat_switch(r->sat);
  r->infinite_act = r->from_post ? sat_switch(r->sat) : 0;
  ints_clear(&r->level_act);
  ints_clear(&r->not_constraints);
  r->has_not_constraints = false;
  r->live_clauses = r->stale_clauses = 0;
  if (r->invariant != AIG_TRUE) assert_under(r, 0, r->invariant);
  if (r->system->constraint != AIG_TRUE) assert_under(r, r->step_act, r->system->constraint);
  for (size_t k = 0; k < r->constraints.size; k++) assert_step_clause(r, &r->constraints.at[k]);
  assert_under(r, r->from_act, r->from);
  assert_under(r, r->target_act, r->target);
  for (size_t k = 0; k < r->num_frames; k++) {
    ic3_solver_frame(r);
    for (size_t i = 0; i < r->frames[k].size; i++) ic3_solver_block(r, &r->frames[k].at[i], k);
  }
  for (size_t i = 0; i < r->infinite.size; i++)
    ic3_solver_block(r, &r->infinite.at[i], LEVEL_INFINITE);
}

void ic3_solver_free(struct reach *r) {
  if (!r->sat) return;
  r->work += sat_statistics(r->sat).conflicts;
  unroll_free(&r->unroll);
  sat_free(r->sat);
  r->sat = NULL;
}

void ic3_solver_retarget(struct reach *r) {
  sat_unit(r->sat, -r->target_act);
  r->stale_clauses += r->target_cube.size + 1;
  r->target_act = sat_switch(r->sat);
  assert_under(r, r->target_act, r->target);
}

uint64_t ic3_work(const struct reach *r) { return r->work + sat_statistics(r->sat).conflicts; }

void ic3_solver_frame(struct reach *r) { ints_push(&r->level_act, sat_switch(r->sat)); }

void ic3_solver_block(struct reach *r, const struct cube *cube, size_t level) {
  ints_clear(&r->clause);
  int act = level == LEVEL_INFINITE ? r->infinite_act : r->level_act.at[level];
  if (act) ints_push(&r->clause, -act);
  for (size_t k = 0; k < cube->lits.size; k++)
    ints_push(&r->clause, -unroll_lit(&r->unroll, 0, cube->lits.at[k]));
  sat_clause(r->sat, r->clause.at, r->clause.size);
  r->live_clauses++;
}

static enum sat_answer solve(struct reach *r) {
  r->work++;
  sat_limit_conflicts(r->sat, r->query_limit);
  enum sat_answer answer = sat_solve(r->sat);
  if (answer == SAT_UNKNOWN) r->out_of_budget = true;
  return answer;
}

static void assume_frame(struct reach *r, size_t level) {
  if (r->infinite_act) sat_assume(r->sat, r->infinite_act);
  if (level == 0 && !r->from_post)
    sat_assume(r->sat, r->from_act);
  else
    for (size_t k = r->num_frames; k-- > level;) sat_assume(r->sat, r->level_act.at[k]);
}

static int value_of(struct reach *r, lit leaf) {
  if (r->unroll.num_frames == 0 || lit_node(leaf) >= r->unroll.map_size[0]) return 0;
  int x = r->unroll.map[0][lit_node(leaf)];
  return x ? sat_value(r->sat, x) : 0;
}

static void read_model(struct reach *r) {
  const struct system *s = r->system;
  for (size_t k = 0; k < s->num_states; k++) {
    int v = value_of(r, s->states[k]);
    r->model[k] = (int8_t)(v > 0 ? 1 : v < 0 ? -1 : 0);
  }
  for (size_t k = 0; k < s->num_inputs; k++) r->model_inputs[k] = value_of(r, s->inputs[k]) > 0;
}

/* Keeps the literals whose image in time frame `when` was a failed assumption. */
static void read_core(struct reach *r, const lit *cube, size_t n, size_t when, struct lits *core) {
  lits_clear(core);
  for (size_t k = 0; k < n; k++)
    if (sat_failed(r->sat, unroll_lit(&r->unroll, when, cube[k]))) lits_push(core, cube[k]);
}

static bool initial_by_cube(struct reach *r, const lit *cube, size_t n) {
  for (size_t k = 0; k < n; k++) {
    int8_t v = r->from_value[r->system->aig->nodes[lit_node(cube[k])].left];
    if (v == 0 || (v < 0) == lit_sign(cube[k])) continue;
    lits_clear(&r->init_core);
    lits_push(&r->init_core, cube[k]);
    return false;
  }
  return true;
}

/* Half of the queries were about initial states before answers were remembered (F not a cube, or
 * from_post). */
static bool remembered_core(struct reach *r, const lit *lits, size_t n) {
  struct cube cube = {0};
  if (r->num_init_cores == 0) return false;
  lits_append(&cube.lits, lits, n);
  ic3_sort(&cube.lits);
  cube.signature = ic3_signature(&cube.lits);
  bool found = false;
  size_t last = r->num_init_cores < INIT_MEMORY ? r->num_init_cores : INIT_MEMORY;
  for (size_t k = 0; k < last && !found; k++) {
    if (!ic3_subset(&r->init_cores[k], &cube)) continue;
    lits_clear(&r->init_core);
    lits_append(&r->init_core, r->init_cores[k].lits.at, r->init_cores[k].lits.size);
    found = true;
  }
  lits_free(&cube.lits);
  return found;
}

static void remember_core(struct reach *r) {
  struct cube *place = &r->init_cores[r->num_init_cores++ % INIT_MEMORY];
  lits_clear(&place->lits);
  lits_append(&place->lits, r->init_core.at, r->init_core.size);
  ic3_sort(&place->lits);
  place->signature = ic3_signature(&place->lits);
}

static bool in_cube(const struct reach *r, const uint8_t *state, const lit *cube, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (state[r->system->aig->nodes[lit_node(cube[k])].left] == (uint8_t)lit_sign(cube[k]))
      return false;
  return true;
}

static bool remembered_state(struct reach *r, const lit *cube, size_t n) {
  size_t last = r->num_init_states < INIT_MEMORY ? r->num_init_states : INIT_MEMORY;
  for (size_t k = 0; k < last; k++)
    if (in_cube(r, r->init_states + k * r->system->num_states, cube, n)) return true;
  return false;
}

static void remember_state(struct reach *r, size_t when) {
  size_t size = r->system->num_states ? r->system->num_states : 1;
  if (!r->init_states) r->init_states = memory_alloc(INIT_MEMORY, size);
  unroll_state(&r->unroll, when, r->init_states + r->num_init_states++ % INIT_MEMORY * size);
}

static bool initial_by_query(struct reach *r, const lit *cube, size_t n) {
  size_t when = r->from_post ? 1 : 0;
  for (size_t k = 0; k < n; k++) unroll_lit(&r->unroll, when, cube[k]);
  if (r->from_post) sat_assume(r->sat, r->step_act);
  sat_assume(r->sat, r->from_act);
  for (size_t k = 0; k < n; k++) sat_assume(r->sat, unroll_lit(&r->unroll, when, cube[k]));
  enum sat_answer answer = solve(r);
  if (answer == SAT_YES) {
    read_model(r);
    remember_state(r, when);
  }
  if (answer != SAT_NO) return true;
  read_core(r, cube, n, when, &r->init_core);
  remember_core(r);
  return false;
}

bool ic3_initial(struct reach *r, const lit *cube, size_t n, bool need_model) {
  if (r->from_value) return initial_by_cube(r, cube, n);
  if (!need_model && remembered_state(r, cube, n)) return true;
  return !remembered_core(r, cube, n) && initial_by_query(r, cube, n);
}

/* The lowest frame whose clauses were needed bounds how far the core's clause holds. */
static size_t level_of_core(struct reach *r, size_t level) {
  if (level == 1 && !r->from_post) return sat_failed(r->sat, r->from_act) ? 1 : LEVEL_INFINITE;
  for (size_t k = level - 1; k < r->num_frames; k++)
    if (sat_failed(r->sat, r->level_act.at[k])) return k + 1;
  return LEVEL_INFINITE;
}

/* The order of assumptions decides which of several cores is found. */
static const lit *in_order(struct reach *r, const lit *cube, size_t n) {
  enum active_first when = r->options.active_first;
  if (when == ACTIVE_NEVER || (when == ACTIVE_BY_TURNS && r->num_frames % 2 == 0)) return cube;
  lits_clear(&r->ordered);
  lits_append(&r->ordered, cube, n);
  ic3_order_active_first(r, &r->ordered);
  return r->ordered.at;
}

enum sat_answer ic3_relative(struct reach *r, const lit *cube, size_t n, size_t level) {
  assert(level >= 1);
  const lit *ordered = in_order(r, cube, n);
  for (size_t k = 0; k < n; k++) unroll_lit(&r->unroll, 1, cube[k]);
  ints_clear(&r->clause);
  for (size_t k = 0; k < n; k++) ints_push(&r->clause, -unroll_lit(&r->unroll, 0, cube[k]));
  sat_assume(r->sat, r->step_act);
  assume_frame(r, level - 1);
  for (size_t k = 0; k < n; k++) sat_assume(r->sat, unroll_lit(&r->unroll, 1, ordered[k]));
  sat_constrain(r->sat, r->clause.at, r->clause.size);
  enum sat_answer answer = solve(r);
  if (answer == SAT_YES) read_model(r);
  if (answer != SAT_NO) return answer;
  read_core(r, cube, n, 1, &r->core);
  r->core_level = level_of_core(r, level);
  return SAT_NO;
}

enum sat_answer ic3_bad(struct reach *r, size_t level) {
  assume_frame(r, level);
  sat_assume(r->sat, r->target_act);
  enum sat_answer answer = solve(r);
  if (answer == SAT_YES) read_model(r);
  return answer;
}

bool ic3_bad_for_ever(struct reach *r) {
  bool first = r->num_frames == 1 && !r->from_post;
  return !sat_failed(r->sat, first ? r->from_act : r->level_act.at[r->num_frames - 1]);
}

/* A literal of the conjunction of gates: true iff some literal of the step clause is. */
static int step_clause_gate(struct reach *r, const struct step_clause *c) {
  int none = r->unroll.truth;
  for (size_t k = 0; k < c->now.size + c->then.size; k++) {
    int x = k < c->now.size ? unroll_lit(&r->unroll, 0, c->now.at[k])
                            : unroll_lit(&r->unroll, 1, c->then.at[k - c->now.size]);
    if (none == r->unroll.truth) {
      none = -x;
      continue;
    }
    int g = sat_var(r->sat);
    sat_gate(r->sat, g, none, -x);
    none = g;
  }
  return -none;
}

static void encode_not_constraints(struct reach *r) {
  struct lits parts = {0};
  if (r->system->constraint != AIG_TRUE) conjuncts(r->system->aig, r->system->constraint, &parts);
  for (size_t k = 0; k < parts.size; k++)
    ints_push(&r->not_constraints, -unroll_lit(&r->unroll, 0, parts.at[k]));
  for (size_t k = 0; k < r->constraints.size; k++)
    ints_push(&r->not_constraints, -step_clause_gate(r, &r->constraints.at[k]));
  lits_free(&parts);
  r->has_not_constraints = true;
}

static lit model_literal(const struct reach *r, size_t k) {
  return r->model[k] < 0 ? lit_not(r->system->states[k]) : r->system->states[k];
}

static void full_model(const struct reach *r, struct lits *cube) {
  lits_clear(cube);
  for (size_t k = 0; k < r->system->num_states; k++)
    lits_push(cube, r->model[k] > 0 ? r->system->states[k] : lit_not(r->system->states[k]));
}

/* What a step to the goal (NULL: a target step) must not violate, as a clause. */
static void lift_clause(struct reach *r, const struct lits *goal) {
  ints_clear(&r->clause);
  if (!goal) {
    ints_push(&r->clause, -unroll_lit(&r->unroll, 0, r->target));
    return;
  }
  if (!r->has_not_constraints) encode_not_constraints(r);
  for (size_t k = 0; k < goal->size; k++)
    ints_push(&r->clause, -unroll_lit(&r->unroll, 1, goal->at[k]));
  for (size_t k = 0; k < r->not_constraints.size; k++)
    ints_push(&r->clause, r->not_constraints.at[k]);
}

static void assume_inputs(struct reach *r) {
  const struct system *s = r->system;
  for (size_t k = 0; k < s->num_inputs; k++) {
    if (lit_node(s->inputs[k]) >= r->unroll.map_size[0]) continue;
    int x = r->unroll.map[0][lit_node(s->inputs[k])];
    if (x) sat_assume(r->sat, r->model_inputs[k] ? x : -x);
  }
}

/* cube & inputs & T & !(constraints & goal') is unsatisfiable: T is a function. Its core replaces
 * the cube. False: not shown. */
static bool lift_once(struct reach *r, const struct lits *goal, struct lits *cube) {
  lift_clause(r, goal);
  assume_inputs(r);
  for (size_t k = 0; k < cube->size; k++)
    sat_assume(r->sat, unroll_lit(&r->unroll, 0, cube->at[k]));
  sat_constrain(r->sat, r->clause.at, r->clause.size);
  r->work++;
  sat_limit_conflicts(r->sat, -1);
  if (sat_solve(r->sat) != SAT_NO) return false;
  size_t kept = 0;
  for (size_t k = 0; k < cube->size; k++)
    if (sat_failed(r->sat, unroll_lit(&r->unroll, 0, cube->at[k]))) cube->at[kept++] = cube->at[k];
  cube->size = kept;
  return true;
}

void ic3_lift(struct reach *r, const struct lits *goal, struct lits *cube) {
  const struct system *s = r->system;
  lits_clear(cube);
  for (size_t k = 0; k < s->num_states; k++)
    if (r->model[k]) lits_push(cube, model_literal(r, k));
  if (r->no_lift || !lift_once(r, goal, cube)) full_model(r, cube);
}
