#include "checker/symbolic/fair_lasso.h"

#include "checker/symbolic/search.h"

/* A walk through known sets, state by state; inputs come last. */
struct walk {
  struct symbolic *s;
  bdd fair; /* all states of fair cycles are in it; referenced */
  size_t num_states;
  uint8_t *states; /* length * num_states bytes */
  size_t length, capacity;
  size_t loop; /* where the loop begins */
};

static uint8_t *state_at(const struct walk *w, size_t k) { return w->states + k * w->num_states; }

static void push_state(struct walk *w, const uint8_t *state) {
  w->states = memory_room(w->states, w->length, &w->capacity, w->num_states + 1);
  /* num_states + 1 bytes for each, so that a system without states has some, too. */
  memcpy(state_at(w, w->length++), state, w->num_states);
}

/* Appends a state of the set; false if it is empty. Gives the reference up. */
static bool push_pick(struct walk *w, bdd set) {
  bool some = !w->s->stopped && set != BDD_FALSE;
  uint8_t *state = memory_zeroed(w->num_states + 1, 1);
  if (some) symbolic_pick(w->s, set, state, NULL);
  if (some) push_state(w, state);
  free(state);
  bdd_deref(w->s->m, set);
  return some;
}

static bool is_in(struct walk *w, const uint8_t *state, bdd set) {
  bdd cube = symbolic_cube(w->s, state), both = symbolic_and(w->s, cube, set);
  bool in = !w->s->stopped && both != BDD_FALSE;
  bdd_deref(w->s->m, cube);
  bdd_deref(w->s->m, both);
  return in;
}

/* One step from the last state into the set. */
static bool step_into_set(struct walk *w, bdd set) {
  struct symbolic *s = w->s;
  bdd cube = symbolic_cube(s, state_at(w, w->length - 1)), after = symbolic_image(s, cube);
  symbolic_set(s, &after, symbolic_and(s, after, set));
  bdd_deref(s->m, cube);
  return push_pick(w, after);
}

/* Backwards from a state of the last layer; the walk ends in the first one. Leaves the states in
 * the order in which they were found. */
static bool walk_back(struct walk *w, const struct bdd_vector *layers, size_t last) {
  struct symbolic *s = w->s;
  for (size_t d = last; d-- > 0;) {
    bdd cube = symbolic_cube(s, state_at(w, w->length - 1));
    bdd before = symbolic_pre_among(s, cube, layers->at[d]);
    bdd_deref(s->m, cube);
    if (!push_pick(w, before)) return false;
  }
  return true;
}

/* The states from `first` on, the other way round. */
static void reverse(struct walk *w, size_t first) {
  uint8_t *swap = memory_alloc(w->num_states + 1, 1);
  for (size_t a = first, b = w->length; a + 1 < b; a++) {
    b--;
    memcpy(swap, state_at(w, a), w->num_states);
    memcpy(state_at(w, a), state_at(w, b), w->num_states);
    memcpy(state_at(w, b), swap, w->num_states);
  }
  free(swap);
}

static void forget(struct symbolic *s, struct bdd_vector *layers) {
  for (size_t k = 0; k < layers->size; k++) bdd_deref(s->m, layers->at[k]);
  bdd_vector_free(layers);
}

/* Layer by layer from the last state, inside the fair states, until one meets the goal: pushes it.
 * False if none does; then *all, referenced, is what the state leads to. */
static bool look_ahead(struct walk *w, bdd goal, struct bdd_vector *layers, bdd *all) {
  struct symbolic *s = w->s;
  bdd layer = symbolic_cube(s, state_at(w, w->length - 1));
  *all = bdd_ref(s->m, layer);
  bool there = false;
  while (layer != BDD_FALSE && !there && !s->stopped) {
    bdd_vector_push(layers, bdd_ref(s->m, layer));
    there = push_pick(w, symbolic_and(s, layer, goal));
    if (there) break;
    bdd after = symbolic_image(s, layer), fresh = symbolic_minus(s, w->fair, *all);
    symbolic_set(s, &layer, symbolic_and(s, after, fresh));
    symbolic_set(s, all, symbolic_or(s, *all, layer));
    bdd_deref(s->m, after);
    bdd_deref(s->m, fresh);
  }
  bdd_deref(s->m, layer);
  return there;
}

/* From the last state to the goal, inside the fair states. `lost`: if there is no way, none of the
 * states ahead is on a fair cycle. */
static bool go_to(struct walk *w, bdd goal, bool lost) {
  struct symbolic *s = w->s;
  struct bdd_vector layers = {0};
  size_t here = w->length - 1;
  bdd all;
  bool there = look_ahead(w, goal, &layers, &all);
  if (!there && lost && !s->stopped) symbolic_set(s, &w->fair, symbolic_minus(s, w->fair, all));
  there = there && walk_back(w, &layers, layers.size - 1);
  if (there) w->length--; /* the state that it began with is there already */
  if (there) reverse(w, here + 1);
  bdd_deref(s->m, all);
  forget(s, &layers);
  return there && !s->stopped;
}

/* --- stem and loop ---------------------------------------------------------------------------- */

/* Back from the first ring that has a fair state. */
static bool find_stem(struct walk *w, const struct bdd_vector *rings) {
  struct symbolic *s = w->s;
  w->length = 0;
  for (size_t d = 0; d < rings->size && !s->stopped; d++) {
    if (!push_pick(w, symbolic_and(s, rings->at[d], w->fair))) continue;
    if (!walk_back(w, rings, d)) return false;
    reverse(w, 0);
    return !s->stopped;
  }
  return false;
}

static bool loop_meets(struct walk *w, bdd condition) {
  for (size_t t = w->loop; t < w->length; t++)
    if (is_in(w, state_at(w, t), condition)) return true;
  return false;
}

static bool meet_conditions(struct walk *w) {
  struct symbolic *s = w->s;
  for (size_t j = 0; j < s->num_fairness; j++) {
    if (loop_meets(w, s->fairness[j])) continue;
    bdd goal = symbolic_and(s, w->fair, s->fairness[j]);
    bool met = go_to(w, goal, true);
    bdd_deref(s->m, goal);
    if (!met) return false;
  }
  return !s->stopped;
}

/* One step on. A state without one is on no cycle. */
static bool step_on(struct walk *w) {
  if (step_into_set(w, w->fair)) return true;
  bdd dead = symbolic_cube(w->s, state_at(w, w->length - 1));
  symbolic_set(w->s, &w->fair, symbolic_minus(w->s, w->fair, dead));
  bdd_deref(w->s->m, dead);
  return false;
}

/* Back to the first state of the loop, which is then twice in the walk. */
static bool close_loop(struct walk *w) {
  bdd first = symbolic_cube(w->s, state_at(w, w->loop));
  bool closed = go_to(w, first, false);
  bdd_deref(w->s->m, first);
  return closed;
}

/* Where there is no way back, the walk has left a strongly connected part for good: the loop begins
 * anew. False if it cannot go on: then there are fewer fair states than before. */
static bool find_loop(struct walk *w) {
  w->loop = w->length - 1;
  while (meet_conditions(w) && step_on(w)) {
    if (close_loop(w)) return true;
    w->loop = w->length - 1;
  }
  return false;
}

static bool find_walk(struct walk *w, const struct bdd_vector *rings) {
  while (find_stem(w, rings))
    if (find_loop(w)) return true;
  return false;
}

/* --- the trace -------------------------------------------------------------------------------- */

static bool find_inputs(struct walk *w, size_t t, uint8_t *inputs) {
  struct symbolic *s = w->s;
  bdd now = symbolic_cube(s, state_at(w, t)), next = symbolic_cube(s, state_at(w, t + 1));
  bdd steps = symbolic_steps_between(s, now, next);
  bool found = !s->stopped && steps != BDD_FALSE;
  uint8_t *state = memory_zeroed(w->num_states + 1, 1);
  if (found) symbolic_pick(s, steps, state, inputs);
  free(state);
  bdd_deref(s->m, now);
  bdd_deref(s->m, next);
  bdd_deref(s->m, steps);
  return found;
}

/* The run under the inputs of the walk, the loop's again and again, for `length` steps. */
static void run_inputs(struct walk *w, const uint8_t *inputs, size_t n, size_t length,
                       struct trace *trace) {
  const struct system *system = w->s->system;
  size_t m = system->num_inputs;
  uint8_t *state = memory_zeroed(w->num_states + 1, 1), *next = memory_zeroed(w->num_states + 1, 1);
  trace_free(trace);
  trace_init(trace, system);
  memcpy(state, state_at(w, 0), w->num_states);
  for (size_t t = 0; t < length; t++) {
    const uint8_t *here = inputs + (t < n ? t : w->loop + (t - w->loop) % (n - w->loop)) * m;
    trace_push(trace, state, here);
    system_step(system, state, here, next);
    memcpy(state, next, w->num_states);
  }
  free(state);
  free(next);
}

/* Latches outside the cone may come round later than the loop does: looks for two equal states
 * among those where a round begins, and cuts the trace there. */
static bool close_trace(struct trace *trace, size_t loop, size_t round) {
  for (size_t end = loop + round; end < trace->length; end += round)
    for (size_t first = loop; first < end; first += round)
      if (memcmp(trace_state(trace, first), trace_state(trace, end), trace->num_states) == 0) {
        trace->loop = (long)first;
        trace->length = end;
        return true;
      }
  return false;
}

/* Only the inputs and the first state count: latches outside the cone follow. */
static bool make_trace(struct walk *w, struct trace *trace) {
  enum { MOST_ROUNDS = 32 };
  size_t n = w->length - 1, m = w->s->system->num_inputs, round = n - w->loop;
  uint8_t *inputs = memory_zeroed(n + 1, m + 1);
  bool good = true;
  for (size_t t = 0; t < n && good; t++) good = find_inputs(w, t, inputs + t * m);
  if (good) run_inputs(w, inputs, n, w->loop + MOST_ROUNDS * round + 1, trace);
  good = good && close_trace(trace, w->loop, round) && trace_check(trace, w->s->system);
  free(inputs);
  return good;
}

bool fair_lasso_find(struct symbolic *s, bdd fair, const struct bdd_vector *rings,
                     struct trace *lasso) {
  struct walk w = {.s = s, .fair = bdd_ref(s->m, fair), .num_states = s->system->num_states};
  bool found = find_walk(&w, rings) && make_trace(&w, lasso);
  bdd_deref(s->m, w.fair);
  free(w.states);
  return found && !s->stopped;
}
