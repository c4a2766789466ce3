/* EU nodes: reachability queries, figure 1, lines 20 to 31. */
#include "checker/ctl/eu_eg_turns.h"
#include "checker/ctl/eu_queries.h"
#include "checker/ctl/generalize.h"
#include "checker/ctl/hints.h"
#include "checker/ctl/node_steps.h"

/* What the children's bounds say of a purported witness s_0 .. s_n: u holds before the end, v (or
 * w) at the end. */
enum outlook { OUTLOOK_WITNESS, OUTLOOK_BROKEN, OUTLOOK_OPEN };

/* `end`: the first state known to be in L_v, or the last one. */
static enum outlook examine(struct iictl *ic, uint32_t v, const struct trace *trace, size_t *end) {
  struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[v];
  enum outlook outlook = OUTLOOK_WITNESS;
  for (*end = 0;; ++*end) {
    const uint8_t *state = trace_state(trace, *end);
    if (state_in(b, state, bounds_lower(b, v))) return outlook;
    if (!state_in(b, state, b->invariant)) return OUTLOOK_BROKEN;
    if (*end + 1 == trace->length)
      return state_in(b, state, bounds_upper(b, node->right)) ? OUTLOOK_OPEN : OUTLOOK_BROKEN;
    if (!state_in(b, state, bounds_upper(b, node->left))) return OUTLOOK_BROKEN;
    if (!state_in(b, state, bounds_lower(b, node->left))) outlook = OUTLOOK_OPEN;
  }
}

/* A witness goes into L_v; an open one is put to the children, w first, for a target that fails
 * saves the rest. */
static void pursue(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  uint32_t v = goal->node;
  const struct core_node *node = &b->core->nodes[v];
  size_t end;
  switch (examine(ic, v, &goal->trace, &end)) {
  case OUTLOOK_WITNESS:
    generalize_trace(ic, v, &goal->trace, end);
    iictl_note(ic, v, "witness of %zu steps, list of %zu", end,
               b->evidence->facts[v].lower.ranks.size);
    goal_drop_trace(goal);
    break;
  case OUTLOOK_BROKEN: goal_drop_trace(goal); break;
  case OUTLOOK_OPEN: {
    struct trace trace = goal->trace; /* pushing moves goals; the trace's memory stays */
    bool at_end =
        end + 1 == trace.length && !state_in(b, trace_state(&trace, end), bounds_lower(b, v));
    if (at_end && iictl_push_undecided(ic, &trace, end, end + 1, node->right)) break;
    iictl_push_undecided(ic, &trace, 0, end, node->left);
    break;
  }
  }
}

/* (8):  reach(S, L_u & U_v & U_v', F, L_v), only where the bounds of the children differ: else (7)
 * has answered it. */
static bool lower_query(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[goal->node];
  lit lower = bounds_lower(b, goal->node), here = bounds_lower(b, node->left),
      upper = bounds_upper(b, goal->node);
  bool exact = here == bounds_upper(b, node->left) &&
               bounds_lower(b, node->right) == bounds_upper(b, node->right);
  if (exact || lower == AIG_FALSE || here == AIG_FALSE) return false;
  struct step_constraints constraints = {0};
  step_constraints_now(&constraints, here);
  step_constraints_now(&constraints, upper);
  step_constraints_then(&constraints, upper);
  struct reach *reach = iictl_reach_known(ic, goal, &constraints);
  if (reach) goal_keep_trace(goal, reach_trace(reach));
  if (reach) reach_free(reach);
  iictl_stop_if_interrupted(ic);
  return reach != NULL;
}

/* AG EF and the like, asked from the initial states: a state that a run met before and that is
 * undecided for w saves a reachability query. */
static bool recall_state(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[goal->node];
  if (goal->states != b->system->init || bounds_lower(b, node->left) != AIG_TRUE ||
      b->at[node->right].cost < tuning_of(b->effort)->iictl_weight_eu)
    return false;
  lit open = aig_and(b->aig, bounds_upper(b, node->right), lit_not(bounds_lower(b, goal->node)));
  for (size_t k = 0; k < b->known.size; k++) {
    const uint8_t *state = b->known.states + k * b->system->num_states;
    if (!state_in(b, state, open)) continue;
    struct trace trace;
    size_t end;
    known_trace(b, (uint32_t)k, &trace);
    examine(ic, goal->node, &trace, &end);
    bool news = end + 1 == trace.length; /* else a state before it is in L_v already, and the goal
                                            has no question about its initial state */
    if (news) goal_keep_trace(goal, &trace);
    trace_free(&trace);
    if (!news) continue;
    iictl_note(ic, goal->node, "recalled a state at depth %zu", goal->trace.length - 1);
    return true;
  }
  return false;
}

static void use_trace(struct iictl *ic, struct goal *goal) {
  size_t end;
  const struct trace *trace = eu_query_trace(goal);
  iictl_note(ic, goal->node, "trace of %zu steps", trace->length - 1);
  known_add_run(&ic->bounds, trace); /* tells what is reachable */
  if (examine(ic, goal->node, trace, &end) != OUTLOOK_WITNESS && lower_query(ic, goal)) return;
  goal_keep_trace(goal, trace);
}

/* Constant inputs that lead one of the goal's states to the target, and others with it. */
static bool try_strategies(struct iictl *ic, const struct goal *goal) {
  struct bounds *b = &ic->bounds;
  uint8_t *state = memory_zeroed(b->system->num_states + 1, 1);
  lit open = aig_and(b->aig, iictl_source(ic, goal), lit_not(bounds_lower(b, goal->node)));
  enum sat_answer answer = bounds_overlap(b, open, AIG_TRUE, state);
  bool served = answer == SAT_YES && strategies_serve(&ic->strategies, b, goal->node, state);
  if (served)
    iictl_note(ic, goal->node, "constant inputs, list of %zu",
               b->evidence->facts[goal->node].lower.ranks.size);
  free(state);
  iictl_stop_if_interrupted(ic);
  return served;
}

void iictl_step_eu(struct iictl *ic, struct goal *goal) {
  if (goal->has_trace) {
    pursue(ic, goal);
    return;
  }
  if (!goal->pending.reach &&
      (product_turn(ic, ic->goals.size - 1, tuning_of(ic->effort)->iictl_product_turn) ||
       ic->stopped))
    return;
  if (!goal->pending.reach && (iictl_hint_eu(ic, goal) || ic->stopped)) return;
  if (!goal->pending.reach && (try_strategies(ic, goal) || ic->stopped)) return;
  if (!goal->pending.reach && recall_state(ic, goal)) return;
  if (!goal->pending.reach) eu_begin_upper_query(ic, goal, AIG_FALSE);
  switch (eu_run_upper_query(ic, goal)) {
  case REACH_UNKNOWN: ic->stopped = true; return;
  case REACH_PROOF: eu_use_proof(ic, goal); break;
  case REACH_TRACE:
    use_trace(ic, goal);
    eu_keep_frames(goal);
    break;
  }
  goal_drop_pending(goal);
}
