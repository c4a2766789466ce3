#include "tests/oracle/graph.h"

#include "tests/oracle/oracle.h"
#include "tests/oracle/paths.h"

/* --- evaluating the model --------------------------------------------------------------------- */

static bool value(const uint8_t *values, uint32_t literal) {
  return values[literal >> 1] ^ (literal & 1u);
}

static void evaluate_gates(const struct aiger *model, uint8_t *values) {
  values[0] = 0;
  for (size_t k = 0; k < model->num_ands; k++) {
    const struct aiger_and *gate = &model->ands[k];
    values[gate->lhs >> 1] = value(values, gate->rhs0) && value(values, gate->rhs1);
  }
}

/* --- the explicit graph ----------------------------------------------------------------------- */

void graph_free(struct graph *g) {
  lits_free(&g->observed);
  lits_free(&g->unobserved);
  lits_free(&g->fairness);
  free(g->code);
  free(g->number);
  free(g->first);
  free(g->edges);
  free(g->values);
}

/* Splits the inputs; `watched` are the literals whose combinational cones are observed, besides
 * those of resets. */
static void split_inputs(struct graph *g, const struct lits *watched, bool observe_all) {
  const struct aiger *model = g->model;
  uint8_t *mark = memory_zeroed(model->maxvar + 1, 1);
  for (size_t k = 0; k < watched->size; k++) mark[watched->at[k] >> 1] = 1;
  for (size_t k = 0; k < model->num_latches; k++) mark[model->latches[k].reset >> 1] = 1;
  for (size_t k = model->num_ands; k-- > 0;) {
    const struct aiger_and *gate = &model->ands[k];
    if (mark[gate->lhs >> 1]) mark[gate->rhs0 >> 1] = mark[gate->rhs1 >> 1] = 1;
  }
  for (size_t k = 0; k < model->inputs.size; k++) {
    uint32_t input = model->inputs.at[k];
    lits_push(observe_all || mark[input >> 1] ? &g->observed : &g->unobserved, input);
  }
  free(mark);
}

static void load_bits(uint8_t *values, const struct lits *inputs, uint32_t bits) {
  for (size_t k = 0; k < inputs->size; k++) values[inputs->at[k] >> 1] = (uint8_t)(bits >> k & 1u);
}

static void load_state(struct graph *g, uint32_t code) {
  const struct aiger *model = g->model;
  for (size_t k = 0; k < model->num_latches; k++)
    g->values[model->latches[k].lit >> 1] = (uint8_t)(code >> k & 1u);
  load_bits(g->values, &g->observed, code >> model->num_latches);
}

static uint32_t visit(struct graph *g, uint32_t code) {
  if (g->number[code] == UINT32_MAX) {
    g->code[g->num_states] = code;
    g->number[code] = (uint32_t)g->num_states++;
  }
  return g->number[code];
}

static void add_edge(struct graph *g, uint32_t to, uint64_t fair) {
  g->edges = memory_room(g->edges, g->num_edges, &g->capacity, sizeof *g->edges);
  g->edges[g->num_edges++] = (struct edge){to, fair};
}

/* Every latch is what its reset literal is; one without initial value is reset to itself. */
static bool is_initial(struct graph *g, uint32_t code) {
  load_state(g, code);
  load_bits(g->values, &g->unobserved, 0); /* resets do not depend on them */
  evaluate_gates(g->model, g->values);
  for (size_t k = 0; k < g->model->num_latches; k++) {
    const struct aiger_latch *latch = &g->model->latches[k];
    if (value(g->values, latch->lit) != value(g->values, latch->reset)) return false;
  }
  return true;
}

static void visit_initial(struct graph *g) {
  for (uint32_t code = 0; code < 1u << g->state_bits; code++)
    if (is_initial(g, code)) visit(g, code);
  g->num_initial = g->num_states;
}

/* A formula of the scope, straight from what it says. */
static bool is_true(const struct graph *g, uint32_t f) {
  const struct formula *formula = &g->arena->at[f];
  if (formula->op == FORMULA_ATOM) return value(g->values, formula->lit);
  bool left = is_true(g, formula->left);
  return formula_connect(formula->op, left,
                         formula->op != FORMULA_NOT && is_true(g, formula->right));
}

static bool allowed(const struct graph *g) {
  for (size_t k = 0; g->scope && k < g->scope->assume.size; k++)
    if (!is_true(g, g->scope->assume.at[k])) return false;
  for (size_t k = 0; k < g->model->constraints.size; k++)
    if (!value(g->values, g->model->constraints.at[k])) return false;
  return true;
}

/* All allowed steps out of a state: every value of the unobserved inputs, every next value of the
 * observed ones. */
static void expand(struct graph *g, uint32_t state) {
  const struct aiger *model = g->model;
  g->first[state] = g->num_edges;
  for (uint32_t inputs = 0; inputs < 1u << g->unobserved.size; inputs++) {
    load_state(g, g->code[state]);
    load_bits(g->values, &g->unobserved, inputs);
    evaluate_gates(model, g->values);
    if (!allowed(g)) continue;
    uint32_t next = 0;
    uint64_t fair = 0;
    for (size_t k = 0; k < model->num_latches; k++)
      next |= (uint32_t)value(g->values, model->latches[k].next) << k;
    for (size_t j = 0; j < g->fairness.size; j++)
      fair |= (uint64_t)value(g->values, g->fairness.at[j]) << j;
    size_t scoped = g->scope ? g->scope->fair.size : 0;
    for (size_t j = 0; j < scoped; j++)
      fair |= (uint64_t)is_true(g, g->scope->fair.at[j]) << (g->fairness.size - scoped + j);
    for (uint32_t seen = 0; seen < 1u << g->observed.size; seen++)
      add_edge(g, visit(g, next | seen << model->num_latches), fair);
  }
}

bool graph_build(struct graph *g, const struct lits *watched, bool observe_all) {
  split_inputs(g, watched, observe_all);
  g->state_bits = g->model->num_latches + g->observed.size;
  if (g->state_bits > ORACLE_MAX_STATE_BITS || g->model->inputs.size > ORACLE_MAX_INPUT_BITS ||
      g->fairness.size > ORACLE_MAX_FAIRNESS)
    return false;
  size_t codes = (size_t)1 << g->state_bits;
  g->values = memory_zeroed(g->model->maxvar + 1, 1);
  g->code = memory_alloc(codes, sizeof *g->code);
  g->number = memory_alloc(codes, sizeof *g->number);
  g->first = memory_alloc(codes + 1, sizeof *g->first);
  for (size_t k = 0; k < codes; k++) g->number[k] = UINT32_MAX;
  visit_initial(g);
  for (size_t s = 0; s < g->num_states; s++) expand(g, (uint32_t)s);
  g->first[g->num_states] = g->num_edges;
  return true;
}

void graph_label(struct graph *g, uint32_t literal, uint8_t *set) {
  for (size_t s = 0; s < g->num_states; s++) {
    load_state(g, g->code[s]);
    load_bits(g->values, &g->unobserved, 0); /* the literal does not depend on them */
    evaluate_gates(g->model, g->values);
    set[s] = value(g->values, literal);
  }
}

/* --- sets of states: a byte per state --------------------------------------------------------- */

void extend_backwards(const struct graph *g, const uint8_t *through, uint8_t *set) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t s = g->num_states; s-- > 0;) {
      if (set[s] || !through[s]) continue;
      for (size_t e = g->first[s]; e < g->first[s + 1] && !set[s]; e++)
        set[s] = set[g->edges[e].to];
      changed = changed || set[s];
    }
  }
}

/* Tarjan's algorithm on the subgraph of the states in `inside`, without recursion. */
struct tarjan {
  const struct graph *g;
  const uint8_t *inside;
  uint32_t *index, *low,
      *part; /* index 0: not seen; part UINT32_MAX: still on the stack or not seen */
  size_t *next_edge;
  struct lits path, stack;
  uint32_t clock, parts;
};

static void tarjan_enter(struct tarjan *t, uint32_t s) {
  t->index[s] = t->low[s] = ++t->clock;
  t->next_edge[s] = t->g->first[s];
  lits_push(&t->path, s);
  lits_push(&t->stack, s);
}

static void tarjan_leave(struct tarjan *t, uint32_t s) {
  lits_pop(&t->path);
  if (t->path.size) {
    uint32_t parent = t->path.at[t->path.size - 1];
    if (t->low[s] < t->low[parent]) t->low[parent] = t->low[s];
  }
  if (t->low[s] != t->index[s]) return;
  uint32_t member;
  do {
    member = lits_pop(&t->stack);
    t->part[member] = t->parts;
  } while (member != s);
  t->parts++;
}

static void tarjan_from(struct tarjan *t, uint32_t root) {
  tarjan_enter(t, root);
  while (t->path.size) {
    uint32_t s = t->path.at[t->path.size - 1];
    if (t->next_edge[s] == t->g->first[s + 1]) {
      tarjan_leave(t, s);
      continue;
    }
    uint32_t to = t->g->edges[t->next_edge[s]++].to;
    if (!t->inside[to]) continue;
    if (!t->index[to])
      tarjan_enter(t, to);
    else if (t->part[to] == UINT32_MAX && t->index[to] < t->low[s])
      t->low[s] = t->index[to];
  }
}

void fair_inside(const struct graph *g, const uint8_t *inside, uint8_t *result) {
  size_t n = g->num_states;
  struct tarjan t = {.g = g, .inside = inside};
  t.index = memory_zeroed(n, sizeof *t.index);
  t.low = memory_zeroed(n, sizeof *t.low);
  t.part = memory_alloc(n, sizeof *t.part);
  t.next_edge = memory_zeroed(n, sizeof *t.next_edge);
  for (size_t s = 0; s < n; s++) t.part[s] = UINT32_MAX;
  for (size_t s = 0; s < n; s++)
    if (inside[s] && !t.index[s]) tarjan_from(&t, (uint32_t)s);

  uint64_t all = g->fairness.size == 64 ? UINT64_MAX : ((uint64_t)1 << g->fairness.size) - 1;
  uint64_t *met = memory_zeroed(t.parts, sizeof *met);
  uint8_t *cyclic = memory_zeroed(t.parts, 1);
  for (size_t s = 0; s < n; s++) {
    if (!inside[s]) continue;
    for (size_t e = g->first[s]; e < g->first[s + 1]; e++) {
      if (!inside[g->edges[e].to] || t.part[g->edges[e].to] != t.part[s]) continue;
      cyclic[t.part[s]] = 1;
      met[t.part[s]] |= g->edges[e].fair;
    }
  }
  for (size_t s = 0; s < n; s++)
    result[s] = inside[s] && cyclic[t.part[s]] && met[t.part[s]] == all;
  extend_backwards(g, inside, result);
  free(met);
  free(cyclic);
  free(t.index);
  free(t.low);
  free(t.part);
  free(t.next_edge);
  lits_free(&t.path);
  lits_free(&t.stack);
}
