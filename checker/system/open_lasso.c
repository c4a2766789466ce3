#include "checker/system/open_lasso.h"

/* A value that may be either. */
enum { EITHER = 2 };

struct open_lasso {
  const struct aiger *model;
  const struct system *system;
  const struct trace *lasso;
  struct lits fairness; /* literals of the model */
  uint8_t *is_input;    /* per variable of the model */
  uint8_t *value;       /* per variable, in the step at hand, with three values */
  uint8_t *first;       /* per variable: latches in the cone where the loop starts */
  uint8_t *returns;     /* per variable: a latch in the cone that may come back */
  uint8_t *state;       /* per latch: before the next step, with three values */
  uint8_t *met;         /* per fairness condition */
};

static uint8_t value_of(const struct open_lasso *o, uint32_t literal) {
  uint8_t value = o->value[literal >> 1];
  if (value == EITHER) return EITHER;
  return value ^ (uint8_t)(literal & 1u);
}

static bool is_in_model(const struct open_lasso *o, uint32_t origin) {
  return origin <= o->model->maxvar;
}

/* Latches that come back have their values, all others any. */
static void start_round(struct open_lasso *o) {
  for (size_t k = 0; k < o->model->num_latches; k++) {
    uint32_t variable = o->model->latches[k].lit >> 1;
    o->state[k] = o->returns[variable] ? o->first[variable] : EITHER;
  }
  memset(o->met, 0, o->fairness.size);
}

/* As in certificates: inputs outside the cone are 0, observed ones are part of the state. */
static void set_leaves(struct open_lasso *o, size_t t) {
  const struct aiger *m = o->model;
  const struct system *s = o->system;
  for (size_t k = 0; k < m->inputs.size; k++) o->value[m->inputs.at[k] >> 1] = 0;
  for (size_t k = 0; k < s->num_states; k++)
    if (is_in_model(o, s->state_origin[k]) && o->is_input[s->state_origin[k]])
      o->value[s->state_origin[k]] = trace_state(o->lasso, t)[k];
  for (size_t k = 0; k < s->num_inputs; k++)
    if (is_in_model(o, s->input_origin[k]))
      o->value[s->input_origin[k]] = trace_input(o->lasso, t)[k];
  for (size_t k = 0; k < m->num_latches; k++) o->value[m->latches[k].lit >> 1] = o->state[k];
}

static void evaluate_gates(struct open_lasso *o) {
  const struct aiger *m = o->model;
  for (size_t k = 0; k < m->num_ands; k++) {
    uint8_t a = value_of(o, m->ands[k].rhs0), b = value_of(o, m->ands[k].rhs1);
    uint8_t *both = &o->value[m->ands[k].lhs >> 1];
    *both = EITHER;
    if (a == 1 && b == 1) *both = 1;
    if (a == 0 || b == 0) *both = 0;
  }
}

/* False: the step may be forbidden. */
static bool take_step(struct open_lasso *o, size_t t) {
  const struct aiger *m = o->model;
  set_leaves(o, t);
  evaluate_gates(o);
  for (size_t k = 0; k < m->constraints.size; k++)
    if (value_of(o, m->constraints.at[k]) != 1) return false;
  for (size_t j = 0; j < o->fairness.size; j++)
    if (value_of(o, o->fairness.at[j]) == 1) o->met[j] = 1;
  for (size_t k = 0; k < m->num_latches; k++) o->state[k] = value_of(o, m->latches[k].next);
  return true;
}

static bool go_around(struct open_lasso *o) {
  start_round(o);
  for (size_t t = (size_t)o->lasso->loop; t < o->lasso->length; t++)
    if (!take_step(o, t)) return false;
  return true;
}

/* Behind a round: those that may be something else do not come back. Were there any? */
static bool leave_out(struct open_lasso *o) {
  bool any = false;
  for (size_t k = 0; k < o->model->num_latches; k++) {
    uint32_t variable = o->model->latches[k].lit >> 1;
    if (!o->returns[variable] || o->state[k] == o->first[variable]) continue;
    o->returns[variable] = 0;
    any = true;
  }
  return any;
}

static bool all_met(const struct open_lasso *o) {
  for (size_t j = 0; j < o->fairness.size; j++)
    if (!o->met[j]) return false;
  return true;
}

/* The greatest set that returns: those who are not where they were after a round are unknown in the
 * next one. */
static bool find_returning(struct open_lasso *o, const struct effort *effort) {
  size_t steps = o->lasso->length - (size_t)o->lasso->loop;
  do {
    if (interrupted(effort) || !go_around(o)) return false;
    spend(effort, steps * ((size_t)o->model->maxvar + 1));
  } while (leave_out(o));
  return all_met(o);
}

static void begin(struct open_lasso *o, const struct aiger *m, uint32_t justice,
                  const struct system *s, const struct trace *lasso) {
  size_t variables = (size_t)m->maxvar + 1;
  *o = (struct open_lasso){.model = m, .system = s, .lasso = lasso};
  lits_append(&o->fairness, m->fairness.at, m->fairness.size);
  lits_append(&o->fairness, m->justice[justice].at, m->justice[justice].size);
  o->is_input = memory_zeroed(variables, 1);
  o->value = memory_zeroed(variables, 1);
  o->first = memory_zeroed(variables, 1);
  o->returns = memory_zeroed(variables, 1);
  o->state = memory_zeroed(m->num_latches, 1);
  o->met = memory_zeroed(o->fairness.size, 1);
  for (size_t k = 0; k < m->inputs.size; k++) o->is_input[m->inputs.at[k] >> 1] = 1;
  for (size_t k = 0; k < s->num_states; k++) {
    uint32_t origin = s->state_origin[k];
    if (!is_in_model(o, origin) || o->is_input[origin]) continue;
    o->first[origin] = trace_state(lasso, (size_t)lasso->loop)[k];
    o->returns[origin] = 1;
  }
}

static void end(struct open_lasso *o) {
  lits_free(&o->fairness);
  free(o->is_input);
  free(o->value);
  free(o->first);
  free(o->returns);
  free(o->state);
  free(o->met);
}

static void note_returning(const struct open_lasso *o, struct trace *lasso) {
  const struct system *s = o->system;
  free(lasso->returning);
  lasso->returning = memory_zeroed(s->num_states, 1);
  for (size_t k = 0; k < s->num_states; k++)
    if (is_in_model(o, s->state_origin[k])) lasso->returning[k] = o->returns[s->state_origin[k]];
}

bool open_lasso(const struct aiger *model, uint32_t justice, const struct system *system,
                const struct effort *effort, struct trace *lasso) {
  struct open_lasso o;
  begin(&o, model, justice, system, lasso);
  bool good = find_returning(&o, effort);
  if (good) note_returning(&o, lasso);
  end(&o);
  return good;
}
