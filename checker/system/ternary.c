#include "checker/system/ternary.h"

/* Both bits of UNKNOWN are set: it may be either. Then AND is bit by bit, and NOT swaps them. */
enum { MAYBE_FALSE = 1, MAYBE_TRUE = 2, UNKNOWN = 3 };

/* A node passes what it may be on to its readers: gates, and behind all nodes the states whose next
 * function it is. What was possible stays possible, so each node changes twice at most. */
struct ternary {
  const struct system *system;
  struct lits cone;
  uint8_t *values; /* per node */
  size_t *first;   /* per node, and one more: where its readers begin */
  uint32_t *readers;
  struct lits changed; /* nodes whose readers do not know yet */
};

static uint8_t value_of(const struct ternary *t, lit a) {
  uint8_t v = t->values[lit_node(a)];
  if (lit_sign(a)) v = (uint8_t)((v >> 1) | ((v & 1) << 1));
  return v;
}

static uint8_t conjunction(uint8_t a, uint8_t b) {
  return (uint8_t)(((a | b) & MAYBE_FALSE) | (a & b & MAYBE_TRUE));
}

/* Counts the readers two places ahead; then filling them in moves each beginning to its place. */
static void add_reader(struct ternary *t, lit argument, size_t who) {
  if (t->readers)
    t->readers[t->first[lit_node(argument) + 1]++] = (uint32_t)who;
  else
    t->first[lit_node(argument) + 2]++;
}

static void add_readers(struct ternary *t) {
  const struct system *s = t->system;
  for (size_t k = 0; k < t->cone.size; k++) {
    const struct aig_node *node = &s->aig->nodes[t->cone.at[k]];
    if (node->kind != AIG_GATE) continue;
    add_reader(t, node->left, t->cone.at[k]);
    add_reader(t, node->right, t->cone.at[k]);
  }
  for (size_t k = 0; k < s->num_states; k++) add_reader(t, s->next[k], s->aig->num_nodes + k);
}

static void find_readers(struct ternary *t) {
  size_t nodes = t->system->aig->num_nodes;
  t->first = memory_zeroed(nodes + 2, sizeof *t->first);
  add_readers(t);
  for (size_t n = 2; n < nodes + 2; n++) t->first[n] += t->first[n - 1];
  t->readers = memory_alloc(t->first[nodes + 1] + 1, sizeof *t->readers);
  add_readers(t);
}

static void start(struct ternary *t) {
  const struct system *s = t->system;
  t->values[0] = MAYBE_FALSE; /* the constant */
  for (size_t k = 0; k < t->cone.size; k++) {
    const struct aig_node *node = &s->aig->nodes[t->cone.at[k]];
    uint8_t v = UNKNOWN;
    if (node->kind == AIG_GATE) v = conjunction(value_of(t, node->left), value_of(t, node->right));
    if (node->kind == AIG_STATE && s->reset[node->left] != RESET_FREE)
      v = s->reset[node->left] ? MAYBE_TRUE : MAYBE_FALSE;
    t->values[t->cone.at[k]] = v;
  }
  lits_push(&t->changed, 0);
  lits_append(&t->changed, t->cone.at, t->cone.size);
}

static void tell(struct ternary *t, uint32_t who) {
  const struct system *s = t->system;
  uint32_t nodes = (uint32_t)s->aig->num_nodes, node = who;
  uint8_t v;
  if (who < nodes) {
    v = conjunction(value_of(t, s->aig->nodes[who].left), value_of(t, s->aig->nodes[who].right));
  } else {
    node = lit_node(s->states[who - nodes]);
    v = value_of(t, s->next[who - nodes]);
  }
  v |= t->values[node];
  if (v == t->values[node]) return;
  t->values[node] = v;
  lits_push(&t->changed, node);
}

void ternary_constants(const struct system *s, const struct effort *effort, int8_t *constants) {
  struct ternary t = {.system = s};
  struct lits roots = {0};
  lits_append(&roots, s->next, s->num_states);
  lits_append(&roots, s->states, s->num_states);
  aig_cone(s->aig, roots.at, roots.size, &t.cone);
  t.values = memory_zeroed(s->aig->num_nodes, 1);
  find_readers(&t);
  start(&t);
  spend(effort, 10 * t.cone.size); /* about what it takes, all in all */
  while (t.changed.size) {
    uint32_t node = lits_pop(&t.changed);
    for (size_t k = t.first[node]; k < t.first[node + 1]; k++) tell(&t, t.readers[k]);
  }
  for (size_t k = 0; k < s->num_states; k++) {
    uint8_t v = t.values[lit_node(s->states[k])];
    constants[k] = v == UNKNOWN ? -1 : v == MAYBE_TRUE;
  }
  lits_free(&roots);
  lits_free(&t.cone);
  lits_free(&t.changed);
  free(t.values);
  free(t.first);
  free(t.readers);
}
