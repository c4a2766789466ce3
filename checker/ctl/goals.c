#include "checker/ctl/goals.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void goal_drop_trace(struct goal *goal) {
  if (goal->has_trace) trace_free(&goal->trace);
  goal->has_trace = false;
}

void goal_drop_pending(struct goal *goal) {
  reach_free(goal->pending.reach);
  bmc_free(goal->pending.bmc);
  closed_source_free(goal->pending.source);
  fair_free(goal->pending.fair);
  view_free(goal->pending.view);
  goal->pending = (struct pending){0};
}

void goal_keep_trace(struct goal *goal, const struct trace *trace) {
  assert(trace->length > 0);
  goal_drop_trace(goal);
  trace_assign(&goal->trace, trace);
  goal->has_trace = true;
}

void iictl_push(struct iictl *ic, lit states, enum label label, uint32_t node) {
  assert(node < ic->bounds.core->num_nodes && !aig_has_inputs(ic->bounds.aig, states));
  struct goals *goals = &ic->goals;
  goals->at = memory_room(goals->at, goals->size, &goals->capacity, sizeof *goals->at);
  goals->at[goals->size++] = (struct goal){.states = states, .label = label, .node = node};
}

void iictl_pop(struct iictl *ic) {
  goal_drop_trace(&ic->goals.at[ic->goals.size - 1]);
  goal_drop_pending(&ic->goals.at[ic->goals.size - 1]);
  reach_free(ic->goals.at[ic->goals.size - 1].frames.reach);
  product_free(ic->goals.at[ic->goals.size - 1].product);
  ic->goals.size--;
}

void iictl_pop_to(struct iictl *ic, size_t index) {
  while (ic->goals.size > index + 1) iictl_pop(ic);
}

lit iictl_source(struct iictl *ic, const struct goal *goal) {
  struct bounds *b = &ic->bounds;
  lit source =
      aig_and(b->aig, goal->states, aig_and(b->aig, b->invariant, bounds_upper(b, goal->node)));
  return goal->label == LABEL_ALL ? aig_and(b->aig, source, lit_not(bounds_lower(b, goal->node)))
                                  : source;
}

struct reach *iictl_reach_known(struct iictl *ic, const struct goal *goal,
                                struct step_constraints *constraints) {
  struct bounds *b = &ic->bounds;
  struct reach_query query = {.constraints = constraints,
                              .invariant = b->invariant,
                              .from = iictl_source(ic, goal),
                              .target = bounds_lower(b, goal->node)};
  struct reach *reach = reach_new(b->system, &query, &reach_defaults, ic->effort);
  step_constraints_free(constraints);
  if (reach_run(reach, tuning_of(ic->effort)->iictl_known) == REACH_TRACE) return reach;
  reach_free(reach);
  return NULL;
}

bool iictl_push_undecided(struct iictl *ic, const struct trace *trace, size_t from, size_t to,
                          uint32_t node) {
  struct bounds *b = &ic->bounds;
  struct lits states = {0};
  for (size_t t = from; t < to; t++)
    if (!state_in(b, trace_state(trace, t), bounds_lower(b, node)))
      lits_push(&states, state_predicate(b->system, trace_state(trace, t)));
  bool any = states.size > 0;
  if (any) iictl_push(ic, aig_or_all(b->aig, states.at, states.size), LABEL_ALL, node);
  lits_free(&states);
  return any;
}

void iictl_stop_if_interrupted(struct iictl *ic) {
  if (interrupted(ic->effort)) ic->stopped = true;
}

void iictl_count_fair(struct iictl *ic, const struct fair *fair) {
  if (!ic->fair) return;
  struct fair_statistics more = fair_statistics(fair);
  ic->fair->skeletons += more.skeletons;
  ic->fair->walls += more.walls;
  ic->fair->reach_queries += more.reach_queries;
  ic->fair->sides += more.sides;
}

enum fair_answer iictl_run_fair(struct iictl *ic, struct goal *goal, const char *what) {
  struct fair *fair = goal->pending.fair;
  goal->budget = goal->budget ? 2 * goal->budget : (long)tuning_of(ic->effort)->iictl_turn;
  enum fair_answer answer = fair_run(fair, goal->budget);
  if (answer == FAIR_UNKNOWN) {
    iictl_note(ic, goal->node, "end of turn");
    iictl_stop_if_interrupted(ic);
    return answer;
  }
  iictl_note(ic, goal->node, "%s%s", answer == FAIR_NONE ? "no " : "", what);
  iictl_count_fair(ic, fair);
  if (answer == FAIR_LASSO) goal_keep_trace(goal, fair_lasso(fair));
  return answer;
}

void iictl_note(const struct iictl *ic, uint32_t v, const char *format, ...) {
  static const char *const names[] = {"atom", "!", "&", "|", "EX", "EU", "EG", "E"};
  if (!ic->options.verbose) return;
  fprintf(stderr, "iictl %.2fs: node %u (%s): ", monotonic_seconds() - ic->start, v,
          names[ic->bounds.core->nodes[v].op]);
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr, "; %zu known, %lu probes, %zu gates\n", ic->bounds.known.size,
          ic->bounds.probe.solves, ic->bounds.aig->num_nodes);
}
