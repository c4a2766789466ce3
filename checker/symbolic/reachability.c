#include "checker/symbolic/reachability.h"

#include "checker/symbolic/invariant.h"

#include <assert.h>

struct sweep {
  struct system *system;
  lit target_lit;
  struct symbolic *s;      /* NULL: not built yet */
  bdd target;              /* over states and inputs */
  bdd ring, reached;       /* new and all states */
  struct bdd_vector rings; /* rings.at[d]: the states that are reached first after d steps */
  bool looked;             /* the last ring does not meet the target */
  bool met;
  bool over;
  struct trace trace;
};

struct sweep *sweep_new(struct system *system, lit target) {
  struct sweep *f = memory_zeroed(1, sizeof *f);
  f->system = system;
  f->target_lit = target;
  trace_init(&f->trace, system);
  return f;
}

void sweep_free(struct sweep *f) {
  if (!f) return;
  symbolic_free(f->s);
  bdd_vector_free(&f->rings);
  trace_free(&f->trace);
  free(f);
}

bool sweep_over(const struct sweep *f) { return f->over; }
const struct trace *sweep_trace(const struct sweep *f) { return &f->trace; }

static bool start(struct sweep *f, const struct effort *effort) {
  f->s = symbolic_new(f->system, &f->target_lit, 1, false, effort);
  if (!f->s) return false;
  f->target = symbolic_of_lit(f->s, f->target_lit);
  if (f->s->stopped) {
    symbolic_free(f->s);
    f->s = NULL;
    return false;
  }
  f->ring = bdd_ref(f->s->m, f->s->init);
  f->reached = bdd_ref(f->s->m, f->s->init);
  bdd_vector_push(&f->rings, bdd_ref(f->s->m, f->ring));
  return true;
}

/* Does a state of the ring have a target step? */
static void look(struct sweep *f) {
  bdd both = symbolic_and(f->s, f->ring, f->target);
  f->met = !f->s->stopped && both != BDD_FALSE;
  f->looked = !f->s->stopped;
  bdd_deref(f->s->m, both);
}

/* One step of breadth-first search; nothing changes when it is stopped on the way. */
static void advance(struct sweep *f) {
  struct symbolic *s = f->s;
  bdd image = symbolic_image(s, f->ring);
  bdd ring = symbolic_minus(s, image, f->reached), reached = symbolic_or(s, f->reached, ring);
  bdd_deref(s->m, image);
  if (s->stopped) {
    bdd_deref(s->m, ring);
    bdd_deref(s->m, reached);
    return;
  }
  symbolic_set(s, &f->ring, ring);
  symbolic_set(s, &f->reached, reached);
  bdd_vector_push(&f->rings, bdd_ref(s->m, ring));
  f->looked = false;
}

/* From the last ring back to the first: each state is picked among the predecessors of the one
 * behind it. Only the inputs and the first state are kept: the states in between follow, also those
 * of latches outside the cone. */
static bool extract_trace(struct sweep *f, struct trace *trace) {
  struct symbolic *s = f->s;
  const struct system *system = s->system;
  size_t n = f->rings.size;
  uint8_t *state = memory_alloc(system->num_states, 1), *next = memory_alloc(system->num_states, 1);
  uint8_t *inputs = memory_alloc(n, system->num_inputs ? system->num_inputs : 1);
  bdd steps = bdd_ref(s->m, f->target);
  for (size_t d = n; d-- > 0 && !s->stopped;) {
    symbolic_set(s, &steps, symbolic_and(s, steps, f->rings.at[d]));
    if (s->stopped) break;
    symbolic_pick(s, steps, state, inputs + d * system->num_inputs);
    bdd cube = symbolic_cube(s, state);
    if (d > 0) symbolic_set(s, &steps, symbolic_step_into(s, cube));
    bdd_deref(s->m, cube);
  }
  bdd_deref(s->m, steps);
  trace_init(trace, system);
  for (size_t d = 0; d < n && !s->stopped; d++) {
    trace_push(trace, state, inputs + d * system->num_inputs);
    system_step(system, state, inputs + d * system->num_inputs, next);
    if (system->num_states) memcpy(state, next, system->num_states);
  }
  free(state);
  free(next);
  free(inputs);
  assert(s->stopped || trace_check(trace, system));
  if (s->stopped) trace_free(trace);
  return !s->stopped;
}

enum reach_answer sweep_run(struct sweep *f, const struct effort *effort) {
  if (f->s) symbolic_resume(f->s, effort);
  bool running = f->s || start(f, effort);
  while (running && !f->s->stopped && !f->met && f->ring != BDD_FALSE) {
    if (f->looked)
      advance(f);
    else
      look(f);
    if (interrupted(effort)) f->s->stopped = true;
  }
  if (running && !f->s->stopped) {
    if (!f->met || extract_trace(f, &f->trace)) return f->met ? REACH_TRACE : REACH_PROOF;
  }
  f->over = !interrupted(effort);
  return REACH_UNKNOWN;
}

lit sweep_invariant(struct sweep *f, const struct effort *effort) {
  assert(!f->met && f->ring == BDD_FALSE);
  struct effort patience =
      effort_of(effort, ticks_spent(effort) / tuning_of(effort)->bdd_clauses_part);
  struct clauses clauses = {0};
  bool smaller = invariant_of_clauses(f->s, f->reached, f->target_lit, &patience, &clauses);
  lit invariant = smaller ? clauses_predicate(f->system->aig, &clauses)
                          : invariant_compact(f->s, f->reached, f->target_lit, effort);
  clauses_free(&clauses);
  return invariant;
}
