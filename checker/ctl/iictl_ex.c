/* EX nodes: a SAT query for the upper bound, one for the lower, figure 1, lines 9 to 19. */
#include "checker/ctl/generalize.h"
#include "checker/ctl/node_steps.h"

/* s & R & C & target(N) */
static enum sat_answer successor(struct iictl *ic, const struct lits *cube, lit from, lit target) {
  struct bounds *b = &ic->bounds;
  probe_begin(&b->probe);
  probe_now(&b->probe, b->invariant);
  probe_now(&b->probe, from);
  probe_now(&b->probe, b->system->constraint);
  probe_then(&b->probe, target);
  enum sat_answer answer = probe_solve(&b->probe, cube);
  if (answer == SAT_UNKNOWN) ic->stopped = true;
  return answer;
}

/* The last query was unsatisfiable: the cube of its core, made minimal, leaves U_v. */
static void exclude_core(struct iictl *ic, uint32_t v, struct lits *cube) {
  struct bounds *b = &ic->bounds;
  if (!probe_minimize(&b->probe, cube)) ic->stopped = true;
  bounds_exclude(b, v, cube_predicate(b->aig, cube));
}

static void read_step(struct iictl *ic, struct trace *trace) {
  struct bounds *b = &ic->bounds;
  unroll_trace(&b->probe.unroll, 2, trace);
}

/* Decides one state of the source, or asks the child about its successor. */
static void step_state(struct iictl *ic, uint32_t v, const uint8_t *state) {
  struct bounds *b = &ic->bounds;
  uint32_t u = b->core->nodes[v].left;
  struct lits cube = {0};
  struct trace trace;
  state_literals(b->system, state, &cube);
  enum sat_answer answer = successor(ic, &cube, AIG_TRUE, bounds_lower(b, u));
  if (answer == SAT_YES) {
    read_step(ic, &trace);
    generalize_trace(ic, v, &trace, 1);
    trace_free(&trace);
  } else if (answer == SAT_NO) {
    answer = successor(ic, &cube, AIG_TRUE, bounds_upper(b, u));
    if (answer == SAT_NO) {
      exclude_core(ic, v, &cube);
    } else if (answer == SAT_YES) {
      read_step(ic, &trace);
      iictl_push(ic, state_predicate(b->system, trace_state(&trace, 1)), LABEL_ALL, u);
      trace_free(&trace);
    }
  }
  lits_free(&cube);
}

void iictl_step_ex(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  uint32_t v = goal->node, u = b->core->nodes[v].left;
  lit source = iictl_source(ic, goal);
  uint8_t *state = memory_zeroed(b->system->num_states + 1, 1);
  /* One: prefer a state with a successor known to be good, then one that may have one. */
  enum sat_answer answer = SAT_NO;
  if (goal->label == LABEL_ONE) {
    answer = successor(ic, NULL, source, bounds_lower(b, u));
    if (answer == SAT_NO) answer = successor(ic, NULL, source, bounds_upper(b, u));
    if (answer == SAT_NO) bounds_exclude(b, v, goal->states);
    if (answer == SAT_YES) unroll_state(&b->probe.unroll, 0, state);
  } else {
    answer = bounds_overlap(b, source, AIG_TRUE, state);
    if (answer == SAT_UNKNOWN) ic->stopped = true;
  }
  if (answer == SAT_YES && !strategies_serve(&ic->strategies, b, v, state))
    step_state(ic, v, state);
  free(state);
}
