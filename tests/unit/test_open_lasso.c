/* Lassos of which only some states come back: what is accepted is fair for ever, whatever the
 * others are, and what has a chance is found. */
#include "checker/fair/fair.h"
#include "checker/portfolio/check.h"
#include "checker/system/open_lasso.h"
#include "formats/ctl.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"
#include "tests/unit/trials.h"

#include <stdio.h>

/* A counter of `bits` bits that goes around and around, and beside it x' = (x | i) & !(on & all
 * ones), on' = on | arm; justice set {x}: nobody needs to arm. */
static void counter_beside(unsigned bits, struct aiger *m) {
  char text[8000];
  char gates[6000];
  unsigned on = 6, x = 8, first = 10, gate = first + 2 * bits;
  unsigned nexts[64], next = first;
  int g = 0;
  nexts[0] = first ^ 1u;
  for (unsigned k = 1; k < bits; k++) { /* `next` carries the conjunction of the bits before */
    unsigned bit = first + 2 * k, both = gate, a = gate + 2, b = gate + 4;
    g += sprintf(gates + g, "%u %u %u\n%u %u %u\n%u %u %u\n", both, bit, next, a, bit, next ^ 1u, b,
                 bit ^ 1u, next);
    g += sprintf(gates + g, "%u %u %u\n", gate + 6, a ^ 1u, b ^ 1u);
    nexts[k] = (gate + 6) ^ 1u;
    next = both;
    gate += 8;
  }
  unsigned all = next;
  unsigned cut = gate, set = gate + 2, value = gate + 4, armed = gate + 6;
  g += sprintf(gates + g, "%u %u %u\n%u %u %u\n%u %u %u\n%u %u %u\n", cut, all, on, set, x ^ 1u, 3,
               value, set ^ 1u, cut ^ 1u, armed, on ^ 1u, 5);
  int at =
      sprintf(text, "aag %u 2 %u 0 %u 0 0 1 0\n2\n4\n", armed / 2, bits + 2, 4 * (bits - 1) + 4);
  at += sprintf(text + at, "%u %u\n%u %u\n", on, armed ^ 1u, x, value);
  for (unsigned k = 0; k < bits; k++) at += sprintf(text + at, "%u %u\n", first + 2 * k, nexts[k]);
  sprintf(text + at, "1\n%u\n%s", x, gates);
  text_model(text, m);
}

static enum verdict verdict_of(const struct aiger *m, bool closed, struct check_result *result) {
  struct check_options options = check_defaults;
  struct property property = {.kind = PROPERTY_JUSTICE};
  options.closed_lassos = closed;
  check_property(m, &property, &options, NULL, result);
  return result->evidence.verdict;
}

START_TEST(counter_that_nothing_looks_at) {
  struct aiger m;
  struct check_result result;
  counter_beside(30, &m);
  ck_assert_int_eq(verdict_of(&m, false, &result), VERDICT_FAILS);
  ck_assert_ptr_nonnull(result.evidence.trace.returning);
  check_result_free(&result);
  aiger_free(&m);
  counter_beside(3, &m); /* short enough to wait for */
  ck_assert_int_eq(verdict_of(&m, true, &result), VERDICT_FAILS);
  ck_assert_ptr_null(result.evidence.trace.returning);
  check_result_free(&result);
  aiger_free(&m);
}
END_TEST

/* The same question as formulas: cubes of the lasso do not speak of the counter. */
static enum verdict verdict_of_formula(const struct aiger *m, const char *text) {
  struct ctl_file file;
  struct fault fault;
  struct check_result result;
  ck_assert_msg(ctl_read_text(text, m, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
  struct property property = {
      .kind = PROPERTY_CTL, .arena = &file.arena, .root = file.properties[0].root};
  check_property(m, &property, &check_defaults, NULL, &result);
  enum verdict verdict = result.evidence.verdict;
  check_result_free(&result);
  ctl_free(&file);
  return verdict;
}

START_TEST(formulas) {
  struct aiger m;
  counter_beside(30, &m);
  ck_assert_int_eq(verdict_of_formula(&m, "AG AF !l1"), VERDICT_FAILS);
  ck_assert_int_eq(verdict_of_formula(&m, "AG (l1 -> AF !l1)"), VERDICT_FAILS);
  ck_assert_int_eq(verdict_of_formula(&m, "EF EG l1"), VERDICT_HOLDS);
  ck_assert_int_eq(verdict_of_formula(&m, "(EF EG l1) & !(EX EG !l1)"), VERDICT_FAILS);
  ck_assert_int_eq(verdict_of_formula(&m, "G F i0 -> G F !l1"), VERDICT_FAILS);
  aiger_free(&m);
}
END_TEST

/* A random run with a loop somewhere. */
static void random_run(struct rng *rng, const struct system *s, struct trace *run) {
  size_t length = 1 + rng_below(rng, 8);
  uint8_t *state = memory_alloc(s->num_states, 1), *inputs = memory_alloc(s->num_inputs, 1);
  for (size_t k = 0; k < s->num_states; k++)
    state[k] = s->reset[k] == RESET_FREE ? (uint8_t)rng_below(rng, 2) : s->reset[k];
  trace_init(run, s);
  for (size_t t = 0; t < length; t++) {
    for (size_t k = 0; k < s->num_inputs; k++) inputs[k] = (uint8_t)rng_below(rng, 2);
    trace_push(run, state, inputs);
    uint8_t *next = memory_alloc(s->num_states, 1);
    system_step(s, state, inputs, next);
    if (s->num_states) memcpy(state, next, s->num_states);
    free(next);
  }
  run->loop = (long)rng_below(rng, (uint32_t)length);
  free(state);
  free(inputs);
}

static bool is_input(const struct aiger *m, uint32_t variable) {
  for (size_t k = 0; k < m->inputs.size; k++)
    if (m->inputs.at[k] >> 1 == variable) return true;
  return false;
}

/* The loop from a state in which the others are anything, but for inputs that are part of it:
 * allowed, fair, and back. Monitors say what the step before was, so they are looked at behind
 * steps, too. */
static bool goes_around(struct rng *rng, const struct aiger *m, const struct system *s,
                        const struct trace *run) {
  uint8_t *state = memory_alloc(s->num_states, 1), *next = memory_alloc(s->num_states, 1);
  uint8_t *met = memory_zeroed(s->num_fairness + 1, 1);
  const uint8_t *first = trace_state(run, (size_t)run->loop);
  bool good = true;
  for (size_t k = 0; k < s->num_states; k++)
    state[k] = run->returning[k] || is_input(m, s->state_origin[k]) ? first[k]
                                                                    : (uint8_t)rng_below(rng, 2);
  for (size_t t = (size_t)run->loop; good && t < run->length; t++) {
    good = system_step(s, state, trace_input(run, t), next);
    for (size_t j = 0; j < s->num_fairness; j++)
      met[j] |= aig_eval(s->aig, s->fairness[j], state, NULL) ||
                aig_eval(s->aig, s->fairness[j], next, NULL);
    memcpy(state, next, s->num_states);
  }
  for (size_t k = 0; k < s->num_states; k++)
    if (run->returning[k] && state[k] != first[k]) good = false;
  for (size_t j = 0; j < s->num_fairness; j++) good = good && met[j];
  free(state);
  free(next);
  free(met);
  return good;
}

START_TEST(random_runs) {
  const struct random_shape shape = {5, 2, 20, 1, 2, 2};
  uint64_t seed = random_seed("open_lasso");
  size_t accepted = 0;
  for (int round = 0; round < TRIALS(2000); round++) {
    struct rng rng = rng_seeded(seed + (uint64_t)round);
    struct aiger m;
    struct trace run;
    random_model(&rng, &shape, &m);
    struct elaboration how = {.model = &m, .use_fairness = true, .justice = 0};
    struct system *s = system_elaborate(&how);
    random_run(&rng, s, &run);
    if (open_lasso(&m, 0, s, NULL, &run)) {
      accepted++;
      for (int k = 0; k < 8; k++) ck_assert_msg(goes_around(&rng, &m, s, &run), "round %d", round);
    }
    trace_free(&run);
    system_free(s);
    aiger_free(&m);
  }
  ck_assert_uint_gt(accepted, 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("open_lasso");
  TCase *test = tcase_create("open_lasso");
  tcase_set_timeout(test, 120);
  tcase_add_test(test, counter_that_nothing_looks_at);
  tcase_add_test(test, formulas);
  tcase_add_test(test, random_runs);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
