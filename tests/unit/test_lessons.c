/* What properties leave to each other: only what is inductive together is taken, all of it, and
 * whatever else is said changes no verdict. */
#include "checker/portfolio/check.h"
#include "checker/system/lessons.h"
#include "checker/system/unroll.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

static struct system *elaborated(const struct aiger *model) {
  struct elaboration how = {
      .model = model, .justice = -1, .roots = model->bad.at, .num_roots = model->bad.size};
  return system_elaborate(&how);
}

static void push_clause(struct lits *lessons, const uint32_t *literals, size_t n) {
  lits_append(lessons, literals, n);
  lits_push(lessons, LESSON_END);
}

/* Clauses over any variables: most are wrong, some are about what is not there. */
static void random_lessons(struct rng *rng, const struct aiger *model, struct lits *lessons) {
  uint32_t latches = (uint32_t)model->num_latches;
  for (uint32_t n = rng_below(rng, 60); n > 0; n--) {
    for (uint32_t k = 1 + rng_below(rng, 3); k > 0; k--) {
      uint32_t literal = latches && rng_below(rng, 8) ? model->latches[rng_below(rng, latches)].lit
                                                      : rng_below(rng, 2 * model->maxvar + 20);
      lits_push(lessons, literal ^ rng_below(rng, 2));
    }
    lits_push(lessons, LESSON_END);
  }
}

/* --- an induction of its own: CaDiCaL, one clause at a time ------------------------------------
 */

/* Does a step (or, with `initial`, a first state) from where all of `all` but the dropped ones hold
 * break the clause? */
static bool can_break(struct system *s, const struct clauses *all, const uint8_t *dropped,
                      const struct lits *clause, bool initial) {
  struct sat *sat = sat_new(SAT_CADICAL, NULL);
  struct unroll unroll;
  unroll_init(&unroll, sat, s);
  sat_unit(sat, unroll_lit(&unroll, 0, initial ? s->init : s->constraint));
  for (size_t k = 0; !initial && k < all->size; k++) {
    struct ints holds = {0};
    for (size_t i = 0; i < all->at[k].size; i++)
      ints_push(&holds, unroll_lit(&unroll, 0, all->at[k].at[i]));
    if (!dropped[k]) sat_clause(sat, holds.at, holds.size);
    ints_free(&holds);
  }
  for (size_t i = 0; i < clause->size; i++)
    sat_unit(sat, -unroll_lit(&unroll, initial ? 0 : 1, clause->at[i]));
  bool broken = sat_solve(sat) != SAT_NO;
  unroll_free(&unroll);
  sat_free(sat);
  return broken;
}

/* The clauses of the lessons that the system has the states for. */
static void all_clauses(const struct system *s, const struct lits *lessons, struct clauses *all) {
  struct lits clause = {0};
  bool there = true;
  for (size_t k = 0; k < lessons->size; k++) {
    uint32_t a = lessons->at[k];
    if (a == LESSON_END) {
      if (there && clause.size) clauses_add(all, clause.at, clause.size);
      lits_clear(&clause);
      there = true;
      continue;
    }
    size_t state = 0;
    while (state < s->num_states && s->state_origin[state] != a / 2) state++;
    there = there && state < s->num_states;
    if (there) lits_push(&clause, s->states[state] ^ (a & 1));
  }
  lits_free(&clause);
}

/* How many of them are inductive together. */
static size_t count_inductive(struct system *s, const struct clauses *all) {
  uint8_t *dropped = memory_zeroed(all->size, 1);
  size_t left = all->size;
  for (size_t k = 0; k < all->size; k++) dropped[k] = can_break(s, all, dropped, &all->at[k], true);
  for (bool again = true; again;) {
    again = false;
    for (size_t k = 0; k < all->size; k++) {
      if (dropped[k] || !can_break(s, all, dropped, &all->at[k], false)) continue;
      dropped[k] = again = true;
    }
  }
  for (size_t k = 0; k < all->size; k++) left -= dropped[k];
  free(dropped);
  return left;
}

static void ck_inductive(struct system *s, const struct clauses *known, uint64_t seed) {
  uint8_t *dropped = memory_zeroed(known->size, 1);
  for (size_t k = 0; k < known->size; k++)
    for (int initial = 0; initial < 2; initial++)
      ck_assert_msg(!can_break(s, known, dropped, &known->at[k], initial), "seed %lu",
                    (unsigned long)seed);
  free(dropped);
}

START_TEST(takes_what_is_inductive) {
  const struct random_shape shape = {
      .max_latches = 8, .max_inputs = 4, .max_gates = 60, .max_constraints = 2};
  size_t taken = 0;
  for (uint64_t seed = 100; seed < 300; seed++) {
    struct rng rng = rng_seeded(seed);
    struct aiger model;
    struct lits lessons = {0};
    struct clauses known, all = {0};
    random_model(&rng, &shape, &model);
    random_lessons(&rng, &model, &lessons);
    struct system *s = elaborated(&model);
    lessons_take(s, s->state_origin, &lessons, NULL, &known);
    all_clauses(s, &lessons, &all);
    ck_inductive(s, &known, seed);
    ck_assert_msg(known.size == count_inductive(s, &all), "seed %lu", (unsigned long)seed);
    taken += known.size;
    clauses_free(&known);
    clauses_free(&all);
    system_free(s);
    lits_free(&lessons);
    aiger_free(&model);
  }
  ck_assert_uint_gt(taken, 200); /* else nothing was tested */
}
END_TEST

/* A counter of two bits that never gets to 3; the third latch follows the input. */
static const char counter[] = "aag 7 1 3 0 3 1\n2\n4 12\n6 8\n8 2\n14\n10 4 6\n12 5 7\n14 10 8\n";

START_TEST(nothing_when_the_work_is_over) {
  struct aiger model;
  struct meter meter = {0};
  struct effort effort = {.meter = &meter, .limit = 1};
  struct lits lessons = {0};
  struct clauses known;
  text_model(counter, &model);
  struct system *s = elaborated(&model);
  push_clause(&lessons, (uint32_t[]){4, 5}, 2);
  lessons_take(s, s->state_origin, &lessons, NULL, &known);
  ck_assert_uint_eq(known.size, 1);
  clauses_free(&known);
  spend(&effort, 2);
  lessons_take(s, s->state_origin, &lessons, &effort, &known);
  ck_assert_uint_eq(known.size, 0);
  lits_free(&lessons);
  system_free(s);
  aiger_free(&model);
}
END_TEST

/* Literals in order, and no clause about what the model does not have. */
START_TEST(leaves_clauses_of_the_model) {
  struct aiger model;
  struct lits lessons = {0};
  struct clauses clauses = {0};
  text_model(counter, &model);
  struct system *s = elaborated(&model);
  uint32_t names[] = {2, 3, ORIGIN_GHOST};
  ck_assert_uint_eq(s->num_states, 3);
  clauses_add(&clauses, (lit[]){lit_not(s->states[1]), s->states[0]}, 2);
  clauses_add(&clauses, (lit[]){s->states[0], s->states[2]}, 2);
  clauses_add(&clauses, (lit[]){lit_not(s->states[0])}, 1);
  lessons_leave(s, names, &clauses, &lessons);
  struct lits expected = {0};
  push_clause(&expected, (uint32_t[]){4, 7}, 2);
  push_clause(&expected, (uint32_t[]){5}, 1);
  ck_assert(lits_equal(&lessons, &expected));
  lits_free(&expected);
  lits_free(&lessons);
  clauses_free(&clauses);
  system_free(s);
  aiger_free(&model);
}
END_TEST

START_TEST(books_have_no_clause_twice) {
  struct lesson_book book = {0};
  struct lits first = {0}, second = {0}, expected = {0};
  push_clause(&first, (uint32_t[]){4, 7}, 2);
  push_clause(&first, (uint32_t[]){4}, 1);
  push_clause(&first, (uint32_t[]){4, 7}, 2);
  push_clause(&second, (uint32_t[]){4}, 1);
  push_clause(&second, (uint32_t[]){7}, 1);
  push_clause(&second, (uint32_t[]){9}, 1);
  lesson_book_add(&book, first.at, first.size, 3);
  lesson_book_add(&book, second.at, second.size, 3);
  push_clause(&expected, (uint32_t[]){4, 7}, 2);
  push_clause(&expected, (uint32_t[]){4}, 1);
  push_clause(&expected, (uint32_t[]){7}, 1);
  ck_assert(lits_equal(&book.lessons, &expected));
  lesson_book_free(&book);
  lits_free(&first);
  lits_free(&second);
  lits_free(&expected);
}
END_TEST

/* --- whole checks ------------------------------------------------------------------------------
 */

/* What all properties leave after a little work, and lies. */
static void gather(struct rng *rng, const struct aiger *model, struct lits *lessons) {
  struct check_options options = check_defaults;
  struct lesson_book book = {0};
  struct lits lies = {0};
  options.most_ticks = 1 + rng_below(rng, 100000);
  for (uint32_t k = 0; k < model->bad.size; k++) {
    struct property property = {.kind = PROPERTY_BAD, .index = k};
    struct check_result result;
    check_property(model, &property, &options, NULL, &result);
    lesson_book_add(&book, result.lessons.at, result.lessons.size, 1000);
    check_result_free(&result);
  }
  random_lessons(rng, model, &lies);
  lesson_book_add(&book, lies.at, lies.size, 1000);
  lits_append(lessons, book.lessons.at, book.lessons.size);
  lits_free(&lies);
  lesson_book_free(&book);
}

START_TEST(lies_change_no_verdict) {
  const struct random_shape shape = {
      .max_latches = 8, .max_inputs = 4, .max_gates = 60, .max_constraints = 2};
  for (uint64_t seed = 6000; seed < 6300; seed++) {
    struct rng rng = rng_seeded(seed);
    struct aiger model;
    struct lits lessons = {0};
    random_model(&rng, &shape, &model);
    gather(&rng, &model, &lessons);
    struct tuning tuning = tuning_defaults;
    struct check_options options = check_defaults;
    options.lessons = &lessons;
    options.tuning = &tuning;
    if (rng_chance(&rng, 50)) tuning.correspondence = 0;
    if (rng_chance(&rng, 50)) tuning.ahead_after = 0;
    for (uint32_t k = 0; k < model.bad.size; k++) {
      struct property property = {.kind = PROPERTY_BAD, .index = k};
      struct check_result result;
      enum oracle_answer expected = oracle_bad(&model, model.bad.at[k]);
      if (expected == ORACLE_TOO_LARGE) continue;
      check_property(&model, &property, &options, NULL, &result);
      ck_assert_msg(result.evidence.verdict ==
                        (expected == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS),
                    "seed %lu, bad %u", (unsigned long)seed, k);
      ck_assert_uint_eq(result.lessons.size, 0);
      check_result_free(&result);
    }
    lits_free(&lessons);
    aiger_free(&model);
  }
}
END_TEST

static Suite *suite(void) {
  Suite *s = suite_create("lessons");
  TCase *tc = tcase_create("lessons");
  tcase_set_timeout(tc, 300);
  tcase_add_test(tc, takes_what_is_inductive);
  tcase_add_test(tc, nothing_when_the_work_is_over);
  tcase_add_test(tc, leaves_clauses_of_the_model);
  tcase_add_test(tc, books_have_no_clause_twice);
  tcase_add_test(tc, lies_change_no_verdict);
  suite_add_tcase(s, tc);
  return s;
}

int main(void) { return run_suite(suite()); }
