/* The size of an obligation is that of what it states, and of the cones of the literals in it: the
 * gates that they depend on, before and after the step, copy by copy; of a row of steps, what any
 * of them depends on, for each. Constants and repetitions are not left out here, so that the CNF is
 * never larger than what is counted. */
#include "validator/beside/limits.h"

struct meter {
  const struct v_system *s;
  uint8_t *seen;                /* per variable and frame, in the copy at hand */
  struct v_list found;          /* all that is seen: 2*variable + frame */
  uint64_t variables, literals; /* of the obligation at hand, those of gates */
};

static void find(struct meter *m, uint64_t framed) {
  uint32_t place = (uint32_t)framed & ~(uint32_t)1;
  place |= (uint32_t)(framed >> V_FRAME_SHIFT & 1);
  if (m->seen[place]) return;
  m->seen[place] = 1;
  v_push(&m->found, place);
}

/* Counts what is found in one copy, with all that it depends on; forgets it. */
static void count_found(struct meter *m) {
  for (size_t k = 0; k < m->found.size; k++) {
    uint32_t place = m->found.at[k];
    size_t count;
    const uint32_t *arguments = v_gate(m->s, place / 2, &count);
    if (arguments) m->literals += 3 * count + 1;
    for (size_t n = 0; n < count; n++) find(m, v_framed(m->s, 0, place & 1, arguments[n]));
  }
  m->variables += m->found.size;
  for (size_t k = 0; k < m->found.size; k++) m->seen[m->found.at[k]] = 0;
  m->found.size = 0;
}

/* What a literal is in the step behind another one of a row depends on that one. */
static void find_before(struct meter *m, uint32_t lit) {
  find(m, v_in_row(m->s, 1, lit) & UINT32_MAX);
}

/* All steps of the row depend on no more than what the literals lead to through all steps. */
static void measure_row(struct meter *m, const struct v_builder *b) {
  uint64_t steps = 0;
  for (size_t k = 0; k < b->literals.size; k++) {
    uint64_t literal = b->literals.at[k];
    if (literal >= V_EXTRA) continue;
    if (literal >> V_COPY_SHIFT > steps) steps = literal >> V_COPY_SHIFT;
    find(m, literal & UINT32_MAX);
  }
  for (size_t k = 0; k < m->found.size; k++) {
    uint32_t var = m->found.at[k] / 2;
    size_t count;
    const uint32_t *arguments = v_gate(m->s, var, &count);
    if (!arguments) find_before(m, 2 * var);
    for (size_t n = 0; n < count; n++) find(m, arguments[n] & ~(uint32_t)1);
  }
  m->variables = 0;
  m->literals = 0;
  count_found(m);
  m->variables = m->variables * (steps + 1) + b->extras;
  m->literals *= steps + 1;
}

/* Stops when there are more than `most` variables. */
static void measure(struct meter *m, const struct v_builder *b, uint64_t most) {
  uint64_t *sorted = v_need(NULL, b->literals.size, sizeof *sorted);
  memcpy(sorted, b->literals.at, b->literals.size * sizeof *sorted);
  qsort(sorted, b->literals.size, sizeof *sorted, v_compare_framed);
  m->variables = b->extras;
  m->literals = 0;
  for (size_t k = 0; k < b->literals.size && sorted[k] < V_EXTRA && m->variables <= most; k++) {
    uint64_t copy = sorted[k] >> V_COPY_SHIFT;
    if (k > 0 && copy != sorted[k - 1] >> V_COPY_SHIFT) count_found(m);
    find(m, sorted[k]);
  }
  count_found(m);
  free(sorted);
}

/* Of model and certificate. */
static uint64_t input_bytes(const struct v_certificate *c) {
  return c->system.model->bytes.size + c->bytes.size;
}

static bool too_many(struct v_error *error, const char *what, uint64_t most) {
  v_fail(error, "more than %llu %s (not supported)", (unsigned long long)most, what);
  return v_unsupported(error);
}

/* What an obligation of a block states, at most, with the ends of clauses: both frames of the arena
 * in every copy of the step; 14 for each step in every copy, and as many for it alone; 3 for each
 * fairness number; 14 for each saved value and flag. */
static uint64_t most_stated(const struct v_system *s, const struct v_block *k, uint64_t copies) {
  uint64_t arenas = 4 * ((uint64_t)k->number + 4) * copies;
  uint64_t steps = k->kinds.size * (copies + 1);
  if (k->is_loop) steps += s->saved.size + (uint64_t)k->fairness + 2;
  return arenas + 14 * steps + 3 * k->fair.size;
}

static uint64_t stated_by(const struct v_certificate *c, const struct v_obligation *o) {
  if (o->block == V_NONE) return o->builder.literals.size;
  const struct v_block *k = &c->blocks.at[o->block];
  return most_stated(&c->system, k, o->is_skeleton ? k->copies : 1);
}

/* What the obligations state: takes no time. */
static bool state_within_limits(const struct v_certificate *c, uint64_t *total,
                                struct v_error *error) {
  uint64_t most = v_most(v_limit_stated, input_bytes(c));
  for (size_t k = 0; k < c->obligations.size; k++) {
    uint64_t stated = stated_by(c, &c->obligations.at[k]);
    if (stated > most) return too_many(error, "literals in one obligation", most);
    *total += stated;
  }
  return true;
}

static bool obligations_are_within_limits(const struct v_certificate *c, struct v_error *error) {
  uint64_t most_variables = v_most(v_limit_variables, input_bytes(c));
  uint64_t most_literals = v_most(v_limit_literals, input_bytes(c));
  uint64_t largest = 0;
  uint64_t total = 0;
  if (!state_within_limits(c, &total, error)) return false;
  struct meter m = {.s = &c->system, .seen = v_zeroed(2 * (size_t)v_num_variables(&c->system), 1)};
  for (size_t k = 0; k < c->obligations.size && total <= most_literals; k++) {
    struct v_builder scratch;
    const struct v_builder *clauses = v_obligation_clauses(c, k, &scratch);
    if (clauses->is_row)
      measure_row(&m, clauses);
    else
      measure(&m, clauses, most_variables);
    v_builder_free(&scratch);
    total += m.literals;
    if (m.variables > largest) largest = m.variables;
  }
  free(m.seen);
  v_list_free(&m.found);
  if (largest > most_variables)
    return too_many(error, "variables in one obligation", most_variables);
  return total <= most_literals || too_many(error, "literals in all obligations", most_literals);
}

/* Every step computes every gate, latch, constraint and fairness. */
bool v_trace_is_within_limits(const struct v_certificate *c, uint64_t times,
                              struct v_error *error) {
  const struct v_model *m = c->system.model;
  uint64_t each = m->lhs.size + 2 * m->latches.size + m->inputs.size + m->constraints.size +
                  c->system.fairness.size + 1;
  uint64_t most = v_most(v_limit_values, input_bytes(c));
  if (c->steps <= most / each / times) return true;
  v_fail(error, "traces of more than %llu values here (not supported)", (unsigned long long)most);
  return v_unsupported(error);
}

bool v_is_within_limits(const struct v_certificate *c, struct v_error *error) {
  return v_trace_is_within_limits(c, 1, error) && obligations_are_within_limits(c, error);
}
