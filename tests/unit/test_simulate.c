#include "checker/system/simulate.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

static struct system *random_system(struct rng *rng, struct aiger *m) {
  const struct random_sizes sizes = {.inputs = 1 + rng_below(rng, 4),
                                     .latches = 1 + rng_below(rng, 6),
                                     .gates = 5 + rng_below(rng, 30),
                                     .constraints = rng_below(rng, 3),
                                     .properties = 1};
  random_model_of(rng, &sizes, m);
  struct elaboration how = {
      .model = m, .justice = -1, .roots = m->bad.at, .num_roots = m->bad.size};
  return system_elaborate(&how);
}

/* Every lane is a run of allowed steps from an initial state. */
START_TEST(lanes_are_runs) {
  struct rng rng = rng_seeded(random_seed("simulate"));
  for (int round = 0; round < 100; round++) {
    struct aiger model;
    struct system *s = random_system(&rng, &model);
    struct simulation m;
    ck_assert(!simulate(&m, s, AIG_FALSE, 20, rng_next(&rng), NULL));
    ck_assert_uint_eq(m.steps, 20);
    for (unsigned lane = 0; lane < SIMULATE_LANES; lane += 7) {
      struct trace t;
      simulation_trace(&m, 19, lane, &t);
      ck_assert(trace_check(&t, s));
      ck_assert(aig_eval(s->aig, s->init, trace_state(&t, 0), NULL));
      trace_free(&t);
    }
    simulation_free(&m);
    system_free(s);
    aiger_free(&model);
  }
}
END_TEST

START_TEST(targets_are_hit) {
  struct rng rng = rng_seeded(random_seed("simulate, find"));
  int hits = 0;
  for (int round = 0; round < 200; round++) {
    struct aiger model;
    struct system *s = random_system(&rng, &model);
    lit target = system_lit(s, model.bad.at[0]);
    struct trace t;
    if (simulate_find(s, target, 30, rng_next(&rng), NULL, &t)) {
      size_t last = t.length - 1;
      hits++;
      ck_assert(trace_check(&t, s));
      ck_assert(aig_eval(s->aig, s->init, trace_state(&t, 0), NULL));
      ck_assert(aig_eval(s->aig, target, trace_state(&t, last), trace_input(&t, last)));
      ck_assert(system_step(s, trace_state(&t, last), trace_input(&t, last), NULL));
      trace_free(&t);
    }
    system_free(s);
    aiger_free(&model);
  }
  ck_assert_int_gt(hits, 20);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("simulate");
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, lanes_are_runs);
  tcase_add_test(tcase, targets_are_hit);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
