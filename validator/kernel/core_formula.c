#include "validator/kernel/core_formula.h"

#include "validator/kernel/aiger.h"

/* An operator and two children fit one key: children and literals are below 2^30. */
enum { KEY_OP = 60, KEY_LEFT = 30 };

static bool is_binary(enum v_op op) { return op == V_BOTH || op == V_OR || op == V_EU || op > V_Z; }

bool v_is_path(const struct v_core *core, uint32_t f) { return core->at[f].complement != V_NONE; }

static uint32_t find(struct v_core *core, enum v_op op, uint32_t left, uint32_t right) {
  uint64_t key = (uint64_t)op << KEY_OP | (uint64_t)left << KEY_LEFT | right;
  uint32_t *found = v_map_at(&core->map, key);
  if (*found != V_NONE) return *found;
  if (core->size >= V_MAX_VARIABLE) v_exhausted();
  *found = (uint32_t)core->size;
  V_ADD(core, (struct v_node){op, left, right, V_NONE});
  return *found;
}

/* !X f = X !f,  !Y f = Z !f,  !(f U g) = !f R !g,  !(f S g) = !f T !g,  !(f & g) = !f | !g, and the
 * other way round */
static void find_complement(struct v_core *core, uint32_t f) {
  static const enum v_op duals[] = {
      [V_X] = V_X, [V_Y] = V_Z, [V_Z] = V_Y,     [V_U] = V_R,    [V_R] = V_U,
      [V_S] = V_T, [V_T] = V_S, [V_BOTH] = V_OR, [V_OR] = V_BOTH};
  struct v_node n = core->at[f];
  uint32_t left = v_core_node(core, V_NOT, n.left, 0);
  uint32_t right = v_core_node(core, V_NOT, n.right, 0);
  uint32_t complement = find(core, duals[n.op], left, right);
  core->at[f].complement = complement;
  core->at[complement].complement = f;
}

uint32_t v_core_node(struct v_core *core, enum v_op op, uint32_t left, uint32_t right) {
  if (!is_binary(op)) right = left;
  bool over_path = op != V_ATOM && (v_is_path(core, left) || v_is_path(core, right));
  if (op == V_NOT && over_path) return core->at[left].complement;
  if (op == V_NOT && core->at[left].op == V_NOT) return core->at[left].left;
  uint32_t f = find(core, op, left, right);
  bool path = op >= V_X || (op < V_EX && over_path);
  if (path && !v_is_path(core, f)) find_complement(core, f);
  return f;
}

/* imp: the node implies a fair path; `imp` is known of its children. */
static bool implies_fair_path(struct v_node n, const bool *imp) {
  if (n.op == V_BOTH) return imp[n.left] || imp[n.right];
  if (n.op == V_OR) return imp[n.left] && imp[n.right];
  return n.op >= V_EX && n.op <= V_E;
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
    uint32_t right = tau[n.right];
    if (n.op == V_EX && !imp[n.left]) left = v_core_node(core, V_BOTH, left, h);
    if (n.op == V_EU && !imp[n.right]) right = v_core_node(core, V_BOTH, right, h);
    tau[k] = v_core_node(core, n.op, left, right);
  }
  uint32_t result = tau[root];
  free(tau);
  free(imp);
  return result;
}

/* Depth-first post-order from the root, left child first, of nodes without a place; a place is a
 * position in it. With `leaves` it ends at formulas: they are the leaves of the path formula.
 * Without, it is one of formulas: path formulas are passed through. */
static void post_order(const struct v_core *core, uint32_t root, bool leaves, uint32_t *place,
                       struct v_list *order) {
  struct v_list stack = {0};
  v_push(&stack, root);
  while (stack.size > 0) {
    uint32_t k = stack.at[stack.size - 1];
    struct v_node n = core->at[k];
    bool inner = n.op != V_ATOM && (!leaves || v_is_path(core, k));
    if (inner && place[n.left] == V_NONE) {
      v_push(&stack, n.left);
    } else if (inner && place[n.right] == V_NONE) {
      v_push(&stack, n.right);
    } else {
      place[k] = (uint32_t)order->size;
      if (leaves || !v_is_path(core, k)) v_push(order, k);
      stack.size--;
    }
  }
  v_list_free(&stack);
}

/* The parts of path formula `p`; number[k] is that of node k. `place` is empty before and after. */
static void add_parts(const struct v_core *core, uint32_t p, const uint32_t *number,
                      uint32_t *place, struct v_numbered *result) {
  struct v_list order = {0};
  post_order(core, p, true, place, &order);
  for (size_t k = 0; k < order.size; k++) {
    struct v_node n = core->at[order.at[k]];
    struct v_part part = {V_ATOM, number[order.at[k]], 0, result->variables, result->untils};
    if (v_is_path(core, order.at[k])) {
      part.op = n.op;
      part.left = place[n.left];
      part.right = place[n.right];
      result->variables += n.op == V_X ? 2 : n.op > V_X;
      result->has_past |= n.op == V_Y || n.op == V_Z || n.op == V_S || n.op == V_T;
      result->untils += n.op == V_U;
    }
    V_ADD(&result->parts, part);
  }
  for (size_t k = 0; k < order.size; k++) place[order.at[k]] = V_NONE;
  v_list_free(&order);
}

void v_core_number(const struct v_core *core, uint32_t root, struct v_numbered *result) {
  uint32_t *number = v_need(NULL, core->size, sizeof *number);
  uint32_t *place = v_need(NULL, core->size, sizeof *place);
  for (size_t k = 0; k < core->size; k++) number[k] = place[k] = V_NONE;
  struct v_list order = {0};
  post_order(core, root, false, number, &order);
  for (size_t k = 0; k < order.size; k++) number[order.at[k]] = (uint32_t)(order.size - 1 - k);
  result->num_nodes = order.size;
  result->nodes = v_need(NULL, order.size, sizeof *result->nodes);
  for (size_t k = 0; k < order.size; k++) {
    struct v_node n = core->at[order.at[k]];
    if (n.op == V_E) {
      uint32_t p = n.left;
      n.left = (uint32_t)result->parts.size;
      add_parts(core, p, number, place, result);
      n.right = (uint32_t)result->parts.size;
    } else if (n.op != V_ATOM) {
      n.left = number[n.left];
      n.right = number[n.right];
    }
    result->nodes[number[order.at[k]]] = n;
  }
  free(order.at);
  free(number);
  free(place);
}

void v_core_free(struct v_core *core) {
  v_map_free(&core->map);
  v_lists_free((struct v_list *[]){&core->fair, &core->assume, NULL});
  free(core->at);
  *core = (struct v_core){0};
}
