/* bad and output properties: a glance by random simulation, then IC3 and BMC share the time. */
#include "checker/bmc.h"
#include "checker/decide.h"
#include "checker/simulate.h"

#include <assert.h>

struct safety {
  const struct task *task;
  struct system *system;
  struct reach_query query;
  struct evidence *evidence;
  struct reach *ic3;
  struct bmc *bmc;
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
  if (answer == REACH_PROOF) conclude_holds(s, clauses_predicate(s->system->aig, reach_proof(s->ic3)));
}

/* BMC that cannot go on at all means that the target is unreachable, but it has no invariant to show for it: IC3 will find one. */
static void run_bmc(struct safety *s, size_t depth, long budget) {
  if (bmc_run(s->bmc, depth, budget) == REACH_TRACE) conclude_fails(s, bmc_trace(s->bmc));
}

/* Random runs find shallow and frequent failures, also deep ones that BMC would have to unroll to. */
static void run_simulation(struct safety *s) {
  size_t steps = 2000000 / s->system->aig->num_nodes; /* some ten milliseconds */
  struct trace trace;
  if (s->evidence->verdict != VERDICT_UNKNOWN) return;
  if (!simulate_find(s->system, s->query.target, steps > 1000 ? 1000 : steps + 1, 1, s->task->interrupt, &trace)) return;
  conclude_fails(s, &trace);
  trace_free(&trace);
}

/* Slices by time: each engine gets about as much as the other. */
static void share_time(struct safety *s) {
  double ic3_time = 0, bmc_time = 0;
  long budget = 1000;
  while (s->evidence->verdict == VERDICT_UNKNOWN && !interrupted(s->task->interrupt)) {
    double start = monotonic_seconds();
    bool bmc = bmc_time * 3 < ic3_time;
    if (bmc) run_bmc(s, bmc_depth(s->bmc) + 3, budget);
    else run_ic3(s, budget);
    double spent = monotonic_seconds() - start;
    if (bmc) bmc_time += spent;
    else ic3_time += spent;
    if (budget < 1000000) budget += budget / 16;
  }
}

void check_safety(const struct task *task, lit bad, struct check_result *result) {
  struct system *system = result->system;
  struct safety s = {.task = task, .system = system, .evidence = &result->evidence};
  struct reach_options options = reach_defaults;
  if (task->options->backend == BACKEND_CADICAL) options.backend = SAT_CADICAL;
  s.query = (struct reach_query){.invariant = AIG_TRUE,
                                 .from = system->init,
                                 .target = aig_and(system->aig, bad, system->constraint)};
  s.bmc = bmc_new(system, &s.query, task->interrupt);
  s.ic3 = reach_new(system, &s.query, &options, task->interrupt);
  run_bmc(&s, 3, 1000);
  run_simulation(&s);
  share_time(&s);
  bmc_free(s.bmc);
  reach_free(s.ic3);
}
