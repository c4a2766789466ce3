/* IICTL against explicit enumeration, on random models and formulas; the facts it leaves are
 * re-checked against the rules of docs/certificates.md by plain SAT queries (EG upper facts: by the
 * validator's tests). */
#include "checker/portfolio/check.h"
#include "checker/symbolic/ctl_fixpoints.h"
#include "checker/system/unroll.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

#include <stdio.h>

struct validation {
  const struct system *system;
  const struct evidence *evidence;
  const struct core_formula *core;
  struct sat *sat;
  struct unroll unroll;
  struct ints assumed, clause;
  lit *upper, *lower;
};

static void now(struct validation *j, lit a) {
  ints_push(&j->assumed, unroll_lit(&j->unroll, 0, a));
}
static void then(struct validation *j, lit a) {
  ints_push(&j->assumed, unroll_lit(&j->unroll, 1, a));
}
static void or_now(struct validation *j, lit a) {
  ints_push(&j->clause, unroll_lit(&j->unroll, 0, a));
}
static void or_then(struct validation *j, lit a) {
  ints_push(&j->clause, unroll_lit(&j->unroll, 1, a));
}

static bool impossible(struct validation *j) {
  for (size_t k = 0; k < j->assumed.size; k++) sat_assume(j->sat, j->assumed.at[k]);
  if (j->clause.size) sat_constrain(j->sat, j->clause.at, j->clause.size);
  bool no = sat_solve(j->sat) == SAT_NO;
  ints_clear(&j->assumed);
  ints_clear(&j->clause);
  return no;
}

static void in_r(struct validation *j) { now(j, j->evidence->invariant); }

/* R & g & !before & j & !(P & C & target(N)) */
static bool entry_ok(struct validation *j, lit context, const struct choice *c, lit before,
                     lit inside, lit target) {
  in_r(j);
  now(j, context);
  now(j, c->guard);
  now(j, lit_not(before));
  for (size_t k = 0; k < c->inputs.size; k++) now(j, c->inputs.at[k]);
  or_now(j, lit_not(inside));
  or_now(j, lit_not(j->system->constraint));
  or_then(j, lit_not(target));
  return impossible(j);
}

/* The list of an EU or EG fact; returns E_n. */
static lit check_list(struct validation *j, const struct choices *list, lit base, lit inside) {
  lit e = base;
  for (size_t k = 0; k < list->size; k++) {
    ck_assert(entry_ok(j, AIG_TRUE, &list->at[k], e, inside, e));
    e = aig_or(j->system->aig, e, list->at[k].guard);
  }
  return e;
}

static void check_ex(struct validation *j, uint32_t v, uint32_t u) {
  const struct node_facts *f = &j->evidence->facts[v];
  if (f->upper.kind != FACT_NONE) {
    in_r(j), now(j, j->system->constraint), then(j, j->upper[u]),
        now(j, lit_not(f->upper.predicate));
    ck_assert(impossible(j));
  }
  if (f->lower.kind == FACT_NONE) return;
  in_r(j), now(j, f->lower.predicate);
  for (size_t k = 0; k < f->lower.ranks.size; k++) now(j, lit_not(f->lower.ranks.at[k].guard));
  ck_assert(impossible(j));
  for (size_t k = 0; k < f->lower.ranks.size; k++)
    ck_assert(
        entry_ok(j, f->lower.predicate, &f->lower.ranks.at[k], AIG_FALSE, AIG_TRUE, j->lower[u]));
}

static void check_eu(struct validation *j, uint32_t v, uint32_t u, uint32_t w) {
  const struct node_facts *f = &j->evidence->facts[v];
  if (f->upper.kind != FACT_NONE) {
    in_r(j), now(j, j->upper[w]), now(j, lit_not(f->upper.predicate));
    ck_assert(impossible(j));
    in_r(j), now(j, j->upper[u]), now(j, j->system->constraint), then(j, f->upper.predicate),
        now(j, lit_not(f->upper.predicate));
    ck_assert(impossible(j));
  }
  if (f->lower.kind == FACT_NONE) return;
  lit e = check_list(j, &f->lower.ranks, j->lower[w], j->lower[u]);
  in_r(j), now(j, aig_xor(j->system->aig, e, f->lower.predicate));
  ck_assert(impossible(j));
}

static lit check_lasso(struct validation *j, const struct lasso *l, lit inside) {
  lit all = AIG_FALSE;
  for (size_t t = 0; t < l->steps.size; t++) {
    ck_assert(entry_ok(j, AIG_TRUE, &l->steps.at[t], AIG_FALSE, inside,
                       l->steps.at[(t + 1) % l->steps.size].guard));
    all = aig_or(j->system->aig, all, l->steps.at[t].guard);
  }
  ck_assert_uint_eq(l->at.size, j->system->num_fairness);
  for (size_t b = 0; b < l->at.size; b++) {
    in_r(j), now(j, l->steps.at[l->at.at[b]].guard), now(j, lit_not(j->system->fairness[b]));
    ck_assert(impossible(j));
  }
  return all;
}

static void check_region(struct validation *j, const struct region *r, lit inside) {
  struct aig *aig = j->system->aig;
  in_r(j), now(j, r->inside), now(j, lit_not(inside));
  ck_assert(impossible(j));
  in_r(j), now(j, r->inside);
  for (size_t k = 0; k < r->choices.size; k++) now(j, lit_not(r->choices.at[k].guard));
  ck_assert(impossible(j));
  for (size_t k = 0; k < r->choices.size; k++)
    ck_assert(entry_ok(j, r->inside, &r->choices.at[k], AIG_FALSE, AIG_TRUE, r->inside));
  for (size_t b = 0; b < j->system->num_fairness; b++) {
    lit e = j->system->fairness[b];
    for (size_t k = 0; k < r->covers[b].size; k++) {
      ck_assert(
          entry_ok(j, r->inside, &r->covers[b].at[k], e, AIG_TRUE, aig_and(aig, r->inside, e)));
      e = aig_or(aig, e, r->covers[b].at[k].guard);
    }
    in_r(j), now(j, r->inside), now(j, lit_not(e));
    ck_assert(impossible(j));
  }
}

static void check_eg(struct validation *j, uint32_t v, uint32_t u) {
  const struct node_facts *f = &j->evidence->facts[v];
  j->upper[v] = AIG_TRUE;
  if (f->upper.kind == FACT_UPPER_EG) {
    j->upper[v] = j->upper[u];
    for (size_t k = 0; k < f->upper.num_blocks; k++)
      j->upper[v] = aig_and(j->system->aig, j->upper[v], lit_not(f->upper.blocks[k].closed));
  }
  if (f->lower.kind == FACT_NONE) return;
  lit e = AIG_FALSE;
  for (size_t k = 0; k < f->lower.num_lassos; k++)
    e = aig_or(j->system->aig, e, check_lasso(j, &f->lower.lassos[k], j->lower[u]));
  if (f->lower.has_region) {
    check_region(j, &f->lower.region, j->lower[u]);
    e = aig_or(j->system->aig, e, f->lower.region.inside);
  }
  e = check_list(j, &f->lower.ranks, e, j->lower[u]);
  in_r(j), now(j, aig_xor(j->system->aig, e, f->lower.predicate));
  ck_assert(impossible(j));
}

static void check_node(struct validation *j, uint32_t v) {
  const struct core_node *node = &j->core->nodes[v];
  const struct node_facts *f = &j->evidence->facts[v];
  struct aig *aig = j->system->aig;
  j->upper[v] = f->upper.kind != FACT_NONE ? f->upper.predicate : AIG_TRUE;
  j->lower[v] = f->lower.kind != FACT_NONE ? f->lower.predicate : AIG_FALSE;
  switch (node->op) {
  case CORE_ATOM: j->upper[v] = j->lower[v] = system_lit(j->system, node->lit); break;
  case CORE_NOT:
    j->upper[v] = lit_not(j->lower[node->left]), j->lower[v] = lit_not(j->upper[node->left]);
    break;
  case CORE_AND:
    j->upper[v] = aig_and(aig, j->upper[node->left], j->upper[node->right]);
    j->lower[v] = aig_and(aig, j->lower[node->left], j->lower[node->right]);
    break;
  case CORE_OR:
    j->upper[v] = aig_or(aig, j->upper[node->left], j->upper[node->right]);
    j->lower[v] = aig_or(aig, j->lower[node->left], j->lower[node->right]);
    break;
  case CORE_EX: check_ex(j, v, node->left); break;
  case CORE_EU: check_eu(j, v, node->left, node->right); break;
  case CORE_EG: check_eg(j, v, node->left); break;
  }
}

static void check_evidence(const struct check_result *r) {
  struct validation j = {.system = r->system,
                         .evidence = &r->evidence,
                         .core = &r->core,
                         .sat = sat_new(SAT_CADICAL, NULL)};
  unroll_init(&j.unroll, j.sat, j.system);
  j.upper = memory_alloc(r->core.num_nodes, sizeof(lit));
  j.lower = memory_alloc(r->core.num_nodes, sizeof(lit));
  now(&j, r->system->init), now(&j, lit_not(r->evidence.invariant));
  ck_assert(impossible(&j));
  in_r(&j), now(&j, r->system->constraint), then(&j, lit_not(r->evidence.invariant));
  ck_assert(impossible(&j));
  for (size_t v = r->core.num_nodes; v-- > 0;) check_node(&j, (uint32_t)v);
  if (r->evidence.verdict == VERDICT_HOLDS) {
    now(&j, r->system->init), now(&j, lit_not(j.lower[0]));
    ck_assert(impossible(&j));
  } else {
    ck_assert(aig_eval(r->system->aig, r->system->init, r->evidence.initial, NULL));
    ck_assert(!aig_eval(r->system->aig, j.upper[0], r->evidence.initial, NULL));
  }
  free(j.upper), free(j.lower);
  ints_free(&j.assumed), ints_free(&j.clause);
  unroll_free(&j.unroll);
  sat_free(j.sat);
}

/* By fixpoints on diagrams, in one go or in many short turns. */
static enum verdict run_fixpoints(struct check_result *result, bool turns) {
  struct meter meter = {0};
  const struct interrupt whole = {.meter = &meter};
  struct ctl_fixpoints *fixpoints = ctl_fixpoints_new(result->system, &result->core);
  enum verdict verdict = VERDICT_UNKNOWN;
  uint64_t ticks = 20000;
  while (turns && verdict == VERDICT_UNKNOWN && !ctl_fixpoints_over(fixpoints)) {
    struct interrupt slice = interrupt_after(&whole, ticks);
    verdict = ctl_fixpoints_run(fixpoints, &slice, &result->evidence);
    ticks += ticks / 2;
  }
  if (!turns) verdict = ctl_fixpoints_run(fixpoints, NULL, &result->evidence);
  ctl_fixpoints_free(fixpoints);
  return verdict;
}

static void one_formula(uint64_t seed, const struct aiger *model, const struct formulas *arena,
                        uint32_t root, const struct check_options *options) {
  enum oracle_answer expected = oracle_ctl(model, arena, root, false);
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

/* A model with a few formulas that share what is learnt. */
static void one_case(uint64_t seed, const struct random_shape *shape, unsigned depth,
                     int generalization) {
  struct rng rng = rng_seeded(seed);
  struct aiger model;
  struct formulas arena = {0};
  struct check_options options = check_defaults;
  options.ctl.generalization = generalization;
  options.memory = shared_clauses_new();
  random_model(&rng, shape, &model);
  uint32_t hint = random_hint(&rng, &model, &arena);
  options.ctl.hint_arena = &arena;
  options.ctl.hints = &hint;
  options.ctl.num_hints = seed % 2;
  for (unsigned k = 0; k < 3; k++)
    one_formula(seed, &model, &arena, random_formula(&rng, &model, depth, &arena), &options);
  shared_clauses_free(options.memory);
  formulas_free(&arena);
  aiger_free(&model);
}

static void many_cases(const struct random_shape *shape, unsigned depth, uint64_t first) {
  const char *more = getenv("VOUCH_TEST_CASES"), *from = getenv("VOUCH_TEST_SEED");
  unsigned long count = more ? strtoul(more, NULL, 10) : 60;
  if (from) first = strtoull(from, NULL, 10);
  printf("seeds %llu to %llu\n", (unsigned long long)first,
         (unsigned long long)(first + count - 1));
  for (unsigned long k = 0; k < count; k++) {
    if (getenv("VOUCH_TEST_VERBOSE"))
      printf("seed %llu\n", (unsigned long long)(first + k)), fflush(stdout);
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

int main(void) {
  Suite *suite = suite_create("iictl");
  TCase *random = tcase_create("random");
  tcase_set_timeout(random, 0);
  tcase_add_test(random, plain_models);
  tcase_add_test(random, constrained_and_fair_models);
  suite_add_tcase(suite, random);
  return run_suite(suite);
}
