#include "checker/system/signal_classes.h"

void signal_classes_init(struct signal_classes *c, const struct aig *aig,
                         const struct effort *effort) {
  size_t n = aig->num_nodes;
  *c = (struct signal_classes){.aig = aig, .effort = effort, .random = 1};
  c->representative = memory_zeroed(n, sizeof *c->representative);
  c->phase = memory_zeroed(n, 1);
  c->value = memory_zeroed(n, sizeof *c->value);
  c->seen = memory_zeroed(n, sizeof *c->seen);
}

void signal_classes_free(struct signal_classes *c) {
  free(c->representative);
  free(c->phase);
  free(c->value);
  free(c->seen);
  lits_free(&c->members);
}

uint64_t signal_classes_draw(struct signal_classes *c) {
  c->random ^= c->random >> 12;
  c->random ^= c->random << 25;
  c->random ^= c->random >> 27;
  return c->random * UINT64_C(2685821657736338717);
}

uint64_t signal_classes_near(struct signal_classes *c, bool value) {
  uint64_t flips = ~UINT64_C(1);
  for (int n = 0; n < 4; n++) flips &= signal_classes_draw(c);
  return flips ^ (value ? ~UINT64_C(0) : 0);
}

void signal_classes_evaluate(struct signal_classes *c) {
  for (size_t k = 1; k < c->aig->num_nodes; k++) {
    const struct aig_node *node = &c->aig->nodes[k];
    if (node->kind == AIG_GATE)
      c->value[k] = signal_value(c, node->left) & signal_value(c, node->right);
  }
  spend(c->effort, c->aig->num_nodes / 4);
}

static uint64_t as_member(const struct signal_classes *c, size_t k) {
  return c->value[k] ^ (c->phase[k] ? ~UINT64_C(0) : 0);
}

void signal_classes_see(struct signal_classes *c, uint64_t lanes, bool first) {
  unsigned lane = 0;
  while (lane < 63 && !(lanes >> lane & 1)) lane++;
  for (size_t k = 0; k < c->aig->num_nodes; k++) {
    if (first) c->phase[k] = c->value[k] >> lane & 1;
    c->seen[k] = hash_mix(c->seen[k], as_member(c, k) & lanes);
  }
  spend(c->effort, c->aig->num_nodes / 4);
}

struct member {
  uint64_t values;
  lit before; /* the representative so far, without its sign */
  uint32_t node;
};

static int by_class(const void *a, const void *b) {
  const struct member *x = a, *y = b;
  if (x->before != y->before) return x->before < y->before ? -1 : 1;
  if (x->values != y->values) return x->values < y->values ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

static bool same_group(const struct member *a, const struct member *b) {
  return a->before == b->before && a->values == b->values;
}

/* Members of each group get its first node as their representative, predicates its first one. */
static void make_classes(struct signal_classes *c, struct member *all, size_t n) {
  enum { TICKS_PER_MEMBER = 20 };
  if (n) qsort(all, n, sizeof *all, by_class);
  uint32_t first = 0, first_predicate = 0;
  for (size_t k = 0; k < n; k++) {
    uint32_t here = all[k].node;
    bool predicate = c->predicate && c->predicate[here];
    if (k == 0 || !same_group(&all[k], &all[k - 1])) {
      first = here;
      first_predicate = UINT32_MAX;
    }
    if (predicate && first_predicate == UINT32_MAX) first_predicate = here;
    uint32_t there = predicate ? first_predicate : first;
    c->representative[here] = 2 * there ^ (lit)(c->phase[here] ^ c->phase[there]);
  }
  spend(c->effort, TICKS_PER_MEMBER * n);
}

void signal_classes_part(struct signal_classes *c, const uint8_t *predicate) {
  uint32_t *first = memory_zeroed(c->aig->num_nodes, sizeof *first);
  c->predicate = predicate;
  for (uint32_t k = 1; k < c->aig->num_nodes; k++) {
    uint32_t r = lit_node(c->representative[k]);
    if (!predicate[k] || predicate[r]) continue;
    if (!first[r]) first[r] = k;
    c->representative[k] = 2 * first[r] ^ (lit)(c->phase[k] ^ c->phase[first[r]]);
  }
  free(first);
}

void signal_classes_make(struct signal_classes *c) {
  size_t n = c->aig->num_nodes;
  struct member *all = memory_alloc(n, sizeof *all);
  for (size_t k = 0; k < n; k++) all[k] = (struct member){c->seen[k], AIG_FALSE, (uint32_t)k};
  make_classes(c, all, n);
  free(all);
  signal_classes_list(c);
}

size_t signal_classes_split(struct signal_classes *c, size_t place) {
  struct member *leavers = memory_alloc(c->members.size - place, sizeof *leavers);
  size_t n = 0;
  for (size_t i = place; i < c->members.size; i++) {
    uint32_t k = c->members.at[i];
    lit before = c->representative[k] & ~(lit)1;
    if (as_member(c, k) != as_member(c, lit_node(before)))
      leavers[n++] = (struct member){as_member(c, k), before, k};
  }
  spend(c->effort, (c->members.size - place) / 2);
  make_classes(c, leavers, n);
  free(leavers);
  return n;
}

void signal_classes_list(struct signal_classes *c) {
  lits_clear(&c->members);
  for (uint32_t k = 1; k < c->aig->num_nodes; k++)
    if (signal_is_member(c, k)) lits_push(&c->members, k);
}
