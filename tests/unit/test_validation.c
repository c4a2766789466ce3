/* When vouch-validate is believed: one line, one object, about exactly what was asked. */
#include "certifier/process/validation.h"
#include "certifier/process/verdict_line.h"
#include "checker/effort/effort.h"
#include "formats/support/vector.h"
#include "tests/unit/run_suite.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGEST_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define DIGEST_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define ACCEPTED                                                                                   \
  "{\"model\":\"m.aag\",\"model_sha256\":\"" DIGEST_A "\",\"certificate\":\"c.cert\","             \
  "\"certificate_sha256\":\"" DIGEST_B "\",\"property\":\"bad 0\",\"inputs\":null,"                \
  "\"verdict\":\"holds\",\"accepted\":true,\"result\":\"accepted\",\"reason\":null,"               \
  "\"obligations\":{\"total\":3,\"proof\":2,\"propagation\":1,\"solver\":0},\"evaluations\":4,"    \
  "\"format\":\"certificate\",\"version\":\"0.1.0\"}"

static const struct validation_request plain = {
    .validator = "none", .model = "m.aag", .certificate = "c.cert", .property = "bad 0"};

/* ACCEPTED with one piece replaced. */
static char *changed(const char *from, const char *to) {
  const char *at = strstr(ACCEPTED, from);
  ck_assert_msg(at != NULL, "%s", from);
  size_t size = sizeof ACCEPTED + strlen(to) + 2;
  char *text = memory_alloc(size, 1);
  snprintf(text, size, "%.*s%s%s\n", (int)(at - ACCEPTED), ACCEPTED, to, at + strlen(from));
  return text;
}

static enum validation_outcome outcome(const struct validation_request *request, const char *text,
                                       size_t size, int status) {
  struct validation_result result = {0};
  char why[VERDICT_LINE_WHY];
  bool ok = verdict_line_believe(request, text, size, status, &result, why);
  ck_assert(ok || result.outcome == VALIDATION_UNKNOWN);
  enum validation_outcome found = result.outcome;
  validation_result_free(&result);
  return found;
}

static void expect_changed(const char *from, const char *to, int status,
                           enum validation_outcome wanted) {
  char *text = changed(from, to);
  ck_assert_msg(outcome(&plain, text, strlen(text), status) == wanted, "%s -> %s", from, to);
  free(text);
}

START_TEST(believes_a_good_line) {
  struct validation_result result = {0};
  char why[VERDICT_LINE_WHY];
  ck_assert(verdict_line_believe(&plain, ACCEPTED "\n", sizeof ACCEPTED, 0, &result, why));
  ck_assert_int_eq(result.outcome, VALIDATION_HOLDS);
  ck_assert_str_eq(result.model_sha256, DIGEST_A);
  ck_assert_str_eq(result.certificate_sha256, DIGEST_B);
  ck_assert_str_eq(result.property, "bad 0");
  ck_assert_str_eq(result.version, "0.1.0");
  ck_assert_ptr_null(result.inputs);
  ck_assert_ptr_null(result.reason);
  ck_assert_uint_eq(result.obligations.total, 3);
  ck_assert_uint_eq(result.obligations.proof, 2);
  ck_assert_uint_eq(result.obligations.propagation, 1);
  ck_assert_uint_eq(result.obligations.evaluations, 4);
  validation_result_free(&result);
  expect_changed("\"holds\"", "\"fails\"", 0, VALIDATION_FAILS);
}
END_TEST

/* Each of them is no acceptance. */
static const struct {
  const char *from, *to;
} lies[] = {
    {"m.aag", "n.aag"},
    {"m.aag", "./m.aag"},
    {"c.cert", "d.cert"},
    {"\"m.aag\"", "null"},
    {"\"c.cert\"", "[\"c.cert\"]"},
    {"bad 0", "bad 1"},
    {"bad 0", "bad 00"},
    {"bad 0", "output 0"},
    {"bad 0", "ctl bad 0"},
    {"\"bad 0\"", "null"},
    {"\"" DIGEST_A "\"", "null"},
    {"\"" DIGEST_B "\"", "null"},
    {DIGEST_A, "aaaa"},
    {DIGEST_A, "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    {"\"holds\"", "null"},
    {"\"holds\"", "\"HOLDS\""},
    {"\"accepted\":true", "\"accepted\":false"},
    {"\"accepted\":true", "\"accepted\":1"},
    {"\"accepted\":true", "\"accepted\":\"true\""},
    {"\"accepted\":true,", ""},
    {"\"result\":\"accepted\"", "\"result\":\"rejected\""},
    {"\"result\":\"accepted\"", "\"result\":\"unknown\""},
    {"\"result\":\"accepted\"", "\"result\":\"ACCEPTED\""},
    {"\"total\":3,\"proof\":2,\"propagation\":1", "\"total\":4,\"proof\":2,\"propagation\":1"},
    {"\"total\":3", "\"total\":-3"},
    {"\"total\":3", "\"total\":3.0"},
    {"3,\"proof\":2,\"propagation\":1,\"solver\":0},\"evaluations\":4",
     "0,\"proof\":0,\"propagation\":0,\"solver\":0},\"evaluations\":0"},
    {"\"certificate\",\"version\"", "\"certifaiger\",\"version\""},
    {"\"version\":\"0.1.0\"", "\"version\":null"},
    {"\"version\":\"0.1.0\"", "\"version\":\"0.1.0\",\"model\":\"m.aag\""},
    {"{\"model\"", " {\"model\""},
    {"{\"model\"", "[{\"model\""},
    {"{\"model\"", "s ACCEPTED holds bad 0\n{\"model\""},
    {"\"0.1.0\"}", "\"0.1.0\"} "},
    {"\"0.1.0\"}", "\"0.1.0\"}\n"},
    {"\"0.1.0\"}", "\"0.1.0\"}{}"},
    {"\"0.1.0\"}", "\"0.1.0\"}\n{}"},
    {"\"version\"", "\n\"version\""}, /* one object on two lines */
    {"\"0.1.0\"}", "\"0.1.0\""},
    {"\"bad 0\"", "\"bad 0\\u0000\""},
    {"\"bad 0\"", "\"bad 0\xff\""},
};

START_TEST(believes_no_other_line) {
  for (size_t k = 0; k < sizeof lies / sizeof *lies; k++)
    expect_changed(lies[k].from, lies[k].to, 0, VALIDATION_UNKNOWN);
  for (int status = 1; status < 256; status++)
    ck_assert_int_eq(outcome(&plain, ACCEPTED "\n", sizeof ACCEPTED, status), VALIDATION_UNKNOWN);
  for (size_t size = 0; size < sizeof ACCEPTED; size++)
    ck_assert_int_eq(outcome(&plain, size ? ACCEPTED : NULL, size, 0), VALIDATION_UNKNOWN);
}
END_TEST

START_TEST(rejections_and_unknowns) {
  static const char accepted[] =
      "\"verdict\":\"holds\",\"accepted\":true,\"result\":\"accepted\",\"reason\":null";
  static const char rejected[] =
      "\"verdict\":null,\"accepted\":false,\"result\":\"rejected\",\"reason\":\"no\"";
  static const char unknown[] =
      "\"verdict\":null,\"accepted\":false,\"result\":\"unknown\",\"reason\":\"no\"";
  expect_changed(accepted, rejected, 1, VALIDATION_REJECTED);
  expect_changed(accepted, rejected, 0, VALIDATION_UNKNOWN);
  expect_changed(accepted, rejected, 2, VALIDATION_UNKNOWN);
  expect_changed(accepted, unknown, 2, VALIDATION_UNKNOWN);
  expect_changed(accepted, unknown, 0, VALIDATION_UNKNOWN);
  struct validation_result result = {0};
  char why[VERDICT_LINE_WHY], *text = changed(accepted, rejected);
  ck_assert(verdict_line_believe(&plain, text, strlen(text), 1, &result, why));
  ck_assert_str_eq(validation_why(&result), "no");
  validation_result_free(&result);
  free(text);
}
END_TEST

START_TEST(paths_that_are_not_utf8) {
  struct validation_request request = plain;
  request.certificate = "\xff\nc";
  char *text = changed("c.cert", "\\\\xff\\u000ac");
  ck_assert_int_eq(outcome(&request, text, strlen(text), 0), VALIDATION_HOLDS);
  request.certificate = "\xfe\nc";
  ck_assert_int_eq(outcome(&request, text, strlen(text), 0), VALIDATION_UNKNOWN);
  free(text);
}
END_TEST

/* --- formulas --------------------------------------------------------------------------------- */

#define ARBITER SOURCE_DIR "/corpus/arbiter.aag"

static enum validation_outcome about_formula(const char *asked, const char *shown, const char *read,
                                             const char *wanted_reading, bool other_digest) {
  char digest[DIGEST_TEXT_BYTES], line[2048];
  struct fault fault;
  ck_assert(digest_file(ARBITER, digest, &fault));
  if (other_digest) digest[0] = digest[0] == '0' ? '1' : '0';
  int size = snprintf(line, sizeof line,
                      "{\"model\":\"%s\",\"model_sha256\":\"%s\",\"certificate\":\"c\","
                      "\"certificate_sha256\":\"" DIGEST_B "\",\"property\":\"%s\",\"inputs\":%s,"
                      "\"verdict\":\"holds\",\"accepted\":true,\"result\":\"accepted\","
                      "\"reason\":null,\"obligations\":{\"total\":1,\"proof\":1,\"propagation\":0,"
                      "\"solver\":0},\"evaluations\":0,\"format\":\"certificate\","
                      "\"version\":\"0.1.0\"}\n",
                      ARBITER, digest, shown, read);
  struct validation_request request = {
      .model = ARBITER, .certificate = "c", .property = asked, .state_inputs = wanted_reading};
  return outcome(&request, line, (size_t)size, 0);
}

START_TEST(formulas) {
  static const char shown[] = "ctl AG !(\\\"g1\\\" & \\\"g2\\\")", observed[] = "\"observed\"";
  static const char canonical[] = "AG !(\"g1\" & \"g2\")";
  ck_assert_int_eq(about_formula(canonical, shown, observed, NULL, false), VALIDATION_HOLDS);
  ck_assert_int_eq(about_formula("AG(!(g1&g2))", shown, observed, NULL, false), VALIDATION_HOLDS);
  ck_assert_int_eq(about_formula("AG(!(g1&g1))", shown, observed, NULL, false), VALIDATION_UNKNOWN);
  ck_assert_int_eq(about_formula("AG(!(g1&g2)", shown, observed, NULL, false), VALIDATION_UNKNOWN);
  ck_assert_int_eq(about_formula("bad 0", shown, observed, NULL, false), VALIDATION_UNKNOWN);
  ck_assert_int_eq(about_formula(canonical, "bad 0", observed, NULL, false), VALIDATION_UNKNOWN);
  ck_assert_int_eq(about_formula(NULL, shown, observed, NULL, false), VALIDATION_HOLDS);
  /* Names are those of the model that was judged. */
  ck_assert_int_eq(about_formula("AG(!(g1&g2))", shown, observed, NULL, true), VALIDATION_UNKNOWN);
  /* The reading of inputs. */
  ck_assert_int_eq(about_formula(canonical, shown, "\"all\"", NULL, false), VALIDATION_UNKNOWN);
  ck_assert_int_eq(about_formula(canonical, shown, "\"all\"", "all", false), VALIDATION_HOLDS);
  ck_assert_int_eq(about_formula(canonical, shown, observed, "all", false), VALIDATION_UNKNOWN);
  ck_assert_int_eq(about_formula(canonical, shown, "null", NULL, false), VALIDATION_UNKNOWN);
  ck_assert_int_eq(about_formula(NULL, shown, "\"all\"", NULL, false), VALIDATION_HOLDS);
}
END_TEST

/* --- processes -------------------------------------------------------------------------------- */

static char program[64];

/* A validator that is a shell script. */
static void write_script(const char *body) {
  FILE *file = fopen(program, "w");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "#!/bin/sh\n%s\n", body);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert_int_eq(chmod(program, 0700), 0);
}

static void make_program(void) {
  snprintf(program, sizeof program, "/tmp/vouch-test-XXXXXX");
  int descriptor = mkstemp(program);
  ck_assert_int_ge(descriptor, 0);
  close(descriptor);
}
static void remove_program(void) { unlink(program); }

static void run_script(struct validation_request request, const char *body,
                       struct validation_result *result) {
  struct fault fault;
  write_script(body);
  request.validator = program;
  ck_assert_msg(validate_certificate(&request, result, &fault), "%s", fault.text);
}

START_TEST(options_come_before_paths) {
  struct validation_request request = {.model = "--solver",
                                       .certificate = "--formula",
                                       .property = "bad 0",
                                       .state_inputs = "all",
                                       .solver = "kissat",
                                       .memory = 100,
                                       .timeout = 1.5};
  struct validation_result result;
  run_script(request, "echo \"$*\" >&2; exit 3", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_UNKNOWN);
  ck_assert_ptr_nonnull(strstr(result.reason,
                               "--json --property bad 0 --solver kissat --memory 100 "
                               "--timeout 2 -- --solver --formula"));
  validation_result_free(&result);
  request = (struct validation_request){
      .model = "m", .certificate = "c", .property = "AG x", .state_inputs = "all"};
  run_script(request, "echo \"$*\" >&2; exit 3", &result);
  ck_assert_ptr_nonnull(strstr(result.reason, "--json --formula AG x --state-inputs all -- m c"));
  validation_result_free(&result);
}
END_TEST

START_TEST(a_line_of_a_process) {
  struct validation_result result;
  run_script(plain, "echo '" ACCEPTED "'", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_HOLDS);
  validation_result_free(&result);
  run_script(plain, "echo words >&2; echo '" ACCEPTED "'", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_HOLDS);
  validation_result_free(&result);
  run_script(plain, "printf %s '" ACCEPTED "'", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_UNKNOWN);
  validation_result_free(&result);
  run_script(plain, "echo '" ACCEPTED "'; kill -9 $$", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_UNKNOWN);
  validation_result_free(&result);
  /* What it leaves behind with its descriptors open is not waited for. */
  run_script(plain, "echo '" ACCEPTED "'; sleep 5 & exit 0", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_HOLDS);
  ck_assert(result.seconds < 4);
  validation_result_free(&result);
}
END_TEST

START_TEST(endless_validators) {
  struct validation_result result;
  struct validation_request request = plain;
  request.timeout = 0.2;
  run_script(request, "exec sleep 60", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_UNKNOWN);
  ck_assert(result.stopped && result.seconds < 10);
  validation_result_free(&result);
  /* One that closes its output, and one that does not listen to SIGTERM. */
  run_script(request, "exec >&- 2>&-; trap '' TERM; while :; do sleep 1; done", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_UNKNOWN);
  ck_assert(result.stopped && result.seconds < 20);
  validation_result_free(&result);
  request.timeout = 0;
  request.effort = &(struct effort){.deadline = monotonic_seconds() + 0.2};
  run_script(request, "exec sleep 60", &result);
  ck_assert(result.stopped && result.seconds < 10);
  validation_result_free(&result);
  request.effort = NULL;
  run_script(request, "exec yes", &result);
  ck_assert_int_eq(result.outcome, VALIDATION_UNKNOWN);
  ck_assert_ptr_nonnull(strstr(result.reason, "too much"));
  validation_result_free(&result);
}
END_TEST

START_TEST(no_validator) {
  struct validation_result result;
  struct validation_request request = plain;
  struct fault fault;
  request.validator = "/nowhere/vouch-validate";
  ck_assert(validate_certificate(&request, &result, &fault));
  ck_assert_int_eq(result.outcome, VALIDATION_UNKNOWN);
  ck_assert_str_eq(result.reason, "the validator cannot be run");
  validation_result_free(&result);
  char path[VALIDATION_PATH_BYTES];
  ck_assert(!validation_find("/nowhere/vouch-validate", path, &fault));
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validation");
  TCase *lines = tcase_create("lines"), *processes = tcase_create("processes");
  tcase_add_test(lines, believes_a_good_line);
  tcase_add_test(lines, believes_no_other_line);
  tcase_add_test(lines, rejections_and_unknowns);
  tcase_add_test(lines, paths_that_are_not_utf8);
  tcase_add_test(lines, formulas);
  tcase_add_checked_fixture(processes, make_program, remove_program);
  tcase_set_timeout(processes, 120);
  tcase_add_test(processes, options_come_before_paths);
  tcase_add_test(processes, a_line_of_a_process);
  tcase_add_test(processes, endless_validators);
  tcase_add_test(processes, no_validator);
  suite_add_tcase(suite, lines);
  suite_add_tcase(suite, processes);
  return run_suite(suite);
}
