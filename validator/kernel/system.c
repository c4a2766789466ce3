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

/* Marks what the atoms and the reset functions look at through gates. */
static uint8_t *find_looked_at(const struct v_system *s) {
  const struct v_model *m = s->model;
  uint8_t *seen = v_zeroed((size_t)m->maxvar + 1, 1);
  struct v_list roots = {0};
  for (size_t k = 0; k < s->formula.num_nodes; k++)
    if (s->formula.nodes[k].op == V_ATOM) v_push(&roots, s->formula.nodes[k].left);
  for (size_t k = 0; k < m->reset.size; k++) v_push(&roots, m->reset.at[k]);
  v_cone(m, &roots, false, seen);
  v_list_free(&roots);
  return seen;
}

/* The state is made of latches, observed inputs, which fresh inputs feed, and gates over these. */
static void assign_roles(struct v_system *s, bool observe_all) {
  const struct v_model *m = s->model;
  uint8_t *looked_at = find_looked_at(s);
  s->roles[0] = V_OF_STATE;
  for (size_t k = 0; k < m->latches.size; k++) s->roles[m->latches.at[k] / 2] = V_OF_STATE;
  for (uint32_t k = 0; k < m->inputs.size; k++) {
    uint32_t var = m->inputs.at[k] / 2;
    bool observed = observe_all || looked_at[var];
    s->roles[var] = observed ? V_OF_STATE : V_STEP_INPUT | V_STEP;
    if (observed) s->roles[v_fresh(s, k) / 2] = V_STEP_INPUT | V_STEP;
  }
  for (size_t k = 0; k < m->order.size; k++) {
    const uint32_t *arguments = &m->rhs.at[2 * m->order.at[k]];
    uint8_t common = s->roles[arguments[0] / 2] & s->roles[arguments[1] / 2];
    s->roles[m->lhs.at[m->order.at[k]] / 2] = common & V_OF_STATE;
  }
  for (uint32_t k = 0; k < s->formula.variables; k++) {
    s->roles[s->first_promise + k] = V_STATE;
    s->roles[s->first_promise + s->formula.variables + k] = V_STEP_INPUT;
  }
  free(looked_at);
}

/* B_j: what is no state literal gets a monitor. */
static void add_monitors(struct v_system *s) {
  for (uint32_t j = 0; j < s->fairness.size; j++) {
    uint32_t lit = s->fairness.at[j];
    if (!v_has_role(s, lit, V_STATE)) {
      lit = v_monitor(s, j);
      s->roles[lit / 2] = V_OF_STATE;
    }
    v_push(&s->states, lit);
  }
}

void v_system_init(struct v_system *s, const struct v_model *m, struct v_property *p,
                   bool all_inputs) {
  *s = (struct v_system){.model = m, .first_saved = V_NONE, .all_inputs = all_inputs};
  collect_fairness(s, p);
  number_nodes(s, p);
  s->first_promise = m->maxvar + (uint32_t)s->fairness.size + (uint32_t)m->inputs.size + 1;
  s->first_gate = s->first_promise + 2 * s->formula.variables;
  v_push(&s->gate_start, 0);
  s->role_capacity = s->first_gate;
  s->roles = v_zeroed(s->role_capacity, 1);
  assign_roles(s, p->kind == V_CTL && all_inputs);
  add_monitors(s);
}

void v_system_free(struct v_system *s) {
  v_lists_free((struct v_list *[]){&s->fairness, &s->states, &s->gate_start, &s->arguments,
                                   &s->saved, &s->ghosts, &s->after, NULL});
  free(s->formula.nodes);
  free(s->formula.parts.at);
  free(s->roles);
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

uint32_t v_flag(const struct v_system *s, uint32_t j, uint32_t before) {
  return s->first_flag + j + (j < s->states.size ? 0 : before);
}

bool v_has_role(const struct v_system *s, uint32_t lit, enum v_role role) {
  return lit / 2 < v_num_variables(s) && s->roles[lit / 2] & role;
}

bool v_is_observed(const struct v_system *s, size_t input) {
  return v_has_role(s, s->model->inputs.at[input], V_STATE);
}

bool v_is_promise(const struct v_system *s, uint32_t v, uint32_t lit) {
  const struct v_numbered *f = &s->formula;
  uint32_t behind = f->nodes[v].right;
  uint32_t end = behind < f->parts.size ? f->parts.at[behind].variables : f->variables;
  uint32_t k = lit / 2 - s->first_promise;
  return lit / 2 >= s->first_promise && k >= f->parts.at[f->nodes[v].left].variables && k < end;
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

uint32_t v_add_gate(struct v_system *s, unsigned roles, const uint32_t *arguments, size_t count) {
  uint32_t var = v_num_variables(s);
  if (var >= V_MAX_VARIABLE) v_exhausted();
  for (size_t k = 0; k < count; k++) {
    v_push(&s->arguments, arguments[k]);
    roles &= s->roles[arguments[k] / 2];
  }
  s->roles = v_grow(s->roles, var, &s->role_capacity, 1);
  s->roles[var] = (uint8_t)roles;
  v_push(&s->gate_start, (uint32_t)s->arguments.size);
  v_push(&s->after, V_NONE);
  return 2 * var;
}

/* --- Evaluation --- */
void v_evaluate_gates(const struct v_system *s, uint8_t *value) {
  const struct v_model *m = s->model;
  value[0] = 0;
  for (size_t k = 0; k < m->order.size; k++) { /* the same as below, but witnesses wait for it */
    uint32_t gate = m->order.at[k];
    bool left = v_value(value, m->rhs.at[2 * gate]);
    bool right = v_value(value, m->rhs.at[2 * gate + 1]);
    value[m->lhs.at[gate] / 2] = left && right;
  }
  for (uint32_t var = s->first_gate; var < v_num_variables(s); var++) {
    size_t count;
    const uint32_t *arguments = v_gate(s, var, &count);
    if (arguments) value[var] = 1; /* a ghost keeps its value */
    for (size_t k = 0; k < count; k++) value[var] &= v_value(value, arguments[k]);
  }
}
