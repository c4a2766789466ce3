#include "certifier/certify/circuit.h"

#include <assert.h>

/* Variables of the model whose combinational cone has an unobserved input are no predicates. `ands`
 * is topological. */
static uint8_t *find_hidden(const struct aiger *model, const uint8_t *observed) {
  uint8_t *hidden = memory_zeroed((size_t)model->maxvar + 1, 1);
  for (size_t k = 0; k < model->inputs.size; k++) hidden[model->inputs.at[k] >> 1] = !observed[k];
  for (size_t k = 0; k < model->num_ands; k++) {
    const struct aiger_and *gate = &model->ands[k];
    hidden[gate->lhs >> 1] = hidden[gate->rhs0 >> 1] | hidden[gate->rhs1 >> 1];
  }
  return hidden;
}

static void name_leaves(struct circuit *c) {
  const struct system *s = c->system;
  c->literal[0] = 0;
  for (size_t k = 0; k < s->num_states; k++)
    if (s->state_origin[k] != ORIGIN_GHOST)
      c->literal[lit_node(s->states[k])] = 2 * s->state_origin[k];
  for (size_t k = 0; k < s->num_inputs; k++)
    c->literal[lit_node(s->inputs[k])] = 2 * s->input_origin[k];
  for (size_t k = 0; k < s->num_elementary; k++) {
    uint32_t variable = s->elementary_origin + (uint32_t)k;
    c->literal[lit_node(s->elementary[k])] = 2 * variable;
    c->literal[lit_node(s->elementary_next[k])] = 2 * (variable + (uint32_t)s->num_elementary);
  }
}

/* The first model gate (in file order) that is an AIG gate names it. */
static void name_model_gates(struct circuit *c, const struct aiger *model,
                             const uint8_t *observed) {
  uint8_t *hidden = find_hidden(model, observed);
  for (size_t k = 0; k < model->num_ands; k++) {
    uint32_t variable = model->ands[k].lhs >> 1;
    lit a = c->system->model_map[variable];
    if (a == LIT_NONE || hidden[variable] || c->literal[lit_node(a)] != LIT_NONE) continue;
    c->literal[lit_node(a)] = 2 * variable + lit_sign(a);
  }
  free(hidden);
}

/* How often each unnamed gate is used by the roots and by gates that they need; 0: not needed. */
static uint32_t *count_uses(const struct circuit *c, const lit *roots, size_t num_roots) {
  const struct aig *aig = c->system->aig;
  uint32_t *uses = memory_zeroed(aig->num_nodes, sizeof *uses);
  /* A root keeps its own gate: two uses make it one that is not flattened away. */
  for (size_t k = 0; k < num_roots; k++) uses[lit_node(roots[k])] = 2;
  for (size_t n = aig->num_nodes; n-- > 1;) {
    const struct aig_node *node = &aig->nodes[n];
    if (!uses[n] || node->kind != AIG_GATE || c->literal[n] != LIT_NONE) continue;
    const lit args[2] = {node->left, node->right};
    for (int k = 0; k < 2; k++) {
      uint32_t *use = &uses[lit_node(args[k])];
      /* A complemented argument cannot be flattened either. */
      *use += lit_sign(args[k]) ? 2 : 1;
      if (*use > 2) *use = 2;
    }
  }
  return uses;
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The arguments of the n-ary AND at a node, in certificate literals, sorted and without repetition.
 */
static void collect_arguments(const struct circuit *c, uint32_t root, const uint32_t *uses,
                              struct lits *stack, struct lits *args) {
  const struct aig *aig = c->system->aig;
  lits_clear(args);
  lits_clear(stack);
  lits_push(stack, 2 * root);
  while (stack->size) {
    lit a = lits_pop(stack);
    uint32_t n = lit_node(a);
    if (n != root && c->literal[n] != LIT_NONE) {
      lits_push(args, c->literal[n] ^ (uint32_t)lit_sign(a));
      continue;
    }
    assert(n == root || (!lit_sign(a) && uses[n] == 1));
    (void)uses;
    lits_push(stack, aig->nodes[n].left);
    lits_push(stack, aig->nodes[n].right);
  }
  qsort(args->at, args->size, sizeof *args->at, by_value);
  size_t kept = 0;
  for (size_t k = 0; k < args->size; k++)
    if (k == 0 || args->at[k] != args->at[k - 1]) args->at[kept++] = args->at[k];
  args->size = kept;
}

static void make_gates(struct circuit *c, const uint32_t *uses, uint32_t first,
                       struct certificate *certificate) {
  const struct aig *aig = c->system->aig;
  struct lits stack = {0}, args = {0};
  uint32_t variable = first;
  for (uint32_t n = 1; n < aig->num_nodes; n++) {
    if (uses[n] < 2 || aig->nodes[n].kind != AIG_GATE || c->literal[n] != LIT_NONE) continue;
    collect_arguments(c, n, uses, &stack, &args);
    certificate_gate(certificate, 2 * variable, args.at, args.size);
    c->literal[n] = 2 * variable++;
  }
  lits_free(&stack);
  lits_free(&args);
}

/* The ghosts that the roots depend on get numbers from `first` on; what they become joins the
 * roots.
 */
static void name_ghosts(struct circuit *c, uint32_t first, struct lits *roots,
                        struct certificate *certificate) {
  const struct system *s = c->system;
  struct lits cone = {0}, used = {0};
  for (size_t k = 0, seen = 0; seen < roots->size; seen = k) { /* until nothing new is needed */
    k = roots->size;
    lits_clear(&cone);
    aig_cone(s->aig, roots->at, k, &cone);
    for (size_t n = 0; n < cone.size; n++) {
      const struct aig_node *node = &s->aig->nodes[cone.at[n]];
      bool ghost = node->kind == AIG_STATE && node->left + s->num_ghosts >= s->num_states;
      if (!ghost || c->literal[cone.at[n]] != LIT_NONE) continue;
      c->literal[cone.at[n]] = 2 * (first + (uint32_t)used.size);
      lits_push(&used, node->left);
      lits_push(roots, s->next[node->left]);
    }
  }
  certificate->has_ghosts = used.size > 0;
  for (size_t k = 0; k < used.size; k++) {
    lits_push(&certificate->ghosts, s->reset[used.at[k]]);
    lits_push(&certificate->next, s->next[used.at[k]]); /* translated below */
  }
  lits_free(&cone);
  lits_free(&used);
}

void circuit_build(struct circuit *c, const struct aiger *model, const struct system *system,
                   const uint8_t *observed, const lit *roots, size_t num_roots,
                   struct certificate *certificate) {
  size_t nodes = system->aig->num_nodes;
  c->system = system;
  c->literal = memory_alloc(nodes, sizeof *c->literal);
  for (size_t n = 0; n < nodes; n++) c->literal[n] = LIT_NONE;
  name_leaves(c);
  name_model_gates(c, model, observed);
  uint32_t first = model->maxvar + (uint32_t)system->num_fairness + (uint32_t)model->inputs.size +
                   2 * (uint32_t)system->num_elementary + 1;
  struct lits all = {0};
  lits_append(&all, roots, num_roots);
  if (system->num_ghosts > 0) name_ghosts(c, first, &all, certificate);
  uint32_t *uses = count_uses(c, all.at, all.size);
  make_gates(c, uses, first + (uint32_t)certificate->ghosts.size, certificate);
  for (size_t k = 0; k < certificate->next.size; k++)
    certificate->next.at[k] = circuit_lit(c, certificate->next.at[k]);
  free(uses);
  lits_free(&all);
}

void circuit_free(struct circuit *c) {
  free(c->literal);
  *c = (struct circuit){0};
}

uint32_t circuit_lit(const struct circuit *c, lit a) {
  uint32_t literal = c->literal[lit_node(a)];
  assert(literal != LIT_NONE);
  return literal ^ (uint32_t)lit_sign(a);
}
