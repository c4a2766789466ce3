/* For assert: is the manager as it must be between operations? O(nodes). */
#include "checker/bdd/bdd.h"

static bool is_below(const struct bdds *m, bdd child, uint32_t level) {
  if (child <= BDD_TRUE) return true;
  uint32_t var = m->nodes[child >> 1].var;
  return var < m->num_vars && m->level_of[var] > level;
}

/* Reduced, ordered, in canonical form: low is regular and differs from high. */
static bool node_is_fine(const struct bdds *m, uint32_t node, uint32_t var) {
  const struct bdd_node *n = &m->nodes[node];
  uint32_t level = m->level_of[var];
  return n->var == var && !(n->low & 1u) && n->low != n->high && is_below(m, n->low, level) &&
         is_below(m, n->high, level);
}

static bool table_is_fine(const struct bdds *m, uint32_t var, size_t *seen) {
  const struct bdd_table *t = &m->tables[var];
  size_t count = 0;
  for (uint32_t k = 0; k < t->size; k++)
    for (uint32_t node = t->buckets[k]; node != UINT32_MAX; node = m->nodes[node].next) {
      if (node >= m->num_nodes || !node_is_fine(m, node, var)) return false;
      if (++count > t->count) return false; /* also a cycle in the list ends here */
    }
  *seen += count;
  return count == t->count;
}

bool bdd_check(const struct bdds *m) {
  size_t seen = 1; /* the constant */
  for (uint32_t v = 0; v < m->num_vars; v++) {
    if (m->level_of[v] >= m->num_vars || m->var_at[m->level_of[v]] != v) return false;
    if (!table_is_fine(m, v, &seen)) return false;
  }
  return seen == m->live;
}
