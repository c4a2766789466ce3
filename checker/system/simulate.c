#include "checker/system/simulate.h"

#include <assert.h>

void simulation_init(struct simulation *m, const struct system *system, lit target, uint64_t seed,
                     const struct effort *effort) {
  const struct tuning *tuning = tuning_of(effort);
  *m = (struct simulation){.system = system, .target = target, .seed = seed};
  m->round = tuning->simulation_steps;
  m->most = tuning->simulation_words / (system->num_states + system->num_inputs + 1);
  if (m->most < m->round) m->most = m->round;
  lanes_init(&m->lanes, system, &target, 1, seed, effort);
  habits_init(&m->habits, system->num_inputs);
  novelty_init(&m->novelty, &m->lanes);
}

void simulation_free(struct simulation *m) {
  lanes_free(&m->lanes);
  habits_free(&m->habits);
  novelty_free(&m->novelty);
  free(m->states);
  free(m->inputs);
  free(m->fresh);
  free(m->allowed);
  free(m->jumps);
}

static void next_round(struct simulation *m) {
  m->round = m->round < m->most / 2 ? 2 * m->round : m->most;
  m->steps = 0;
  m->num_jumps = 0;
  lanes_seed(&m->lanes, ++m->seed);
  novelty_free(&m->novelty);
  novelty_init(&m->novelty, &m->lanes);
}

static void make_room(struct simulation *m) {
  if (m->steps < m->capacity) return;
  m->capacity = memory_double(m->capacity);
  m->states = memory_grow(m->states, m->capacity, (m->system->num_states + 1) * sizeof *m->states);
  m->inputs = memory_grow(m->inputs, m->capacity, (m->system->num_inputs + 1) * sizeof *m->inputs);
  m->fresh = memory_grow(m->fresh, m->capacity, sizeof *m->fresh);
  m->allowed = memory_grow(m->allowed, m->capacity, sizeof *m->allowed);
}

/* The lane goes on from the state of another moment instead. */
static void jump(struct simulation *m, struct moment to, struct moment from) {
  size_t n = m->system->num_states;
  uint64_t *here = m->states + to.step * n, *there = m->states + from.step * n;
  uint64_t lane = UINT64_C(1) << to.lane;
  assert(from.step < to.step);
  for (size_t k = 0; k < n; k++)
    here[k] = (here[k] & ~lane) | (there[k] >> from.lane & 1) << to.lane;
  m->fresh[to.step] &= ~lane;
  m->jumps = memory_room(m->jumps, m->num_jumps, &m->jumps_capacity, sizeof *m->jumps);
  m->jumps[m->num_jumps++] = (struct jump){.to = to, .from = from};
}

/* About half of these lanes. */
static void jump_some(struct simulation *m, size_t step, uint64_t chosen) {
  chosen &= lanes_draw(&m->lanes);
  for (uint32_t lane = 0; lane < NUM_LANES; lane++) {
    struct moment from;
    if ((chosen >> lane & 1) && novelty_pick(&m->novelty, &m->lanes, &from))
      jump(m, (struct moment){.step = (uint32_t)step, .lane = lane}, from);
  }
}

/* Step t from what step t-1 left behind; returns whether a lane hits the target. */
static bool one_step(struct simulation *m) {
  const struct system *s = m->system;
  size_t t = m->steps++, n = s->num_states;
  uint64_t *states = m->states + t * n, *inputs = m->inputs + t * s->num_inputs;
  m->fresh[t] = t ? ~m->allowed[t - 1] : ~UINT64_C(0);
  for (size_t k = 0; k < n; k++) states[k] = t ? lanes_word(&m->lanes, s->next[k]) : 0;
  lanes_start(&m->lanes, states, m->fresh[t]);
  uint64_t changing = (m->fresh[t] | habits_end(t)) & HABIT_LANES;
  habits_change(&m->habits, &m->lanes, changing);
  jump_some(m, t, changing);
  habits_draw(&m->habits, &m->lanes, inputs);
  m->allowed[t] = lanes_allow(&m->lanes, states, inputs);
  novelty_look(&m->novelty, &m->lanes, t, m->allowed[t]);
  return (lanes_word(&m->lanes, m->target) & m->allowed[t]) != 0;
}

bool simulation_run(struct simulation *m, size_t steps, const struct effort *effort) {
  bool hit = false;
  for (size_t k = 0; k < steps && !hit && !interrupted(effort); k++) {
    if (m->steps == m->round) next_round(m);
    make_room(m);
    hit = one_step(m);
    lanes_spend(&m->lanes, effort);
    if (statistics_of(effort)) statistics_of(effort)->simulation_steps++;
  }
  return hit;
}

static void extract(const uint64_t *words, size_t n, uint32_t lane, uint8_t *bits) {
  for (size_t k = 0; k < n; k++) bits[k] = words[k] >> lane & 1;
}

static bool is_fresh(const struct simulation *m, struct moment at) {
  return m->fresh[at.step] >> at.lane & 1;
}

/* Where the state of this moment comes from, if a jump led to it. Jumps from *last on are later. */
static struct moment origin(const struct simulation *m, struct moment at, size_t *last) {
  for (; *last > 0 && m->jumps[*last - 1].to.step >= at.step; --*last) {
    const struct jump *j = &m->jumps[*last - 1];
    if (j->to.step == at.step && j->to.lane == at.lane) at = j->from;
  }
  return at;
}

void simulation_trace(const struct simulation *m, struct moment end, struct trace *trace) {
  const struct system *s = m->system;
  struct lits way = {0}; /* lane and step of each step, from the last one on */
  size_t last = m->num_jumps;
  for (struct moment at = end;; at.step--) {
    lits_push(&way, at.lane);
    lits_push(&way, at.step);
    at = origin(m, at, &last);
    if (is_fresh(m, at)) break;
  }
  uint8_t *state = memory_alloc(s->num_states, 1), *inputs = memory_alloc(s->num_inputs, 1);
  trace_init(trace, s);
  while (way.size) {
    size_t step = lits_pop(&way);
    uint32_t lane = lits_pop(&way);
    extract(m->states + step * s->num_states, s->num_states, lane, state);
    extract(m->inputs + step * s->num_inputs, s->num_inputs, lane, inputs);
    trace_push(trace, state, inputs);
  }
  lits_free(&way);
  free(state);
  free(inputs);
}

void simulation_hit(const struct simulation *m, struct trace *trace) {
  uint64_t hit = lanes_word(&m->lanes, m->target) & m->allowed[m->steps - 1];
  struct moment end = {.step = (uint32_t)(m->steps - 1)};
  assert(hit);
  while (!(hit >> end.lane & 1)) end.lane++;
  simulation_trace(m, end, trace);
  assert(trace_check(trace, m->system));
  assert(aig_eval(m->system->aig, m->system->init, trace_state(trace, 0), NULL));
}
