/* E nodes: fair cycle queries in the node's view. A proof in the upper view, the one with the upper
 * bounds of the leaves, tightens U_v; a lasso there is a witness if it is one in the lower view,
 * and otherwise a question about the leaves. */
#include "checker/ctl/node_steps.h"
#include "checker/ctl/path_witness.h"

#include <assert.h>

/* --- lassos ----------------------------------------------------------------------------------- */

static bool holds_at(const struct view *view, const struct trace *trace, size_t t, lit p) {
  return aig_eval(view->copy.system->aig, p, trace_state(trace, t), trace_input(trace, t));
}

/* Is some state of the loop in the set? */
static bool loop_meets(const struct view *view, const struct trace *trace, lit p) {
  for (size_t t = (size_t)trace->loop; t < trace->length; t++)
    if (holds_at(view, trace, t, p)) return true;
  return false;
}

/* Marks the states of a lasso where the view does not let it be a witness: steps that break a
 * promise, the start, and, for a fairness that is never met, the whole loop. Is there any? */
static bool find_flaws(const struct view *view, const struct trace *trace, uint8_t *flawed) {
  const struct system *s = view->copy.system;
  bool any = false;
  for (size_t t = 0; t < trace->length; t++)
    flawed[t] = !holds_at(view, trace, t, s->constraint) ||
                (t == 0 && !holds_at(view, trace, t, view->psi));
  for (size_t j = 0; j < s->num_fairness; j++)
    if (!loop_meets(view, trace, s->fairness[j]))
      memset(flawed + trace->loop, 1, trace->length - (size_t)trace->loop);
  for (size_t t = 0; t < trace->length; t++) any = any || flawed[t];
  return any;
}

/* The states of the trace with a flaw in which the leaf is undecided, as a goal for it. */
static bool push_leaf(struct iictl *ic, const struct trace *trace, const uint8_t *flawed,
                      uint32_t u) {
  struct bounds *b = &ic->bounds;
  struct lits states = {0};
  for (size_t t = 0; t < trace->length; t++)
    if (flawed[t] && state_in(b, trace_state(trace, t), bounds_upper(b, u)) &&
        !state_in(b, trace_state(trace, t), bounds_lower(b, u)))
      lits_push(&states, state_predicate(b->system, trace_state(trace, t)));
  bool any = states.size > 0;
  if (any) iictl_push(ic, aig_or_all(b->aig, states.at, states.size), LABEL_ALL, u);
  lits_free(&states);
  return any;
}

/* The cheapest leaf first. */
static bool push_leaves(struct iictl *ic, uint32_t v, const struct trace *trace,
                        const uint8_t *flawed) {
  const struct path_formula *path = core_path(ic->bounds.core, v);
  struct lits leaves = {0};
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) lits_push(&leaves, path->nodes[k].left);
  bool pushed = false;
  while (leaves.size && !pushed) {
    size_t best = 0;
    for (size_t k = 1; k < leaves.size; k++)
      if (ic->bounds.at[leaves.at[k]].cost < ic->bounds.at[leaves.at[best]].cost) best = k;
    pushed = push_leaf(ic, trace, flawed, leaves.at[best]);
    leaves.at[best] = leaves.at[--leaves.size];
  }
  lits_free(&leaves);
  return pushed;
}

/* R may have become smaller since the trace was found. */
static bool within_invariant(const struct bounds *b, const struct trace *trace) {
  for (size_t t = 0; t < trace->length; t++)
    if (!state_in(b, trace_state(trace, t), b->invariant)) return false;
  return true;
}

static void pursue(struct iictl *ic, struct goal *goal) {
  uint32_t v = goal->node;
  struct trace trace = goal->trace; /* the goal may move */
  uint8_t *flawed = memory_zeroed(trace.length, 1);
  bool pushed = false;
  if (!find_flaws(path_lower_view(ic, v), &trace, flawed))
    path_include_lasso(ic, v, &trace);
  else if (within_invariant(&ic->bounds, &trace))
    pushed = push_leaves(ic, v, &trace, flawed);
  free(flawed);
  /* All that its flaws depend on is decided: it is none in the upper view any more. */
  if (!pushed) goal_drop_trace(&ic->goals.at[ic->goals.size - 1]);
}

/* --- proofs ----------------------------------------------------------------------------------- */

/* All regions so far, in the view. */
static lit outside_blocks(struct iictl *ic, uint32_t v, struct view *view) {
  const struct fact *fact = &ic->bounds.evidence->facts[v].upper;
  lit outside = AIG_TRUE;
  for (size_t k = 0; k < fact->num_blocks; k++)
    outside =
        aig_and(view->copy.system->aig, outside, lit_not(view_into(view, fact->blocks[k].closed)));
  return outside;
}

/* Have the leaves no temporal operators? Then their bounds will not change. A loop needs that: its
 * flags must be raised where they were when it was found, and not only there. */
static bool leaves_stay(const struct core_formula *core, const struct path_formula *path) {
  uint8_t *timeless = memory_zeroed(core->num_nodes, 1);
  bool stay = true;
  for (size_t v = core->num_nodes; v-- > 0;) { /* children have larger numbers */
    const struct core_node *node = &core->nodes[v];
    bool binary = node->op == CORE_AND || node->op == CORE_OR;
    timeless[v] = node->op == CORE_ATOM || (node->op == CORE_NOT && timeless[node->left]) ||
                  (binary && timeless[node->left] && timeless[node->right]);
  }
  for (size_t k = 0; k < path->num_nodes; k++)
    stay = stay && (path->nodes[k].op != PATH_LEAF || timeless[path->nodes[k].left]);
  free(timeless);
  return stay;
}

static void begin_query(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  const struct path_formula *path = core_path(b->core, goal->node);
  lit *leaves = path_leaves(b, path, true);
  struct view *view = view_new(b->system, path, leaves);
  lit from = aig_and(view->copy.system->aig, view_into(view, iictl_source(ic, goal)), view->psi);
  struct fair_query query = {.invariant = view_into(view, b->invariant),
                             .inside = outside_blocks(ic, goal->node, view),
                             .from = from};
  struct fair_options options = ic->options.fair;
  options.no_loops = !leaves_stay(b->core, path);
  goal->pending.view = view;
  goal->pending.fair = fair_new(view->copy.system, &query, &options, ic->effort);
  free(leaves);
}

/* Is R & sat(psi) & !G_1 & .. & !G_n impossible in the system's state? Then *cube gets what of it
 * that needs. */
static bool hopeless_cube(struct view *view, struct probe *probe, const uint8_t *state,
                          struct lits *cube) {
  size_t own = view->copy.original->num_states;
  lits_clear(cube);
  for (size_t k = 0; k < own; k++)
    lits_push(cube, view->copy.system->states[k] ^ (state[k] ? 0u : 1u));
  if (probe_solve(probe, cube) != SAT_NO || !probe_minimize(probe, cube)) return false;
  for (size_t k = 0; k < cube->size; k++) cube->at[k] = view_back(view, cube->at[k]);
  return true;
}

/* What is like states of the source leaves U_v with them, a few times. */
static void exclude_likes(struct iictl *ic, uint32_t v, struct view *view, lit source) {
  struct bounds *b = &ic->bounds;
  uint8_t *state = memory_zeroed(b->system->num_states + 1, 1);
  struct lits cube = {0};
  struct probe probe = {.sat = sat_new(SAT_CONE, ic->effort)};
  unroll_init(&probe.unroll, probe.sat, view->copy.system);
  probe_begin(&probe);
  probe_now(&probe, view_into(view, b->invariant));
  probe_now(&probe, view->psi);
  probe_now(&probe, outside_blocks(ic, v, view));
  for (unsigned k = 0; k < tuning_of(ic->effort)->iictl_absorbed; k++) {
    if (bounds_overlap(b, source, bounds_upper(b, v), state) != SAT_YES ||
        !hopeless_cube(view, &probe, state, &cube))
      break;
    bounds_exclude(b, v, cube_predicate(b->aig, &cube));
  }
  unroll_free(&probe.unroll);
  sat_free(probe.sat);
  ints_free(&probe.fixed);
  ints_free(&probe.clause);
  lits_free(&cube);
  free(state);
}

/* No promises that make psi true can be kept from the goal's source: it leaves U_v. */
static void use_block(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  struct view *view = goal->pending.view;
  uint32_t v = goal->node;
  lit source = iictl_source(ic, goal);
  path_add_block(ic, v, view, fair_block(goal->pending.fair));
  if (goal->states != b->system->init) exclude_likes(ic, v, view, source);
  bounds_exclude(b, v, source);
}

void iictl_step_e(struct iictl *ic, struct goal *goal) {
  if (goal->has_trace) {
    pursue(ic, goal);
    return;
  }
  if (!goal->pending.fair) {
    path_include_region(ic, goal->node);
    if (ic->stopped) return;
    if (path_reach_known(ic, goal->node, iictl_source(ic, goal)) || ic->stopped) return;
    begin_query(ic, goal);
  }
  enum fair_answer answer = iictl_run_fair(ic, goal, "fair path");
  if (answer == FAIR_UNKNOWN) return;
  if (answer == FAIR_NONE) use_block(ic, goal);
  goal_drop_pending(goal);
}
