/* A trace has steps x_t, i_t that satisfy C. Finite: the last one shows the bad literal. Infinite:
 * it closes at `loop`, and every fairness literal is true at some t >= loop.
 *
 * AIGER witnesses do not say where the loop starts. Then two passes are made: the first one finds
 * the state behind the last step, the second one starts the loop at the first state that is the
 * same on all relevant latches (docs/certificates.md, section 10, has an example). Other such loops
 * have fewer steps: whatever fairness they show, this one shows. */
#include "validator/kernel/evaluate.h"

#include "validator/kernel/limits.h"

static bool resets_agree(const struct v_model *m, const char *latches, struct v_error *error) {
  for (size_t k = 0; k < m->latches.size; k++) {
    bool starts_free = m->reset.at[k] > 1;
    uint32_t value = latches[k] == '1';
    if (!starts_free && value != m->reset.at[k])
      return v_fail(error, "latch %zu does not start with its reset value", k);
  }
  return true;
}

struct run {
  const struct v_certificate *c;
  const struct v_system *s;
  const struct v_model *m;
  uint8_t *value;    /* per variable, in the step at hand */
  uint8_t *state;    /* per latch, before that step; behind the last step at the end */
  uint8_t *loop;     /* per latch: the state where the loop must close */
  uint8_t *relevant; /* per variable: constraints or fairness depend on it, now or later */
  uint8_t *seen;     /* per fairness: it was true in the loop */
};

static bool is_loop_state(const struct run *r) {
  for (size_t k = 0; k < r->m->latches.size; k++) {
    bool relevant = r->relevant[r->m->latches.at[k] / 2];
    if (relevant && r->loop[k] != r->state[k]) return false;
  }
  return true;
}

static void find_relevant(struct run *r) {
  struct v_list roots = {0};
  for (size_t k = 0; k < r->m->constraints.size; k++) v_push(&roots, r->m->constraints.at[k]);
  for (size_t k = 0; k < r->s->fairness.size; k++) v_push(&roots, r->s->fairness.at[k]);
  v_cone(r->m, &roots, true, r->relevant);
  v_list_free(&roots);
}

static void start(struct run *r) {
  for (size_t k = 0; k < r->m->latches.size; k++) r->state[k] = r->c->latches[k] == '1';
}

static void close_here(struct run *r) { memcpy(r->loop, r->state, r->m->latches.size); }

/* From r->state over step t to the next state. False if the step violates a constraint. */
static bool take_step(struct run *r, uint32_t t, struct v_error *error) {
  const struct v_model *m = r->m;
  const char *inputs = r->c->inputs + t * r->c->stride;
  for (size_t k = 0; k < m->latches.size; k++) r->value[m->latches.at[k] / 2] = r->state[k];
  for (size_t k = 0; k < m->inputs.size; k++) r->value[m->inputs.at[k] / 2] = inputs[k] == '1';
  v_evaluate_gates(r->s, r->value);
  for (size_t k = 0; k < m->constraints.size; k++)
    if (!v_value(r->value, m->constraints.at[k]))
      return v_fail(error, "step %u of the trace violates a constraint", t);
  for (size_t k = 0; k < m->latches.size; k++) r->state[k] = v_value(r->value, m->next.at[k]);
  return true;
}

static void look_at_fairness(struct run *r) {
  for (size_t j = 0; j < r->s->fairness.size; j++)
    if (v_value(r->value, r->s->fairness.at[j])) r->seen[j] = 1;
}

static bool take_all_steps(struct run *r, struct v_error *error) {
  start(r);
  for (uint32_t t = 0; t < r->c->steps; t++)
    if (!take_step(r, t, error)) return false;
  return true;
}

/* bad, output */
static bool finite(struct run *r, struct v_error *error) {
  const struct v_property *p = &r->c->property;
  if (!take_all_steps(r, error)) return false;
  if (!v_value(r->value, v_bad_section(r->m, p)->at[p->number]))
    return v_fail(error, "the last step of the trace does not show %s", p->text);
  return true;
}

/* Does the loop start at step t, with r->state? */
static bool starts_loop(struct run *r, uint32_t t) {
  if (r->c->loop == V_NONE) return is_loop_state(r);
  if (t == r->c->loop) close_here(r);
  return t == r->c->loop;
}

/* justice */
static bool infinite(struct run *r, struct v_error *error) {
  bool looping = false;
  find_relevant(r);
  if (r->c->loop == V_NONE) { /* the first pass */
    if (!take_all_steps(r, error)) return false;
    close_here(r);
  }
  start(r);
  for (uint32_t t = 0; t < r->c->steps; t++) {
    looping = looping || starts_loop(r, t);
    if (!take_step(r, t, error)) return false;
    if (looping) look_at_fairness(r);
  }
  if (!looping || !is_loop_state(r)) return v_fail(error, "the loop of the trace does not close");
  for (size_t j = 0; j < r->s->fairness.size; j++)
    if (!r->seen[j]) return v_fail(error, "fairness %zu is never true on the loop of the trace", j);
  return true;
}

/* Every step computes every gate, latch, constraint and fairness, at most twice. */
static bool is_within_limits(const struct run *r, struct v_error *error) {
  uint64_t each = r->m->lhs.size + 2 * r->m->latches.size + r->m->inputs.size +
                  r->m->constraints.size + r->s->fairness.size + 1;
  uint64_t most = v_most(v_limit_values, r->c->input_bytes);
  uint64_t passes = r->c->loop == V_NONE ? 2 : 1;
  if (r->c->steps <= most / each / passes) return true;
  v_fail(error, "traces of more than %llu values here (not supported)", (unsigned long long)most);
  return v_unsupported(error);
}

static bool trace(const struct v_certificate *c, struct v_error *error) {
  const struct v_system *s = &c->system;
  const struct v_model *m = s->model;
  struct run r = {.c = c, .s = s, .m = m};
  if (!is_within_limits(&r, error) || !resets_agree(m, c->latches, error)) return false;
  r.value = v_zeroed(v_num_variables(s), 1);
  r.state = v_zeroed(m->latches.size, 1);
  r.loop = v_zeroed(m->latches.size, 1);
  r.relevant = v_zeroed((size_t)m->maxvar + 1, 1);
  r.seen = v_zeroed(s->fairness.size, 1);
  bool good = c->property.kind == V_JUSTICE ? infinite(&r, error) : finite(&r, error);
  free(r.value);
  free(r.state);
  free(r.loop);
  free(r.relevant);
  free(r.seen);
  return good;
}

/* An initial state outside the upper bound of node 0. */
static bool initial(const struct v_certificate *c, struct v_error *error) {
  const struct v_system *s = &c->system;
  const struct v_model *m = s->model;
  const char *observed = c->initial + m->latches.size; /* the bits behind those of the latches */
  if (!resets_agree(m, c->initial, error)) return false;
  uint8_t *value = v_zeroed(v_num_variables(s), 1);
  for (size_t k = 0; k < m->latches.size; k++) value[m->latches.at[k] / 2] = c->initial[k] == '1';
  for (size_t k = 0; k < m->inputs.size; k++) {
    if (!s->observed[k]) continue;
    value[m->inputs.at[k] / 2] = *observed == '1';
    observed++;
  }
  v_evaluate_gates(s, value);
  bool outside = !v_value(value, c->upper[0]);
  free(value);
  return outside || v_fail(error, "the initial state is in the upper bound of the formula");
}

bool v_evaluate(const struct v_certificate *c, struct v_error *error) {
  return c->is_trace ? trace(c, error) : initial(c, error);
}
