#include "checker/system/unroll.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

/* A random target in a random frame: a model is a run that the system allows, and the target is
 * true at its end. If there is none, no random run has one either. */
static void one_round(struct rng *rng, enum sat_backend backend) {
  struct aiger m;
  const struct random_sizes sizes = {.inputs = 1 + rng_below(rng, 4),
                                     .latches = 1 + rng_below(rng, 6),
                                     .gates = 5 + rng_below(rng, 30),
                                     .constraints = rng_below(rng, 2),
                                     .properties = 1};
  random_model_of(rng, &sizes, &m);
  struct elaboration how = {.model = &m, .justice = -1, .roots = m.bad.at, .num_roots = m.bad.size};
  struct system *s = system_elaborate(&how);
  struct sat *sat = sat_new(backend, NULL);
  struct unroll u;
  unroll_init(&u, sat, s);
  lit target = system_lit(s, m.bad.at[0]);
  sat_unit(sat, unroll_lit(&u, 0, s->init));
  size_t depth = 1 + rng_below(rng, 6);
  for (size_t f = 0; f <= depth; f++) {
    sat_assume(sat, unroll_lit(&u, f, target));
    sat_assume(sat, unroll_lit(&u, f, s->constraint));
    enum sat_answer answer = sat_solve(sat);
    ck_assert(answer != SAT_UNKNOWN);
    if (answer == SAT_YES) {
      struct trace t;
      unroll_trace(&u, f + 1, &t);
      ck_assert(trace_check(&t, s));
      ck_assert(aig_eval(s->aig, s->init, trace_state(&t, 0), NULL));
      ck_assert(aig_eval(s->aig, target, trace_state(&t, f), trace_input(&t, f)));
      uint8_t state[64];
      for (size_t k = 0; k <= f; k++) {
        unroll_state(&u, k, state);
        ck_assert(s->num_states == 0 || memcmp(state, trace_state(&t, k), s->num_states) == 0);
      }
      trace_free(&t);
    }
    sat_unit(sat, unroll_lit(&u, f, s->constraint));
  }
  unroll_free(&u);
  sat_free(sat);
  system_free(s);
  aiger_free(&m);
}

/* Is the target reachable in so many steps? */
static enum sat_answer ask(const struct system *s, lit target, size_t depth,
                           enum sat_backend backend, bool compact) {
  struct sat *sat = sat_new(backend, NULL);
  struct unroll u;
  unroll_init(&u, sat, s);
  if (compact) {
    unroll_compact(&u);
    unroll_fix(&u, s->init);
  }
  sat_unit(sat, unroll_lit(&u, 0, s->init));
  for (size_t f = 0; f <= depth; f++) sat_unit(sat, unroll_lit(&u, f, s->constraint));
  sat_unit(sat, unroll_lit(&u, depth, target));
  enum sat_answer answer = sat_solve(sat);
  if (answer == SAT_YES) {
    struct trace t;
    unroll_trace(&u, depth + 1, &t);
    ck_assert(trace_check(&t, s));
    ck_assert(aig_eval(s->aig, s->init, trace_state(&t, 0), NULL));
    ck_assert(aig_eval(s->aig, target, trace_state(&t, depth), trace_input(&t, depth)));
    trace_free(&t);
  }
  unroll_free(&u);
  sat_free(sat);
  return answer;
}

/* Fewer variables, the same answers. */
START_TEST(compact_says_the_same) {
  struct rng rng = rng_seeded(random_seed("compact"));
  size_t both[2] = {0, 0};
  for (int round = 0; round < 400; round++) {
    struct aiger m;
    const struct random_sizes sizes = {.inputs = 1 + rng_below(&rng, 3),
                                       .latches = 1 + rng_below(&rng, 6),
                                       .gates = 10 + rng_below(&rng, 60),
                                       .constraints = rng_below(&rng, 2),
                                       .properties = 1};
    random_model_of(&rng, &sizes, &m);
    struct elaboration how = {
        .model = &m, .justice = -1, .roots = m.bad.at, .num_roots = m.bad.size};
    struct system *s = system_elaborate(&how);
    size_t depth = rng_below(&rng, 4);
    lit bad = system_lit(s, m.bad.at[0]);
    enum sat_answer answer = ask(s, bad, depth, SAT_CADICAL, true);
    ck_assert_int_eq(answer, ask(s, bad, depth, SAT_CADICAL, false));
    ck_assert_int_eq(answer, ask(s, bad, depth, SAT_CHOICES, false));
    both[answer == SAT_YES]++;
    system_free(s);
    aiger_free(&m);
  }
  ck_assert(both[0] >= 20 && both[1] >= 20);
}
END_TEST

START_TEST(models_are_runs) {
  struct rng rng = rng_seeded(random_seed("unroll"));
  const enum sat_backend all[] = {SAT_CONE, SAT_CHOICES, SAT_CHOOSING, SAT_CADICAL};
  for (int round = 0; round < 600; round++) one_round(&rng, all[round % 4]);
}
END_TEST

/* Engines add gates to the graph after frames exist. */
START_TEST(graph_grows) {
  struct aiger_latch latches[] = {{2, 3, 0}};
  uint32_t root = 2;
  struct aiger m = {.maxvar = 1, .latches = latches, .num_latches = 1};
  struct elaboration how = {
      .model = &m, .justice = -1, .roots = &root, .num_roots = 1, .keep_all = true};
  struct system *s = system_elaborate(&how);
  struct sat *sat = sat_new(SAT_CONE, NULL);
  struct unroll u;
  unroll_init(&u, sat, s);
  ck_assert_int_eq(unroll_lit(&u, 1, s->states[0]), -unroll_lit(&u, 0, s->states[0]));
  ck_assert_int_eq(unroll_lit(&u, 5, AIG_TRUE), u.truth);
  lit x = s->states[0];
  for (int k = 0; k < 100; k++) x = aig_and(s->aig, x, aig_state(s->aig));
  unroll_lit(&u, 0, x);
  sat_unit(sat, unroll_lit(&u, 0, x));
  sat_assume(sat, unroll_lit(&u, 1, s->states[0]));
  ck_assert_int_eq(sat_solve(sat), SAT_NO);
  unroll_free(&u);
  sat_free(sat);
  system_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("unroll");
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, models_are_runs);
  tcase_add_test(tcase, compact_says_the_same);
  tcase_add_test(tcase, graph_grows);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
