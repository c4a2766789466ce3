/* The search that refutes obligations without proofs: what it refutes, the kernel's LRAT checker
 * accepts; what it satisfies, is satisfied. */
#include "tests/unit/run_suite.h"
#include "validator/kernel/lrat.h"
#include "validator/search/search.h"

#include <stdio.h>

static const uint64_t plenty = UINT64_C(1) << 40;

static uint32_t draw(uint64_t *seed, uint32_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*seed >> 33) % below);
}

static void start(struct v_cnf *cnf, uint32_t num_vars) {
  *cnf = (struct v_cnf){.num_vars = num_vars};
  v_push(&cnf->start, 0);
}

static void end_clause(struct v_cnf *cnf) { v_push(&cnf->start, (uint32_t)cnf->literals.size); }

static bool is_satisfiable(const struct v_cnf *cnf) {
  uint8_t values[16] = {0};
  for (uint32_t assignment = 0; assignment < 1u << cnf->num_vars; assignment++) {
    for (uint32_t k = 0; k < cnf->num_vars; k++) values[k + 1] = assignment >> k & 1;
    if (v_cnf_satisfied(cnf, values)) return true;
  }
  return false;
}

/* The answer, checked. */
static enum v_answer judged(const struct v_cnf *cnf, uint64_t most_work) {
  struct v_bytes proof = {0};
  uint8_t *values = NULL;
  struct v_error error;
  enum v_answer answer = v_search(cnf, most_work, &proof, &values);
  if (answer == V_REFUTED)
    ck_assert_msg(v_lrat_check(cnf, (const char *)proof.at, proof.size, 1, &error), "%s",
                  error.text);
  if (answer == V_SATISFIED) ck_assert(v_cnf_satisfied(cnf, values));
  free(proof.at);
  free(values);
  return answer;
}

/* Clauses of one to four literals, with duplicates and complementary ones, against all
 * assignments. */
START_TEST(small) {
  uint64_t seed = (uint64_t)(_i + 1) * 7907;
  unsigned refuted = 0;
  printf("seed %llu\n", (unsigned long long)seed);
  for (int round = 0; round < 300; round++) {
    struct v_cnf cnf;
    start(&cnf, 1 + draw(&seed, 10));
    for (uint32_t k = draw(&seed, 5 * cnf.num_vars) + 1; k > 0; k--) {
      for (uint32_t n = draw(&seed, 8) ? 2 + draw(&seed, 3) : 1; n > 0; n--)
        v_push(&cnf.literals, 2 + draw(&seed, 2 * cnf.num_vars));
      end_clause(&cnf);
    }
    enum v_answer answer = judged(&cnf, plenty);
    ck_assert_int_eq(answer, is_satisfiable(&cnf) ? V_SATISFIED : V_REFUTED);
    refuted += answer == V_REFUTED;
    v_cnf_free(&cnf);
  }
  ck_assert_uint_gt(refuted, 50);
  ck_assert_uint_lt(refuted, 250);
}
END_TEST

/* A chain of gates with a target at its end: most of its variables are eliminated, and assignments
 * have to be completed. */
START_TEST(circuits) {
  uint64_t seed = (uint64_t)(_i + 1) * 104729;
  unsigned refuted = 0;
  for (int round = 0; round < 100; round++) {
    struct v_cnf cnf;
    uint32_t inputs = 4, gates = 8;
    start(&cnf, inputs + gates);
    for (uint32_t g = inputs + 1; g <= inputs + gates; g++) {
      uint32_t a = 2 + draw(&seed, 2 * (g - 1)), b = 2 + draw(&seed, 2 * (g - 1));
      const uint32_t clauses[3][3] = {{2 * g + 1, a, a}, {2 * g + 1, b, b}, {2 * g, a ^ 1, b ^ 1}};
      for (unsigned k = 0; k < 3; k++) {
        for (unsigned n = 0; n < 3; n++) v_push(&cnf.literals, clauses[k][n]);
        end_clause(&cnf);
      }
    }
    v_push(&cnf.literals, 2 * (inputs + gates) + draw(&seed, 2));
    end_clause(&cnf);
    v_push(&cnf.literals, 2 * (inputs + gates - 1) + draw(&seed, 2));
    end_clause(&cnf);
    enum v_answer answer = judged(&cnf, plenty);
    ck_assert_int_eq(answer, is_satisfiable(&cnf) ? V_SATISFIED : V_REFUTED);
    refuted += answer == V_REFUTED;
    v_cnf_free(&cnf);
  }
  ck_assert_uint_gt(refuted, 10);
}
END_TEST

/* A gate as the kernel writes it; 2 * gate. */
static uint32_t gate(struct v_cnf *cnf, uint32_t variable, const uint32_t *arguments,
                     uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    v_push(&cnf->literals, 2 * variable + 1);
    v_push(&cnf->literals, arguments[k]);
    end_clause(cnf);
  }
  v_push(&cnf->literals, 2 * variable);
  for (uint32_t k = 0; k < count; k++) v_push(&cnf->literals, arguments[k] ^ 1);
  end_clause(cnf);
  return 2 * variable;
}

/* Few inputs, so that many gates are equal, some in one case only; each case sets some of them. */
START_TEST(equal_gates) {
  uint64_t seed = (uint64_t)(_i + 1) * 65537;
  unsigned refuted = 0;
  for (int round = 0; round < 400; round++) {
    struct v_cnf cnf;
    uint32_t inputs = 2 + draw(&seed, 2), gates = 7 + draw(&seed, 3), cases = 1 + draw(&seed, 3);
    uint32_t selectors = inputs + gates + 1;
    start(&cnf, inputs + gates + cases);
    for (uint32_t g = inputs + 1; g <= inputs + gates; g++) {
      uint32_t arguments[3];
      uint32_t count = 1 + draw(&seed, 3);
      for (uint32_t k = 0; k < count; k++)
        arguments[k] = 2 * (1 + draw(&seed, g - 1)) + !draw(&seed, 3);
      gate(&cnf, g, arguments, count);
    }
    for (uint32_t k = 0; k < cases; k++) {
      for (uint32_t n = 1 + draw(&seed, 4); n > 0; n--) {
        v_push(&cnf.literals, 2 * (selectors + k) + 1);
        v_push(&cnf.literals, 2 + draw(&seed, 2 * (inputs + gates)));
        end_clause(&cnf);
      }
    }
    for (uint32_t k = 0; k < cases; k++) v_push(&cnf.literals, 2 * (selectors + k));
    end_clause(&cnf);
    enum v_answer answer = judged(&cnf, plenty);
    ck_assert_int_eq(answer, is_satisfiable(&cnf) ? V_SATISFIED : V_REFUTED);
    refuted += answer == V_REFUTED;
    v_cnf_free(&cnf);
  }
  ck_assert_uint_gt(refuted, 40);
  ck_assert_uint_lt(refuted, 360);
}
END_TEST

enum { BITS = 9 };

static uint32_t and (struct v_cnf * cnf, uint32_t a, uint32_t b) {
  cnf->num_vars++;
  return gate(cnf, cnf->num_vars, (uint32_t[]){a, b}, 2);
}

static uint32_t exclusive_or(struct v_cnf *cnf, uint32_t a, uint32_t b) {
  uint32_t none = and(cnf, a ^ 1, b ^ 1);
  return and(cnf, none ^ 1, and(cnf, a, b) ^ 1);
}

/* The middle bit of the product of two numbers, BITS variables from `first` on and those behind
 * them. With `guard`, a literal that every partial product has, too, as a third argument or in a
 * gate of its own. */
static uint32_t middle_bit(struct v_cnf *cnf, uint32_t first, uint32_t guard) {
  uint32_t sum[2 * BITS + 1];
  uint32_t zero = and(cnf, 2, 3);
  for (uint32_t k = 0; k <= 2 * BITS; k++) sum[k] = zero;
  for (uint32_t a = 0; a < BITS; a++) {
    uint32_t carry = zero;
    for (uint32_t b = 0; b < BITS; b++) {
      uint32_t x = 2 * (first + a), y = 2 * (first + BITS + b);
      uint32_t product = guard && b % 2 ? and(cnf, and(cnf, guard, y), x) : and(cnf, x, y);
      if (guard && b % 2 == 0) product = and(cnf, guard, product);
      uint32_t half = exclusive_or(cnf, sum[a + b], product);
      uint32_t both = and(cnf, sum[a + b], product);
      uint32_t next = and(cnf, both ^ 1, and(cnf, half, carry) ^ 1) ^ 1;
      sum[a + b] = exclusive_or(cnf, half, carry);
      carry = next;
    }
    sum[a + BITS] = carry;
  }
  return sum[BITS - 1];
}

/* Two multipliers that are the same one in each of two cases: hopeless without seeing that their
 * gates are equal. */
START_TEST(equal_circuits) {
  struct v_cnf cnf;
  start(&cnf, 2 * BITS + 1);
  uint32_t guard = 2 * (2 * BITS + 1);
  uint32_t one = middle_bit(&cnf, 1, 0), other = middle_bit(&cnf, 1, guard);
  uint32_t selectors[2] = {2 * cnf.num_vars + 2, 2 * cnf.num_vars + 4};
  const uint32_t units[2][3] = {{guard, one, other ^ 1}, {guard, one ^ 1, other}};
  cnf.num_vars += 2;
  for (unsigned k = 0; k < 2; k++) {
    for (unsigned n = 0; n < 3; n++) {
      v_push(&cnf.literals, selectors[k] ^ 1);
      v_push(&cnf.literals, units[k][n]);
      end_clause(&cnf);
    }
  }
  v_push(&cnf.literals, selectors[0]);
  v_push(&cnf.literals, selectors[1]);
  end_clause(&cnf);
  ck_assert_int_eq(judged(&cnf, 10000000), V_REFUTED);
  v_cnf_free(&cnf);
}
END_TEST

static void unit(struct v_cnf *cnf, uint32_t lit) {
  v_push(&cnf->literals, lit);
  end_clause(cnf);
}

/* Two multipliers whose inputs are said to be equal, or complementary, in pairs, as invariants say
 * it: the gates above them are equal only if that is taken as what it means. */
START_TEST(equal_inputs) {
  struct v_cnf cnf;
  start(&cnf, 4 * BITS);
  uint32_t one = middle_bit(&cnf, 1, 0), other = middle_bit(&cnf, 2 * BITS + 1, 0);
  for (uint32_t k = 1; k <= 2 * BITS; k++)
    unit(&cnf, exclusive_or(&cnf, 2 * k, 2 * (2 * BITS + k) + 1));
  unit(&cnf, exclusive_or(&cnf, one, other));
  ck_assert_int_eq(judged(&cnf, 10000000), V_REFUTED);
  v_cnf_free(&cnf);
  start(&cnf, 4 * BITS); /* but for one bit */
  one = middle_bit(&cnf, 1, 0);
  other = middle_bit(&cnf, 2 * BITS + 1, 0);
  for (uint32_t k = 1; k <= 2 * BITS; k++)
    unit(&cnf, exclusive_or(&cnf, 2 * k, 2 * (2 * BITS + k) + (k < 2 * BITS)));
  unit(&cnf, exclusive_or(&cnf, one, other));
  ck_assert_int_eq(judged(&cnf, plenty), V_SATISFIED);
  v_cnf_free(&cnf);
}
END_TEST

/* Random 3-SAT near the threshold, large enough for restarts, reductions and vivification. */
START_TEST(threshold) {
  uint64_t seed = (uint64_t)(_i + 1) * 31337;
  struct v_cnf cnf;
  uint32_t num_vars = 150 + 10 * (uint32_t)_i;
  start(&cnf, num_vars);
  for (uint32_t k = 0; k < num_vars * 45 / 10; k++) {
    for (unsigned n = 0; n < 3; n++) v_push(&cnf.literals, 2 + draw(&seed, 2 * num_vars));
    end_clause(&cnf);
  }
  ck_assert_int_ne(judged(&cnf, plenty), V_NO_ANSWER);
  v_cnf_free(&cnf);
}
END_TEST

/* More pigeons than holes: hard, and unsatisfiable. */
static void pigeons(struct v_cnf *cnf, uint32_t holes) {
  start(cnf, holes * (holes + 1));
  for (uint32_t p = 0; p <= holes; p++) {
    for (uint32_t h = 0; h < holes; h++) v_push(&cnf->literals, 2 * (p * holes + h + 1));
    end_clause(cnf);
  }
  for (uint32_t h = 0; h < holes; h++)
    for (uint32_t p = 0; p <= holes; p++)
      for (uint32_t q = 0; q < p; q++) {
        v_push(&cnf->literals, 2 * (p * holes + h + 1) + 1);
        v_push(&cnf->literals, 2 * (q * holes + h + 1) + 1);
        end_clause(cnf);
      }
}

START_TEST(pigeon_holes) {
  struct v_cnf cnf;
  pigeons(&cnf, 7);
  ck_assert_int_eq(judged(&cnf, plenty), V_REFUTED);
  v_cnf_free(&cnf);
}
END_TEST

START_TEST(gives_up) {
  struct v_cnf cnf;
  pigeons(&cnf, 20);
  ck_assert_int_eq(judged(&cnf, 1000000), V_NO_ANSWER);
  v_cnf_free(&cnf);
}
END_TEST

static Suite *search_suite(void) {
  Suite *suite = suite_create("validator_search");
  TCase *tcase = tcase_create("search");
  tcase_add_loop_test(tcase, equal_gates, 0, 10);
  tcase_add_test(tcase, equal_circuits);
  tcase_add_test(tcase, equal_inputs);
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, small, 0, 10);
  tcase_add_loop_test(tcase, circuits, 0, 10);
  tcase_add_loop_test(tcase, threshold, 0, 6);
  tcase_add_test(tcase, pigeon_holes);
  tcase_add_test(tcase, gives_up);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void) { return run_suite(search_suite()); }
