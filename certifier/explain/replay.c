#include "certifier/explain/replay.h"

/* docs/certificates.md 1.3: fairness list, observed inputs, monitors, numbering. */
static void elaborate(struct replay *r) {
  const struct aiger *model = r->model;
  const struct certificate *c = r->certificate;
  if (c->property == CERT_CTL || c->property == CERT_JUSTICE)
    lits_append(&r->fairness, model->fairness.at, model->fairness.size);
  if (c->property == CERT_JUSTICE)
    lits_append(&r->fairness, model->justice[c->index].at, model->justice[c->index].size);
  uint8_t *mark = memory_zeroed((size_t)model->maxvar + 1, 1);
  r->observed = memory_zeroed(model->inputs.size, 1);
  for (size_t v = 0; c->property == CERT_CTL && v < r->core->num_nodes; v++)
    if (r->core->nodes[v].op == CORE_ATOM) mark[r->core->nodes[v].lit >> 1] = 1;
  for (size_t k = model->num_ands; k-- > 0;) {
    if (!mark[model->ands[k].lhs >> 1]) continue;
    mark[model->ands[k].rhs0 >> 1] = 1;
    mark[model->ands[k].rhs1 >> 1] = 1;
  }
  for (size_t k = 0; k < model->inputs.size; k++)
    r->observed[k] = c->property == CERT_CTL && (c->inputs_all || mark[model->inputs.at[k] >> 1]);
  aiger_reset_inputs(model, r->observed);
  memset(mark, 0, (size_t)model->maxvar + 1);
  for (size_t k = 0; k < model->inputs.size; k++) mark[model->inputs.at[k] >> 1] = !r->observed[k];
  for (size_t k = 0; k < model->num_ands; k++)
    mark[model->ands[k].lhs >> 1] = mark[model->ands[k].rhs0 >> 1] | mark[model->ands[k].rhs1 >> 1];
  r->monitored = memory_zeroed(r->fairness.size, 1);
  for (size_t j = 0; j < r->fairness.size; j++) r->monitored[j] = mark[r->fairness.at[j] >> 1];
  free(mark);
  r->first_monitor = model->maxvar + 1;
  r->first_fresh = r->first_monitor + (uint32_t)r->fairness.size;
  r->first_elementary = r->first_fresh + (uint32_t)model->inputs.size;
  r->first_ghost = r->first_elementary + 2 * (uint32_t)r->core->num_variables;
  r->first_gate = r->first_ghost + (uint32_t)c->ghosts.size;
  r->num_variables = r->first_gate + (uint32_t)c->num_gates;
}

static bool in_range(const struct replay *r, uint32_t lit) { return lit >> 1 < r->num_variables; }

static bool choices_in_range(const struct replay *r, const struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++) {
    if (!in_range(r, choices->at[k].guard)) return false;
    for (size_t i = 0; i < choices->at[k].inputs.size; i++)
      if (!in_range(r, choices->at[k].inputs.at[i]) ||
          !in_range(r, choice_value(&choices->at[k], i)))
        return false;
  }
  return true;
}

/* A fact of an E node may name the fairness of its view. */
static size_t fairness_of(const struct replay *r, const struct fact *f) {
  bool path = r->core->nodes[f->node].op == CORE_E;
  return r->fairness.size + (path ? core_path(r->core, f->node)->num_fair : 0);
}

/* Only facts of E nodes are about E nodes. */
static bool fact_fits(const struct replay *r, const struct fact *f) {
  bool path = f->kind == FACT_UPPER_E || f->kind == FACT_LOWER_E;
  return f->node < r->core->num_nodes && path == (r->core->nodes[f->node].op == CORE_E);
}

static bool fact_in_range(const struct replay *r, const struct fact *f) {
  bool ok = fact_fits(r, f) && in_range(r, f->predicate) && choices_in_range(r, &f->ranks) &&
            choices_in_range(r, &f->from);
  for (size_t k = 0; ok && k < f->num_lassos; k++)
    ok = f->lassos[k].steps.size && choices_in_range(r, &f->lassos[k].steps);
  if (ok && f->has_region) {
    ok = in_range(r, f->region.inside) && choices_in_range(r, &f->region.choices) &&
         f->region.num_covers == fairness_of(r, f);
    for (size_t j = 0; ok && j < f->region.num_covers; j++)
      ok = choices_in_range(r, &f->region.covers[j]);
  }
  for (size_t k = 0; ok && k < f->num_blocks; k++) {
    ok = in_range(r, f->blocks[k].closed);
    for (size_t m = 0; ok && m < f->blocks[k].num_steps; m++)
      ok = in_range(r, f->blocks[k].steps[m].predicate);
  }
  return ok;
}

static bool check_ranges(const struct replay *r, struct fault *fault) {
  const struct certificate *c = r->certificate;
  for (size_t k = 0; k < c->num_gates; k++)
    for (size_t i = 0; i < c->gates[k].args.size; i++)
      if (c->gates[k].lhs != 2 * (r->first_gate + k) ||
          c->gates[k].args.at[i] >> 1 >= r->first_gate + k)
        return fault_set(fault, "gate %zu of the certificate does not fit the model", k);
  for (size_t k = 0; k < c->next.size; k++)
    if (!in_range(r, c->next.at[k]))
      return fault_set(fault, "ghost %zu of the certificate does not fit the model", k);
  if (!in_range(r, c->invariant))
    return fault_set(fault, "the invariant of the certificate does not fit the model");
  for (size_t k = 0; k < c->num_facts; k++)
    if (!fact_in_range(r, &c->facts[k]))
      return fault_set(fault, "fact %zu of the certificate does not fit the model", k);
  size_t observed = 0;
  for (size_t k = 0; k < r->model->inputs.size; k++) observed += r->observed[k];
  if (c->initial && strlen(c->initial) != r->model->num_latches + observed)
    return fault_set(fault, "the initial state does not fit the model");
  if (c->trace_latches && strlen(c->trace_latches) != r->model->num_latches)
    return fault_set(fault, "the trace does not fit the model");
  if (c->trace_returning && strlen(c->trace_returning) != r->model->num_latches)
    return fault_set(fault, "the loop of the trace does not fit the model");
  for (size_t t = 0; t < c->trace_steps; t++)
    if (strlen(c->trace_inputs[t]) != r->model->inputs.size)
      return fault_set(fault, "step %zu of the trace does not fit the model", t);
  return true;
}

bool replay_init(struct replay *r, const struct aiger *model, const struct certificate *certificate,
                 const struct core_formula *core, struct fault *fault) {
  *r = (struct replay){.model = model, .certificate = certificate, .core = core};
  elaborate(r);
  if (!check_ranges(r, fault)) {
    replay_free(r);
    return false;
  }
  r->value = memory_zeroed(r->num_variables, 1);
  r->upper = memory_zeroed(core->num_nodes, 1);
  r->lower = memory_zeroed(core->num_nodes, 1);
  r->upper_fact = memory_zeroed(core->num_nodes, sizeof(const struct fact *));
  r->lower_fact = memory_zeroed(core->num_nodes, sizeof(const struct fact *));
  for (size_t k = 0; k < certificate->num_facts; k++) {
    const struct fact *f = &certificate->facts[k];
    if (f->kind == FACT_UPPER || f->kind == FACT_UPPER_EG || f->kind == FACT_UPPER_E)
      r->upper_fact[f->node] = f;
    else
      r->lower_fact[f->node] = f;
  }
  return true;
}

void replay_free(struct replay *r) {
  lits_free(&r->fairness);
  free(r->observed);
  free(r->monitored);
  free(r->value);
  free(r->upper);
  free(r->lower);
  free(r->upper_fact);
  free(r->lower_fact);
  *r = (struct replay){0};
}

static bool any_guard(const struct replay *r, const struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++)
    if (replay_true(r, choices->at[k].guard)) return true;
  return false;
}

static bool eval_upper(const struct replay *r, uint32_t v, const struct fact *f) {
  if (!f) return true;
  if (f->kind == FACT_UPPER || f->kind == FACT_UPPER_E) return replay_true(r, f->predicate);
  bool inside = r->upper[r->core->nodes[v].left];
  for (size_t k = 0; k < f->num_blocks; k++)
    inside = inside && !replay_true(r, f->blocks[k].closed);
  return inside;
}

static bool eval_lower(const struct replay *r, uint32_t v, const struct fact *f) {
  if (!f) return false;
  if (f->kind == FACT_LOWER_EX || f->kind == FACT_LOWER_E) return replay_true(r, f->predicate);
  if (any_guard(r, &f->ranks)) return true;
  if (f->kind == FACT_LOWER_EU) return r->lower[r->core->nodes[v].right];
  for (size_t k = 0; k < f->num_lassos; k++)
    if (any_guard(r, &f->lassos[k].steps)) return true;
  return f->has_region && replay_true(r, f->region.inside);
}

/* Section 2: facts of atoms and Boolean nodes follow from their children, which have larger
 * numbers. */
static void eval_facts(struct replay *r) {
  for (uint32_t v = (uint32_t)r->core->num_nodes; v-- > 0;) {
    const struct core_node *n = &r->core->nodes[v];
    switch (n->op) {
    case CORE_ATOM: r->upper[v] = r->lower[v] = replay_true(r, n->lit); break;
    case CORE_NOT:
      r->upper[v] = !r->lower[n->left];
      r->lower[v] = !r->upper[n->left];
      break;
    case CORE_AND:
      r->upper[v] = r->upper[n->left] && r->upper[n->right];
      r->lower[v] = r->lower[n->left] && r->lower[n->right];
      break;
    case CORE_OR:
      r->upper[v] = r->upper[n->left] || r->upper[n->right];
      r->lower[v] = r->lower[n->left] || r->lower[n->right];
      break;
    default:
      r->upper[v] = eval_upper(r, v, r->upper_fact[v]);
      r->lower[v] = eval_lower(r, v, r->lower_fact[v]);
    }
  }
}

static void evaluate(struct replay *r) {
  const struct aiger *model = r->model;
  for (size_t k = 0; k < model->num_ands; k++) {
    const struct aiger_and *gate = &model->ands[k];
    r->value[gate->lhs >> 1] = replay_true(r, gate->rhs0) && replay_true(r, gate->rhs1);
  }
  for (size_t k = 0; k < r->certificate->num_gates; k++) {
    const struct cert_gate *gate = &r->certificate->gates[k];
    bool all = true;
    for (size_t i = 0; i < gate->args.size && all; i++) all = replay_true(r, gate->args.at[i]);
    r->value[gate->lhs >> 1] = all;
  }
  eval_facts(r);
}

void replay_start(struct replay *r, const char *latches, const char *inputs) {
  const struct aiger *model = r->model;
  memset(r->value, 0, r->num_variables);
  for (size_t k = 0; k < model->num_latches; k++)
    r->value[model->latches[k].lit >> 1] = latches[k] == '1';
  for (size_t k = 0; k < model->inputs.size; k++)
    if (r->observed[k]) r->value[model->inputs.at[k] >> 1] = *inputs++ == '1';
  for (size_t k = 0; k < r->certificate->ghosts.size; k++)
    r->value[r->first_ghost + k] = r->certificate->ghosts.at[k] == 1;
  evaluate(r);
}

static void set(struct replay *r, const struct lits *cube) {
  for (size_t k = 0; k < cube->size; k++) r->value[cube->at[k] >> 1] = !(cube->at[k] & 1);
  evaluate(r);
}

void replay_promise(struct replay *r, const struct lits *cube) {
  memset(r->value + r->first_elementary, 0, r->core->num_variables);
  set(r, cube);
}

void replay_cube(struct replay *r, const struct lits *cube) {
  size_t promises = r->core->num_variables;
  memset(r->value + r->first_elementary + promises, 0, promises);
  for (size_t k = 0; k < r->model->inputs.size; k++) {
    if (r->observed[k])
      r->value[r->first_fresh + k] = 0;
    else
      r->value[r->model->inputs.at[k] >> 1] = 0;
  }
  set(r, cube);
}

bool replay_allowed(const struct replay *r) {
  for (size_t k = 0; k < r->model->constraints.size; k++)
    if (!replay_true(r, r->model->constraints.at[k])) return false;
  return true;
}

void replay_step(struct replay *r) {
  const struct aiger *model = r->model;
  const struct lits *ghosts = &r->certificate->next;
  size_t n = model->num_latches, f = r->fairness.size;
  uint8_t *next = memory_alloc(n + f, 1);
  uint8_t *later = memory_alloc(ghosts->size, 1);
  for (size_t k = 0; k < ghosts->size; k++) later[k] = replay_true(r, ghosts->at[k]);
  for (size_t k = 0; k < n; k++) next[k] = replay_true(r, model->latches[k].next);
  for (size_t j = 0; j < f; j++) next[n + j] = r->monitored[j] && replay_true(r, r->fairness.at[j]);
  for (size_t k = 0; k < n; k++) r->value[model->latches[k].lit >> 1] = next[k];
  for (size_t j = 0; j < f; j++) r->value[r->first_monitor + j] = next[n + j];
  for (size_t k = 0; k < model->inputs.size; k++)
    if (r->observed[k]) r->value[model->inputs.at[k] >> 1] = r->value[r->first_fresh + k];
  size_t promises = r->core->num_variables;
  memcpy(r->value + r->first_elementary, r->value + r->first_elementary + promises, promises);
  memcpy(r->value + r->first_ghost, later, ghosts->size);
  free(later);
  free(next);
  evaluate(r);
}
