#include "checker/system/system.h"
#include "checker/system/trace.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

/* Direct evaluation of the model: value[variable] for given latches and inputs. */
static void evaluate(const struct aiger *m, const uint8_t *latches, const uint8_t *inputs,
                     uint8_t *value) {
  value[0] = 0;
  for (size_t k = 0; k < m->inputs.size; k++) value[m->inputs.at[k] / 2] = inputs[k];
  for (size_t k = 0; k < m->num_latches; k++) value[m->latches[k].lit / 2] = latches[k];
  for (size_t k = 0; k < m->num_ands; k++) {
    const struct aiger_and *g = &m->ands[k];
    value[g->lhs / 2] =
        (uint8_t)((value[g->rhs0 / 2] ^ (g->rhs0 & 1)) & (value[g->rhs1 / 2] ^ (g->rhs1 & 1)));
  }
}

static bool holds(const uint8_t *value, uint32_t l) { return value[l / 2] ^ (l & 1); }

/* The elaborated step under the values that `value` (before) and `fresh` (observed inputs after)
 * give to the leaves. */
static void compare_step(const struct system *s, const struct aiger *m, const uint32_t *fairness,
                         const uint8_t *value, const uint8_t *fresh, const uint8_t *monitors) {
  uint8_t states[64], inputs[64], next[64];
  uint32_t f = (uint32_t)s->num_fairness;
  for (size_t k = 0; k < s->num_states; k++) {
    uint32_t v = s->state_origin[k];
    states[k] = v <= m->maxvar ? value[v] : monitors[v - m->maxvar - 1];
  }
  for (size_t k = 0; k < s->num_inputs; k++) {
    uint32_t v = s->input_origin[k];
    inputs[k] = v <= m->maxvar ? value[v] : fresh[v - m->maxvar - f - 1];
  }
  bool allowed = true;
  for (size_t k = 0; k < m->constraints.size; k++)
    allowed = allowed && holds(value, m->constraints.at[k]);
  ck_assert(system_step(s, states, inputs, next) == allowed);
  for (size_t k = 0; k < s->num_states; k++) {
    uint32_t v = s->state_origin[k];
    bool expected = false;
    if (v > m->maxvar) expected = holds(value, fairness[v - m->maxvar - 1]);
    for (size_t i = 0; i < m->inputs.size; i++)
      if (m->inputs.at[i] / 2 == v) expected = fresh[i];
    for (size_t l = 0; l < m->num_latches; l++)
      if (m->latches[l].lit / 2 == v) expected = holds(value, m->latches[l].next);
    ck_assert(next[k] == expected);
  }
  for (uint32_t v = 0; v <= m->maxvar; v++)
    if (s->model_map[v] != LIT_NONE)
      ck_assert(aig_eval(s->aig, system_lit(s, 2 * v), states, inputs) == holds(value, 2 * v));
  for (size_t j = 0; j < s->num_fairness; j++) {
    ck_assert(!aig_has_inputs(s->aig, s->fairness[j]));
    uint32_t origin = 0;
    for (size_t k = 0; k < s->num_states; k++)
      if (s->states[k] == s->fairness[j]) origin = s->state_origin[k];
    if (origin <= m->maxvar)
      ck_assert(aig_eval(s->aig, s->fairness[j], states, inputs) == holds(value, fairness[j]));
  }
}

START_TEST(step_agrees_with_model) {
  struct rng rng = rng_seeded(random_seed("system"));
  for (int round = 0; round < 400; round++) {
    struct aiger m;
    const struct random_sizes sizes = {.inputs = 1 + rng_below(&rng, 5),
                                       .latches = rng_below(&rng, 6),
                                       .gates = rng_below(&rng, 25),
                                       .constraints = rng_below(&rng, 2),
                                       .properties = rng_below(&rng, 3)};
    random_model_of(&rng, &sizes, &m);
    uint32_t atoms[2] = {random_lit(&rng, m.maxvar + 1), random_lit(&rng, m.maxvar + 1)};
    struct elaboration how = {
        .model = &m, .atoms = atoms, .num_atoms = rng_below(&rng, 3), .justice = -1};
    how.observe_all = rng_below(&rng, 4) == 0;
    how.keep_all = rng_below(&rng, 4) == 0;
    how.use_fairness = rng_below(&rng, 2);
    how.roots = m.bad.at;
    how.num_roots = m.bad.size;
    if (m.num_justice && rng_below(&rng, 2)) how.justice = 0;
    struct lits fairness = {0};
    if (how.use_fairness) lits_append(&fairness, m.fairness.at, m.fairness.size);
    if (how.justice == 0) lits_append(&fairness, m.justice[0].at, m.justice[0].size);
    struct system *s = system_elaborate(&how);
    ck_assert_uint_eq(s->num_fairness, fairness.size);
    for (size_t k = 0; k < how.num_atoms; k++)
      ck_assert(!aig_has_inputs(s->aig, system_lit(s, atoms[k])));
    for (int sample = 0; sample < 10; sample++) {
      uint8_t value[64], latches[16], inputs[16], fresh[16], monitors[16];
      for (int k = 0; k < 16; k++) {
        uint32_t bits = rng_below(&rng, 16);
        latches[k] = bits & 1;
        inputs[k] = bits >> 1 & 1;
        fresh[k] = bits >> 2 & 1;
        monitors[k] = (uint8_t)(bits >> 3);
      }
      evaluate(&m, latches, inputs, value);
      compare_step(s, &m, fairness.at, value, fresh, monitors);
    }
    lits_free(&fairness);
    system_free(s);
    aiger_free(&m);
  }
}
END_TEST

/* Two independent latches, one in the cone of the root. */
START_TEST(cone_of_influence) {
  struct aiger_latch latches[] = {{4, 2, 0}, {6, 8, 1}, {8, 6, 8}};
  uint32_t input = 2, root = 7;
  struct aiger m = {.maxvar = 4, .inputs = {&input, 1, 1}, .latches = latches, .num_latches = 3};
  struct elaboration how = {.model = &m, .justice = -1, .roots = &root, .num_roots = 1};
  struct system *s = system_elaborate(&how);
  ck_assert_uint_eq(s->num_states, 2);
  ck_assert_uint_eq(s->num_inputs, 0);
  ck_assert_uint_eq(s->reset[0], 1);
  ck_assert_uint_eq(s->reset[1], RESET_FREE);
  ck_assert_uint_eq(s->model_map[2], LIT_NONE);
  ck_assert_uint_eq(s->init, s->states[0]);
  ck_assert_uint_eq(s->constraint, AIG_TRUE);
  system_free(s);
}
END_TEST

/* Latch 4 starts as latch 6, 6 as the input, 8 as !6 & 6: what they start as is told by what starts
 * free, or is a constant; the input is a state variable. */
START_TEST(reset_functions) {
  struct aiger_latch latches[] = {{4, 4, 6}, {6, 6, 2}, {8, 8, 10}};
  struct aiger_and gate = {10, 6, 7};
  uint32_t input = 2, roots[] = {4, 8};
  struct aiger m = {.maxvar = 5,
                    .inputs = {&input, 1, 1},
                    .latches = latches,
                    .num_latches = 3,
                    .ands = &gate,
                    .num_ands = 1};
  struct elaboration how = {.model = &m, .justice = -1, .roots = roots, .num_roots = 2};
  struct system *s = system_elaborate(&how);
  ck_assert_uint_eq(s->num_states, 4);
  ck_assert_uint_eq(s->state_origin[3], 1);
  ck_assert_uint_eq(s->start[0], s->states[3]);
  ck_assert_uint_eq(s->start[1], s->states[3]);
  ck_assert_uint_eq(s->start[2], LIT_NONE);
  ck_assert_uint_eq(s->reset[2], 0);
  for (unsigned code = 0; code < 16; code++) {
    uint8_t state[4];
    for (unsigned k = 0; k < 4; k++) state[k] = code >> k & 1;
    bool initial = state[0] == state[3] && state[1] == state[3] && !state[2];
    ck_assert_int_eq(aig_eval(s->aig, s->init, state, NULL), initial);
  }
  system_free(s);
}
END_TEST

START_TEST(traces_are_checked) {
  struct aiger_latch latches[] = {{4, 2, 0}, {6, 4, 0}};
  uint32_t input = 2, root = 6;
  struct aiger m = {.maxvar = 3, .inputs = {&input, 1, 1}, .latches = latches, .num_latches = 2};
  struct elaboration how = {.model = &m, .justice = -1, .roots = &root, .num_roots = 1};
  struct system *s = system_elaborate(&how);
  struct trace t;
  trace_init(&t, s);
  ck_assert(!trace_check(&t, s));
  trace_push(&t, (uint8_t[]){0, 0}, (uint8_t[]){1});
  trace_push(&t, (uint8_t[]){1, 0}, (uint8_t[]){1});
  trace_push(&t, (uint8_t[]){1, 1}, NULL);
  ck_assert(trace_check(&t, s));
  t.loop = 2;
  ck_assert(!trace_check(&t, s));
  trace_input(&t, 2)[0] = 1;
  ck_assert(trace_check(&t, s));
  trace_state(&t, 1)[1] = 1;
  ck_assert(!trace_check(&t, s));
  trace_free(&t);
  system_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("system");
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, step_agrees_with_model);
  tcase_add_test(tcase, cone_of_influence);
  tcase_add_test(tcase, reset_functions);
  tcase_add_test(tcase, traces_are_checked);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
