/* bad and output properties of random models against the explicit-state oracle; evidence is checked
 * here, by evaluation and SAT. */
#include "checker/portfolio/check.h"
#include "checker/symbolic/reachability.h"
#include "checker/system/unroll.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

/* now (time frame 0) and `then` (time frame 1) exclude each other */
static bool impossible(struct system *s, const lit *now, size_t n, lit then) {
  struct sat *sat = sat_new(SAT_CADICAL, NULL);
  struct unroll unroll;
  unroll_init(&unroll, sat, s);
  for (size_t k = 0; k < n; k++) sat_unit(sat, unroll_lit(&unroll, 0, now[k]));
  sat_unit(sat, unroll_lit(&unroll, 1, then));
  bool unsat = sat_solve(sat) == SAT_NO;
  unroll_free(&unroll);
  sat_free(sat);
  return unsat;
}

/* R and C in every step of a row from `from` on, and the bad literal in the last one only */
static bool first_shown_in(struct system *s, lit from, lit r, lit bad, size_t last) {
  struct sat *sat = sat_new(SAT_CADICAL, NULL);
  struct unroll unroll;
  unroll_init(&unroll, sat, s);
  sat_unit(sat, unroll_lit(&unroll, 0, from));
  for (size_t t = 0; t <= last; t++) {
    sat_unit(sat, unroll_lit(&unroll, t, r));
    sat_unit(sat, unroll_lit(&unroll, t, s->constraint));
    sat_unit(sat, unroll_lit(&unroll, t, t < last ? lit_not(bad) : bad));
  }
  bool shown = sat_solve(sat) != SAT_NO;
  unroll_free(&unroll);
  sat_free(sat);
  return shown;
}

static void check_induction(const struct evidence *e, lit bad) {
  struct system *s = e->system;
  lit r = e->invariant;
  ck_assert(impossible(s, (lit[]){s->init, lit_not(r)}, 2, AIG_TRUE));
  ck_assert(impossible(s, (lit[]){r, s->constraint, lit_not(bad)}, 3, lit_not(r)));
  for (size_t n = 0; n < e->back; n++) ck_assert(!first_shown_in(s, s->init, r, bad, n));
  ck_assert(!first_shown_in(s, AIG_TRUE, r, bad, e->back));
}

static void check_evidence(const struct evidence *e, lit bad) {
  struct system *s = e->system;
  if (e->verdict == VERDICT_HOLDS) {
    lit r = e->invariant;
    ck_assert(!aig_has_inputs(s->aig, r));
    if (e->back > 0) {
      check_induction(e, bad);
      return;
    }
    ck_assert(impossible(s, (lit[]){s->init, lit_not(r)}, 2, AIG_TRUE));
    ck_assert(impossible(s, (lit[]){r, s->constraint}, 2, lit_not(r)));
    ck_assert(impossible(s, (lit[]){r, s->constraint, bad}, 3, AIG_TRUE));
  } else {
    const struct trace *t = &e->trace;
    ck_assert(trace_check(t, s));
    ck_assert(aig_eval(s->aig, s->init, trace_state(t, 0), NULL));
    const uint8_t *state = trace_state(t, t->length - 1), *inputs = trace_input(t, t->length - 1);
    ck_assert(aig_eval(s->aig, s->constraint, state, inputs));
    ck_assert(aig_eval(s->aig, bad, state, inputs));
  }
}

/* The decision diagrams alone, with clauses in their place or without. */
static enum verdict check_sweep(const struct aiger *model, uint32_t literal, bool clauses) {
  struct tuning tuning = tuning_defaults;
  if (!clauses) tuning.bdd_clauses_size = 0;
  struct effort effort = {.tuning = &tuning};
  struct elaboration how = {.model = model, .justice = -1, .roots = &literal, .num_roots = 1};
  struct system *system = system_elaborate(&how);
  lit bad = system_lit(system, literal);
  struct sweep *sweep = sweep_new(system, aig_and(system->aig, bad, system->constraint));
  enum reach_answer answer = sweep_run(sweep, &effort);
  ck_assert_int_ne(answer, REACH_UNKNOWN);
  struct evidence evidence = {.verdict = answer == REACH_PROOF ? VERDICT_HOLDS : VERDICT_FAILS,
                              .system = system,
                              .trace = *sweep_trace(sweep)};
  if (answer == REACH_PROOF) evidence.invariant = sweep_invariant(sweep, &effort);
  check_evidence(&evidence, bad);
  sweep_free(sweep);
  system_free(system);
  return evidence.verdict;
}

/* Two counters of two bits, x and y, in step: x1 x0 = y1 y0 always. The target is x0 != y0 where
 * both x1 and y1 are set; that x0 = y0 is reason enough. */
static const char counters_text[] =
    "aag 15 0 4 1 11\n2 3\n4 14\n6 7\n8 20\n30\n10 2 4\n12 3 5\n14 11 13\n"
    "16 6 8\n18 7 9\n20 17 19\n22 2 6\n24 3 7\n26 23 25\n28 4 8\n30 26 28\n";

START_TEST(test_clauses_instead_of_diagram) {
  struct aiger model;
  text_model(counters_text, &model);
  struct elaboration how = {
      .model = &model, .justice = -1, .roots = model.outputs.at, .num_roots = 1};
  struct system *system = system_elaborate(&how);
  struct sweep *sweep = sweep_new(system, system_lit(system, 30));
  ck_assert_int_eq(sweep_run(sweep, NULL), REACH_PROOF);
  lit invariant = sweep_invariant(sweep, NULL);
  for (unsigned k = 0; k < 16; k++) {
    uint8_t state[4];
    for (unsigned bit = 0; bit < 4; bit++) state[bit] = k >> bit & 1;
    ck_assert_int_eq(aig_eval(system->aig, invariant, state, NULL), state[0] == state[2]);
  }
  sweep_free(sweep);
  system_free(system);
  aiger_free(&model);
}
END_TEST

/* The same without clauses: a set around the four reachable states. */
START_TEST(test_set_around_reachable) {
  struct aiger model;
  text_model(counters_text, &model);
  struct elaboration how = {
      .model = &model, .justice = -1, .roots = model.outputs.at, .num_roots = 1};
  struct system *system = system_elaborate(&how);
  struct tuning tuning = tuning_defaults;
  tuning.bdd_clauses_size = 0;
  struct effort effort = {.tuning = &tuning};
  lit bad = system_lit(system, 30);
  struct sweep *sweep = sweep_new(system, bad);
  ck_assert_int_eq(sweep_run(sweep, &effort), REACH_PROOF);
  struct evidence evidence = {.verdict = VERDICT_HOLDS, .system = system};
  evidence.invariant = sweep_invariant(sweep, &effort);
  check_evidence(&evidence, bad);
  unsigned states = 0;
  for (unsigned k = 0; k < 16; k++) {
    const uint8_t state[] = {k & 1, k >> 1 & 1, k >> 2 & 1, k >> 3 & 1};
    states += aig_eval(system->aig, evidence.invariant, state, NULL);
  }
  ck_assert_uint_gt(states, 4);
  sweep_free(sweep);
  system_free(system);
  aiger_free(&model);
}
END_TEST

static enum verdict check_one(const struct aiger *model, enum property_kind kind, uint32_t index) {
  struct property property = {.kind = kind, .index = index};
  uint32_t literal = kind == PROPERTY_BAD ? model->bad.at[index] : model->outputs.at[index];
  struct check_result result;
  check_property(model, &property, &check_defaults, NULL, &result);
  enum verdict verdict = result.evidence.verdict;
  ck_assert_int_ne(verdict, VERDICT_UNKNOWN);
  check_evidence(&result.evidence, system_lit(result.system, literal));
  check_result_free(&result);
  return verdict;
}

START_TEST(test_random) {
  const struct random_shape shape = {.max_latches = 8,
                                     .max_inputs = 4,
                                     .max_gates = 60,
                                     .max_constraints = 2,
                                     .max_fairness = 0,
                                     .max_justice = 1};
  for (uint64_t seed = (uint64_t)_i * 50; seed < (uint64_t)(_i + 1) * 50; seed++) {
    struct rng rng = rng_seeded(seed);
    struct aiger model;
    printf("seed %lu\n", (unsigned long)seed);
    fflush(stdout);
    random_model(&rng, &shape, &model);
    for (uint32_t k = 0; k < model.bad.size; k++) {
      enum oracle_answer expected = oracle_bad(&model, model.bad.at[k]);
      if (expected == ORACLE_TOO_LARGE) continue;
      ck_assert_int_eq(check_one(&model, PROPERTY_BAD, k),
                       expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS);
      for (int clauses = 0; clauses < 2; clauses++)
        ck_assert_int_eq(check_sweep(&model, model.bad.at[k], clauses),
                         expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS);
    }
    for (uint32_t k = 0; k < model.outputs.size; k++) {
      enum oracle_answer expected = oracle_bad(&model, model.outputs.at[k]);
      if (expected == ORACLE_TOO_LARGE) continue;
      ck_assert_int_eq(check_one(&model, PROPERTY_OUTPUT, k),
                       expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS);
    }
    aiger_free(&model);
  }
}
END_TEST

/* k-induction alone may not know; what it knows is true, and its ghosts make it inductive. Returns
 * how many there are; without ghosts, over how many steps it is an induction. */
static size_t check_kinduction(const struct aiger *model, uint32_t index, bool ghosts) {
  struct tuning tuning = tuning_defaults;
  struct check_options options = check_defaults;
  struct property property = {.kind = PROPERTY_BAD, .index = index};
  struct check_result result;
  tuning.kinduction_ghosts = 80;
  tuning.kinduction_nodes = 1000;
  tuning.equal_signals_first = 0; /* which would be an induction of more than the target */
  options.tuning = &tuning;
  options.ghosts = ghosts;
  engines_add(&options.engines, FAMILY_SAFETY, ENGINE_KINDUCTION);
  check_property(model, &property, &options, NULL, &result);
  enum verdict verdict = result.evidence.verdict;
  size_t looks_back = ghosts ? result.system->num_ghosts : result.evidence.back;
  ck_assert_uint_eq(ghosts ? result.evidence.back : result.system->num_ghosts, 0);
  if (verdict != VERDICT_UNKNOWN) {
    enum oracle_answer expected = oracle_bad(model, model->bad.at[index]);
    ck_assert_int_eq(verdict, expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS);
    ck_assert(system_well_formed(result.system));
    check_evidence(&result.evidence, system_lit(result.system, model->bad.at[index]));
  }
  check_result_free(&result);
  return verdict == VERDICT_HOLDS ? looks_back : 0;
}

/* A random one; the log says which. */
static void small_model(uint64_t seed, struct aiger *model) {
  const struct random_shape shape = {
      .max_latches = 6, .max_inputs = 3, .max_gates = 40, .max_constraints = 2, .max_justice = 1};
  struct rng rng = rng_seeded(seed);
  printf("seed %lu\n", (unsigned long)seed);
  fflush(stdout);
  random_model(&rng, &shape, model);
}

START_TEST(test_kinduction) {
  size_t proofs[2] = {0};
  for (uint64_t seed = 0; seed < 300; seed++) {
    struct aiger model;
    small_model(seed, &model);
    for (uint32_t k = 0; k < 2 * model.bad.size; k++)
      proofs[k % 2] += check_kinduction(&model, k / 2, k % 2) > 0;
    aiger_free(&model);
  }
  ck_assert_uint_gt(proofs[0], 5);
  ck_assert_uint_gt(proofs[1], 5);
}
END_TEST

/* Alone it decides everything. Counts proofs that are plain invariants, inductions, and those with
 * ghosts. */
static void check_ahead(const struct aiger *model, uint32_t index, bool ghosts, size_t *counts) {
  struct tuning tuning = tuning_defaults;
  struct check_options options = check_defaults;
  struct property property = {.kind = PROPERTY_BAD, .index = index};
  struct check_result result;
  if (index % 2 == 0) tuning.correspondence = tuning.equal_signals_first = 0;
  options.tuning = &tuning;
  options.ghosts = ghosts;
  engines_add(&options.engines, FAMILY_SAFETY, ENGINE_AHEAD);
  check_property(model, &property, &options, NULL, &result);
  enum oracle_answer expected = oracle_bad(model, model->bad.at[index]);
  enum verdict verdict = expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS;
  ck_assert_int_eq(result.evidence.verdict, verdict);
  check_evidence(&result.evidence, system_lit(result.system, model->bad.at[index]));
  if (verdict == VERDICT_HOLDS)
    counts[result.evidence.back > 0 ? 1 : result.system->num_ghosts > 0 ? 2 : 0]++;
  check_result_free(&result);
}

START_TEST(test_ahead) {
  size_t counts[3] = {0};
  for (uint64_t seed = 0; seed < 300; seed++) {
    struct aiger model;
    small_model(seed, &model);
    for (uint32_t k = 0; k < model.bad.size; k++) check_ahead(&model, k, seed % 2, counts);
    aiger_free(&model);
  }
  for (size_t k = 0; k < 3; k++) ck_assert_uint_gt(counts[k], 5);
}
END_TEST

/* Two shift registers of three, fed by the same input, end alike: seen after three steps back. */
#define TWO_REGISTERS "aag 8 1 6 0 1 1\n2\n4 2\n6 4\n8 6\n10 2\n12 10\n14 12\n16\n16 8 15\n"
START_TEST(test_kinduction_looks_back) {
  struct aiger model;
  text_model(TWO_REGISTERS, &model);
  struct tuning tuning = tuning_defaults;
  /* which would see that the two registers are one */
  tuning.correspondence = tuning.equal_signals_first = 0;
  struct check_options options = check_defaults;
  struct property property = {.kind = PROPERTY_BAD};
  struct check_result result;
  options.tuning = &tuning;
  engines_add(&options.engines, FAMILY_SAFETY, ENGINE_KINDUCTION);
  check_property(&model, &property, &options, NULL, &result);
  ck_assert_int_eq(result.evidence.verdict, VERDICT_HOLDS);
  ck_assert_uint_eq(result.evidence.back, 3);
  ck_assert_uint_eq(result.system->num_ghosts, 0);
  check_evidence(&result.evidence, system_lit(result.system, 16));
  check_result_free(&result);
  options.ghosts = true;
  check_property(&model, &property, &options, NULL, &result);
  ck_assert_int_eq(result.evidence.verdict, VERDICT_HOLDS);
  ck_assert_uint_eq(result.evidence.back, 0);
  ck_assert_uint_eq(result.system->num_ghosts, 3 * (1 + 6 + 1)); /* three steps back */
  check_evidence(&result.evidence, system_lit(result.system, 16));
  check_result_free(&result);
  aiger_free(&model);
}
END_TEST

/* Of all engines it comes last, but then it has its turn. */
START_TEST(test_kinduction_waits) {
  for (unsigned waits = 0; waits < 2; waits++) {
    struct aiger model;
    text_model(TWO_REGISTERS, &model);
    struct tuning tuning = tuning_defaults;
    tuning.correspondence = tuning.equal_signals_first = 0;
    if (!waits) tuning.kinduction_after = 0;
    struct check_options options = check_defaults;
    struct property property = {.kind = PROPERTY_BAD};
    struct check_result result;
    options.tuning = &tuning;
    check_property(&model, &property, &options, NULL, &result);
    ck_assert_int_eq(result.evidence.verdict, VERDICT_HOLDS);
    ck_assert(waits == (result.evidence.back == 0));
    check_evidence(&result.evidence, system_lit(result.system, 16));
    check_result_free(&result);
    aiger_free(&model);
  }
}
END_TEST

/* Clauses over any variables: most are wrong, some are about what is not there. */
static void random_seeds(struct rng *rng, const struct aiger *model, struct lits *seeds) {
  uint32_t latches = (uint32_t)model->num_latches;
  for (uint32_t n = rng_below(rng, 40); n > 0; n--) {
    for (uint32_t k = 1 + rng_below(rng, 3); k > 0; k--) {
      uint32_t literal = latches && rng_below(rng, 8) ? model->latches[rng_below(rng, latches)].lit
                                                      : rng_below(rng, 2 * model->maxvar + 2);
      lits_push(seeds, literal ^ rng_below(rng, 2));
    }
    lits_push(seeds, SEED_END);
  }
}

START_TEST(test_seeds_are_not_believed) {
  const struct random_shape shape = {
      .max_latches = 8, .max_inputs = 4, .max_gates = 60, .max_constraints = 2};
  struct check_options options = check_defaults;
  engines_add(&options.engines, FAMILY_SAFETY, ENGINE_IC3);
  for (uint64_t seed = 5000; seed < 5400; seed++) {
    struct rng rng = rng_seeded(seed);
    struct aiger model;
    struct lits seeds = {0};
    random_model(&rng, &shape, &model);
    random_seeds(&rng, &model, &seeds);
    options.seeds = &seeds;
    for (uint32_t k = 0; k < model.bad.size; k++) {
      struct property property = {.kind = PROPERTY_BAD, .index = k};
      struct check_result result;
      enum oracle_answer expected = oracle_bad(&model, model.bad.at[k]);
      if (expected == ORACLE_TOO_LARGE) continue;
      check_property(&model, &property, &options, NULL, &result);
      ck_assert_msg(result.evidence.verdict ==
                        (expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS),
                    "seed %lu, bad %u", (unsigned long)seed, k);
      check_evidence(&result.evidence, system_lit(result.system, model.bad.at[k]));
      check_result_free(&result);
    }
    lits_free(&seeds);
    aiger_free(&model);
  }
}
END_TEST

static enum verdict check_text(const char *text) {
  struct aiger model;
  text_model(text, &model);
  enum verdict verdict = check_one(&model, PROPERTY_BAD, 0);
  aiger_free(&model);
  return verdict;
}

/* The constraint restricts the last step too: bad is the input, the constraint its negation. */
START_TEST(test_constraint_in_last_step) {
  ck_assert_int_eq(check_text("aag 1 1 0 0 0 1 1\n2\n2\n3\n"), VERDICT_HOLDS);
  ck_assert_int_eq(check_text("aag 1 1 0 0 0 1 1\n2\n2\n2\n"), VERDICT_FAILS);
}
END_TEST

START_TEST(test_uninitialised_latch) {
  ck_assert_int_eq(check_text("aag 1 0 1 0 0 1\n2 2 2\n2\n"), VERDICT_FAILS);
  ck_assert_int_eq(check_text("aag 1 0 1 0 0 1\n2 2\n2\n"), VERDICT_HOLDS);
  ck_assert_int_eq(check_text("aag 1 0 1 0 0 1\n2 2 1\n2\n"), VERDICT_FAILS);
}
END_TEST

START_TEST(test_constants) {
  ck_assert_int_eq(check_text("aag 0 0 0 0 0 1\n0\n"), VERDICT_HOLDS);
  ck_assert_int_eq(check_text("aag 0 0 0 0 0 1\n1\n"), VERDICT_FAILS);
  ck_assert_int_eq(check_text("aag 0 0 0 0 0 1 1\n1\n0\n"), VERDICT_HOLDS);
}
END_TEST

/* A counter of n bits that runs into "bad" after 2^n - 1 steps. */
static void read_counter(unsigned n, struct aiger *model) {
  char text[20000];
  size_t size = 0;
  unsigned ands = 4 * (n - 1), var = n, carry = 2;
#define PUT(...) size += (size_t)snprintf(text + size, sizeof text - size, __VA_ARGS__)
  PUT("aag %u 0 %u 0 %u 1\n2 3\n", n + ands, n, ands);
  for (unsigned k = 1; k < n; k++) PUT("%u %u\n", 2 * (k + 1), 2 * (n + 4 * k - 1));
  PUT("%u\n", 2 * (n + ands));       /* all bits set: the last carry */
  for (unsigned k = 1; k < n; k++) { /* bit ^ carry, then the next carry */
    unsigned bit = 2 * (k + 1), a = 2 * ++var, b = 2 * ++var, x = 2 * ++var, c = 2 * ++var;
    PUT("%u %u %u\n%u %u %u\n", a, bit, carry, b, bit ^ 1, carry ^ 1);
    PUT("%u %u %u\n%u %u %u\n", x, a ^ 1, b ^ 1, c, bit, carry);
    carry = c;
  }
#undef PUT
  text_model(text, model);
}

/* Bad after 20 steps, whatever happens, and already after 5 with all of 12 inputs true in each of
 * them: random runs find the one, bounded model checking knows the other. */
START_TEST(test_shorter_trace) {
  enum { INPUTS = 12, LOCK = 5, SLOW = 20 };
  char text[4000];
  size_t size = 0;
  const unsigned lock = INPUTS + 1, slow = lock + LOCK, all = slow + SLOW,
                 opened = all + INPUTS - 1;
  const unsigned last = opened + LOCK - 1;
#define PUT(...) size += (size_t)snprintf(text + size, sizeof text - size, __VA_ARGS__)
  PUT("aag %u %d %d 0 %d 1\n", last, INPUTS, LOCK + SLOW, INPUTS + LOCK - 1);
  for (unsigned k = 1; k <= INPUTS; k++) PUT("%u\n", 2 * k);
  PUT("%u %u\n", 2 * lock, 2 * (opened - 1));
  for (unsigned k = 1; k < LOCK; k++) PUT("%u %u\n", 2 * (lock + k), 2 * (opened + k - 1));
  PUT("%u 1\n", 2 * slow);
  for (unsigned k = 1; k < SLOW; k++) PUT("%u %u\n", 2 * (slow + k), 2 * (slow + k - 1));
  PUT("%u\n", 2 * last + 1);
  for (unsigned k = 1; k < INPUTS; k++)
    PUT("%u %u %u\n", 2 * (all + k - 1), 2 * (k == 1 ? 1 : all + k - 2), 2 * (k + 1));
  for (unsigned k = 1; k < LOCK; k++)
    PUT("%u %u %u\n", 2 * (opened + k - 1), 2 * (lock + k - 1), 2 * (opened - 1));
  PUT("%u %u %u\n", 2 * last, 2 * (lock + LOCK - 1) + 1, 2 * (slow + SLOW - 1) + 1);
#undef PUT
  struct aiger model;
  text_model(text, &model);
  struct property property = {.kind = PROPERTY_BAD};
  struct check_result result;
  check_property(&model, &property, &check_defaults, NULL, &result);
  ck_assert_int_eq(result.evidence.verdict, VERDICT_FAILS);
  check_evidence(&result.evidence, system_lit(result.system, model.bad.at[0]));
  ck_assert_uint_eq(result.evidence.trace.length, LOCK + 1);
  check_result_free(&result);
  aiger_free(&model);
}
END_TEST

/* What an effort with this deadline (seconds from now) leaves of a check; *seconds is how long
 * it took. */
static enum verdict check_counter(unsigned n, double deadline, double *seconds) {
  struct aiger model;
  read_counter(n, &model);
  double start = monotonic_seconds();
  struct effort effort = {.deadline = start + deadline};
  struct property property = {.kind = PROPERTY_BAD};
  struct check_result result;
  check_property(&model, &property, &check_defaults, &effort, &result);
  *seconds = monotonic_seconds() - start;
  enum verdict verdict = result.evidence.verdict;
  if (verdict != VERDICT_UNKNOWN)
    check_evidence(&result.evidence, system_lit(result.system, model.bad.at[0]));
  check_result_free(&result);
  aiger_free(&model);
  return verdict;
}

/* Nobody decides 60 bits: a deadline that is over gives unknown at once, one that comes ends the
 * check soon after, and without either the same kind of model is decided. */
START_TEST(test_interrupt) {
  double seconds;
  ck_assert_int_eq(check_counter(4, 1000, &seconds), VERDICT_FAILS);
  ck_assert_int_eq(check_counter(4, -1, &seconds), VERDICT_UNKNOWN);
  ck_assert_int_eq(check_counter(60, -1, &seconds), VERDICT_UNKNOWN);
  ck_assert_msg(seconds < 5, "%f seconds", seconds);
  ck_assert_int_eq(check_counter(60, 0.5, &seconds), VERDICT_UNKNOWN);
  ck_assert_msg(seconds > 0.4 && seconds < 10, "%f seconds", seconds);
}
END_TEST

/* All counters, not only the verdict: another deadline and another moment change nothing. Turns are
 * short, so that there are many. */
START_TEST(test_repeatable) {
  const struct random_shape shape = {.max_latches = 12, .max_inputs = 4, .max_gates = 200};
  struct tuning tuning = tuning_defaults;
  tuning.safety_turn = 3;
  tuning.bdd_turn = 1;
  tuning.bdd_sift_first = 20;
  struct check_options options = check_defaults;
  options.tuning = &tuning;
  for (uint64_t seed = 1000; seed < 1060; seed++) {
    struct rng rng = rng_seeded(seed);
    struct aiger model;
    random_model(&rng, &shape, &model);
    for (uint32_t k = 0; k < model.bad.size; k++) {
      struct property property = {.kind = PROPERTY_BAD, .index = k};
      struct check_result first, second;
      check_property(&model, &property, &options, NULL, &first);
      struct effort later = {.deadline = monotonic_seconds() + 1000};
      check_property(&model, &property, &options, &later, &second);
      const struct statistics *a = &first.meter.statistics, *b = &second.meter.statistics;
      ck_assert_int_eq(first.evidence.verdict, second.evidence.verdict);
      ck_assert_uint_eq(first.evidence.invariant, second.evidence.invariant);
      ck_assert_str_eq(a->decided, b->decided);
      for (size_t i = 0; i < NUM_STATISTICS; i++)
        ck_assert_msg(statistics_value(a, &statistics_table[i]) ==
                          statistics_value(b, &statistics_table[i]),
                      "seed %lu, bad %u: %s", (unsigned long)seed, k, statistics_table[i].name);
      check_result_free(&first);
      check_result_free(&second);
    }
    aiger_free(&model);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("safety");
  TCase *tc = tcase_create("safety");
  tcase_set_timeout(tc, 0);
  tcase_add_test(tc, test_set_around_reachable);
  tcase_add_test(tc, test_constraint_in_last_step);
  tcase_add_test(tc, test_kinduction);
  tcase_add_test(tc, test_ahead);
  tcase_add_test(tc, test_kinduction_looks_back);
  tcase_add_test(tc, test_kinduction_waits);
  tcase_add_test(tc, test_uninitialised_latch);
  tcase_add_test(tc, test_constants);
  tcase_add_test(tc, test_clauses_instead_of_diagram);
  tcase_add_test(tc, test_shorter_trace);
  tcase_add_test(tc, test_interrupt);
  tcase_add_test(tc, test_repeatable);
  tcase_add_test(tc, test_seeds_are_not_believed);
  tcase_add_loop_test(tc, test_random, 0, 6);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
