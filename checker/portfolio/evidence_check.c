/* For assert: what the evidence rests on, looked at once more before it leaves the checker. The
 * validator does all of it; here the question is which engine is to blame. */
#include "checker/ctl/facts_check.h"
#include "checker/ctl/path_facts_check.h"
#include "checker/portfolio/decide.h"
#include "checker/system/self_check.h"

/* Does the state satisfy the initial condition? */
static bool is_initial(const struct system *s, const uint8_t *state) {
  return aig_eval(s->aig, s->init, state, NULL);
}

static bool meets_on_loop(const struct system *s, const struct trace *lasso, lit condition) {
  for (size_t t = (size_t)lasso->loop; t < lasso->length; t++)
    if (aig_eval(s->aig, condition, trace_state(lasso, t), trace_input(lasso, t))) return true;
  return false;
}

/* In the state behind the last step, which an open lasso need not have met before. */
static bool meets_behind(const struct system *s, const struct trace *lasso, lit condition) {
  size_t last = lasso->length - 1;
  uint8_t *state = memory_alloc(s->num_states, 1);
  system_step(s, trace_state(lasso, last), trace_input(lasso, last), state);
  bool met = aig_eval(s->aig, condition, state, NULL);
  free(state);
  return met;
}

static bool lasso_is_fair(const struct system *s, const struct trace *lasso) {
  if (lasso->loop < 0) return false;
  for (size_t j = 0; j < s->num_fairness; j++)
    if (!meets_on_loop(s, lasso, s->fairness[j]) && !meets_behind(s, lasso, s->fairness[j]))
      return false;
  return true;
}

static bool run_is_fine(const struct check_result *result, lit bad) {
  const struct trace *run = &result->evidence.trace;
  const struct system *s = result->system;
  if (!trace_check(run, s) || !is_initial(s, trace_state(run, 0))) return false;
  if (result->evidence.kind == PROPERTY_JUSTICE) return lasso_is_fair(s, run);
  size_t last = run->length - 1;
  return aig_eval(s->aig, bad, trace_state(run, last), trace_input(run, last)) &&
         aig_eval(s->aig, s->constraint, trace_state(run, last), trace_input(run, last));
}

bool evidence_is_fine(const struct check_result *result, lit bad) {
  const struct evidence *e = &result->evidence;
  bool safety = e->kind == PROPERTY_BAD || e->kind == PROPERTY_OUTPUT;
  if (e->verdict == VERDICT_UNKNOWN) return true;
  if (e->verdict == VERDICT_FAILS && e->kind != PROPERTY_CTL) return run_is_fine(result, bad);
  if (e->back > 0) return self_check_induction(result->system, e->invariant, bad, e->back);
  if (!self_check_invariant(result->system, e->invariant)) return false;
  if (!safety) return facts_are_fine(&result->core, e) && path_facts_are_fine(&result->core, e);
  return self_check_disjoint(result->system, e->invariant, result->system->constraint, bad);
}
