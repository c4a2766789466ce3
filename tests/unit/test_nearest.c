/* Names that somebody may have meant. */
#include "formats/support/nearest.h"
#include "tests/unit/run_suite.h"

#include <string.h>

static const char *const names[] = {"count",  "counter",  "full", "do_push",
                                    "do_pop", "u1.state", "x"};

static void expect(const char *wanted, const char *message) {
  struct nearest nearest = {.wanted = wanted, .wanted_length = strlen(wanted)};
  char said[NEAREST_MESSAGE];
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    nearest_offer(&nearest, names[k], strlen(names[k]));
  ck_assert_str_eq(nearest_say(&nearest, "", said), message);
}

START_TEST(near_ones) {
  expect("coutn", "; did you mean 'count'?");
  expect("Count", "; did you mean 'count'?");
  expect("countr", "; did you mean 'count'?");
  expect("conuter", "; did you mean 'counter'?");
  expect("ful", "; did you mean 'full'?");
  expect("dopush", "; did you mean 'do_push'?");
  expect("u1.stat", "; did you mean 'u1.state'?");
}
END_TEST

START_TEST(far_ones) {
  char longest[200];
  memset(longest, 'a', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  expect("nothing", "");
  expect("y", "");
  expect("", "");
  expect(longest, "");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("nearest");
  TCase *tests = tcase_create("nearest");
  tcase_add_test(tests, near_ones);
  tcase_add_test(tests, far_ones);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
