#include "checker/system/simulate.h"
#include "checker/system/lanes.h"

#include <assert.h>

static void make_room(struct simulation *m, size_t *capacity) {
  if (m->steps < *capacity) return;
  *capacity = memory_double(*capacity);
  m->states = memory_grow(m->states, *capacity, (m->system->num_states + 1) * sizeof *m->states);
  m->inputs = memory_grow(m->inputs, *capacity, (m->system->num_inputs + 1) * sizeof *m->inputs);
  m->fresh = memory_grow(m->fresh, *capacity, sizeof *m->fresh);
  m->allowed = memory_grow(m->allowed, *capacity, sizeof *m->allowed);
}

/* Step t from what step t-1 left behind; returns whether a lane hits the target. */
static bool one_step(struct simulation *m, struct lanes *lanes, lit target) {
  const struct system *s = m->system;
  size_t t = m->steps++, n = s->num_states;
  uint64_t *states = m->states + t * n, *inputs = m->inputs + t * s->num_inputs;
  m->fresh[t] = t ? ~m->allowed[t - 1] : ~UINT64_C(0);
  for (size_t k = 0; k < n; k++) states[k] = t ? lanes_word(lanes, s->next[k]) : 0;
  lanes_start(lanes, states, m->fresh[t]);
  for (size_t i = 0; i < s->num_inputs; i++) inputs[i] = lanes_draw_input(lanes);
  m->allowed[t] = lanes_allow(lanes, states, inputs);
  return (lanes_word(lanes, target) & m->allowed[t]) != 0;
}

bool simulate(struct simulation *m, const struct system *system, lit target, size_t steps,
              uint64_t seed, const struct effort *effort) {
  *m = (struct simulation){.system = system};
  struct lanes lanes;
  lanes_init(&lanes, system, &target, 1, seed, effort);
  bool hit = false;
  size_t capacity = 0;
  while (!hit && m->steps < steps && !interrupted(effort)) {
    make_room(m, &capacity);
    hit = one_step(m, &lanes, target);
    lanes_spend(&lanes, effort);
    if (statistics_of(effort)) statistics_of(effort)->simulation_steps++;
  }
  lanes_free(&lanes);
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
