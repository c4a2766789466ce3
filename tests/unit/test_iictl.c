/* IICTL and fixpoints on diagrams against explicit enumeration, on random models and formulas; the
 * facts they leave are re-checked against the rules of docs/certificates.md. */
#include "checker/ctl/eu_queries.h"
#include "checker/ctl/facts_check.h"
#include "checker/ctl/generalize.h"
#include "checker/ctl/iictl.h"
#include "checker/portfolio/check.h"
#include "checker/symbolic/ctl_fixpoints.h"
#include "checker/system/self_check.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"
#include "tests/unit/trials.h"

#include <stdio.h>

static void check_evidence(const struct check_result *r) {
  ck_assert(self_check_invariant(r->system, r->evidence.invariant));
  ck_assert(facts_are_fine(&r->core, &r->evidence));
}

/* By fixpoints on diagrams, in one go or in many short turns. */
static enum verdict run_fixpoints(struct check_result *result, bool turns) {
  struct meter meter = {0};
  const struct effort whole = {.meter = &meter};
  struct ctl_fixpoints *fixpoints = ctl_fixpoints_new(result->system, &result->core);
  enum verdict verdict = VERDICT_UNKNOWN;
  uint64_t ticks = 20000;
  while (turns && verdict == VERDICT_UNKNOWN && !ctl_fixpoints_over(fixpoints)) {
    struct effort slice = effort_of(&whole, ticks);
    verdict = ctl_fixpoints_run(fixpoints, &slice, &result->evidence);
    ticks += ticks / 2;
  }
  if (!turns) verdict = ctl_fixpoints_run(fixpoints, NULL, &result->evidence);
  ctl_fixpoints_free(fixpoints);
  return verdict;
}

static void one_formula(uint64_t seed, const struct aiger *model, const struct formulas *arena,
                        uint32_t root, const struct check_options *options) {
  enum oracle_answer expected = oracle_ctl(model, arena, NULL, root, false);
  if (expected != ORACLE_TOO_LARGE) {
    struct property property = {.kind = PROPERTY_CTL, .arena = arena, .root = root};
    struct check_result result;
    check_property(model, &property, options, NULL, &result);
    enum verdict verdict = expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS;
    char *text = formula_print(arena, root);
    ck_assert_msg(result.evidence.verdict == verdict, "seed %llu: %s: verdict %d, expected %d",
                  (unsigned long long)seed, text, result.evidence.verdict, verdict);
    check_evidence(&result);
    /* The other engine, on the same system. */
    enum verdict symbolic = run_fixpoints(&result, seed % 3 == 0);
    ck_assert_msg(symbolic == verdict, "seed %llu: %s: diagrams say %d, expected %d",
                  (unsigned long long)seed, text, symbolic, verdict);
    check_evidence(&result);
    free(text);
    check_result_free(&result);
  }
}

/* An input or a latch, or its complement; hints may be anything. */
static uint32_t random_hint(struct rng *rng, const struct aiger *model, struct formulas *arena) {
  uint32_t atom = formula_atom(arena, 1, "true");
  if (model->inputs.size && rng_chance(rng, 50))
    atom = formula_atom(arena, model->inputs.at[0], "i0");
  else if (model->num_latches)
    atom = formula_atom(arena, model->latches[0].lit, "l0");
  return rng_chance(rng, 50) ? atom : formula_make(arena, FORMULA_NOT, atom, 0);
}

/* Makes the first latches parameters. */
static void freeze(struct aiger *model, size_t n) {
  for (size_t k = 0; k < model->num_latches && k < n; k++)
    model->latches[k].next = model->latches[k].reset = model->latches[k].lit;
}

/* A model with a few formulas. */
static void one_case(uint64_t seed, const struct random_shape *shape, unsigned depth,
                     int generalization) {
  struct rng rng = rng_seeded(seed);
  struct aiger model;
  struct formulas arena = {0};
  struct check_options options = check_defaults;
  struct tuning tuning = tuning_defaults;
  if (seed % 4 < 2) tuning.iictl_closed = tuning.cone_hard = 1; /* everything is hard */
  if (seed % 11 < 6) tuning.iictl_source_after = 0;    /* sources that may be closed at once */
  if (seed % 3 < 2) tuning.parity_long = 2;            /* every sum is long */
  if (seed % 5 < 3) tuning.iictl_strategy_after = 0;   /* constant inputs before cubes .. */
  tuning.iictl_strategy_part = 1;                      /* .. whatever they cost */
  if (seed % 7 == 0) tuning.iictl_strategy_gates = 20; /* not all rings fit */
  if (seed % 3 == 0) tuning.iictl_glance = 0;       /* bounded searches in the first EU query .. */
  if (seed % 3 == 0) tuning.iictl_bounded_part = 1; /* .. as long as IC3's */
  options.tuning = &tuning;
  options.ctl.generalization = generalization;
  random_model(&rng, shape, &model);
  if (seed % 3 == 1) freeze(&model, seed % 4);
  uint32_t hint = random_hint(&rng, &model, &arena);
  options.ctl.hint_arena = &arena;
  options.ctl.hints = &hint;
  options.ctl.num_hints = seed % 2;
  for (unsigned k = 0; k < 3; k++)
    one_formula(seed, &model, &arena, random_formula(&rng, &model, depth, &arena), &options);
  formulas_free(&arena);
  aiger_free(&model);
}

static void many_cases(const struct random_shape *shape, unsigned depth, uint64_t first) {
  const char *more = getenv("VOUCH_TEST_CASES"), *from = getenv("VOUCH_TEST_SEED");
  unsigned long count = more ? strtoul(more, NULL, 10) : TRIALS(60);
  if (from) first = strtoull(from, NULL, 10);
  printf("seeds %llu to %llu\n", (unsigned long long)first,
         (unsigned long long)(first + count - 1));
  for (unsigned long k = 0; k < count; k++) {
    if (getenv("VOUCH_TEST_VERBOSE")) {
      printf("seed %llu\n", (unsigned long long)(first + k));
      fflush(stdout);
    }
    one_case(first + k, shape, depth, (int)((first + k) % 3));
  }
}

START_TEST(plain_models) {
  struct random_shape shape = random_shape_default;
  shape.max_constraints = shape.max_fairness = 0;
  many_cases(&shape, 4, 1000);
}
END_TEST

START_TEST(constrained_and_fair_models) { many_cases(&random_shape_default, 5, 500000); }
END_TEST

/* --- constant inputs -------------------------------------------------------------------------- */

/* Latches a = 4 and b = 6, which start anywhere, count up while the input is 0, and stay what they
 * are while it is 1; 22 is a & b. */
static const char counter_text[] = "aag 11 1 2 0 8\n2\n4 13 4\n6 21 6\n"
                                   "8 4 2\n10 5 3\n12 11 9\n14 4 3\n16 15 6\n18 14 7\n20 19 17\n"
                                   "22 6 4\n";

/* The state 0 0 leads to 1 1 in three steps of which all states profit. */
START_TEST(constant_inputs) {
  struct aiger model;
  struct formulas arena = {0};
  struct core_formula core;
  struct evidence evidence;
  struct bounds bounds;
  struct strategies strategies;
  struct tuning tuning = tuning_defaults;
  const struct effort effort = {.tuning = &tuning};
  const uint32_t atom = 22;
  const uint8_t zero[3] = {0};
  text_model(counter_text, &model);
  tuning.iictl_strategy_after = 0;
  core_from_formula(&core, &arena,
                    formula_make(&arena, FORMULA_EF, formula_atom(&arena, atom, "22"), 0), false);
  struct elaboration how = {.model = &model, .atoms = &atom, .num_atoms = 1, .justice = -1};
  struct system *system = system_elaborate(&how);
  evidence_init(&evidence, PROPERTY_CTL, system, core.num_nodes);
  bounds_init(&bounds, system, &core, &evidence, &effort);
  strategies_init(&strategies, &bounds);
  ck_assert(strategies_serve(&strategies, &bounds, 0, zero));
  ck_assert(bounds_overlap(&bounds, lit_not(bounds_lower(&bounds, 0)), AIG_TRUE, NULL) == SAT_NO);
  ck_assert_uint_eq(evidence.facts[0].lower.ranks.size, 3);
  bounds_complete_evidence(&bounds);
  evidence.verdict = VERDICT_HOLDS;
  ck_assert(facts_are_fine(&core, &evidence));
  /* What has served once is not added again. */
  ck_assert(strategies_serve(&strategies, &bounds, 0, zero));
  ck_assert_uint_eq(evidence.facts[0].lower.ranks.size, 3);
  strategies_free(&strategies, &bounds);
  bounds_free(&bounds);
  evidence_free(&evidence);
  system_free(system);
  core_free(&core);
  formulas_free(&arena);
  aiger_free(&model);
}
END_TEST

/* --- diagrams in turns ------------------------------------------------------------------------ */

/* Latches that count up while the input is true; the last gate is true where all of them are. */
enum { WIDE_BITS = 9, WIDE_GATES = 3 * WIDE_BITS + WIDE_BITS - 1 };
static void wide_counter(struct aiger *model) {
  char text[4000];
  int size =
      sprintf(text, "aag %d 1 %d 0 %d\n2\n", 1 + WIDE_BITS + WIDE_GATES, WIDE_BITS, WIDE_GATES);
  int first = 2 * (WIDE_BITS + 2), carry = 2;
  for (int k = 0; k < WIDE_BITS; k++)
    size += sprintf(text + size, "%d %d\n", 4 + 2 * k, first + 6 * k + 4);
  for (int k = 0, gate = first; k < WIDE_BITS; k++, gate += 6) {
    int latch = 4 + 2 * k;
    size += sprintf(text + size, "%d %d %d\n", gate, latch, carry);
    size += sprintf(text + size, "%d %d %d\n", gate + 2, latch + 1, carry + 1);
    size += sprintf(text + size, "%d %d %d\n", gate + 4, gate + 3, gate + 1);
    carry = gate;
  }
  for (int k = 1, all = 4, gate = first + 6 * WIDE_BITS; k < WIDE_BITS; k++, gate += 2) {
    size += sprintf(text + size, "%d %d %d\n", gate, 4 + 2 * k, all);
    all = gate;
  }
  text_model(text, model);
}

/* Turns until diagrams have a verdict about the counter, at most `most`. */
static unsigned turns_of_diagrams(unsigned percent, uint64_t ticks, unsigned most) {
  struct aiger model;
  struct formulas arena = {0};
  struct core_formula core;
  struct evidence evidence;
  struct tuning tuning = tuning_defaults;
  struct meter meter = {0};
  const struct effort whole = {.meter = &meter, .tuning = &tuning};
  const uint32_t atom = 2 * (1 + WIDE_BITS + WIDE_GATES);
  tuning.bdd_facts = percent;
  wide_counter(&model);
  core_from_formula(&core, &arena,
                    formula_make(&arena, FORMULA_EF, formula_atom(&arena, atom, "all"), 0), false);
  struct elaboration how = {.model = &model, .atoms = &atom, .num_atoms = 1, .justice = -1};
  struct system *system = system_elaborate(&how);
  evidence_init(&evidence, PROPERTY_CTL, system, core.num_nodes);
  struct ctl_fixpoints *fixpoints = ctl_fixpoints_new(system, &core);
  ck_assert_uint_eq(ctl_fixpoints_nodes(fixpoints), 0);
  unsigned turns = 0;
  for (enum verdict verdict = VERDICT_UNKNOWN; verdict == VERDICT_UNKNOWN && turns < most;
       turns++) {
    struct effort slice = effort_of(&whole, ticks);
    verdict = ctl_fixpoints_run(fixpoints, &slice, &evidence);
    ck_assert(verdict == VERDICT_UNKNOWN || verdict == VERDICT_HOLDS);
    if (verdict == VERDICT_HOLDS) ck_assert(facts_are_fine(&core, &evidence));
  }
  ck_assert_uint_gt(ctl_fixpoints_nodes(fixpoints), 0);
  ctl_fixpoints_free(fixpoints);
  evidence_free(&evidence);
  system_free(system);
  core_free(&core);
  formulas_free(&arena);
  aiger_free(&model);
  return turns;
}

/* Rings stay from turn to turn. Facts, which take longer than a turn here, do not. */
START_TEST(facts_beyond_turns) {
  enum { TICKS = 150000, MOST = 30 };
  ck_assert_uint_eq(turns_of_diagrams(0, TICKS, MOST), MOST);
  ck_assert_uint_lt(turns_of_diagrams(50, TICKS, MOST), MOST);
}
END_TEST

/* The work of IICTL until diagrams have a verdict about the counter. */
static uint64_t work_of_iictl(unsigned full_rounds, unsigned nodes) {
  struct aiger model;
  struct formulas arena = {0};
  struct check_options options = check_defaults;
  struct tuning tuning = tuning_defaults;
  struct check_result result;
  tuning.ctl_round = 1;
  tuning.ctl_full_rounds = full_rounds;
  tuning.ctl_nodes = nodes;
  options.tuning = &tuning;
  wide_counter(&model);
  uint32_t all = formula_atom(&arena, 2 * (1 + WIDE_BITS + WIDE_GATES), "all");
  struct property property = {
      .kind = PROPERTY_CTL, .arena = &arena, .root = formula_make(&arena, FORMULA_EF, all, 0)};
  check_property(&model, &property, &options, NULL, &result);
  ck_assert(result.evidence.verdict == VERDICT_HOLDS);
  check_evidence(&result);
  ck_assert_str_eq(result.meter.statistics.decided, "bdd");
  uint64_t ticks = result.meter.statistics.engine_ticks[ENGINE_IICTL];
  check_result_free(&result);
  formulas_free(&arena);
  aiger_free(&model);
  return ticks;
}

/* From the first round on, or never. */
START_TEST(large_diagrams_get_less) {
  enum { MANY = TUNING_MOST, FEW = 10 };
  uint64_t equal_turns = work_of_iictl(0, MANY);
  ck_assert_uint_gt(work_of_iictl(0, FEW), 2 * equal_turns);
  ck_assert_uint_eq(work_of_iictl(MANY, FEW), equal_turns);
}
END_TEST

/* --- inputs that follow ----------------------------------------------------------------------- */

/* A constraint says that eight inputs are what eight latches are, which start anywhere and become
 * what the inputs are; the last latch becomes true. */
enum { HELD_BITS = 8, HELD_GATES = 4 * HELD_BITS - 1 };
static void held_model(struct aiger *model) {
  char text[2000];
  int size = sprintf(text, "aag %d %d %d 0 %d 0 1\n", 2 * HELD_BITS + 1 + HELD_GATES, HELD_BITS,
                     HELD_BITS + 1, HELD_GATES);
  for (int k = 1; k <= HELD_BITS; k++) size += sprintf(text + size, "%d\n", 2 * k);
  for (int k = 1; k <= HELD_BITS; k++) {
    int latch = 2 * (HELD_BITS + k);
    size += sprintf(text + size, "%d %d %d\n", latch, 2 * k, latch);
  }
  int gate = 2 * (2 * HELD_BITS + 1), all = 1;
  size += sprintf(text + size, "%d 1\n%d\n", gate, gate + 2 * HELD_GATES);
  for (int k = 1; k <= HELD_BITS; k++) {
    int input = 2 * k, latch = 2 * (HELD_BITS + k);
    size += sprintf(text + size, "%d %d %d\n", gate + 2, latch, input);
    size += sprintf(text + size, "%d %d %d\n", gate + 4, latch + 1, input + 1);
    size += sprintf(text + size, "%d %d %d\n", gate + 6, gate + 5, gate + 3);
    gate += 6;
    if (all > 1) {
      size += sprintf(text + size, "%d %d %d\n", gate + 2, gate + 1, all);
      gate += 2;
    }
    all = k == 1 ? gate + 1 : gate;
  }
  text_model(text, model);
}

/* Of EF, and of the paths that have no end: a few entries serve all 256 values. */
START_TEST(inputs_follow_latches) {
  struct aiger model;
  struct formulas arena = {0};
  struct check_result result;
  held_model(&model);
  uint32_t done = formula_atom(&arena, model.latches[HELD_BITS].lit, "done");
  uint32_t ever = formula_make(&arena, FORMULA_EF, done, 0);
  struct property property = {.kind = PROPERTY_CTL, .arena = &arena};
  property.root = formula_make(&arena, FORMULA_AG, ever, 0);
  check_property(&model, &property, &check_defaults, NULL, &result);
  ck_assert_int_eq(result.evidence.verdict, VERDICT_HOLDS);
  check_evidence(&result);
  size_t entries = 0;
  bool follows = false;
  for (size_t v = 0; v < result.core.num_nodes; v++) {
    const struct fact *lower = &result.evidence.facts[v].lower;
    entries += lower->ranks.size + lower->num_lassos + lower->region.choices.size;
    follows = follows || fact_follows(lower);
  }
  ck_assert(follows);
  ck_assert_uint_lt(entries, 32);
  check_result_free(&result);
  formulas_free(&arena);
  aiger_free(&model);
}
END_TEST

/* --- parameters ------------------------------------------------------------------------------- */

/* Latches a = 2 and b = 4 count up from 0; p = 6 and q = 8 start anywhere and stay what they are.
 * 26 says that the counter has come to p and q. */
static const char limit_text[] = "aag 13 0 4 0 9\n2 3\n4 14\n6 6 6\n8 8 8\n"
                                 "10 2 4\n12 3 5\n14 11 13\n"
                                 "16 8 5\n18 9 4\n20 17 19\n22 6 3\n24 20 22\n26 17 25\n";

/* A run of two steps is one for all values but 3, which no cube describes. */
START_TEST(all_parameters_at_once) {
  struct aiger model;
  struct formulas arena = {0};
  struct core_formula core;
  struct evidence evidence;
  struct iictl ic;
  struct trace trace;
  const struct effort effort = {.tuning = &tuning_defaults};
  const uint32_t atom = 26;
  const uint8_t none[1] = {0};
  text_model(limit_text, &model);
  core_from_formula(&core, &arena,
                    formula_make(&arena, FORMULA_EF, formula_atom(&arena, atom, "26"), 0), false);
  struct elaboration how = {.model = &model, .atoms = &atom, .num_atoms = 1, .justice = -1};
  struct system *system = system_elaborate(&how);
  evidence_init(&evidence, PROPERTY_CTL, system, core.num_nodes);
  iictl_init(&ic, system, &core, &check_defaults.ctl, &effort, &evidence);
  trace_init(&trace, system);
  for (uint8_t n = 0; n < 3; n++)
    trace_push(&trace, (uint8_t[]){n & 1, (uint8_t)(n >> 1), 0, 1}, none);
  generalize_trace(&ic, 0, &trace, 2);
  lit open = aig_and(system->aig, system->init, lit_not(bounds_lower(&ic.bounds, 0)));
  lit three = aig_and(system->aig, system->states[2], system->states[3]);
  ck_assert(bounds_overlap(&ic.bounds, open, lit_not(three), NULL) == SAT_NO);
  ck_assert(bounds_overlap(&ic.bounds, open, three, NULL) == SAT_YES);
  ck_assert_uint_eq(evidence.facts[0].lower.ranks.size, 2);
  bounds_complete_evidence(&ic.bounds);
  evidence.verdict = VERDICT_UNKNOWN;
  ck_assert(facts_are_fine(&core, &evidence));
  trace_free(&trace);
  iictl_free(&ic);
  evidence_free(&evidence);
  system_free(system);
  core_free(&core);
  formulas_free(&arena);
  aiger_free(&model);
}
END_TEST

/* A counter that an input holds: from 0 to the end is a run of 255 steps. */
enum { BITS = 8, STEPS = (1 << BITS) - 1 };

/* Returns the literal that all bits are 1. */
static uint32_t make_counter(struct aiger *model) {
  char text[4000];
  uint32_t first = 4, gate = first + 2 * BITS, carry = 2, next[BITS], all = 1;
  struct lits gates = {0};
  for (uint32_t k = 0; k < BITS; k++) {
    uint32_t bit = first + 2 * k, up = gate, down = gate + 2, same = gate + 4, over = gate + 6,
             so_far = gate + 8;
    const uint32_t more[] = {up,     bit ^ 1, carry, down, carry ^ 1, bit, same, down ^ 1,
                             up ^ 1, over,    carry, bit,  so_far,    all, bit};
    lits_append(&gates, more, sizeof more / sizeof *more);
    next[k] = same ^ 1;
    carry = over;
    all = so_far;
    gate += 10;
  }
  int at = sprintf(text, "aag %u 1 %d 0 %d\n2\n", gate / 2 - 1, BITS, 5 * BITS);
  for (uint32_t k = 0; k < BITS; k++) at += sprintf(text + at, "%u %u\n", first + 2 * k, next[k]);
  for (size_t k = 0; k < gates.size; k += 3)
    at += sprintf(text + at, "%u %u %u\n", gates.at[k], gates.at[k + 1], gates.at[k + 2]);
  lits_free(&gates);
  text_model(text, model);
  return all;
}

/* What that run costs when it is generalised, in a turn of so many ticks. */
static uint64_t cost_of_run(uint64_t ticks) {
  struct aiger model;
  struct formulas arena = {0};
  struct core_formula core;
  struct evidence evidence;
  struct iictl ic;
  struct trace run;
  struct tuning tuning = tuning_defaults;
  struct meter meter = {0};
  const struct effort whole = {.meter = &meter, .tuning = &tuning};
  const struct effort turn = effort_of(&whole, ticks);
  const uint32_t atom = make_counter(&model);
  const uint8_t input = 1;
  uint8_t state[BITS] = {0}, next[BITS];
  tuning.ctl_round = 1;
  core_from_formula(&core, &arena,
                    formula_make(&arena, FORMULA_EF, formula_atom(&arena, atom, "end"), 0), false);
  struct elaboration how = {.model = &model, .atoms = &atom, .num_atoms = 1, .justice = -1};
  struct system *system = system_elaborate(&how);
  ck_assert_uint_eq(system->num_states, BITS);
  evidence_init(&evidence, PROPERTY_CTL, system, core.num_nodes);
  iictl_init(&ic, system, &core, &check_defaults.ctl, &turn, &evidence);
  trace_init(&run, system);
  for (int t = 0; t <= STEPS; t++) {
    trace_push(&run, state, &input);
    system_step(system, state, &input, next);
    memcpy(state, next, BITS);
  }
  generalize_trace(&ic, 0, &run, STEPS);
  ck_assert(state_in(&ic.bounds, trace_state(&run, 0), bounds_lower(&ic.bounds, 0)));
  ck_assert(facts_are_fine(&core, &evidence));
  trace_free(&run);
  iictl_free(&ic);
  evidence_free(&evidence);
  system_free(system);
  core_free(&core);
  formulas_free(&arena);
  aiger_free(&model);
  return meter.statistics.ticks;
}

/* A witness is complete when its turn is over, but does not take as long as it likes. */
START_TEST(long_runs_beyond_turns) {
  uint64_t at_leisure = cost_of_run(UINT64_MAX / 2), in_a_hurry = cost_of_run(1);
  ck_assert_msg(in_a_hurry < at_leisure / 2, "%llu, %llu", (unsigned long long)in_a_hurry,
                (unsigned long long)at_leisure);
}
END_TEST

/* EF EG (both bits of a counter): once a state was refuted, the query for runs goes on with the
 * same frames, unless it starts elsewhere. */
START_TEST(frames_stay) {
  struct aiger model;
  struct formulas arena = {0};
  struct core_formula core;
  struct evidence evidence;
  struct iictl ic;
  const struct effort effort = {.tuning = &tuning_defaults};
  const uint32_t atom = 12;
  text_model("aag 6 0 2 0 4\n2 3\n4 11\n6 4 3\n8 5 2\n10 7 9\n12 4 2\n", &model);
  uint32_t always = formula_make(&arena, FORMULA_EG, formula_atom(&arena, atom, "12"), 0);
  core_from_formula(&core, &arena, formula_make(&arena, FORMULA_EF, always, 0), false);
  struct elaboration how = {.model = &model, .atoms = &atom, .num_atoms = 1, .justice = -1};
  struct system *system = system_elaborate(&how);
  evidence_init(&evidence, PROPERTY_CTL, system, core.num_nodes);
  iictl_init(&ic, system, &core, &check_defaults.ctl, &effort, &evidence);
  uint32_t eg = core.nodes[0].right;
  ck_assert(core.nodes[0].op == CORE_EU && core.nodes[eg].op == CORE_EG);
  iictl_push(&ic, system->init, LABEL_ALL, 0);
  struct goal *goal = &ic.goals.at[0];
  eu_begin_upper_query(&ic, goal, AIG_FALSE);
  const struct reach *first = goal->pending.reach;
  ck_assert(eu_run_upper_query(&ic, goal) == REACH_TRACE);
  ck_assert_uint_eq(eu_query_trace(goal)->length, 4);
  eu_keep_frames(goal);
  goal_drop_pending(goal);
  bounds_exclude(&ic.bounds, eg, bounds_upper(&ic.bounds, eg));
  eu_begin_upper_query(&ic, goal, AIG_FALSE);
  ck_assert_ptr_eq(goal->pending.reach, first);
  ck_assert(eu_run_upper_query(&ic, goal) == REACH_PROOF);
  goal_drop_pending(goal);

  eu_begin_upper_query(&ic, goal, system->states[0]);
  ck_assert(eu_run_upper_query(&ic, goal) == REACH_TRACE);
  eu_keep_frames(goal);
  goal_drop_pending(goal);
  lit lower = aig_and(system->aig, system->states[0], lit_not(system->states[1]));
  bounds_know_lower(&ic.bounds, 0, lower);
  eu_begin_upper_query(&ic, goal, AIG_FALSE);
  ck_assert_ptr_null(goal->frames.reach); /* of states that are decided now */
  ck_assert(eu_run_upper_query(&ic, goal) == REACH_TRACE);
  ck_assert_uint_eq(eu_query_trace(goal)->length, 2);
  iictl_free(&ic);
  evidence_free(&evidence);
  system_free(system);
  core_free(&core);
  formulas_free(&arena);
  aiger_free(&model);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("iictl");
  TCase *random = tcase_create("random");
  tcase_set_timeout(random, 0);
  tcase_add_test(random, plain_models);
  tcase_add_test(random, constrained_and_fair_models);
  suite_add_tcase(suite, random);
  TCase *strategies = tcase_create("strategies");
  tcase_add_test(strategies, constant_inputs);
  tcase_add_test(strategies, inputs_follow_latches);
  tcase_add_test(strategies, all_parameters_at_once);
  suite_add_tcase(suite, strategies);
  TCase *turns = tcase_create("turns");
  tcase_add_test(turns, facts_beyond_turns);
  tcase_add_test(turns, large_diagrams_get_less);
  suite_add_tcase(suite, turns);
  TCase *queries = tcase_create("queries");
  tcase_add_test(queries, long_runs_beyond_turns);
  tcase_add_test(queries, frames_stay);
  suite_add_tcase(suite, queries);
  return run_suite(suite);
}
