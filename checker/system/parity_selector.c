/* Which way data go is said by what tells the products of a disjunction apart: in a multiplexer the
 * selector, in a memory the bits of the address. It counts for as many terms of the sums as depend
 * on the disjunction, so that words that are compared count little. */
#include "checker/system/parity.h"

enum {
  MOST_WORDS = 8,      /* of 64 terms; others share their bits with these */
  MOST_PRODUCTS = 64,  /* of a disjunction: others are not looked at, */
  MOST_LITERALS = 256, /* and of all of them */
};

struct chooser {
  const struct aig *aig;
  uint32_t *above;           /* per node: terms that depend on it */
  uint8_t *inner;            /* per node: part of a larger conjunction */
  uint64_t *score;           /* per node */
  uint32_t *seen;            /* per literal: products that have it */
  uint32_t *stamp, time;     /* per node: the last tree that it was met in */
  struct lits parts, inside; /* leaves of a tree, its gates */
  struct lits literals;      /* of all products of a disjunction */
};

static bool is_gate(const struct aig *aig, lit a) {
  return aig->nodes[lit_node(a)].kind == AIG_GATE;
}

static void count_above(struct chooser *x, const struct lits *terms) {
  const struct aig *aig = x->aig;
  uint64_t *bits = memory_zeroed(aig->num_nodes * MOST_WORDS, sizeof *bits);
  for (size_t k = 0; k < terms->size; k++)
    bits[(size_t)terms->at[k] * MOST_WORDS + k / 64 % MOST_WORDS] |= UINT64_C(1) << k % 64;
  for (size_t node = aig->num_nodes; node-- > 1;) {
    const struct aig_node *gate = &aig->nodes[node];
    for (unsigned w = 0; w < MOST_WORDS; w++) {
      uint64_t here = bits[node * MOST_WORDS + w];
      for (uint64_t rest = here; rest; rest &= rest - 1) x->above[node]++;
      if (gate->kind != AIG_GATE) continue;
      bits[(size_t)lit_node(gate->left) * MOST_WORDS + w] |= here;
      bits[(size_t)lit_node(gate->right) * MOST_WORDS + w] |= here;
    }
  }
  free(bits);
}

static void mark_inner(struct chooser *x) {
  for (size_t node = 1; node < x->aig->num_nodes; node++) {
    const struct aig_node *gate = &x->aig->nodes[node];
    if (!x->above[node] || gate->kind != AIG_GATE) continue;
    if (!lit_sign(gate->left)) x->inner[lit_node(gate->left)] = 1;
    if (!lit_sign(gate->right)) x->inner[lit_node(gate->right)] = 1;
  }
}

/* The tree of conjunctions below a gate: its leaves and the gates inside, each once. */
static void take_apart(struct chooser *x, uint32_t root) {
  x->time++;
  lits_clear(&x->parts);
  lits_clear(&x->inside);
  struct lits open = {0};
  lits_push(&open, 2 * root);
  while (open.size > 0 && x->parts.size <= MOST_LITERALS) {
    const struct aig_node *gate = &x->aig->nodes[lit_node(lits_pop(&open))];
    for (unsigned k = 0; k < 2; k++) {
      lit a = k == 0 ? gate->left : gate->right;
      if (x->stamp[lit_node(a)] == x->time) continue;
      x->stamp[lit_node(a)] = x->time;
      if (!lit_sign(a) && is_gate(x->aig, a)) {
        lits_push(&open, a);
        lits_push(&x->inside, a);
      } else {
        lits_push(&x->parts, a);
      }
    }
  }
  lits_free(&open);
}

/* Each variable scores for two products that it tells apart. */
static void count_literal(struct chooser *x, lit a, uint32_t weight) {
  if (x->seen[a] == 0) lits_push(&x->literals, a);
  x->seen[a]++;
  if (x->seen[a] <= x->seen[lit_not(a)]) x->score[lit_node(a)] += weight;
}

static void score_disjunction(struct chooser *x, uint32_t node) {
  struct lits products = {0};
  lits_clear(&x->literals);
  take_apart(x, node);
  for (size_t k = 0; k < x->parts.size; k++)
    if (lit_sign(x->parts.at[k]) && is_gate(x->aig, x->parts.at[k]))
      lits_push(&products, x->parts.at[k]);
  uint32_t weight = MOST_PRODUCTS * x->above[node] / (uint32_t)x->parts.size;
  for (size_t k = 0; k < products.size && products.size <= MOST_PRODUCTS; k++) {
    take_apart(x, lit_node(products.at[k]));
    for (size_t n = 0; n < x->parts.size; n++) count_literal(x, x->parts.at[n], weight);
    for (size_t n = 0; n < x->inside.size; n++) count_literal(x, x->inside.at[n], weight);
  }
  for (size_t k = 0; k < x->literals.size; k++) x->seen[x->literals.at[k]] = 0;
  lits_free(&products);
}

/* Of a product of leaves, as of the bits of an address, the one with the highest score: two values
 * of each bit are all addresses soon, and one address after the other is not. */
static uint32_t leaf_of(struct chooser *x, uint32_t node) {
  uint32_t best = 0;
  if (!is_gate(x->aig, 2 * node)) return node;
  take_apart(x, node);
  for (size_t k = 0; k < x->parts.size; k++) {
    uint32_t leaf = lit_node(x->parts.at[k]);
    if (is_gate(x->aig, x->parts.at[k])) return node;
    if (best == 0 || x->score[leaf] > x->score[best]) best = leaf;
  }
  return best;
}

uint32_t parity_selector(const struct parity_case *c, const struct effort *effort) {
  size_t nodes = c->aig->num_nodes;
  struct chooser x = {.aig = c->aig};
  x.above = memory_zeroed(nodes, sizeof *x.above);
  x.inner = memory_zeroed(nodes, 1);
  x.score = memory_zeroed(nodes, sizeof *x.score);
  x.seen = memory_zeroed(2 * nodes, sizeof *x.seen);
  x.stamp = memory_zeroed(nodes, sizeof *x.stamp);
  count_above(&x, &c->terms);
  mark_inner(&x);
  for (uint32_t node = 1; node < nodes; node++)
    if (x.above[node] && is_gate(c->aig, 2 * node) && !x.inner[node] &&
        !parity_is_sum(c->aig, node, NULL))
      score_disjunction(&x, node);
  uint32_t best = 0;
  for (uint32_t node = 1; node < nodes; node++)
    if (x.score[node] > x.score[best]) best = node;
  best = leaf_of(&x, best);
  spend(effort, 32 * nodes);
  free(x.above);
  free(x.inner);
  free(x.score);
  free(x.seen);
  free(x.stamp);
  lits_free(&x.parts);
  lits_free(&x.inside);
  lits_free(&x.literals);
  return best;
}
