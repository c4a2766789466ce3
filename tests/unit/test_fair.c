/* Fair cycles: hand-made systems with known answers, and random ones against an explicit search;
 * every block is re-checked by SAT, claim by claim, and every lasso by evaluation. */
#include "checker/fair/chain_reduce.h"
#include "checker/fair/fair.h"
#include "checker/fair/local_clauses.h"
#include "checker/fair/short_invariants.h"
#include "checker/fair/shorten.h"
#include "checker/fair/unlikely.h"
#include "checker/fair/visited.h"
#include "checker/system/loop_cases.h"
#include "checker/system/unroll.h"
#include "formats/aiger.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"
#include "tests/unit/trials.h"

#include <stdio.h>

/* --- re-checking a block (docs/certificates.md, section 4) ------------------------------------ */

static void demand(struct unroll *u, const struct chain_step *step) {
  int now = unroll_lit(u, 0, step->predicate), then = unroll_lit(u, 1, step->predicate);
  if (step->kind == CHAIN_WALL) {
    sat_clause(u->sat, (int[]){-now, then}, 2);
    sat_clause(u->sat, (int[]){now, -then}, 2);
  } else {
    sat_unit(u->sat, -now);
    sat_unit(u->sat, -then);
  }
}

/* An allowed step from X to X, under the first n steps of the chain. */
static void make_step(struct unroll *u, struct sat *sat, struct system *s, lit arena,
                      const struct block *block, size_t n) {
  unroll_init(u, sat, s);
  for (size_t f = 0; f < 2; f++) {
    sat_unit(sat, unroll_lit(u, f, arena));
    sat_unit(sat, unroll_lit(u, f, block->closed));
  }
  sat_unit(sat, unroll_lit(u, 0, s->constraint));
  for (size_t k = 0; k < n; k++) demand(u, &block->steps[k]);
}

static bool has_skeleton(struct system *s, lit arena, const struct block *block, size_t n,
                         const struct lits *fair, lit side) {
  struct sat *sat = sat_new(SAT_CADICAL, NULL);
  size_t num = fair->size ? fair->size : 1;
  struct unroll *copies = memory_zeroed(num, sizeof *copies);
  for (size_t c = 0; c < num; c++) {
    make_step(&copies[c], sat, s, arena, block, n);
    sat_unit(sat, unroll_lit(&copies[c], 0, side));
    if (fair->size) sat_unit(sat, unroll_lit(&copies[c], 0, s->fairness[fair->at[c]]));
    for (size_t k = 0; c && k < n; k++) {
      if (block->steps[k].kind != CHAIN_WALL) continue;
      int a = unroll_lit(&copies[0], 0, block->steps[k].predicate),
          b = unroll_lit(&copies[c], 0, block->steps[k].predicate);
      sat_clause(sat, (int[]){-a, b}, 2);
      sat_clause(sat, (int[]){a, -b}, 2);
    }
  }
  enum sat_answer answer = sat_solve(sat);
  for (size_t c = 0; c < num; c++) unroll_free(&copies[c]);
  free(copies);
  sat_free(sat);
  ck_assert(answer != SAT_UNKNOWN);
  return answer == SAT_YES;
}

static void check_closed(struct system *s, lit arena, lit from, const struct block *block) {
  struct sat *sat = sat_new(SAT_CADICAL, NULL);
  struct unroll u;
  unroll_init(&u, sat, s);
  int f = unroll_lit(&u, 0, from), a = unroll_lit(&u, 0, arena),
      g = unroll_lit(&u, 0, block->closed);
  int c = unroll_lit(&u, 0, s->constraint), a1 = unroll_lit(&u, 1, arena),
      g1 = unroll_lit(&u, 1, block->closed);
  int initiation[] = {f, a, -g}, closure[] = {a, g, c, a1, -g1};
  for (size_t k = 0; k < 3; k++) sat_assume(sat, initiation[k]);
  ck_assert(sat_solve(sat) == SAT_NO);
  for (size_t k = 0; k < 5; k++) sat_assume(sat, closure[k]);
  ck_assert(sat_solve(sat) == SAT_NO);
  unroll_free(&u);
  sat_free(sat);
}

static void check_step(struct system *s, lit arena, const struct block *block, size_t k) {
  const struct chain_step *step = &block->steps[k];
  if (step->kind == CHAIN_SIDE) {
    bool walled = false;
    for (size_t w = 0; w < k; w++)
      walled = walled || (block->steps[w].kind == CHAIN_WALL &&
                          lit_node(block->steps[w].predicate) == lit_node(step->predicate));
    ck_assert(walled);
    ck_assert(!has_skeleton(s, arena, block, k, &step->fair, step->predicate));
    return;
  }
  struct sat *sat = sat_new(SAT_CADICAL, NULL);
  struct unroll u;
  make_step(&u, sat, s, arena, block, k);
  int now = unroll_lit(&u, 0, step->predicate), then = unroll_lit(&u, 1, step->predicate);
  if (step->kind != CHAIN_UNBORN) sat_unit(sat, now);
  if (step->kind == CHAIN_UNBORN) sat_unit(sat, then);
  if (step->kind == CHAIN_WALL) sat_unit(sat, -then);
  ck_assert(sat_solve(sat) == SAT_NO);
  unroll_free(&u);
  sat_free(sat);
}

static void check_loop(struct system *s, lit arena, const struct block *block) {
  struct sat *sat = sat_new(SAT_CADICAL, NULL);
  struct unroll u;
  make_step(&u, sat, s, arena, block, block->num_steps);
  struct loop_cases cases = loop_cases(&u, block);
  const int violated[] = {cases.start, cases.step, cases.close};
  for (size_t k = 0; k < 3; k++) {
    sat_assume(sat, violated[k]);
    ck_assert(sat_solve(sat) == SAT_NO);
  }
  unroll_free(&u);
  sat_free(sat);
}

static void check_block(struct system *s, lit arena, lit from, const struct block *block) {
  check_closed(s, arena, from, block);
  for (size_t k = 0; k < block->num_steps; k++) check_step(s, arena, block, k);
  if (block->has_loop)
    check_loop(s, arena, block);
  else
    ck_assert(!has_skeleton(s, arena, block, block->num_steps, &block->end_fair, AIG_TRUE));
}

static void check_lasso(struct system *s, lit arena, lit from, const struct trace *lasso) {
  ck_assert(lasso->loop >= 0);
  ck_assert(trace_check(lasso, s));
  ck_assert(aig_eval(s->aig, from, trace_state(lasso, 0), NULL));
  for (size_t t = 0; t < lasso->length; t++)
    ck_assert(aig_eval(s->aig, arena, trace_state(lasso, t), NULL));
  for (size_t j = 0; j < s->num_fairness; j++) {
    bool met = false;
    for (size_t t = (size_t)lasso->loop; t < lasso->length; t++)
      met = met || aig_eval(s->aig, s->fairness[j], trace_state(lasso, t), NULL);
    ck_assert(met);
  }
}

/* Runs to the end, in slices if asked for, and checks the evidence. */
static enum fair_answer run_checked_with(struct system *s, const struct fair_query *query,
                                         const struct fair_options *options, long slice,
                                         const struct effort *effort) {
  lit arena = aig_and(s->aig, query->invariant, query->inside);
  struct fair *fair = fair_new(s, query, options, effort);
  enum fair_answer answer;
  do {
    answer = fair_run(fair, slice);
  } while (answer == FAIR_UNKNOWN);
  if (answer == FAIR_NONE)
    check_block(s, arena, query->from, fair_block(fair));
  else
    check_lasso(s, arena, query->from, fair_lasso(fair));
  fair_free(fair);
  return answer;
}

static enum fair_answer run_checked(struct system *s, const struct fair_query *query,
                                    const struct fair_options *options, long slice) {
  return run_checked_with(s, query, options, slice, NULL);
}

/* --- the explicit search ---------------------------------------------------------------------- */

enum { MAX_STATES = 8, CODES = 1 << MAX_STATES };

struct explicit {
  size_t num;
  bool inside[CODES], step[CODES][CODES];
};

static void decode(uint32_t code, uint8_t *bits, size_t n) {
  for (size_t k = 0; k < n; k++) bits[k] = (uint8_t)(code >> k & 1);
}

static void explore(struct explicit *e, const struct system *s, lit arena) {
  uint8_t states[MAX_STATES], next[MAX_STATES], inputs[16];
  memset(e, 0, sizeof *e);
  e->num = (size_t)1 << s->num_states;
  for (uint32_t x = 0; x < e->num; x++) {
    decode(x, states, s->num_states);
    e->inside[x] = aig_eval(s->aig, arena, states, NULL);
  }
  for (uint32_t x = 0; x < e->num; x++)
    for (uint32_t i = 0; i < 1u << s->num_inputs; i++) {
      uint32_t y = 0;
      decode(x, states, s->num_states);
      decode(i, inputs, s->num_inputs);
      if (!system_step(s, states, inputs, next)) continue;
      for (size_t k = 0; k < s->num_states; k++) y |= (uint32_t)next[k] << k;
      if (e->inside[x] && e->inside[y]) e->step[x][y] = true;
    }
}

/* States of `set` from which some step inside `set` leads, in one or more steps, to a state of
 * `set` & goal. */
static void can_meet(const struct explicit *e, bool *set, const bool *goal) {
  bool good[CODES] = {false};
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t x = 0; x < e->num; x++)
      for (size_t y = 0; set[x] && !good[x] && y < e->num; y++)
        if (e->step[x][y] && set[y] && (goal[y] || good[y])) good[x] = changed = true;
  }
  for (size_t x = 0; x < e->num; x++) set[x] = set[x] && good[x];
}

/* Emerson and Lei: the greatest set from whose states each fairness can be met again inside it. */
static bool explicit_answer(const struct explicit *e, const struct system *s, lit from) {
  bool hull[CODES], goal[CODES], before[CODES];
  uint8_t states[MAX_STATES];
  memcpy(hull, e->inside, sizeof hull);
  do {
    memcpy(before, hull, sizeof hull);
    for (size_t j = 0; j < (s->num_fairness ? s->num_fairness : 1); j++) {
      for (uint32_t x = 0; x < e->num; x++) {
        decode(x, states, s->num_states);
        goal[x] = !s->num_fairness || aig_eval(s->aig, s->fairness[j], states, NULL);
      }
      can_meet(e, hull, goal);
    }
  } while (memcmp(before, hull, sizeof hull) != 0);
  for (uint32_t x = 0; x < e->num; x++) {
    decode(x, states, s->num_states);
    if (hull[x] && aig_eval(s->aig, from, states, NULL)) return true;
  }
  return false;
}

/* --- random systems --------------------------------------------------------------------------- */

/* A predicate over states: a random gate over random literals, or true. */
static lit random_predicate(struct rng *rng, struct system *s) {
  if (rng_below(rng, 3) == 0) return AIG_TRUE;
  lit a = s->states[rng_below(rng, (uint32_t)s->num_states)] ^ rng_below(rng, 2),
      b = s->states[rng_below(rng, (uint32_t)s->num_states)] ^ rng_below(rng, 2);
  return rng_below(rng, 2) ? aig_or(s->aig, a, b) : a;
}

enum { NUM_ALONE = 5 };

static struct fair_options strategy(uint32_t k) {
  struct fair_options options = {.unroll = k / NUM_ALONE % 3, .eager = k / NUM_ALONE / 3 % 2};
  static const enum engine alone[NUM_ALONE] = {NUM_ENGINES, ENGINE_SKELETON, ENGINE_RLIVE,
                                               ENGINE_KLIVE, ENGINE_LOOP};
  if (k % NUM_ALONE == 0) return options;
  engines_add(&options.engines, FAMILY_FAIR, alone[k % NUM_ALONE]);
  if (alone[k % NUM_ALONE] == ENGINE_LOOP) return options; /* finds lassos by itself */
  engines_add(&options.engines, FAMILY_FAIR, ENGINE_LASSO);
  return options;
}

static void one_random_round(struct rng *rng) {
  static struct explicit graph;
  struct aiger m;
  const struct random_sizes sizes = {.inputs = rng_below(rng, 4),
                                     .latches = 1 + rng_below(rng, 5),
                                     .gates = 3 + rng_below(rng, 25),
                                     .constraints = rng_below(rng, 3),
                                     .properties = rng_below(rng, 3)};
  random_model_of(rng, &sizes, &m);
  struct elaboration how = {.model = &m, .use_fairness = true, .justice = 0, .keep_all = true};
  struct system *s = system_elaborate(&how);
  if (s->num_states <= MAX_STATES) {
    struct fair_query query = {
        .invariant = AIG_TRUE, .inside = random_predicate(rng, s), .from = s->init};
    if (rng_below(rng, 2)) query.from = random_predicate(rng, s);
    explore(&graph, s, query.inside);
    bool expected = explicit_answer(&graph, s, query.from);
    struct fair_options options = strategy(rng_below(rng, 6 * NUM_ALONE));
    struct tuning tuning = tuning_defaults;
    tuning.fair_glance = rng_below(rng, 2); /* without: more for the engines to do */
    if (!tuning.fair_glance) tuning.connection_patience = 0; /* several at once */
    struct effort effort = {.tuning = &tuning};
    enum fair_answer answer =
        run_checked_with(s, &query, &options, rng_below(rng, 2) ? -1 : 50, &effort);
    ck_assert_int_eq(answer, expected ? FAIR_LASSO : FAIR_NONE);
  }
  system_free(s);
  aiger_free(&m);
}

START_TEST(random_systems) {
  uint64_t seed = random_seed("fair");
  for (int round = 0; round < TRIALS(1500); round++) {
    struct rng rng = rng_seeded(seed + (uint64_t)round);
    one_random_round(&rng);
  }
}
END_TEST

/* Here rlive is told of lost states that lead into others which are no shoal for it. */
START_TEST(walls_of_another_chain) {
  struct rng rng = rng_seeded(103768);
  one_random_round(&rng);
}
END_TEST

/* --- hand-made systems ------------------------------------------------------------------------ */

static struct system *read_system(struct aiger *m, const char *text) {
  struct fault fault = {0};
  ck_assert(aiger_read_memory("test", (const unsigned char *)text, strlen(text), m, &fault));
  struct elaboration how = {.model = m, .use_fairness = true, .justice = 0};
  return system_elaborate(&how);
}

/* A shift register that fills with 1 unless an input resets it, and behind it a latch that stays 0.
 */
enum { SHIFTED = 24 };

static struct system *shift_register(struct aiger *m) {
  char text[2000];
  int at =
      sprintf(text, "aag %d 1 %d 0 %d 0 0 1 0\n2\n", 2 * SHIFTED + 1, SHIFTED + 1, SHIFTED - 1);
  unsigned first = 4, gates = first + 2 * (SHIFTED + 1);
  at += sprintf(text + at, "%u 3\n", first);
  for (unsigned k = 1; k < SHIFTED; k++)
    at += sprintf(text + at, "%u %u\n", first + 2 * k, gates + 2 * (k - 1));
  at += sprintf(text + at, "%u %u\n1\n1\n", first + 2 * SHIFTED, first + 2 * SHIFTED);
  for (unsigned k = 1; k < SHIFTED; k++)
    at += sprintf(text + at, "%u %u 3\n", gates + 2 * (k - 1), first + 2 * (k - 1));
  struct fault fault = {0};
  ck_assert(aiger_read_memory("test", (const unsigned char *)text, (size_t)at, m, &fault));
  struct elaboration how = {.model = m, .justice = 0, .keep_all = true};
  return system_elaborate(&how);
}

/* Walks get through although the reset is an input; and what no walk has seen is named. */
START_TEST(samples_of_walks) {
  struct aiger m;
  struct system *s = shift_register(&m);
  struct chain chain;
  struct samples samples;
  struct lits cube = {0};
  uint8_t state[SHIFTED + 1];
  ck_assert_uint_eq(s->num_states, SHIFTED + 1);
  chain_init(&chain, s, AIG_TRUE, s->init, NULL);
  samples_init(&samples, &chain);
  samples_walk(&samples);
  memset(state, 1, SHIFTED);
  state[SHIFTED] = 0;
  ck_assert(!samples_unseen(&samples, state, &cube));
  state[SHIFTED] = 1;
  ck_assert(samples_unseen(&samples, state, &cube));
  ck_assert_uint_eq(cube.size, 1);
  ck_assert_uint_eq(cube.at[0], s->states[SHIFTED]);
  lits_free(&cube);
  samples_free(&samples);
  chain_free(&chain);
  system_free(s);
  aiger_free(&m);
}
END_TEST

static struct system *read_all(struct aiger *m, const char *text) {
  text_model(text, m);
  struct elaboration how = {.model = m, .justice = 0, .keep_all = true};
  return system_elaborate(&how);
}

/* Three latches that follow inputs, but not all of them at once; a fourth one looks at the first
 * two, so that there is a gate for these. */
START_TEST(never_together) {
  struct aiger m;
  struct system *s =
      read_all(&m, "aag 10 3 4 0 3 0 0 1 0\n2\n4\n6\n8 2\n10 4\n12 18\n14 20\n1\n14\n"
                   "16 4 2\n18 17 6\n20 10 8\n");
  struct chain chain;
  struct samples samples;
  struct conjunctions conjunctions = {0};
  struct lits cube = {0};
  ck_assert_uint_eq(s->num_states, 4);
  chain_init(&chain, s, AIG_TRUE, s->init, NULL);
  samples_init(&samples, &chain);
  samples_walk(&samples);
  conjunctions_find(s, &conjunctions);
  ck_assert_uint_eq(conjunctions.size, 1);
  ck_assert_uint_eq(conjunctions.at[0].size, 2);
  ck_assert_uint_eq(conjunctions.at[0].at[0], 0);
  ck_assert_uint_eq(conjunctions.at[0].at[1], 2);
  ck_assert(unlikely_part(&conjunctions, &samples, (const uint8_t[]){1, 1, 1, 0}, &cube));
  ck_assert_uint_eq(cube.size, 3);
  for (size_t k = 0; k < 3; k++) ck_assert_uint_eq(cube.at[k], s->states[k]);
  ck_assert(!unlikely_part(&conjunctions, &samples, (const uint8_t[]){1, 1, 0, 0}, &cube));
  lits_free(&cube);
  conjunctions_free(&conjunctions);
  samples_free(&samples);
  chain_free(&chain);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* The turn ends while candidates are looked for: the next one finds them all. */
START_TEST(clauses_after_a_short_turn) {
  struct aiger m;
  struct system *s = read_system(&m, "aag 7 1 4 0 2 0 0 1 0\n2\n4 8 1\n6 4\n8 6\n10 14\n1\n10\n"
                                     "12 4 6\n14 12 8\n");
  struct meter meter = {0};
  struct effort whole = {.meter = &meter}, effort = effort_of(&whole, 10);
  struct chain chain;
  chain_init(&chain, s, AIG_TRUE, s->init, &effort);
  struct short_invariants *v = short_invariants_new(&chain, true);
  ck_assert(!short_invariants_run(v, TICKS_PER_MILLISECOND));
  effort.limit = 0;
  ck_assert(short_invariants_run(v, 1000 * TICKS_PER_MILLISECOND));
  ck_assert_uint_eq(chain.closed.size, 5);
  short_invariants_free(v);
  chain_free(&chain);
  system_free(s);
  aiger_free(&m);
}
END_TEST

static enum fair_answer answer_of(const char *text, uint32_t k) {
  struct aiger m;
  struct system *s = read_system(&m, text);
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = s->init};
  struct fair_options options = strategy(k);
  enum fair_answer answer = run_checked(s, &query, &options, -1);
  system_free(s);
  aiger_free(&m);
  return answer;
}

/* A token goes round in three latches; a fourth one looks at all of them. So one of the three has
 * it, no two of them have it, and the fourth stays 0. */
START_TEST(clauses_of_neighbours) {
  struct aiger m;
  struct system *s = read_system(&m, "aag 7 1 4 0 2 0 0 1 0\n2\n4 8 1\n6 4\n8 6\n10 14\n1\n10\n"
                                     "12 4 6\n14 12 8\n");
  struct chain chain;
  struct samples samples;
  struct lits found = {0};
  ck_assert_uint_eq(s->num_states, 4);
  chain_init(&chain, s, AIG_TRUE, s->init, NULL);
  samples_init(&samples, &chain);
  samples_walk(&samples);
  local_clauses(&samples, 100, &found);
  const lit a = s->states[0], b = s->states[1], c = s->states[2], d = s->states[3];
  const lit expected[][LOCAL_LITERALS] = {{lit_not(d), lit_not(d), lit_not(d), lit_not(d)},
                                          {lit_not(a), lit_not(b), lit_not(b), lit_not(b)},
                                          {lit_not(a), lit_not(c), lit_not(c), lit_not(c)},
                                          {lit_not(b), lit_not(c), lit_not(c), lit_not(c)},
                                          {a, b, c, c}};
  ck_assert_uint_eq(found.size, sizeof expected / sizeof(lit));
  ck_assert(memcmp(found.at, expected, sizeof expected) == 0);
  found.size = 0;
  local_clauses(&samples, 3, &found); /* the window of two has room, none beside it */
  ck_assert_uint_eq(found.size, LOCAL_LITERALS);
  lits_free(&found);
  samples_free(&samples);
  chain_free(&chain);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* Each depth of lassos is ruled out at once, and they are never over: who proves does not wait for
 * those who do not. */
START_TEST(loop_alone_with_lassos) {
  static const char text[] =
      "aag 32 4 5 1 23 0 1 1 1\n2\n4\n6\n8\n10 43 10\n12 49\n14 26\n16 64 16\n"
      "18 37\n61\n45\n1\n31\n16\n20 17 13\n22 16 12\n24 23 21\n26 23 3\n"
      "28 19 5\n30 18 4\n32 31 29\n34 23 19\n36 28 22\n38 10 2\n40 23 7\n"
      "42 37 30\n44 36 31\n46 45 43\n48 41 5\n50 40 4\n52 51 49\n54 47 0\n"
      "56 46 0\n58 47 1\n60 59 57\n62 34 16\n64 28 17\n";
  struct aiger m;
  text_model(text, &m);
  struct elaboration how = {.model = &m, .use_fairness = true, .justice = 0};
  struct system *s = system_elaborate(&how);
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = s->init};
  struct fair_options options = {0};
  struct tuning tuning = tuning_defaults;
  struct meter meter = {0};
  struct effort whole = {.meter = &meter, .tuning = &tuning};
  struct effort effort = effort_of(&whole, 10 * TICKS_PER_MILLISECOND);
  tuning.fair_glance = 0;
  engines_add(&options.engines, FAMILY_FAIR, ENGINE_LASSO);
  engines_add(&options.engines, FAMILY_FAIR, ENGINE_LOOP);
  struct fair *fair = fair_new(s, &query, &options, &effort);
  ck_assert_int_eq(fair_run(fair, -1), FAIR_NONE);
  fair_free(fair);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* A bit that toggles is 1 infinitely often; one that stays at 1 is 0 finitely often. */
START_TEST(bits) {
  for (uint32_t k = 0; k < 24; k++) {
    ck_assert_int_eq(answer_of("aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n", k), FAIR_LASSO);
    ck_assert_int_eq(answer_of("aag 1 0 1 0 0 0 0 1 0\n2 1\n1\n3\n", k), FAIR_NONE);
    /* two conditions that exclude each other in a state but alternate */
    ck_assert_int_eq(answer_of("aag 1 0 1 0 0 0 0 1 0\n2 3\n2\n2\n3\n", k), FAIR_LASSO);
    /* ... and in a bit that an input can only set */
    ck_assert_int_eq(answer_of("aag 3 1 1 0 1 0 0 1 0\n2\n4 7\n2\n4\n5\n6 3 5\n", k), FAIR_NONE);
  }
}
END_TEST

/* No fairness: any infinite run. A constraint that blocks every step leaves none. */
START_TEST(constraints) {
  for (uint32_t k = 0; k < 24; k++) {
    ck_assert_int_eq(answer_of("aag 1 0 1 0 0 0 0 1 0\n2 2\n0\n", k), FAIR_LASSO);
    ck_assert_int_eq(answer_of("aag 1 0 1 0 0 0 1 1 0\n2 3\n3\n0\n", k), FAIR_NONE);
    /* fairness on an input that the constraint holds down */
    ck_assert_int_eq(answer_of("aag 2 1 1 0 0 0 1 1 0\n2\n4 5\n3\n1\n2\n", k), FAIR_NONE);
    ck_assert_int_eq(answer_of("aag 2 1 1 0 0 0 0 1 0\n2\n4 5\n1\n2\n", k), FAIR_LASSO);
  }
}
END_TEST

/* An n-bit counter that stops at all ones: it is somewhere else finitely often. */
static void counter_text(char *text, size_t size, unsigned n, bool stops) {
  /* carry_k = b_0 & .. & b_(k-1); next b_k = (b_k ^ carry_k) | carry_n */
  unsigned gates = 0, var = n;
  char body[20000] = "", latches[4000] = "";
  unsigned carry = 1;
  for (unsigned k = 0; k < n; k++) {
    unsigned b = 2 * (k + 1), both = 2 * ++var, neither = 2 * ++var, differ = 2 * ++var;
    snprintf(body + strlen(body), sizeof body - strlen(body), "%u %u %u\n%u %u %u\n%u %u %u\n",
             both, b, carry, neither, b ^ 1, carry ^ 1, differ, both ^ 1, neither ^ 1);
    gates += 3;
    carry = both;
  }
  for (unsigned k = 0; k < n; k++) {
    unsigned differ = 2 * (n + 3 * k + 3), hold = 2 * ++var;
    snprintf(body + strlen(body), sizeof body - strlen(body), "%u %u %u\n", hold, differ ^ 1,
             stops ? carry ^ 1 : 1);
    gates++;
    snprintf(latches + strlen(latches), sizeof latches - strlen(latches), "%u %u\n", 2 * (k + 1),
             hold ^ 1);
  }
  snprintf(text, size, "aag %u 0 %u 0 %u 0 0 1 0\n%s1\n%u\n%s", var, n, gates, latches, carry ^ 1,
           body);
}

START_TEST(counters) {
  char text[30000];
  counter_text(text, sizeof text, 64, true);
  ck_assert_int_eq(answer_of(text, 0), FAIR_NONE);
  ck_assert_int_eq(answer_of(text, 1), FAIR_NONE);
  counter_text(text, sizeof text, 4, true);
  for (uint32_t k = 0; k < 24; k++) ck_assert_int_eq(answer_of(text, k), FAIR_NONE);
}
END_TEST

static unsigned and_gate(FILE *out, unsigned *last, unsigned a, unsigned b) {
  *last += 2;
  fprintf(out, "%u %u %u\n", *last, a, b);
  return *last;
}

static unsigned if_gate(FILE *out, unsigned *last, unsigned a, unsigned yes, unsigned no) {
  unsigned one = and_gate(out, last, a, yes), other = and_gate(out, last, a ^ 1, no);
  return and_gate(out, last, one ^ 1, other ^ 1) ^ 1;
}

/* The first if two bits, which never change, are different. No gate knows both the direction and
 * what is chosen. */
static unsigned choose(FILE *out, unsigned *last, unsigned up, unsigned down) {
  enum { ONE = 2, OTHER = 4 };
  unsigned first = if_gate(out, last, OTHER, down, up),
           second = if_gate(out, last, OTHER, up, down);
  return if_gate(out, last, ONE, first, second);
}

/* A counter of n bits that goes up or down and stops at the end: justice says that it is not there.
 */
static void up_or_down(unsigned n, char *text, size_t size) {
  enum { BITS = 6, MOST = 100 };
  char body[60000] = "", latches[4000] = "2 2 2\n4 4 4\n";
  FILE *out = fmemopen(body, sizeof body, "w"), *states = fmemopen(latches, sizeof latches, "a");
  unsigned last = BITS + 2 * (n - 1), full = 1, empty = 1, sums[MOST];
  for (unsigned k = 0; k < n; k++) {
    unsigned bit = BITS + 2 * k;
    unsigned more = if_gate(out, &last, bit, full ^ 1, full),
             less = if_gate(out, &last, bit, empty ^ 1, empty);
    sums[k] = choose(out, &last, more, less);
    full = and_gate(out, &last, full, bit);
    empty = and_gate(out, &last, empty, bit ^ 1);
  }
  unsigned there = choose(out, &last, full, empty);
  for (unsigned k = 0; k < n; k++) {
    unsigned bit = BITS + 2 * k;
    fprintf(states, "%u %u %u\n", bit, if_gate(out, &last, there, bit, sums[k]), bit);
  }
  fclose(out);
  fclose(states);
  snprintf(text, size, "aag %u 0 %u 0 %u 0 0 1 0\n%s1\n%u\n%s", last / 2, n + 2, last / 2 - n - 2,
           latches, there ^ 1, body);
}

/* No fair cycle, and no skeleton is looked at to see that. */
static void decided_by_walls(const char *text, long budget) {
  struct aiger m;
  struct system *s = read_system(&m, text);
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = s->init};
  struct fair_options options = strategy(1);
  struct fair *fair = fair_new(s, &query, &options, NULL);
  ck_assert_int_eq(fair_run(fair, budget), FAIR_NONE);
  ck_assert_uint_eq(fair_statistics(fair).skeletons, 0);
  check_block(s, AIG_TRUE, s->init, fair_block(fair));
  fair_free(fair);
  system_free(s);
  aiger_free(&m);
}

/* No bit of it is a wall, but each is one where the direction is known. */
START_TEST(walls_in_arenas) {
  char text[70000];
  up_or_down(32, text, sizeof text);
  decided_by_walls(text, 20000);
}
END_TEST

/* One that does not stop comes back after 1,024 steps: too far for an unrolling, not for a run. */
START_TEST(random_runs) {
  char text[30000];
  counter_text(text, sizeof text, 10, false);
  struct aiger m;
  struct system *s = read_system(&m, text);
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = s->init};
  struct fair_options options = {0};
  engines_add(&options.engines, FAMILY_FAIR, ENGINE_SIMULATION);
  struct tuning tuning = tuning_defaults;
  tuning.fair_glance = 0;
  struct effort effort = {.tuning = &tuning};
  ck_assert_int_eq(run_checked_with(s, &query, &options, 50, &effort), FAIR_LASSO);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* Every lane by itself: lane k counts modulo k + 1. */
START_TEST(visited_states) {
  enum { BITS = 100, STEPS = 200 };
  struct visited visited;
  uint32_t first[64];
  visited_init(&visited, BITS);
  for (uint32_t t = 0; t < STEPS; t++) {
    uint64_t states[BITS] = {0};
    for (unsigned lane = 0; lane < 64; lane++)
      for (unsigned bit = 0; bit < 6; bit++)
        states[bit * 19] |= (uint64_t)(t % (lane + 1) >> bit & 1) << lane;
    visited_at(&visited, states, t, first);
    for (unsigned lane = 0; lane < 64; lane++) ck_assert_uint_eq(first[lane], t % (lane + 1));
  }
  visited_free(&visited);
}
END_TEST

/* Where runs cannot begin because F is something else, the others look. */
START_TEST(no_random_runs) {
  struct aiger m;
  struct system *s = read_system(&m, "aag 1 0 1 0 0 0 0 1 0\n2 1\n1\n3\n");
  struct fair_query query = {.invariant = AIG_TRUE, .inside = AIG_TRUE, .from = AIG_TRUE};
  struct fair_options options = {0};
  engines_add(&options.engines, FAMILY_FAIR, ENGINE_SIMULATION);
  ck_assert_int_eq(run_checked(s, &query, &options, 50), FAIR_NONE);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* --- shorter lassos --------------------------------------------------------------------------- */

/* Two latches that copy inputs; fair is whoever meets the first one again and again. */
static struct system *copies(void) {
  static const char text[] = "aag 4 2 2 0 0 0 0 1 0\n2\n4\n6 2\n8 4\n1\n6\n";
  struct aiger model;
  struct fault fault;
  bool read =
      aiger_read_memory("copies", (const unsigned char *)text, strlen(text), &model, &fault);
  ck_assert_msg(read, "%s", fault.text);
  struct elaboration how = {.model = &model, .use_fairness = true, .keep_all = true};
  struct system *s = system_elaborate(&how);
  aiger_free(&model);
  return s;
}

/* The lasso through the given states (bit k is latch k), the last of which leads back to `loop`. */
static void make_lasso(const struct system *s, const char *states, long loop, struct trace *t) {
  size_t n = strlen(states);
  trace_init(t, s);
  for (size_t k = 0; k < n; k++) {
    char now = states[k], then = k + 1 < n ? states[k + 1] : states[loop];
    trace_push(t, (uint8_t[]){now & 1, now >> 1 & 1}, (uint8_t[]){then & 1, then >> 1 & 1});
  }
  t->loop = loop;
  ck_assert(trace_check(t, s));
}

static void check_shortened(const char *before, long loop, const char *after, long loop_after) {
  struct system *s = copies();
  struct trace t, expected;
  make_lasso(s, before, loop, &t);
  make_lasso(s, after, loop_after, &expected);
  shorten_lasso(&t, s);
  ck_assert_uint_eq(t.length, expected.length);
  ck_assert_int_eq(t.loop, expected.loop);
  ck_assert_mem_eq(t.states, expected.states, t.length * t.num_states);
  ck_assert_mem_eq(t.inputs, expected.inputs, t.length * t.num_inputs);
  trace_free(&t);
  trace_free(&expected);
  system_free(s);
}

START_TEST(shorter) {
  check_shortened("0201312", 3, "013", 1); /* a detour of the stem; a loop inside the loop */
  check_shortened("0231", 1, "0231", 1);   /* nothing to leave out */
  check_shortened("02321", 2, "023", 1);   /* a loop that begins and ends sooner */
  check_shortened("0202023", 5, "023", 1); /* the stem twice round */
  check_shortened("02021", 1, "021", 1);   /* a detour of the loop that meets nothing */
}
END_TEST

/* A counter of `n` bits that may not begin again, which the constraint finds out one step too late:
 * then two latches are 1 of which one forbids input 0 and the other input 1. */
static void late_constraint(unsigned n, FILE *out) {
  enum { INPUT = 2, BITS = 4 };
  unsigned one = BITS + 2 * n, other = one + 2, first = other + 2, gates = 3 * (n - 1) + 2;
  unsigned all = first + 6 * (n - 2), carry = BITS;
  fprintf(out, "aag %u 1 %u 0 %u 0 2 1 0\n%u\n", n + 3 + gates, n + 2, gates, INPUT);
  fprintf(out, "%u %u\n", BITS, BITS + 1);
  for (unsigned k = 1; k < n; k++) fprintf(out, "%u %u\n", BITS + 2 * k, first + 6 * k - 2);
  fprintf(out, "%u %u\n%u %u\n", one, all, other, all);
  fprintf(out, "%u\n%u\n1\n1\n", all + 7, all + 9);
  for (unsigned k = 1; k < n; k++) {
    unsigned bit = BITS + 2 * k, here = first + 6 * (k - 1);
    fprintf(out, "%u %u %u\n", here, bit, carry);
    fprintf(out, "%u %u %u\n", here + 2, bit ^ 1, carry ^ 1);
    fprintf(out, "%u %u %u\n", here + 4, here ^ 1, (here + 2) ^ 1);
    carry = here;
  }
  fprintf(out, "%u %u %u\n%u %u %u\n", all + 6, one, INPUT, all + 8, other, INPUT + 1);
}

/* Walls by wide steps: the step that begins again has none after it. */
START_TEST(constraint_comes_late) {
  char text[8000] = "";
  FILE *out = fmemopen(text, sizeof text, "w");
  late_constraint(20, out);
  fclose(out);
  decided_by_walls(text, 1000);
}
END_TEST

/* Two shift registers behind the same input, equal stage by stage, and four latches that stay 0.
 * The justice condition is that two latches differ: `left` and not `right`. */
enum { STAGES = 1500, STILL = 4 };

static unsigned stage(unsigned k) { return 4 + 2 * k; }

static struct system *twin_registers(struct aiger *m, unsigned left, unsigned right) {
  size_t size = 64 * (2 * STAGES + STILL) + 100;
  char *text = memory_zeroed(size, 1);
  FILE *out = fmemopen(text, size, "w");
  unsigned latches = 2 * STAGES + STILL, gate = stage(latches);
  fprintf(out, "aag %u 1 %u 0 1 0 0 1 0\n2\n", gate / 2, latches);
  for (unsigned k = 0; k < 2 * STAGES; k++)
    fprintf(out, "%u %u\n", stage(k), k % STAGES ? stage(k - 1) : 2);
  for (unsigned k = 2 * STAGES; k < latches; k++) fprintf(out, "%u %u\n", stage(k), stage(k));
  fprintf(out, "1\n%u\n%u %u %u\n", gate, gate, stage(left), stage(right) + 1);
  fclose(out);
  struct fault fault = {0};
  ck_assert(aiger_read_memory("test", (const unsigned char *)text, strlen(text), m, &fault));
  struct elaboration how = {.model = m, .use_fairness = true, .justice = 0, .keep_all = true};
  free(text);
  return system_elaborate(&how);
}

/* The ticks of reducing the closed set of all equalities, and that no latch is above the next. */
static uint64_t reduce_twins(unsigned left, unsigned right) {
  struct aiger m;
  struct system *s = twin_registers(&m, left, right);
  struct meter meter = {0};
  struct effort effort = {.meter = &meter};
  struct chain chain;
  struct block block;
  chain_init(&chain, s, AIG_TRUE, s->init, &effort);
  for (unsigned k = 0; k < STAGES; k++)
    chain_add_closed(&chain, lit_not(aig_xor(s->aig, s->states[k], s->states[STAGES + k])));
  for (unsigned k = 2 * STAGES; k + 1 < 2 * STAGES + STILL; k++)
    chain_add_closed(&chain, aig_implies(s->aig, s->states[k], s->states[k + 1]));
  uint64_t before = ticks_spent(&effort);
  ck_assert(chain_reduce(&chain, (uint32_t[]){0}, 1, &block));
  uint64_t ticks = ticks_spent(&effort) - before;
  check_block(s, AIG_TRUE, s->init, &block);
  block_free(&block);
  chain_free(&chain);
  system_free(s);
  aiger_free(&m);
  return ticks;
}

/* Each conjunct needs the one before it, and is asked about with those near it only. (With all of
 * them: 2,600 ms.) */
START_TEST(many_equal_states) {
  ck_assert_uint_lt(reduce_twins(STAGES - 1, 2 * STAGES - 1), 50 * TICKS_PER_MILLISECOND);
}
END_TEST

/* What is claimed about the first and the last latch needs a conjunct that speaks of neither. */
START_TEST(a_conjunct_that_is_not_near) { reduce_twins(2 * STAGES, 2 * STAGES + STILL - 1); }
END_TEST

int main(void) {
  Suite *suite = suite_create("fair");
  TCase *hand = tcase_create("hand"), *random = tcase_create("random");
  tcase_add_test(hand, samples_of_walks);
  tcase_add_test(hand, clauses_of_neighbours);
  tcase_add_test(hand, clauses_after_a_short_turn);
  tcase_add_test(hand, never_together);
  tcase_add_test(hand, loop_alone_with_lassos);
  tcase_add_test(hand, shorter);
  tcase_add_test(hand, bits);
  tcase_add_test(hand, constraints);
  tcase_add_test(hand, constraint_comes_late);
  tcase_add_test(hand, counters);
  tcase_add_test(hand, many_equal_states);
  tcase_add_test(hand, a_conjunct_that_is_not_near);
  tcase_add_test(hand, walls_in_arenas);
  tcase_add_test(hand, random_runs);
  tcase_add_test(hand, visited_states);
  tcase_add_test(hand, no_random_runs);
  tcase_add_test(random, random_systems);
  tcase_add_test(random, walls_of_another_chain);
  tcase_set_timeout(hand, 300);
  tcase_set_timeout(random, 600);
  suite_add_tcase(suite, hand);
  suite_add_tcase(suite, random);
  return run_suite(suite);
}
