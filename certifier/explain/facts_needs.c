#include "certifier/explain/facts.h"

static uint8_t swap(uint8_t need) {
  return (uint8_t)((need & NEED_UPPER ? NEED_LOWER : 0) | (need & NEED_LOWER ? NEED_UPPER : 0));
}

static void need_leaves(const struct path_formula *path, uint8_t needed, uint8_t *need) {
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) need[path->nodes[k].left] |= needed;
}

/* The bounds that the verdict rests on: those of the root, and of the children where a fact uses
 * them. */
uint8_t *facts_needs(const struct certificate *certificate, const struct replay *r) {
  const struct core_formula *core = r->core;
  uint8_t *need = memory_zeroed(core->num_nodes, 1);
  if (core->num_nodes) need[0] = certificate->holds ? NEED_LOWER : NEED_UPPER;
  for (uint32_t v = 0; v < core->num_nodes; v++) {
    const struct core_node *node = &core->nodes[v];
    uint8_t passed = need[v];
    if (node->op == CORE_ATOM) continue;
    if (node->op >= CORE_EX && !r->upper_fact[v]) passed &= (uint8_t)~NEED_UPPER;
    if (node->op >= CORE_EX && !r->lower_fact[v]) passed &= (uint8_t)~NEED_LOWER;
    if (node->op == CORE_E) need_leaves(core_path(core, v), passed, need);
    if (node->op == CORE_NOT) passed = swap(passed);
    need[node->left] |= passed;
    if (node->op == CORE_AND || node->op == CORE_OR || node->op == CORE_EU)
      need[node->right] |= passed;
  }
  return need;
}
