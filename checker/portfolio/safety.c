/* bad and output properties: a glance by random simulation, then IC3, BMC and longer simulations
 * share the time. */
#include "checker/portfolio/decide.h"
#include "checker/reach/bmc.h"
#include "checker/symbolic/reachability.h"
#include "checker/system/simulate.h"

#include <assert.h>

enum { FIRST_STEPS = 256, SIMULATION_STEPS = 2048 };

enum engine {
  ENGINE_IC3,
  ENGINE_BMC,
  ENGINE_ANYWHERE,
  ENGINE_SIMULATION,
  ENGINE_SYMBOLIC,
  NUM_ENGINES
};

struct safety {
  const struct task *task;
  struct system *system;
  struct reach_query query;
  struct evidence *evidence;
  struct reach *ic3;
  struct bmc *bmc;
  struct bmc *anywhere; /* from any state */
  struct sweep *sweep;
  uint64_t seed;          /* of the next simulation */
  double symbolic_slice;  /* seconds of the next symbolic sweep */
  bool over[NUM_ENGINES]; /* more time does not help this one */
};

static void conclude_fails(struct safety *s, const struct trace *trace) {
  trace_free(&s->evidence->trace);
  trace_init(&s->evidence->trace, s->system);
  for (size_t k = 0; k < trace->length; k++)
    trace_push(&s->evidence->trace, trace_state(trace, k), trace_input(trace, k));
  assert(trace_check(&s->evidence->trace, s->system));
  s->evidence->verdict = VERDICT_FAILS;
}

static void conclude_holds(struct safety *s, lit invariant) {
  s->evidence->invariant = invariant;
  s->evidence->verdict = VERDICT_HOLDS;
}

static void run_ic3(struct safety *s, long budget) {
  enum reach_answer answer = reach_run(s->ic3, budget);
  if (answer == REACH_TRACE) conclude_fails(s, reach_trace(s->ic3));
  if (answer == REACH_PROOF)
    conclude_holds(s, clauses_predicate(s->system->aig, reach_proof(s->ic3)));
}

/* BMC that cannot go on at all means that the target is unreachable, but it has no invariant to
 * show for it: IC3 will find one. */
static void run_bmc(struct safety *s, size_t depth, long budget) {
  if (bmc_run(s->bmc, depth, budget) == REACH_TRACE) conclude_fails(s, bmc_trace(s->bmc));
}

/* No state at all, reachable or not, has a target step: then nothing else needs to be known. */
static void run_anywhere(struct safety *s, long budget) {
  enum reach_answer answer = bmc_run(s->anywhere, 0, budget);
  if (answer == REACH_UNKNOWN && bmc_depth(s->anywhere) > 0) answer = REACH_PROOF;
  if (answer == REACH_PROOF) conclude_holds(s, AIG_TRUE);
  if (answer == REACH_TRACE && s->system->init == AIG_TRUE)
    conclude_fails(s, bmc_trace(s->anywhere));
  s->over[ENGINE_ANYWHERE] = answer != REACH_UNKNOWN;
}

/* Finds the counterexamples that are long but not rare; the same seeds in every run. */
static void run_simulation(struct safety *s, size_t steps) {
  struct trace trace;
  if (!simulate_find(s->system, s->query.target, steps, s->seed++, s->task->interrupt, &trace))
    return;
  conclude_fails(s, &trace);
  trace_free(&trace);
}

/* Slices grow, because a step of the sweep that is cut short starts again. */
static void run_symbolic(struct safety *s) {
  struct interrupt slice = {.deadline = monotonic_seconds() + s->symbolic_slice,
                            .outer = s->task->interrupt};
  enum reach_answer answer = sweep_run(s->sweep, &slice);
  s->symbolic_slice *= 1.5;
  s->over[ENGINE_SYMBOLIC] = sweep_over(s->sweep);
  if (answer == REACH_PROOF) conclude_holds(s, sweep_invariant(s->sweep));
  if (answer == REACH_TRACE) conclude_fails(s, sweep_trace(s->sweep));
}

static void run_engine(struct safety *s, enum engine engine, long budget) {
  switch (engine) {
  case ENGINE_IC3: run_ic3(s, budget); break;
  case ENGINE_BMC: run_bmc(s, bmc_depth(s->bmc) + 3, budget); break;
  case ENGINE_ANYWHERE: run_anywhere(s, budget); break;
  case ENGINE_SIMULATION: run_simulation(s, SIMULATION_STEPS); break;
  case ENGINE_SYMBOLIC: run_symbolic(s); break;
  case NUM_ENGINES: break;
  }
}

/* The engines share the time by weight: the one that is furthest behind its share goes next. */
static enum engine next_engine(const struct safety *s, const double *spent) {
  static const double weight[NUM_ENGINES] = {[ENGINE_IC3] = 0.4,
                                             [ENGINE_BMC] = 0.15,
                                             [ENGINE_ANYWHERE] = 0.05,
                                             [ENGINE_SIMULATION] = 0.1,
                                             [ENGINE_SYMBOLIC] = 0.3};
  enum engine best = NUM_ENGINES;
  for (enum engine e = 0; e < NUM_ENGINES; e++)
    if (!s->over[e] && (best == NUM_ENGINES || spent[e] / weight[e] < spent[best] / weight[best]))
      best = e;
  return best;
}

static void share_time(struct safety *s) {
  double spent[NUM_ENGINES] = {0};
  long budget = 1000;
  while (s->evidence->verdict == VERDICT_UNKNOWN && !interrupted(s->task->interrupt)) {
    enum engine engine = next_engine(s, spent);
    if (engine == NUM_ENGINES) break;
    double start = monotonic_seconds();
    run_engine(s, engine, budget);
    spent[engine] += monotonic_seconds() - start;
    if (budget < 1000000) budget += budget / 16;
  }
}

void decide_safety(const struct task *task, lit bad, struct check_result *result) {
  struct system *system = result->system;
  struct safety s = {
      .task = task, .system = system, .evidence = &result->evidence, .symbolic_slice = 0.05};
  struct reach_options options = reach_defaults;
  if (task->options->backend == BACKEND_CADICAL) options.backend = SAT_CADICAL;
  s.query = (struct reach_query){.invariant = AIG_TRUE,
                                 .from = system->init,
                                 .target = aig_and(system->aig, bad, system->constraint)};
  s.bmc = bmc_new(system, &s.query, task->interrupt);
  struct reach_query anywhere = s.query;
  anywhere.from = AIG_TRUE;
  s.anywhere = bmc_new(system, &anywhere, task->interrupt);
  /* Without a state there is one question only. */
  if (system->num_states == 0) s.over[ENGINE_IC3] = s.over[ENGINE_BMC] = true;
  s.sweep = sweep_new(system, s.query.target);
  s.ic3 = reach_new(system, &s.query, &options, task->interrupt);
  if (task->options->safety_engine == SAFETY_ENGINE_ALL) {
    run_anywhere(&s, 1000);
    if (s.evidence->verdict == VERDICT_UNKNOWN) run_bmc(&s, 3, 1000);
    if (s.evidence->verdict == VERDICT_UNKNOWN) run_simulation(&s, FIRST_STEPS);
  } else {
    enum engine only =
        task->options->safety_engine == SAFETY_ENGINE_IC3 ? ENGINE_IC3 : ENGINE_SYMBOLIC;
    for (enum engine e = 0; e < NUM_ENGINES; e++) s.over[e] = e != only;
  }
  share_time(&s);
  bmc_free(s.bmc);
  bmc_free(s.anywhere);
  sweep_free(s.sweep);
  reach_free(s.ic3);
}
