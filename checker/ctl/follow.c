#include "checker/ctl/follow.h"

/* The gates i & p, and also !i & !p, as (i, p). */
struct comparisons {
  const struct system *system;
  uint8_t *looks; /* per node: is there an input below? */
  struct follows found;
};

static const struct aig_node *node_of(const struct comparisons *c, lit a) {
  return &c->system->aig->nodes[lit_node(a)];
}

static void add(struct comparisons *c, lit input, lit predicate) {
  if (node_of(c, input)->kind != AIG_INPUT || predicate <= AIG_TRUE ||
      c->looks[lit_node(predicate)])
    return;
  struct follows *f = &c->found;
  f->at = memory_room(f->at, f->size, &f->capacity, sizeof *f->at);
  f->at[f->size++] = (struct follow){input & ~1u, predicate ^ (input & 1u)};
}

/* The literal after the step, if it is one of a state. */
static lit later(const struct comparisons *c, lit a) {
  const struct aig_node *node = node_of(c, a);
  return node->kind == AIG_STATE ? c->system->next[node->left] ^ (a & 1u) : LIT_NONE;
}

/* What is compared now, and what will be after the step. */
static void look_at(struct comparisons *c, lit a, lit b) {
  add(c, a, b);
  add(c, b, a);
  lit after_a = later(c, a), after_b = later(c, b);
  if (after_a == LIT_NONE || after_b == LIT_NONE) return;
  add(c, after_a, after_b);
  add(c, after_b, after_a);
}

static int compare(const void *a, const void *b) {
  const struct follow *x = a, *y = b;
  if (x->input != y->input) return x->input < y->input ? -1 : 1;
  return x->predicate < y->predicate ? -1 : x->predicate > y->predicate;
}

/* Those that are there twice. */
static void keep_pairs(const struct follows *all, struct follows *out) {
  for (size_t k = 0; k + 1 < all->size; k++) {
    if (compare(&all->at[k], &all->at[k + 1]) != 0) continue;
    struct follow pair = {all->at[k].input, all->at[k].predicate & ~1u};
    if (out->size && compare(&out->at[out->size - 1], &pair) == 0) continue;
    out->at = memory_room(out->at, out->size, &out->capacity, sizeof *out->at);
    out->at[out->size++] = pair;
  }
}

void follows_find(struct follows *out, const struct system *s) {
  struct comparisons c = {.system = s, .looks = memory_zeroed(s->aig->num_nodes, 1)};
  struct lits roots = {0}, cone = {0};
  lits_push(&roots, s->constraint);
  lits_append(&roots, s->next, s->num_states);
  aig_cone(s->aig, roots.at, roots.size, &cone);
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *node = &s->aig->nodes[cone.at[k]];
    c.looks[cone.at[k]] = node->kind == AIG_INPUT;
    if (node->kind == AIG_GATE)
      c.looks[cone.at[k]] = c.looks[lit_node(node->left)] | c.looks[lit_node(node->right)];
  }
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *node = &s->aig->nodes[cone.at[k]];
    if (node->kind == AIG_GATE) look_at(&c, node->left, node->right);
  }
  if (c.found.size) qsort(c.found.at, c.found.size, sizeof *c.found.at, compare);
  keep_pairs(&c.found, out);
  follows_free(&c.found);
  lits_free(&roots);
  lits_free(&cone);
  free(c.looks);
}

void follows_free(struct follows *follows) {
  free(follows->at);
  *follows = (struct follows){0};
}
