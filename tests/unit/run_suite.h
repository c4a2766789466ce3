/* How every Check program ends. */
#ifndef VOUCH_TESTS_UNIT_RUN_SUITE_H
#define VOUCH_TESTS_UNIT_RUN_SUITE_H

#include <check.h>
#include <stdio.h>

/* Runs the suite and frees it; the number of failures, for main to return (CK_VERBOSITY changes
 * what is printed). */
static inline int run_suite(Suite *suite) {
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed > 0;
}

enum { SUITE_SKIPPED = 77 }; /* what ctest takes for "skipped" */

/* The same when a tool is missing (NULL: none) and the tests that need it were left out: the
 * program counts as skipped, not as passed, unless one of the other tests fails. */
static inline int run_suite_without(Suite *suite, const char *missing) {
  if (missing) printf("SKIPPED: tests that need %s\n", missing);
  int status = run_suite(suite);
  return status == 0 && missing ? SUITE_SKIPPED : status;
}

#endif
