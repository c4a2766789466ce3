/* Cases and sums modulo 2 of the validator's search: what they refute, the kernel's LRAT checker
 * accepts, and nothing else is refuted. */
#include "tests/unit/run_suite.h"
#include "validator/kernel/lrat.h"
#include "validator/search/search.h"
#include "validator/search/split.h"

#include <stdio.h>

static const uint64_t plenty = UINT64_C(1) << 40;

static uint32_t draw(uint64_t *seed, uint32_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*seed >> 33) % below);
}

/* --- Formulas --- */
static void start(struct v_cnf *cnf, uint32_t num_vars) {
  *cnf = (struct v_cnf){.num_vars = num_vars};
  v_push(&cnf->start, 0);
}

static void clause(struct v_cnf *cnf, const uint32_t *literals, size_t count) {
  for (size_t k = 0; k < count; k++) v_push(&cnf->literals, literals[k]);
  v_push(&cnf->start, (uint32_t)cnf->literals.size);
}

static void unit(struct v_cnf *cnf, uint32_t literal) { clause(cnf, &literal, 1); }

/* A gate as the kernel writes it. */
static uint32_t and (struct v_cnf * cnf, uint32_t a, uint32_t b) {
  cnf->num_vars++;
  uint32_t gate = 2 * cnf->num_vars;
  clause(cnf, (uint32_t[]){gate ^ 1, a}, 2);
  clause(cnf, (uint32_t[]){gate ^ 1, b}, 2);
  clause(cnf, (uint32_t[]){gate, a ^ 1, b ^ 1}, 3);
  return gate;
}

static uint32_t or (struct v_cnf * cnf, uint32_t a, uint32_t b) {
  return and(cnf, a ^ 1, b ^ 1) ^ 1;
}

static uint32_t exclusive_or(struct v_cnf *cnf, uint32_t a, uint32_t b) {
  uint32_t none = and(cnf, a ^ 1, b ^ 1);
  return and(cnf, none ^ 1, and(cnf, a, b) ^ 1);
}

static uint32_t choice(struct v_cnf *cnf, uint32_t selector, uint32_t then, uint32_t other) {
  uint32_t one = and(cnf, selector, then);
  return or (cnf, one, and(cnf, selector ^ 1, other));
}

static uint32_t sum(struct v_cnf *cnf, const uint32_t *terms, uint32_t count) {
  uint32_t result = terms[0];
  for (uint32_t k = 1; k < count; k++) result = exclusive_or(cnf, result, terms[k]);
  return result;
}

/* --- Judging --- */
/* Variables 1 .. inputs are free; the others are gates, or the formula does not say. */
static bool is_satisfiable(const struct v_cnf *cnf, uint32_t inputs) {
  uint8_t *values = v_zeroed((size_t)cnf->num_vars + 1, 1);
  bool found = false;
  for (uint32_t assignment = 0; assignment < 1u << inputs && !found; assignment++) {
    for (uint32_t k = 0; k < inputs; k++) values[k + 1] = assignment >> k & 1;
    for (size_t k = 2; k < v_cnf_clauses(cnf); k++) {
      const uint32_t *gate = cnf->literals.at + cnf->start.at[k];
      if (cnf->start.at[k + 1] - cnf->start.at[k] != 3 || gate[0] <= 2 * inputs + 1) continue;
      values[gate[0] / 2] = !v_value(values, gate[1]) && !v_value(values, gate[2]);
    }
    found = v_cnf_satisfied(cnf, values);
  }
  free(values);
  return found;
}

/* With the last clause as the list of cases. */
static bool is_refuted(const struct v_cnf *cnf, uint64_t most_work) {
  struct v_cdcl s;
  struct v_error error;
  const uint32_t *literals = cnf->literals.at, *from = cnf->start.at;
  size_t count = v_cnf_clauses(cnf);
  v_cdcl_start(&s, cnf->num_vars, (uint32_t)count);
  for (uint32_t k = 0; k < count; k++)
    v_cdcl_add(&s, literals + from[k], from[k + 1] - from[k], k + 1, 0);
  v_split(&s, cnf, literals + from[count - 1], literals + from[count], most_work, most_work);
  bool refuted = s.refuted;
  if (refuted) {
    struct v_bytes proof = v_derivation_text(&s.derivation);
    ck_assert_msg(v_lrat_check(cnf, (const char *)proof.at, proof.size, 1, &error), "%s",
                  error.text);
    free(proof.at);
  }
  v_cdcl_free(&s);
  return refuted;
}

static void shuffle(uint64_t *seed, uint32_t *terms, uint32_t count) {
  for (uint32_t k = count; k > 1; k--) {
    uint32_t other = draw(seed, k), term = terms[k - 1];
    terms[k - 1] = terms[other];
    terms[other] = term;
  }
}

/* --- Tests --- */
/* Few inputs, signals made of them, and two sums of these in cases that say what they are. */
START_TEST(small) {
  enum { INPUTS = 5, CASES = 2, SIGNALS = 14, TERMS = 10 };
  uint64_t seed = (uint64_t)(_i + 1) * 6151;
  unsigned refuted = 0;
  printf("seed %llu\n", (unsigned long long)seed);
  for (int round = 0; round < 100; round++) {
    struct v_cnf cnf;
    uint32_t signals[SIGNALS], terms[TERMS], sums[2];
    start(&cnf, INPUTS + CASES);
    for (uint32_t k = 0; k < SIGNALS; k++) {
      uint32_t a = k < INPUTS ? 2 * k + 2 : signals[draw(&seed, k)] ^ draw(&seed, 2);
      uint32_t b = k < INPUTS ? a : signals[draw(&seed, k)] ^ draw(&seed, 2);
      uint32_t c = k < INPUTS ? a : signals[draw(&seed, k)];
      signals[k] = k < INPUTS ? a : draw(&seed, 2) ? and(&cnf, a, b) : choice(&cnf, c, a, b);
    }
    for (uint32_t k = 0; k < TERMS; k++) terms[k] = signals[draw(&seed, SIGNALS)] ^ draw(&seed, 2);
    for (uint32_t k = 0; k < 2; k++) {
      shuffle(&seed, terms, TERMS);
      if (draw(&seed, 3) == 0) terms[0] = signals[draw(&seed, SIGNALS)];
      sums[k] = sum(&cnf, terms, TERMS);
    }
    for (uint32_t k = 0; k < CASES; k++) {
      uint32_t selector = 2 * (INPUTS + k + 1);
      for (uint32_t n = 0; n < 2; n++)
        clause(&cnf, (uint32_t[]){selector ^ 1, sums[n] ^ (k ^ n)}, 2);
    }
    if (draw(&seed, 2)) unit(&cnf, signals[draw(&seed, SIGNALS)] ^ draw(&seed, 2));
    clause(&cnf, (uint32_t[]){2 * INPUTS + 2, 2 * INPUTS + 4}, CASES);
    bool expected = !is_satisfiable(&cnf, INPUTS + CASES);
    ck_assert_int_eq(is_refuted(&cnf, plenty), expected);
    refuted += expected;
    v_cnf_free(&cnf);
  }
  ck_assert_uint_gt(refuted, 10);
  ck_assert_uint_lt(refuted, 90);
}
END_TEST

/* The parity of a word in two orders. */
START_TEST(orders) {
  enum { WIDTH = 40 };
  uint64_t seed = (uint64_t)(_i + 1) * 389;
  struct v_cnf cnf;
  uint32_t word[WIDTH];
  start(&cnf, WIDTH);
  for (uint32_t k = 0; k < WIDTH; k++) word[k] = 2 * k + 2;
  uint32_t one = sum(&cnf, word, WIDTH);
  /* Neighbours change places, a few times: what is between two places of a word stays small. */
  for (uint32_t k = 0; k < 3 * WIDTH; k++) shuffle(&seed, word + draw(&seed, WIDTH - 2), 2);
  uint32_t other = sum(&cnf, word, WIDTH);
  unit(&cnf, one);
  unit(&cnf, other ^ (_i % 4 != 0));
  ck_assert_int_eq(is_refuted(&cnf, 100000000), _i % 4 != 0);
  v_cnf_free(&cnf);
}
END_TEST

/* A word and the same one rotated by an amount that is not known: its cases are the selectors. */
START_TEST(rotated) {
  enum { LOG = 4, WIDTH = 1 << LOG };
  struct v_cnf cnf;
  uint32_t word[WIDTH], next[WIDTH];
  start(&cnf, WIDTH + LOG);
  for (uint32_t k = 0; k < WIDTH; k++) word[k] = 2 * k + 2;
  uint32_t one = sum(&cnf, word, WIDTH);
  for (uint32_t bit = 0; bit < LOG; bit++) {
    for (uint32_t k = 0; k < WIDTH; k++)
      next[k] = choice(&cnf, 2 * (WIDTH + bit + 1), word[(k + (1u << bit)) % WIDTH], word[k]);
    memcpy(word, next, sizeof word);
  }
  uint32_t other = sum(&cnf, word, WIDTH);
  unit(&cnf, one);
  unit(&cnf, other ^ 1);
  ck_assert(is_refuted(&cnf, 100000000));
  v_cnf_free(&cnf);
}
END_TEST

/* Terms that are equal, but not gate by gate: the majority of three. */
START_TEST(equal_terms) {
  enum { TERMS = 10 };
  struct v_cnf cnf;
  uint32_t terms[2][TERMS];
  start(&cnf, 3 * TERMS);
  for (uint32_t k = 0; k < TERMS; k++) {
    uint32_t a = 6 * k + 2, b = a + 2, c = b + 2;
    uint32_t two = or (&cnf, and(&cnf, a, c), and(&cnf, b, c));
    terms[0][k] = or (&cnf, and(&cnf, a, b), two);
    terms[1][k] = choice(&cnf, b, or (&cnf, a, c), and(&cnf, a, c)) ^ 1;
  }
  unit(&cnf, sum(&cnf, terms[0], TERMS));
  unit(&cnf, sum(&cnf, terms[1], TERMS) ^ 1);
  ck_assert(is_refuted(&cnf, 100000000));
  v_cnf_free(&cnf);
}
END_TEST

/* The whole search, too, which looks at sums when it has met many conflicts. */
START_TEST(whole_search) {
  enum { WIDTH = 60 };
  uint64_t seed = 1;
  struct v_bytes proof = {0};
  struct v_error error;
  struct v_cnf cnf;
  uint8_t *values = NULL;
  uint32_t word[WIDTH];
  start(&cnf, WIDTH);
  for (uint32_t k = 0; k < WIDTH; k++) word[k] = 2 * k + 2;
  unit(&cnf, sum(&cnf, word, WIDTH));
  for (uint32_t k = 0; k < 4 * WIDTH; k++) shuffle(&seed, word + draw(&seed, WIDTH - 3), 3);
  unit(&cnf, sum(&cnf, word, WIDTH) ^ 1);
  ck_assert_int_eq(v_search(&cnf, 1 << 28, &proof, &values), V_REFUTED);
  ck_assert_msg(v_lrat_check(&cnf, (const char *)proof.at, proof.size, 1, &error), "%s",
                error.text);
  free(proof.at);
  v_cnf_free(&cnf);
}
END_TEST

static Suite *sums_suite(void) {
  Suite *suite = suite_create("validator_sums");
  TCase *tcase = tcase_create("sums");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, small, 0, 10);
  tcase_add_loop_test(tcase, orders, 0, 12);
  tcase_add_test(tcase, rotated);
  tcase_add_test(tcase, equal_terms);
  tcase_add_test(tcase, whole_search);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void) { return run_suite(sums_suite()); }
