#include "checker/sat/backend.h"
#include "checker/sat/cone.h"
#include "formats/support/vector.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

/* The same random circuit and clauses in both back ends, grown between queries. Answers are
 * compared, models evaluated, failed assumptions solved again. */
struct fuzz {
  struct rng rng;
  struct sat *cone, *cadical;
  int num_vars;
  /* Per variable: arguments, 0 for leaves; c of a choice c ? left : right, else 0. Entry 0 is not
   * used. */
  struct ints left, right, which;
  struct ints clauses; /* 0 after each */
  struct ints assumptions, constraint;
  bool constrained;
};

/* With odd seeds, all queries are so hard that the cone solver hands them over; with every fourth,
 * gates are decided from the first conflict on. */
static void fuzz_init(struct fuzz *f, uint64_t seed) {
  static const enum sat_backend of_cone[] = {SAT_CONE, SAT_CHOICES, SAT_CHOOSING};
  static struct tuning hard, gates;
  static struct effort hands_over = {.tuning = &hard}, decides_gates = {.tuning = &gates};
  hard = gates = tuning_defaults;
  hard.cone_hard = 1;
  gates.cone_gates = 0;
  const struct effort *of[] = {NULL, &hands_over, &decides_gates, &hands_over};
  *f = (struct fuzz){.rng = rng_seeded(seed),
                     .cone = sat_new(of_cone[seed / 4 % 3], of[seed % 4]),
                     .cadical = sat_new(SAT_CADICAL, NULL)};
  ints_push(&f->left, 0);
  ints_push(&f->right, 0);
  ints_push(&f->which, 0);
}

static void fuzz_free(struct fuzz *f) {
  sat_free(f->cone);
  sat_free(f->cadical);
  struct ints *lists[] = {&f->left,    &f->right,       &f->which,
                          &f->clauses, &f->assumptions, &f->constraint};
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) ints_free(lists[k]);
}

/* Variables of a back end are its own numbers; activation variables of the cone solver make holes,
 * so map them. */
static int cone_var[100000], cadical_var[100000];

static int in(const int *map, int x) { return x > 0 ? map[x] : -map[-x]; }

static void translate(const int *map, const int *from, size_t n, int *to) {
  for (size_t k = 0; k < n; k++) to[k] = in(map, from[k]);
}

static bool is_switch(const struct fuzz *f, int x) {
  return f->left.at[abs(x)] == 0 && f->right.at[abs(x)] == -1;
}

/* A literal that is not a switch (variable 1 never is). */
static int pick(struct fuzz *f) {
  int v = 1 + (int)rng_below(&f->rng, (uint32_t)f->num_vars);
  if (is_switch(f, v)) v = 1;
  return rng_below(&f->rng, 2) ? v : -v;
}

/* What decides between a and b; 0: there shall be no choice. */
static int pick_which(struct fuzz *f, int a, int b) {
  int c = pick(f);
  return a == b || abs(c) == abs(a) || abs(c) == abs(b) || rng_below(&f->rng, 2) ? 0 : c;
}

static void define(struct sat *sat, const int *map, int g, int c, int a, int b) {
  if (c)
    sat_choice(sat, map[g], in(map, c), in(map, a), in(map, b));
  else
    sat_gate(sat, map[g], in(map, a), in(map, b));
}

static void add_var(struct fuzz *f, bool gate) {
  int a = 0, b = 0, c = 0;
  if (gate && f->num_vars > 1) {
    /* Recent variables more often: deeper circuits. */
    a = pick(f);
    b = rng_below(&f->rng, 3)
            ? f->num_vars - (int)rng_below(&f->rng, f->num_vars > 10 ? 10 : (uint32_t)f->num_vars)
            : pick(f);
    if (is_switch(f, b)) b = 1;
    if (rng_below(&f->rng, 8) == 0) b = -a;
    if (rng_below(&f->rng, 2)) b = -b;
    c = pick_which(f, a, b);
  }
  int v = ++f->num_vars;
  cone_var[v] = sat_var(f->cone);
  cadical_var[v] = sat_var(f->cadical);
  ints_push(&f->left, a);
  ints_push(&f->right, b);
  ints_push(&f->which, c);
  if (a == 0) return;
  define(f->cone, cone_var, v, c, a, b);
  define(f->cadical, cadical_var, v, c, a, b);
}

/* A switch: entry 0 and -1 in left and right. */
static void add_switch(struct fuzz *f) {
  int v = ++f->num_vars;
  cone_var[v] = sat_switch(f->cone);
  cadical_var[v] = sat_switch(f->cadical);
  ints_push(&f->left, 0);
  ints_push(&f->right, -1);
  ints_push(&f->which, 0);
}

static void add_clause(struct fuzz *f, size_t n) {
  int lits[16], mapped[16];
  for (size_t k = 0; k < n; k++) {
    int v = 1 + (int)rng_below(&f->rng, (uint32_t)f->num_vars);
    lits[k] = n > 1 && is_switch(f, v) ? -v : pick(f);
    ints_push(&f->clauses, lits[k]);
  }
  ints_push(&f->clauses, 0);
  translate(cone_var, lits, n, mapped);
  sat_clause(f->cone, mapped, n);
  translate(cadical_var, lits, n, mapped);
  sat_clause(f->cadical, mapped, n);
}

static bool holds(const int8_t *value, int x) { return x > 0 ? value[x] : !value[-x]; }

static void check_model(struct fuzz *f) {
  int8_t *value = memory_alloc((size_t)f->num_vars + 1, 1);
  for (int v = 1; v <= f->num_vars; v++) {
    int said = sat_value(f->cone, cone_var[v]);
    ck_assert_int_eq(said, -sat_value(f->cone, -cone_var[v]));
    int which = f->which.at[v];
    if (which)
      value[v] = holds(value, holds(value, which) ? f->left.at[v] : f->right.at[v]);
    else if (f->left.at[v])
      value[v] = holds(value, f->left.at[v]) && holds(value, f->right.at[v]);
    else if (said || is_switch(f, v))
      value[v] = said > 0;
    else
      value[v] = (int8_t)rng_below(&f->rng, 2); /* any value extends the model */
    if (said) ck_assert(value[v] == (said > 0));
  }
  for (size_t k = 0; k < f->clauses.size; k++) {
    bool satisfied = false;
    for (; f->clauses.at[k]; k++) satisfied = satisfied || holds(value, f->clauses.at[k]);
    ck_assert(satisfied);
  }
  for (size_t k = 0; k < f->assumptions.size; k++) ck_assert(holds(value, f->assumptions.at[k]));
  bool satisfied = !f->constrained;
  for (size_t k = 0; k < f->constraint.size; k++)
    satisfied = satisfied || holds(value, f->constraint.at[k]);
  ck_assert(satisfied);
  free(value);
}

static void constrain_in(struct sat *sat, const int *map, const struct ints *constraint) {
  int mapped[16];
  translate(map, constraint->at, constraint->size, mapped);
  sat_constrain(sat, mapped, constraint->size);
}

static void check_core(struct fuzz *f) {
  for (size_t k = 0; k < f->assumptions.size; k++)
    if (sat_failed(f->cone, in(cone_var, f->assumptions.at[k])))
      sat_assume(f->cadical, in(cadical_var, f->assumptions.at[k]));
  if (f->constrained) constrain_in(f->cadical, cadical_var, &f->constraint);
  ck_assert_int_eq(sat_solve(f->cadical), SAT_NO);
}

static enum sat_answer query(struct fuzz *f, size_t num_assumptions, bool constrained) {
  ints_clear(&f->assumptions);
  ints_clear(&f->constraint);
  f->constrained = constrained;
  for (size_t k = 0; k < num_assumptions; k++) {
    int v = 1 + (int)rng_below(&f->rng, (uint32_t)f->num_vars);
    ints_push(&f->assumptions, is_switch(f, v) ? v : pick(f));
  }
  size_t length = constrained ? rng_below(&f->rng, 6) : 0;
  for (size_t k = 0; k < length; k++) ints_push(&f->constraint, pick(f));
  for (size_t k = 0; k < num_assumptions; k++) {
    sat_assume(f->cone, in(cone_var, f->assumptions.at[k]));
    sat_assume(f->cadical, in(cadical_var, f->assumptions.at[k]));
  }
  if (constrained) {
    constrain_in(f->cone, cone_var, &f->constraint);
    constrain_in(f->cadical, cadical_var, &f->constraint);
  }
  bool limited = rng_below(&f->rng, 20) == 0;
  if (limited) sat_limit_conflicts(f->cone, rng_below(&f->rng, 3));
  enum sat_answer answer = sat_solve(f->cone), expected = sat_solve(f->cadical);
  if (answer == SAT_UNKNOWN) {
    ck_assert(limited);
    return expected;
  }
  ck_assert_int_eq(answer, expected);
  if (answer == SAT_YES)
    check_model(f);
  else
    check_core(f);
  return answer;
}

static void one_fuzz(uint64_t seed, unsigned long answers[2]) {
  struct fuzz f;
  fuzz_init(&f, seed);
  uint32_t leaves = 2 + rng_below(&f.rng, 40), gates = rng_below(&f.rng, 120);
  uint32_t clause_chance = rng_below(&f.rng, 40), switch_chance = rng_below(&f.rng, 4),
           queries = 20 + rng_below(&f.rng, 150);
  if (rng_below(&f.rng, 30) == 0)
    queries = 3000; /* long enough for activation variables to be used again */
  for (uint32_t k = 0; k < leaves; k++) add_var(&f, false);
  for (uint32_t k = 0; k < gates; k++) add_var(&f, true);
  for (uint32_t k = 0; k < queries; k++) {
    if (rng_below(&f.rng, 5) == 0) add_var(&f, rng_below(&f.rng, 3) > 0);
    if (rng_below(&f.rng, 20) < switch_chance) add_switch(&f);
    if (rng_below(&f.rng, 100) < clause_chance)
      add_clause(&f, rng_below(&f.rng, 30) == 0 ? 1 : 2 + rng_below(&f.rng, 5));
    enum sat_answer answer =
        query(&f, rng_below(&f.rng, rng_below(&f.rng, 4) ? 5 : 20), rng_below(&f.rng, 2));
    answers[answer == SAT_YES]++;
  }
  fuzz_free(&f);
}

START_TEST(back_ends_agree) {
  struct rng rng = rng_seeded(random_seed("sat"));
  unsigned long answers[2] = {0, 0};
  int rounds = getenv("VOUCH_ROUNDS") ? atoi(getenv("VOUCH_ROUNDS")) : 300;
  for (int round = 0; round < rounds; round++) one_fuzz(rng_next(&rng), answers);
  printf("sat: %lu satisfiable, %lu not\n", answers[1], answers[0]);
  ck_assert(answers[0] > 100 && answers[1] > 100);
}
END_TEST

/* Random 3-CNF at the threshold: long searches with restarts, reductions and collection, and cores
 * over them. */
START_TEST(hard_queries) {
  struct rng rng = rng_seeded(random_seed("sat, hard"));
  for (int round = 0; round < 3; round++) {
    struct fuzz f;
    fuzz_init(&f, rng_next(&rng));
    for (int k = 0; k < 150; k++) add_var(&f, false);
    for (int k = 0; k < 600; k++) add_clause(&f, 3);
    for (int k = 0; k < 30; k++) {
      add_clause(&f, 3);
      query(&f, rng_below(&f.rng, 8), k % 2);
    }
    fuzz_free(&f);
  }
}
END_TEST

static int exclusive_or(struct sat *sat, int a, int b) {
  int p = sat_var(sat), q = sat_var(sat), g = sat_var(sat);
  sat_gate(sat, p, a, -b);
  sat_gate(sat, q, -a, b);
  sat_gate(sat, g, -p, -q);
  return -g;
}

/* Parity of the same bits in two orders: every query needs search in the cone, none outside. */
START_TEST(parity) {
  for (int backend = SAT_CONE; backend <= SAT_INPROCESSING; backend++) {
    struct sat *sat = sat_new((enum sat_backend)backend, NULL);
    enum { BITS = 9 };
    int bit[BITS], up, down;
    for (int k = 0; k < BITS; k++) bit[k] = sat_var(sat);
    up = bit[0];
    down = bit[BITS - 1];
    for (int k = 1; k < BITS; k++) {
      up = exclusive_or(sat, up, bit[k]);
      down = exclusive_or(sat, down, bit[BITS - 1 - k]);
    }
    int unrelated = exclusive_or(sat, sat_var(sat), sat_var(sat));
    for (int round = 0; round < 50; round++) {
      sat_assume(sat, up);
      sat_assume(sat, -down);
      ck_assert_int_eq(sat_solve(sat), SAT_NO);
      ck_assert(sat_failed(sat, up) && sat_failed(sat, -down));
      sat_assume(sat, up);
      sat_assume(sat, down);
      ck_assert_int_eq(sat_solve(sat), SAT_YES);
      if (backend < SAT_CADICAL) ck_assert_int_eq(sat_value(sat, unrelated), 0);
    }
    sat_free(sat);
  }
}
END_TEST

/* A choice that is known needs one alternative only, and none if both are what it is. */
START_TEST(choices) {
  for (int backend = SAT_CONE; backend <= SAT_INPROCESSING; backend++) {
    struct sat *sat = sat_new((enum sat_backend)backend, NULL);
    int c = sat_var(sat), t = sat_var(sat), e = sat_var(sat);
    int either = sat_var(sat), same = sat_var(sat);
    sat_choice(sat, either, c, t, e);
    sat_choice(sat, same, c, t, -t);
    const int impossible[][3] = {
        {c, t, -either},  {c, -t, either}, {-c, e, -either}, {-c, -e, either}, {t, e, -either},
        {-t, -e, either}, {c, t, -same},   {-c, -t, -same},  {c, -t, same},    {-c, t, same}};
    for (size_t k = 0; k < sizeof impossible / sizeof *impossible; k++) {
      for (int i = 0; i < 3; i++) sat_assume(sat, impossible[k][i]);
      ck_assert_int_eq(sat_solve(sat), SAT_NO);
      for (int i = 0; i < 3; i++) ck_assert(sat_failed(sat, impossible[k][i]));
    }
    sat_assume(sat, t);
    sat_assume(sat, e);
    ck_assert_int_eq(sat_solve(sat), SAT_YES);
    sat_assume(sat, either);
    sat_assume(sat, -t);
    ck_assert_int_eq(sat_solve(sat), SAT_YES);
    ck_assert(sat_value(sat, c) < 0 && sat_value(sat, e) > 0);
    sat_unit(sat, -either);
    sat_assume(sat, same);
    ck_assert_int_eq(sat_solve(sat), SAT_YES);
    ck_assert_int_eq(sat_value(sat, c), sat_value(sat, t));
    ck_assert(sat_value(sat, sat_value(sat, c) > 0 ? t : e) < 0);
    sat_free(sat);
  }
}
END_TEST

/* Leaves that a model does not need are free, but a gate that is false for good needs one. */
START_TEST(free_leaves) {
  struct sat *sat = sat_new(SAT_CONE, NULL);
  int a = sat_var(sat), b = sat_var(sat), c = sat_var(sat), d = sat_var(sat);
  int both = sat_var(sat), others = sat_var(sat);
  sat_gate(sat, both, a, b);
  sat_gate(sat, others, c, d);
  sat_unit(sat, -both);
  for (int round = 0; round < 3; round++) {
    ck_assert_int_eq(sat_solve(sat), SAT_YES);
    ck_assert(sat_value(sat, a) < 0 || sat_value(sat, b) < 0);
    sat_assume(sat, -others);
    ck_assert_int_eq(sat_solve(sat), SAT_YES);
    ck_assert(sat_value(sat, a) < 0 || sat_value(sat, b) < 0);
    ck_assert_int_eq(sat_value(sat, c) + sat_value(sat, d), -1);
  }
  sat_free(sat);
}
END_TEST

START_TEST(corner_cases) {
  for (int backend = SAT_CONE; backend <= SAT_INPROCESSING; backend++) {
    struct sat *sat = sat_new((enum sat_backend)backend, NULL);
    ck_assert_int_eq(sat_solve(sat), SAT_YES);
    int a = sat_var(sat), b = sat_var(sat);
    sat_assume(sat, a);
    sat_assume(sat, -a);
    ck_assert_int_eq(sat_solve(sat), SAT_NO);
    ck_assert(sat_failed(sat, a) && sat_failed(sat, -a));
    sat_constrain(sat, NULL, 0);
    ck_assert_int_eq(sat_solve(sat), SAT_NO);
    sat_assume(sat, b);
    sat_constrain(sat, (int[]){-b}, 1);
    ck_assert_int_eq(sat_solve(sat), SAT_NO);
    ck_assert(sat_failed(sat, b));
    ck_assert_int_eq(sat_solve(sat), SAT_YES);
    sat_clause(sat, (int[]){a, -a}, 2);
    sat_clause(sat, (int[]){b, b, b}, 3);
    ck_assert_int_eq(sat_solve(sat), SAT_YES);
    ck_assert_int_eq(sat_value(sat, b), 1);
    sat_assume(sat, -b);
    sat_assume(sat, a);
    ck_assert_int_eq(sat_solve(sat), SAT_NO);
    ck_assert(sat_failed(sat, -b) && !sat_failed(sat, a));
    sat_clause(sat, NULL, 0);
    sat_assume(sat, a);
    ck_assert_int_eq(sat_solve(sat), SAT_NO);
    ck_assert(!sat_failed(sat, a));
    sat_free(sat);
  }
}
END_TEST

/* One pigeon more than there are holes; hopeless from a dozen on. */
static void state_pigeons(struct sat *sat, int holes) {
  int at[16][16];
  for (int p = 0; p <= holes; p++) {
    for (int h = 0; h < holes; h++) at[p][h] = sat_var(sat);
    sat_clause(sat, at[p], (size_t)holes);
  }
  for (int h = 0; h < holes; h++)
    for (int p = 0; p <= holes; p++)
      for (int q = 0; q < p; q++) sat_clause(sat, (int[]){-at[p][h], -at[q][h]}, 2);
}

START_TEST(deadline_stops) {
  struct effort over = {.deadline = 1e-9};
  struct sat *sat = sat_new(SAT_CONE, &over);
  state_pigeons(sat, 11);
  ck_assert_int_eq(sat_solve(sat), SAT_UNKNOWN);
  sat_free(sat);
}
END_TEST

/* Turns each of which is too short for the query; other queries come between them. */
START_TEST(hard_query_goes_on) {
  struct tuning hard = tuning_defaults;
  struct meter meter = {0};
  struct effort all = {.meter = &meter, .tuning = &hard}, turn = all;
  hard.cone_hard = 1;
  struct sat *sat = sat_new(SAT_CONE, &turn);
  state_pigeons(sat, 7);
  int free = sat_var(sat), turns = 0;
  enum sat_answer answer = SAT_UNKNOWN;
  while (answer == SAT_UNKNOWN && turns++ < 100) {
    turn = effort_of(&all, 5 * TICKS_PER_MILLISECOND);
    sat_assume(sat, free);
    answer = sat_solve(sat);
    if (answer != SAT_UNKNOWN) break;
    sat_limit_conflicts(sat, 0);
    sat_assume(sat, -free);
    ck_assert_int_eq(sat_solve(sat), SAT_UNKNOWN);
  }
  ck_assert_int_gt(turns, 3);
  ck_assert_int_eq(answer, SAT_NO);
  ck_assert(!sat_failed(sat, free));
  sat_free(sat);
}
END_TEST

/* A thousand easy queries are as many conflicts as a hard one: what is learnt is reduced, although
 * none of them lives long enough to restart. */
START_TEST(easy_queries_are_reduced) {
  enum { VARIABLES = 100, CLAUSES = 410, ASSUMPTIONS = 25 };
  struct rng rng = rng_seeded(random_seed("easy queries"));
  struct cone *cone = sat_cone_ops.create(NULL);
  int clause[3];
  for (int k = 0; k < VARIABLES; k++) sat_cone_ops.var(cone);
  for (int k = 0; k < CLAUSES; k++) {
    for (int i = 0; i < 3; i++)
      clause[i] = (1 + (int)rng_below(&rng, VARIABLES)) * (rng_chance(&rng, 50) ? 1 : -1);
    sat_cone_ops.clause(cone, clause, 3);
  }
  while (!cone->broken && cone->statistics.conflicts < 4 * cone->tuning->cone_reduce) {
    for (int k = 0; k < ASSUMPTIONS; k++)
      sat_cone_ops.assume(cone, (1 + (int)rng_below(&rng, VARIABLES)) * (k % 2 ? 1 : -1));
    sat_cone_ops.limit_conflicts(cone, (long)cone->tuning->cone_restart / 2);
    sat_cone_ops.solve(cone);
  }
  uint64_t queries = cone->statistics.solves, all = cone->statistics.conflicts;
  bool brief = cone->statistics.propagations < cone->tuning->cone_short * queries;
  uint64_t least = brief ? all / cone->tuning->cone_reduce_short / 2 : 2;
  ck_assert(cone->broken || cone->reductions >= least);
  sat_cone_ops.destroy(cone);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("sat");
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 600);
  tcase_add_test(tcase, choices);
  tcase_add_test(tcase, free_leaves);
  tcase_add_test(tcase, corner_cases);
  tcase_add_test(tcase, parity);
  tcase_add_test(tcase, deadline_stops);
  tcase_add_test(tcase, hard_query_goes_on);
  tcase_add_test(tcase, easy_queries_are_reduced);
  tcase_add_test(tcase, hard_queries);
  tcase_add_test(tcase, back_ends_agree);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
