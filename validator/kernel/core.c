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
  core->at[core->size] = (struct v_node){op, left, right};
  *found = (uint32_t)core->size;
  core->size++;
  return *found;
}

static bool is_binary(enum v_op op) { return op == V_AND_NODE || op == V_OR || op == V_EU; }

/* imp: the node implies a fair path; `imp` is known of its children. */
static bool implies_fair_path(struct v_node n, const bool *imp) {
  switch (n.op) {
  case V_EX:
  case V_EU:
  case V_EG: return true;
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

/* Depth-first post-order from the root, left child first. place[k] is the position of node k in it,
 * V_NONE before it has one. */
static struct v_list post_order(const struct v_core *core, uint32_t root, uint32_t *place) {
  struct v_list stack = {0};
  struct v_list order = {0};
  for (size_t k = 0; k < core->size; k++) place[k] = V_NONE;
  v_push(&stack, root);
  while (stack.size > 0) {
    uint32_t k = stack.at[stack.size - 1];
    struct v_node n = core->at[k];
    if (n.op != V_ATOM && place[n.left] == V_NONE) {
      v_push(&stack, n.left);
    } else if (is_binary(n.op) && place[n.right] == V_NONE) {
      v_push(&stack, n.right);
    } else {
      place[k] = (uint32_t)order.size;
      v_push(&order, k);
      stack.size--;
    }
  }
  v_list_free(&stack);
  return order;
}

void v_core_number(const struct v_core *core, uint32_t root, struct v_node **nodes, size_t *count) {
  uint32_t *place = v_need(NULL, core->size, sizeof *place);
  struct v_list order = post_order(core, root, place);
  uint32_t last = (uint32_t)order.size - 1; /* the root is last, and gets number 0 */
  *count = order.size;
  *nodes = v_need(NULL, *count, sizeof **nodes);
  for (size_t k = 0; k < order.size; k++) {
    struct v_node n = core->at[order.at[k]];
    if (is_binary(n.op)) n.right = last - place[n.right];
    if (n.op != V_ATOM) n.left = last - place[n.left];
    (*nodes)[last - k] = n;
  }
  free(order.at);
  free(place);
}

void v_core_free(struct v_core *core) {
  v_map_free(&core->map);
  free(core->at);
  *core = (struct v_core){0};
}
