/* The oracle against the expected verdicts of the corpus, which were thought out by hand, and
 * against small models whose answers are plain. */
#include "formats/ctl.h"
#include "tests/oracle/oracle.h"
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
    answer = oracle_ctl(&model, &file.arena, file.properties[index].root, false);
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
  enum oracle_answer answer = oracle_ctl(&model, &file.arena, file.properties[0].root, observe_all);
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

int main(void) {
  Suite *suite = suite_create("oracle");
  TCase *cases = tcase_create("oracle");
  tcase_set_timeout(cases, 300);
  tcase_add_test(cases, corpus_manifest);
  tcase_add_test(cases, observed_inputs);
  tcase_add_test(cases, fair_paths);
  tcase_add_test(cases, dead_ends);
  suite_add_tcase(suite, cases);
  return run_suite(suite);
}
