/* decide(T, All|One, v) as a stack of goals: a goal looks at the current bounds, and either is
 * decided, tightens bounds itself, or puts a goal for a child on top. Nothing but the trace under
 * scrutiny is kept between visits, so that every visit profits from what was learnt elsewhere in
 * the DAG meanwhile, and formula depth costs no C stack. */
#include "checker/ctl/iictl.h"
#include "checker/ctl/lookahead.h"
#include "checker/ctl/node_steps.h"
#include "checker/ctl/path_witness.h"

#include <assert.h>

void iictl_init(struct iictl *ic, struct system *system, const struct core_formula *core,
                const struct iictl_options *options, const struct effort *effort,
                struct evidence *evidence) {
  *ic = (struct iictl){.options = *options, .effort = effort, .start = monotonic_seconds()};
  ic->region_tried = memory_zeroed(core->num_nodes, 1);
  ic->asked_elsewhere = memory_zeroed(core->num_nodes, 1);
  bounds_init(&ic->bounds, system, core, evidence, effort);
  closed_targets_init(&ic->closed, &ic->bounds);
  strategies_init(&ic->strategies, &ic->bounds);
}

void iictl_drop_goals(struct iictl *ic) {
  while (ic->goals.size) iictl_pop(ic);
}

void iictl_free(struct iictl *ic) {
  iictl_drop_goals(ic);
  free(ic->goals.at);
  free(ic->region_tried);
  free(ic->asked_elsewhere);
  lits_free(&ic->hints);
  path_witnesses_free(ic);
  closed_targets_free(&ic->closed);
  strategies_free(&ic->strategies, &ic->bounds);
  bounds_free(&ic->bounds);
  *ic = (struct iictl){0};
}

/* --- one visit -------------------------------------------------------------------------------- */

static bool overlap(struct iictl *ic, lit a, lit c) {
  if (ic->stopped) return false;
  enum sat_answer answer = bounds_overlap(&ic->bounds, a, c, NULL);
  if (answer == SAT_UNKNOWN) ic->stopped = true;
  return answer == SAT_YES;
}

/* Section 3.3: the bounds may say what the goal asks. */
static bool decided(struct iictl *ic, const struct goal *goal) {
  lit upper = bounds_upper(&ic->bounds, goal->node), lower = bounds_lower(&ic->bounds, goal->node);
  if (goal->label == LABEL_ALL)
    return overlap(ic, goal->states, lit_not(upper)) || !overlap(ic, goal->states, lit_not(lower));
  return overlap(ic, goal->states, lower) || !overlap(ic, goal->states, upper);
}

/* u & w for One, u | w for All. One: find a state in L_u, then ask w for it. All is the dual:
 * states known to be outside u must be in w. */
static void step_search(struct iictl *ic, lit states, enum label label, uint32_t first,
                        uint32_t second, lit settled) {
  lit chosen = aig_and(ic->bounds.aig, states, settled);
  if (overlap(ic, chosen, AIG_TRUE))
    iictl_push(ic, chosen, label, second);
  else if (!ic->stopped)
    iictl_push(ic, states, label, first);
}

/* u & w for All, u | w for One: the first child, and when it is settled the second. */
static void step_sequence(struct iictl *ic, const struct goal *goal, uint32_t first,
                          uint32_t second) {
  struct bounds *b = &ic->bounds;
  lit open = goal->label == LABEL_ALL ? lit_not(bounds_lower(b, first)) : bounds_upper(b, first);
  lit states = goal->states;
  if (overlap(ic, states, open))
    iictl_push(ic, states, goal->label, first);
  else if (!ic->stopped)
    iictl_push(ic, states, goal->label, second);
}

static void step_boolean(struct iictl *ic, const struct goal *goal) {
  struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[goal->node];
  uint32_t first = node->left, second = node->right;
  if (b->at[first].cost > b->at[second].cost) {
    first = node->right;
    second = node->left;
  }
  bool search = (node->op == CORE_AND) == (goal->label == LABEL_ONE);
  if (!search) {
    step_sequence(ic, goal, first, second);
    return;
  }
  lit open = aig_and(b->aig, goal->states,
                     goal->label == LABEL_ONE ? bounds_upper(b, goal->node)
                                              : lit_not(bounds_lower(b, goal->node)));
  step_search(ic, open, goal->label, first, second,
              goal->label == LABEL_ONE ? bounds_lower(b, first) : lit_not(bounds_upper(b, first)));
}

static void visit(struct iictl *ic) {
  assert(ic->goals.size > 0);
  struct goal *goal = &ic->goals.at[ic->goals.size - 1];
  bool suspended = goal->pending.reach || goal->pending.fair;
  if (!suspended && decided(ic, goal)) {
    if (!ic->stopped) iictl_pop(ic);
    return;
  }
  if (ic->stopped) return;
  const struct core_node *node = &ic->bounds.core->nodes[goal->node];
  switch (node->op) {
  case CORE_ATOM: assert(false && "the bounds of an atom decide everything"); break;
  case CORE_NOT:
    iictl_push(ic, goal->states, goal->label == LABEL_ALL ? LABEL_ONE : LABEL_ALL, node->left);
    break;
  case CORE_AND:
  case CORE_OR:
    step_boolean(ic,
                 &(struct goal){.states = goal->states, .label = goal->label, .node = goal->node});
    break;
  case CORE_EX: iictl_step_ex(ic, goal); break;
  case CORE_EU: iictl_step_eu(ic, goal); break;
  case CORE_EG: iictl_step_eg(ic, goal); break;
  case CORE_E: iictl_step_e(ic, goal); break;
  }
}

/* Of nodes that are asked about elsewhere. */
static size_t count_blocks(const struct iictl *ic) {
  const struct bounds *b = &ic->bounds;
  size_t blocks = 0;
  for (size_t v = 0; v < b->core->num_nodes; v++)
    if (ic->asked_elsewhere[v]) blocks += b->evidence->facts[v].upper.num_blocks;
  return blocks;
}

bool iictl_is_ahead(const struct iictl *ic) {
  const struct goal *top = ic->goals.size ? &ic->goals.at[ic->goals.size - 1] : NULL;
  return top && top->pending.reach && ic->asked_elsewhere[top->node] && count_blocks(ic) > 0;
}

bool iictl_gets_on(const struct iictl *ic) {
  enum { FEW = 3 }; /* abqueues8 needs no more, soap has no end of them */
  size_t blocks = count_blocks(ic);
  return blocks > 0 && blocks <= FEW;
}

bool iictl_asks_about_start(const struct iictl *ic) {
  const struct goals *goals = &ic->goals;
  const struct goal *top = goals->size ? &goals->at[goals->size - 1] : NULL;
  if (!top || !top->pending.fair || !ic->asked_elsewhere[top->node]) return false;
  for (size_t k = 0; k + 1 < goals->size; k++)
    if (goals->at[k].has_trace && goals->at[k].trace.length > 1) return false;
  return true;
}

/* --- the verdict ------------------------------------------------------------------------------ */

/* I & !U_0 satisfiable: fails there. I & !L_0 unsatisfiable: holds. (Where that is plain to see,
 * the first question may be a hard one all the same.) */
static enum verdict root_verdict(struct iictl *ic) {
  struct bounds *b = &ic->bounds;
  if (bounds_lower(b, 0) == AIG_TRUE) return VERDICT_HOLDS;
  uint8_t *state = memory_zeroed(b->system->num_states + 1, 1);
  enum sat_answer fails = bounds_overlap(b, b->system->init, lit_not(bounds_upper(b, 0)), state);
  enum sat_answer open = fails == SAT_NO
                             ? bounds_overlap(b, b->system->init, lit_not(bounds_lower(b, 0)), NULL)
                             : SAT_YES;
  if (fails == SAT_UNKNOWN || open == SAT_UNKNOWN) ic->stopped = true;
  if (fails == SAT_YES) {
    assert(state_in(b, state, b->system->init) && !state_in(b, state, bounds_upper(b, 0)));
    b->evidence->initial = state;
    return VERDICT_FAILS;
  }
  free(state);
  return open == SAT_NO ? VERDICT_HOLDS : VERDICT_UNKNOWN;
}

static enum verdict conclude(struct iictl *ic, enum verdict verdict) {
  bounds_complete_evidence(&ic->bounds);
  ic->bounds.evidence->verdict = verdict;
  return verdict;
}

enum verdict iictl_verdict(struct iictl *ic) {
  ic->stopped = false;
  return conclude(ic, root_verdict(ic));
}

enum verdict iictl_run(struct iictl *ic) {
  struct bounds *b = &ic->bounds;
  ic->stopped = false;
  if (closed_targets_ask(&ic->closed, b)) iictl_drop_goals(ic); /* they were about other bounds */
  if (bounds_lower(b, 0) != AIG_TRUE && !lookahead_exact_ex(b, &ic->closed)) ic->stopped = true;
  enum verdict verdict = root_verdict(ic);
  lit upper = bounds_upper(b, 0), lower = bounds_lower(b, 0);
  while (verdict == VERDICT_UNKNOWN && !ic->stopped) {
    if (!ic->goals.size) iictl_push(ic, b->system->init, LABEL_ALL, 0);
    visit(ic);
    iictl_stop_if_interrupted(ic);
    if (upper == bounds_upper(b, 0) && lower == bounds_lower(b, 0) && ic->goals.size) continue;
    upper = bounds_upper(b, 0);
    lower = bounds_lower(b, 0);
    if (!ic->stopped) verdict = root_verdict(ic);
  }
  return conclude(ic, verdict);
}
