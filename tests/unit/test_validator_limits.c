/* vouch-validate with limits, signals, and solvers that cannot be trusted: it says "cannot tell",
 * and leaves nothing behind. */
#include "tests/unit/validator_case.h"

#include <dirent.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define VALIDATE BINARY_DIR "/vouch-validate"
/* fairness i, which needs a monitor; the formula observes no input */
#define MONITORED "aag 2 1 1 0 0 0 0 0 1\n2\n4 2 0\n2\n"
#define FREE "aag 2 1 1 0 0\n2\n4 2 0\n"
/* x' = x ^ i ^ j: needs search */
#define FREE_XOR                                                                                   \
  "aag 9 2 1 0 6 1\n2\n4\n6 18 0\n6\n8 2 5\n10 3 4\n12 9 11\n14 6 12\n16 7 13\n18 15 17\n"
#define NOT_KEPT "property bad 0\nverdict holds\ngates 0\ninvariant 7\nfacts 0\nend\n"

struct said {
  int status;
  char text[8192], last[1024];
};

/* Runs a shell command line; "%" sequences are those of printf. */
static void say(struct said *said, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct said *said, const char *format, ...) {
  char command[2048];
  va_list arguments;
  va_start(arguments, format);
  ck_assert_int_lt(vsnprintf(command, sizeof command, format, arguments), (int)sizeof command);
  va_end(arguments);
  FILE *pipe = popen(command, "r");
  ck_assert_ptr_nonnull(pipe);
  said->text[fread(said->text, 1, sizeof said->text - 1, pipe)] = 0;
  int status = pclose(pipe);
  ck_assert_msg(WIFEXITED(status), "%s: killed", command);
  said->status = WEXITSTATUS(status);
  char *end = said->text + strlen(said->text);
  while (end > said->text && end[-1] == '\n') end--;
  const char *start = end;
  while (start > said->text && start[-1] != '\n') start--;
  snprintf(said->last, sizeof said->last, "%.*s", (int)(end - start), start);
}

/* A program called kissat in the folder, that does this. */
static void fake_solver(const struct scratch *s, const char *body) {
  char path[128], text[512];
  snprintf(path, sizeof path, "%s/kissat", s->directory);
  int size = snprintf(text, sizeof text, "#!/bin/sh\n%s\n", body);
  scratch_write(path, text, (size_t)size);
  ck_assert_int_eq(chmod(path, 0700), 0);
}

static void remove_all(const struct scratch *s) {
  struct said said;
  say(&said, "ls %s; rm -r %s", s->directory, s->directory);
  ck_assert_msg(!strstr(said.text, "vouch-validate-"), "temporary files are left: %s", said.text);
}

START_TEST(time_is_limited) {
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  fake_solver(&s, "exec sleep 1000");
  say(&said, "TMPDIR=%s " VALIDATE " %s %s --solver %s/kissat --timeout 1", s.directory, s.model,
      s.certificate, s.directory);
  ck_assert_int_eq(said.status, 2);
  ck_assert_str_eq(said.last, "s UNKNOWN out of time");
  remove_all(&s);
}
END_TEST

/* The signal comes when the solver runs: it says so by making a file. */
START_TEST(signals_end_it) {
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  char body[256];
  snprintf(body, sizeof body, "touch %s/runs; exec sleep 1000", s.directory);
  fake_solver(&s, body);
  say(&said,
      "cd %s; TMPDIR=%s " VALIDATE
      " %s %s --solver %s/kissat >out & while ! test -e %s/runs; do sleep 0.05; done; kill -TERM "
      "$!; wait $!; echo status $?; cat %s/out",
      s.directory, s.directory, s.model, s.certificate, s.directory, s.directory, s.directory);
  ck_assert_msg(strstr(said.text, "status 2\n") != NULL, "%s", said.text);
  ck_assert_str_eq(said.last, "s UNKNOWN interrupted");
  remove_all(&s);
}
END_TEST

START_TEST(memory_is_limited) {
#ifndef SANITIZED /* the sanitizers need more than any limit */
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  say(&said, VALIDATE " %s %s --memory 1", s.model, s.certificate);
  ck_assert_int_eq(said.status, 2);
  ck_assert_str_eq(said.last, "s UNKNOWN out of memory");
  remove_all(&s);
#endif
}
END_TEST

START_TEST(limits_are_numbers) {
  static const char *const wrong[] = {
      "--memory 0",  "--memory x",  "--memory 1x",           "--memory ''",
      "--timeout 0", "--timeout x", "--timeout 99999999999", "--timeout"};
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  say(&said, VALIDATE " %s %s %s 2>/dev/null", s.model, s.certificate, wrong[_i]);
  ck_assert_int_eq(said.status, 2);
  ck_assert_msg(!strncmp(said.last, "s UNKNOWN", 9), "%s: %s", wrong[_i], said.last);
  remove_all(&s);
}
END_TEST

/* What a solver says is not believed. */
START_TEST(solvers_that_lie) {
  static const struct {
    const char *body, *last;
  } lies[] = {
      {"echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 10",
       "the solver found an assignment that does not satisfy the obligation"},
      {"echo 's SATISFIABLE'; exit 20", "o.drat: No such file or directory"},
      {"echo 's UNSATISFIABLE'; exit 10",
       "the solver found an assignment that does not satisfy the obligation"},
      {"echo 's UNSATISFIABLE'; exit 20", "o.drat: No such file or directory"},
      {"echo 's UNSATISFIABLE'; : >\"$4\"; : >\"$3\"; exit 20", "expected the empty clause"},
      {"echo 's UNSATISFIABLE'; printf 'a\\000' >\"${2%.cnf}.drat\"; exit 20",
       "expected a clause implied by unit propagation"},
      {"echo 's UNSATISFIABLE'; printf 'x' >\"${2%.cnf}.drat\"; exit 20", "expected a or d"},
      {"exit 1", "the solver gave no answer (exit status 1)"},
      {"kill -KILL $$", "the solver gave no answer"},
  };
  struct scratch s;
  struct said said;
  scratch_make(&s, FREE_XOR, NOT_KEPT);
  fake_solver(&s, lies[_i].body);
  say(&said, "cd %s && TMPDIR=%s " VALIDATE " %s %s --solver %s/kissat", s.directory, s.directory,
      s.model, s.certificate, s.directory);
  ck_assert_msg(said.status == 2, "%s: status %d: %s", lies[_i].body, said.status, said.last);
  ck_assert_msg(!strncmp(said.last, "s UNKNOWN", 9) && strstr(said.last, lies[_i].last), "%s: %s",
                lies[_i].body, said.last);
  remove_all(&s);
}
END_TEST

/* A violated obligation comes with the states that violate it. */
START_TEST(violations_are_shown) {
  struct scratch s;
  struct said said;
  scratch_make(&s, MONITORED,
               "property ctl EG true\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts "
               "1\nlower-eg 0 1 0 0\nlasso 1\nstep 6 2\nat 0\nend\n");
  say(&said, "command -v kissat || command -v cadical");
  if (said.status == 0) {
    say(&said, VALIDATE " %s %s --verbose", s.model, s.certificate);
    ck_assert_int_eq(said.status, 1);
    ck_assert_msg(strstr(said.text, "c  copy 0:") && strstr(said.text, "literal 6 is 0") &&
                      strstr(said.text, "NOT DISCHARGED"),
                  "%s", said.text);
    temporary_remove(&s);
    scratch_make(&s, FREE,
                 "property ctl EX i0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts "
                 "1\nlower-ex 0 1 1\nchoice 1 7\nend\n");
    say(&said, VALIDATE " %s %s --verbose", s.model, s.certificate);
    ck_assert_int_eq(said.status, 1);
    ck_assert_msg(strstr(said.text, "literal 6 is 0") != NULL, "%s", said.text);
  }
  remove_all(&s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_limits");
  TCase *test = tcase_create("limits");
  tcase_set_timeout(test, 300);
  tcase_add_test(test, time_is_limited);
  tcase_add_test(test, signals_end_it);
  tcase_add_test(test, memory_is_limited);
  tcase_add_loop_test(test, limits_are_numbers, 0, 8);
  tcase_add_loop_test(test, solvers_that_lie, 0, 9);
  tcase_add_test(test, violations_are_shown);
  suite_add_tcase(suite, test);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
