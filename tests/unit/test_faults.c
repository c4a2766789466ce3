/* Every allocation, every read, every write, every process that cannot be had: vouch-validate ends
 * with "cannot tell", without a trace left behind; vouch leaves no certificate that is not whole.
 * One run per call that can fail. VOUCH_STRIDE tries every n-th only. */
#include "tests/unit/run_suite.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/vouch-faults-XXXXXX";

/* The exit status of a command, run in the folder. */
static int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int shell(const char *format, ...) {
  char command[4096];
  int n = snprintf(command, sizeof command, "cd %s && ", folder);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(command + n, sizeof command - (size_t)n, format, arguments);
  va_end(arguments);
  int status = system(command);
  ck_assert_msg(WIFEXITED(status), "%s: killed", command);
  return WEXITSTATUS(status);
}

/* The last line of FOLDER/out. */
static void last_line(char line[512]) {
  char path[128], buffer[512];
  snprintf(path, sizeof path, "%s/out", folder);
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  line[0] = 0;
  while (fgets(buffer, sizeof buffer, file)) memcpy(line, buffer, sizeof buffer);
  fclose(file);
}

static unsigned entries(const char *name) {
  char path[128];
  unsigned count = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  DIR *directory = opendir(path);
  ck_assert_ptr_nonnull(directory);
  for (struct dirent *entry; (entry = readdir(directory));) count += entry->d_name[0] != '.';
  closedir(directory);
  return count;
}

/* True while there was a K-th call. */
static bool fault_seen(void) {
  char path[128];
  snprintf(path, sizeof path, "%s/seen", folder);
  return unlink(path) == 0;
}

static long stride(void) {
  return getenv("VOUCH_STRIDE") ? atol(getenv("VOUCH_STRIDE")) : FAULT_STRIDE;
}

/* All faults of one run of the validator: its status is what it is without a fault, or "cannot
 * tell". */
static void sweep_validator(const char *arguments) {
  int expected = shell("rm -rf e; " BINARY_DIR "/vouch-validate %s >/dev/null", arguments);
  unsigned long told = 0;
  long k = 1;
  char line[512];
  for (;; k += stride()) {
    int status = shell("rm -rf e; TMPDIR=tmp VOUCH_FAULT_SEEN=seen VOUCH_FAULT=%ld " BINARY_DIR
                       "/tests/vouch-validate-faults %s >out 2>err",
                       k, arguments);
    bool seen = fault_seen();
    last_line(line);
    ck_assert_msg(status <= 2, "fault %ld: status %d with %s", k, status, arguments);
    ck_assert_msg(status == expected || status == 2,
                  "fault %ld: status %d instead of %d or 2 with %s", k, status, expected,
                  arguments);
    ck_assert_msg(status != 0 || !strncmp(line, "s ACCEPTED", 10), "fault %ld: status 0, but %s", k,
                  line);
    ck_assert_msg(entries("tmp") == 0, "fault %ld leaves a temporary file with %s", k, arguments);
    told += status == 2;
    if (!seen) break;
  }
  ck_assert_uint_gt(told, 0);
  printf("%s: %ld calls, %lu end in cannot tell\n", arguments, k / stride(), told);
}

static void prepare(const char *model) {
  ck_assert_int_eq(shell("rm -rf * && mkdir tmp && cp " SOURCE_DIR "/corpus/%s model", model), 0);
}

START_TEST(validator) {
  prepare("arbiter.aag");
  ck_assert_int_le(shell(BINARY_DIR "/vouch check model --certificates c >/dev/null"), 1);
  sweep_validator("model c/bad-0.cert");
  sweep_validator("model c/bad-0.cert --export e");
  prepare("fifo.aag"); /* bad 1 needs a solver */
  ck_assert_int_le(shell(BINARY_DIR "/vouch check model --certificates c >/dev/null"), 1);
  sweep_validator("model c/bad-1.cert");
  sweep_validator("model c/bad-1.cert --solver /nonexistent/kissat");
  prepare("arbiter_buggy.aag");
  ck_assert_int_le(shell(BINARY_DIR "/vouch check model --certificates c >/dev/null"), 1);
  sweep_validator("model c/bad-0.cert");
  ck_assert_int_eq(shell("sed 's/^verdict fails/verdict holds/' c/bad-0.cert >wrong"), 0);
  sweep_validator("model wrong");
}
END_TEST

/* Formulas, proofs, and a solver if there is one. */
START_TEST(validator_formulas) {
  prepare("counter.aag");
  ck_assert_int_le(shell(BINARY_DIR "/vouch check model --ctl " SOURCE_DIR
                                    "/corpus/counter.ctl --certificates c >/dev/null"),
                   1);
  ck_assert_int_eq(shell("cp \"$(ls -S c/*.cert | tail -n 1)\" small && cp \"$(ls -S c/*.cert | "
                         "head -n 1)\" large"),
                   0);
  sweep_validator("model small");
  sweep_validator("model large --verbose");
}
END_TEST

/* After every fault of `vouch check` each certificate is whole: the validator accepts it, or cannot
 * tell for lack of a solver. */
START_TEST(certificates_are_whole) {
  prepare("arbiter_buggy.aag");
  unsigned long told = 0;
  long k = 1;
  for (;; k++) {
    shell("rm -rf c");
    int status = shell("VOUCH_FAULT_SEEN=seen VOUCH_FAULT=%ld " BINARY_DIR
                       "/tests/vouch-faults check model --certificates c >out 2>err",
                       k);
    bool seen = fault_seen();
    ck_assert_msg(status <= 2, "fault %ld: status %d", k, status);
    told += status == 2;
    ck_assert_msg(
        shell("for f in c/*; do case \"$f\" in 'c/*') ;; *.cert | *.cert.stale) " BINARY_DIR
              "/vouch-validate model \"$f\" >/dev/null || [ $? -eq 2 ];; "
              "*) false;; esac || exit 1; done") == 0,
        "fault %ld leaves a file that is not whole", k);
    if (!seen) break;
  }
  ck_assert_uint_gt(told, 0);
  printf("vouch check: %ld calls, %lu end in status 2\n", k, told);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("faults");
  TCase *cases = tcase_create("faults");
  if (!mkdtemp(folder)) return 1;
  tcase_set_timeout(cases, 0);
  tcase_add_test(cases, validator);
  tcase_add_test(cases, validator_formulas);
  tcase_add_test(cases, certificates_are_whole);
  suite_add_tcase(suite, cases);
  int failed = run_suite(suite);
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) != 0 || failed != 0;
}
