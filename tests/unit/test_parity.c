/* Refuting conditions on sums modulo 2: against all values on small ones, and what only sums
 * refute. */
#include "checker/system/parity.h"
#include "tests/unit/run_suite.h"

#include <stdio.h>

static uint32_t draw(uint64_t *seed, uint32_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*seed >> 33) % below);
}

static bool is_satisfiable(const struct aig *aig, lit root, unsigned states) {
  uint8_t values[16];
  for (uint32_t assignment = 0; assignment < 1u << states; assignment++) {
    for (unsigned k = 0; k < states; k++) values[k] = assignment >> k & 1;
    if (aig_eval(aig, root, values, NULL)) return true;
  }
  return false;
}

static lit sum(struct aig *aig, const lit *terms, size_t count) {
  lit result = AIG_FALSE;
  for (size_t k = 0; k < count; k++) result = aig_xor(aig, result, terms[k]);
  return result;
}

static void shuffle(uint64_t *seed, lit *terms, uint32_t count) {
  for (uint32_t k = count; k > 1; k--) {
    uint32_t other = draw(seed, k), term = terms[k - 1];
    terms[k - 1] = terms[other];
    terms[other] = term;
  }
}

static enum parity refute(const struct aig *aig, lit root) {
  struct lits path = {0};
  enum parity answer = parity_refute(aig, root, &path, NULL);
  lits_free(&path);
  return answer;
}

/* Two sums of the same signals, or nearly so, and a condition beside. */
START_TEST(small) {
  enum { STATES = 6, SIGNALS = 16, TERMS = 12 };
  uint64_t seed = (uint64_t)(_i + 1) * 7919;
  unsigned refuted = 0, satisfiable = 0;
  printf("seed %llu\n", (unsigned long long)seed);
  for (int round = 0; round < 200; round++) {
    struct aig *aig = aig_new();
    lit signals[SIGNALS], terms[TERMS];
    for (uint32_t k = 0; k < SIGNALS; k++) {
      lit a = k < STATES ? aig_state(aig) : signals[draw(&seed, k)] ^ draw(&seed, 2);
      lit b = k < STATES ? a : signals[draw(&seed, k)] ^ draw(&seed, 2);
      lit c = k < STATES ? a : signals[draw(&seed, k)];
      signals[k] = k < STATES ? a : draw(&seed, 2) ? aig_and(aig, a, b) : aig_ite(aig, c, a, b);
    }
    for (uint32_t k = 0; k < TERMS; k++) terms[k] = signals[draw(&seed, SIGNALS)];
    lit one = sum(aig, terms, TERMS);
    shuffle(&seed, terms, TERMS);
    if (draw(&seed, 3) == 0) terms[0] = signals[draw(&seed, SIGNALS)];
    lit other = sum(aig, terms, TERMS) ^ draw(&seed, 2);
    lit root = aig_and(aig, aig_and(aig, one, other), signals[draw(&seed, SIGNALS)]);
    bool possible = is_satisfiable(aig, root, STATES);
    bool claimed = refute(aig, root) == PARITY_REFUTED;
    ck_assert_msg(!(possible && claimed), "round %d", round);
    refuted += claimed;
    satisfiable += possible;
    aig_free(aig);
  }
  ck_assert_uint_gt(refuted, 20);
  ck_assert_uint_gt(satisfiable, 20);
}
END_TEST

enum { LOG = 4, WIDTH = 1 << LOG };

/* The parity of a word, and that of the same one rotated, are different. */
static lit rotated(struct aig *aig) {
  lit word[WIDTH], next[WIDTH], amount[LOG];
  for (unsigned k = 0; k < WIDTH; k++) word[k] = aig_state(aig);
  for (unsigned k = 0; k < LOG; k++) amount[k] = aig_state(aig);
  lit one = sum(aig, word, WIDTH);
  for (unsigned bit = 0; bit < LOG; bit++) {
    for (unsigned k = 0; k < WIDTH; k++)
      next[k] = aig_ite(aig, amount[bit], word[(k + (1u << bit)) % WIDTH], word[k]);
    memcpy(word, next, sizeof word);
  }
  return aig_and(aig, one, lit_not(sum(aig, word, WIDTH)));
}

START_TEST(rotation) {
  struct aig *aig = aig_new();
  ck_assert_int_eq(refute(aig, rotated(aig)), PARITY_REFUTED);
  aig_free(aig);
}
END_TEST

/* In turns that are too short for all of it: it goes on from where it was. */
START_TEST(turns) {
  struct aig *aig = aig_new();
  struct meter meter = {0};
  struct effort all = {.meter = &meter};
  struct lits path = {0};
  lit root = rotated(aig);
  enum parity answer = PARITY_OPEN;
  unsigned count = 0;
  for (; answer != PARITY_REFUTED && count < 1000; count++) {
    struct effort turn = effort_of(&all, 200000);
    answer = parity_refute(aig, root, &path, &turn);
  }
  ck_assert_int_eq(answer, PARITY_REFUTED);
  ck_assert_uint_gt(count, 1);
  lits_free(&path);
  aig_free(aig);
}
END_TEST

/* Terms that are equal in fact, but not in structure, are left to the solver. */
START_TEST(equal_terms) {
  enum { TERMS = 10 };
  struct aig *aig = aig_new();
  lit terms[2][TERMS];
  for (unsigned k = 0; k < TERMS; k++) {
    lit a = aig_state(aig), b = aig_state(aig), c = aig_state(aig);
    lit two = aig_or(aig, aig_and(aig, a, c), aig_and(aig, b, c));
    terms[0][k] = aig_or(aig, aig_and(aig, a, b), two);
    terms[1][k] = aig_ite(aig, b, aig_or(aig, a, c), aig_and(aig, a, c));
  }
  lit one = sum(aig, terms[0], TERMS), other = sum(aig, terms[1], TERMS);
  ck_assert_int_eq(refute(aig, aig_and(aig, one, lit_not(other))), PARITY_REFUTED);
  ck_assert_int_ne(refute(aig, aig_and(aig, one, other)), PARITY_REFUTED);
  aig_free(aig);
}
END_TEST

START_TEST(no_sums) {
  struct aig *aig = aig_new();
  lit terms[4];
  for (unsigned k = 0; k < 4; k++) terms[k] = aig_state(aig);
  ck_assert_int_eq(refute(aig, sum(aig, terms, 4)), PARITY_NONE);
  ck_assert_int_eq(refute(aig, aig_and_all(aig, terms, 4)), PARITY_NONE);
  ck_assert_int_eq(refute(aig, AIG_FALSE), PARITY_REFUTED);
  ck_assert_int_eq(refute(aig, AIG_TRUE), PARITY_NONE);
  aig_free(aig);
}
END_TEST

static Suite *parity_suite(void) {
  Suite *suite = suite_create("parity");
  TCase *tcase = tcase_create("parity");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, small, 0, 10);
  tcase_add_test(tcase, rotation);
  tcase_add_test(tcase, turns);
  tcase_add_test(tcase, equal_terms);
  tcase_add_test(tcase, no_sums);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void) { return run_suite(parity_suite()); }
