#include "validator/kernel/core.h"

#include "validator/kernel/aiger.h"

/* An operator and two children fit one key: children and literals are below 2^30. */
enum { KEY_OP = 60, KEY_LEFT = 30 };

uint32_t v_core_node(struct v_core *core, enum v_op op, uint32_t left, uint32_t right) {
  if (op == V_NOT && core->at[left].op == V_NOT) return core->at[left].left;
  uint64_t key = (uint64_t)op << KEY_OP | (uint64_t)left << KEY_LEFT | right;
  uint32_t *found = v_map_at(&core->map, key);
  if (*found != V_NONE) return *found;
  if (core->size >= V_MAX_VARIABLE) v_exhausted();
  core->at = v_grow(core->at, core->size, &core->capacity, sizeof *core->at);
  core->at[core->size] = (struct v_node){op, left, right, V_NONE};
  *found = (uint32_t)core->size;
  core->size++;
  return *found;
}

uint32_t v_core_not(struct v_core *core, uint32_t f) {
  return v_is_path(core, f) ? core->at[f].complement : v_core_node(core, V_NOT, f, 0);
}

/* !X f = X !f,  !(f U g) = !f R !g,  !(f & g) = !f | !g, and the other way round */
uint32_t v_core_path(struct v_core *core, enum v_op op, uint32_t left, uint32_t right) {
  static const enum v_op duals[] = {
      [V_X] = V_X, [V_U] = V_R, [V_R] = V_U, [V_PATH_AND] = V_PATH_OR, [V_PATH_OR] = V_PATH_AND};
  uint32_t f = v_core_node(core, op, left, right);
  if (core->at[f].complement != V_NONE) return f;
  uint32_t not_left = v_core_not(core, left);
  uint32_t dual = v_core_node(core, duals[op], not_left, op == V_X ? 0 : v_core_not(core, right));
  core->at[f].complement = dual;
  core->at[dual].complement = f;
  return f;
}

static bool is_binary(enum v_op op) {
  return op == V_AND_NODE || op == V_OR || op == V_EU || op > V_X;
}

/* imp: the node implies a fair path; `imp` is known of its children. */
static bool implies_fair_path(struct v_node n, const bool *imp) {
  switch (n.op) {
  case V_EX:
  case V_EU:
  case V_EG:
  case V_E: return true;
  case V_AND_NODE: return imp[n.left] || imp[n.right];
  case V_OR: return imp[n.left] && imp[n.right];
  default: return false;
  }
}

/* tau(EX f) = EX (tau f & h),  tau(E[f U g]) = E[tau f U (tau g & h)],  h = EG true;
 * without h where the target implies a fair path; through all other operators unchanged. */
uint32_t v_core_remove_fairness(struct v_core *core, uint32_t root) {
  size_t size = core->size; /* children come first, so that one pass is enough */
  uint32_t *tau = v_need(NULL, size, sizeof *tau);
  bool *imp = v_need(NULL, size, sizeof *imp);
  uint32_t h = v_core_node(core, V_EG, v_core_node(core, V_ATOM, 1, 0), 0);
  for (uint32_t k = 0; k < size; k++) {
    struct v_node n = core->at[k];
    imp[k] = implies_fair_path(n, imp);
    if (n.op == V_ATOM) {
      tau[k] = k;
      continue;
    }
    uint32_t left = tau[n.left];
    uint32_t right = is_binary(n.op) ? tau[n.right] : 0;
    if (n.op == V_EX && !imp[n.left]) left = v_core_node(core, V_AND_NODE, left, h);
    if (n.op == V_EU && !imp[n.right]) right = v_core_node(core, V_AND_NODE, right, h);
    tau[k] = v_core_node(core, n.op, left, right);
  }
  uint32_t result = tau[root];
  free(tau);
  free(imp);
  return result;
}

/* Depth-first post-order from the root, left child first, of nodes without a place; a place is a
 * position in it. With `leaves` it ends at formulas: they are the leaves of the path formula. */
static void post_order(const struct v_core *core, uint32_t root, bool leaves, uint32_t *place,
                       struct v_list *order) {
  struct v_list stack = {0};
  v_push(&stack, root);
  while (stack.size > 0) {
    uint32_t k = stack.at[stack.size - 1];
    struct v_node n = core->at[k];
    bool inner = n.op != V_ATOM && (!leaves || n.op >= V_X);
    if (inner && place[n.left] == V_NONE) {
      v_push(&stack, n.left);
    } else if (inner && is_binary(n.op) && place[n.right] == V_NONE) {
      v_push(&stack, n.right);
    } else {
      place[k] = (uint32_t)order->size;
      v_push(order, k);
      stack.size--;
    }
  }
  v_list_free(&stack);
}

static void add_part(struct v_numbered *result, struct v_part part) {
  result->parts =
      v_grow(result->parts, result->num_parts, &result->capacity, sizeof *result->parts);
  part.variables = result->variables;
  part.untils = result->untils;
  result->parts[result->num_parts] = part;
  result->num_parts++;
  result->variables += v_own_variables(part.op);
  result->untils += part.op == V_U;
}

/* The parts of path formula `p`; number[k] is that of node k. `place` is empty before and after. */
static void add_parts(const struct v_core *core, uint32_t p, const uint32_t *number,
                      uint32_t *place, struct v_numbered *result) {
  struct v_list order = {0};
  uint32_t first = (uint32_t)result->num_parts;
  post_order(core, p, true, place, &order);
  for (size_t k = 0; k < order.size; k++) {
    struct v_node n = core->at[order.at[k]];
    struct v_part part = {.op = V_ATOM, .left = number[order.at[k]]};
    if (n.op >= V_X) part = (struct v_part){.op = n.op, .left = first + place[n.left]};
    if (n.op > V_X) part.right = first + place[n.right];
    add_part(result, part);
  }
  for (size_t k = 0; k < order.size; k++) place[order.at[k]] = V_NONE;
  v_list_free(&order);
}

/* The nodes in post-order, without path formulas, and in number[k] the number of node k: the root
 * is last, and gets number 0. */
static struct v_list formulas(const struct v_core *core, uint32_t root, uint32_t *number) {
  struct v_list order = {0};
  size_t count = 0;
  post_order(core, root, false, number, &order);
  for (size_t k = 0; k < order.size; k++)
    if (!v_is_path(core, order.at[k])) order.at[count++] = order.at[k];
  order.size = count;
  for (size_t k = 0; k < count; k++) number[order.at[k]] = (uint32_t)(count - 1 - k);
  return order;
}

void v_core_number(const struct v_core *core, uint32_t root, struct v_numbered *result) {
  uint32_t *number = v_need(NULL, core->size, sizeof *number);
  uint32_t *place = v_need(NULL, core->size, sizeof *place);
  for (size_t k = 0; k < core->size; k++) number[k] = place[k] = V_NONE;
  struct v_list order = formulas(core, root, number);
  result->num_nodes = order.size;
  result->nodes = v_need(NULL, order.size, sizeof *result->nodes);
  for (size_t k = 0; k < order.size; k++) {
    struct v_node n = core->at[order.at[k]];
    if (n.op == V_E) {
      uint32_t p = n.left;
      n.left = (uint32_t)result->num_parts;
      add_parts(core, p, number, place, result);
      n.right = (uint32_t)result->num_parts;
    } else if (n.op != V_ATOM) {
      n.left = number[n.left];
      if (is_binary(n.op)) n.right = number[n.right];
    }
    result->nodes[number[order.at[k]]] = n;
  }
  free(order.at);
  free(number);
  free(place);
}

void v_core_free(struct v_core *core) {
  v_map_free(&core->map);
  free(core->at);
  *core = (struct v_core){0};
}
