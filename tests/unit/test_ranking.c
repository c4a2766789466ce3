/* Witness circuits of justice properties that hold, judged by enumeration of all states: the
 * conditions of Certifaiger as its README has them, and that the model is inside. The validator
 * must say the same. */
#include "certifier/certify/ranking.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/open_files.h"
#include "tests/unit/run_suite.h"

#include <check.h>
#include <stdlib.h>

enum { MOST_LATCHES = 12 };

/* A circuit with the values of its variables under a state, inputs, and another state. */
struct evaluation {
  const struct aiger *circuit;
  uint8_t *value;
};

static unsigned deref(const struct evaluation *e, uint32_t literal) {
  return e->value[literal / 2] ^ (literal & 1);
}

/* The literal behind `mark` in the name of latch or input k; 0: there is none. */
static uint32_t marked(const struct aiger *m, char kind, size_t k, char mark) {
  for (size_t n = 0; n < m->num_symbols; n++) {
    const struct aiger_symbol *s = &m->symbols[n];
    const char *at = s->kind == kind && s->index == k ? strchr(s->name, mark) : NULL;
    if (at) return (uint32_t)strtoul(at + 1, NULL, 10);
  }
  return 0;
}

/* `inputs` are those of the model, which come first; `other` is the state that signals look at. */
static void evaluate(struct evaluation *e, unsigned state, unsigned inputs, unsigned other) {
  const struct aiger *m = e->circuit;
  memset(e->value, 0, (size_t)m->maxvar + 1);
  for (size_t k = 0; k < m->inputs.size; k++) e->value[m->inputs.at[k] / 2] = inputs >> k & 1;
  for (size_t k = 0; k < m->num_latches; k++) e->value[m->latches[k].lit / 2] = state >> k & 1;
  for (size_t k = 0; k < m->num_latches; k++) {
    uint32_t replaced = marked(m, 'l', k, '<');
    if (replaced) e->value[replaced / 2] = other >> k & 1;
  }
  for (size_t k = 0; k < m->num_ands; k++)
    e->value[m->ands[k].lhs / 2] = (uint8_t)(deref(e, m->ands[k].rhs0) & deref(e, m->ands[k].rhs1));
}

static unsigned next_state(const struct evaluation *e) {
  unsigned next = 0;
  for (size_t k = 0; k < e->circuit->num_latches; k++)
    next |= deref(e, e->circuit->latches[k].next) << k;
  return next;
}

static bool all_true(const struct evaluation *e, const struct lits *lits) {
  for (size_t k = 0; k < lits->size; k++)
    if (!deref(e, lits->at[k])) return false;
  return true;
}

/* What is tabulated of the witness. */
struct tables {
  struct aiger model, witness;
  unsigned states, inputs; /* how many */
  size_t num_signals;
  uint8_t *property; /* per state */
  uint32_t *signals; /* per pair of states: a bit per literal of the model, set: q_j */
};

static uint32_t signals_of(const struct evaluation *e) {
  const struct aiger *m = e->circuit;
  uint32_t set = 0;
  for (size_t k = 0; k < m->fairness.size; k++) set |= (1u ^ deref(e, m->fairness.at[k])) << k;
  for (size_t k = 0; k < m->justice[0].size; k++)
    set |= (1u ^ deref(e, m->justice[0].at[k])) << (m->fairness.size + k);
  return set;
}

static uint32_t signals(const struct tables *t, unsigned x, unsigned y) {
  return t->signals[(size_t)x * t->states + y];
}

static void tabulate(struct tables *t) {
  struct evaluation e = {&t->witness, malloc((size_t)t->witness.maxvar + 1)};
  t->states = 1u << t->witness.num_latches;
  t->inputs = 1u << t->model.inputs.size;
  t->property = malloc(t->states);
  t->signals = malloc((size_t)t->states * t->states * sizeof *t->signals);
  for (unsigned x = 0; x < t->states; x++)
    for (unsigned y = 0; y < t->states; y++) {
      evaluate(&e, x, 0, y);
      t->signals[(size_t)x * t->states + y] = signals_of(&e);
      t->property[x] = deref(&e, t->witness.bad.at[0]) == 0;
    }
  free(e.value);
}

/* The state of the model inside a state of the witness; latches come first and in order. */
static unsigned inside(const struct tables *t, unsigned state) {
  return state & ((1u << t->model.num_latches) - 1);
}

/* Base: every initial state has the property. The model's resets are the witness's. */
static void check_base(const struct tables *t) {
  const struct aiger *w = &t->witness;
  struct evaluation e = {w, malloc((size_t)w->maxvar + 1)};
  for (unsigned s = 0; s < t->states; s++) {
    bool initial = true;
    evaluate(&e, s, 0, 0);
    for (size_t k = 0; k < w->num_latches; k++)
      initial = initial && deref(&e, w->latches[k].lit) == deref(&e, w->latches[k].reset);
    ck_assert_msg(!initial || t->property[s], "base: state %u", s);
  }
  free(e.value);
  for (size_t k = 0; k < t->model.num_latches; k++) {
    const struct aiger_latch *a = &t->model.latches[k];
    ck_assert_uint_eq(marked(w, 'l', k, '='), a->lit);
    if (aiger_has_reset_function(a)) continue;
    ck_assert(a->reset > 1 ? w->latches[k].reset == w->latches[k].lit
                           : w->latches[k].reset == a->reset);
  }
}

/* Everything about one step: inductive, decrease, closure, liveness. */
static void check_step(const struct tables *t, unsigned s, unsigned next, uint32_t false_literals) {
  ck_assert_msg(t->property[next], "inductive: %u -> %u", s, next);
  ck_assert_msg(signals(t, next, s) != 0, "decrease: %u -> %u", s, next);
  for (unsigned u = 0; u < t->states; u++)
    if (t->property[u] && signals(t, s, u) != 0)
      ck_assert_msg(signals(t, next, u) != 0, "closure: %u -> %u, %u", s, next, u);
  uint32_t wrong = signals(t, s, next) & ~false_literals;
  ck_assert_msg(wrong == 0, "liveness: %u -> %u, %x", s, next, (unsigned)wrong);
}

static uint32_t false_literals(const struct evaluation *model) {
  return signals_of(model); /* the complements of the literals, of the model this time */
}

static void check_steps(const struct tables *t) {
  struct evaluation m = {&t->model, malloc((size_t)t->model.maxvar + 1)};
  struct evaluation w = {&t->witness, malloc((size_t)t->witness.maxvar + 1)};
  uint8_t *step = calloc((size_t)t->states * t->states, 1);
  for (unsigned s = 0; s < t->states; s++)
    for (unsigned i = 0; t->property[s] && i < t->inputs; i++) {
      evaluate(&w, s, i, 0);
      evaluate(&m, inside(t, s), i, 0);
      bool allowed = all_true(&m, &t->model.constraints);
      unsigned next = next_state(&w);
      ck_assert(all_true(&w, &t->witness.constraints) == allowed);
      ck_assert_msg(inside(t, next) == next_state(&m), "the model is not inside");
      if (!allowed) continue;
      check_step(t, s, next, false_literals(&m));
      step[(size_t)s * t->states + next] = 1;
    }
  for (unsigned s = 0; s < t->states; s++)
    for (unsigned x = 0; x < t->states; x++)
      for (unsigned u = 0; step[(size_t)s * t->states + x] && u < t->states; u++)
        if (step[(size_t)x * t->states + u] && signals(t, x, u) != 0)
          ck_assert_msg((signals(t, s, x) & ~signals(t, x, u)) == 0, "consistent: %u %u %u", s, x,
                        u);
  free(step);
  free(m.value);
  free(w.value);
}

static struct v_bytes bytes_of(const struct aiger *circuit) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  ck_assert(file && aiger_write(circuit, file, false) && fclose(file) == 0);
  return (struct v_bytes){(uint8_t *)text, size};
}

static void ask_validator(const struct tables *t) {
  struct validator_result result;
  struct validator *v = validator_open_bytes(VALIDATOR_CERTIFAIGER, bytes_of(&t->model),
                                             bytes_of(&t->witness), NULL, "justice 0", &result);
  if (v) validator_run(v, NULL, &result);
  ck_assert_msg(result.verdict == VALIDATOR_ACCEPTED, "%s", result.reason);
  validator_close(v);
}

static void judge(struct tables *t) {
  const struct aiger *w = &t->witness;
  ck_assert_uint_eq(w->fairness.size, t->model.fairness.size);
  ck_assert_uint_eq(w->justice[0].size, t->model.justice[0].size);
  for (size_t k = 0; k < w->inputs.size; k++) ck_assert_uint_eq(w->inputs.at[k], 2 * (k + 1));
  for (size_t k = 0; k < w->num_latches; k++)
    ck_assert_uint_eq(w->latches[k].lit, 2 * (w->inputs.size + k + 1));
  for (size_t k = 0; k < t->model.inputs.size; k++)
    ck_assert_uint_eq(marked(w, 'i', k, '='), t->model.inputs.at[k]);
  tabulate(t);
  check_base(t);
  check_steps(t);
  ask_validator(t);
  free(t->property);
  free(t->signals);
}

/* The state space would be too large to enumerate, or there is no circuit: false. */
static bool try_model(struct tables *t, const char **problem) {
  struct property property = {.kind = PROPERTY_JUSTICE};
  struct check_result result;
  bool judged = false;
  check_property(&t->model, &property, &check_defaults, &(struct effort){0}, &result);
  if (result.evidence.verdict == VERDICT_HOLDS) {
    *problem = ranking_build(&t->model, &result, &(struct effort){0}, &t->witness);
    judged = !*problem && t->witness.num_latches <= MOST_LATCHES;
    if (judged) judge(t);
    aiger_free(&t->witness);
  }
  check_result_free(&result);
  return judged;
}

static bool looks_at_first_inputs(const struct aiger *model) {
  uint8_t *inputs = calloc(model->inputs.size + 1, 1);
  aiger_reset_inputs(model, inputs);
  bool any = memchr(inputs, 1, model->inputs.size) != NULL;
  free(inputs);
  return any;
}

START_TEST(random_models) {
  struct rng rng = rng_seeded(random_seed("ranking"));
  unsigned judged = 0, without = 0;
  for (int k = 0; k < RANDOM_COUNT; k++) {
    struct random_sizes sizes = {.inputs = rng_below(&rng, 3),
                                 .latches = rng_below(&rng, 6),
                                 .gates = rng_below(&rng, 25),
                                 .constraints = rng_below(&rng, 2),
                                 .properties = 1 + rng_below(&rng, 2)};
    struct tables t = {0};
    const char *problem = NULL;
    random_model_of(&rng, &sizes, &t.model);
    t.model.bad.size = 0;
    if (looks_at_first_inputs(&t.model)) { /* they are state, which the tables do not know */
      aiger_free(&t.model);
      continue;
    }
    judged += try_model(&t, &problem);
    without += problem != NULL;
    aiger_free(&t.model);
  }
  printf("%u circuits judged, %u without one\n", judged, without);
  ck_assert_uint_ge(10 * judged, RANDOM_COUNT);
}
END_TEST

static void read_text(const char *text, struct aiger *model) {
  struct fault fault;
  ck_assert_msg(aiger_read_memory("text", (const unsigned char *)text, strlen(text), model, &fault),
                "%s", fault.text);
}

/* Evidence by hand, of one block with this step, a side behind it where that is wanted, and an end
 * over so many fairness literals. */
struct by_hand {
  const char *text;
  enum chain_kind kind;
  uint32_t predicate; /* a literal of the model */
  bool side;
  uint32_t num_fair;
  uint32_t with_monitor; /* not 0: where the monitor is up, so is this, and the predicate is not */
};

static void make_evidence(const struct by_hand *c, const struct aiger *model,
                          struct check_result *result) {
  static const uint32_t first[] = {0};
  struct elaboration how = {.model = model, .use_fairness = true, .justice = 0, .keep_all = true};
  *result = (struct check_result){.system = system_elaborate(&how)};
  core_for_justice(&result->core);
  struct system *system = result->system;
  struct evidence *evidence = &result->evidence;
  evidence_init(evidence, PROPERTY_JUSTICE, system, result->core.num_nodes);
  lit predicate = system_lit(system, c->predicate);
  evidence->verdict = VERDICT_HOLDS;
  evidence->invariant = AIG_TRUE;
  if (c->with_monitor) {
    lit up = aig_and(system->aig, system_lit(system, c->with_monitor), lit_not(predicate));
    evidence->invariant = lit_not(aig_and(system->aig, system->fairness[0], lit_not(up)));
  }
  struct fact *upper = &evidence->facts[1].upper;
  upper->kind = FACT_UPPER_EG;
  struct block *block = fact_block(upper, AIG_TRUE);
  block_step(block, c->kind, predicate, NULL, 0);
  if (c->side) block_step(block, CHAIN_SIDE, predicate, first, 1);
  for (uint32_t j = 0; j < c->num_fair; j++) lits_push(&block->end_fair, j);
}

/* Every kind of step; a latch that keeps its value, which is up and down infinitely often: its two
 * ranks belong to different literals; and a monitor that is up in a state of the rank from which
 * all steps leave it: input i, a' = i, l' = l | a, and i & !l & !a infinitely often. Its signal
 * must look at the monitor. */
START_TEST(chains_by_hand) {
  static const struct by_hand cases[] = {
      {.text = "aag 6 1 2 0 3 0 0 1\n2\n4 2\n6 9\n1\n12\n8 7 5\n10 7 5\n12 10 2\n",
       .kind = CHAIN_WALL,
       .predicate = 6,
       .side = true,
       .num_fair = 1,
       .with_monitor = 4},
      {.text = "aag 1 0 1 0 0 0 0 1\n2 0 1\n1\n2\n",
       .kind = CHAIN_UNBORN,
       .predicate = 2,
       .num_fair = 1},
      {.text = "aag 2 1 1 0 0 0 1 1\n2\n4 2\n5\n1\n4\n",
       .kind = CHAIN_DEAD,
       .predicate = 4,
       .num_fair = 1},
      {.text = "aag 1 0 1 0 0 0 0 1\n2 2 2\n2\n2\n3\n",
       .kind = CHAIN_WALL,
       .predicate = 2,
       .num_fair = 2}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct tables t = {0};
    struct check_result result;
    read_text(cases[k].text, &t.model);
    make_evidence(&cases[k], &t.model, &result);
    ck_assert_pstr_eq(ranking_build(&t.model, &result, &(struct effort){0}, &t.witness), NULL);
    judge(&t);
    aiger_free(&t.witness);
    check_result_free(&result);
    aiger_free(&t.model);
  }
}
END_TEST

START_TEST(refusals) {
  static const struct {
    const char *text, *problem;
  } cases[] = {{"aag 1 0 1 0 0 1 0 1\n2 2\n0\n1\n2\n", "there are several properties"},
               {"aag 1 0 1 0 0 0 0 2\n2 2\n1\n1\n2\n2\n", "there are several properties"},
               {"aag 1 0 1 0 0 0 1 1\n2 2\n0\n0\n", "there is no fairness"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct tables t = {0};
    const char *problem = NULL;
    read_text(cases[k].text, &t.model);
    ck_assert(!try_model(&t, &problem));
    ck_assert_pstr_eq(problem, cases[k].problem);
    aiger_free(&t.model);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("ranking");
  TCase *tests = tcase_create("ranking");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, random_models);
  tcase_add_test(tests, chains_by_hand);
  tcase_add_test(tests, refusals);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
