/* Evaluations (docs/certificates.md, section 5): runs and states that are simply computed.
 *
 * A trace has steps x_t, i_t that satisfy C. Finite: the last one shows the bad literal. Infinite:
 * behind its last step it is where it was before step `loop`, on all relevant latches, and every
 * fairness literal is true at some t >= loop; or on the latches that the certificate names, and all
 * of that is so whatever the others are before step `loop`. */
#include "validator/kernel/certificate.h"

/* In the first step every latch is what it is reset to; that may be the latch itself. */
static bool resets_agree(const struct v_model *m, const uint8_t *value, struct v_error *error) {
  for (size_t k = 0; k < m->latches.size; k++)
    if (v_value(value, m->latches.at[k]) != v_value(value, m->reset.at[k]))
      return v_fail(error, "latch %zu does not start with its reset value", k);
  return true;
}

/* Values are 0, 1, and behind the latches that a loop does not name: */
enum { EITHER = 2 };

struct run {
  const struct v_certificate *c;
  const struct v_system *s;
  const struct v_model *m;
  uint8_t *value; /* per variable, in the step at hand */
  uint8_t *state; /* per latch, before that step; behind the last step at the end */
  uint8_t *loop;  /* per latch, before the step `loop` */
  uint8_t *seen;  /* per fairness: it was true in the loop */
};

static uint8_t value_of(const struct run *r, uint32_t lit) {
  if (r->value[lit / 2] == EITHER) return EITHER;
  return v_value(r->value, lit);
}

/* The values before step t, from r->state, and of its gates. */
static void evaluate(struct run *r, uint32_t t) {
  const struct v_model *m = r->m;
  const char *inputs = r->c->inputs + t * r->c->stride;
  for (size_t k = 0; k < m->latches.size; k++) r->value[m->latches.at[k] / 2] = r->state[k];
  for (size_t k = 0; k < m->inputs.size; k++) r->value[m->inputs.at[k] / 2] = inputs[k] == '1';
  for (size_t k = 0; k < m->order.size; k++) {
    uint32_t gate = m->order.at[k];
    uint8_t left = value_of(r, m->rhs.at[2 * gate]);
    uint8_t right = value_of(r, m->rhs.at[2 * gate + 1]);
    uint8_t *both = &r->value[m->lhs.at[gate] / 2];
    *both = left == 0 || right == 0 ? 0 : left == 1 && right == 1 ? 1 : EITHER;
  }
}

/* From r->state over step t to the next state. False if a constraint is not surely satisfied. */
static bool take_step(struct run *r, uint32_t t) {
  const struct v_model *m = r->m;
  const struct v_list *fairness = &r->s->fairness;
  for (size_t k = 0; k < m->constraints.size; k++)
    if (value_of(r, m->constraints.at[k]) != 1) return false;
  for (size_t j = 0; j < fairness->size && t >= r->c->loop; j++)
    if (value_of(r, fairness->at[j]) == 1) r->seen[j] = 1;
  for (size_t k = 0; k < m->latches.size; k++) r->state[k] = value_of(r, m->next.at[k]);
  return true;
}

/* All steps. Remembers the state before the step `loop`, and the fairness from there on. */
static bool take_all_steps(struct run *r, struct v_error *error) {
  for (size_t k = 0; k < r->m->latches.size; k++) r->state[k] = r->c->latches[k] == '1';
  for (uint32_t t = 0; t < r->c->steps; t++) {
    if (t == r->c->loop) memcpy(r->loop, r->state, r->m->latches.size);
    evaluate(r, t);
    if (t == 0 && !resets_agree(r->m, r->value, error)) return false;
    if (!take_step(r, t)) return v_fail(error, "step %u of the trace violates a constraint", t);
  }
  return true;
}

/* bad, output */
static bool shows_bad(const struct run *r, struct v_error *error) {
  const struct v_property *p = &r->c->property;
  return v_value(r->value, v_bad_section(r->m, p)->at[p->number]) ||
         v_fail(error, "the last step of the trace does not show %s", p->text);
}

/* It is again where it was, on all latches that constraints or fairness depend on, now or later. */
static bool is_closed(const struct run *r) {
  const struct v_list *constraints = &r->m->constraints;
  uint8_t *relevant = v_zeroed((size_t)r->m->maxvar + 1, 1);
  struct v_list roots = {0};
  for (size_t k = 0; k < constraints->size; k++) v_push(&roots, constraints->at[k]);
  for (size_t k = 0; k < r->s->fairness.size; k++) v_push(&roots, r->s->fairness.at[k]);
  v_cone(r->m, &roots, true, relevant);
  bool closed = true;
  for (size_t k = 0; k < r->m->latches.size; k++)
    if (relevant[r->m->latches.at[k] / 2] && r->loop[k] != r->state[k]) closed = false;
  v_list_free(&roots);
  free(relevant);
  return closed;
}

/* Once around with whatever the latches are that the certificate does not name: the named ones come
 * back, and only that fairness counts which is seen in any case. */
static bool returns(struct run *r, struct v_error *error) {
  const char *returning = r->c->returning;
  memset(r->seen, 0, r->s->fairness.size);
  for (size_t k = 0; k < r->m->latches.size; k++)
    r->state[k] = returning[k] == '1' ? r->loop[k] : EITHER;
  for (uint32_t t = r->c->loop; t < r->c->steps; t++) {
    evaluate(r, t);
    if (!take_step(r, t)) return v_fail(error, "step %u of the loop may violate a constraint", t);
  }
  for (size_t k = 0; k < r->m->latches.size; k++)
    if (returning[k] == '1' && r->state[k] != r->loop[k])
      return v_fail(error, "latch %zu need not return to where the loop starts", k);
  return true;
}

/* justice */
static bool is_fair_loop(struct run *r, struct v_error *error) {
  if (r->c->returning && !returns(r, error)) return false;
  if (!r->c->returning && !is_closed(r))
    return v_fail(error, "the loop of the trace does not close");
  for (size_t j = 0; j < r->s->fairness.size; j++)
    if (!r->seen[j]) return v_fail(error, "fairness %zu is never true on the loop of the trace", j);
  return true;
}

static bool trace(const struct v_certificate *c, struct v_error *error) {
  const struct v_system *s = &c->system;
  const struct v_model *m = s->model;
  struct run r = {.c = c, .s = s, .m = m};
  r.value = v_zeroed(v_num_variables(s), 1);
  r.state = v_zeroed(m->latches.size, 1);
  r.loop = v_zeroed(m->latches.size, 1);
  r.seen = v_zeroed(s->fairness.size, 1);
  bool good = take_all_steps(&r, error);
  if (good) good = c->property.kind == V_JUSTICE ? is_fair_loop(&r, error) : shows_bad(&r, error);
  free(r.value);
  free(r.state);
  free(r.loop);
  free(r.seen);
  return good;
}

/* An initial state outside the upper bound of node 0. */
static bool initial(const struct v_certificate *c, struct v_error *error) {
  const struct v_system *s = &c->system;
  const struct v_model *m = s->model;
  const char *observed = c->initial + m->latches.size; /* the bits behind those of the latches */
  uint8_t *value = v_zeroed(v_num_variables(s), 1);
  for (size_t k = 0; k < m->latches.size; k++) value[m->latches.at[k] / 2] = c->initial[k] == '1';
  for (size_t k = 0; k < m->inputs.size; k++) {
    if (!v_is_observed(s, k)) continue;
    value[m->inputs.at[k] / 2] = *observed == '1';
    observed++;
  }
  for (size_t k = 0; k < s->ghosts.size; k++) value[s->first_gate + k] = s->ghosts.at[k] == 1;
  v_evaluate_gates(s, value);
  bool good = resets_agree(m, value, error);
  if (good && v_value(value, c->upper[0]))
    good = v_fail(error, "the initial state is in the upper bound of the formula");
  free(value);
  return good;
}

bool v_evaluate(const struct v_certificate *c, struct v_error *error) {
  return c->is_trace ? trace(c, error) : initial(c, error);
}
