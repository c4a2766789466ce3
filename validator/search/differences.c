/* Where "a equals b" is known, two gates are false: "a and not b", "not a and b". Invariants say so
 * of very many signals, and then gates above these are equal, too. */
#include "validator/search/closure.h"

/* The arguments of a false gate that are open, if these are two. */
static bool open_pair(const struct v_closure *c, uint32_t gate, uint32_t *pair) {
  const struct v_gates *g = &c->gates;
  unsigned open = 0;
  if (!g->definition[gate] || c->s->value[2 * gate] >= 0) return false;
  for (uint32_t n = 0; n < g->count[gate]; n++) {
    uint32_t argument = g->negated[gate][n] ^ 1;
    if (c->s->value[argument] < 0 || (c->s->value[argument] == 0 && open == 2)) return false;
    if (c->s->value[argument] == 0) pair[open++] = argument;
  }
  if (open < 2) return false;
  if (pair[0] > pair[1]) {
    uint32_t swap = pair[0];
    pair[0] = pair[1];
    pair[1] = swap;
  }
  return true;
}

/* Where the gate with this pair is in the table, or should be. */
static uint32_t *place(struct v_closure *c, const uint32_t *pair) {
  uint32_t hash = (pair[0] * UINT32_C(0x9e3779b1) ^ pair[1]) * UINT32_C(0x85ebca6b);
  uint32_t there[2];
  hash ^= hash >> 15;
  for (size_t at = hash;; at++) {
    uint32_t *slot = &c->table.at[at & (c->table.size - 1)];
    c->work++;
    if (*slot == V_NONE) return slot;
    if (open_pair(c, *slot, there) && there[0] == pair[0] && there[1] == pair[1]) return slot;
  }
}

/* Neither both (by one gate) nor none of the two: the one is the complement of the other. */
static bool oppose(struct v_closure *c, uint32_t both, uint32_t none, const uint32_t *pair,
                   uint32_t *conflict) {
  uint32_t a = v_root(c, pair[0]), b = v_root(c, pair[1]);
  if (c->s->value[a] || c->s->value[b] || a / 2 == b / 2) return true;
  if (a < b) {
    uint32_t swap = a;
    a = b;
    b = swap;
  }
  uint32_t first = v_closure_exclude_by(c, both, a, b);
  uint32_t second = first == V_NONE ? V_NONE : v_closure_exclude_by(c, none, a ^ 1, b ^ 1);
  if (second == V_NONE) return true;
  if (a & 1) return v_closure_equate(c, a / 2, b, second, first, conflict);
  return v_closure_equate(c, a / 2, b ^ 1, first, second, conflict);
}

bool v_closure_differences(struct v_closure *c, uint32_t *conflict) {
  uint32_t count = c->s->num_vars;
  uint32_t pair[2];
  v_closure_assume(c, count);
  for (uint32_t gate = 1; gate <= count; gate++) {
    if (!open_pair(c, gate, pair)) continue;
    const uint32_t opposite[2] = {pair[0] ^ 1, pair[1] ^ 1};
    bool ordered = opposite[0] < opposite[1]; /* they have different variables */
    const uint32_t other[2] = {opposite[!ordered], opposite[ordered]};
    uint32_t partner = *place(c, other);
    if (partner != V_NONE && !oppose(c, gate, partner, pair, conflict)) return false;
    *place(c, pair) = gate;
  }
  return true;
}
