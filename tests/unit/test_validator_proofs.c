/* Obligations as CNF with their fixed numbering, LRAT, unit propagation, solvers, export, and the
 * program itself. */
#include "tests/unit/validator_case.h"

#include "tests/unit/run_suite.h"
#include "validator/beside/dimacs.h"
#include "validator/beside/solver.h"
#include "validator/kernel/lrat.h"

#include <sys/wait.h>

#define STUCK "aag 3 1 1 0 1 1\n2\n4 6 0\n4\n6 4 2\n"
#define STUCK_HOLDS "property bad 0\nverdict holds\ngates 0\ninvariant 5\nfacts 0\n"

static char *obligation(const char *model, const char *body, size_t k) {
  struct scratch s;
  struct validator_result result;
  scratch_make(&s, model, body);
  struct validator *v = validator_open(s.model, s.certificate, NULL, NULL, &result);
  ck_assert_msg(v != NULL, "%s", result.reason);
  char *text = NULL;
  size_t size;
  struct v_cnf cnf;
  FILE *file = open_memstream(&text, &size);
  validator_cnf(v, k, &cnf);
  ck_assert(v_cnf_write(&cnf, file));
  fclose(file);
  v_cnf_free(&cnf);
  validator_close(v);
  temporary_remove(&s);
  return text;
}

static void numbered(const char *model, const char *body, size_t k, const char *expected) {
  char *text = obligation(model, body, k);
  ck_assert_str_eq(text, expected);
  free(text);
}

START_TEST(numbering) {
  /* variables: constant 1, input 2, latch 3, gate 4, selectors 5 and 6; R is !latch, C is literal 1
   */
  numbered(STUCK, STUCK_HOLDS "end\n", 0,
           "p cnf 6 10\n1 0\n-4 3 0\n-4 2 0\n4 -3 -2 0\n-5 -3 0\n-5 3 0\n-6 -3 0\n-6 1 0\n-6 4 "
           "0\n5 6 0\n");
  /* one case: no selector; constant 1, latch 2 */
  numbered(STUCK, STUCK_HOLDS "end\n", 1, "p cnf 2 4\n1 0\n-2 0\n1 0\n2 0\n");
  /* x' = i; EF x with one rank: constant 1, input 2, latch 3, gate !E_1 does not occur */
  numbered("aag 2 1 1 0 0\n2\n4 2 0\n",
           "property ctl EF l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts "
           "1\nlower-eu 0 1\nrank 1 2\nend\n",
           1, "p cnf 3 7\n1 0\n1 0\n1 0\n1 0\n2 0\n-3 0\n-1 -2 0\n");
  /* x' = x & i, justice {x, !x}: two copies of input, latch and gate that agree on the wall !x */
  numbered(
      "aag 3 1 1 0 1 0 0 1\n2\n4 6 4\n2\n4\n5\n6 4 2\n",
      "property justice 0\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nupper-eg 1 1\nblock 1 "
      "1\nwall 5\nend fair 0 1\nend\n",
      2,
      "p cnf 9 31\n1 0\n-4 3 0\n-4 2 0\n4 -3 -2 0\n-7 6 0\n-7 5 0\n7 -6 -5 0\n"
      "1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n"
      "-9 8 0\n-9 3 -4 0\n-9 -3 4 0\n-9 6 -7 0\n-9 -6 7 0\n-9 -3 6 0\n-9 3 -6 0\n9 0\n3 0\n-6 0\n");
}
END_TEST

/* (a | b) (a | !b) (!a | b) (!a | !b) */
static void square(struct v_cnf *cnf) {
  static const uint32_t literals[] = {2, 4, 2, 5, 3, 4, 3, 5};
  *cnf = (struct v_cnf){.num_vars = 2};
  v_push(&cnf->start, 0);
  for (uint32_t k = 0; k < 8; k++) {
    v_push(&cnf->literals, literals[k]);
    if (k % 2) v_push(&cnf->start, k + 1);
  }
}

static const struct {
  const char *text, *message; /* NULL: a proof */
} proofs[] = {
    {"5 1 0 1 2 0\n6 0 5 3 4 0\n", NULL},
    {"5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", NULL},
    {"5 1 0 1 2 0\n6 -1 0 3 4 0\n700 0 5 6 0\n", NULL},
    {"5 1 0 1 2 0\n6 -1 0 3 4 0\n6 d 6 0\n7 0 5 3 4 0\n", NULL},
    {"5 1 0 1 2 0\n5 d 5 0\n6 0 5 3 4 0\n", "the id of a clause as hint"},
    {"5 1 0 1 2 0\n5 d 5 5 0\n6 0 5 3 4 0\n", "the id of a clause to delete"},
    {"", "the empty clause before here"},
    {"5 1 0 1 2 0\n", "the empty clause before here"},
    {"5 1 0 1 2 0\n6 0 5 3 0\n", "a last hint that is falsified"},
    {"5 1 0 1 0\n6 0 5 3 4 0\n", "a last hint that is falsified"},
    {"5 0 0\n", "a last hint that is falsified"},
    {"5 2 0 1 2 0\n6 0 5 3 4 0\n", "unit or falsified"},
    {"5 1 0 1 2 3 0\n6 0 5 3 4 0\n", "no hint behind"},
    {"5 1 0 1 2 0\n6 0 5 3 4 1 0\n", "no hint behind"},
    {"5 1 0 1 2 0\n6 0 3 5 4 0\n", "unit or falsified"},
    {"5 1 0 1 2 0\n6 0 7 3 4 0\n", "the id of a clause as hint"},
    {"5 1 0 5 2 0\n6 0 5 3 4 0\n", "the id of a clause as hint"},
    {"4 1 0 1 2 0\n6 0 4 3 4 0\n", "growing ids"},
    {"5 1 0 1 2 0\n5 0 5 3 4 0\n", "growing ids"},
    {"5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", "the id of a clause as hint"},
    {"5 1 0 1 2 0\n5 d 9 0\n6 0 5 3 4 0\n", "the id of a clause to delete"},
    {"5 3 0 1 2 0\n", "a smaller number"},
    {"5 1 -1 0 1 2 0\n", "complementary"},
    {"5 1 0 -1 2 0\n", "a number"},
    {"5 1 0 1 2 0\n6 0 5 3 4 0\n7 1 0 1 2 0\n", "nothing behind the empty clause"},
    {"5 1 0 1 2 0\n700 -1 0 3 4 0\n701 0 600 5 0\n", "the id of a clause as hint"},
    {"5 1 1 0 1 2 0\n6 0 5 3 4 0\n", "unit or falsified"},
    {"5 1 0 1 2 0\n5 d x 0\n6 0 5 3 4 0\n", "a number"},
    {"5", "a blank"},
    {"5 d", "a number"},
    {"5x1 0 1 2 0\n", "a blank"},
    {"5 1\n", "a blank"},
    {"5 1 0 1 2\n", "a blank"},
    {"5 1 0 1 2 0 \n", "end of line"},
    {"x\n", "a number"},
    {"5 99999999999999999999999999 0 1 2 0\n", "a smaller number"},
};

START_TEST(lrat) {
  struct v_cnf cnf;
  struct v_error error;
  square(&cnf);
  bool good = v_lrat_check(&cnf, proofs[_i].text, strlen(proofs[_i].text), 100, &error);
  ck_assert_msg(good == !proofs[_i].message, "%s: %s", proofs[_i].text,
                good ? "accepted" : error.text);
  if (!good)
    ck_assert_msg(strstr(error.text, proofs[_i].message) != NULL, "'%s' does not contain '%s'",
                  error.text, proofs[_i].message);
  v_cnf_free(&cnf);
}
END_TEST

/* A deleted clause implies nothing any more. */
START_TEST(drat) {
  static const struct {
    const char *bytes;
    size_t size;
    bool good;
  } cases[] = {{"a\x02\x00", 3, true},
               {"a\x02\x00"
                "a\x00",
                5, true},
               {"d\x02\x04\x00"
                "a\x02\x00",
                7, false},
               {"", 0, false},
               {"a\x00", 2, false},
               {"a\x02\x04\x00", 4, false},
               {"a\x02", 2, false},
               {"x\x02\x00", 3, false},
               {"a\x06\x00", 3, false},
               {"a\x01\x00", 3, false},
               {"d\x04\x02\x00"
                "d\x02\x06\x00"
                "a\x03\x00",
                11, false},
               {"a\xff\xff\xff\xff\x7f\x00", 7, false},
               {"d\x04\x02\x00"
                "a\x03\x00",
                7, false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct v_cnf cnf;
    struct v_error error;
    square(&cnf);
    struct v_rup *rup = v_rup_new(&cnf);
    ck_assert(!v_rup_refuted(rup));
    bool good = v_drat_check(
        rup, &(struct v_bytes){(unsigned char *)(uintptr_t)cases[k].bytes, cases[k].size}, &error);
    ck_assert_msg(good == cases[k].good, "case %zu: %s", k, good ? "accepted" : error.text);
    ck_assert_int_eq(good, v_rup_refuted(rup));
    v_rup_free(rup);
    v_cnf_free(&cnf);
  }
}
END_TEST

/* Literals 2, 10, 12 and 4, 6, 14 have the same sum and the same sum of squares: deleting the one
 * clause must not lose the other. */
START_TEST(deletions) {
  struct v_cnf cnf = {.num_vars = 7};
  v_push(&cnf.start, 0);
  for (uint32_t k = 0; k < 9; k++) { /* the deleted clause, and all clauses over 2, 3 and 7 */
    uint32_t signs = k ? k - 1 : 0;
    const uint32_t wide[] = {2, 10, 12},
                   full[] = {4 + (signs & 1), 6 + (signs >> 1 & 1), 14 + (signs >> 2 & 1)};
    for (unsigned n = 0; n < 3; n++) v_push(&cnf.literals, k ? full[n] : wide[n]);
    v_push(&cnf.start, (uint32_t)cnf.literals.size);
  }
  static const unsigned char proof[] = "d\2\12\14\0a\4\6\0a\4\0a\6\0a";
  struct v_error error;
  struct v_rup *rup = v_rup_new(&cnf);
  ck_assert_msg(
      v_drat_check(rup, &(struct v_bytes){(unsigned char *)(uintptr_t)proof, sizeof proof}, &error),
      "%s", error.text);
  v_rup_free(rup);
  v_cnf_free(&cnf);
}
END_TEST

/* Random 3-SAT near the threshold: the solver's answer passes our checks; its proof with a byte
 * changed may not refute more. */
START_TEST(solver_answers) {
  uint64_t seed = (uint64_t)(_i + 1) * 7919;
  unsigned refuted = 0;
  printf("seed %llu\n", (unsigned long long)seed);
  struct v_solver solver = {0};
  for (int round = 0; round < 20; round++) {
    struct v_cnf cnf = {.num_vars = 30};
    v_push(&cnf.start, 0);
    for (int k = 0; k < 135; k++) {
      for (int n = 0; n < 3; n++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        v_push(&cnf.literals, (uint32_t)(2 + (seed >> 33) % 60));
      }
      v_push(&cnf.start, (uint32_t)cnf.literals.size);
    }
    struct v_rup *rup = v_rup_new(&cnf);
    struct v_error error;
    uint8_t *values = NULL;
    enum v_answer answer =
        v_rup_refuted(rup) ? V_REFUTED : v_solve(&solver, &cnf, rup, &values, &error);
    if (answer == V_NO_ANSWER)
      ck_assert_msg(strstr(error.text, "no solver") != NULL, "%s", error.text);
    ck_assert_int_eq(answer == V_REFUTED, v_rup_refuted(rup));
    refuted += answer == V_REFUTED;
    free(values);
    v_rup_free(rup);
    v_cnf_free(&cnf);
  }
  v_solver_cleanup();
  printf("refuted %u of 20\n", refuted);
}
END_TEST

#define PROOFS                                                                                     \
  "proofs 2\nproof 0 3\n11 -5 0 5 6 0\n12 -6 0 7 9 2 0\n13 0 11 12 10 0\nproof 1 1\n5 0 2 4 "      \
  "0\nend\n"

/* The kernel alone: an obligation needs its proof. */
START_TEST(without_helpers) {
  struct validator_result result;
  struct scratch s;
  scratch_make(&s, STUCK, STUCK_HOLDS PROOFS);
  struct validator *v = validator_open(s.model, s.certificate, NULL, NULL, &result);
  validator_check(validator_certificate(v), NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
  ck_assert_uint_eq(result.by_proof, 2);
  validator_close(v);
  temporary_remove(&s);
  scratch_make(&s, STUCK, STUCK_HOLDS "end\n");
  v = validator_open(s.model, s.certificate, NULL, NULL, &result);
  validator_check(validator_certificate(v), NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_UNKNOWN);
  ck_assert_ptr_nonnull(strstr(result.reason, "the certificate has no proofs"));
  validator_close(v);
  temporary_remove(&s);
}
END_TEST

START_TEST(certificate_with_proofs) {
  accepts(STUCK, STUCK_HOLDS PROOFS, true);
  /* one literal, one hint, one line, exchanged proofs */
  rejects(STUCK,
          STUCK_HOLDS "proofs 2\nproof 0 3\n11 5 0 5 6 0\n12 -6 0 7 9 2 0\n13 0 11 12 10 0\nproof "
                      "1 1\n5 0 2 4 0\nend\n",
          "proof, line 10");
  rejects(STUCK,
          STUCK_HOLDS "proofs 2\nproof 0 3\n11 -5 0 5 0\n12 -6 0 7 9 2 0\n13 0 11 12 10 0\nproof 1 "
                      "1\n5 0 2 4 0\nend\n",
          "proof, line 10");
  rejects(STUCK,
          STUCK_HOLDS
          "proofs 2\nproof 0 2\n11 -5 0 5 6 0\n13 0 11 12 10 0\nproof 1 1\n5 0 2 4 0\nend\n",
          "proof, line 11");
  rejects(STUCK,
          STUCK_HOLDS "proofs 2\nproof 0 1\n5 0 2 4 0\nproof 1 3\n11 -5 0 5 6 0\n12 -6 0 7 9 2 "
                      "0\n13 0 11 12 10 0\nend\n",
          "obligation 0");
  rejects("aag 3 1 1 0 1 1\n2\n4 7 0\n4\n6 5 3\n", STUCK_HOLDS PROOFS,
          "obligation 0"); /* x' = x | i */
}
END_TEST

/* --- The program ------------------------------------------------------------------------------ */

static int program(const char *arguments, char *output, size_t size) {
  char command[1000];
  snprintf(command, sizeof command, BINARY_DIR "/vouch-validate %s 2>&1", arguments);
  FILE *pipe = popen(command, "r");
  size_t got = fread(output, 1, size - 1, pipe);
  output[got] = 0;
  int status = pclose(pipe);
  ck_assert(WIFEXITED(status));
  return WEXITSTATUS(status);
}

START_TEST(command_line) {
  struct scratch s;
  char output[8000], arguments[600], path[200];
  scratch_make(&s, STUCK, STUCK_HOLDS PROOFS);
  snprintf(arguments, sizeof arguments, "%s %s", s.model, s.certificate);
  ck_assert_int_eq(program(arguments, output, sizeof output), 0);
  ck_assert_ptr_nonnull(
      strstr(output, "s ACCEPTED holds bad 0 (property taken from the certificate)\n"));
  snprintf(arguments, sizeof arguments, "%s %s --property 'bad 0' --verbose --export %s/x", s.model,
           s.certificate, s.directory);
  ck_assert_int_eq(program(arguments, output, sizeof output), 0);
  ck_assert_ptr_nonnull(strstr(output, "obligation 1: bad"));
  ck_assert_ptr_nonnull(strstr(output, "s ACCEPTED holds bad 0\n"));
  static const char *const files[] = {"index.txt", "000.cnf", "000.lrat", "001.cnf", "001.lrat"};
  for (size_t k = 0; k < 5; k++) {
    snprintf(path, sizeof path, "%s/x/%s", s.directory, files[k]);
    ck_assert_int_eq(unlink(path), 0);
  }
  snprintf(path, sizeof path, "%s/x", s.directory);
  ck_assert_int_eq(rmdir(path), 0);
  snprintf(arguments, sizeof arguments, "%s %s --formula 'AG l0'", s.model, s.certificate);
  ck_assert_int_eq(program(arguments, output, sizeof output), 1);
  ck_assert_ptr_nonnull(strstr(output, "s REJECTED the certificate is about another property\n"));
  snprintf(arguments, sizeof arguments, "%s %s %s/none", s.model, s.certificate, s.directory);
  ck_assert_int_eq(program(arguments, output, sizeof output), 2);
  ck_assert_ptr_nonnull(strstr(output, "s UNKNOWN"));
  temporary_remove(&s);
  scratch_make(&s, "aag 2 1 1 0 0\n2\n4 2 0\nl0 x\n",
               "property ctl (EX l0 | EX i0)\ninputs all\nverdict holds\ngates 0\ninvariant "
               "1\nfacts 1\nlower-ex 1 1 1\nchoice 1 6\nend\n");
  snprintf(arguments, sizeof arguments, "%s %s --formula '(EX \"x\"|EX i0)' --state-inputs all",
           s.model, s.certificate);
  ck_assert_int_eq(program(arguments, output, sizeof output), 0);
  snprintf(arguments, sizeof arguments, "%s %s --formula '(EX \"x\"|EX i0)'", s.model,
           s.certificate);
  ck_assert_int_eq(program(arguments, output, sizeof output), 1);
  snprintf(arguments, sizeof arguments, "%s %s", s.model, s.certificate);
  ck_assert_int_eq(program(arguments, output, sizeof output), 0);
  temporary_remove(&s);
  ck_assert_int_eq(program("", output, sizeof output), 2);
  ck_assert_int_eq(program("--nonsense --other a b", output, sizeof output), 2);
  ck_assert_int_eq(program("--state-inputs some a b", output, sizeof output), 2);
  ck_assert_ptr_nonnull(strstr(output, "--state-inputs is observed or all"));
  ck_assert_int_eq(program("/nonexistent/model a", output, sizeof output), 2);
  ck_assert_ptr_nonnull(strstr(output, "s UNKNOWN /nonexistent/model: No such file"));
  ck_assert_int_eq(program("--version", output, sizeof output), 0);
  ck_assert_int_eq(program("--help", output, sizeof output), 0);
}
END_TEST

/* Two counters that only a search can compare: needs a solver; without one the answer is "cannot
 * tell". */
START_TEST(no_solver) {
  struct scratch s;
  char output[8000], arguments[600];
  scratch_make(&s, "aag 2 1 1 0 0 0\n2\n4 2 0\n",
               "property ctl AF l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts "
               "1\nupper-eg 1 1\nblock 1 0\nend fair\nend\n");
  snprintf(arguments, sizeof arguments, "%s %s --solver %s/kissat", s.model, s.certificate,
           s.directory);
  ck_assert_int_eq(program(arguments, output, sizeof output), 2);
  ck_assert_ptr_nonnull(strstr(output, "no solver"));
  snprintf(arguments, sizeof arguments, "%s %s --solver true", s.model, s.certificate);
  ck_assert_int_eq(program(arguments, output, sizeof output), 2);
  ck_assert_ptr_nonnull(strstr(output, "no answer"));
  temporary_remove(&s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_proofs");
  TCase *test = tcase_create("proofs");
  tcase_set_timeout(test, 120);
  tcase_add_test(test, numbering);
  tcase_add_loop_test(test, lrat, 0, sizeof proofs / sizeof *proofs);
  tcase_add_test(test, drat);
  tcase_add_test(test, deletions);
  tcase_add_loop_test(test, solver_answers, 0, 2);
  tcase_add_test(test, without_helpers);
  tcase_add_test(test, certificate_with_proofs);
  tcase_add_test(test, command_line);
  tcase_add_test(test, no_solver);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
