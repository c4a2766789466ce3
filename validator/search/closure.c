#include "validator/search/closure.h"

/* Trees with more leaves are compared by their arguments only. */
enum { MOST_LEAVES = 48 };

void v_closure_start(struct v_closure *c, struct v_cdcl *s, const struct v_cnf *cnf) {
  size_t variables = (size_t)s->num_vars + 1;
  *c = (struct v_closure){.s = s};
  v_gates_find(&c->gates, cnf);
  c->equal = v_need(NULL, variables, sizeof *c->equal);
  for (uint32_t var = 0; var < variables; var++) c->equal[var] = 2 * var;
  c->forth = v_zeroed(variables, sizeof *c->forth);
  c->back = v_zeroed(variables, sizeof *c->back);
  c->from = v_zeroed(variables, sizeof *c->from);
  c->count = v_zeroed(variables, sizeof *c->count);
  c->is_tree = v_zeroed(variables, 1);
  c->is_true = v_zeroed(2 * variables, 1);
  c->unit = v_zeroed(variables, sizeof *c->unit);
  c->when = v_zeroed(variables, sizeof *c->when);
}

void v_closure_free(struct v_closure *c) {
  v_gates_free(&c->gates);
  free(c->equal);
  free(c->forth);
  free(c->back);
  free(c->from);
  free(c->count);
  free(c->is_tree);
  free(c->is_true);
  free(c->unit);
  free(c->when);
  v_lists_free((struct v_list *[]){&c->merged, &c->leaves, &c->table, &c->found, &c->hints,
                                   &c->unit_hints, &c->pending, &c->trues, &c->clause, &c->assumed,
                                   NULL});
}

void v_closure_assume(struct v_closure *c, size_t gates) {
  size_t size = 4;
  while (size < 2 * gates) size *= 2;
  c->assumed.size = 0;
  for (uint32_t level = v_level(c->s); level > 0; level--)
    v_push(&c->assumed, c->s->trail.at[c->s->control.at[level - 1]]);
  c->time++;
  c->leaves.size = 0;
  c->table.size = 0;
  while (c->table.size < size) v_push(&c->table, V_NONE);
}

/* --- Leaves --- */
/* False if the complement is there. */
static bool insert(struct v_list *sorted, uint32_t lit) {
  size_t at = sorted->size;
  while (at > 0 && sorted->at[at - 1] > lit) at--;
  if (at > 0 && sorted->at[at - 1] == lit) return true;
  bool consistent = (at == 0 || sorted->at[at - 1] != (lit ^ 1)) &&
                    (at == sorted->size || sorted->at[at] != (lit ^ 1));
  v_push(sorted, lit);
  memmove(sorted->at + at + 1, sorted->at + at, (sorted->size - 1 - at) * sizeof *sorted->at);
  sorted->at[at] = lit;
  return consistent;
}

enum leaves { LEAVES, TOO_MANY, CONTRADICTORY, FALSE_ALREADY };

/* Those of one argument, or the literal that it equals, if they are open. */
static enum leaves find_in_argument(struct v_closure *c, uint32_t argument, bool trees) {
  uint32_t root = v_root(c, argument);
  if (c->s->value[argument] < 0 || c->s->value[root] < 0) return FALSE_ALREADY;
  if (c->s->value[argument] > 0 || c->s->value[root] > 0) return LEAVES;
  bool tree = trees && !(root & 1) && c->is_tree[root / 2];
  const uint32_t *leaf = tree ? c->leaves.at + c->from[root / 2] : &root;
  for (uint32_t n = tree ? c->count[root / 2] : 1; n > 0; n--) {
    c->work++;
    if (c->s->value[*leaf] < 0) return FALSE_ALREADY;
    if (c->s->value[*leaf] == 0 && !insert(&c->found, *leaf)) return CONTRADICTORY;
    if (trees && c->found.size > MOST_LEAVES) return TOO_MANY;
    leaf++;
  }
  return LEAVES;
}

static enum leaves find_leaves(struct v_closure *c, uint32_t gate, bool trees) {
  enum leaves result = LEAVES;
  c->found.size = 0;
  for (uint32_t n = 0; n < c->gates.count[gate] && result == LEAVES; n++)
    result = find_in_argument(c, c->gates.negated[gate][n] ^ 1, trees);
  return result;
}

/* --- The table --- */
static bool has_found_leaves(const struct v_closure *c, uint32_t gate) {
  size_t count = c->found.size;
  return c->count[gate] == count &&
         memcmp(c->leaves.at + c->from[gate], c->found.at, count * sizeof *c->found.at) == 0;
}

/* Where the gate with these leaves is, or should be. */
static uint32_t *place(struct v_closure *c) {
  uint32_t hash = 0;
  for (size_t k = 0; k < c->found.size; k++)
    hash = (hash ^ c->found.at[k]) * UINT32_C(0x9e3779b1) ^ hash >> 15;
  hash ^= hash >> 16;
  for (size_t at = hash;; at++) {
    uint32_t *slot = &c->table.at[at & (c->table.size - 1)];
    c->work++;
    if (*slot == V_NONE || has_found_leaves(c, *slot)) return slot;
  }
}

static void keep_leaves(struct v_closure *c, uint32_t gate, bool tree) {
  c->from[gate] = (uint32_t)c->leaves.size;
  c->count[gate] = (uint32_t)c->found.size;
  c->is_tree[gate] = tree;
  for (size_t k = 0; k < c->found.size; k++) v_push(&c->leaves, c->found.at[k]);
}

/* --- Equalities --- */
bool v_closure_state(struct v_closure *c, const uint32_t *literals, size_t count, uint32_t id,
                     uint32_t *conflict) {
  v_closure_clause(c, literals, count);
  *conflict = V_NONE;
  if (c->assumed.size == 0) {
    v_cdcl_add(c->s, c->clause.at, c->clause.size, id, 0);
    return v_cdcl_propagate_top(c->s);
  }
  *conflict = v_cdcl_state(c->s, c->clause.at, c->clause.size, id);
  if (*conflict == V_NONE) *conflict = v_cdcl_propagate(c->s);
  return *conflict == V_NONE;
}

bool v_closure_equate(struct v_closure *c, uint32_t var, uint32_t with, uint32_t forth,
                      uint32_t back, uint32_t *conflict) {
  c->equal[var] = with;
  c->forth[var] = forth;
  c->back[var] = back;
  v_push(&c->merged, var);
  return v_closure_state(c, (uint32_t[]){2 * var, with ^ 1}, 2, forth, conflict) &&
         v_closure_state(c, (uint32_t[]){with, 2 * var + 1}, 2, back, conflict);
}

static bool merge(struct v_closure *c, uint32_t gate, uint32_t with, uint32_t *conflict) {
  uint32_t forth = v_closure_exclude(c, 2 * gate, with ^ 1);
  uint32_t back = forth == V_NONE ? V_NONE : v_closure_exclude(c, with, 2 * gate + 1);
  return back == V_NONE || v_closure_equate(c, gate, with, forth, back, conflict);
}

static bool refute(struct v_closure *c, uint32_t gate, uint32_t *conflict) {
  uint32_t id = v_closure_exclude(c, 2 * gate, V_NONE);
  return id == V_NONE || v_closure_state(c, (uint32_t[]){2 * gate}, 1, id, conflict);
}

bool v_closure_gate(struct v_closure *c, uint32_t gate, uint32_t *conflict) {
  c->is_tree[gate] = 0;
  c->count[gate] = 0;
  if (c->s->value[2 * gate] > 0) return true;
  enum leaves leaves = find_leaves(c, gate, true);
  bool tree = leaves != TOO_MANY;
  if (leaves == TOO_MANY) leaves = find_leaves(c, gate, false);
  if (leaves == FALSE_ALREADY) return true;
  if (leaves == CONTRADICTORY) return c->s->value[2 * gate] || refute(c, gate, conflict);
  if (c->found.size == 0) return true;
  if (c->found.size == 1) return merge(c, gate, c->found.at[0], conflict);
  uint32_t *slot = place(c);
  if (*slot != V_NONE) return merge(c, gate, 2 * *slot, conflict);
  *slot = gate;
  keep_leaves(c, gate, tree);
  return true;
}

void v_closure_undo(struct v_closure *c, size_t kept) {
  for (size_t k = kept; k < c->merged.size; k++) c->equal[c->merged.at[k]] = 2 * c->merged.at[k];
  c->merged.size = kept;
}
