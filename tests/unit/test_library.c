/* libvouch as its users call it: what comes out, and that the program which calls it stays as it
 * is. */
#define _GNU_SOURCE
#include "certifier/library/vouch.h"

#include "tests/unit/run_suite.h"
#include "validator/beside/open.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define CORPUS SOURCE_DIR "/corpus/"
static char folder[] = "/tmp/vouch-test-XXXXXX";

static vouch_model *open_corpus(const char *name) {
  char path[512];
  vouch_error error;
  snprintf(path, sizeof path, CORPUS "%s", name);
  vouch_model *model = vouch_open_file(path, &error);
  ck_assert_msg(model != NULL, "%s", error.text);
  return model;
}

static vouch_result *check(const vouch_model *model, size_t number) {
  vouch_error error;
  vouch_result *result = vouch_check(model, number, NULL, NULL, &error);
  ck_assert_msg(result != NULL, "%s", error.text);
  return result;
}

static long add(vouch_model *model, const char *formula) {
  vouch_error error;
  long number = vouch_add_formula(model, formula, &error);
  ck_assert_msg(number >= 0, "%s", error.text);
  return number;
}

/* The validator's own reader takes the certificate, for this model and property. */
static void expect_certificate(const char *name, const vouch_model *model, size_t number,
                               const vouch_result *result) {
  char path[512], file[512];
  size_t size;
  const char *text = vouch_result_text(result, VOUCH_CERTIFICATE, &size);
  struct validator_result answer;
  ck_assert(text && strlen(text) == size && size > 0);
  snprintf(path, sizeof path, CORPUS "%s", name);
  snprintf(file, sizeof file, "%s/certificate", folder);
  FILE *out = fopen(file, "wb");
  ck_assert(out && fwrite(text, 1, size, out) == size && fclose(out) == 0);
  bool formula = vouch_property_written(model, number) != NULL;
  const char *property = vouch_property(model, number);
  struct validator *v =
      validator_open(path, file, formula ? property : NULL, formula ? NULL : property, &answer);
  ck_assert_msg(v != NULL, "%s", answer.reason);
  ck_assert_int_eq(validator_holds(v), vouch_result_verdict(result) == VOUCH_HOLDS);
  validator_close(v);
  unlink(file);
}

/* Nothing of a call is left: no descriptor, no child, no file. */
static size_t descriptors(void) {
  size_t count = 0;
  DIR *directory = opendir("/proc/self/fd");
  while (readdir(directory)) count++;
  closedir(directory);
  return count;
}

static void expect_nothing_left(size_t before) {
  ck_assert_uint_eq(descriptors(), before);
  ck_assert(waitpid(-1, NULL, WNOHANG) < 0);
  DIR *directory = opendir(folder);
  const struct dirent *entry;
  while ((entry = readdir(directory)))
    ck_assert_msg(entry->d_name[0] == '.', "left: %s", entry->d_name);
  closedir(directory);
}

START_TEST(verdicts) {
  size_t before = descriptors(), size;
  vouch_model *model = open_corpus("arbiter_buggy.aag");
  vouch_error error;
  ck_assert_uint_eq(vouch_num_properties(model), 3);
  ck_assert_str_eq(vouch_property(model, 0), "bad 0");
  ck_assert_str_eq(vouch_property_name(model, 0), "both_granted");
  ck_assert(!vouch_property_written(model, 0) && !vouch_property(model, 3));
  ck_assert_int_eq(add(model, "AG(r1 -> AF g1)"), 3);
  ck_assert_int_eq(add(model, "EF g1"), 4);
  ck_assert_str_eq(vouch_property_written(model, 3), "AG(r1 -> AF g1)");
  ck_assert_str_eq(vouch_property(model, 3), "AG (\"r1\" -> AF \"g1\")");
  ck_assert_int_eq(vouch_set(model, "proofs", "yes", &error), 0);
  static const vouch_verdict wanted[] = {VOUCH_FAILS, VOUCH_FAILS, VOUCH_HOLDS, VOUCH_FAILS,
                                         VOUCH_HOLDS};
  for (size_t k = 0; k < 5; k++) {
    vouch_result *result = check(model, k);
    ck_assert_msg(vouch_result_verdict(result) == wanted[k], "%zu: %s", k,
                  vouch_result_reason(result));
    ck_assert_str_eq(vouch_result_reason(result), "");
    expect_certificate("arbiter_buggy.aag", model, k, result);
    ck_assert(strstr(vouch_result_text(result, VOUCH_EXPLANATION, NULL),
                     wanted[k] == VOUCH_HOLDS ? "holds" : "fails"));
    ck_assert(vouch_result_text(result, VOUCH_STORY, &size)[0] == '{' && size > 2);
    bool run = k < 3 && wanted[k] == VOUCH_FAILS;
    ck_assert_int_eq(vouch_result_text(result, VOUCH_WITNESS, NULL) != NULL, run);
    if (run || k == 3) ck_assert(strstr(vouch_result_vcd(result, 0, NULL), "$enddefinitions"));
    ck_assert(!vouch_result_vcd(result, vouch_result_num_paths(result), &size) && size == 0);
    vouch_result_free(result);
  }
  vouch_close(model);
  expect_nothing_left(before);
}
END_TEST

START_TEST(property_files_and_memory) {
  vouch_error error;
  static const char text[] = "aag 1 0 1 0 0 1\n2 3\n2\nb0 up\n";
  vouch_model *model = open_corpus("arbiter.aag");
  long first = vouch_add_file(model, CORPUS "arbiter.ctl", &error);
  ck_assert_msg(first == 3, "%s", error.text);
  ck_assert_uint_gt(vouch_num_properties(model), 6);
  bool announced = false;
  for (size_t k = 3; k < vouch_num_properties(model); k++)
    announced = announced || vouch_property_expected(model, k) == VOUCH_FAILS;
  ck_assert(announced);
  vouch_result *result = check(model, 5);
  ck_assert_int_eq(vouch_result_verdict(result), vouch_property_expected(model, 5));
  expect_certificate("arbiter.aag", model, 5, result);
  vouch_result_free(result);
  vouch_close(model);
  model = vouch_open_memory("mine", text, strlen(text), &error);
  ck_assert(model && !strcmp(vouch_property_name(model, 0), "up"));
  result = check(model, 0);
  ck_assert_int_eq(vouch_result_verdict(result), VOUCH_FAILS);
  vouch_result_free(result);
  vouch_close(model);
}
END_TEST

START_TEST(errors) {
  size_t before = descriptors();
  vouch_error error = {.text = "untouched"};
  ck_assert(!vouch_open_file("/nowhere/model", &error) && strstr(error.text, "/nowhere/model"));
  ck_assert(!vouch_open_file("/nowhere/model", NULL));
  ck_assert(!vouch_open_memory("mine", "aag x", 5, &error) && strstr(error.text, "mine:1"));
  ck_assert(!vouch_open_memory("mine", NULL, 0, &error));
  vouch_model *model = open_corpus("arbiter.aag");
  ck_assert(vouch_add_formula(model, "AG g7", &error) == -1);
  ck_assert_msg(strncmp(error.text, "formula:1:4: the model has no symbol 'g7'", 41) == 0, "%s",
                error.text);
  ck_assert(vouch_add_formula(model, "AG (", &error) == -1);
  ck_assert(vouch_add_file(model, "/nowhere.ctl", &error) == -1);
  ck_assert(vouch_add_file(model, CORPUS "arbiter.aag", &error) == -1);
  ck_assert_msg(strstr(error.text, CORPUS "arbiter.aag") != NULL, "%s", error.text);
  ck_assert_uint_eq(vouch_num_properties(model), 3);
  ck_assert(!vouch_check(model, 3, NULL, NULL, &error) && strstr(error.text, "no property 3"));
  static const char *const bad[][2] = {
      {"time", "1"},           {"timeout", "-1"},   {"timeout", "1x"},      {"timeout", ""},
      {"timeout", "1.2.3"},    {"memory", "much"},  {"jobs", "0"},          {"proofs", "maybe"},
      {"validate", ""},        {"engine", "magic"}, {"set", "ctl_round=x"}, {"seed", "99999999999"},
      {"state-inputs", "some"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    error.text[0] = 0;
    ck_assert_msg(vouch_set(model, bad[k][0], bad[k][1], &error) == -1, "%s", bad[k][0]);
    ck_assert_msg(error.text[0] != 0, "%s", bad[k][0]);
  }
  /* What a check needs and does not find is its reason. */
  ck_assert_int_eq(vouch_set(model, "validator", "/nowhere/validate", &error), 0);
  ck_assert_int_eq(vouch_set(model, "validate", "always", &error), 0);
  vouch_result *result = check(model, 0);
  ck_assert_int_eq(vouch_result_verdict(result), VOUCH_UNKNOWN);
  ck_assert_msg(strstr(vouch_result_reason(result), "/nowhere/validate") != NULL, "%s",
                vouch_result_reason(result));
  ck_assert(!vouch_result_text(result, VOUCH_CERTIFICATE, NULL));
  vouch_result_free(result);
  ck_assert_int_eq(vouch_set(model, "validator", BINARY_DIR "/vouch-validate", &error), 0);
  result = check(model, 0);
  ck_assert_msg(vouch_result_verdict(result) == VOUCH_HOLDS, "%s", vouch_result_reason(result));
  ck_assert_int_eq(vouch_result_validated(result), 1);
  vouch_result_free(result);
  vouch_close(model);
  expect_nothing_left(before);
}
END_TEST

/* --- checks that do not end by themselves ------------------------------------------------------
 */

/* A counter of `bits` bits, all ones being bad; without an engine that could see it at once. */
static vouch_model *open_counter(unsigned bits) {
  char text[16384];
  unsigned next = 2 * (bits + 1), carry = 1, ands = 0, size = 0;
  char gates[12288];
  unsigned long used = 0;
  unsigned step[64];
  for (unsigned k = 0; k < bits; k++) {
    unsigned q = 2 * (k + 1);
    unsigned both = next, neither = next + 2, sum = next + 4;
    used += (unsigned long)snprintf(gates + used, sizeof gates - used,
                                    "%u %u %u\n%u %u %u\n%u %u %u\n", both, q, carry, neither,
                                    q ^ 1, carry ^ 1, sum, both ^ 1, neither ^ 1);
    step[k] = sum;
    carry = both;
    next += 6;
    ands += 3;
  }
  size = (unsigned)snprintf(text, sizeof text, "aag %u 0 %u 0 %u 1\n", next / 2 - 1, bits, ands);
  for (unsigned k = 0; k < bits; k++)
    size += (unsigned)snprintf(text + size, sizeof text - size, "%u %u\n", 2 * (k + 1), step[k]);
  size += (unsigned)snprintf(text + size, sizeof text - size, "%u\n%s", carry, gates);
  vouch_error error;
  vouch_model *model = vouch_open_memory("counter", text, size, &error);
  ck_assert_msg(model != NULL, "%s", error.text);
  return model;
}

static int enough(void *context, size_t number, const char *doing, double seconds) {
  unsigned *calls = context;
  ck_assert(number == 0 && doing[0] && seconds >= 0);
  (*calls)++;
  return seconds > 0.3;
}

START_TEST(interruption) {
  size_t before = descriptors();
  vouch_error error;
  unsigned calls = 0;
  vouch_model *model = open_counter(40);
  ck_assert_int_eq(vouch_set(model, "engine", "bmc", &error), 0);
  vouch_result *result = vouch_check(model, 0, enough, &calls, &error);
  ck_assert(result && vouch_result_verdict(result) == VOUCH_UNKNOWN && calls > 2);
  ck_assert_str_eq(vouch_result_reason(result), "interrupted");
  ck_assert(!vouch_result_text(result, VOUCH_CERTIFICATE, NULL) &&
            vouch_result_num_paths(result) == 0);
  vouch_result_free(result);
  ck_assert_int_eq(vouch_set(model, "timeout", "0.3", &error), 0);
  result = check(model, 0);
  ck_assert_int_eq(vouch_result_verdict(result), VOUCH_UNKNOWN);
  ck_assert_str_eq(vouch_result_reason(result), "time is over");
  vouch_result_free(result);
  vouch_close(model);
  expect_nothing_left(before);
}
END_TEST

#ifndef SANITIZED /* which needs more addresses than any limit allows */
START_TEST(memory) {
  size_t before = descriptors();
  vouch_error error;
  vouch_model *model = open_counter(40);
  ck_assert_int_eq(vouch_set(model, "engine", "bmc", &error), 0);
  ck_assert_int_eq(vouch_set(model, "memory", "3", &error), 0);
  ck_assert_int_eq(vouch_set(model, "timeout", "60", &error), 0);
  vouch_result *result = check(model, 0);
  ck_assert_int_eq(vouch_result_verdict(result), VOUCH_UNKNOWN);
  ck_assert_str_eq(vouch_result_reason(result), "out of memory");
  vouch_result_free(result);
  vouch_close(model);
  expect_nothing_left(before);
}
END_TEST
#endif

/* A check whose process is killed in the middle. */
static int kill_child(void *context, size_t number, const char *doing, double seconds) {
  bool *killed = context;
  char path[64];
  int child = 0;
  (void)number;
  (void)doing;
  if (*killed || seconds < 0.2) return 0;
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)gettid());
  FILE *file = fopen(path, "r");
  if (file && fscanf(file, "%d", &child) == 1) *killed = kill(child, SIGSEGV) == 0;
  if (file) fclose(file);
  return seconds > 20;
}

START_TEST(crash) {
  size_t before = descriptors();
  vouch_error error;
  bool killed = false;
  vouch_model *model = open_counter(40);
  ck_assert_int_eq(vouch_set(model, "engine", "bmc", &error), 0);
  vouch_result *result = vouch_check(model, 0, kill_child, &killed, &error);
  ck_assert(result && vouch_result_verdict(result) == VOUCH_UNKNOWN);
  if (killed) ck_assert_ptr_nonnull(strstr(vouch_result_reason(result), "signal 11"));
  vouch_result_free(result);
  vouch_close(model);
  expect_nothing_left(before);
}
END_TEST

/* --- the program around it ---------------------------------------------------------------------
 */

static int signals_seen, ends_seen;
static void on_signal(int number) {
  (void)number;
  signals_seen++;
}
static void on_end(void) {
  ends_seen++;
  if (write(STDOUT_FILENO, "end\n", 4) != 4) abort();
}

/* Runs `host` in a process whose standard output is caught; returns what it printed. */
static void run_host(void (*host)(void), char *text, size_t size) {
  int ends[2], status;
  ck_assert(pipe(ends) == 0);
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    host();
    exit(0);
  }
  close(ends[1]);
  size_t got = 0;
  ssize_t n;
  while ((n = read(ends[0], text + got, size - 1 - got)) > 0) got += (size_t)n;
  text[got] = 0;
  close(ends[0]);
  ck_assert(waitpid(pid, &status, 0) == pid);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d, %s", status, text);
}

/* Handlers, buffered output and the end of the program are its own: also when memory is out. */
static void careful_host(void) {
  struct sigaction action = {.sa_handler = on_signal}, found;
  vouch_error error;
  atexit(on_end);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGCHLD, &action, NULL);
  printf("buffered\n");
  vouch_model *model = open_counter(40);
  vouch_set(model, "engine", "bmc", &error);
#ifndef SANITIZED
  vouch_set(model, "memory", "3", &error);
#endif
  vouch_set(model, "timeout", "2", &error);
  vouch_result *result = vouch_check(model, 0, NULL, NULL, &error);
  if (!result || vouch_result_verdict(result) != VOUCH_UNKNOWN) _exit(3);
  vouch_result_free(result);
  vouch_close(model);
  sigaction(SIGUSR1, NULL, &found);
  if (found.sa_handler != on_signal || ends_seen) _exit(4);
}

START_TEST(host_is_left_alone) {
  char text[256];
  run_host(careful_host, text, sizeof text);
  ck_assert_str_eq(text, "end\nbuffered\n");
}
END_TEST

/* Somebody else waits for all children; nothing is open. */
static void careless_host(void) {
  vouch_error error;
  signal(SIGCHLD, SIG_IGN);
  close(STDIN_FILENO);
  close(STDERR_FILENO);
  vouch_model *model = vouch_open_file(CORPUS "arbiter.aag", &error);
  if (!model) _exit(3);
  vouch_result *result = vouch_check(model, 1, NULL, NULL, &error);
  if (!result || vouch_result_verdict(result) != VOUCH_HOLDS) _exit(4);
  vouch_result_free(result);
  vouch_close(model);
}

START_TEST(host_without_descriptors) {
  char text[256];
  run_host(careless_host, text, sizeof text);
  ck_assert_str_eq(text, "");
}
END_TEST

/* Without processes there are errors, not crashes. (Root may have as many as he likes.) */
static void host_without_processes(void) {
  struct rlimit none = {0, 0};
  vouch_error error = {.text = ""};
  vouch_model *model = vouch_open_file(CORPUS "arbiter.aag", NULL);
  if (getuid() == 0 && setuid(65534) != 0) _exit(0);
  setrlimit(RLIMIT_NPROC, &none);
  vouch_result *result = vouch_check(model, 0, NULL, NULL, &error);
  _exit(result || !error.text[0] ? 3 : 0); /* exit handlers may want a process, too */
}

START_TEST(no_processes) {
  char text[256];
  run_host(host_without_processes, text, sizeof text);
}
END_TEST

#ifndef SANITIZED /* whose allocator does not promise to survive fork() beside threads */
/* --- threads -----------------------------------------------------------------------------------
 */

enum { NUM_THREADS = 4, ROUNDS = 3 };

static void *check_all(void *context) {
  const vouch_model *model = context;
  size_t wrong = 0;
  for (size_t round = 0; round < ROUNDS; round++)
    for (size_t k = 0; k < vouch_num_properties(model); k++) {
      vouch_result *result = vouch_check(model, k, NULL, NULL, NULL);
      if (!result || vouch_result_verdict(result) != VOUCH_HOLDS) wrong++;
      vouch_result_free(result);
    }
  return wrong ? context : NULL;
}

START_TEST(several_threads) {
  size_t before = descriptors();
  vouch_model *model = open_corpus("arbiter.aag");
  pthread_t threads[NUM_THREADS];
  for (size_t k = 0; k < NUM_THREADS; k++)
    ck_assert(pthread_create(&threads[k], NULL, check_all, model) == 0);
  for (size_t k = 0; k < NUM_THREADS; k++) {
    void *wrong;
    ck_assert(pthread_join(threads[k], &wrong) == 0 && !wrong);
  }
  vouch_close(model);
  expect_nothing_left(before);
}
END_TEST

#endif

int main(void) {
  Suite *suite = suite_create("library");
  TCase *tests = tcase_create("library");
  if (!mkdtemp(folder)) return 1;
  setenv("TMPDIR", folder, 1);
  tcase_add_test(tests, verdicts);
  tcase_add_test(tests, property_files_and_memory);
  tcase_add_test(tests, errors);
  tcase_add_test(tests, interruption);
#ifndef SANITIZED
  tcase_add_test(tests, memory);
#endif
  tcase_add_test(tests, crash);
  tcase_add_test(tests, host_is_left_alone);
  tcase_add_test(tests, host_without_descriptors);
  tcase_add_test(tests, no_processes);
#ifndef SANITIZED
  tcase_add_test(tests, several_threads);
#endif
  suite_add_tcase(suite, tests);
  int status = run_suite(suite);
  rmdir(folder);
  return status;
}
