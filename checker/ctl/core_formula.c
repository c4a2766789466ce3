#include "checker/ctl/core_formula.h"

#include "formats/support/table.h"

/* The nodes while they are built: hashed, children before parents. core_number then lists what the
 * root needs. */
struct builder {
  struct core_node *nodes;
  size_t size, capacity;
  struct table table;
};

static uint64_t hash_node(const struct core_node *n) {
  return hash_mix(hash_mix((uint64_t)n->op << 32 | n->lit, n->left), n->right);
}

static uint64_t hash_element(const void *b, uint32_t index) {
  return hash_node(&((const struct builder *)b)->nodes[index]);
}

static bool same_element(const void *b, uint32_t index, const void *key) {
  const struct core_node *x = &((const struct builder *)b)->nodes[index], *y = key;
  return x->op == y->op && x->lit == y->lit && x->left == y->left && x->right == y->right;
}

static uint32_t make(struct builder *b, enum core_op op, uint32_t lit, uint32_t left,
                     uint32_t right) {
  struct core_node node = {.op = op, .lit = lit, .left = left, .right = right};
  uint32_t index = table_find(&b->table, hash_node(&node), same_element, b, &node);
  if (index != TABLE_NONE) return index;
  b->nodes = memory_room(b->nodes, b->size, &b->capacity, sizeof *b->nodes);
  index = (uint32_t)b->size++;
  b->nodes[index] = node;
  table_add(&b->table, index, hash_element, b);
  return index;
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
  table_free(&b->table);
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
