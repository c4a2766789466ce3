/* The oracle against the expected verdicts of the corpus, which were thought out by hand, and
 * against small models whose answers are plain. */
#include "formats/ctl.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/paths.h"
#include "tests/oracle/random_model.h"
#include "tests/oracle/read_files.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

static void read_model(const char *name, struct aiger *model) {
  char path[4096];
  struct fault fault;
  snprintf(path, sizeof path, SOURCE_DIR "/corpus/%s", name);
  ck_assert_msg(aiger_read_file(path, model, &fault), "%s", fault.text);
}

static enum oracle_answer decide(const char *model_name, const char *ctl, const char *property) {
  struct aiger model;
  read_model(model_name, &model);
  enum oracle_answer answer = ORACLE_TOO_LARGE;
  unsigned index = 0;
  if (*ctl) {
    char path[4096];
    struct ctl_file file;
    struct fault fault;
    snprintf(path, sizeof path, SOURCE_DIR "/corpus/%s", ctl);
    ck_assert_msg(ctl_read_file(path, &model, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
    ck_assert_int_eq(sscanf(property, "%u", &index), 1);
    ck_assert_uint_lt(index, file.num_properties);
    answer = oracle_ctl(&model, &file.arena, NULL, file.properties[index].root, false);
    ctl_free(&file);
  } else if (sscanf(property, "bad %u", &index) == 1)
    answer = oracle_bad(&model, model.bad.at[index]);
  else if (sscanf(property, "justice %u", &index) == 1)
    answer = oracle_justice(&model, index);
  else
    ck_abort_msg("property '%s'", property);
  aiger_free(&model);
  return answer;
}

START_TEST(corpus_manifest) {
  FILE *file = fopen(SOURCE_DIR "/corpus/manifest.csv", "r");
  ck_assert_ptr_nonnull(file);
  char line[1024];
  unsigned lines = 0;
  ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
  ck_assert_str_eq(line, "model,ctl,property,expected\n");
  while (fgets(line, sizeof line, file)) {
    char *field[4] = {line};
    for (unsigned k = 1; k < 4; k++) {
      field[k] = strchr(field[k - 1], ',');
      ck_assert_msg(field[k] != NULL, "line %u of the manifest", lines + 2);
      *field[k]++ = 0;
    }
    field[3][strcspn(field[3], "\n")] = 0;
    enum oracle_answer answer = decide(field[0], field[1], field[2]);
    enum oracle_answer expected = strcmp(field[3], "holds") == 0 ? ORACLE_HOLDS : ORACLE_FAILS;
    ck_assert_msg(answer == expected, "%s %s %s is not '%s'", field[0], field[1], field[2],
                  field[3]);
    lines++;
  }
  fclose(file);
  ck_assert_uint_gt(lines, 100);
}
END_TEST

static enum oracle_answer ask(const char *text, const char *formula, bool observe_all) {
  struct aiger model;
  struct fault fault;
  struct ctl_file file = {0};
  text_model(text, &model);
  ck_assert_msg(ctl_read_text(formula, &model, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
  enum oracle_answer answer =
      oracle_ctl(&model, &file.arena, NULL, file.properties[0].root, observe_all);
  ctl_free(&file);
  aiger_free(&model);
  return answer;
}

/* A latch that copies its input. */
static const char copy[] = "aag 2 1 1 0 0\n2\n4 2\ni0 in\nl0 out\n";
/* The same; infinitely often the input (not the latch) is true. */
static const char fair_copy[] = "aag 2 1 1 0 0 0 0 0 1\n2\n4 2\n2\ni0 in\nl0 out\n";
/* The same; no step is allowed once the latch is true. */
static const char dead_copy[] = "aag 2 1 1 0 0 0 1\n2\n4 2\n5\ni0 in\nl0 out\n";

START_TEST(observed_inputs) {
  /* An input that the formula looks at is part of the state, so that the next latch is known. */
  ck_assert_int_eq(ask(copy, "in -> AX out", false), ORACLE_HOLDS);
  ck_assert_int_eq(ask(copy, "AX out", false), ORACLE_FAILS);
  ck_assert_int_eq(ask(copy, "EX out & EX !out", false), ORACLE_HOLDS);
  ck_assert_int_eq(ask(copy, "EX out & EX !out", true), ORACLE_FAILS);
  ck_assert_int_eq(ask(copy, "AG EF in", false), ORACLE_HOLDS);
}
END_TEST

START_TEST(fair_paths) {
  ck_assert_int_eq(ask(copy, "AF out", false), ORACLE_FAILS);
  ck_assert_int_eq(ask(fair_copy, "AG AF out", false), ORACLE_HOLDS);
  ck_assert_int_eq(ask(fair_copy, "EG !out", false), ORACLE_FAILS);
  ck_assert_int_eq(ask(fair_copy, "AG EX !out", false), ORACLE_HOLDS);
}
END_TEST

START_TEST(dead_ends) {
  /* A state without an allowed step is on no path: existential formulas are false in it, universal
   * ones true. */
  ck_assert_int_eq(ask(dead_copy, "EF out", false), ORACLE_FAILS);
  ck_assert_int_eq(ask(dead_copy, "AG !out", false), ORACLE_HOLDS);
  ck_assert_int_eq(ask(dead_copy, "EX true", false), ORACLE_HOLDS);
  ck_assert_int_eq(ask(dead_copy, "in -> AX false", false), ORACLE_HOLDS);
}
END_TEST

/* --- CTL* ------------------------------------------------------------------------------------- */

enum { MOST_UNROLLED = 256 };
/* The one path of a model without inputs: step t leads to step t + 1, the last one to `loop`. */
struct lasso {
  uint32_t *codes; /* latch values per step */
  size_t steps, loop;
};

static bool value_in(const struct aiger *model, uint32_t code, uint32_t literal) {
  uint8_t *values = memory_zeroed(model->maxvar + 1, 1);
  for (size_t k = 0; k < model->num_latches; k++)
    values[model->latches[k].lit >> 1] = code >> k & 1u;
  for (size_t k = 0; k < model->num_ands; k++) {
    const struct aiger_and *gate = &model->ands[k];
    values[gate->lhs >> 1] = (values[gate->rhs0 >> 1] ^ (gate->rhs0 & 1u)) &
                             (values[gate->rhs1 >> 1] ^ (gate->rhs1 & 1u));
  }
  bool result = values[literal >> 1] ^ (literal & 1u);
  free(values);
  return result;
}

static void walk(const struct aiger *model, struct lasso *lasso) {
  uint32_t code = 0;
  *lasso = (struct lasso){.codes = memory_alloc((size_t)1 << model->num_latches, 4)};
  for (size_t k = 0; k < model->num_latches; k++) code |= model->latches[k].reset << k;
  for (;;) {
    for (lasso->loop = 0; lasso->loop < lasso->steps; lasso->loop++)
      if (lasso->codes[lasso->loop] == code) return;
    lasso->codes[lasso->steps++] = code;
    uint32_t next = 0;
    for (size_t k = 0; k < model->num_latches; k++)
      next |= (uint32_t)value_in(model, code, model->latches[k].next) << k;
    code = next;
  }
}

/* f U g and f R g by their definition, along the path. */
static bool along(const struct lasso *lasso, size_t t, const uint8_t *f, const uint8_t *g,
                  bool until) {
  for (size_t k = 0; k <= 2 * lasso->steps; k++) {
    if (g[t] == until) return until;
    if (f[t] != until) return !until;
    t = t + 1 < lasso->steps ? t + 1 : lasso->loop;
  }
  return !until;
}

/* f S g and f T g by their definition, back to where the path begins. */
static bool back(size_t t, const uint8_t *f, const uint8_t *g, bool since) {
  for (size_t k = t + 1; k-- > 0;) {
    if (g[k] == since) return since;
    if (f[k] != since) return !since;
  }
  return !since;
}

/* Quantifiers say where the path begins, and mean nothing else where there is one path. */
static bool true_at(const struct aiger *model, const struct lasso *lasso, const struct formula *f,
                    uint8_t *const *truth, size_t t) {
  size_t next = t + 1 < lasso->steps ? t + 1 : lasso->loop;
  const uint8_t *a = truth[f->left], *b = truth[f->right];
  uint8_t always[MOST_UNROLLED], never[MOST_UNROLLED];
  memset(always, 1, sizeof always);
  memset(never, 0, sizeof never);
  switch (f->op) {
  case FORMULA_ATOM: return value_in(model, lasso->codes[t], f->lit);
  case FORMULA_EX:
  case FORMULA_AX:
  case FORMULA_X: return a[next];
  case FORMULA_EF:
  case FORMULA_AF:
  case FORMULA_F: return along(lasso, t, always, a, true);
  case FORMULA_EG:
  case FORMULA_AG:
  case FORMULA_G: return along(lasso, t, never, a, false);
  case FORMULA_EU:
  case FORMULA_AU:
  case FORMULA_U: return along(lasso, t, a, b, true);
  case FORMULA_R: return along(lasso, t, a, b, false);
  case FORMULA_Y: return t > 0 && a[t - 1];
  case FORMULA_Z: return t == 0 || a[t - 1];
  case FORMULA_O: return back(t, always, a, true);
  case FORMULA_H: return back(t, never, a, false);
  case FORMULA_S: return back(t, a, b, true);
  case FORMULA_T: return back(t, a, b, false);
  default: return formula_connect(f->op, a[t], formula_arity(f->op) == 2 && b[t]);
  }
}

/* The path from state t on, with so many more turns of the loop. */
static struct lasso unrolled(const struct lasso *lasso, size_t t, size_t turns) {
  size_t turn = lasso->steps - lasso->loop;
  size_t begin = t < lasso->loop ? lasso->loop - t : 0;
  struct lasso result = {.steps = begin + turn * (turns + 1), .loop = begin + turn * turns};
  result.codes = memory_alloc(MOST_UNROLLED, sizeof *result.codes);
  ck_assert_uint_le(result.steps, MOST_UNROLLED);
  for (size_t k = 0; k < result.steps; k++) {
    result.codes[k] = (uint32_t)t;
    t = t + 1 < lasso->steps ? t + 1 : lasso->loop;
  }
  return result;
}

/* Is the path formula true of the path from state t on? Past and loop: what an operator says of the
 * past is settled after one more turn than what it is made of. truth[k][t] is known of all state
 * formulas below it. */
static bool true_from(const struct aiger *model, const struct lasso *lasso,
                      const struct formulas *arena, uint32_t path, uint8_t *const *truth,
                      size_t t) {
  struct lasso from = unrolled(lasso, t, 7); /* at most 5 operators */
  uint8_t **there = memory_zeroed(path + 1, sizeof *there);
  for (uint32_t k = 0; k <= path; k++) {
    there[k] = memory_zeroed(from.steps, 1);
    for (size_t n = 0; n < from.steps; n++)
      there[k][n] = arena->at[k].path ? true_at(model, &from, &arena->at[k], there, n)
                                      : truth[k][from.codes[n]];
  }
  bool result = there[path][0];
  for (uint32_t k = 0; k <= path; k++) free(there[k]);
  free(there);
  free(from.codes);
  return result;
}

/* Formulas of CTL* on models with one path: what the oracle says is what a look along it says. */
START_TEST(one_path) {
  static const struct random_shape shape = {4, 0, 20, 1, 1, 1};
  uint64_t seed = random_seed("one_path");
  unsigned holds = 0, fails = 0;
  for (uint64_t k = 0; k < 3000; k++) {
    struct rng rng = rng_seeded(seed + k);
    struct aiger model;
    struct formulas arena = {0};
    struct lasso lasso;
    random_model(&rng, &shape, &model);
    lits_clear(&model.constraints);
    lits_clear(&model.fairness);
    for (size_t n = 0; n < model.num_latches; n++)
      if (model.latches[n].reset > 1) model.latches[n].reset = rng_below(&rng, 2);
    uint32_t root = random_star_formula(&rng, &model, 1 + rng_below(&rng, 5), 5, &arena);
    walk(&model, &lasso);
    uint8_t **truth = memory_zeroed(arena.size, sizeof *truth);
    for (size_t n = 0; n <= root; n++) {
      const struct formula *f = &arena.at[n];
      bool quantified = f->op == FORMULA_E || f->op == FORMULA_A;
      truth[n] = memory_zeroed(lasso.steps, 1);
      for (size_t t = 0; t < lasso.steps && !f->path; t++)
        truth[n][t] = quantified ? true_from(&model, &lasso, &arena, f->left, truth, t)
                                 : true_at(&model, &lasso, f, truth, t);
    }
    enum oracle_answer expected = truth[root][0] ? ORACLE_HOLDS : ORACLE_FAILS;
    enum oracle_answer answer = oracle_ctl(&model, &arena, NULL, root, false);
    ck_assert_msg(answer == expected || answer == ORACLE_TOO_LARGE, "seed %llu",
                  (unsigned long long)(seed + k));
    holds += answer == ORACLE_HOLDS;
    fails += answer == ORACLE_FAILS;
    for (size_t n = 0; n < arena.size; n++) free(truth[n]);
    free(truth);
    free(lasso.codes);
    formulas_free(&arena);
    aiger_free(&model);
  }
  ck_assert_uint_gt(holds, 500);
  ck_assert_uint_gt(fails, 500);
}
END_TEST

struct laws {
  struct formulas arena;
  uint32_t f, g; /* state formulas */
  uint32_t p, q; /* path formulas */
};

static uint32_t one(struct laws *l, enum formula_op op, uint32_t f) {
  return formula_make(&l->arena, op, f, 0);
}
static uint32_t two(struct laws *l, enum formula_op op, uint32_t f, uint32_t g) {
  return formula_make(&l->arena, op, f, g);
}
static uint32_t no(struct laws *l, uint32_t f) { return one(l, FORMULA_NOT, f); }
static uint32_t E(struct laws *l, uint32_t f) { return one(l, FORMULA_E, f); }

static uint32_t same(struct laws *l, uint32_t f, uint32_t g) { return two(l, FORMULA_IFF, f, g); }

static uint32_t always(struct laws *l, uint32_t f, uint32_t g) {
  return one(l, FORMULA_A, one(l, FORMULA_G, same(l, f, g)));
}

enum { LAWS = 18 };
/* Law n of those about the past. */
static uint32_t law_of_past(struct laws *l, unsigned n) {
  uint32_t p = l->p, q = l->q;
  uint32_t since = two(l, FORMULA_S, p, q), trigger = two(l, FORMULA_T, p, q);
  uint32_t since_before = two(l, FORMULA_AND, p, one(l, FORMULA_Y, since));
  uint32_t trigger_before = two(l, FORMULA_OR, p, one(l, FORMULA_Z, trigger));
  uint32_t after_q = one(l, FORMULA_F, two(l, FORMULA_AND, l->g, one(l, FORMULA_O, l->f)));
  switch (n) {
  case 0: return always(l, since, two(l, FORMULA_OR, q, since_before));
  case 1: return always(l, trigger, two(l, FORMULA_AND, q, trigger_before));
  case 2: return always(l, no(l, since), two(l, FORMULA_T, no(l, p), no(l, q)));
  case 3: return always(l, one(l, FORMULA_X, one(l, FORMULA_Y, p)), p);
  case 4: return same(l, E(l, since), E(l, q));
  case 5:
    return same(l, E(l, after_q),
                one(l, FORMULA_EF, two(l, FORMULA_AND, l->f, E(l, one(l, FORMULA_F, l->g)))));
  default: return no(l, E(l, one(l, FORMULA_Y, p)));
  }
}

/* Law n, which is true in every state. */
static uint32_t law(struct laws *l, unsigned n) {
  uint32_t f = l->f, p = l->p, q = l->q;
  uint32_t until = two(l, FORMULA_U, p, q), release = two(l, FORMULA_R, p, q);
  uint32_t until_later = two(l, FORMULA_AND, p, one(l, FORMULA_X, until));
  uint32_t release_later = two(l, FORMULA_OR, p, one(l, FORMULA_X, release));
  switch (n) {
  case 0: return same(l, E(l, one(l, FORMULA_X, f)), one(l, FORMULA_EX, f));
  case 1: return same(l, E(l, one(l, FORMULA_F, f)), one(l, FORMULA_EF, f));
  case 2: return same(l, E(l, one(l, FORMULA_G, f)), one(l, FORMULA_EG, f));
  case 3: return same(l, one(l, FORMULA_A, one(l, FORMULA_G, f)), one(l, FORMULA_AG, f));
  case 4: /* without !! it would be the same formula */
    return same(l, one(l, FORMULA_A, no(l, no(l, two(l, FORMULA_U, f, l->g)))),
                two(l, FORMULA_AU, f, l->g));
  case 5: return same(l, one(l, FORMULA_A, p), no(l, E(l, no(l, p))));
  case 6: return same(l, E(l, two(l, FORMULA_OR, p, q)), two(l, FORMULA_OR, E(l, p), E(l, q)));
  case 7: return same(l, E(l, until), E(l, two(l, FORMULA_OR, q, until_later)));
  case 8: return same(l, E(l, release), E(l, two(l, FORMULA_AND, q, release_later)));
  case 9: return same(l, E(l, release), E(l, no(l, two(l, FORMULA_U, no(l, p), no(l, q)))));
  case 10: /* what was before the step is no part of the path behind it */
    if (formula_has_past(&l->arena, p)) return formula_atom(&l->arena, 1, "true");
    return same(l, E(l, one(l, FORMULA_X, p)), one(l, FORMULA_EX, E(l, p)));
  default: return law_of_past(l, n - 11);
  }
}

START_TEST(laws_of_paths) {
  static const struct random_shape shape = {3, 2, 16, 1, 2, 1};
  uint64_t seed = random_seed("laws_of_paths");
  unsigned asked = 0;
  for (uint64_t k = 0; k < 200 * LAWS; k++) {
    struct rng rng = rng_seeded(seed + k);
    struct aiger model;
    struct laws l = {0};
    random_model(&rng, &shape, &model);
    l.f = random_star_formula(&rng, &model, rng_below(&rng, 3), 2, &l.arena);
    l.g = random_star_formula(&rng, &model, rng_below(&rng, 3), 2, &l.arena);
    l.p = random_path_formula(&rng, &model, 1 + rng_below(&rng, 3), 2, &l.arena);
    l.q = random_path_formula(&rng, &model, 1 + rng_below(&rng, 3), 2, &l.arena);
    uint32_t root = one(&l, FORMULA_AG, law(&l, (unsigned)(k % LAWS)));
    enum oracle_answer answer = oracle_ctl(&model, &l.arena, NULL, root, rng_chance(&rng, 20));
    ck_assert_msg(answer != ORACLE_FAILS, "seed %llu", (unsigned long long)(seed + k));
    asked += answer == ORACLE_HOLDS;
    formulas_free(&l.arena);
    aiger_free(&model);
  }
  ck_assert_uint_gt(asked, 150 * LAWS);
}
END_TEST

/* What the property language makes of a formula when it pushes quantifiers inside is true where the
 * formula as it stands is, also under a scope; *pushed counts those that have changed. */
static void compare_readings(struct rng *rng, const struct aiger *model, unsigned *pushed) {
  struct ctl_file file = {0};
  struct fault fault;
  struct scope scope = {0};
  enum oracle_answer answers[2];
  uint32_t path = random_path_formula(rng, model, 1 + rng_below(rng, 3), 3, &file.arena);
  bool exists = rng_chance(rng, 50), all_inputs = rng_chance(rng, 20);
  uint32_t root = formula_make(&file.arena, exists ? FORMULA_E : FORMULA_A, path, 0);
  if (rng_chance(rng, 30)) random_scope(rng, model, &file.arena, &scope);
  char *text = scope_print(&file.arena, &scope, root);
  scope_free(&scope);
  ck_assert_msg(ctl_read_text(text, model, CTL_DIALECT_CANONICAL, &file, &fault), "%s", fault.text);
  bool same_syntax = ctl_read_text(text, model, CTL_DIALECT_NUSMV, &file, &fault);
  for (size_t k = 0; k < file.num_properties; k++)
    answers[k] = oracle_ctl(model, &file.arena, &file.properties[k].scope, file.properties[k].root,
                            all_inputs);
  bool small = same_syntax && answers[0] != ORACLE_TOO_LARGE && answers[1] != ORACLE_TOO_LARGE;
  ck_assert_msg(!small || answers[0] == answers[1], "%s", text);
  *pushed += small && file.properties[0].root != file.properties[1].root;
  free(text);
  ctl_free(&file);
}

START_TEST(quantifiers_pushed_inside) {
  static const struct random_shape shape = {3, 2, 16, 1, 2, 1};
  uint64_t seed = random_seed("quantifiers_pushed_inside");
  unsigned pushed = 0;
  for (uint64_t k = 0; k < 4000; k++) {
    struct rng rng = rng_seeded(seed + k);
    struct aiger model;
    random_model(&rng, &shape, &model);
    compare_readings(&rng, &model, &pushed);
    aiger_free(&model);
  }
  ck_assert_uint_gt(pushed, 500);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("oracle");
  TCase *cases = tcase_create("oracle");
  tcase_set_timeout(cases, 300);
  tcase_add_test(cases, corpus_manifest);
  tcase_add_test(cases, observed_inputs);
  tcase_add_test(cases, fair_paths);
  tcase_add_test(cases, dead_ends);
  tcase_add_test(cases, one_path);
  tcase_add_test(cases, laws_of_paths);
  tcase_add_test(cases, quantifiers_pushed_inside);
  suite_add_tcase(suite, cases);
  return run_suite(suite);
}
