/* Evaluations of docs/certificates.md, section 5: traces by hand that must be accepted, and ones
 * that must not. */
#include "tests/unit/run_suite.h"
#include "tests/unit/validator_case.h"

/* x' = x | i from 0; bad x */
#define RISES "aag 3 1 1 0 1 1\n2\n4 7 0\n4\n6 5 3\n"
/* the same, and steps with i are forbidden */
#define FORBIDDEN "aag 3 1 1 0 1 1 1\n2\n4 7 0\n4\n3\n6 5 3\n"
/* x' = i from 0; justice set {x} */
#define FREE_JUSTICE "aag 2 1 1 0 0 0 0 1\n2\n4 2 0\n1\n4\n"
/* the same with the constraint !i: only the initial state */
#define DULL_JUSTICE "aag 2 1 1 0 0 0 1 1\n2\n4 2 0\n3\n1\n4\n"

START_TEST(traces) {
  accepts(RISES, "property bad 0\nverdict fails\ntrace 2\nlatches 0\ninputs 1\ninputs 0\nend\n",
          false);
  rejects(RISES, "property bad 0\nverdict fails\ntrace 1\nlatches 0\ninputs 1\nend\n",
          "does not show bad 0");
  rejects(RISES, "property bad 0\nverdict fails\ntrace 1\nlatches 1\ninputs 0\nend\n",
          "latch 0 does not start with its reset value");
  rejects(FORBIDDEN, "property bad 0\nverdict fails\ntrace 2\nlatches 0\ninputs 1\ninputs 0\nend\n",
          "step 0 of the trace violates a constraint");
  rejects(RISES, "property bad 0\nverdict fails\ntrace 0\nlatches 0\nend\n", "at least one step");
  rejects(RISES, "property bad 0\nverdict fails\ntrace 2 0\nlatches 0\ninputs 1\ninputs 0\nend\n",
          "line 5, byte 127: expected end of line");
  rejects(RISES, "property bad 0\nverdict fails\ntrace 2\nlatches 0\ninputs 1\nend\n",
          "expected inputs");
  rejects(RISES, "property bad 0\nverdict fails\ntrace 1\nlatches 0\ninputs 1\ninputs 0\nend\n",
          "expected end");
  rejects(RISES, "property bad 0\nverdict fails\ntrace 2\nlatches 0\ninputs x\ninputs 0\nend\n",
          "a bit per variable");
  accepts(FREE_JUSTICE,
          "property justice 0\nverdict fails\ntrace 2 1\nlatches 0\ninputs 1\ninputs 1\nend\n",
          false);
  rejects(FREE_JUSTICE,
          "property justice 0\nverdict fails\ntrace 2 1\nlatches 0\ninputs 1\ninputs 0\nend\n",
          "does not close");
  rejects(FREE_JUSTICE, "property justice 0\nverdict fails\ntrace 1 0\nlatches 0\ninputs 0\nend\n",
          "fairness 0 is never true");
  rejects(FREE_JUSTICE,
          "property justice 0\nverdict fails\ntrace 2 2\nlatches 0\ninputs 1\ninputs 1\nend\n",
          "a smaller number");
  rejects(DULL_JUSTICE,
          "property justice 0\nverdict fails\ntrace 2 1\nlatches 0\ninputs 1\ninputs 1\nend\n",
          "violates a constraint");
  /* a latch that neither constraint nor fairness depends on need not return */
  const char *aside = "aag 3 1 2 0 0 0 0 1\n2\n4 2 0\n6 7 0\n1\n4\n";
  accepts(aside,
          "property justice 0\nverdict fails\ntrace 2 1\nlatches 00\ninputs 1\ninputs 1\nend\n",
          false);
}
END_TEST

/* x' = i, y' = !y, z' = z, all from 0; g = y & z, so nothing that y does can be seen. A latch may
 * be the one of the line "returning" that stands for it: x, y, z. */
#define LATCHES(sections) "aag 6 1 3 0 2 0 " sections "\n2\n4 2\n6 7\n8 8\n"
#define GATES "10 8 6\n12 11 5\n"
/* justice set {x | g} */
#define SWITCHED_OFF LATCHES("0 1") "1\n13\n" GATES
/* the same with the constraint !g */
#define CONSTRAINED LATCHES("1 1") "11\n1\n13\n" GATES
#define LOOP(returning, loop, inputs)                                                              \
  "property justice 0\nverdict fails\ntrace " loop "\nlatches 000\n" returning inputs "end\n"
#define RETURNING(bits) "returning " bits "\n"
#define ONCE "inputs 1\ninputs 1\n"

START_TEST(latches_that_return) {
  rejects(SWITCHED_OFF, LOOP("", "2 1", ONCE), "does not close");
  rejects(SWITCHED_OFF, "version 8\n" LOOP("", "2 1", ONCE), "does not close");
  accepts(SWITCHED_OFF, LOOP(RETURNING("101"), "2 1", ONCE), false);
  /* that x is true is enough */
  accepts(SWITCHED_OFF, LOOP(RETURNING("100"), "2 1", ONCE), false);
  accepts(CONSTRAINED, LOOP(RETURNING("101"), "2 1", ONCE), false);
  /* x is i, so it need not be known where a loop of two steps starts */
  accepts(SWITCHED_OFF, LOOP(RETURNING("000"), "3 1", ONCE "inputs 0\n"), false);
  accepts(SWITCHED_OFF, LOOP(RETURNING("111"), "3 1", ONCE "inputs 1\n"), false);
}
END_TEST

START_TEST(latches_that_do_not) {
  rejects(SWITCHED_OFF, LOOP(RETURNING("111"), "2 1", ONCE), "latch 1 need not return");
  rejects(SWITCHED_OFF, LOOP(RETURNING("011"), "2 1", ONCE), "latch 1 need not return");
  rejects(SWITCHED_OFF, LOOP(RETURNING("100"), "3 1", ONCE "inputs 0\n"),
          "latch 0 need not return");
  /* x is true on the loop of the trace, but nobody says that it is there when it comes back */
  rejects(SWITCHED_OFF, LOOP(RETURNING("001"), "2 1", ONCE), "fairness 0 is never true");
  rejects(SWITCHED_OFF, LOOP(RETURNING("101"), "2 1", "inputs 0\ninputs 0\n"),
          "fairness 0 is never true");
  rejects(CONSTRAINED, LOOP(RETURNING("100"), "2 1", ONCE), "step 1 of the loop may violate");
  rejects(CONSTRAINED, LOOP(RETURNING("110"), "4 2", ONCE ONCE), "step 3 of the loop may violate");
  /* the trace itself is what it was */
  rejects(SWITCHED_OFF,
          "property justice 0\nverdict fails\ntrace 2 1\nlatches 100\nreturning 101\n" ONCE "end\n",
          "latch 0 does not start with its reset value");
  rejects(DULL_JUSTICE,
          "property justice 0\nverdict fails\ntrace 2 1\nlatches 0\nreturning 1\n" ONCE "end\n",
          "step 0 of the trace violates a constraint");
}
END_TEST

START_TEST(returning_misused) {
  rejects(SWITCHED_OFF, "version 7\n" LOOP(RETURNING("101"), "2 1", ONCE), "expected inputs");
  rejects(SWITCHED_OFF, LOOP(RETURNING("10"), "2 1", ONCE), "a bit per variable");
  rejects(SWITCHED_OFF, LOOP(RETURNING("1010"), "2 1", ONCE), "expected end of line");
  rejects(SWITCHED_OFF, LOOP(RETURNING("-"), "2 1", ONCE), "a bit per variable");
  rejects(SWITCHED_OFF, LOOP(RETURNING("101") RETURNING("101"), "2 1", ONCE), "expected inputs");
  rejects(SWITCHED_OFF, LOOP("", "2 1", ONCE RETURNING("101")), "expected end");
  rejects(
      RISES,
      "property bad 0\nverdict fails\ntrace 2\nlatches 0\nreturning 1\ninputs 1\ninputs 0\nend\n",
      "expected inputs");
  /* without latches; and 0 is true in no step */
  accepts("aag 0 0 0 0 0 0 0 1\n1\n1\n",
          "property justice 0\nverdict fails\ntrace 1 0\nlatches -\nreturning -\ninputs -\nend\n",
          false);
  rejects("aag 0 0 0 0 0 0 0 1\n1\n0\n",
          "property justice 0\nverdict fails\ntrace 1 0\nlatches -\nreturning -\ninputs -\nend\n",
          "fairness 0 is never true");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_traces");
  TCase *test = tcase_create("traces");
  tcase_set_timeout(test, 120);
  tcase_add_test(test, traces);
  tcase_add_test(test, latches_that_return);
  tcase_add_test(test, latches_that_do_not);
  tcase_add_test(test, returning_misused);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
