#include "validator/kernel/system.h"

void v_cone(const struct v_model *m, struct v_list *todo, bool through_latches, uint8_t *seen) {
  while (todo->size > 0) {
    todo->size--;
    uint32_t var = todo->at[todo->size] / 2;
    uint32_t index = m->index[var];
    if (seen[var]) continue;
    seen[var] = 1;
    if (m->kind[var] == V_AND) {
      v_push(todo, m->rhs.at[2 * index]);
      v_push(todo, m->rhs.at[2 * index + 1]);
    }
    if (m->kind[var] == V_LATCH && through_latches) v_push(todo, m->next.at[index]);
  }
}

/* Inputs that an atom or a reset function looks at through gates. */
static void observe(struct v_system *s, const struct v_property *p) {
  const struct v_model *m = s->model;
  uint8_t *seen = v_zeroed((size_t)m->maxvar + 1, 1);
  struct v_list roots = {0};
  for (size_t k = 0; k < s->formula.num_nodes; k++)
    if (s->formula.nodes[k].op == V_ATOM) v_push(&roots, s->formula.nodes[k].left);
  for (size_t k = 0; k < m->reset.size; k++) v_push(&roots, m->reset.at[k]);
  v_cone(m, &roots, false, seen);
  s->observed = v_zeroed(m->inputs.size, 1);
  for (size_t k = 0; k < m->inputs.size; k++)
    s->observed[k] = seen[m->inputs.at[k] / 2] || (p->kind == V_CTL && s->all_inputs);
  v_list_free(&roots);
  free(seen);
}

/* The fairness of the model, then that of the justice set. */
static void collect_fairness(struct v_system *s, const struct v_property *p) {
  const struct v_model *m = s->model;
  if (p->kind == V_CTL || p->kind == V_JUSTICE)
    for (size_t k = 0; k < m->fairness.size; k++) v_push(&s->fairness, m->fairness.at[k]);
  if (p->kind != V_JUSTICE) return;
  for (size_t k = m->justice_start.at[p->number]; k < m->justice_start.at[p->number + 1]; k++)
    v_push(&s->fairness, m->justice.at[k]);
}

/* ctl: the formula, without fairness. justice: !EG true. */
static void number_nodes(struct v_system *s, struct v_property *p) {
  struct v_core *core = &p->core;
  uint32_t root = p->root;
  if (p->kind == V_JUSTICE) {
    uint32_t yes = v_core_node(core, V_ATOM, 1, 0);
    root = v_core_node(core, V_NOT, v_core_node(core, V_EG, yes, 0), 0);
  }
  if (p->kind == V_CTL && (s->model->constraints.size > 0 || s->fairness.size > 0))
    root = v_core_remove_fairness(core, root);
  if (p->kind == V_CTL || p->kind == V_JUSTICE) v_core_number(core, root, &s->formula);
}

/* Which variables of the model have an unobserved input in their cone. */
static void find_open(struct v_system *s) {
  const struct v_model *m = s->model;
  s->open = v_zeroed((size_t)m->maxvar + 1, 1);
  for (size_t k = 0; k < m->inputs.size; k++) s->open[m->inputs.at[k] / 2] = !s->observed[k];
  for (size_t k = 0; k < m->order.size; k++) {
    uint32_t gate = m->order.at[k];
    bool left = s->open[m->rhs.at[2 * gate] / 2];
    bool right = s->open[m->rhs.at[2 * gate + 1] / 2];
    s->open[m->lhs.at[gate] / 2] = left || right;
  }
}

void v_system_init(struct v_system *s, const struct v_model *m, struct v_property *p,
                   bool all_inputs) {
  *s = (struct v_system){.model = m, .all_inputs = all_inputs, .internal = V_NONE};
  s->first_saved = V_NONE;
  s->first_flag = V_NONE;
  s->first_relation = V_NONE;
  collect_fairness(s, p);
  number_nodes(s, p);
  observe(s, p);
  find_open(s);
  for (uint32_t j = 0; j < s->fairness.size; j++) {
    uint32_t lit = s->fairness.at[j];
    v_push(&s->states, s->open[lit / 2] ? v_monitor(s, j) : lit);
  }
  s->first_promise = m->maxvar + (uint32_t)s->fairness.size + (uint32_t)m->inputs.size + 1;
  s->first_gate = s->first_promise + 2 * s->formula.variables;
  v_push(&s->gate_start, 0);
}

void v_system_free(struct v_system *s) {
  v_lists_free((struct v_list *[]){&s->fairness, &s->states, &s->gate_start, &s->arguments,
                                   &s->promising, &s->saved, NULL});
  free(s->formula.nodes);
  free(s->formula.parts);
  free(s->observed);
  free(s->open);
  *s = (struct v_system){0};
}

/* --- Variables --- */
uint32_t v_num_variables(const struct v_system *s) {
  return s->first_gate + (uint32_t)s->gate_start.size - 1;
}

uint32_t v_monitor(const struct v_system *s, uint32_t j) { return 2 * (s->model->maxvar + 1 + j); }

uint32_t v_fresh(const struct v_system *s, uint32_t input) {
  return 2 * (s->model->maxvar + (uint32_t)s->fairness.size + 1 + input);
}

/* Not a gate of ours. */
static bool is_stated(const struct v_system *s, uint64_t var) {
  return var < v_num_variables(s) && var < s->internal;
}

/* An elementary variable. */
static bool is_promise(const struct v_system *s, uint64_t var) {
  return var >= s->first_promise && var < s->first_promise + (uint64_t)s->formula.variables;
}

bool v_is_state(const struct v_system *s, uint64_t lit) {
  uint64_t var = lit / 2;
  uint64_t monitors = s->model->maxvar + 1;
  if (var == 0) return true;
  if (var < monitors) return s->model->kind[var] != V_UNDEFINED && !s->open[var];
  if (var < monitors + s->fairness.size) return s->states.at[var - monitors] / 2 == var;
  if (is_promise(s, var)) return true;
  return var >= s->first_gate && var < s->first_saved && is_stated(s, var);
}

/* Is there an elementary variable in the cone of the state literal? */
static bool promises(const struct v_system *s, uint32_t lit) {
  if (lit / 2 >= s->first_gate) return s->promising.at[lit / 2 - s->first_gate];
  return is_promise(s, lit / 2);
}

bool v_is_predicate(const struct v_system *s, uint64_t lit) {
  return v_is_state(s, lit) && !promises(s, (uint32_t)lit);
}

bool v_is_relation(const struct v_system *s, uint64_t lit) {
  return v_is_predicate(s, lit) || (lit / 2 >= s->first_saved && is_stated(s, lit / 2));
}

bool v_is_promise(const struct v_system *s, uint32_t v, uint64_t lit) {
  const struct v_numbered *f = &s->formula;
  uint32_t behind = f->nodes[v].right;
  uint32_t end = behind < f->num_parts ? f->parts[behind].variables : f->variables;
  uint64_t k = lit / 2 - s->first_promise;
  return lit / 2 >= s->first_promise && k >= f->parts[f->nodes[v].left].variables && k < end;
}

bool v_is_step_input(const struct v_system *s, uint64_t lit) {
  uint64_t var = lit / 2;
  uint64_t fresh = s->model->maxvar + s->fairness.size + 1;
  if (var <= s->model->maxvar)
    return s->model->kind[var] == V_INPUT && !s->observed[s->model->index[var]];
  if (var >= s->first_promise) return var < s->first_gate && !is_promise(s, var);
  return var >= fresh && s->observed[var - fresh];
}

const uint32_t *v_gate(const struct v_system *s, uint32_t var, size_t *count) {
  *count = 0;
  if (var >= s->first_gate) {
    const uint32_t *start = &s->gate_start.at[var - s->first_gate];
    *count = start[1] - start[0];
    return *count > 0 ? s->arguments.at + start[0] : NULL;
  }
  if (var > s->model->maxvar || s->model->kind[var] != V_AND) return NULL;
  *count = 2;
  return &s->model->rhs.at[2 * s->model->index[var]];
}

uint32_t v_add_gate(struct v_system *s, const uint32_t *arguments, size_t count) {
  uint32_t var = v_num_variables(s);
  if (var >= V_MAX_VARIABLE) v_exhausted();
  bool promising = false;
  for (size_t k = 0; k < count; k++) {
    v_push(&s->arguments, arguments[k]);
    promising = promising || promises(s, arguments[k]);
  }
  v_push(&s->promising, promising);
  v_push(&s->gate_start, (uint32_t)s->arguments.size);
  return 2 * var;
}

/* --- Evaluation --- */
void v_evaluate_gates(const struct v_system *s, uint8_t *value) {
  const struct v_model *m = s->model;
  value[0] = 0;
  for (size_t k = 0; k < m->order.size; k++) { /* the same as below, but traces wait for it */
    uint32_t gate = m->order.at[k];
    bool left = v_value(value, m->rhs.at[2 * gate]);
    bool right = v_value(value, m->rhs.at[2 * gate + 1]);
    value[m->lhs.at[gate] / 2] = left && right;
  }
  for (uint32_t var = s->first_gate; var < v_num_variables(s); var++) {
    size_t count;
    const uint32_t *arguments = v_gate(s, var, &count);
    value[var] = 1;
    for (size_t k = 0; k < count; k++) value[var] &= v_value(value, arguments[k]);
  }
}
