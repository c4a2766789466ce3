/* Decision diagrams of systems: relations that are taken apart, and fair cycles. */
#include "checker/portfolio/check.h"
#include "checker/symbolic/fair_cycles.h"
#include "checker/symbolic/relation.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"
#include "tests/unit/trials.h"

/* Latches x = 8 and u = 10 store the inputs x' = 2 and the complement of 4; y = 12 has a function;
 * v = 14 says of each step that x' -> y, which the constraint demands, besides y | (x & u'). */
static const char relation_text[] =
    "aag 12 3 4 0 5 0 1 1\n2\n4\n6\n8 2\n10 5\n12 24\n14 17\n22\n1\n"
    "14\n16 13 2\n18 8 5\n20 19 13\n22 21 17\n24 8 6\n";

static size_t state_of(const struct system *system, uint32_t latch) {
  return system->aig->nodes[lit_node(system_lit(system, latch))].left;
}

START_TEST(test_relation) {
  struct aiger model;
  text_model(relation_text, &model);
  struct elaboration how = {.model = &model, .justice = 0, .keep_all = true};
  struct system *system = system_elaborate(&how);
  struct relation r;
  const lit roots[] = {system_lit(system, 10), system_lit(system, 14)};
  relation_init(&r, system, roots, 2, &tuning_defaults);
  size_t x = state_of(system, 8), u = state_of(system, 10), y = state_of(system, 12),
         v = state_of(system, 14);
  ck_assert_uint_eq(r.input_is[0], 2 * x);
  ck_assert_uint_eq(r.input_is[1], 2 * u + 1);
  ck_assert_uint_eq(r.input_is[2], NO_STATE);
  ck_assert_uint_eq(r.next_is[u], 1);
  ck_assert_uint_eq(r.forced[v], 1);
  ck_assert_uint_eq(r.forced[y], NEXT_VARIES);
  ck_assert(relation_has_function(&r, y));
  ck_assert(!relation_has_function(&r, x) && !relation_has_function(&r, v));
  ck_assert_uint_eq(r.conjuncts.size, 3); /* x' -> y, y | x, y | u' */
  ck_assert(lits_contain(&r.conjuncts, aig_or(system->aig, system->states[y], system->states[x])));
  ck_assert(lits_contain(&r.conjuncts,
                         aig_or(system->aig, system->states[y], lit_not(system->inputs[1]))));
  relation_free(&r);
  system_free(system);
  aiger_free(&model);
}
END_TEST

/* --- fair cycles ------------------------------------------------------------------------------ */

static enum verdict verdict_of(const struct aiger *model, struct check_options *options) {
  struct property property = {.kind = PROPERTY_JUSTICE};
  struct check_result result;
  check_property(model, &property, options, NULL, &result);
  enum verdict verdict = result.evidence.verdict;
  check_result_free(&result);
  return verdict;
}

/* Diagrams alone, in turns as short as can be, agree with the others. */
static void compare(const struct aiger *model, bool reduce, bool everywhere) {
  struct check_options others = check_defaults, alone = check_defaults;
  struct tuning tuning = tuning_defaults;
  tuning.bdd_turn = tuning.bdd_direction = 1;
  tuning.bdd_sift_first = 50;
  tuning.fair_reduce = reduce;
  if (everywhere) tuning.bdd_everywhere = 0;
  alone.tuning = &tuning;
  engines_add(&alone.ctl.fair.engines, FAMILY_FAIR, ENGINE_BDD);
  engines_add(&others.ctl.fair.engines, FAMILY_FAIR, ENGINE_SKELETON);
  engines_add(&others.ctl.fair.engines, FAMILY_FAIR, ENGINE_LASSO);
  enum verdict verdict = verdict_of(model, &alone);
  ck_assert_int_ne(verdict, VERDICT_UNKNOWN);
  ck_assert_int_eq(verdict, verdict_of(model, &others));
}

START_TEST(test_fair_cycles) {
  struct rng rng = rng_seeded(random_seed("fair cycles with diagrams") + (uint64_t)_i);
  for (int k = 0; k < TRIALS(60); k++) {
    struct aiger model;
    random_model(&rng, &(struct random_shape){5, 3, 30, 1, 2, 3}, &model);
    if (rng_chance(&rng, 50)) random_relation(&rng, &model);
    bool reduce = rng_chance(&rng, 50);
    compare(&model, reduce, rng_chance(&rng, 50));
    aiger_free(&model);
  }
}
END_TEST

/* Broken off everywhere, the search goes on as if nothing had happened. */
static enum fair_answer run_in_pieces(struct system *system, const struct tuning *tuning,
                                      uint64_t piece) {
  struct meter meter = {0};
  struct effort root = {.meter = &meter, .tuning = tuning};
  struct fair_cycles *f = fair_cycles_new(system);
  enum fair_answer answer = FAIR_UNKNOWN;
  for (; answer == FAIR_UNKNOWN; piece += piece / 8 + 1) {
    struct effort effort = effort_of(&root, piece);
    answer = fair_cycles_run(f, &effort);
    ck_assert(answer != FAIR_UNKNOWN || !fair_cycles_over(f));
  }
  fair_cycles_free(f);
  return answer;
}

START_TEST(test_pieces) {
  struct rng rng = rng_seeded(random_seed("pieces") + (uint64_t)_i);
  for (int k = 0; k < TRIALS(12); k++) {
    struct aiger model;
    const struct random_sizes sizes = {
        .inputs = 6, .latches = 14, .gates = 120, .constraints = 1, .properties = 2};
    random_model_of(&rng, &sizes, &model);
    struct elaboration how = {.model = &model, .use_fairness = true, .justice = 0};
    struct system *system = system_elaborate(&how);
    struct tuning everywhere = tuning_defaults;
    everywhere.bdd_everywhere = 0;
    enum fair_answer answer = run_in_pieces(system, &tuning_defaults, UINT64_MAX / 4);
    for (uint64_t piece = 1; piece < 40000; piece = 3 * piece + 7) {
      ck_assert_int_eq(run_in_pieces(system, &tuning_defaults, piece), answer);
      ck_assert_int_eq(run_in_pieces(system, &everywhere, piece), answer);
    }
    system_free(system);
    aiger_free(&model);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("symbolic");
  TCase *tc = tcase_create("symbolic");
  tcase_set_timeout(tc, 0);
  tcase_add_test(tc, test_relation);
  tcase_add_loop_test(tc, test_fair_cycles, 0, 4);
  tcase_add_loop_test(tc, test_pieces, 0, 4);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
