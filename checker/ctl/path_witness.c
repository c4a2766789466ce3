#include "checker/ctl/path_witness.h"

#include "checker/ctl/generalize.h"

#include <assert.h>

/* The lower view is a system of its own, and E psi is EG true there: what generalises witnesses of
 * EG nodes works on it as it is. */
enum { NODE_EG = 1 }; /* of !EG true */

struct path_witness {
  struct view *view;
  struct core_formula core; /* !EG true */
  struct evidence evidence; /* of what was found last, until it is translated */
  struct iictl ic;          /* of the view: only bounds, options and effort are used */
  lit reached;           /* E_n of all that was found so far, in the graph of the system itself */
  uint64_t region_ticks; /* that the last search for a region was granted */
};

lit *path_leaves(const struct bounds *b, const struct path_formula *path, bool upper) {
  lit *leaves = memory_zeroed(path->num_nodes, sizeof *leaves);
  for (size_t k = 0; k < path->num_nodes; k++) {
    uint32_t u = path->nodes[k].left;
    if (path->nodes[k].op == PATH_LEAF) leaves[k] = upper ? bounds_upper(b, u) : bounds_lower(b, u);
  }
  return leaves;
}

static void close_view(struct path_witness *w) {
  if (!w->view) return;
  bounds_free(&w->ic.bounds);
  evidence_free(&w->evidence);
  core_free(&w->core);
  view_free(w->view);
  w->view = NULL;
}

static void open_view(struct iictl *ic, struct path_witness *w, const struct path_formula *path,
                      const lit *leaves) {
  struct bounds *b = &ic->bounds;
  w->view = view_new(b->system, path, leaves);
  struct system *system = w->view->copy.system;
  core_for_justice(&w->core);
  evidence_init(&w->evidence, PROPERTY_CTL, system, w->core.num_nodes);
  w->ic = (struct iictl){.options = ic->options,
                         .effort = ic->effort,
                         .start = ic->start,
                         .one_witness = ic->one_witness};
  w->ic.options.generalization = 0; /* R must be one of the system itself */
  bounds_init(&w->ic.bounds, system, &w->core, &w->evidence, ic->effort);
}

void path_witnesses_free(struct iictl *ic) {
  for (size_t k = 0; ic->witnesses && k < ic->bounds.core->num_paths; k++)
    close_view(&ic->witnesses[k]);
  free(ic->witnesses);
  ic->witnesses = NULL;
}

/* With R and E_n as they are now. */
static struct path_witness *current(struct iictl *ic, uint32_t v) {
  struct bounds *b = &ic->bounds;
  const struct path_formula *path = core_path(b->core, v);
  if (!ic->witnesses) ic->witnesses = memory_zeroed(b->core->num_paths, sizeof *ic->witnesses);
  struct path_witness *w = &ic->witnesses[b->core->nodes[v].lit];
  lit *leaves = path_leaves(b, path, false);
  if (w->view && memcmp(w->view->leaves, leaves, path->num_nodes * sizeof *leaves) != 0)
    close_view(w);
  if (!w->view) open_view(ic, w, path, leaves);
  free(leaves);
  struct bounds *in = &w->ic.bounds;
  in->invariant = view_into(w->view, b->invariant);
  bounds_know_lower(in, NODE_EG, view_into(w->view, w->reached));
  w->ic.stopped = false;
  return w;
}

struct view *path_lower_view(struct iictl *ic, uint32_t v) {
  return current(ic, v)->view;
}

/* What was found becomes part of the node's fact. */
static void translate(struct iictl *ic, uint32_t v, struct path_witness *w) {
  struct fact *from = &w->evidence.facts[NODE_EG].lower, *to = &ic->bounds.evidence->facts[v].lower;
  for (size_t k = 0; k < from->num_lassos; k++) {
    struct lasso *lasso = fact_lasso(to);
    view_choices_back(w->view, &from->lassos[k].steps, &lasso->steps);
    lits_append(&lasso->at, from->lassos[k].at.at, from->lassos[k].at.size);
  }
  if (from->has_region) {
    to->has_region = true;
    view_region_back(w->view, &from->region, &to->region);
  }
  view_choices_back(w->view, &from->ranks, &to->ranks);
  w->reached = view_back(w->view, bounds_lower(&w->ic.bounds, NODE_EG));
  fact_free(from);
}

/* R & cube & !(sat(psi) & E_n): what of the state that needs goes into *cube. */
static bool promise_cube(struct path_witness *w, const uint8_t *state, struct lits *cube) {
  struct bounds *b = &w->ic.bounds;
  probe_begin(&b->probe);
  probe_now(&b->probe, b->invariant);
  probe_or_now(&b->probe, lit_not(w->view->psi));
  probe_or_now(&b->probe, lit_not(bounds_lower(b, NODE_EG)));
  state_literals(b->system, state, cube);
  enum sat_answer answer = probe_solve(&b->probe, cube);
  assert(answer != SAT_YES);
  if (answer != SAT_NO || !w->ic.one_witness)
    return answer == SAT_NO && probe_minimize(&b->probe, cube);
  probe_shrink(&b->probe, cube);
  return true;
}

/* A state of the view in sat(psi) & E_n: what it says of the system's own states is a guard, the
 * rest is what is promised there. */
static bool include_choice(struct iictl *ic, uint32_t v, struct path_witness *w,
                           const uint8_t *state) {
  const struct system *system = ic->bounds.system;
  struct lits cube = {0}, plain = {0}, promises = {0};
  bool good = promise_cube(w, state, &cube);
  for (size_t k = 0; good && k < cube.size; k++) {
    bool own = leaf_index(w->view->copy.system, cube.at[k]) < system->num_states;
    lits_push(own ? &plain : &promises, view_back(w->view, cube.at[k]));
  }
  if (good)
    bounds_include_promise(&ic->bounds, v, cube_predicate(ic->bounds.aig, &plain), &promises);
  else
    ic->stopped = true;
  lits_free(&cube);
  lits_free(&plain);
  lits_free(&promises);
  return good;
}

void path_include_lasso(struct iictl *ic, uint32_t v, const struct trace *lasso) {
  struct path_witness *w = current(ic, v);
  bool included = generalize_lasso(&w->ic, NODE_EG, lasso);
  translate(ic, v, w); /* what there is stays good when time is over */
  if (w->ic.stopped)
    ic->stopped = true;
  else if (included)
    include_choice(ic, v, w, trace_state(lasso, 0));
}

/* Nothing is promised, nor will be. */
static void without_promises(const struct view *view, struct region *region) {
  const struct system *s = view->copy.system, *own = view->copy.original;
  struct lits now = {0}, then = {0};
  for (size_t k = own->num_states; k < s->num_states; k++) lits_push(&now, lit_not(s->states[k]));
  for (size_t k = own->num_inputs; k < s->num_inputs; k++) lits_push(&then, lit_not(s->inputs[k]));
  *region = (struct region){.inside = aig_and_all(s->aig, now.at, now.size),
                            .num_covers = s->num_fairness,
                            .covers = memory_zeroed(s->num_fairness, sizeof *region->covers)};
  choices_add(&region->choices, AIG_TRUE, then.at, then.size);
  lits_free(&now);
  lits_free(&then);
}

void path_include_run(struct iictl *ic, uint32_t v, const struct trace *run) {
  struct path_witness *w = current(ic, v);
  struct region region;
  assert(ic->bounds.system->num_fairness == 0 && ic->bounds.system->constraint == AIG_TRUE);
  without_promises(w->view, &region);
  bounds_include_region(&w->ic.bounds, NODE_EG, &region);
  generalize_trace(&w->ic, NODE_EG, run, run->length - 1);
  translate(ic, v, w);
  if (w->ic.stopped)
    ic->stopped = true;
  else
    include_choice(ic, v, w, trace_state(run, 0));
}

void path_add_block(struct iictl *ic, uint32_t v, struct view *view, const struct block *block) {
  struct fact *fact = &ic->bounds.evidence->facts[v].upper;
  view_block_back(view, block, fact_block(fact, AIG_FALSE));
}

static bool leaves_are_decided(const struct bounds *b, const struct path_formula *path) {
  for (size_t k = 0; k < path->num_nodes; k++) {
    uint32_t u = path->nodes[k].left;
    if (path->nodes[k].op == PATH_LEAF && bounds_lower(b, u) != bounds_upper(b, u)) return false;
  }
  return true;
}

/* What the end of its share broke off is tried again when there is twice as much. */
void path_include_region(struct iictl *ic, uint32_t v) {
  struct path_witness *w = current(ic, v);
  uint64_t granted = ticks_left(ic->effort) / tuning_of(ic->effort)->iictl_view_region_part;
  if (bounds_lower(&w->ic.bounds, NODE_EG) == AIG_FALSE || granted / 2 < w->region_ticks ||
      !leaves_are_decided(&ic->bounds, core_path(ic->bounds.core, v)))
    return;
  struct effort share = effort_of(ic->effort, granted);
  w->ic.effort = &share;
  bool found = generalize_region(&w->ic, NODE_EG);
  w->region_ticks = found || !interrupted(&share) ? UINT64_MAX : granted;
  w->ic.effort = ic->effort;
  translate(ic, v, w);
  iictl_stop_if_interrupted(ic);
}

/* From the view's F-states to E_n. */
static struct reach *reach_lassos(struct iictl *ic, struct path_witness *w, lit from) {
  struct step_constraints constraints = {0};
  struct reach_query query = {.constraints = &constraints,
                              .invariant = w->ic.bounds.invariant,
                              .from = from,
                              .target = bounds_lower(&w->ic.bounds, NODE_EG)};
  struct reach *reach = reach_new(w->view->copy.system, &query, &reach_defaults, ic->effort);
  if (reach_run(reach, tuning_of(ic->effort)->iictl_known) == REACH_TRACE) return reach;
  reach_free(reach);
  return NULL;
}

bool path_reach_known(struct iictl *ic, uint32_t v, lit source) {
  struct path_witness *w = current(ic, v);
  if (bounds_lower(&w->ic.bounds, NODE_EG) == AIG_FALSE || w->view->psi == AIG_FALSE) return false;
  lit from = aig_and(w->view->copy.system->aig, view_into(w->view, source), w->view->psi);
  struct reach *reach = from == AIG_FALSE ? NULL : reach_lassos(ic, w, from);
  bool grown = false;
  if (reach) {
    const struct trace *trace = reach_trace(reach);
    generalize_trace(&w->ic, NODE_EG, trace, trace->length - 1);
    translate(ic, v, w);
    grown = !w->ic.stopped && include_choice(ic, v, w, trace_state(trace, 0));
    reach_free(reach);
  }
  iictl_stop_if_interrupted(ic);
  return grown;
}
