/* A run that breaks LTL is a witness of its E node if it goes on: somehow, in a system without
 * constraints and fairness; else by a fair path, which is sought from its last state. In both, once
 * the run has shown what it was to show, nothing is promised any more. */
#include "checker/portfolio/always_parts.h"

#include "checker/ctl/path_witness.h"
#include "checker/fair/fair.h"
#include "checker/system/cube.h"

/* As much work as was done so far, and a turn. */
static uint64_t ticks_for_path(const struct task *task) {
  const struct tuning *tuning = tuning_of(task->effort);
  return ticks_spent(task->effort) + (uint64_t)tuning->ctl_round * TICKS_PER_MILLISECOND;
}

/* A fair lasso from the state. */
static bool find_lasso(const struct task *task, struct system *system, const uint8_t *state,
                       struct trace *lasso) {
  struct effort share = effort_of(task->effort, ticks_for_path(task));
  struct fair_query query = {
      .invariant = AIG_TRUE, .inside = AIG_TRUE, .from = state_predicate(system, state)};
  struct fair *fair = fair_new(system, &query, &task->options->ctl.fair, &share);
  bool found = fair_run(fair, -1) == FAIR_LASSO;
  if (found) trace_assign(lasso, fair_lasso(fair));
  fair_free(fair);
  return found;
}

/* The run up to its last state, and from there the lasso, without promises behind that state. */
static void join(const struct trace *run, const struct trace *lasso, const struct view *view,
                 struct trace *whole) {
  const struct system *there = view->copy.system;
  uint8_t *state = memory_zeroed(there->num_states, 1), *inputs;
  size_t last = run->length - 2; /* one is behind it */
  inputs = memory_zeroed(there->num_inputs, 1);
  trace_init(whole, there);
  trace_append(whole, run, 0, last);
  memcpy(state, trace_state(run, last), there->num_states);
  /* The loop does not return to what was promised: where it would, it begins one state later. */
  size_t steps = lasso->length + (lasso->loop == 0 ? 1 : 0);
  for (size_t t = 0; t < steps; t++) {
    size_t from = t % lasso->length;
    memcpy(state, trace_state(lasso, from), lasso->num_states);
    if (lasso->num_inputs > 0) memcpy(inputs, trace_input(lasso, from), lasso->num_inputs);
    trace_push(whole, state, inputs);
    memset(state, 0, there->num_states);
  }
  whole->loop = (long)last + (lasso->loop == 0 ? 1 : lasso->loop);
  free(state);
  free(inputs);
}

static bool include_path(const struct task *task, struct iictl *ic, uint32_t v,
                         const struct view *view, const struct trace *run) {
  struct trace lasso = {0}, whole;
  if (!find_lasso(task, ic->bounds.system, trace_state(run, run->length - 2), &lasso)) return false;
  join(run, &lasso, view, &whole);
  path_include_lasso(ic, v, &whole);
  trace_free(&whole);
  trace_free(&lasso);
  return true;
}

bool always_include_run(const struct always *a, const struct task *task, struct iictl *ic) {
  const struct system *system = ic->bounds.system;
  uint32_t v = a->path->node;
  struct trace run;
  ic->one_witness = true; /* the lower view is told when it is made */
  const struct view *view = path_lower_view(ic, v);
  always_view_trace(a, system, view, &run);
  bool good = true;
  if (system->num_fairness > 0 || system->constraint != AIG_TRUE)
    good = include_path(task, ic, v, view, &run);
  else
    path_include_run(ic, v, &run);
  trace_free(&run);
  if (good) return true;
  path_witnesses_free(ic);
  ic->one_witness = false;
  return false;
}
