/* certifier/prove/refute.c against brute force, its proofs against a strict LRAT checker of our
 * own. */
#include "certifier/prove/refute.h"
#include "formats/support/vector.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

/* Clauses by id, 0-terminated; NULL: unused. */
struct book {
  int *clauses[20000];
  size_t size;
};

static bool check_lemma(const struct book *book, int num_vars, const int *lits, const long *hints,
                        size_t num_hints) {
  int8_t *value = memory_zeroed((size_t)num_vars + 1, 1);
  bool done = false, ok = true;
  for (; *lits; lits++) value[abs(*lits)] = *lits > 0 ? -1 : 1;
  for (size_t h = 0; h < num_hints && ok; h++) {
    ok = !done && hints[h] > 0 && (size_t)hints[h] <= book->size && book->clauses[hints[h]];
    if (!ok) break;
    int unit = 0, open = 0;
    for (const int *c = book->clauses[hints[h]]; *c; c++) {
      int8_t v = (int8_t)(*c > 0 ? value[*c] : -value[-*c]);
      if (v < 0) continue;
      open++;
      unit = v == 0 ? *c : 0;
    }
    if (open == 0)
      done = true;
    else if (open == 1 && unit)
      value[abs(unit)] = unit > 0 ? 1 : -1;
    else
      ok = false;
  }
  free(value);
  return ok && done;
}

/* Every line is `id lits 0 hints 0`, ids grow, every lemma follows, the last one is empty. */
static bool check_proof(const struct ints *clauses, int num_vars, const char *text, size_t size) {
  static struct book book;
  book = (struct book){0};
  size_t start = 0;
  for (size_t k = 0; k < clauses->size; k++) {
    if (clauses->at[k]) continue;
    book.clauses[++book.size] = clauses->at + start;
    start = k + 1;
  }
  static int pool[2000000];
  size_t used = 0;
  bool empty = false;
  char *end = (char *)text;
  while (end < text + size) {
    size_t id = (size_t)strtol(end, &end, 10), num_hints = 0;
    int *lits = pool + used;
    long hints[5000];
    do pool[used++] = (int)strtol(end, &end, 10);
    while (pool[used - 1]);
    do hints[num_hints++] = strtol(end, &end, 10);
    while (hints[num_hints - 1]);
    if (*end++ != '\n' || id <= book.size ||
        !check_lemma(&book, num_vars, lits, hints, num_hints - 1))
      return false;
    book.size = id;
    book.clauses[id] = lits;
    empty = *lits == 0;
  }
  return empty;
}

static bool satisfiable(const struct ints *clauses, int num_vars) {
  for (unsigned x = 0; x < 1u << num_vars; x++) {
    bool all = true, any = false;
    for (size_t k = 0; k < clauses->size && all; k++) {
      int l = clauses->at[k];
      if (l == 0) {
        all = any;
        any = false;
      } else {
        any = any || (bool)(x >> (abs(l) - 1) & 1) == (l > 0);
      }
    }
    if (all) return true;
  }
  return false;
}

static void random_cnf(struct rng *rng, struct ints *clauses, int num_vars, unsigned num_clauses) {
  ints_clear(clauses);
  for (unsigned k = 0; k < num_clauses; k++) {
    unsigned n = rng_below(rng, 8) == 0 ? 1 : 2 + rng_below(rng, 2);
    uint32_t have = 0;
    for (unsigned i = 0; i < n; i++) {
      int v = 1 + (int)rng_below(rng, (unsigned)num_vars);
      if (have >> v & 1) continue;
      have |= 1u << v;
      ints_push(clauses, rng_below(rng, 2) ? v : -v);
    }
    ints_push(clauses, 0);
  }
}

static enum refuted refute_ints(const struct ints *clauses, int num_vars, long conflicts,
                                char **proof, size_t *size) {
  struct v_cnf cnf = {.num_vars = (uint32_t)num_vars};
  v_push(&cnf.start, 0);
  for (size_t k = 0; k < clauses->size; k++) {
    int lit = clauses->at[k];
    if (lit)
      v_push(&cnf.literals, 2 * (uint32_t)abs(lit) + (lit < 0));
    else
      v_push(&cnf.start, (uint32_t)cnf.literals.size);
  }
  enum refuted answer = refute(&cnf, conflicts, &(struct effort){0}, proof, size);
  v_cnf_free(&cnf);
  return answer;
}

START_TEST(random_formulas) {
  struct rng rng = rng_seeded(random_seed("refute"));
  struct ints clauses = {0};
  unsigned refuted = 0;
  for (int round = 0; round < 4000; round++) {
    int num_vars = 1 + (int)rng_below(&rng, 10);
    random_cnf(&rng, &clauses, num_vars, 1 + rng_below(&rng, 6 * (unsigned)num_vars));
    char *proof = NULL;
    size_t size = 0;
    enum refuted answer = refute_ints(&clauses, num_vars, 100000, &proof, &size);
    ck_assert_int_eq(answer, satisfiable(&clauses, num_vars) ? REFUTE_SATISFIABLE : REFUTED);
    if (answer == REFUTED) ck_assert(check_proof(&clauses, num_vars, proof, size));
    refuted += answer == REFUTED;
    free(proof);
  }
  ck_assert_uint_gt(refuted, 100);
  ints_free(&clauses);
}
END_TEST

/* n+1 pigeons in n holes: needs real search, restarts and lemmas that rest on lemmas. */
START_TEST(pigeons) {
  enum { HOLES = 6 };
  struct ints clauses = {0};
  for (int p = 0; p <= HOLES; p++) {
    for (int h = 1; h <= HOLES; h++) ints_push(&clauses, p * HOLES + h);
    ints_push(&clauses, 0);
  }
  for (int h = 1; h <= HOLES; h++)
    for (int p = 0; p <= HOLES; p++)
      for (int q = 0; q < p; q++) {
        ints_push(&clauses, -(p * HOLES + h));
        ints_push(&clauses, -(q * HOLES + h));
        ints_push(&clauses, 0);
      }
  char *proof = NULL;
  size_t size = 0;
  ck_assert_int_eq(refute_ints(&clauses, HOLES * (HOLES + 1), 10, &proof, &size), REFUTE_GAVE_UP);
  ck_assert_int_eq(refute_ints(&clauses, HOLES * (HOLES + 1), 1000000, &proof, &size), REFUTED);
  ck_assert(check_proof(&clauses, HOLES * (HOLES + 1), proof, size));
  free(proof);
  ints_free(&clauses);
}
END_TEST

START_TEST(empty_clause_in_the_input) {
  struct ints clauses = {0};
  ints_push(&clauses, 1);
  ints_push(&clauses, 0);
  ints_push(&clauses, 0);
  char *proof = NULL;
  size_t size = 0;
  ck_assert_int_eq(refute_ints(&clauses, 1, 10, &proof, &size), REFUTED);
  ck_assert(check_proof(&clauses, 1, proof, size));
  free(proof);
  ints_free(&clauses);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("refute");
  TCase *tests = tcase_create("refute");
  tcase_set_timeout(tests, 0);
  tcase_add_test(tests, random_formulas);
  tcase_add_test(tests, pigeons);
  tcase_add_test(tests, empty_clause_in_the_input);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
