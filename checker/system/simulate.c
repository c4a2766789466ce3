#include "checker/system/simulate.h"

#include <assert.h>

struct worker {
  struct simulation *simulation;
  const struct system *system;
  struct lits cone;   /* nodes to evaluate, arguments first */
  struct lits start;  /* .. for reset functions */
  uint64_t *value;    /* per node */
  uint64_t random;    /* xorshift64* */
  unsigned tries;     /* at drawing inputs */
  uint64_t evaluated; /* nodes, since the last report of work */
};

static uint64_t draw(struct worker *w) {
  w->random ^= w->random >> 12;
  w->random ^= w->random << 25;
  w->random ^= w->random >> 27;
  return w->random * UINT64_C(2685821657736338717);
}

/* Half of the lanes fair coins, a quarter mostly 0, a quarter mostly 1: resets, enables and the
 * like are seldom fair. */
static uint64_t draw_inputs(struct worker *w) {
  uint64_t a = draw(w), b = draw(w), c = draw(w);
  uint64_t low = UINT64_C(0x000000000000ffff), high = UINT64_C(0x00000000ffff0000);
  return (a & ~(low | high)) | (a & b & c & low) | ((a | b | c) & high);
}

static uint64_t word(const struct worker *w, lit a) {
  return w->value[lit_node(a)] ^ (lit_sign(a) ? ~UINT64_C(0) : 0);
}

static void evaluate(struct worker *w, const struct lits *cone, const uint64_t *states,
                     const uint64_t *inputs) {
  for (size_t k = 0; k < cone->size; k++) {
    const struct aig_node *node = &w->system->aig->nodes[cone->at[k]];
    uint64_t *here = &w->value[cone->at[k]];
    if (node->kind == AIG_STATE)
      *here = states[node->left];
    else if (node->kind == AIG_INPUT)
      *here = inputs[node->left];
    else
      *here = word(w, node->left) & word(w, node->right);
  }
  w->evaluated += cone->size + w->system->num_inputs;
}

static void prepare(struct worker *w, lit target) {
  const struct system *s = w->system;
  struct lits roots = {0};
  lits_append(&roots, s->next, s->num_states);
  lits_push(&roots, s->constraint);
  lits_push(&roots, target);
  aig_cone(s->aig, roots.at, roots.size, &w->cone);
  lits_clear(&roots);
  for (size_t k = 0; s->start && k < s->num_states; k++)
    if (s->start[k] != LIT_NONE) lits_push(&roots, s->start[k]);
  if (roots.size) aig_cone(s->aig, roots.at, roots.size, &w->start);
  lits_free(&roots);
  w->value = memory_zeroed(s->aig->num_nodes, sizeof *w->value);
}

/* Puts the lanes into initial states. */
static void start_lanes(struct worker *w, uint64_t *states, uint64_t lanes) {
  for (size_t k = 0; k < w->system->num_states; k++) {
    uint64_t reset = w->system->reset[k] == RESET_FREE ? draw(w)
                     : w->system->reset[k]             ? ~UINT64_C(0)
                                                       : 0;
    states[k] = (states[k] & ~lanes) | (reset & lanes);
  }
  if (!w->start.size || !lanes) return;
  evaluate(w, &w->start, states, NULL); /* functions of what starts free */
  for (size_t k = 0; k < w->system->num_states; k++)
    if (w->system->start[k] != LIT_NONE)
      states[k] = (states[k] & ~lanes) | (word(w, w->system->start[k]) & lanes);
}

/* Draws inputs until every lane has an allowed step, a few times; returns the lanes that have one.
 */
static uint64_t choose_inputs(struct worker *w, const uint64_t *states, uint64_t *inputs) {
  uint64_t allowed = 0;
  for (unsigned k = 0; k < w->tries && ~allowed; k++) {
    for (size_t i = 0; i < w->system->num_inputs; i++)
      inputs[i] = (inputs[i] & allowed) | (draw_inputs(w) & ~allowed);
    evaluate(w, &w->cone, states, inputs);
    allowed = word(w, w->system->constraint);
  }
  return allowed;
}

static void make_room(struct simulation *m, size_t *capacity) {
  if (m->steps < *capacity) return;
  *capacity = memory_double(*capacity);
  m->states = memory_grow(m->states, *capacity, (m->system->num_states + 1) * sizeof *m->states);
  m->inputs = memory_grow(m->inputs, *capacity, (m->system->num_inputs + 1) * sizeof *m->inputs);
  m->fresh = memory_grow(m->fresh, *capacity, sizeof *m->fresh);
  m->allowed = memory_grow(m->allowed, *capacity, sizeof *m->allowed);
}

/* Step t from what step t-1 left in w->value; returns whether a lane hits the target. */
static bool one_step(struct worker *w, lit target) {
  struct simulation *m = w->simulation;
  size_t t = m->steps++, n = w->system->num_states;
  uint64_t *states = m->states + t * n, *inputs = m->inputs + t * w->system->num_inputs;
  m->fresh[t] = t ? ~m->allowed[t - 1] : ~UINT64_C(0);
  for (size_t k = 0; k < n; k++) states[k] = t ? word(w, w->system->next[k]) : 0;
  memset(inputs, 0, w->system->num_inputs * sizeof *inputs);
  start_lanes(w, states, m->fresh[t]);
  m->allowed[t] = choose_inputs(w, states, inputs);
  return (word(w, target) & m->allowed[t]) != 0;
}

bool simulate(struct simulation *m, const struct system *system, lit target, size_t steps,
              uint64_t seed, const struct effort *effort) {
  *m = (struct simulation){.system = system};
  struct worker w = {.simulation = m,
                     .system = system,
                     .random = seed * 2 + 1,
                     .tries = tuning_of(effort)->simulation_tries};
  prepare(&w, target);
  bool hit = false;
  size_t capacity = 0;
  while (!hit && m->steps < steps && !interrupted(effort)) {
    make_room(m, &capacity);
    hit = one_step(&w, target);
    spend(effort, w.evaluated * tuning_of(effort)->simulation_ticks / 64);
    w.evaluated = 0;
    if (statistics_of(effort)) statistics_of(effort)->simulation_steps++;
  }
  lits_free(&w.cone);
  lits_free(&w.start);
  free(w.value);
  return hit;
}

void simulation_free(struct simulation *m) {
  free(m->states);
  free(m->inputs);
  free(m->fresh);
  free(m->allowed);
  *m = (struct simulation){0};
}

static void extract(const uint64_t *words, size_t n, unsigned lane, uint8_t *bits) {
  for (size_t k = 0; k < n; k++) bits[k] = words[k] >> lane & 1;
}

/* The state of a lane before step t: reachable. */
static void simulation_state(const struct simulation *m, size_t step, unsigned lane,
                             uint8_t *state) {
  assert(step < m->steps && lane < SIMULATE_LANES);
  extract(m->states + step * m->system->num_states, m->system->num_states, lane, state);
}

void simulation_trace(const struct simulation *m, size_t step, unsigned lane, struct trace *trace) {
  const struct system *s = m->system;
  uint8_t *state = memory_alloc(s->num_states, 1), *inputs = memory_alloc(s->num_inputs, 1);
  size_t first = step;
  while (!(m->fresh[first] >> lane & 1)) first--; /* every lane is fresh in step 0 */
  trace_init(trace, s);
  for (size_t t = first; t <= step; t++) {
    simulation_state(m, t, lane, state);
    extract(m->inputs + t * s->num_inputs, s->num_inputs, lane, inputs);
    trace_push(trace, state, inputs);
  }
  free(state);
  free(inputs);
}

bool simulate_find(const struct system *system, lit target, size_t steps, uint64_t seed,
                   const struct effort *effort, struct trace *trace) {
  struct simulation m;
  bool hit = simulate(&m, system, target, steps, seed, effort);
  for (unsigned lane = 0; hit && lane < SIMULATE_LANES; lane++) {
    if (!(m.allowed[m.steps - 1] >> lane & 1)) continue;
    simulation_trace(&m, m.steps - 1, lane, trace);
    size_t last = trace->length - 1;
    if (aig_eval(system->aig, target, trace_state(trace, last), trace_input(trace, last))) break;
    trace_free(trace);
  }
  assert(!hit || (trace_check(trace, system) &&
                  aig_eval(system->aig, system->init, trace_state(trace, 0), NULL)));
  simulation_free(&m);
  return hit;
}
