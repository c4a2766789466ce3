#include "checker/ctl/lookahead.h"

#include "checker/system/substitution.h"

static lit lookahead_next(struct bounds *b, lit p) {
  return substitute(b->aig, b->aig, p, b->system->next, NULL);
}

/* The indices of the inputs in the cone; *size gets the size of the cone. */
static void inputs_of(const struct bounds *b, lit p, struct lits *inputs, size_t *size) {
  struct lits cone = {0};
  aig_cone(b->aig, &p, 1, &cone);
  for (size_t k = 0; k < cone.size; k++)
    if (b->aig->nodes[cone.at[k]].kind == AIG_INPUT)
      lits_push(inputs, b->aig->nodes[cone.at[k]].left);
  *size = cone.size;
  lits_free(&cone);
}

/* One choice per value of the inputs that matter; together they are the exact set. */
static void quantify(struct bounds *b, uint32_t v, lit step, const struct lits *inputs) {
  lit *map = memory_alloc(b->system->num_inputs + 1, sizeof *map);
  memcpy(map, b->system->inputs, b->system->num_inputs * sizeof *map);
  lit exact = AIG_FALSE;
  struct lits cube = {0};
  for (uint32_t value = 0; value < 1u << inputs->size; value++) {
    lits_clear(&cube);
    for (size_t k = 0; k < inputs->size; k++) {
      bool on = value >> k & 1;
      map[inputs->at[k]] = on ? AIG_TRUE : AIG_FALSE;
      lits_push(&cube, b->system->inputs[inputs->at[k]] ^ (on ? 0u : 1u));
    }
    lit guard = substitute(b->aig, b->aig, step, NULL, map);
    if (guard == AIG_FALSE) continue;
    exact = aig_or(b->aig, exact, guard);
    bounds_include(b, v, guard, cube.at, cube.size);
  }
  bounds_exclude(b, v, lit_not(exact));
  lits_free(&cube);
  free(map);
}

static bool exact(const struct bounds *b, uint32_t v) {
  return bounds_upper(b, v) == bounds_lower(b, v);
}

static lit step_into(struct bounds *b, uint32_t u) {
  return aig_and(b->aig, b->system->constraint, lookahead_next(b, bounds_upper(b, u)));
}

bool lookahead_exact_ex(struct bounds *b, const struct closed_targets *closed) {
  const struct tuning *tuning = tuning_of(b->effort);
  bool stopped = false;
  for (size_t v = b->core->num_nodes; v-- > 0 && !stopped;) {
    const struct core_node *node = &b->core->nodes[v];
    if (node->op != CORE_EX || exact(b, (uint32_t)v) || !exact(b, node->left)) continue;
    if (closed_targets_waiting(closed, (uint32_t)v)) continue;
    lit step = step_into(b, node->left);
    struct lits inputs = {0};
    size_t size;
    inputs_of(b, step, &inputs, &size);
    if (inputs.size <= tuning->iictl_quantified &&
        size << inputs.size <= tuning->iictl_quantified_cone)
      quantify(b, (uint32_t)v, step, &inputs);
    lits_free(&inputs);
    stopped = interrupted(b->effort);
  }
  return !stopped;
}

void lookahead_boolean_cone(const struct bounds *b, uint32_t w, uint8_t *below) {
  below[w] = 1;
  for (uint32_t v = w; v < b->core->num_nodes; v++) {
    const struct core_node *node = &b->core->nodes[v];
    bool boolean = node->op == CORE_NOT || node->op == CORE_AND || node->op == CORE_OR;
    if (!below[v] || !boolean) continue;
    below[node->left] = 1;
    if (node->op != CORE_NOT) below[node->right] = 1;
  }
}

/* w's bounds with those of node `ex` replaced; the lower bound of ex stays. Nodes are processed
 * children first. */
static lit replace_upper(struct bounds *b, uint32_t w, uint32_t ex, lit upper,
                         const uint8_t *below) {
  struct bound *now = memory_alloc(b->core->num_nodes, sizeof *now);
  memcpy(now, b->at, b->core->num_nodes * sizeof *now);
  now[ex].upper = upper;
  for (uint32_t v = (uint32_t)b->core->num_nodes; v-- > w;) {
    const struct core_node *node = &b->core->nodes[v];
    const struct bound *l = &now[node->left], *r = &now[node->right];
    if (!below[v]) continue;
    if (node->op == CORE_NOT)
      now[v] = (struct bound){.upper = lit_not(l->lower), .lower = lit_not(l->upper)};
    if (node->op == CORE_AND)
      now[v] = (struct bound){.upper = aig_and(b->aig, l->upper, r->upper),
                              .lower = aig_and(b->aig, l->lower, r->lower)};
    if (node->op == CORE_OR)
      now[v] = (struct bound){.upper = aig_or(b->aig, l->upper, r->upper),
                              .lower = aig_or(b->aig, l->lower, r->lower)};
  }
  lit result = now[w].upper;
  free(now);
  return result;
}

lit lookahead_assuming(struct bounds *b, uint32_t w, uint32_t v, lit upper) {
  uint8_t *below = memory_zeroed(b->core->num_nodes, 1);
  lookahead_boolean_cone(b, w, below);
  lit result = replace_upper(b, w, v, upper, below);
  free(below);
  return result;
}

/* U_w depends on U_ex monotonically (bounds are), and on L_ex through negations: that one is left
 * as it is, so the result is an over-approximation still, and the only EX node it speaks of has the
 * step's inputs to itself. */
lit lookahead_target(struct bounds *b, uint32_t w, uint32_t *ex) {
  uint8_t *below = memory_zeroed(b->core->num_nodes, 1);
  uint32_t found = UINT32_MAX;
  lookahead_boolean_cone(b, w, below);
  for (uint32_t v = w; v < b->core->num_nodes; v++)
    if (below[v] && b->core->nodes[v].op == CORE_EX && !exact(b, v) &&
        bounds_upper(b, b->core->nodes[v].left) != AIG_TRUE)
      found = found == UINT32_MAX ? v : UINT32_MAX - 1;
  lit target = bounds_upper(b, w);
  if (found < UINT32_MAX - 1) {
    lit upper = aig_and(b->aig, bounds_upper(b, found), step_into(b, b->core->nodes[found].left));
    target = replace_upper(b, w, found, upper, below);
    if (target == bounds_upper(b, w)) found = UINT32_MAX;
  }
  if (found < UINT32_MAX - 1) *ex = found;
  free(below);
  return target;
}
