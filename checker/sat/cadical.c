/* CaDiCaL through its C API (1.5.3 and later). Gates are plain clauses here. */
#include "checker/sat/backend.h"
#include "formats/support/vector.h"

#include <ccadical.h>
#include <limits.h>

struct cadical {
  CCaDiCaL *solver;
  const struct effort *effort;
  const struct tuning *tuning;
  unsigned conflict_ticks, conflict_vars; /* charged per conflict */
  int num_vars;
  int falsum;     /* a variable that is false, for the empty constraint; 0: not needed yet */
  size_t clauses; /* since the last solve */
  struct sat_statistics statistics;
};

/* The C API has no counters. What it has are two callbacks that come at the same points in every
 * run: `terminate` (every tenth round of propagation and decision, the option terminateint) and
 * `learn` (every conflict). They are charged ticks, and one tick more per so many variables. */
enum { ANY_LENGTH = INT_MAX };

static void charge(const struct cadical *c, uint64_t ticks, unsigned vars) {
  spend(c->effort, ticks + (uint64_t)c->num_vars / vars);
}

static int terminate(void *solver) {
  struct cadical *c = solver;
  c->statistics.decisions += 10;
  charge(c, c->tuning->cadical_rounds_ticks, c->tuning->cadical_rounds_vars);
  return interrupted(c->effort);
}

/* Called with a whole learned clause. */
static void learn(void *solver, int *clause) {
  struct cadical *c = solver;
  (void)clause;
  c->statistics.conflicts++;
  charge(c, c->conflict_ticks, c->conflict_vars);
}

static struct cadical *begin(const struct effort *effort) {
  struct cadical *c = memory_zeroed(1, sizeof *c);
  c->solver = ccadical_init();
  c->effort = effort;
  c->tuning = tuning_of(effort);
  ccadical_set_option(c->solver, "quiet", 1);
  ccadical_set_option(c->solver, "seed", (int)c->tuning->seed);
  ccadical_set_terminate(c->solver, c, terminate);
  ccadical_set_learn(c->solver, c, ANY_LENGTH, learn);
  return c;
}

static void switch_off(struct cadical *c, const char *const *options, size_t n) {
  for (size_t k = 0; k < n; k++) ccadical_set_option(c->solver, options[k], 0);
}

/* Inprocessing off: IC3 asks many easy queries, on which doing without it gains 10 to 20 %.
 * "inprocessing" alone leaves the two searches for lucky and walked phases, which every solve would
 * start with. */
static void *create(const struct effort *effort) {
  static const char *const off[] = {"inprocessing", "lucky",  "walk",    "elim",
                                    "probe",        "vivify", "subsume", "ternary"};
  struct cadical *c = begin(effort);
  c->conflict_ticks = c->tuning->cadical_conflict_ticks;
  c->conflict_vars = c->tuning->cadical_conflict_vars;
  switch_off(c, off, sizeof off / sizeof *off);
  return c;
}

/* What CaDiCaL calls its configuration for unsatisfiable formulas. */
static void *create_inprocessing(const struct effort *effort) {
  static const char *const off[] = {"stabilize", "walk"};
  struct cadical *c = begin(effort);
  c->conflict_ticks = c->tuning->inprocessing_conflict_ticks;
  c->conflict_vars = c->tuning->inprocessing_conflict_vars;
  switch_off(c, off, sizeof off / sizeof *off);
  return c;
}

static void destroy(void *solver) {
  struct cadical *c = solver;
  ccadical_release(c->solver);
  free(c);
}

static int var(void *solver) {
  struct cadical *c = solver;
  return ++c->num_vars;
}

static int switch_var(void *solver) { return var(solver); }

static void clause(void *solver, const int *lits, size_t n) {
  struct cadical *c = solver;
  c->clauses++;
  for (size_t k = 0; k < n; k++) ccadical_add(c->solver, lits[k]);
  ccadical_add(c->solver, 0);
}

static void gate(void *solver, int g, int a, int b) {
  clause(solver, (int[]){-g, a}, 2);
  clause(solver, (int[]){-g, b}, 2);
  clause(solver, (int[]){g, -a, -b}, 3);
}

static void choice(void *solver, int g, int c, int t, int e) {
  const int clauses[][3] = {{-c, -t, g}, {-c, t, -g}, {c, -e, g},
                            {c, e, -g},  {-t, -e, g}, {t, e, -g}};
  size_t n = t == -e ? 4 : 6; /* the last two are implied, but help to propagate */
  for (size_t k = 0; k < n; k++) clause(solver, clauses[k], 3);
}

static void assume(void *solver, int lit) {
  ccadical_assume(((struct cadical *)solver)->solver, lit);
}

static void constrain(void *solver, const int *lits, size_t n) {
  struct cadical *c = solver;
  if (n == 0) { /* the API has no empty constraint */
    if (c->falsum == 0) {
      c->falsum = var(c);
      clause(c, (int[]){-c->falsum}, 1);
    }
    lits = &c->falsum;
    n = 1;
  }
  for (size_t k = 0; k < n; k++) ccadical_constrain(c->solver, lits[k]);
  ccadical_constrain(c->solver, 0);
}

static enum sat_answer solve(void *solver) {
  struct cadical *c = solver;
  c->statistics.solves++;
  uint64_t added = c->tuning->cadical_clause_ticks * (uint64_t)c->clauses;
  charge(c, c->tuning->cadical_solve_ticks + added, c->tuning->cadical_solve_vars);
  c->clauses = 0;
  int answer = ccadical_solve(c->solver);
  /* A model has all variables, whatever the query is about; callbacks are too coarse to tell. */
  if (answer == 10) spend(c->effort, (uint64_t)c->num_vars * c->tuning->cadical_model_ticks);
  return answer == 10 ? SAT_YES : answer == 20 ? SAT_NO : SAT_UNKNOWN;
}

static void limit_conflicts(void *solver, long conflicts) {
  struct cadical *c = solver;
  ccadical_limit(c->solver, "conflicts",
                 conflicts < 0         ? -1
                 : conflicts > INT_MAX ? INT_MAX
                                       : (int)conflicts);
}

/* Asks for the variable: about one that it has never seen CaDiCaL 1.5.3 says "false" to both
 * literals. */
static int value(void *solver, int lit) {
  bool positive = ccadical_val(((struct cadical *)solver)->solver, abs(lit)) > 0;
  return positive == (lit > 0) ? 1 : -1;
}

static bool failed(void *solver, int lit) {
  return ccadical_failed(((struct cadical *)solver)->solver, lit) != 0;
}

/* Decisions are coarse: those that `terminate` saw. */
static struct sat_statistics statistics(const void *solver) {
  return ((const struct cadical *)solver)->statistics;
}

const struct sat_ops sat_cadical_ops = SAT_OPS_OF_THIS_FILE(create, false);
const struct sat_ops sat_inprocessing_ops = SAT_OPS_OF_THIS_FILE(create_inprocessing, false);
