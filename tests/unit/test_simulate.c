#include "checker/system/simulate.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

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

static void check_run(const struct system *s, const struct trace *t) {
  ck_assert(trace_check(t, s));
  ck_assert(aig_eval(s->aig, s->init, trace_state(t, 0), NULL));
}

/* Every lane is a run of allowed steps from an initial state, also where it went on from another
 * one, and in every round. */
START_TEST(lanes_are_runs) {
  enum { STEPS = 100, FIRST = 40 };
  struct rng rng = rng_seeded(random_seed("simulate"));
  struct tuning tuning = tuning_defaults;
  tuning.simulation_steps = FIRST;
  tuning.simulation_words = 3 * FIRST;
  struct effort effort = {.tuning = &tuning};
  size_t jumps = 0;
  for (int round = 0; round < 100; round++) {
    struct aiger model;
    struct system *s = random_system(&rng, &model);
    struct simulation m;
    simulation_init(&m, s, AIG_FALSE, rng_next(&rng), &effort);
    ck_assert(!simulation_run(&m, STEPS, &effort));
    ck_assert_uint_le(m.steps, STEPS - FIRST);
    jumps += m.num_jumps;
    for (uint32_t lane = 0; lane < NUM_LANES; lane += 7) {
      struct trace t;
      simulation_trace(&m, (struct moment){(uint32_t)m.steps - 1, lane}, &t);
      check_run(s, &t);
      trace_free(&t);
    }
    simulation_free(&m);
    system_free(s);
    aiger_free(&model);
  }
  ck_assert_uint_gt(jumps, 100); /* else nothing was tested: 892 is the least of 300 seeds */
}
END_TEST

START_TEST(targets_are_hit) {
  struct rng rng = rng_seeded(random_seed("simulate, find"));
  int hits = 0;
  for (int round = 0; round < 200; round++) {
    struct aiger model;
    struct system *s = random_system(&rng, &model);
    lit target = system_lit(s, model.bad.at[0]);
    struct simulation m;
    simulation_init(&m, s, target, rng_next(&rng), NULL);
    if (simulation_run(&m, 30, NULL)) {
      struct trace t;
      simulation_hit(&m, &t);
      size_t last = t.length - 1;
      hits++;
      check_run(s, &t);
      ck_assert(aig_eval(s->aig, target, trace_state(&t, last), trace_input(&t, last)));
      ck_assert(system_step(s, trace_state(&t, last), trace_input(&t, last), NULL));
      trace_free(&t);
    }
    simulation_free(&m);
    system_free(s);
    aiger_free(&model);
  }
  ck_assert_int_gt(hits, 20);
}
END_TEST

/* Inputs push, pop and reset; latch k says that the queue has more than k entries; bad when all n
 * places are taken. */
static void queue_model(unsigned n, struct aiger *model) {
  enum { PUSH = 2, POP = 4, RESET = 6, FIRST = 8, GATES_PER_PLACE = 6 };
  char text[20000];
  size_t size = 0;
  const unsigned grow = FIRST + 2 * n, shrink = grow + 2, stay = grow + 4, rest = grow + 6;
  const unsigned ands = 3 + GATES_PER_PLACE * n;
#define PUT(...) size += (size_t)snprintf(text + size, sizeof text - size, __VA_ARGS__)
  PUT("aag %u 3 %u 0 %u 1\n2\n4\n6\n", 3 + n + ands, n, ands);
  for (unsigned k = 0; k < n; k++)
    PUT("%u %u\n", FIRST + 2 * k, rest + 2 * (GATES_PER_PLACE * k + 5));
  PUT("%u\n", FIRST + 2 * (n - 1));
  PUT("%u %d %d\n%u %d %d\n", grow, PUSH, POP + 1, shrink, POP, PUSH + 1);
  PUT("%u %u %u\n", stay, grow + 1, shrink + 1);
  for (unsigned k = 0; k < n; k++) {
    const unsigned here = FIRST + 2 * k, g = rest + 2 * GATES_PER_PLACE * k;
    PUT("%u %u %u\n", g, grow, k ? here - 2 : 1);
    PUT("%u %u %u\n", g + 2, shrink, k + 1 < n ? here + 2 : 0);
    PUT("%u %u %u\n", g + 4, stay, here);
    PUT("%u %u %u\n", g + 6, g + 1, g + 3);
    PUT("%u %u %u\n", g + 8, g + 6, g + 5);
    PUT("%u %u %d\n", g + 10, g + 9, RESET + 1);
  }
#undef PUT
  text_model(text, model);
}

/* Coins would reset it every few steps: it takes runs that push, and hardly ever reset or pop. */
START_TEST(queues_fill_up) {
  enum { PLACES = 24 };
  struct aiger model;
  queue_model(PLACES, &model);
  struct elaboration how = {
      .model = &model, .justice = -1, .roots = model.bad.at, .num_roots = model.bad.size};
  struct system *s = system_elaborate(&how);
  struct simulation m;
  struct trace t;
  simulation_init(&m, s, system_lit(s, model.bad.at[0]), 0, NULL);
  ck_assert(simulation_run(&m, 256, NULL));
  simulation_hit(&m, &t);
  check_run(s, &t);
  ck_assert_uint_gt(t.length, PLACES);
  trace_free(&t);
  simulation_free(&m);
  system_free(s);
  aiger_free(&model);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("simulate");
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, lanes_are_runs);
  tcase_add_test(tcase, targets_are_hit);
  tcase_add_test(tcase, queues_fill_up);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
