#include "checker/ctl/core_formula.h"

#include "formats/support/table.h"

/* Operators of path formulas while they are built: behind those of state formulas. A child of
 * theirs that is no such node is a leaf. */
enum { BUILD_AND = CORE_E + 1, BUILD_OR, BUILD_X, BUILD_U, BUILD_R };
enum { BUILD_Y = BUILD_R + 1, BUILD_Z, BUILD_S, BUILD_T };

static bool is_path(enum core_op op) { return op > CORE_E; }

/* The nodes while they are built: hashed, children before parents. core_number then lists what the
 * root needs. The child of an E node is its path formula. */
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

/* A path formula in negation normal form; the children may be state formulas. */
static uint32_t path(struct builder *b, int op, uint32_t f, uint32_t g) {
  return make(b, (enum core_op)op, 0, f, g);
}

/* The table of docs/certificates.md 1.4 for state formulas; f and g are the rewritten children. */
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
  default: return atom(b, 0); /* no other operator makes a state formula */
  }
}

/* What a formula was rewritten to, and its complement in negation normal form; of state formulas
 * only the first. */
struct images {
  uint32_t yes, no;
};

/* (f & g) | (h & k), or the dual. */
static uint32_t two_by_two(struct builder *b, int outer, int inner, const uint32_t pairs[4]) {
  uint32_t left = path(b, inner, pairs[0], pairs[1]);
  return path(b, outer, left, path(b, inner, pairs[2], pairs[3]));
}

/* Of one argument, or of two, and the complement by the dual operator. */
static struct images one(struct builder *b, int op, int dual, struct images f) {
  return (struct images){path(b, op, f.yes, 0), path(b, dual, f.no, 0)};
}
static struct images two(struct builder *b, int op, int dual, struct images f, struct images g) {
  return (struct images){path(b, op, f.yes, g.yes), path(b, dual, f.no, g.no)};
}

/* true and its complement, or false and its complement, which is not simplified. */
static struct images constant(struct builder *b, bool value) {
  uint32_t yes = atom(b, value);
  return (struct images){yes, not1(b, yes)};
}

/* f and g are the children. */
static struct images rewrite_path(struct builder *b, enum formula_op op, struct images f,
                                  struct images g) {
  const uint32_t same[] = {f.no, g.yes, f.yes, g.no}, other[] = {f.yes, g.no, f.no, g.yes};
  struct images not_f = {f.no, f.yes};
  switch (op) {
  case FORMULA_NOT: return not_f;
  case FORMULA_AND: return two(b, BUILD_AND, BUILD_OR, f, g);
  case FORMULA_OR: return two(b, BUILD_OR, BUILD_AND, f, g);
  case FORMULA_IMPLIES: return two(b, BUILD_OR, BUILD_AND, not_f, g);
  case FORMULA_IFF:
    return (struct images){two_by_two(b, BUILD_AND, BUILD_OR, same),
                           two_by_two(b, BUILD_OR, BUILD_AND, other)};
  case FORMULA_XOR:
    return (struct images){two_by_two(b, BUILD_OR, BUILD_AND, other),
                           two_by_two(b, BUILD_AND, BUILD_OR, same)};
  case FORMULA_X: return one(b, BUILD_X, BUILD_X, f);
  case FORMULA_Y: return one(b, BUILD_Y, BUILD_Z, f);
  case FORMULA_Z: return one(b, BUILD_Z, BUILD_Y, f);
  case FORMULA_F: return two(b, BUILD_U, BUILD_R, constant(b, true), f);
  case FORMULA_G: return two(b, BUILD_R, BUILD_U, constant(b, false), f);
  case FORMULA_O: return two(b, BUILD_S, BUILD_T, constant(b, true), f);
  case FORMULA_H: return two(b, BUILD_T, BUILD_S, constant(b, false), f);
  case FORMULA_U: return two(b, BUILD_U, BUILD_R, f, g);
  case FORMULA_S: return two(b, BUILD_S, BUILD_T, f, g);
  case FORMULA_T: return two(b, BUILD_T, BUILD_S, f, g);
  default: return two(b, BUILD_R, BUILD_U, f, g);
  }
}

/* The images of a formula's child where a path formula needs it. */
static struct images path_child(struct builder *b, const struct formulas *arena, uint32_t child,
                                struct images image) {
  if (!arena->at[child].path) image.no = not1(b, image.yes);
  return image;
}

static struct images rewrite_any(struct builder *b, const struct formulas *arena, uint32_t k,
                                 const struct images *image) {
  const struct formula *f = &arena->at[k];
  unsigned arity = formula_arity(f->op);
  struct images left = {0}, right = {0};
  if (arity >= 1) left = image[f->left];
  if (arity == 2) right = image[f->right];
  if (!f->path && f->op != FORMULA_E && f->op != FORMULA_A)
    return (struct images){rewrite(b, f, left.yes, right.yes), 0};
  if (arity >= 1) left = path_child(b, arena, f->left, left);
  if (arity == 2) right = path_child(b, arena, f->right, right);
  if (f->op == FORMULA_E) return (struct images){make(b, CORE_E, 0, left.yes, 0), 0};
  if (f->op == FORMULA_A) return (struct images){not1(b, make(b, CORE_E, 0, left.no, 0)), 0};
  return rewrite_path(b, f->op, left, right);
}

/* 2*node, or 2*node + 1 of the node that it is the complement of. */
static uint32_t literal_of(const struct builder *b, uint32_t k) {
  return b->nodes[k].op == CORE_NOT ? 2 * b->nodes[k].left + 1 : 2 * k;
}

/* Children have smaller indices, so two sweeps replace recursion: mark downwards, rewrite upwards.
 */
static uint32_t lower(struct builder *b, const struct formulas *arena, uint32_t root,
                      uint32_t *map) {
  uint8_t *needed = memory_zeroed((size_t)root + 1, 1);
  struct images *image = memory_zeroed((size_t)root + 1, sizeof *image);
  needed[root] = 1;
  for (size_t k = (size_t)root + 1; k-- > 0;) {
    const struct formula *f = &arena->at[k];
    if (!needed[k]) continue;
    if (formula_arity(f->op) >= 1) needed[f->left] = 1;
    if (formula_arity(f->op) == 2) needed[f->right] = 1;
  }
  for (uint32_t k = 0; k <= root; k++)
    if (needed[k]) image[k] = rewrite_any(b, arena, k, image);
  uint32_t result = image[root].yes;
  for (size_t k = 0; map && k <= root; k++) {
    bool state = needed[k] && !arena->at[k].path;
    map[k] = state ? literal_of(b, image[k].yes) : CORE_NOWHERE;
  }
  free(needed);
  free(image);
  return result;
}

static unsigned arity(enum core_op op) {
  switch ((int)op) {
  case CORE_ATOM: return 0;
  case CORE_NOT:
  case CORE_EX:
  case CORE_EG:
  case CORE_E:
  case BUILD_X:
  case BUILD_Y:
  case BUILD_Z: return 1;
  default: return 2;
  }
}

/* tau: afterwards EX and EU are about plain steps. The nodes so far are in topological order. */
static uint32_t remove_fairness(struct builder *b, uint32_t root, uint32_t *map, size_t map_size) {
  size_t n = (size_t)root + 1;
  uint8_t *implies = memory_alloc(n, 1); /* imp: the node implies that a fair path starts here */
  uint32_t *image = memory_alloc(n, sizeof *image);
  uint32_t h = eg(b, atom(b, 1));
  for (size_t k = 0; k < n; k++) {
    struct core_node node = b->nodes[k]; /* a copy: the array moves */
    uint32_t f = arity(node.op) >= 1 ? image[node.left] : 0;
    uint32_t g = arity(node.op) == 2 ? image[node.right] : 0;
    implies[k] = node.op == CORE_EX || node.op == CORE_EU || node.op == CORE_EG ||
                 node.op == CORE_E ||
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
    default: image[k] = make(b, node.op, 0, f, g); break; /* E and what is below it */
    }
  }
  uint32_t result = image[root];
  for (size_t k = 0; k < map_size; k++)
    if (map[k] != CORE_NOWHERE) map[k] = 2 * image[map[k] >> 1] + (map[k] & 1);
  free(implies);
  free(image);
  return result;
}

/* Post-order from the root, left child first, each node once. */
static void post_order(const struct builder *b, uint32_t root, bool within_path,
                       struct lits *order) {
  struct lits stack = {0}; /* entries: 2*node + 1 when the children are done */
  uint8_t *seen = memory_zeroed(b->size, 1);
  lits_push(&stack, 2 * root);
  while (stack.size) {
    uint32_t top = lits_pop(&stack), k = top >> 1;
    const struct core_node *node = &b->nodes[k];
    if (top & 1) {
      lits_push(order, k);
      continue;
    }
    if (seen[k]) continue;
    seen[k] = 1;
    lits_push(&stack, 2 * k + 1);
    if (within_path && !is_path(node->op)) continue;
    if (arity(node->op) == 2 && !seen[node->right]) lits_push(&stack, 2 * node->right);
    if (arity(node->op) >= 1 && !seen[node->left]) lits_push(&stack, 2 * node->left);
  }
  free(seen);
  lits_free(&stack);
}

/* Elementary variables and fairness numbers go on from E node to E node. */
static void number_variables(struct core_formula *core, struct path_formula *p, size_t *fair) {
  p->first_variable = core->num_variables;
  p->first_fair = *fair;
  for (size_t k = 0; k < p->num_nodes; k++) {
    struct path_node *node = &p->nodes[k];
    if (node->op < PATH_X) continue;
    node->variable = (uint32_t)core->num_variables;
    core->num_variables += node->op == PATH_X ? 2 : 1;
    if (node->op == PATH_U) node->fair = (uint32_t)(*fair)++;
    core->has_past = core->has_past || node->op >= PATH_Y;
  }
  p->num_variables = core->num_variables - p->first_variable;
  p->num_fair = *fair - p->first_fair;
}

/* The path formula below an E node of the builder; number[] has those of the core nodes. */
static void list_path(const struct builder *b, uint32_t psi, const uint32_t *number,
                      struct path_formula *p) {
  static const enum path_op ops[] = {PATH_AND, PATH_OR, PATH_X, PATH_U, PATH_R,
                                     PATH_Y,   PATH_Z,  PATH_S, PATH_T};
  struct lits order = {0};
  uint32_t *place = memory_zeroed(b->size, sizeof *place);
  post_order(b, psi, true, &order);
  p->num_nodes = order.size;
  p->nodes = memory_zeroed(order.size, sizeof *p->nodes);
  for (size_t k = 0; k < order.size; k++) {
    const struct core_node *from = &b->nodes[order.at[k]];
    struct path_node *to = &p->nodes[k];
    place[order.at[k]] = (uint32_t)k;
    if (!is_path(from->op)) {
      *to = (struct path_node){.op = PATH_LEAF, .left = number[order.at[k]]};
      continue;
    }
    to->op = ops[(int)from->op - BUILD_AND];
    to->left = place[from->left];
    to->right = arity(from->op) == 2 ? place[from->right] : 0;
  }
  free(place);
  lits_free(&order);
}

static void add_path(struct core_formula *core, const struct builder *b, uint32_t v,
                     const uint32_t *number, size_t *fair) {
  struct core_node *node = &core->nodes[v];
  uint32_t psi = node->left;
  core->paths = memory_one_more(core->paths, core->num_paths, sizeof *core->paths);
  struct path_formula *p = &core->paths[core->num_paths];
  *p = (struct path_formula){.node = v};
  list_path(b, psi, number, p);
  number_variables(core, p, fair);
  *node =
      (struct core_node){.op = CORE_E, .lit = (uint32_t)core->num_paths++, .left = v, .right = v};
}

/* The last node in post-order gets number 0; nodes of path formulas have none. */
static void core_number(struct core_formula *core, const struct builder *b, uint32_t root,
                        uint32_t *map, size_t map_size) {
  struct lits all = {0}, order = {0};
  size_t fair = 0;
  *core = (struct core_formula){0};
  post_order(b, root, false, &all);
  for (size_t k = 0; k < all.size; k++)
    if (!is_path(b->nodes[all.at[k]].op)) lits_push(&order, all.at[k]);
  uint32_t *number = memory_zeroed(b->size, sizeof *number);
  for (size_t k = 0; k < order.size; k++) number[order.at[k]] = (uint32_t)(order.size - 1 - k);
  core->num_nodes = order.size;
  core->nodes = memory_zeroed(order.size, sizeof *core->nodes);
  for (size_t k = 0; k < order.size; k++) {
    uint32_t v = (uint32_t)(order.size - 1 - k);
    struct core_node node = b->nodes[order.at[k]];
    if (node.op != CORE_E) {
      node.left = arity(node.op) >= 1 ? number[node.left] : 0;
      node.right = arity(node.op) == 2 ? number[node.right] : 0;
    }
    core->nodes[v] = node;
    if (node.op == CORE_E) add_path(core, b, v, number, &fair);
  }
  for (size_t k = 0; k < map_size; k++)
    if (map[k] != CORE_NOWHERE) map[k] = 2 * number[map[k] >> 1] + (map[k] & 1);
  free(number);
  lits_free(&all);
  lits_free(&order);
}

static void builder_free(struct builder *b) {
  free(b->nodes);
  table_free(&b->table);
}

void core_from_formula_mapped(struct core_formula *core, const struct formulas *arena,
                              uint32_t root, bool fair, uint32_t *map) {
  struct builder b = {0};
  size_t map_size = map ? (size_t)root + 1 : 0;
  uint32_t top = lower(&b, arena, root, map);
  if (fair) top = remove_fairness(&b, top, map, map_size);
  core_number(core, &b, top, map, map_size);
  builder_free(&b);
}

void core_from_formula(struct core_formula *core, const struct formulas *arena, uint32_t root,
                       bool fair) {
  core_from_formula_mapped(core, arena, root, fair, NULL);
}

void core_for_justice(struct core_formula *core) {
  struct builder b = {0};
  uint32_t top = not1(&b, eg(&b, atom(&b, 1)));
  core_number(core, &b, top, NULL, 0);
  builder_free(&b);
}

void core_atoms(const struct core_formula *core, struct lits *atoms) {
  for (size_t k = 0; k < core->num_nodes; k++)
    if (core->nodes[k].op == CORE_ATOM) lits_push(atoms, core->nodes[k].lit);
}

void core_free(struct core_formula *core) {
  for (size_t k = 0; k < core->num_paths; k++) free(core->paths[k].nodes);
  free(core->paths);
  free(core->nodes);
  *core = (struct core_formula){0};
}
