/* reach: every form of the query on hand-made systems, and random systems against explicit
 * enumeration. Traces are replayed and proofs are checked here, by evaluation of every state and
 * input. */
#include "checker/reach/bmc.h"
#include "checker/reach/reach.h"
#include "checker/reach/refine.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"
#include "tests/unit/trials.h"

/* ---- explicit enumeration ---- */

struct explicit {
  struct system *system;
  const struct reach_query *query;
  size_t num_states, num_inputs; /* 2^n */
};

static void unpack(uint8_t *bits, size_t n, size_t value) {
  for (size_t k = 0; k < n; k++) bits[k] = (value >> k) & 1;
}

static size_t pack(const uint8_t *bits, size_t n) {
  size_t value = 0;
  for (size_t k = 0; k < n; k++) value |= (size_t)bits[k] << k;
  return value;
}

static bool holds_at(const struct explicit *e, lit a, size_t state, size_t input) {
  uint8_t s[64], i[64];
  unpack(s, e->system->num_states, state);
  unpack(i, e->system->num_inputs, input);
  return aig_eval(e->system->aig, a, s, i);
}

static bool constraints_hold(const struct explicit *e, const uint8_t *now, const uint8_t *inputs,
                             const uint8_t *then) {
  const struct step_constraints *c = e->query->constraints;
  for (size_t k = 0; c && k < c->size; k++) {
    bool sat = false;
    for (size_t j = 0; j < c->at[k].now.size; j++)
      sat |= aig_eval(e->system->aig, c->at[k].now.at[j], now, inputs);
    for (size_t j = 0; j < c->at[k].then.size; j++)
      sat |= aig_eval(e->system->aig, c->at[k].then.at[j], then, inputs);
    if (!sat) return false;
  }
  return true;
}

/* The successor, or -1 if the step is not allowed. */
static long successor(const struct explicit *e, size_t state, size_t input) {
  uint8_t s[64], i[64], n[64];
  unpack(s, e->system->num_states, state);
  unpack(i, e->system->num_inputs, input);
  if (!system_step(e->system, s, i, n) || !constraints_hold(e, s, i, n)) return -1;
  return (long)pack(n, e->system->num_states);
}

static struct explicit explicit_of(struct system *system, const struct reach_query *query) {
  return (struct explicit){.system = system,
                           .query = query,
                           .num_states = (size_t)1 << system->num_states,
                           .num_inputs = (size_t)1 << system->num_inputs};
}

static void reach_state(uint8_t *seen, uint32_t s, struct lits *queue) {
  if (seen[s]) return;
  seen[s] = 1;
  lits_push(queue, s);
}

static bool target_reachable(const struct explicit *e) {
  uint8_t *seen = memory_zeroed(e->num_states, 1);
  bool found = false;
  struct lits queue = {0};
  for (size_t s = 0; s < e->num_states; s++) {
    if (!holds_at(e, e->query->from, s, 0)) continue;
    if (!e->query->from_post) reach_state(seen, (uint32_t)s, &queue);
    for (size_t i = 0; e->query->from_post && i < e->num_inputs; i++) {
      long n = successor(e, s, i);
      if (n >= 0) reach_state(seen, (uint32_t)n, &queue);
    }
  }
  for (size_t k = 0; k < queue.size && !found; k++)
    for (size_t i = 0; i < e->num_inputs && !found; i++) {
      found = holds_at(e, e->query->target, queue.at[k], i);
      long n = successor(e, queue.at[k], i);
      if (n >= 0) reach_state(seen, (uint32_t)n, &queue);
    }
  free(seen);
  lits_free(&queue);
  return found;
}

static void check_trace(const struct explicit *e, const struct trace *t) {
  ck_assert_uint_ge(t->length, e->query->from_post ? 2 : 1);
  ck_assert(trace_check(t, e->system));
  ck_assert(aig_eval(e->system->aig, e->query->from, trace_state(t, 0), NULL));
  for (size_t k = 0; k + 1 < t->length; k++)
    ck_assert(constraints_hold(e, trace_state(t, k), trace_input(t, k), trace_state(t, k + 1)));
  ck_assert(aig_eval(e->system->aig, e->query->target, trace_state(t, t->length - 1),
                     trace_input(t, t->length - 1)));
}

/* R & F => P or R & F & step => P(N);  R & P & step => P(N);  with `target`: R & P & G impossible
 */
static void check_inductive(const struct explicit *e, const struct clauses *proof, bool target) {
  lit p = clauses_predicate(e->system->aig, proof);
  for (size_t k = 0; k < proof->size; k++)
    for (size_t i = 0; i < proof->at[k].size; i++)
      ck_assert_int_eq(e->system->aig->nodes[lit_node(proof->at[k].at[i])].kind, AIG_STATE);
  for (size_t s = 0; s < e->num_states; s++) {
    if (!holds_at(e, e->query->invariant, s, 0)) continue;
    bool from = holds_at(e, e->query->from, s, 0), in = holds_at(e, p, s, 0);
    if (from && !e->query->from_post) ck_assert(in);
    for (size_t i = 0; i < e->num_inputs; i++) {
      if (in && target) ck_assert(!holds_at(e, e->query->target, s, i));
      long n = successor(e, s, i);
      if (n >= 0 && (in || (from && e->query->from_post))) ck_assert(holds_at(e, p, (size_t)n, 0));
    }
  }
}

/* Runs the query with a small budget at a time and checks whatever comes out; returns the answer.
 */
static enum reach_answer check_run(const struct explicit *e, struct reach *r, bool complete) {
  enum reach_answer answer = REACH_UNKNOWN;
  for (int k = 0; k < 100000 && answer == REACH_UNKNOWN; k++) answer = reach_run(r, 7);
  ck_assert_int_ne(answer, REACH_UNKNOWN);
  if (complete) ck_assert_int_eq(answer, target_reachable(e) ? REACH_TRACE : REACH_PROOF);
  if (answer == REACH_TRACE) check_trace(e, reach_trace(r));
  check_inductive(e, reach_infinite(r), false);
  if (answer == REACH_PROOF) {
    check_inductive(e, reach_proof(r), true);
    reach_refine(r, REFINE_STRENGTHEN);
    check_inductive(e, reach_proof(r), true);
    reach_refine(r, REFINE_WEAKEN);
    check_inductive(e, reach_proof(r), true);
    reach_refine(r, REFINE_STRENGTHEN | REFINE_WEAKEN);
    check_inductive(e, reach_proof(r), true);
  }
  return answer;
}

/* After a trace it goes on with a part of the target, until there is a proof. */
static enum reach_answer check_tuned(struct system *system, const struct reach_query *query,
                                     const struct reach_options *options,
                                     const struct tuning *tuning, bool complete) {
  struct reach_query narrowed = *query;
  struct explicit e = explicit_of(system, &narrowed);
  struct effort effort = {.tuning = tuning};
  struct reach *r = reach_new(system, query, options, &effort);
  enum reach_answer answer = check_run(&e, r, complete), last = answer;
  for (size_t k = 0; k < system->num_states && last == REACH_TRACE; k++) {
    const struct trace *t = reach_trace(r);
    lit other = system->states[k] ^ (lit)trace_state(t, t->length - 1)[k];
    narrowed.target = aig_and(system->aig, narrowed.target, other);
    reach_narrow(r, narrowed.target);
    last = check_run(&e, r, complete);
  }
  reach_free(r);
  return answer;
}

static enum reach_answer check_query(struct system *system, const struct reach_query *query,
                                     const struct reach_options *options, bool complete) {
  return check_tuned(system, query, options, &tuning_defaults, complete);
}

/* ---- by hand: a counter of three bits with an input `enable`; input `clear` clears the highest
 * bit ---- */

static struct system *counter(bool constrained) {
  static const char text[] = "aag 17 2 3 0 12\n2\n4\n6 17\n8 25\n10 34\n"
                             "12 2 7\n14 3 6\n16 13 15\n"           /* bit 0 ^ enable */
                             "18 2 6\n20 18 9\n22 19 8\n24 21 23\n" /* bit 1 ^ carry */
                             "26 18 8\n28 26 11\n30 27 10\n32 29 31\n34 33 5\n";
  struct aiger model;
  text_model(text, &model);
  struct elaboration how = {.model = &model, .justice = -1, .keep_all = true};
  struct system *s = system_elaborate(&how);
  if (constrained) s->constraint = s->inputs[0];
  aiger_free(&model);
  return s;
}

static lit value(struct system *s, size_t v) {
  lit all = AIG_TRUE;
  for (size_t k = 0; k < s->num_states; k++)
    all = aig_and(s->aig, all, (v >> k) & 1 ? s->states[k] : lit_not(s->states[k]));
  return all;
}

START_TEST(test_plain) {
  struct system *s = counter(false);
  for (size_t v = 0; v < 8; v++)
    for (size_t w = 0; w < 8; w++) {
      struct reach_query q = {.invariant = AIG_TRUE, .from = value(s, v), .target = value(s, w)};
      check_query(s, &q, &reach_defaults, true);
      q.from_post = true;
      check_query(s, &q, &reach_defaults, true);
    }
  system_free(s);
}
END_TEST

START_TEST(test_constraints) {
  struct system *s = counter(true);
  for (int kind = 0; kind < 3; kind++)
    for (size_t v = 0; v < 8; v++)
      for (size_t w = 0; w < 8; w++) {
        struct step_constraints c = {0};
        if (kind == 0) step_constraints_now(&c, lit_not(s->inputs[1]));
        if (kind == 1) step_constraints_then(&c, aig_or(s->aig, s->states[0], s->states[1]));
        if (kind == 2) step_constraints_wall(&c, s->states[2]);
        struct reach_query q = {
            .constraints = &c, .invariant = AIG_TRUE, .from = value(s, v), .target = value(s, w)};
        check_query(s, &q, &reach_defaults, true);
        q.from_post = true;
        check_query(s, &q, &reach_defaults, true);
        step_constraints_free(&c);
      }
  system_free(s);
}
END_TEST

START_TEST(test_target_with_inputs) {
  struct system *s = counter(false);
  lit three = aig_and(s->aig, s->states[0], s->states[1]);
  struct reach_query q = {
      .invariant = AIG_TRUE, .from = value(s, 0), .target = aig_and(s->aig, three, s->inputs[1])};
  check_query(s, &q, &reach_defaults, true);
  q.target = aig_and(s->aig, q.target, lit_not(s->inputs[1]));
  ck_assert_int_eq(check_query(s, &q, &reach_defaults, true), REACH_PROOF);
  q.target = AIG_TRUE;
  ck_assert_int_eq(check_query(s, &q, &reach_defaults, true), REACH_TRACE);
  q.from = AIG_FALSE;
  ck_assert_int_eq(check_query(s, &q, &reach_defaults, true), REACH_PROOF);
  system_free(s);
}
END_TEST

/* ---- random systems ---- */

static lit random_literal(struct rng *rng, const struct system *s, bool inputs) {
  uint32_t n = (uint32_t)(s->num_states + (inputs ? s->num_inputs : 0));
  if (n == 0) return AIG_TRUE;
  uint32_t k = rng_below(rng, n);
  lit a = k < s->num_states ? s->states[k] : s->inputs[k - s->num_states];
  return rng_chance(rng, 50) ? a : lit_not(a);
}

static lit random_predicate(struct rng *rng, struct system *s, bool inputs) {
  lit a = random_literal(rng, s, inputs);
  for (uint32_t k = rng_below(rng, 6); k > 0; k--) {
    lit b = random_literal(rng, s, inputs);
    a = rng_chance(rng, 60) ? aig_and(s->aig, a, b) : aig_or(s->aig, a, b);
  }
  return a;
}

/* R closed under the steps of the query and above F: then answers must be exact. */
static bool closed(const struct explicit *e) {
  for (size_t s = 0; s < e->num_states; s++) {
    bool in = holds_at(e, e->query->invariant, s, 0);
    if (holds_at(e, e->query->from, s, 0) && !in) return false;
    for (size_t i = 0; in && i < e->num_inputs; i++) {
      long n = successor(e, s, i);
      if (n >= 0 && !holds_at(e, e->query->invariant, (size_t)n, 0)) return false;
    }
  }
  return true;
}

static void random_constraints(struct rng *rng, struct system *s, struct step_constraints *c) {
  for (uint32_t k = rng_below(rng, 3); k > 0; k--) {
    lit now = random_predicate(rng, s, true), then = random_predicate(rng, s, false);
    switch (rng_below(rng, 4)) {
    case 0: step_constraints_now(c, now); break;
    case 1: step_constraints_then(c, then); break;
    case 2: step_constraints_wall(c, then); break;
    default: step_constraints_add(c, &now, 1, &then, 1); break;
    }
  }
}

/* Some work without the constraints and the invariant, and the rest with them. */
static void check_restricted(struct rng *rng, struct system *s, const struct reach_query *query,
                             const struct tuning *tuning) {
  struct reach_query before = *query;
  struct effort effort = {.tuning = tuning};
  before.constraints = NULL;
  before.invariant = AIG_TRUE;
  struct reach *r = reach_new(s, &before, &reach_defaults, &effort);
  if (reach_run(r, (long)rng_below(rng, 40)) == REACH_UNKNOWN) {
    struct explicit e = explicit_of(s, query);
    reach_restrict(r, query->constraints, query->invariant);
    check_run(&e, r, closed(&e));
  }
  reach_free(r);
}

/* One target after the other, some of them not to the end, some with refined proofs. */
static void check_retargeted(struct rng *rng, struct system *s, const struct reach_query *query,
                             const struct tuning *tuning) {
  struct reach_query now = *query;
  struct effort effort = {.tuning = tuning};
  struct reach *r = reach_new(s, query, &reach_defaults, &effort);
  struct explicit e = explicit_of(s, &now);
  for (unsigned k = 0; k < 6; k++) {
    if (rng_chance(rng, 50))
      check_run(&e, r, closed(&e));
    else if (reach_run(r, rng_chance(rng, 50) ? (long)rng_below(rng, 40) : -1) == REACH_PROOF)
      check_inductive(&e, reach_proof(r), true);
    check_inductive(&e, reach_infinite(r), false);
    now.target = rng_chance(rng, 50) ? value(s, rng_below(rng, 1u << s->num_states))
                                     : random_predicate(rng, s, rng_chance(rng, 40));
    reach_retarget(r, now.target);
  }
  reach_free(r);
}

/* ---- bounded search ---- */

/* The states behind one more step. */
static void advance(const struct explicit *e, uint8_t *layer) {
  uint8_t *next = memory_zeroed(e->num_states, 1);
  for (size_t s = 0; s < e->num_states; s++)
    for (size_t i = 0; layer[s] && i < e->num_inputs; i++) {
      long n = successor(e, s, i);
      if (n >= 0) next[n] = 1;
    }
  memcpy(layer, next, e->num_states);
  free(next);
}

static bool target_in(const struct explicit *e, const uint8_t *layer) {
  for (size_t s = 0; s < e->num_states; s++)
    for (size_t i = 0; layer[s] && i < e->num_inputs; i++)
      if (holds_at(e, e->query->target, s, i)) return true;
  return false;
}

/* Steps to the target, `most` + 1 if there are more. */
static size_t distance(const struct explicit *e, size_t most) {
  uint8_t *layer = memory_zeroed(e->num_states, 1);
  for (size_t s = 0; s < e->num_states; s++) layer[s] = holds_at(e, e->query->from, s, 0);
  size_t d = 0;
  if (e->query->from_post) {
    advance(e, layer);
    d = 1;
  }
  for (; d <= most && !target_in(e, layer); d++) advance(e, layer);
  free(layer);
  return d;
}

/* Every depth resists at first, so deeper ones are looked at while a shallow one is open: no depth
 * with a counterexample is ever refuted, also where its last state is a dead end. */
static void check_bounded(struct rng *rng, struct system *s, const struct reach_query *query) {
  enum { MOST = 12 };
  struct explicit e = explicit_of(s, query);
  struct tuning tuning = tuning_defaults;
  tuning.bmc_patience = 1;
  tuning.bmc_ahead = rng_below(rng, 6);
  struct effort effort = {.tuning = &tuning};
  size_t shortest = distance(&e, MOST);
  struct bmc *b = bmc_new(s, query, &effort);
  enum reach_answer answer;
  do {
    answer = bmc_run(b, MOST, rng_chance(rng, 50) ? -1 : 1 + (long)rng_below(rng, 4));
    ck_assert_uint_le(bmc_depth(b), shortest);
  } while (answer == REACH_UNKNOWN && bmc_depth(b) <= MOST);
  ck_assert_int_eq(answer == REACH_TRACE, shortest <= MOST);
  if (answer == REACH_TRACE) {
    bmc_look_for_shorter(b);
    while (bmc_run(b, bmc_depth(b), -1) == REACH_UNKNOWN) continue;
    ck_assert_uint_eq(bmc_trace(b)->length, shortest + 1);
  }
  bmc_free(b);
}

static void random_query(struct rng *rng, struct system *s) {
  struct step_constraints c = {0};
  random_constraints(rng, s, &c);
  struct reach_query q = {.constraints = &c,
                          .invariant = AIG_TRUE,
                          .from = rng_chance(rng, 30) ? s->init
                                  : rng_chance(rng, 30)
                                      ? value(s, rng_below(rng, 1u << s->num_states))
                                      : random_predicate(rng, s, false),
                          .from_post = rng_chance(rng, 40),
                          .target = random_predicate(rng, s, rng_chance(rng, 40))};
  struct reach_options options = reach_defaults;
  struct tuning tuning = tuning_defaults;
  tuning.ic3_ctg = rng_chance(rng, 80);
  tuning.ic3_ctg_after = 0; /* searches are short here */
  options.bmc_depth = rng_chance(rng, 10) ? rng_below(rng, 4) : 0;
  options.backend = (enum sat_backend)rng_below(rng, SAT_CADICAL + 1);
  options.lasting = rng_chance(rng, 50);
  options.active_first = (enum active_first)rng_below(rng, 3);
  check_tuned(s, &q, &options, &tuning, true);
  q.invariant = random_predicate(rng, s, false);
  struct explicit e = explicit_of(s, &q);
  check_tuned(s, &q, &options, &tuning, closed(&e));
  check_restricted(rng, s, &q, &tuning);
  check_retargeted(rng, s, &q, &tuning);
  q.invariant = AIG_TRUE;
  check_restricted(rng, s, &q, &tuning);
  check_retargeted(rng, s, &q, &tuning);
  check_bounded(rng, s, &q);
  step_constraints_free(&c);
}

START_TEST(test_random) {
  const struct random_shape shape = {
      .max_latches = 6, .max_inputs = 3, .max_gates = 30, .max_constraints = 1};
  for (uint64_t seed = (uint64_t)_i * 40; seed < (uint64_t)_i * 40 + TRIALS(40); seed++) {
    struct rng rng = rng_seeded(seed);
    struct aiger model;
    random_model(&rng, &shape, &model);
    printf("seed %lu\n", (unsigned long)seed);
    fflush(stdout);
    struct elaboration how = {.model = &model, .justice = -1, .keep_all = true};
    struct system *s = system_elaborate(&how);
    for (int k = 0; k < 5; k++) random_query(&rng, s);
    system_free(s);
    aiger_free(&model);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("reach");
  TCase *tc = tcase_create("reach");
  tcase_set_timeout(tc, 0);
  tcase_add_test(tc, test_plain);
  tcase_add_test(tc, test_constraints);
  tcase_add_test(tc, test_target_with_inputs);
  tcase_add_loop_test(tc, test_random, 0, 10);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
