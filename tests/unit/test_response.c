/* Formulas that forbid a path, asked as justice properties are: which ones are asked, and what the
 * answers say about their nodes, by themselves and against explicit enumeration. */
#include "checker/ctl/facts_check.h"
#include "checker/ctl/iictl.h"
#include "checker/portfolio/response.h"
#include "formats/ctl.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

/* A counter of two bits, l0 and l1, that starts anywhere, counts up while the input is 0 and stays
 * what it is while it is 1; o0 is 1 at 3. */
#define GATES                                                                                      \
  "8 4 2\n10 5 3\n12 11 9\n14 4 3\n16 15 6\n18 14 7\n20 19 17\n"                                   \
  "22 6 4\n"
static const char plain_text[] = "aag 11 1 2 1 8\n2\n4 13 4\n6 21 6\n22\n" GATES;
/* It counts up again and again. */
static const char fair_text[] = "aag 11 1 2 1 8 0 0 0 1\n2\n4 13 4\n6 21 6\n22\n3\n" GATES;
/* It never stays at 0: the input is 0 there. */
static const char constrained_text[] =
    "aag 13 1 2 1 10 0 1 0 0\n2\n4 13 4\n6 21 6\n22\n27\n" GATES "24 5 7\n26 24 2\n";

static const char *const models[] = {plain_text, fair_text, constrained_text};

struct setting {
  struct aiger model;
  struct ctl_file file;
  struct core_formula core;
  struct system *system;
  struct evidence evidence;
  struct meter meter;
  struct effort effort;
  struct iictl ic;
  struct response *response;
};

static void begin(struct setting *s, const char *model, const char *formula,
                  const struct check_options *options) {
  struct fault fault;
  struct lits atoms = {0};
  *s = (struct setting){0};
  text_model(model, &s->model);
  ck_assert_msg(ctl_read_text(formula, &s->model, CTL_DIALECT_AUTO, &s->file, &fault), "%s",
                fault.text);
  core_from_formula(&s->core, &s->file.arena, s->file.properties[0].root,
                    s->model.constraints.size || s->model.fairness.size);
  core_atoms(&s->core, &atoms);
  struct elaboration how = {.model = &s->model,
                            .atoms = atoms.at,
                            .num_atoms = atoms.size,
                            .use_fairness = true,
                            .justice = -1};
  s->system = system_elaborate(&how);
  lits_free(&atoms);
  evidence_init(&s->evidence, PROPERTY_CTL, s->system, s->core.num_nodes);
  s->effort = (struct effort){.meter = &s->meter};
  iictl_init(&s->ic, s->system, &s->core, &options->ctl, &s->effort, &s->evidence);
  struct task task = {.model = &s->model, .options = options, .effort = &s->effort};
  s->response = response_new(&task, &s->ic);
}

static void end(struct setting *s) {
  response_free(s->response);
  iictl_free(&s->ic);
  evidence_free(&s->evidence);
  system_free(s->system);
  core_free(&s->core);
  ctl_free(&s->file);
  aiger_free(&s->model);
}

/* In turns that are too short at first. */
static enum verdict answer(struct setting *s) {
  enum verdict verdict = VERDICT_UNKNOWN;
  for (uint64_t ticks = 1000; verdict == VERDICT_UNKNOWN && !response_over(s->response); ticks *= 2)
    if (response_run(s->response, ticks)) verdict = iictl_verdict(&s->ic);
  return verdict;
}

/* --- what is asked, and the answers ----------------------------------------------------------- */

static const char *const asked[] = {
    "AF o0",
    "AG AF o0",
    "AG (l0 -> AF l1)",
    "AG (o0 -> AX AF !o0)",
    "AG (l0 -> A [l0 U !l0])",
    "AX AX AF !l0",
    "l0 -> AF !l0",
    "AG AF l0 & AG AF !l0",
    "AG (AF l0 & (l1 -> AF !l1))",
    "AG (l0 -> AG (l1 -> AF !l1))",
    "AG (l0 | (i0 & AF l0))",
    "AG (l0 -> AF (l0 & l1))",
    "AX AG (!l0 -> AX (l0 | AF l1))",
    "!EF (o0 & EG o0)",
    "!E [!l0 U (l0 & EX EG l1)]",
    "AG (i0 -> AF !i0)",
};

/* `alone`: all parts of the formula are asked. */
static void compare(const char *model, const char *formula, bool alone, unsigned *holding,
                    unsigned *failing) {
  struct setting s;
  begin(&s, model, formula, &check_defaults);
  ck_assert_msg(s.response != NULL, "%s", formula);
  enum verdict verdict = answer(&s);
  iictl_drop_goals(&s.ic);
  if (!alone && verdict == VERDICT_UNKNOWN) verdict = iictl_run(&s.ic);
  enum oracle_answer expected =
      oracle_ctl(&s.model, &s.file.arena, NULL, s.file.properties[0].root, false);
  ck_assert_msg(verdict == (expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS), "%s: %d",
                formula, verdict);
  ck_assert_msg(facts_are_fine(&s.core, &s.evidence), "%s", formula);
  *holding += verdict == VERDICT_HOLDS;
  *failing += verdict == VERDICT_FAILS;
  end(&s);
}

START_TEST(answers) {
  unsigned holding = 0, failing = 0;
  for (size_t m = 0; m < sizeof models / sizeof *models; m++)
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
      compare(models[m], asked[k], true, &holding, &failing);
  for (size_t m = 0; m < sizeof models / sizeof *models; m++)
    compare(models[m], "A [!o0 U o0]", false, &holding, &failing);
  ck_assert_uint_gt(holding, 10);
  ck_assert_uint_gt(failing, 10);
}
END_TEST

/* Told to, the search leaves everything to skeletons from the beginning. */
START_TEST(skeletons_alone) {
  struct tuning tuning = tuning_defaults;
  tuning.fair_glance = 0;
  for (size_t m = 0; m < sizeof models / sizeof *models; m++)
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
      struct setting s;
      begin(&s, models[m], asked[k], &check_defaults);
      s.effort.tuning = &tuning;
      response_concentrate(s.response, true);
      enum verdict verdict = answer(&s);
      enum oracle_answer expected =
          oracle_ctl(&s.model, &s.file.arena, NULL, s.file.properties[0].root, false);
      ck_assert_msg(verdict == (expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS), "%s: %d",
                    asked[k], verdict);
      ck_assert_int_eq(response_decided(s.response), ENGINE_SKELETON);
      ck_assert_msg(facts_are_fine(&s.core, &s.evidence), "%s", asked[k]);
      end(&s);
    }
}
END_TEST

/* Bad properties, other quantifiers, two cycles at once. */
static const char *const not_asked[] = {
    "AG !o0",   "AG (l0 -> AX l1)",   "AG EF o0",    "AG (EF l0 | AF l1)", "AF AG l0",
    "EF AG l0", "AG (AF l0 | AF l1)", "AG AF EX l0", "E [l0 U l1]",        "AG AX AX !o0",
};

START_TEST(other_formulas) {
  for (size_t k = 0; k < sizeof not_asked / sizeof *not_asked; k++) {
    struct setting s;
    begin(&s, plain_text, not_asked[k], &check_defaults);
    ck_assert_msg(s.response == NULL, "%s", not_asked[k]);
    end(&s);
  }
}
END_TEST

/* Of a conjunction those parts that are of the kind. */
START_TEST(parts_of_conjunctions) {
  struct setting s;
  begin(&s, fair_text, "AG EF o0 & AG AF o0 & AG AF !l0", &check_defaults);
  ck_assert(s.response != NULL);
  ck_assert_int_eq(answer(&s), VERDICT_UNKNOWN);
  ck_assert(response_over(s.response));
  iictl_drop_goals(&s.ic);
  ck_assert_int_eq(iictl_run(&s.ic), VERDICT_HOLDS);
  ck_assert(facts_are_fine(&s.core, &s.evidence));
  end(&s);
}
END_TEST

/* The same part twice, twelve times over: 4,096 ways down, which are too many to be looked at. */
START_TEST(shared_parts) {
  enum { LEVELS = 12 };
  struct aiger model;
  struct formulas arena = {0};
  text_model(plain_text, &model);
  uint32_t a = formula_atom(&arena, 4, "l0"), b = formula_atom(&arena, 6, "l1");
  uint32_t f = formula_make(&arena, FORMULA_AF, a, 0);
  for (unsigned k = 0; k < LEVELS; k++) {
    uint32_t left = formula_make(&arena, FORMULA_OR, a, f);
    uint32_t right = formula_make(&arena, FORMULA_OR, b, f);
    f = formula_make(&arena, FORMULA_AX, formula_make(&arena, FORMULA_AND, left, right), 0);
  }
  struct property property = {.kind = PROPERTY_CTL, .arena = &arena, .root = f};
  struct check_result result;
  check_property(&model, &property, &check_defaults, NULL, &result);
  ck_assert(result.evidence.verdict != VERDICT_UNKNOWN);
  ck_assert(facts_are_fine(&result.core, &result.evidence));
  check_result_free(&result);
  formulas_free(&arena);
  aiger_free(&model);
}
END_TEST

/* Whoever names engines for CTL wants those. */
START_TEST(named_engines) {
  struct check_options options = check_defaults;
  struct setting s;
  engines_add(&options.engines, FAMILY_CTL, ENGINE_IICTL);
  begin(&s, plain_text, "AG AF o0", &options);
  ck_assert(s.response == NULL);
  end(&s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("response");
  TCase *all = tcase_create("response");
  tcase_set_timeout(all, 120);
  tcase_add_test(all, answers);
  tcase_add_test(all, skeletons_alone);
  tcase_add_test(all, other_formulas);
  tcase_add_test(all, parts_of_conjunctions);
  tcase_add_test(all, shared_parts);
  tcase_add_test(all, named_engines);
  suite_add_tcase(suite, all);
  return run_suite(suite);
}
