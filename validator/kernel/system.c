#include "validator/kernel/formula.h"

bool v_property_read(const struct v_model *m, const char *text, size_t size, struct v_property *p,
                     struct v_error *error) {
  static const char *const names[] = {"bad", "output", "justice"};
  const size_t counts[] = {m->bad.size, m->outputs.size, m->justice_start.size - 1};
  *p = (struct v_property){.text = v_need(NULL, size + 1, 1), .kind = V_CTL};
  memcpy(p->text, text, size);
  p->text[size] = 0;
  if (!strncmp(p->text, "ctl ", 4))
    return v_formula_read(m, text + 4, size - 4, V_QUOTES_NEEDED, &p->core, &p->root, error);
  struct v_text t = {"property", p->text, p->text, p->text + size, 1, error};
  for (unsigned k = 0; k < 3; k++) {
    if (!v_at_word(&t, names[k])) continue;
    p->kind = (enum v_property_kind)k;
    if (!v_word(&t, names[k]) || !v_blank_number(&t, V_MAX_VARIABLE, &p->number)) return false;
    p->last = p->number;
    if (t.at != t.end) return v_expected(&t, "nothing behind the number");
    return p->number < counts[k] || v_fail(error, "property: the model has no %s", p->text);
  }
  return v_expected(&t, "bad N, output N, justice N or ctl F");
}

void v_property_free(struct v_property *p) {
  v_core_free(&p->core);
  free(p->text);
  *p = (struct v_property){0};
}

void v_cone(const struct v_model *m, struct v_list *todo, bool through_latches, uint8_t *seen) {
  while (todo->size) {
    uint32_t var = todo->at[--todo->size] / 2;
    if (seen[var]) continue;
    seen[var] = 1;
    if (m->kind[var] == V_AND) {
      v_push(todo, m->rhs.at[2 * m->index[var]]);
      v_push(todo, m->rhs.at[2 * m->index[var] + 1]);
    } else if (m->kind[var] == V_LATCH && through_latches)
      v_push(todo, m->next.at[m->index[var]]);
  }
  free(todo->at);
  *todo = (struct v_list){0};
}

/* Inputs that an atom looks at through gates. */
static void observe(struct v_system *s) {
  const struct v_model *m = s->model;
  uint8_t *seen = v_zeroed((size_t)m->maxvar + 1, 1);
  struct v_list atoms = {0};
  for (size_t k = 0; k < s->num_nodes; k++)
    if (s->nodes[k].op == V_ATOM) v_push(&atoms, s->nodes[k].left);
  v_cone(m, &atoms, false, seen);
  for (size_t k = 0; k < m->inputs.size; k++) s->observed[k] = seen[m->inputs.at[k] / 2];
  free(seen);
}

void v_system_init(struct v_system *s, const struct v_model *m, struct v_property *p,
                   bool all_inputs) {
  *s = (struct v_system){.model = m, .all_inputs = all_inputs, .internal = V_NONE};
  size_t inputs = m->inputs.size;
  if (p->kind == V_CTL || p->kind == V_JUSTICE)
    for (size_t k = 0; k < m->fairness.size; k++) v_push(&s->fairness, m->fairness.at[k]);
  if (p->kind == V_JUSTICE)
    for (size_t k = m->justice_start.at[p->number]; k < m->justice_start.at[p->number + 1]; k++)
      v_push(&s->fairness, m->justice.at[k]);

  struct v_core *core = &p->core;
  uint32_t root = p->root;
  if (p->kind == V_JUSTICE)
    root = v_core_node(core, V_NOT, v_core_node(core, V_EG, v_core_node(core, V_ATOM, 1, 0), 0), 0);
  if (p->kind == V_CTL && (m->constraints.size || s->fairness.size))
    root = v_core_remove_fairness(core, root);
  if (p->kind == V_CTL || p->kind == V_JUSTICE) v_core_number(core, root, &s->nodes, &s->num_nodes);

  s->observed = v_zeroed(inputs, 1);
  if (p->kind == V_CTL && all_inputs)
    memset(s->observed, 1, inputs);
  else if (p->kind == V_CTL)
    observe(s);
  s->open = v_zeroed((size_t)m->maxvar + 1, 1);
  for (size_t k = 0; k < inputs; k++) s->open[m->inputs.at[k] / 2] = !s->observed[k];
  for (size_t k = 0; k < m->order.size; k++) {
    uint32_t gate = m->order.at[k];
    s->open[m->lhs.at[gate] / 2] =
        s->open[m->rhs.at[2 * gate] / 2] || s->open[m->rhs.at[2 * gate + 1] / 2];
  }
  for (uint32_t j = 0; j < s->fairness.size; j++) {
    uint32_t lit = s->fairness.at[j];
    v_push(&s->states, s->open[lit / 2] ? v_monitor(s, j) : lit);
  }
  s->first_gate = m->maxvar + (uint32_t)s->fairness.size + (uint32_t)inputs + 1;
  v_push(&s->gate_start, 0);
}

void v_system_free(struct v_system *s) {
  V_FREE(s->nodes, s->observed, s->open, s->fairness.at, s->states.at, s->gate_start.at,
         s->arguments.at);
  *s = (struct v_system){0};
}

uint32_t v_num_variables(const struct v_system *s) {
  return s->first_gate + (uint32_t)s->gate_start.size - 1;
}
uint32_t v_monitor(const struct v_system *s, uint32_t j) { return 2 * (s->model->maxvar + 1 + j); }
uint32_t v_fresh(const struct v_system *s, uint32_t input) {
  return 2 * (s->model->maxvar + (uint32_t)s->fairness.size + 1 + input);
}

bool v_is_state(const struct v_system *s, uint64_t lit) {
  uint64_t var = lit / 2, monitors = s->model->maxvar + 1;
  if (var <= s->model->maxvar) return !var || (s->model->kind[var] != V_UNDEFINED && !s->open[var]);
  if (var < monitors + s->fairness.size) return s->states.at[var - monitors] / 2 == var;
  return var >= s->first_gate && var < v_num_variables(s) && var < s->internal;
}

bool v_is_step_input(const struct v_system *s, uint64_t lit) {
  uint64_t var = lit / 2;
  if (var <= s->model->maxvar)
    return s->model->kind[var] == V_INPUT && !s->observed[s->model->index[var]];
  uint64_t fresh = s->model->maxvar + s->fairness.size + 1;
  return var >= fresh && var < s->first_gate && s->observed[var - fresh];
}

const uint32_t *v_gate(const struct v_system *s, uint32_t var, size_t *count) {
  if (var >= s->first_gate) {
    const uint32_t *start = &s->gate_start.at[var - s->first_gate];
    *count = start[1] - start[0];
    return s->arguments.at + start[0];
  }
  if (var > s->model->maxvar || s->model->kind[var] != V_AND) return NULL;
  *count = 2;
  return &s->model->rhs.at[2 * s->model->index[var]];
}

uint32_t v_add_gate(struct v_system *s, const uint32_t *arguments, size_t count) {
  uint32_t lit = 2 * v_num_variables(s);
  if (lit >= 2 * V_MAX_VARIABLE) v_exhausted();
  for (size_t k = 0; k < count; k++) v_push(&s->arguments, arguments[k]);
  v_push(&s->gate_start, (uint32_t)s->arguments.size);
  return lit;
}

void v_evaluate_model(const struct v_model *m, uint8_t *value) {
  value[0] = 0;
  for (size_t k = 0; k < m->order.size; k++) {
    uint32_t gate = m->order.at[k];
    value[m->lhs.at[gate] / 2] =
        v_value(value, m->rhs.at[2 * gate]) && v_value(value, m->rhs.at[2 * gate + 1]);
  }
}

void v_evaluate_gates(const struct v_system *s, uint8_t *value) {
  v_evaluate_model(s->model, value);
  for (uint32_t var = s->first_gate; var < v_num_variables(s); var++) {
    size_t count;
    const uint32_t *arguments = v_gate(s, var, &count);
    value[var] = 1;
    for (size_t k = 0; k < count; k++) value[var] &= v_value(value, arguments[k]);
  }
}
