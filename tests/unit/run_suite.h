/* How every Check program ends. */
#ifndef VOUCH_TESTS_UNIT_RUN_SUITE_H
#define VOUCH_TESTS_UNIT_RUN_SUITE_H

#include <check.h>

/* Runs the suite and frees it; the number of failures, for main to return (CK_VERBOSITY changes
 * what is printed). */
static inline int run_suite(Suite *suite) {
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed > 0;
}

#endif
