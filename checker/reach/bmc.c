#include "checker/reach/bmc.h"
#include "checker/system/unroll.h"

#include <assert.h>

struct bmc {
  struct system *system;
  struct step_constraints constraints;
  lit invariant, target;
  bool from_post;
  const struct effort *effort;
  struct sat *sat;
  struct unroll unroll;
  size_t depth; /* the next depth to try */
  size_t steps; /* steps whose constraints are in the solver */
  uint64_t spent;
  enum reach_answer answer;
  struct trace trace;
};

struct bmc *bmc_new(struct system *system, const struct reach_query *query,
                    const struct effort *effort) {
  struct bmc *b = memory_zeroed(1, sizeof *b);
  b->system = system;
  if (query->constraints) step_constraints_copy(&b->constraints, query->constraints);
  b->invariant = query->invariant;
  b->target = query->target;
  b->from_post = query->from_post;
  b->effort = effort;
  b->sat = sat_new(SAT_CADICAL, effort);
  unroll_init(&b->unroll, b->sat, system);
  unroll_compact(&b->unroll);
  unroll_fix(&b->unroll, query->from);
  sat_unit(b->sat, unroll_lit(&b->unroll, 0, query->from));
  if (b->invariant != AIG_TRUE) sat_unit(b->sat, unroll_lit(&b->unroll, 0, b->invariant));
  b->depth = b->from_post ? 1 : 0;
  trace_init(&b->trace, system);
  return b;
}

void bmc_free(struct bmc *b) {
  if (!b) return;
  step_constraints_free(&b->constraints);
  unroll_free(&b->unroll);
  sat_free(b->sat);
  trace_free(&b->trace);
  free(b);
}

/* The step from time frame f is allowed and satisfies the constraints. */
static void assert_step(struct bmc *b, size_t f) {
  struct ints clause = {0};
  if (b->system->constraint != AIG_TRUE)
    sat_unit(b->sat, unroll_lit(&b->unroll, f, b->system->constraint));
  for (size_t k = 0; k < b->constraints.size; k++) {
    const struct step_clause *c = &b->constraints.at[k];
    ints_clear(&clause);
    for (size_t i = 0; i < c->now.size; i++)
      ints_push(&clause, unroll_lit(&b->unroll, f, c->now.at[i]));
    for (size_t i = 0; i < c->then.size; i++)
      ints_push(&clause, unroll_lit(&b->unroll, f + 1, c->then.at[i]));
    sat_clause(b->sat, clause.at, clause.size);
  }
  ints_free(&clause);
}

size_t bmc_depth(const struct bmc *b) { return b->depth; }

const struct trace *bmc_trace(const struct bmc *b) { return &b->trace; }

/* Rounds of propagation are long ones in deep unrollings, which the solver does not charge for by
 * itself. */
static enum sat_answer solve(struct bmc *b) {
  uint64_t before = ticks_spent(b->effort);
  enum sat_answer answer = sat_solve(b->sat);
  uint64_t charged = ticks_spent(b->effort) - before;
  spend(b->effort, charged * b->depth / tuning_of(b->effort)->bmc_frames);
  return answer;
}

enum reach_answer bmc_run(struct bmc *b, size_t depth, long budget) {
  uint64_t start = sat_statistics(b->sat).conflicts;
  while (b->answer == REACH_UNKNOWN && b->depth <= depth) {
    uint64_t used = sat_statistics(b->sat).conflicts - start;
    if (budget >= 0 && used >= (uint64_t)budget) break;
    while (b->steps < b->depth) assert_step(b, b->steps++);
    int target = unroll_lit(&b->unroll, b->depth, b->target);
    sat_limit_conflicts(b->sat, budget < 0 ? -1 : budget - (long)used);
    sat_assume(b->sat, target);
    enum sat_answer answer = solve(b);
    if (answer == SAT_UNKNOWN) break;
    if (answer == SAT_YES) {
      trace_free(&b->trace);
      unroll_trace(&b->unroll, b->depth + 1, &b->trace);
      assert(trace_check(&b->trace, b->system));
      b->answer = REACH_TRACE;
    } else if (!sat_failed(b->sat, target)) {
      b->answer = REACH_PROOF; /* the steps alone are contradictory */
    } else {
      sat_unit(b->sat, -target);
      b->depth++;
      if (statistics_of(b->effort)) statistics_max(&statistics_of(b->effort)->depth, b->depth);
    }
  }
  return b->answer;
}
