#include "checker/system/supports.h"

#include <assert.h>

/* The union of two sets in order; most + 1 if it is too large. */
static uint8_t merge(const struct supports *s, uint32_t left, uint32_t right, uint32_t *to) {
  size_t n = s->num[left], m = s->num[right], i = 0, j = 0, size = 0;
  const uint32_t *a = s->state + left * s->most, *b = s->state + right * s->most;
  if (n > s->most || m > s->most) return (uint8_t)(s->most + 1);
  while (i < n || j < m) {
    if (size == s->most) return (uint8_t)(s->most + 1);
    uint32_t next = j == m || (i < n && a[i] <= b[j]) ? a[i] : b[j];
    i += i < n && a[i] == next;
    j += j < m && b[j] == next;
    to[size++] = next;
  }
  return (uint8_t)size;
}

void supports_init(struct supports *s, const struct aig *aig, const struct lits *cone,
                   size_t most) {
  assert(most > 0 && most <= MOST_SUPPORT);
  *s = (struct supports){.most = most,
                         .num = memory_zeroed(aig->num_nodes, 1),
                         .state = memory_alloc(aig->num_nodes * most, sizeof *s->state)};
  for (size_t k = 0; k < cone->size; k++) {
    uint32_t node = cone->at[k], *to = s->state + node * most;
    const struct aig_node *at = &aig->nodes[node];
    if (at->kind == AIG_GATE) s->num[node] = merge(s, lit_node(at->left), lit_node(at->right), to);
    if (at->kind != AIG_STATE) continue;
    s->num[node] = 1;
    to[0] = at->left;
  }
}

void supports_free(struct supports *s) {
  free(s->num);
  free(s->state);
}
