#include "checker/safety_symbolic.h"
#include "checker/symbolic.h"

/* rings.at[d]: the states that are reached first after d steps. */
struct search {
  struct symbolic *s;
  const struct interrupt *interrupt;
  bdd target;    /* over states and inputs */
  bdd reached;
  struct lits rings;
};

/* Does a state of the ring have a target step? */
static bool meets_target(struct search *f, bdd ring) {
  bdd both = symbolic_and(f->s, ring, f->target);
  bool meets = !f->s->stopped && both != BDD_FALSE;
  bdd_deref(f->s->m, both);
  return meets;
}

/* True when the target was met; false when nothing new is reached, or stopped. */
static bool sweep(struct search *f) {
  struct symbolic *s = f->s;
  bdd ring = bdd_ref(s->m, s->init);
  f->reached = bdd_ref(s->m, s->init);
  bool met = false;
  while (ring != BDD_FALSE && !s->stopped) {
    lits_push(&f->rings, bdd_ref(s->m, ring));
    met = meets_target(f, ring);
    if (met || s->stopped) break;
    bdd image = symbolic_image(s, ring);
    symbolic_set(s, &ring, symbolic_minus(s, image, f->reached));
    symbolic_set(s, &f->reached, symbolic_or(s, f->reached, ring));
    bdd_deref(s->m, image);
    if (interrupted(f->interrupt)) s->stopped = true;
  }
  bdd_deref(s->m, ring);
  return met;
}

/* A state and inputs in the set: reads them out of one path. */
static void pick(const struct symbolic *s, bdd set, uint8_t *states, uint8_t *inputs) {
  uint8_t *value = memory_alloc(s->m->num_vars + (size_t)1, 1);
  bdd_path(s->m, set, value);
  for (size_t k = 0; k < s->system->num_states; k++) {
    uint32_t v = s->state_var[k];
    states[k] = v == UINT32_MAX ? s->system->reset[k] == 1 : value[v] == 1;
  }
  for (size_t k = 0; k < s->system->num_inputs; k++)
    inputs[k] = s->input_var[k] != UINT32_MAX && value[s->input_var[k]] == 1;
  free(value);
}

static bdd cube_of_state(struct symbolic *s, const uint8_t *states) {
  bdd cube = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < s->system->num_states; k++) {
    if (s->state_var[k] == UINT32_MAX) continue;
    bdd literal = bdd_literal(s->m, s->state_var[k]);
    symbolic_set(s, &cube, symbolic_and(s, cube, states[k] ? literal : bdd_not(literal)));
  }
  return cube;
}

/* From the last ring back to the first: each state is picked among the predecessors of the one behind it. Only the inputs and the first
 * state are kept: the states in between follow, also those of latches outside the cone. */
static bool extract_trace(struct search *f, struct trace *trace) {
  struct symbolic *s = f->s;
  const struct system *system = s->system;
  size_t n = f->rings.size;
  uint8_t *state = memory_alloc(system->num_states, 1), *next = memory_alloc(system->num_states, 1);
  uint8_t *inputs = memory_alloc(n, system->num_inputs ? system->num_inputs : 1);
  bdd steps = bdd_ref(s->m, f->target);
  for (size_t d = n; d-- > 0 && !s->stopped;) {
    symbolic_set(s, &steps, symbolic_and(s, steps, f->rings.at[d]));
    if (s->stopped) break;
    pick(s, steps, state, inputs + d * system->num_inputs);
    bdd cube = cube_of_state(s, state);
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
  if (s->stopped) trace_free(trace);
  return !s->stopped;
}

enum reach_answer safety_symbolic(struct system *system, lit target, const struct interrupt *interrupt, lit *invariant,
                                  struct trace *trace) {
  struct search f = {.interrupt = interrupt};
  enum reach_answer answer = REACH_UNKNOWN;
  f.s = symbolic_new(system, &target, 1, false, interrupt);
  if (!f.s) return REACH_UNKNOWN;
  f.target = symbolic_of_lit(f.s, target);
  bool met = !f.s->stopped && sweep(&f);
  if (met && extract_trace(&f, trace)) answer = REACH_TRACE;
  if (!met && !f.s->stopped) {
    *invariant = symbolic_to_lit(f.s, f.reached);
    answer = REACH_PROOF;
  }
  lits_free(&f.rings);
  symbolic_free(f.s);
  return answer;
}
