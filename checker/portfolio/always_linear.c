/* CTL that speaks of one path at a time, such as AG (a -> A[b W c]), or AX (a | AG (b | AX c)): the
 * complement has no temporal operators but EX and EU, no & with more than one of them, and none on
 * the left of EU. A run breaks it if it leads along such a chain of them to its end.
 *
 * For each part of the complement there is a predicate, `pending`: the run so far has come to a
 * state where it only remains to show this part. Where it passes on from a part to those below in
 * the same state, that is said of the state; E[u U w] remains pending by a step from u, and the
 * argument of EX becomes pending by a step. Ghosts remember these two. */
#include "checker/portfolio/always_parts.h"
#include "checker/system/cube.h"

/* `complement`: of the complement of the node. */
struct watching {
  struct always *always;
  lit *values;        /* per node: without temporal operators; LIT_NONE of the others */
  lit *pending[2];    /* per node, and of its complement */
  uint8_t *starts[2]; /* it is pending where runs begin, in addition to that */
  uint8_t *begins[2]; /* .. or in some states where they begin: `starts`, or `pending` says which */
  lit first;          /* runs begin here; LIT_NONE: not asked for yet */
  bool failed;
};

static lit new_ghost(struct system *s) {
  system_add_ghosts(s, 1);
  return s->states[s->num_states - 1];
}
static void set_next(struct system *s, lit ghost, lit next) {
  s->next[leaf_index(s, ghost)] = next ^ lit_sign(ghost);
}

static void find_values(struct watching *w) {
  const struct core_formula *core = w->always->core;
  struct system *s = w->always->inner.system;
  for (size_t v = core->num_nodes; v-- > 0;) { /* children have larger numbers */
    const struct core_node *node = &core->nodes[v];
    w->values[v] = LIT_NONE;
    if (node->op == CORE_ATOM) w->values[v] = system_lit(s, node->lit);
    if (node->op != CORE_NOT && node->op != CORE_AND && node->op != CORE_OR) continue;
    lit left = w->values[node->left], right = left;
    if (node->op != CORE_NOT) right = w->values[node->right];
    if (left == LIT_NONE || right == LIT_NONE) continue;
    if (node->op == CORE_NOT) w->values[v] = lit_not(left);
    if (node->op == CORE_AND) w->values[v] = aig_and(s->aig, left, right);
    if (node->op == CORE_OR) w->values[v] = aig_or(s->aig, left, right);
  }
}

static void add_pending(struct watching *w, uint32_t v, bool complement, lit pending) {
  lit *at = &w->pending[complement][v];
  *at = aig_or(w->always->inner.system->aig, *at, pending);
}

/* Where it is not said otherwise, the beginning of a run is a predicate like others. */
static lit all_pending(struct watching *w, uint32_t v, bool complement) {
  struct system *s = w->always->inner.system;
  if (!w->starts[complement][v]) return w->pending[complement][v];
  if (w->first == LIT_NONE) {
    w->first = lit_not(new_ghost(s));
    set_next(s, w->first, AIG_FALSE);
  }
  return aig_or(s->aig, w->pending[complement][v], w->first);
}

/* What of an & can be said at once; LIT_NONE: nothing. A path that goes on is taken for granted. */
static lit value_beside(const struct watching *w, uint32_t v, bool complement) {
  if (!complement && is_fair_path(w->always->core, v)) return AIG_TRUE;
  return w->values[v] == LIT_NONE ? LIT_NONE : w->values[v] ^ (complement ? 1u : 0u);
}

static void hand_on_beginning(struct watching *w, uint32_t v, bool complement, uint32_t child,
                              bool other) {
  if (w->begins[complement][v]) w->begins[complement ^ other][child] = 1;
}

static void watch_both(struct watching *w, uint32_t v, bool complement) {
  const struct core_node *node = &w->always->core->nodes[v];
  hand_on_beginning(w, v, complement, node->left, false);
  hand_on_beginning(w, v, complement, node->right, false);
  lit pending = all_pending(w, v, complement);
  lit left = value_beside(w, node->left, complement);
  lit right = value_beside(w, node->right, complement);
  struct aig *aig = w->always->inner.system->aig;
  if (right != LIT_NONE)
    add_pending(w, node->left, complement, aig_and(aig, pending, right));
  else if (left != LIT_NONE)
    add_pending(w, node->right, complement, aig_and(aig, pending, left));
  else
    w->failed = true;
}

static void watch_one(struct watching *w, uint32_t v, bool complement, uint32_t child, bool other) {
  add_pending(w, child, complement ^ other, w->pending[complement][v]);
  if (w->starts[complement][v]) w->starts[complement ^ other][child] = 1;
  hand_on_beginning(w, v, complement, child, other);
}

/* b, a ghost: it became pending by a step. */
static void watch_eu(struct watching *w, uint32_t v) {
  const struct core_node *node = &w->always->core->nodes[v];
  struct system *s = w->always->inner.system;
  lit u = w->values[node->left];
  bool starts = w->starts[false][v];
  w->failed = w->failed || u == LIT_NONE;
  if (w->failed) return;
  if (starts && u == AIG_TRUE) {
    w->pending[false][v] = AIG_TRUE;
  } else {
    lit ghost = new_ghost(s) ^ (starts ? 1u : 0u);
    add_pending(w, v, false, ghost);
    set_next(s, ghost, aig_and(s->aig, w->pending[false][v], u));
  }
  add_pending(w, node->right, false, w->pending[false][v]);
}

static void watch_ex(struct watching *w, uint32_t v) {
  struct system *s = w->always->inner.system;
  lit pending = all_pending(w, v, false), ghost = new_ghost(s);
  w->pending[false][v] = pending;
  set_next(s, ghost, pending);
  add_pending(w, w->always->core->nodes[v].left, false, ghost);
}

/* With constraints, a run that ends where it begins shows nothing: no path may start there. */
static void watch_value(struct watching *w, uint32_t v, bool complement, lit value) {
  struct always *a = w->always;
  struct aig *aig = a->inner.system->aig;
  if (w->begins[complement][v] && a->inner.system->constraint != AIG_TRUE) w->failed = true;
  a->bad = aig_or(aig, a->bad, aig_and(aig, all_pending(w, v, complement), value));
}

static void watch(struct watching *w, uint32_t v, bool complement) {
  const struct core_node *node = &w->always->core->nodes[v];
  lit value = value_beside(w, v, complement);
  if (w->pending[complement][v] == AIG_FALSE && !w->starts[complement][v]) return;
  if (value != LIT_NONE) {
    watch_value(w, v, complement, value);
    return;
  }
  if (node->op == CORE_NOT) {
    watch_one(w, v, complement, node->left, true);
  } else if (node->op == (complement ? CORE_OR : CORE_AND)) {
    watch_both(w, v, complement);
  } else if (node->op == (complement ? CORE_AND : CORE_OR)) {
    watch_one(w, v, complement, node->left, false);
    watch_one(w, v, complement, node->right, false);
  } else if (node->op == CORE_EU && !complement) {
    watch_eu(w, v);
  } else if (node->op == CORE_EX && !complement) {
    watch_ex(w, v);
  } else {
    w->failed = true;
  }
}

bool always_read_linear(struct always *a) {
  size_t n = a->core->num_nodes;
  struct watching w = {.always = a, .first = LIT_NONE};
  a->bad = AIG_FALSE;
  w.values = memory_alloc(n, sizeof *w.values);
  for (int k = 0; k < 2; k++) {
    w.pending[k] = memory_alloc(n, sizeof *w.pending[k]);
    for (size_t v = 0; v < n; v++) w.pending[k][v] = AIG_FALSE;
    w.starts[k] = memory_zeroed(n, 1);
    w.begins[k] = memory_zeroed(n, 1);
  }
  find_values(&w);
  w.starts[true][0] = 1; /* the complement of the root */
  w.begins[true][0] = 1;
  for (uint32_t v = 0; v < n && !w.failed; v++) {
    watch(&w, v, false);
    watch(&w, v, true);
  }
  free(w.pending[true]);
  for (int k = 0; k < 2; k++) {
    free(w.starts[k]);
    free(w.begins[k]);
  }
  a->pending = w.pending[false];
  a->values = w.values;
  return !w.failed;
}
