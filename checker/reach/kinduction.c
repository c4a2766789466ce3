#include "checker/reach/kinduction.h"

#include "checker/system/unroll.h"

struct kinduction {
  struct system *system;
  struct bmc *base;
  lit target, invariant;
  const struct effort *effort;
  struct effort share; /* of the turn: the solver asks this one */
  struct sat *sat;
  struct unroll unroll; /* from any state of the invariant */
  size_t depth;
  bool is_inductive; /* at this depth; the base may be behind */
};

static void assert_in_frame(struct kinduction *k, size_t frame, lit predicate) {
  if (predicate != AIG_TRUE) sat_unit(k->sat, unroll_lit(&k->unroll, frame, predicate));
}

struct kinduction *kinduction_new(struct system *system, const struct reach_query *query,
                                  struct bmc *base, const struct effort *effort) {
  struct kinduction *k = memory_zeroed(1, sizeof *k);
  k->system = system;
  k->base = base;
  k->target = query->target;
  k->invariant = query->invariant;
  k->effort = effort;
  k->share = effort_of(effort, 0);
  k->sat = sat_new(SAT_CADICAL, &k->share);
  unroll_init(&k->unroll, k->sat, system);
  unroll_compact(&k->unroll);
  assert_in_frame(k, 0, k->invariant);
  return k;
}

void kinduction_free(struct kinduction *k) {
  if (!k) return;
  unroll_free(&k->unroll);
  sat_free(k->sat);
  free(k);
}

/* The last step does not show the target, and there is one more. */
static void lengthen(struct kinduction *k) {
  assert_in_frame(k, k->depth, k->system->constraint);
  assert_in_frame(k, k->depth, lit_not(k->target));
  k->depth++;
  assert_in_frame(k, k->depth, k->invariant);
}

enum reach_answer kinduction_run(struct kinduction *k, size_t depth, uint64_t ticks, long budget) {
  k->share = effort_of(k->effort, ticks);
  while (!k->is_inductive && k->depth <= depth) {
    if (interrupted(&k->share)) return REACH_UNKNOWN;
    sat_assume(k->sat, unroll_lit(&k->unroll, k->depth, k->target));
    enum sat_answer answer = sat_solve(k->sat);
    if (answer == SAT_UNKNOWN) return REACH_UNKNOWN;
    if (answer == SAT_NO)
      k->is_inductive = true;
    else
      lengthen(k);
  }
  if (!k->is_inductive) return REACH_UNKNOWN;
  if (bmc_depth(k->base) >= k->depth) return REACH_PROOF;
  enum reach_answer answer = bmc_run(k->base, k->depth, budget);
  if (answer == REACH_UNKNOWN && bmc_depth(k->base) >= k->depth) return REACH_PROOF;
  return answer;
}

size_t kinduction_depth(const struct kinduction *k) { return k->depth; }
