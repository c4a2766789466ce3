/* Equal states: what is found, what is not, and that evidence about the smaller system is evidence
 * about the original. (`differential --kind bad` compares verdicts with the oracle.) */
#include "checker/portfolio/history.h"
#include "checker/system/correspondence.h"
#include "checker/system/equal_gates.h"
#include "checker/system/retiming.h"
#include "checker/system/self_check.h"
#include "checker/system/signal_search.h"
#include "checker/system/simulate.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

static struct system *read_system(struct aiger *m, const char *text) {
  struct fault fault = {0};
  ck_assert(aiger_read_memory("test", (const unsigned char *)text, strlen(text), m, &fault));
  struct elaboration how = {
      .model = m, .justice = -1, .roots = m->bad.at, .num_roots = m->bad.size};
  return system_elaborate(&how);
}

/* a and b follow the input, c its complement from reset 1 on, d stays 0; bad: a & !b, or a & c, or
 * d. Nothing of it can be. */
static const char copies[] = "aag 9 1 4 0 4 1\n2\n4 2\n6 2\n8 3 1\n10 10\n19\n"
                             "12 4 7\n14 4 8\n16 13 15\n18 16 11\n";

START_TEST(equal_complementary_constant) {
  struct aiger m;
  struct system *s = read_system(&m, copies);
  struct correspondence c;
  ck_assert(correspondence_init(&c, s, system_lit(s, m.bad.at[0]), NULL));
  ck_assert_uint_eq(s->num_states, 4);
  ck_assert_uint_eq(c.target, AIG_FALSE);
  ck_assert_uint_eq(c.system->num_states, 0);
  ck_assert_uint_eq(c.equal.size, 3);
  uint8_t state[] = {1, 1, 0, 0};
  lit invariant = correspondence_invariant(&c, AIG_TRUE);
  ck_assert(aig_eval(s->aig, invariant, state, NULL));
  for (size_t k = 0; k < 4; k++) {
    state[k] ^= 1;
    ck_assert(!aig_eval(s->aig, invariant, state, NULL));
    state[k] ^= 1;
  }
  correspondence_free(&c);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* The same step functions, but b begins with any value: nothing is known of it. */
START_TEST(free_reset) {
  struct aiger m;
  struct system *s = read_system(&m, "aag 4 1 2 0 1 1\n2\n4 2\n6 2 6\n8\n8 4 7\n");
  struct correspondence c;
  ck_assert(!correspondence_init(&c, s, system_lit(s, m.bad.at[0]), NULL));
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* b starts as a, which starts anyhow: c and d are equal, but what ties a to b must not be lost. */
START_TEST(reset_function) {
  struct aiger m;
  struct system *s =
      read_system(&m, "aag 7 1 4 0 2 1\n2\n4 4 4\n6 6 4\n8 2\n10 2\n14\n12 4 7\n14 12 8\n");
  struct correspondence c;
  ck_assert_ptr_nonnull(s->start);
  ck_assert(!correspondence_init(&c, s, system_lit(s, m.bad.at[0]), NULL));
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* A counter of eight bits that raises the last latch when it is full, after more steps than runs
 * are simulated: no state is what it seems to be. */
START_TEST(late_difference) {
  char gates[1024] = "", latches[256] = "2 3\n";
  unsigned fresh = 20, carry = 2, count = 0;
  size_t g = 0, l = strlen(latches);
  for (unsigned bit = 4; bit <= 16; bit += 2) {
    /* both, neither, the sum, and the next carry once more */
    g += (size_t)snprintf(gates + g, sizeof gates - g, "%u %u %u\n%u %u %u\n%u %u %u\n%u %u %u\n",
                          fresh, bit, carry, fresh + 2, bit ^ 1, carry ^ 1, fresh + 4, fresh ^ 1,
                          (fresh + 2) ^ 1, fresh + 6, bit, carry);
    l += (size_t)snprintf(latches + l, sizeof latches - l, "%u %u\n", bit, fresh + 4);
    carry = fresh + 6;
    fresh += 8;
    count += 4;
  }
  char text[2048];
  snprintf(text, sizeof text, "aag %u 0 9 0 %u 1\n%s18 %u\n18\n%s", fresh / 2 - 1, count, latches,
           carry, gates);
  struct aiger m;
  struct system *s = read_system(&m, text);
  ck_assert_uint_eq(s->num_states, 9);
  struct correspondence c;
  ck_assert(!correspondence_init(&c, s, system_lit(s, m.bad.at[0]), NULL));
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* A run of the smaller system, if random runs come to one that shows the target. */
static void check_runs(const struct system *s, lit target, const struct correspondence *c) {
  struct trace run, back = {0};
  struct simulation simulation;
  simulation_init(&simulation, c->system, c->target, 1, NULL);
  if (simulation_run(&simulation, 20, NULL)) {
    simulation_hit(&simulation, &run);
    correspondence_trace(c, &run, &back);
    size_t last = back.length - 1;
    ck_assert(trace_check(&back, s));
    ck_assert(aig_eval(s->aig, target, trace_state(&back, last), trace_input(&back, last)));
    trace_free(&run);
    trace_free(&back);
  }
  simulation_free(&simulation);
}

/* Whatever is found is inductive, and runs of the smaller system are runs of the original. */
START_TEST(random_models) {
  const struct random_shape shape = {8, 2, 24, 1, 1, 1};
  uint64_t seed = random_seed("correspondence");
  size_t found = 0, found_less = 0;
  for (int round = 0; round < 1000; round++) {
    struct rng rng = rng_seeded(seed + (uint64_t)round);
    struct aiger m;
    random_model(&rng, &shape, &m);
    struct elaboration how = {.model = &m, .justice = -1, .keep_all = true};
    struct system *s = system_elaborate(&how);
    struct correspondence c;
    lit target = s->num_states ? s->next[0] : AIG_FALSE; /* random models may have no latch */
    struct meter meter = {0};
    struct effort whole = {.meter = &meter}, part = effort_of(&whole, 1 + rng_below(&rng, 600));
    bool cut_short = round % 2;
    if (correspondence_init(&c, s, target, cut_short ? &part : NULL)) {
      found++;
      found_less += cut_short && interrupted(&part);
      ck_assert(self_check_invariant(s, correspondence_invariant(&c, AIG_TRUE)));
      check_runs(s, target, &c);
      correspondence_free(&c);
    }
    system_free(s);
    aiger_free(&m);
  }
  ck_assert_uint_ge(found, 50);
  ck_assert_uint_ge(found_less, 10);
}
END_TEST

/* --- equal signals ---------------------------------------------------------------------------- */

static size_t looked_back[2]; /* proofs, over one step, over more */

/* Merges what there is. Returns what became of the target. */
static lit merge_signals(struct system *s, lit target, struct correspondence *c) {
  struct equal_signals *signals = equal_signals_new(c->system, c->target, NULL);
  ck_assert(equal_signals_run(signals, NULL));
  bool never = equal_signals_never(signals);
  unsigned steps = equal_signals_look_back(signals);
  lit broken = steps ? correspondence_breach(c, signals) : AIG_FALSE;
  lit equal = correspondence_equal(c, signals);
  correspondence_merge(c, signals);
  if (never) ck_assert_uint_eq(c->target, AIG_FALSE);
  ck_assert(self_check_invariant(s, correspondence_invariant(c, AIG_TRUE)));
  equal_signals_free(signals);
  check_runs(s, target, c);
  if (steps == 0) return c->target;
  /* A proof that looks back is an invariant over ghosts. */
  looked_back[steps > 1]++;
  broken = aig_and(s->aig, aig_or(s->aig, broken, target), s->constraint);
  ck_assert(self_check_invariant(s, history_invariant(s, equal, broken, steps)));
  return c->target;
}

static lit merged_target(const char *text) {
  struct aiger m;
  struct system *s = read_system(&m, text);
  struct correspondence c;
  lit target = system_lit(s, m.bad.at[0]);
  correspondence_whole(&c, s, target);
  ck_assert_uint_eq(c.system->num_states, s->num_states);
  lit result = merge_signals(s, target, &c);
  correspondence_free(&c);
  system_free(s);
  aiger_free(&m);
  return result;
}

/* x & y, and then a register; or two registers, and then the gate. The same, but for one gate. */
START_TEST(a_gate_is_a_state) {
  ck_assert_uint_eq(merged_target("aag 10 2 3 0 5 1\n2\n4\n6 2\n8 4\n10 12\n21\n"
                                  "12 4 2\n14 8 6\n16 14 11\n18 15 10\n20 19 17\n"),
                    AIG_FALSE);
  ck_assert_uint_ne(merged_target("aag 10 2 3 0 5 1\n2\n4\n6 2\n8 4\n10 12\n21\n"
                                  "12 5 3\n14 8 6\n16 14 11\n18 15 10\n20 19 17\n"),
                    AIG_FALSE);
}
END_TEST

/* The same with two registers in a row: x & y one step ago is no gate of the second circuit, but
 * when its registers are moved forward it is. */
START_TEST(registers_move) {
  static const char text[] = "aag 13 2 6 0 5 1\n2\n4\n6 2\n8 6\n10 4\n12 10\n14 18\n16 14\n27\n"
                             "18 4 2\n20 12 8\n22 20 17\n24 21 16\n26 25 23\n";
  ck_assert_uint_eq(merged_target(text), AIG_FALSE);
  struct aiger m;
  struct system *s = read_system(&m, text);
  struct lits roots = {0};
  struct retiming retiming;
  lits_push(&roots, system_lit(s, m.bad.at[0]));
  struct signal_search *search = signal_search_new(s, &roots, 1, NULL);
  ck_assert(signal_search_run(search, NULL));
  ck_assert(!signal_search_never(search, 0));
  signal_search_free(search);
  ck_assert(retiming_init(&retiming, s, &roots, NULL));
  ck_assert_uint_lt(retiming.system->num_states, s->num_states);
  retiming_free(&retiming);
  lits_free(&roots);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* What the last two registers say excludes each other because of what the first two said two steps
 * ago: registers between them are not equal, and wait for inputs before they move. */
START_TEST(steps_back) {
  looked_back[1] = 0;
  merged_target("aag 16 4 6 0 6 1\n2\n4\n6\n8\n10 22\n12 2\n14 24\n16 27\n18 28\n20 31\n32\n"
                "22 4 2\n24 10 6\n26 13 6\n28 14 8\n30 17 8\n32 21 18\n");
  ck_assert_uint_eq(looked_back[1], 1);
}
END_TEST

/* Inputs x and y are the same in allowed steps, so the gates behind them are; outside of these
 * nothing is said, and the constraint stays what it is. */
START_TEST(inputs_under_constraints) {
  static const char text[] = "aag 9 3 1 0 5 1 1\n2\n4\n6\n8 6\n18\n15\n"
                             "10 4 3\n12 5 2\n14 13 11\n16 8 4\n18 16 3\n";
  struct aiger m;
  struct system *s = read_system(&m, text);
  struct correspondence c;
  lit target = aig_and(s->aig, system_lit(s, m.bad.at[0]), s->constraint);
  correspondence_whole(&c, s, target);
  merge_signals(s, target, &c);
  ck_assert_uint_ne(c.system->constraint, AIG_TRUE);
  correspondence_free(&c);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* --- equal gates ------------------------------------------------------------------------------ */

static size_t merged_gates(const char *text, bool merges) {
  struct aiger m;
  struct fault fault = {0};
  struct effort effort = {0};
  ck_assert(aiger_read_memory("test", (const unsigned char *)text, strlen(text), &m, &fault));
  struct elaboration how = {.model = &m, .use_fairness = true};
  struct system *s = system_elaborate(&how);
  if (merges) equal_gates_merge(s, &effort);
  ck_assert(system_well_formed(s));
  struct system_size size = system_size(s, s->fairness[0]);
  system_free(s);
  aiger_free(&m);
  return size.gates;
}

/* x & y & z in two ways, the one or the other by the input, is older than the fairness condition,
 * which it equals, and which must not depend on inputs. */
START_TEST(a_predicate_stays_one) {
  static const char text[] = "aag 15 1 3 0 11 0 0 1\n2\n4 27\n6 2\n8 2\n1\n30\n"
                             "10 6 4\n12 9 2\n14 13 10\n16 9 3\n18 17 6\n20 18 4\n22 14 2\n"
                             "24 20 3\n26 25 23\n28 8 4\n30 28 6\n";
  ck_assert_uint_eq(merged_gates(text, false), 11);
  ck_assert_uint_eq(merged_gates(text, true), 11);
}
END_TEST

/* x & y & z from the left and from the right. */
START_TEST(gates_merge) {
  static const char text[] = "aag 9 1 3 0 5 0 0 1\n2\n4 12\n6 2\n8 2\n1\n19\n"
                             "10 6 4\n12 10 8\n14 8 6\n16 14 4\n18 17 13\n";
  ck_assert_uint_eq(merged_gates(text, false), 5);
  ck_assert_uint_eq(merged_gates(text, true), 2);
}
END_TEST

/* Whatever is found, with states merged before or not, also where work is done bit by bit. */
START_TEST(random_signals) {
  const struct random_shape shape = {6, 2, 24, 1, 1, 1};
  uint64_t seed = random_seed("signals");
  size_t gained = 0, never = 0;
  for (int round = 0; round < 2000; round++) {
    struct rng rng = rng_seeded(seed + (uint64_t)round);
    struct aiger m;
    random_model(&rng, &shape, &m);
    struct elaboration how = {.model = &m, .justice = -1, .keep_all = true};
    struct system *s = system_elaborate(&how);
    lit target = s->num_states ? s->next[0] : AIG_FALSE;
    target = aig_and(s->aig, target, s->constraint);
    struct correspondence c;
    if (!s->start && s->num_states) {
      if (round % 2 || !correspondence_init(&c, s, target, NULL))
        correspondence_whole(&c, s, target);
      size_t before = c.equal.size;
      never += merge_signals(s, target, &c) == AIG_FALSE;
      gained += c.equal.size > before;
      correspondence_free(&c);
    }
    system_free(s);
    aiger_free(&m);
  }
  ck_assert_uint_ge(gained, 200);
  ck_assert_uint_ge(never, 100);
}
END_TEST

/* Two registers behind the same input, one of them complemented, and as many latches that stay 0
 * because the first of them does. */
enum { STAGES = 4000 };

static struct system *large_model(struct aiger *m) {
  size_t size = 64 * 3 * STAGES;
  char *text = memory_zeroed(size, 1);
  FILE *out = fmemopen(text, size, "w");
  fprintf(out, "aag %d 1 %d 0 0 1\n2\n", 3 * STAGES + 1, 3 * STAGES);
  for (int k = 0; k < STAGES; k++) fprintf(out, "%d %d\n", 4 + 2 * k, 2 + 2 * k);
  for (int k = 0; k < STAGES; k++)
    fprintf(out, "%d %d 1\n", 4 + 2 * (STAGES + k), k ? 2 + 2 * (STAGES + k) : 3);
  for (int k = 0; k < STAGES; k++)
    fprintf(out, "%d %d\n", 4 + 2 * (2 * STAGES + k), k ? 2 + 2 * (2 * STAGES + k) : 0);
  fprintf(out, "%d\n", 4 + 2 * (3 * STAGES - 1));
  fclose(out);
  struct fault fault = {0};
  ck_assert(aiger_read_memory("test", (const unsigned char *)text, strlen(text), m, &fault));
  struct elaboration how = {.model = m, .justice = -1, .keep_all = true};
  free(text);
  return system_elaborate(&how);
}

/* There is no time for candidates, but constants, and twins one step behind the other, are found;
 * and that candidates are split again and again is counted. */
START_TEST(what_needs_no_search) {
  enum { LITTLE = 100000, ROUNDS = 8 };
  struct aiger m;
  struct system *s = large_model(&m);
  struct meter meter = {0};
  struct effort whole = {.meter = &meter}, part = effort_of(&whole, LITTLE);
  struct correspondence c;
  ck_assert_uint_eq(s->num_states, 3 * STAGES);
  ck_assert(correspondence_init(&c, s, s->states[3 * STAGES - 1], &part));
  ck_assert(interrupted(&part));
  ck_assert_uint_eq(c.target, AIG_FALSE);
  ck_assert_uint_eq(c.equal.size, STAGES + ROUNDS);
  ck_assert(self_check_invariant(s, correspondence_invariant(&c, AIG_TRUE)));
  correspondence_free(&c);
  system_free(s);
  aiger_free(&m);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("correspondence");
  TCase *tc = tcase_create("correspondence");
  tcase_set_timeout(tc, 0);
  tcase_add_test(tc, equal_complementary_constant);
  tcase_add_test(tc, free_reset);
  tcase_add_test(tc, reset_function);
  tcase_add_test(tc, late_difference);
  tcase_add_test(tc, random_models);
  tcase_add_test(tc, what_needs_no_search);
  tcase_add_test(tc, a_gate_is_a_state);
  tcase_add_test(tc, registers_move);
  tcase_add_test(tc, steps_back);
  tcase_add_test(tc, inputs_under_constraints);
  tcase_add_test(tc, random_signals);
  tcase_add_test(tc, a_predicate_stays_one);
  tcase_add_test(tc, gates_merge);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
