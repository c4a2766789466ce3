/* EG nodes: fair cycle queries, figure 1, lines 32 to 43. */
#include "checker/ctl/eu_eg_turns.h"
#include "checker/ctl/generalize.h"
#include "checker/ctl/hints.h"
#include "checker/ctl/node_steps.h"

/* Footnote 3, cheaper than a fair cycle query:  reach(S, L_u & L_u', F, L_v). */
static bool reach_known(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  lit lower = bounds_lower(b, goal->node), here = bounds_lower(b, b->core->nodes[goal->node].left);
  if (lower == AIG_FALSE) return false;
  struct step_constraints constraints = {0};
  if (here != AIG_TRUE) {
    step_constraints_now(&constraints, here);
    step_constraints_then(&constraints, here);
  }
  struct reach *reach = iictl_reach_known(ic, goal, &constraints);
  if (reach) {
    generalize_trace(ic, goal->node, reach_trace(reach), reach_trace(reach)->length - 1);
    iictl_note(ic, goal->node, "reached known states");
    reach_free(reach);
  }
  iictl_stop_if_interrupted(ic);
  return reach != NULL;
}

static bool all_in(struct iictl *ic, const struct trace *trace, lit p) {
  for (size_t t = 0; t < trace->length; t++)
    if (!state_in(&ic->bounds, trace_state(trace, t), p)) return false;
  return true;
}

/* A lasso inside L_u is a witness; states outside U_u or R break it; otherwise the child decides.
 */
static void pursue(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  uint32_t u = b->core->nodes[goal->node].left;
  struct trace trace = goal->trace;
  if (all_in(ic, &trace, bounds_lower(b, u)))
    generalize_lasso(ic, goal->node, &trace);
  else if (all_in(ic, &trace, aig_and(b->aig, b->invariant, bounds_upper(b, u))) &&
           iictl_push_undecided(ic, &trace, 0, trace.length, u))
    return;
  goal_drop_trace(goal);
}

void iictl_step_eg(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  if (goal->has_trace) {
    pursue(ic, goal);
    return;
  }
  if (!goal->pending.fair) {
    /* The second time that witnesses are wanted, a region may give them all. */
    uint32_t u = b->core->nodes[goal->node].left;
    if (bounds_lower(b, goal->node) != AIG_FALSE && bounds_lower(b, u) == bounds_upper(b, u) &&
        !ic->region_tried[goal->node]) {
      ic->region_tried[goal->node] = 1;
      if (generalize_region(ic, goal->node) || ic->stopped) return;
    }
    if (reach_known(ic, goal) || ic->stopped || iictl_hint_eg(ic, goal) || ic->stopped) return;
    struct fair_query query = {.invariant = b->invariant,
                               .inside = bounds_upper(b, goal->node),
                               .from = iictl_source(ic, goal)};
    goal->pending.fair = fair_new(b->system, &query, &ic->options.fair, ic->effort);
  }
  enum fair_answer answer = iictl_run_fair(ic, goal, "fair cycle");
  if (answer == FAIR_UNKNOWN) {
    if (!ic->stopped) product_turns(ic, goal->budget);
    return;
  }
  if (answer == FAIR_NONE) bounds_exclude_block(b, goal->node, fair_block(goal->pending.fair));
  goal_drop_pending(goal);
}
