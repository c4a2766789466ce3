#include "tests/oracle/explicit_system.h"

bool explicit_value(const uint8_t *values, uint32_t literal) {
  return values[literal >> 1] ^ (literal & 1u);
}

void explicit_observe(struct explicit *x, bool observe_all) {
  const struct aiger *m = x->model;
  uint8_t *mark = memory_zeroed(m->maxvar + 1, 1);
  struct lits atoms = {0};
  core_atoms(&x->core, &atoms);
  for (size_t k = 0; k < atoms.size; k++) mark[atoms.at[k] >> 1] = 1;
  for (size_t k = 0; k < m->num_latches; k++) mark[m->latches[k].reset >> 1] = 1;
  for (size_t k = m->num_ands; k-- > 0;)
    if (mark[m->ands[k].lhs >> 1]) mark[m->ands[k].rhs0 >> 1] = mark[m->ands[k].rhs1 >> 1] = 1;
  for (size_t k = 0; k < m->inputs.size; k++) {
    x->observed[k] = observe_all || mark[m->inputs.at[k] >> 1];
    x->open[m->inputs.at[k] >> 1] = !x->observed[k];
  }
  for (size_t k = 0; k < m->num_ands; k++)
    x->open[m->ands[k].lhs >> 1] = x->open[m->ands[k].rhs0 >> 1] || x->open[m->ands[k].rhs1 >> 1];
  lits_free(&atoms);
  free(mark);
}

/* State bits: latches, observed inputs, monitors. Step inputs: unobserved inputs, fresh inputs of
 * observed ones. */
void explicit_number(struct explicit *x) {
  const struct aiger *m = x->model;
  for (size_t k = 0; k < m->num_latches; k++) lits_push(&x->states, m->latches[k].lit >> 1);
  for (uint32_t k = 0; k < m->inputs.size; k++) {
    if (x->observed[k]) lits_push(&x->states, m->inputs.at[k] >> 1);
    lits_push(&x->inputs, x->observed[k] ? m->maxvar + (uint32_t)x->num_fairness + 1 + k
                                         : m->inputs.at[k] >> 1);
  }
  for (uint32_t j = 0; j < x->num_fairness; j++)
    if (x->open[m->fairness.at[j] >> 1]) lits_push(&x->states, m->maxvar + 1 + j);
}

void explicit_load(struct explicit *x, uint32_t state, uint32_t inputs) {
  const struct aiger *m = x->model;
  for (size_t b = 0; b < x->states.size; b++)
    if (x->states.at[b] <= m->maxvar) x->values[x->states.at[b]] = state >> b & 1u;
  for (size_t b = 0; b < x->inputs.size; b++)
    if (x->inputs.at[b] <= m->maxvar) x->values[x->inputs.at[b]] = inputs >> b & 1u;
  x->values[0] = 0;
  for (size_t k = 0; k < m->num_ands; k++)
    x->values[m->ands[k].lhs >> 1] =
        explicit_value(x->values, m->ands[k].rhs0) && explicit_value(x->values, m->ands[k].rhs1);
}

/* A literal that a ghost may read: of the model, a monitor, a ghost, or a fresh input. */
static uint32_t step_literal(struct explicit *x) {
  const struct aiger *m = x->model;
  uint32_t sign = rng_below(x->rng, 2), choice = rng_below(x->rng, 4);
  if (choice == 0 && m->num_ands)
    return m->ands[rng_below(x->rng, (uint32_t)m->num_ands)].lhs ^ sign;
  if (choice == 1 && x->inputs.size)
    return 2 * x->inputs.at[rng_below(x->rng, (uint32_t)x->inputs.size)] + sign;
  if (x->states.size) return 2 * x->states.at[rng_below(x->rng, (uint32_t)x->states.size)] + sign;
  return sign;
}

void explicit_add_ghosts(struct explicit *x) {
  x->first_ghost = x->next_gate;
  x->num_ghosts = rng_below(x->rng, EXPLICIT_MAX_GHOSTS + 1);
  for (uint32_t k = 0; k < x->num_ghosts; k++) lits_push(&x->states, x->next_gate++);
  for (size_t k = 0; k < x->num_ghosts; k++) {
    struct explicit_ghost *g = &x->ghosts[k];
    *g = (struct explicit_ghost){.num_args = 1 + rng_below(x->rng, 3),
                                 .complement = rng_chance(x->rng, 50),
                                 .reset = rng_chance(x->rng, 50)};
    for (uint32_t n = 0; n < g->num_args; n++) g->args[n] = step_literal(x);
    uint32_t next = 2 * x->next_gate++;
    certificate_gate(x->out, next, g->args, g->num_args);
    bool lie = x->lies && rng_chance(x->rng, 20); /* it starts, or becomes, otherwise */
    bool other = lie && rng_chance(x->rng, 50);
    lits_push(&x->out->ghosts, g->reset ^ (lie && other));
    lits_push(&x->out->next, next ^ g->complement ^ (lie && !other));
  }
  x->out->has_ghosts = x->num_ghosts > 0;
}

/* In the step that is loaded. */
static bool step_value(const struct explicit *x, uint32_t state, uint32_t inputs,
                       uint32_t literal) {
  uint32_t var = literal >> 1;
  if (var <= x->model->maxvar) return explicit_value(x->values, literal);
  for (size_t b = 0; b < x->states.size; b++)
    if (x->states.at[b] == var) return (state >> b ^ literal) & 1u;
  for (size_t b = 0; b < x->inputs.size; b++)
    if (x->inputs.at[b] == var) return (inputs >> b ^ literal) & 1u;
  return false;
}

static bool next_ghost(const struct explicit *x, const struct explicit_ghost *g, uint32_t state,
                       uint32_t inputs) {
  bool all = true;
  for (uint32_t n = 0; n < g->num_args; n++) all = all && step_value(x, state, inputs, g->args[n]);
  return all != g->complement;
}

/* The value of state bit b after the step that is loaded. */
static bool next_bit(const struct explicit *x, size_t b, uint32_t state, uint32_t inputs) {
  const struct aiger *m = x->model;
  if (b < m->num_latches) return explicit_value(x->values, m->latches[b].next);
  uint32_t var = x->states.at[b];
  if (x->num_ghosts && var >= x->first_ghost)
    return next_ghost(x, &x->ghosts[var - x->first_ghost], state, inputs);
  if (var > m->maxvar) return explicit_value(x->values, m->fairness.at[var - m->maxvar - 1]);
  for (size_t k = 0; k < m->inputs.size; k++)
    if (m->inputs.at[k] >> 1 == var)
      return inputs >> k & 1u; /* one step input per input, in order */
  return false;
}

/* A large lie: there are no constraints. */
static void enumerate(struct explicit *x) {
  bool constrained = !(x->lies && rng_chance(x->rng, 20));
  for (uint32_t s = 0; s < x->num_states; s++) {
    for (uint32_t i = 0; i < x->num_inputs; i++) {
      uint32_t to = 0;
      explicit_load(x, s, i);
      for (size_t b = 0; b < x->states.size; b++) to |= (uint32_t)next_bit(x, b, s, i) << b;
      for (size_t k = 0; constrained && k < x->model->constraints.size; k++)
        if (!explicit_value(x->values, x->model->constraints.at[k])) to = EXPLICIT_NOT_ALLOWED;
      x->step[s * x->num_inputs + i] = to;
    }
  }
}

static bool is_initial(struct explicit *x, uint32_t s) {
  explicit_load(x, s, 0);
  for (size_t k = 0; k < x->model->num_latches; k++) {
    const struct aiger_latch *latch = &x->model->latches[k];
    if (explicit_value(x->values, latch->lit) != explicit_value(x->values, latch->reset))
      return false;
  }
  for (size_t b = 0; b < x->states.size; b++) {
    uint32_t var = x->states.at[b];
    bool ghost = x->num_ghosts && var >= x->first_ghost;
    bool reset = ghost && x->ghosts[var - x->first_ghost].reset;
    if (var > x->model->maxvar && (s >> b & 1u) != reset) return false;
  }
  return true;
}

set explicit_set(const struct explicit *x) { return memory_zeroed(x->num_states, 1); }

/* An input that leads from s into the set by an allowed step, or EXPLICIT_NOT_ALLOWED. A random one
 * of them.
 */
uint32_t explicit_input_into(const struct explicit *x, uint32_t s, const uint8_t *to) {
  uint32_t start = rng_below(x->rng, x->num_inputs);
  for (uint32_t n = 0; n < x->num_inputs; n++) {
    uint32_t i = (start + n) % x->num_inputs, target = x->step[s * x->num_inputs + i];
    if (target != EXPLICIT_NOT_ALLOWED && to[target]) return i;
  }
  return EXPLICIT_NOT_ALLOWED;
}

/* Adds to *reached what steps inside `inside` reach from it. */
void explicit_forwards(const struct explicit *x, const uint8_t *inside, set reached) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < x->num_states; s++) {
      if (!reached[s]) continue;
      for (uint32_t i = 0; i < x->num_inputs; i++) {
        uint32_t to = x->step[s * x->num_inputs + i];
        if (to == EXPLICIT_NOT_ALLOWED || reached[to] || (inside && !inside[to])) continue;
        reached[to] = 1;
        changed = true;
      }
    }
  }
}

void explicit_backwards(const struct explicit *x, const uint8_t *through, set reaching) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < x->num_states; s++) {
      if (reaching[s] || !through[s] || explicit_input_into(x, s, reaching) == EXPLICIT_NOT_ALLOWED)
        continue;
      reaching[s] = changed = true;
    }
  }
}

/* Emerson and Lei: the greatest set from each state of which every B_j is reached inside it, by one
 * step at least. */
void explicit_fair_inside(const struct explicit *x, const uint8_t *inside, set result) {
  memcpy(result, inside, x->num_states);
  set goal = explicit_set(x);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t j = 0; j < (x->num_fairness ? x->num_fairness : 1); j++) {
      for (uint32_t s = 0; s < x->num_states; s++)
        goal[s] = result[s] && (!x->num_fairness || x->fair[j][s]) &&
                  explicit_input_into(x, s, result) != EXPLICIT_NOT_ALLOWED;
      explicit_backwards(x, result, goal);
      for (uint32_t s = 0; s < x->num_states; s++) {
        if (result[s] && !goal[s]) changed = true;
        result[s] = result[s] && goal[s];
      }
    }
  }
  free(goal);
}

/* A lie: one thing about the enumerated system or its sets is wrong. Everything that follows from
 * it is done properly. */
void explicit_lie(struct explicit *x) {
  uint32_t s = rng_below(x->rng, x->num_states);
  switch (rng_below(x->rng, 4)) {
  case 0:
    if (x->is_view)
      x->promised[s] = !x->promised[s];
    else
      x->initial[s] = !x->initial[s];
    break;
  case 1:
    if (x->num_fairness) {
      uint8_t *member = &x->fair[rng_below(x->rng, (uint32_t)x->num_fairness)][s];
      *member = !*member;
    }
    break;
  default: {
    uint32_t *to = &x->step[s * x->num_inputs + rng_below(x->rng, x->num_inputs)];
    *to = rng_chance(x->rng, 30) ? EXPLICIT_NOT_ALLOWED : rng_below(x->rng, x->num_states);
  }
  }
}

/* Another one: a state is said to satisfy a formula, or not to. */
void explicit_lie_about_node(struct explicit *x, set members) {
  uint32_t s = rng_below(x->rng, x->num_states);
  if (x->reachable[s]) members[s] = !members[s];
}

/* Initial states and fairness. */
static void find_sets(struct explicit *x) {
  for (uint32_t s = 0; s < x->num_states; s++) x->initial[s] = is_initial(x, s);
  for (uint32_t j = 0; j < x->num_fairness; j++) {
    x->fair[j] = explicit_set(x);
    uint32_t literal = x->model->fairness.at[j];
    for (uint32_t s = 0; s < x->num_states; s++) {
      explicit_load(x, s, 0);
      x->fair[j][s] = explicit_value(x->values, literal);
      for (size_t b = 0; b < x->states.size; b++)
        if (x->states.at[b] == x->model->maxvar + 1 + j) x->fair[j][s] = s >> b & 1u;
    }
  }
}

void explicit_enumerate(struct explicit *x) {
  x->step = memory_alloc((size_t)x->num_states * x->num_inputs, sizeof *x->step);
  x->values = memory_zeroed(x->model->maxvar + 1, 1);
  x->cube = memory_zeroed(x->num_states, sizeof *x->cube);
  x->initial = explicit_set(x);
  x->reachable = explicit_set(x);
  x->fair = memory_zeroed(x->num_fairness, sizeof *x->fair);
  x->sat = memory_zeroed(x->core.num_nodes, sizeof *x->sat);
  enumerate(x);
  find_sets(x);
  for (unsigned k = 0; k < x->lies; k++) explicit_lie(x);
  memcpy(x->reachable, x->initial, x->num_states);
  explicit_forwards(x, NULL, x->reachable);
}

void explicit_free(struct explicit *x) {
  for (size_t j = 0; x->fair && j < x->num_fairness; j++) free(x->fair[j]);
  for (size_t v = 0; x->sat && v < x->core.num_nodes; v++) free(x->sat[v]);
  free(x->fair);
  free(x->sat);
  free(x->step);
  free(x->values);
  free(x->cube);
  free(x->initial);
  free(x->reachable);
  free(x->observed);
  free(x->open);
  lits_free(&x->states);
  lits_free(&x->inputs);
  core_free(&x->core);
}
