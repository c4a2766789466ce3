/* CTL and LTL that is asked as bad properties are: what is read as such a question, and that
 * verdicts and certificates agree with the explicit-state oracle and the validator, with fairness,
 * constraints, states without a step, and latches that start anywhere. */
#include "checker/ctl/facts_check.h"
#include "checker/ctl/path_facts_check.h"
#include "checker/portfolio/monitor.h"
#include "tests/unit/formula_trial.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

#include <unistd.h>

/* --- monitors --------------------------------------------------------------------------------- */

/* Of E psi, over the inputs a, b, c of a system. */
struct made {
  struct formulas arena;
  uint32_t atoms[3];
  struct core_formula core;
  struct aiger model;
  struct system *system;
};

static void made_init(struct made *m) {
  static const uint32_t inputs[] = {2, 4, 6};
  *m = (struct made){0};
  text_model("aag 3 3 0 0 0\n2\n4\n6\n", &m->model);
  struct elaboration how = {.model = &m->model, .justice = -1, .roots = inputs, .num_roots = 3};
  m->system = system_elaborate(&how);
  for (uint32_t k = 0; k < 3; k++) m->atoms[k] = formula_atom(&m->arena, inputs[k], "a");
}

static void made_free(struct made *m) {
  formulas_free(&m->arena);
  system_free(m->system);
  aiger_free(&m->model);
}

/* How many sets it has; 0: there is none. */
static size_t sets_of(struct made *m, uint32_t psi, size_t most) {
  core_from_formula(&m->core, &m->arena, formula_make(&m->arena, FORMULA_E, psi, 0), false);
  const struct path_formula *path = &m->core.paths[0];
  lit *values = memory_alloc(path->num_nodes, sizeof *values);
  for (size_t k = 0; k < path->num_nodes; k++) {
    values[k] = LIT_NONE;
    if (path->nodes[k].op != PATH_LEAF) continue;
    const struct core_node *leaf = &m->core.nodes[path->nodes[k].left];
    bool no = leaf->op == CORE_NOT;
    if (no) leaf = &m->core.nodes[leaf->left];
    values[k] = system_lit(m->system, leaf->lit) ^ (no ? 1u : 0u);
  }
  struct monitor *monitor = monitor_new(path, m->system, values, most, NULL);
  size_t sets = monitor ? monitor->num_sets : 0;
  monitor_free(monitor);
  free(values);
  core_free(&m->core);
  return sets;
}

START_TEST(sets_of_obligations) {
  struct made m;
  made_init(&m);
  struct formulas *f = &m.arena;
  uint32_t a = m.atoms[0], b = m.atoms[1], c = m.atoms[2];
  uint32_t fa = formula_make(f, FORMULA_F, a, 0), fb = formula_make(f, FORMULA_F, b, 0);
  uint32_t xa = formula_make(f, FORMULA_X, a, 0), aub = formula_make(f, FORMULA_U, a, b);
  ck_assert_uint_eq(sets_of(&m, fa, 64), 1);
  ck_assert_uint_eq(sets_of(&m, formula_make(f, FORMULA_OR, fa, fb), 64), 2);
  /* {F a, F b}, {F a}, {F b} */
  uint32_t both = formula_make(f, FORMULA_AND, fa, fb);
  ck_assert_uint_eq(sets_of(&m, both, 64), 3);
  ck_assert_uint_eq(sets_of(&m, both, 3), 3);
  ck_assert_uint_eq(sets_of(&m, both, 2), 0);
  /* itself at first, and a behind it */
  ck_assert_uint_eq(sets_of(&m, xa, 64), 2);
  /* {U}, {U, a} */
  ck_assert_uint_eq(sets_of(&m, formula_make(f, FORMULA_U, xa, c), 64), 2);
  ck_assert_uint_eq(
      sets_of(&m, formula_make(f, FORMULA_F, formula_make(f, FORMULA_AND, c, aub), 0), 64), 2);
  /* not co-safe */
  ck_assert_uint_eq(sets_of(&m, formula_make(f, FORMULA_G, a, 0), 64), 0);
  uint32_t arb = formula_make(f, FORMULA_R, a, b);
  ck_assert_uint_eq(
      sets_of(&m, formula_make(f, FORMULA_AND, formula_make(f, FORMULA_F, c, 0), arb), 64), 0);
  /* but where a comes b is released */
  ck_assert_uint_eq(sets_of(&m, formula_make(f, FORMULA_AND, fa, arb), 64), 1);
  uint32_t often = formula_make(f, FORMULA_G, fa, 0);
  ck_assert_uint_eq(sets_of(&m, often, 64), 0);
  ck_assert_uint_eq(sets_of(&m, formula_make(f, FORMULA_AND, fb, often), 64), 0);
  /* (a R !b) & F b: {R, F b}, {F b} */
  uint32_t before = formula_make(f, FORMULA_R, a, formula_make(f, FORMULA_NOT, b, 0));
  ck_assert_uint_eq(sets_of(&m, formula_make(f, FORMULA_AND, before, fb), 64), 2);
  ck_assert_uint_eq(sets_of(&m, formula_make(f, FORMULA_AND, before, fa), 64), 1);
  made_free(&m);
}
END_TEST

/* --- verdicts --------------------------------------------------------------------------------- */

/* n1 n0 count the steps with `go`, s says whether there was one, and u starts anywhere and stays.
 * Behind the header come fairness literals and constraints. */
#define LATCHES "2\n4 16\n6 22\n8 8 8\n10 25\n"
#define GATES "12 2 4\n14 3 5\n16 13 15\n18 6 12\n20 7 13\n22 19 21\n24 11 3\n26 4 6\n28 2 26\n"
#define NAMES "i0 go\nl0 n0\nl1 n1\nl2 u\nl3 s\n"
static const char *const models[] = {
    "aag 14 1 4 0 9\n" LATCHES GATES NAMES,
    /* go comes again and again */
    "aag 14 1 4 0 9 0 0 0 1\n" LATCHES "2\n" GATES NAMES,
    /* no step leads on from 3 */
    "aag 14 1 4 0 9 0 1\n" LATCHES "27\n" GATES NAMES,
    /* the count stays at 3, and does not do so for ever */
    "aag 14 1 4 0 9 0 1 0 1\n" LATCHES "29\n27\n" GATES NAMES,
    /* u is 0 in every step, if not at first */
    "aag 14 1 4 0 9 0 1 0 1\n" LATCHES "9\n4\n" GATES NAMES,
};
enum { MODELS = sizeof models / sizeof *models };

static const char *const formulas[] = {
    /* CTL that speaks of one path */
    "AG (s -> AX AG s)",
    "AX (n0 | AG (!n1 | AX s))",
    "!E[!s U (n0 & EX EX !s)]",
    "u | AX AX !E[!go U (n1 & !s)]",
    "s | AG (s | !n0)",
    "!n0 & AG (n0 -> s)",
    "AG ((n0 & !go) -> AX (n0 & AX AX (!u | s)))",
    "AX AX AX (!n1 | AX (n0 | s))",
    "AG (n1 -> !E[!go U (!n1 & !go)]) & AX (s | !n0)",
    "AG (!s -> AX !E[n0 U (!n0 & !n1)])",
    "AX AX AX !(n0 & n1)",
    /* LTL of which laws make such CTL */
    "G (s -> X X (n0 R s))",
    "G ((go & X go) -> X X (s W n1))",
    "(s R !n0) | (n1 R !s)",
    "G (n0 | X (n1 | G s))",
    "G u | G !u",
    "G ((n0 & n1) -> X X X go)",
    "G (s | X G !n0)",
    /* LTL that CTL cannot say */
    "G (n1 -> (O n0 & X (s W !n1)))",
    "((X s) W (n1 & Y n0)) | G !s",
    "G ((X n0) -> (n0 | go)) | X G u",
    "G (n0 & Y !n0 -> X (n0 W (go & Y n0)))",
    "(G (n1 -> X s) & X G (s -> O go)) | u",
    "G ((X X n1) -> O (n0 | go | n1))",
    "G (X n1 -> (n0 & go) | n1)",
    "G ((X u) <-> u)",
    "G (X X X s | !X s) | X !s",
    "((X go) R (X X !n1)) | (s R (Z !s))",
    "G (go -> X n0) | G (!go -> X !n0)",
    "X (Y go -> s) & G (X !s -> !go)",
    "(n0 W (X n1)) W (u & X !u)",
    /* LTL that is safe, though not by its syntax */
    "G ((n0 & F n1) -> ((!u & X !u) U n1))",
    "F n1 -> (s U (n1 | (n0 & s & X (s U n1))))",
    "G ((u & F s) -> ((!n1 & X !n1) U (s | n0)))",
    "F (n0 & n1) -> (((s -> X s) & Z true) U (n0 & n1))",
    "G (s & F n1 -> ((n0 & Y go & X s) U n1))",
};
enum { FORMULAS = sizeof formulas / sizeof *formulas };

/* Who decides is one of the engines for bad properties, or knows of the run that they found. */
static void is_asked(const struct aiger *model, const struct ctl_file *file, const char *text) {
  struct check_options options = check_defaults;
  struct property property = {
      .kind = PROPERTY_CTL, .arena = &file->arena, .root = file->properties[0].root};
  struct check_result result;
  engines_add(&options.engines, FAMILY_SAFETY, ENGINE_IC3);
  engines_add(&options.engines, FAMILY_SAFETY, ENGINE_BMC);
  check_property(model, &property, &options, NULL, &result);
  const char *decided = result.meter.statistics.decided;
  bool constraints = model->constraints.size > 0, fair = model->fairness.size > 0;
  bool holds = result.evidence.verdict == VERDICT_HOLDS;
  /* Of an initial state without a step it asks more than runs can tell. */
  bool more = constraints && strncmp(text, "!n0 &", 5) == 0;
  if (!fair && (!constraints || (holds && !more)))
    ck_assert_msg(strcmp(decided, "ic3") == 0 || strcmp(decided, "bmc") == 0, "%s: %s", text,
                  decided);
  ck_assert(facts_are_fine(&result.core, &result.evidence));
  ck_assert(path_facts_are_fine(&result.core, &result.evidence));
  check_result_free(&result);
}

struct tally {
  unsigned paths;
  struct trial_counts counts;
};

static void compare(const struct aiger *model, const char *text, const char *folder,
                    struct tally *tally) {
  struct ctl_file file;
  ck_assert(formula_trial(model, text, folder, &file, &tally->counts) == TRIAL_PASSED);
  tally->paths += file.arena.at[file.properties[0].root].op == FORMULA_A;
  is_asked(model, &file, text);
  ctl_free(&file);
}

START_TEST(verdicts) {
  char folder[] = "/tmp/vouch-always-XXXXXX", command[64];
  struct aiger model;
  struct tally tally = {0};
  ck_assert_ptr_nonnull(mkdtemp(folder));
  text_model(models[_i], &model);
  for (size_t k = 0; k < FORMULAS; k++) compare(&model, formulas[k], folder, &tally);
  printf("model %d: %lu hold, %lu fail, %u no CTL\n", _i, tally.counts.holds, tally.counts.fails,
         tally.paths);
  ck_assert_uint_ge(tally.counts.holds, 8);
  ck_assert_uint_ge(tally.counts.fails, 4);
  ck_assert_uint_ge(tally.paths, 6);
  aiger_free(&model);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  ck_assert_int_eq(system(command), 0);
}
END_TEST

/* No step is allowed, so no run shows what the initial state breaks by itself, also behind a
 * conjunction in the complement. */
START_TEST(no_steps) {
  static const char *const texts[] = {"(AX i1 & l0) | i0", "(AX AX i1 & l0) | i0",
                                      "(l0 | i0) & (AX i1 | i0)", "((AG i1 & l0) | i1) & AX i0"};
  char folder[] = "/tmp/vouch-always-XXXXXX", command[64];
  struct aiger model;
  struct tally tally = {0};
  ck_assert_ptr_nonnull(mkdtemp(folder));
  text_model("aag 3 2 1 0 0 0 1\n2\n4\n6 6\n0\ni0 i0\ni1 i1\nl0 l0\n", &model);
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    struct ctl_file file;
    ck_assert(formula_trial(&model, texts[k], folder, &file, &tally.counts) == TRIAL_PASSED);
    ctl_free(&file);
  }
  ck_assert_uint_eq(tally.counts.fails, sizeof texts / sizeof *texts);
  aiger_free(&model);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  ck_assert_int_eq(system(command), 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("always");
  TCase *monitors = tcase_create("monitors"), *cases = tcase_create("verdicts");
  tcase_add_test(monitors, sets_of_obligations);
  tcase_set_timeout(cases, 600);
  tcase_add_loop_test(cases, verdicts, 0, MODELS);
  tcase_add_test(cases, no_steps);
  suite_add_tcase(suite, monitors);
  suite_add_tcase(suite, cases);
  return run_suite(suite);
}
