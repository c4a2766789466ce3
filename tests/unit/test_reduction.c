/* Reduced systems: what is left of a small relation, and verdicts of random relations with and
 * without reduction. (`differential --kind justice` compares them with the oracle.) */
#include "checker/portfolio/check.h"
#include "checker/system/correspondence.h"
#include "checker/system/reduction.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/trials.h"

/* x' = !x by a relation, and something about x that may be switched off: inputs x' and off',
 * latches x, off and valid. `fair` is the literal that must hold again and again. */
static struct system *toggle(struct aiger *m, unsigned fair) {
  char text[256];
  snprintf(text, sizeof text,
           "aag 14 2 3 0 9 0 0 1\n2\n4\n6 2\n8 4\n10 26 1\n2\n%u\n10\n"
           "12 6 2\n14 7 3\n16 15 13\n"   /* 16: x' != x */
           "18 8 5\n20 19 16\n"           /* 20: and off' if off */
           "22 5 2\n24 23 20\n26 24 10\n" /* 24: and off' if x'; 26: next value of valid */
           "28 10 6\n",
           fair);
  struct fault fault = {0};
  ck_assert(aiger_read_memory("test", (const unsigned char *)text, strlen(text), m, &fault));
  struct elaboration how = {.model = m, .use_fairness = true, .justice = 0};
  return system_elaborate(&how);
}

/* All that remains is x, which toggles. */
START_TEST(relation) {
  struct aiger m;
  struct system *s = toggle(&m, 28);
  struct reduction r;
  ck_assert(reduction_init(&r, s, NULL));
  ck_assert_uint_eq(s->num_states, 3);
  ck_assert_uint_eq(r.system->num_states, 1);
  ck_assert_uint_eq(r.system->num_inputs, 0);
  ck_assert_uint_eq(r.system->constraint, AIG_TRUE);
  ck_assert_uint_eq(r.system->next[0], lit_not(r.system->states[0]));
  ck_assert_uint_eq(reduction_back(&r, r.system->states[0]), s->states[0]);
  struct trace small, lasso = {0};
  trace_init(&small, r.system);
  trace_push(&small, (const uint8_t[]){0}, NULL);
  trace_push(&small, (const uint8_t[]){1}, NULL);
  small.loop = 0;
  ck_assert(reduction_lasso(&r, &small, NULL, &lasso));
  ck_assert(trace_check(&lasso, s));
  ck_assert_int_ge(lasso.loop, 1); /* off goes up behind the first state */
  trace_free(&small);
  trace_free(&lasso);
  reduction_free(&r);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* Where a condition needs the switch to be off it cannot be used: x' must be 0, and there is no
 * step. */
START_TEST(switch_that_matters) {
  struct aiger m;
  struct system *s = toggle(&m, 9);
  struct reduction r;
  ck_assert(reduction_init(&r, s, NULL));
  ck_assert_uint_eq(r.system->num_states, 0);
  ck_assert_uint_eq(r.system->constraint, AIG_FALSE);
  reduction_free(&r);
  system_free(s);
  aiger_free(&m);
}
END_TEST

static enum verdict verdict_of(const struct aiger *model, uint32_t index, bool reduce) {
  struct tuning tuning = tuning_defaults;
  tuning.fair_reduce = reduce;
  tuning.reduced_gates = 0; /* evidence as it is: a debug build looks at it */
  struct check_options options = check_defaults;
  options.tuning = &tuning;
  struct property property = {.kind = PROPERTY_JUSTICE, .index = index};
  struct check_result result;
  check_property(model, &property, &options, NULL, &result);
  enum verdict verdict = result.evidence.verdict;
  check_result_free(&result);
  return verdict;
}

/* The number of states that reduction saves. */
static size_t saved_states(const struct aiger *model, uint32_t index) {
  struct elaboration how = {.model = model, .use_fairness = true, .justice = (int)index};
  struct system *s = system_elaborate(&how);
  struct reduction r;
  size_t saved = 0;
  if (reduction_init(&r, s, NULL)) {
    saved = s->num_states - r.system->num_states;
    reduction_free(&r);
  }
  system_free(s);
  return saved;
}

START_TEST(random_relations) {
  const struct random_shape shape = {6, 2, 30, 1, 2, 2};
  uint64_t seed = random_seed("reduction");
  size_t smaller = 0;
  for (int round = 0; round < TRIALS(200); round++) {
    struct rng rng = rng_seeded(seed + (uint64_t)round);
    struct aiger model;
    random_model(&rng, &shape, &model);
    random_relation(&rng, &model);
    uint32_t index = rng_below(&rng, (uint32_t)model.num_justice);
    enum verdict with = verdict_of(&model, index, true);
    ck_assert_int_ne(with, VERDICT_UNKNOWN);
    ck_assert_int_eq(with, verdict_of(&model, index, false));
    if (saved_states(&model, index)) smaller++;
    aiger_free(&model);
  }
  printf("%zu of %d are smaller\n", smaller, TRIALS(200));
  ck_assert_uint_ge(smaller, TRIALS(100));
}
END_TEST

/* x toggles unless c is up, which it never is, and the last of eight bits that count steps; with
 * `runs` an input lets them count. */
enum { BITS = 8, X = 4, C = 6, FIRST_BIT = 8 };

static struct system *counter_that_does_not_matter(struct aiger *m, bool runs) {
  char text[2000] = "", gates[1000] = "", latches[500] = "";
  unsigned gate = FIRST_BIT + 2 * BITS, carry = runs ? 2 : 1, count = 0;
  size_t g = 0, l = 0;
  for (unsigned bit = FIRST_BIT; bit < FIRST_BIT + 2 * BITS; bit += 2, gate += 6, count += 3) {
    g += (size_t)snprintf(gates + g, sizeof gates - g, "%u %u %u\n%u %u %u\n%u %u %u\n", gate, bit,
                          carry, gate + 2, bit ^ 1, carry ^ 1, gate + 4, gate ^ 1, (gate + 2) ^ 1);
    l += (size_t)snprintf(latches + l, sizeof latches - l, "%u %u\n", bit, gate + 4);
    carry = gate;
  }
  snprintf(text, sizeof text,
           "aag %u 1 %d 0 %u 0 0 1 0\n2\n%d %u\n%d %d\n%s1\n%d\n%s%u %d %d\n%u %d %u\n",
           gate / 2 + 1, 2 + BITS, count + 2, X, gate + 2, C, C, latches, X, gates, gate, C,
           FIRST_BIT + 2 * (BITS - 1), gate + 2, X + 1, gate + 1);
  struct fault fault = {0};
  ck_assert(aiger_read_memory("test", (const unsigned char *)text, strlen(text), m, &fault));
  struct elaboration how = {.model = m, .use_fairness = true, .justice = 0};
  return system_elaborate(&how);
}

/* The counter comes back when the lasso has been run around often enough, or does not move at all
 * with the right input. Returns the length of the lasso. */
static size_t closes_after(bool runs) {
  struct aiger m;
  struct system *s = counter_that_does_not_matter(&m, runs);
  struct reduction r;
  ck_assert_uint_eq(s->num_states, 2 + BITS);
  ck_assert(correspondence_reduction(&r, s, NULL));
  ck_assert_uint_eq(r.system->num_states, 1);
  struct trace small, lasso = {0};
  trace_init(&small, r.system);
  trace_push(&small, (const uint8_t[]){0}, (const uint8_t[]){1});
  trace_push(&small, (const uint8_t[]){1}, (const uint8_t[]){1});
  small.loop = 0;
  ck_assert(reduction_lasso(&r, &small, NULL, &lasso));
  ck_assert(trace_check(&lasso, s));
  size_t length = lasso.length;
  trace_free(&small);
  trace_free(&lasso);
  reduction_free(&r);
  system_free(s);
  aiger_free(&m);
  return length;
}

START_TEST(lasso_that_closes_late) {
  ck_assert_uint_eq(closes_after(false), 1 << BITS);
  ck_assert_uint_eq(closes_after(true), 2);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("reduction");
  TCase *tc = tcase_create("reduction");
  tcase_set_timeout(tc, 0);
  tcase_add_test(tc, relation);
  tcase_add_test(tc, lasso_that_closes_late);
  tcase_add_test(tc, switch_that_matters);
  tcase_add_test(tc, random_relations);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
