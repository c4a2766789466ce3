/* Benchmarks of others, beside the project. What needs them is a test of its own in ctest
 * (NAME_benchmarks: the program with an argument), which is skipped where they are absent. */
#ifndef VOUCH_TESTS_UNIT_BENCHMARKS_H
#define VOUCH_TESTS_UNIT_BENCHMARKS_H

#include "tests/unit/run_suite.h"

#include <unistd.h>

#ifndef BENCHMARKS_DIR
#define BENCHMARKS_DIR SOURCE_DIR "/../shared/benchmarks"
#endif

/* Runs this test alone; what main has to return. */
static inline int run_benchmarks(const char *name, const TTest *test) {
  if (access(BENCHMARKS_DIR, R_OK) != 0) {
    printf("SKIPPED: there is no %s\n", BENCHMARKS_DIR);
    return SUITE_SKIPPED;
  }
  Suite *suite = suite_create(name);
  TCase *tests = tcase_create(name);
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, test);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}

#endif
