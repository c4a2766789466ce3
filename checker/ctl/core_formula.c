#include "checker/ctl/core_formula.h"

/* The nodes while they are built: hashed, children before parents. core_number then lists what the
 * root needs. */
struct builder {
  struct core_node *nodes;
  size_t size, capacity;
  uint32_t *table; /* index + 1, 0 empty */
  size_t table_size;
};

static size_t hash_node(const struct core_node *n) {
  uint64_t x = (uint64_t)n->op;
  x = (x ^ n->lit) * UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 32 ^ n->left) * UINT64_C(0xC2B2AE3D27D4EB4F);
  x = (x ^ x >> 32 ^ n->right) * UINT64_C(0x9E3779B97F4A7C15);
  return (size_t)(x ^ x >> 32);
}

static bool same_node(const struct core_node *a, const struct core_node *b) {
  return a->op == b->op && a->lit == b->lit && a->left == b->left && a->right == b->right;
}

static size_t find_slot(const struct builder *b, const struct core_node *node) {
  size_t mask = b->table_size - 1, slot = hash_node(node) & mask;
  while (b->table[slot] && !same_node(&b->nodes[b->table[slot] - 1], node))
    slot = (slot + 1) & mask;
  return slot;
}

static void grow_table(struct builder *b) {
  free(b->table);
  b->table_size = b->table_size ? 2 * b->table_size : 64;
  b->table = memory_zeroed(b->table_size, sizeof *b->table);
  for (size_t k = 0; k < b->size; k++) b->table[find_slot(b, &b->nodes[k])] = (uint32_t)(k + 1);
}

static uint32_t make(struct builder *b, enum core_op op, uint32_t lit, uint32_t left,
                     uint32_t right) {
  struct core_node node = {.op = op, .lit = lit, .left = left, .right = right};
  if (2 * b->size >= b->table_size) grow_table(b);
  size_t slot = find_slot(b, &node);
  if (b->table[slot]) return b->table[slot] - 1;
  if (b->size == b->capacity) {
    b->capacity = b->capacity ? 2 * b->capacity : 64;
    b->nodes = memory_grow(b->nodes, b->capacity, sizeof *b->nodes);
  }
  b->nodes[b->size++] = node;
  b->table[slot] = (uint32_t)b->size;
  return (uint32_t)(b->size - 1);
}

static uint32_t atom(struct builder *b, uint32_t lit) { return make(b, CORE_ATOM, lit, 0, 0); }
static uint32_t and2(struct builder *b, uint32_t f, uint32_t g) {
  return make(b, CORE_AND, 0, f, g);
}
static uint32_t or2(struct builder *b, uint32_t f, uint32_t g) { return make(b, CORE_OR, 0, f, g); }
static uint32_t not1(struct builder *b, uint32_t f) {
  return b->nodes[f].op == CORE_NOT ? b->nodes[f].left : make(b, CORE_NOT, 0, f, 0); /* !!f is f */
}
static uint32_t ex(struct builder *b, uint32_t f) { return make(b, CORE_EX, 0, f, 0); }
static uint32_t eg(struct builder *b, uint32_t f) { return make(b, CORE_EG, 0, f, 0); }
static uint32_t eu(struct builder *b, uint32_t f, uint32_t g) { return make(b, CORE_EU, 0, f, g); }

/* The table of docs/certificates.md 1.4; f and g are the rewritten children. */
static uint32_t rewrite(struct builder *b, const struct formula *from, uint32_t f, uint32_t g) {
  switch (from->op) {
  case FORMULA_ATOM: return atom(b, from->lit);
  case FORMULA_NOT: return not1(b, f);
  case FORMULA_AND: return and2(b, f, g);
  case FORMULA_OR: return or2(b, f, g);
  case FORMULA_XOR: return or2(b, and2(b, f, not1(b, g)), and2(b, not1(b, f), g));
  case FORMULA_IMPLIES: return or2(b, not1(b, f), g);
  case FORMULA_IFF: return and2(b, or2(b, not1(b, f), g), or2(b, f, not1(b, g)));
  case FORMULA_EX: return ex(b, f);
  case FORMULA_EF: return eu(b, atom(b, 1), f);
  case FORMULA_EG: return eg(b, f);
  case FORMULA_AX: return not1(b, ex(b, not1(b, f)));
  case FORMULA_AF: return not1(b, eg(b, not1(b, f)));
  case FORMULA_AG: return not1(b, eu(b, atom(b, 1), not1(b, f)));
  case FORMULA_EU: return eu(b, f, g);
  case FORMULA_AU: {
    uint32_t not_g = not1(b, g);
    return not1(b, or2(b, eu(b, not_g, and2(b, not1(b, f), not_g)), eg(b, not_g)));
  }
  }
  return atom(b, 0); /* no other operator exists */
}

static bool is_binary(enum formula_op op) {
  return op == FORMULA_AND || op == FORMULA_OR || op == FORMULA_XOR || op == FORMULA_IMPLIES ||
         op == FORMULA_IFF || op == FORMULA_EU || op == FORMULA_AU;
}

/* Children have smaller indices, so two sweeps replace recursion: mark downwards, rewrite upwards.
 */
static uint32_t lower(struct builder *b, const struct formulas *arena, uint32_t root) {
  uint8_t *needed = memory_zeroed((size_t)root + 1, 1);
  uint32_t *image = memory_alloc((size_t)root + 1, sizeof *image);
  needed[root] = 1;
  for (size_t k = (size_t)root + 1; k-- > 0;) {
    const struct formula *f = &arena->at[k];
    if (!needed[k] || f->op == FORMULA_ATOM) continue;
    needed[f->left] = 1;
    if (is_binary(f->op)) needed[f->right] = 1;
  }
  for (size_t k = 0; k <= root; k++) {
    if (!needed[k]) continue;
    const struct formula *f = &arena->at[k];
    uint32_t left = f->op == FORMULA_ATOM ? 0 : image[f->left];
    image[k] = rewrite(b, f, left, is_binary(f->op) ? image[f->right] : 0);
  }
  uint32_t result = image[root];
  free(needed);
  free(image);
  return result;
}

/* tau: afterwards EX and EU are about plain steps. The nodes so far are in topological order. */
static uint32_t remove_fairness(struct builder *b, uint32_t root) {
  size_t n = (size_t)root + 1;
  uint8_t *implies = memory_alloc(n, 1); /* imp: the node implies that a fair path starts here */
  uint32_t *image = memory_alloc(n, sizeof *image);
  uint32_t h = eg(b, atom(b, 1));
  for (size_t k = 0; k < n; k++) {
    struct core_node node = b->nodes[k]; /* a copy: the array moves */
    uint32_t f = node.op == CORE_ATOM ? 0 : image[node.left];
    uint32_t g =
        node.op == CORE_AND || node.op == CORE_OR || node.op == CORE_EU ? image[node.right] : 0;
    implies[k] = node.op == CORE_EX || node.op == CORE_EU || node.op == CORE_EG ||
                 (node.op == CORE_AND && (implies[node.left] || implies[node.right])) ||
                 (node.op == CORE_OR && implies[node.left] && implies[node.right]);
    switch (node.op) {
    case CORE_ATOM: image[k] = (uint32_t)k; break;
    case CORE_NOT: image[k] = not1(b, f); break;
    case CORE_AND: image[k] = and2(b, f, g); break;
    case CORE_OR: image[k] = or2(b, f, g); break;
    case CORE_EX: image[k] = ex(b, implies[node.left] ? f : and2(b, f, h)); break;
    case CORE_EU: image[k] = eu(b, f, implies[node.right] ? g : and2(b, g, h)); break;
    case CORE_EG: image[k] = eg(b, f); break;
    }
  }
  uint32_t result = image[root];
  free(implies);
  free(image);
  return result;
}

static unsigned arity(enum core_op op) {
  return op == CORE_ATOM ? 0 : op == CORE_NOT || op == CORE_EX || op == CORE_EG ? 1 : 2;
}

/* Post-order from the root, left child first, each node once; the last node gets number 0. */
static void core_number(struct core_formula *core, const struct builder *b, uint32_t root) {
  struct lits order = {0}, stack = {0}; /* stack entries: 2*node + 1 when the children are done */
  uint8_t *seen = memory_zeroed(b->size, 1);
  lits_push(&stack, 2 * root);
  while (stack.size) {
    uint32_t top = lits_pop(&stack), k = top >> 1;
    const struct core_node *node = &b->nodes[k];
    if (top & 1) {
      lits_push(&order, k);
      continue;
    }
    if (seen[k]) continue;
    seen[k] = 1;
    lits_push(&stack, 2 * k + 1);
    if (arity(node->op) == 2 && !seen[node->right]) lits_push(&stack, 2 * node->right);
    if (arity(node->op) >= 1 && !seen[node->left]) lits_push(&stack, 2 * node->left);
  }
  uint32_t *number = memory_zeroed(b->size, sizeof *number);
  for (size_t k = 0; k < order.size; k++) number[order.at[k]] = (uint32_t)(order.size - 1 - k);
  core->num_nodes = order.size;
  core->nodes = memory_zeroed(order.size, sizeof *core->nodes);
  for (size_t k = 0; k < order.size; k++) {
    struct core_node node = b->nodes[order.at[k]];
    node.left = arity(node.op) >= 1 ? number[node.left] : 0;
    node.right = arity(node.op) == 2 ? number[node.right] : 0;
    core->nodes[order.size - 1 - k] = node;
  }
  free(number);
  free(seen);
  lits_free(&order);
  lits_free(&stack);
}

static void builder_free(struct builder *b) {
  free(b->nodes);
  free(b->table);
}

void core_from_formula(struct core_formula *core, const struct formulas *arena, uint32_t root,
                       bool fair) {
  struct builder b = {0};
  uint32_t top = lower(&b, arena, root);
  if (fair) top = remove_fairness(&b, top);
  core_number(core, &b, top);
  builder_free(&b);
}

void core_for_justice(struct core_formula *core) {
  struct builder b = {0};
  uint32_t top = not1(&b, eg(&b, atom(&b, 1)));
  core_number(core, &b, top);
  builder_free(&b);
}

void core_atoms(const struct core_formula *core, struct lits *atoms) {
  for (size_t k = 0; k < core->num_nodes; k++)
    if (core->nodes[k].op == CORE_ATOM) lits_push(atoms, core->nodes[k].lit);
}

void core_free(struct core_formula *core) {
  free(core->nodes);
  *core = (struct core_formula){0};
}
