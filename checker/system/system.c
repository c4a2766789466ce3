#include "checker/system/system.h"

#include <assert.h>

/* What elaboration knows about the model's variables while it works. */
enum role { ROLE_NONE, ROLE_INPUT, ROLE_LATCH, ROLE_GATE };

struct elaborator {
  const struct elaboration *how;
  const struct aiger *model;
  uint8_t *role;        /* variable -> enum role */
  uint32_t *index;      /* variable -> position in its section */
  uint8_t *kept;        /* variable: in the cone of influence */
  uint8_t *observed;    /* input k */
  uint8_t *hidden;      /* variable: its combinational cone contains an unobserved input */
  struct lits fairness; /* the fairness list: AIGER literals */
  struct lits work;
  struct system *system;
};

static uint32_t var_of(uint32_t model_lit) { return model_lit >> 1; }

static void find_roles(struct elaborator *e) {
  const struct aiger *m = e->model;
  size_t n = (size_t)m->maxvar + 1;
  e->role = memory_zeroed(n, 1);
  e->index = memory_zeroed(n, sizeof *e->index);
  e->kept = memory_zeroed(n, 1);
  e->hidden = memory_zeroed(n, 1);
  e->observed = memory_zeroed(m->inputs.size, 1);
  for (size_t k = 0; k < m->inputs.size; k++) {
    e->role[var_of(m->inputs.at[k])] = ROLE_INPUT;
    e->index[var_of(m->inputs.at[k])] = (uint32_t)k;
  }
  for (size_t k = 0; k < m->num_latches; k++) {
    e->role[var_of(m->latches[k].lit)] = ROLE_LATCH;
    e->index[var_of(m->latches[k].lit)] = (uint32_t)k;
  }
  for (size_t k = 0; k < m->num_ands; k++) {
    e->role[var_of(m->ands[k].lhs)] = ROLE_GATE;
    e->index[var_of(m->ands[k].lhs)] = (uint32_t)k;
  }
}

static void list_fairness(struct elaborator *e) {
  const struct aiger *m = e->model;
  if (e->how->use_fairness) lits_append(&e->fairness, m->fairness.at, m->fairness.size);
  if (e->how->justice >= 0) {
    assert((size_t)e->how->justice < m->num_justice);
    const struct lits *set = &m->justice[e->how->justice];
    lits_append(&e->fairness, set->at, set->size);
  }
}

/* Observed inputs: those in the combinational cones of atoms. `ands` is topological, so one sweep
 * down marks the cones. */
static void find_observed(struct elaborator *e) {
  const struct aiger *m = e->model;
  if (e->how->observe_all) {
    memset(e->observed, 1, m->inputs.size);
  } else {
    uint8_t *in_cone = memory_zeroed((size_t)m->maxvar + 1, 1);
    for (size_t k = 0; k < e->how->num_atoms; k++) in_cone[var_of(e->how->atoms[k])] = 1;
    for (size_t k = m->num_ands; k-- > 0;) {
      if (!in_cone[var_of(m->ands[k].lhs)]) continue;
      in_cone[var_of(m->ands[k].rhs0)] = 1;
      in_cone[var_of(m->ands[k].rhs1)] = 1;
    }
    for (size_t k = 0; k < m->inputs.size; k++) e->observed[k] = in_cone[var_of(m->inputs.at[k])];
    free(in_cone);
    aiger_reset_inputs(m, e->observed); /* state and inputs of the first step belong together */
  }
  for (size_t k = 0; k < m->inputs.size; k++) e->hidden[var_of(m->inputs.at[k])] = !e->observed[k];
  for (size_t k = 0; k < m->num_ands; k++)
    e->hidden[var_of(m->ands[k].lhs)] =
        e->hidden[var_of(m->ands[k].rhs0)] | e->hidden[var_of(m->ands[k].rhs1)];
}

static void keep(struct elaborator *e, uint32_t model_lit) {
  uint32_t v = var_of(model_lit);
  if (e->kept[v]) return;
  e->kept[v] = 1;
  lits_push(&e->work, v);
}

/* The cone of influence: closed under arguments of gates, next and reset functions of latches. */
static void find_cone(struct elaborator *e) {
  const struct elaboration *how = e->how;
  const struct aiger *m = e->model;
  for (size_t k = 0; k < how->num_atoms; k++) keep(e, how->atoms[k]);
  for (size_t k = 0; k < how->num_roots; k++) keep(e, how->roots[k]);
  for (size_t k = 0; k < m->constraints.size; k++) keep(e, m->constraints.at[k]);
  for (size_t k = 0; k < e->fairness.size; k++) keep(e, e->fairness.at[k]);
  if (how->keep_all) {
    for (size_t k = 0; k < m->inputs.size; k++) keep(e, m->inputs.at[k]);
    for (size_t k = 0; k < m->num_latches; k++) keep(e, m->latches[k].lit);
    for (size_t k = 0; k < m->num_ands; k++) keep(e, m->ands[k].lhs);
  }
  while (e->work.size) {
    uint32_t v = lits_pop(&e->work);
    if (e->role[v] == ROLE_LATCH) keep(e, m->latches[e->index[v]].next);
    if (e->role[v] == ROLE_LATCH) keep(e, m->latches[e->index[v]].reset);
    if (e->role[v] != ROLE_GATE) continue;
    keep(e, m->ands[e->index[v]].rhs0);
    keep(e, m->ands[e->index[v]].rhs1);
  }
}

static size_t add_state(struct system *s, uint8_t reset, uint32_t origin) {
  size_t k = s->num_states++;
  s->states[k] = aig_state(s->aig);
  s->reset[k] = reset;
  s->state_origin[k] = origin;
  return k;
}

static lit add_input(struct system *s, uint32_t origin) {
  size_t k = s->num_inputs++;
  s->inputs[k] = aig_input(s->aig);
  s->input_origin[k] = origin;
  return s->inputs[k];
}

static void allocate(struct elaborator *e) {
  struct system *s = e->system;
  size_t max_states = e->model->num_latches + e->model->inputs.size + e->fairness.size;
  s->aig = aig_new();
  s->states = memory_alloc(max_states, sizeof *s->states);
  s->next = memory_alloc(max_states, sizeof *s->next);
  s->reset = memory_alloc(max_states, 1);
  s->state_origin = memory_alloc(max_states, sizeof *s->state_origin);
  s->inputs = memory_alloc(e->model->inputs.size, sizeof *s->inputs);
  s->input_origin = memory_alloc(e->model->inputs.size, sizeof *s->input_origin);
  s->num_fairness = e->fairness.size;
  s->fairness = memory_alloc(e->fairness.size, sizeof *s->fairness);
  s->model_maxvar = e->model->maxvar;
  s->model_map = memory_alloc((size_t)e->model->maxvar + 1, sizeof *s->model_map);
  for (size_t v = 0; v <= e->model->maxvar; v++) s->model_map[v] = LIT_NONE;
  s->model_map[0] = AIG_FALSE;
}

/* States first (latches, observed inputs, monitors), then step inputs, then the gates in the
 * model's order. */
static void make_leaves(struct elaborator *e) {
  struct system *s = e->system;
  const struct aiger *m = e->model;
  for (size_t k = 0; k < m->num_latches; k++) {
    const struct aiger_latch *latch = &m->latches[k];
    if (!e->kept[var_of(latch->lit)]) continue;
    uint8_t reset = latch->reset > 1 ? RESET_FREE : (uint8_t)latch->reset;
    s->model_map[var_of(latch->lit)] = s->states[add_state(s, reset, var_of(latch->lit))];
  }
  for (size_t k = 0; k < m->inputs.size; k++) {
    uint32_t v = var_of(m->inputs.at[k]);
    if (e->kept[v] && e->observed[k]) s->model_map[v] = s->states[add_state(s, RESET_FREE, v)];
  }
  for (size_t j = 0; j < e->fairness.size; j++)
    if (e->hidden[var_of(e->fairness.at[j])])
      s->fairness[j] = s->states[add_state(s, 0, m->maxvar + 1 + (uint32_t)j)];
  for (size_t k = 0; k < m->inputs.size; k++) {
    uint32_t v = var_of(m->inputs.at[k]);
    if (e->kept[v] && !e->observed[k]) s->model_map[v] = add_input(s, v);
  }
}

/* An AIGER variable that nothing defines is read as false; a model that aiger_read accepts has none
 * in use. */
static lit map_lit(const struct system *s, uint32_t model_lit) {
  lit a = s->model_map[var_of(model_lit)];
  return (a == LIT_NONE ? AIG_FALSE : a) ^ (model_lit & 1);
}

static void make_functions(struct elaborator *e) {
  struct system *s = e->system;
  const struct aiger *m = e->model;
  for (size_t k = 0; k < m->num_ands; k++) {
    const struct aiger_and *g = &m->ands[k];
    if (e->kept[var_of(g->lhs)])
      s->model_map[var_of(g->lhs)] = aig_and(s->aig, map_lit(s, g->rhs0), map_lit(s, g->rhs1));
  }
  size_t state = 0;
  for (size_t k = 0; k < m->num_latches; k++)
    if (e->kept[var_of(m->latches[k].lit)]) s->next[state++] = map_lit(s, m->latches[k].next);
  uint32_t fresh = m->maxvar + (uint32_t)e->fairness.size + 1;
  for (size_t k = 0; k < m->inputs.size; k++)
    if (e->kept[var_of(m->inputs.at[k])] && e->observed[k])
      s->next[state++] = add_input(s, fresh + (uint32_t)k);
  for (size_t j = 0; j < e->fairness.size; j++) {
    if (e->hidden[var_of(e->fairness.at[j])])
      s->next[state++] = map_lit(s, e->fairness.at[j]);
    else
      s->fairness[j] = map_lit(s, e->fairness.at[j]);
  }
  assert(state == s->num_states);
}

static lit first_value(const lit *first, uint32_t model_lit) {
  return first[var_of(model_lit)] ^ (model_lit & 1);
}

/* Per AIGER variable its value in the first step, over states that start free; what reset functions
 * depend on comes first. */
static lit *find_first_values(const struct elaborator *e, const struct lits *order) {
  struct system *s = e->system;
  const struct aiger *m = e->model;
  lit *first = memory_alloc((size_t)m->maxvar + 1, sizeof *first);
  for (uint32_t v = 0; v <= m->maxvar; v++) first[v] = map_lit(s, 2 * v);
  for (size_t k = 0; k < m->num_latches; k++)
    if (m->latches[k].reset <= 1) first[var_of(m->latches[k].lit)] = m->latches[k].reset;
  for (size_t k = 0; k < order->size; k++) {
    uint32_t v = order->at[k];
    if (!e->kept[v]) continue;
    if (e->role[v] == ROLE_LATCH) {
      first[v] = first_value(first, m->latches[e->index[v]].reset);
    } else {
      const struct aiger_and *g = &m->ands[e->index[v]];
      first[v] = aig_and(s->aig, first_value(first, g->rhs0), first_value(first, g->rhs1));
    }
  }
  return first;
}

/* Reset functions that are constant become ordinary resets. */
static void make_starts(struct elaborator *e) {
  struct system *s = e->system;
  const struct aiger *m = e->model;
  struct lits order = {0};
  aiger_reset_order(m, &order, NULL);
  if (order.size == 0) return;
  lit *first = find_first_values(e, &order);
  s->start = memory_alloc(s->num_states, sizeof *s->start);
  for (size_t k = 0; k < s->num_states; k++) {
    uint32_t v = s->state_origin[k];
    s->start[k] = LIT_NONE;
    if (v > m->maxvar || e->role[v] != ROLE_LATCH) continue;
    if (!aiger_has_reset_function(&m->latches[e->index[v]])) continue;
    if (lit_node(first[v]) == 0)
      s->reset[k] = first[v] == AIG_TRUE;
    else
      s->start[k] = first[v];
  }
  free(first);
  lits_free(&order);
}

static void make_predicates(struct elaborator *e) {
  struct system *s = e->system;
  struct lits parts = {0};
  make_starts(e);
  for (size_t k = 0; k < s->num_states; k++) {
    if (s->reset[k] != RESET_FREE)
      lits_push(&parts, s->reset[k] ? s->states[k] : lit_not(s->states[k]));
    else if (s->start && s->start[k] != LIT_NONE)
      lits_push(&parts, lit_not(aig_xor(s->aig, s->states[k], s->start[k])));
  }
  s->init = aig_and_all(s->aig, parts.at, parts.size);
  lits_clear(&parts);
  for (size_t k = 0; k < e->model->constraints.size; k++)
    lits_push(&parts, map_lit(s, e->model->constraints.at[k]));
  s->constraint = aig_and_all(s->aig, parts.at, parts.size);
  lits_free(&parts);
}

struct system *system_elaborate(const struct elaboration *how) {
  struct elaborator e = {.how = how, .model = how->model};
  e.system = memory_zeroed(1, sizeof *e.system);
  find_roles(&e);
  list_fairness(&e);
  find_observed(&e);
  find_cone(&e);
  allocate(&e);
  make_leaves(&e);
  make_functions(&e);
  make_predicates(&e);
  free(e.role);
  free(e.index);
  free(e.kept);
  free(e.observed);
  free(e.hidden);
  lits_free(&e.fairness);
  lits_free(&e.work);
  assert(system_well_formed(e.system));
  return e.system;
}

static bool in_range(const struct system *s, lit a) { return lit_node(a) < s->aig->num_nodes; }

static bool is_leaf(const struct system *s, lit a, enum aig_kind kind, size_t index) {
  return in_range(s, a) && !lit_sign(a) && s->aig->nodes[lit_node(a)].kind == kind &&
         s->aig->nodes[lit_node(a)].left == index;
}

bool system_well_formed(const struct system *s) {
  if (s->aig->num_states != s->num_states + s->num_elementary) return false;
  if (s->aig->num_inputs != s->num_inputs + s->num_elementary) return false;
  for (size_t k = 0; k < s->num_inputs; k++)
    if (!is_leaf(s, s->inputs[k], AIG_INPUT, k)) return false;
  for (size_t k = 0; k < s->num_states; k++)
    if (!is_leaf(s, s->states[k], AIG_STATE, k) || !in_range(s, s->next[k]) ||
        s->reset[k] > RESET_FREE)
      return false;
  for (size_t k = 0; s->start && k < s->num_states; k++)
    if (s->start[k] != LIT_NONE && (!in_range(s, s->start[k]) || s->reset[k] != RESET_FREE ||
                                    aig_has_inputs(s->aig, s->start[k])))
      return false;
  for (size_t j = 0; j < s->num_fairness; j++)
    if (!in_range(s, s->fairness[j]) || aig_has_inputs(s->aig, s->fairness[j])) return false;
  return in_range(s, s->constraint) && in_range(s, s->init) && !aig_has_inputs(s->aig, s->init);
}

void system_add_elementary(struct system *s, const struct aiger *model, size_t n) {
  assert(s->num_elementary == 0);
  s->num_elementary = n;
  s->elementary = memory_alloc(n, sizeof *s->elementary);
  s->elementary_next = memory_alloc(n, sizeof *s->elementary_next);
  s->elementary_origin = model->maxvar + (uint32_t)(s->num_fairness + model->inputs.size) + 1;
  for (size_t k = 0; k < n; k++) s->elementary[k] = aig_state(s->aig);
  for (size_t k = 0; k < n; k++) s->elementary_next[k] = aig_input(s->aig);
}

/* The array, with room for `all` entries, of which `size` are there. */
static void *extended(void *array, size_t size, size_t all, size_t element) {
  void *larger = memory_alloc(all, element);
  if (size > 0) memcpy(larger, array, size * element);
  free(array);
  return larger;
}

void system_add_ghosts(struct system *s, size_t n) {
  assert(s->num_elementary == 0);
  size_t first = s->num_states, all = first + n;
  s->states = extended(s->states, first, all, sizeof *s->states);
  s->next = extended(s->next, first, all, sizeof *s->next);
  s->reset = extended(s->reset, first, all, sizeof *s->reset);
  s->state_origin = extended(s->state_origin, first, all, sizeof *s->state_origin);
  if (s->start) s->start = extended(s->start, first, all, sizeof *s->start);
  struct lits down = {0};
  lits_push(&down, s->init);
  for (size_t k = first; k < all; k++) {
    s->states[k] = aig_state(s->aig);
    s->next[k] = AIG_FALSE;
    s->reset[k] = 0;
    s->state_origin[k] = ORIGIN_GHOST;
    if (s->start) s->start[k] = LIT_NONE;
    lits_push(&down, lit_not(s->states[k]));
  }
  s->init = aig_and_all(s->aig, down.at, down.size);
  s->num_states = all;
  s->num_ghosts += n;
  lits_free(&down);
}

void system_free(struct system *s) {
  if (!s) return;
  aig_free(s->aig);
  free(s->inputs);
  free(s->states);
  free(s->next);
  free(s->reset);
  free(s->start);
  free(s->fairness);
  free(s->elementary);
  free(s->elementary_next);
  free(s->state_origin);
  free(s->input_origin);
  free(s->model_map);
  free(s);
}

lit system_lit(const struct system *system, uint32_t model_lit) {
  if (var_of(model_lit) == 0) return model_lit; /* also in systems that no model made */
  assert(var_of(model_lit) <= system->model_maxvar);
  assert(system->model_map[var_of(model_lit)] != LIT_NONE);
  return system->model_map[var_of(model_lit)] ^ (model_lit & 1);
}

uint8_t *system_cone(const struct system *s, const lit *roots, size_t n) {
  struct lits stack = {0};
  uint8_t *seen = memory_zeroed(s->aig->num_nodes, 1);
  lits_append(&stack, roots, n);
  lits_push(&stack, s->constraint);
  while (stack.size) {
    uint32_t k = lit_node(lits_pop(&stack));
    const struct aig_node *node = &s->aig->nodes[k];
    if (seen[k]) continue;
    seen[k] = 1;
    if (node->kind == AIG_STATE) lits_push(&stack, s->next[node->left]);
    if (node->kind != AIG_GATE) continue;
    lits_push(&stack, node->left);
    lits_push(&stack, node->right);
  }
  lits_free(&stack);
  return seen;
}

struct system_size system_size(const struct system *s, lit root) {
  struct system_size size = {0};
  uint8_t *cone = system_cone(s, &root, 1);
  for (size_t k = 0; k < s->aig->num_nodes; k++) {
    size.states += cone[k] && s->aig->nodes[k].kind == AIG_STATE;
    size.gates += cone[k] && s->aig->nodes[k].kind == AIG_GATE;
  }
  free(cone);
  return size;
}

bool system_step(const struct system *system, const uint8_t *states, const uint8_t *inputs,
                 uint8_t *next) {
  /* Gates that engines added lie behind the system's own: evaluate only up to the last node that
   * matters. */
  uint32_t last = lit_node(system->constraint);
  for (size_t k = 0; next && k < system->num_states; k++)
    if (lit_node(system->next[k]) > last) last = lit_node(system->next[k]);
  uint8_t *value = memory_alloc((size_t)last + 1, 1);
  for (uint32_t k = 0; k <= last; k++) {
    const struct aig_node *node = &system->aig->nodes[k];
    if (node->kind == AIG_CONSTANT)
      value[k] = 0;
    else if (node->kind == AIG_STATE)
      value[k] = states[node->left];
    else if (node->kind == AIG_INPUT)
      value[k] = inputs[node->left];
    else
      value[k] = (uint8_t)((value[lit_node(node->left)] ^ (node->left & 1)) &
                           (value[lit_node(node->right)] ^ (node->right & 1)));
  }
  for (size_t k = 0; next && k < system->num_states; k++)
    next[k] = (uint8_t)(value[lit_node(system->next[k])] ^ (system->next[k] & 1));
  assert(value[last] <= 1); /* the states and inputs were 0 or 1 */
  bool allowed = value[lit_node(system->constraint)] ^ (system->constraint & 1);
  free(value);
  return allowed;
}
