#include "checker/ctl/hints.h"
#include "checker/ctl/eu_queries.h"
#include "checker/system/extension.h"

static lit combine(struct aig *aig, enum formula_op op, lit a, lit b) {
  switch (op) {
  case FORMULA_NOT: return lit_not(a);
  case FORMULA_AND: return aig_and(aig, a, b);
  case FORMULA_OR: return aig_or(aig, a, b);
  case FORMULA_XOR: return aig_xor(aig, a, b);
  case FORMULA_IMPLIES: return aig_implies(aig, a, b);
  case FORMULA_IFF: return lit_not(aig_xor(aig, a, b));
  default: return LIT_NONE; /* temporal: not an assertion */
  }
}

/* Children have smaller indices than their parents. LIT_NONE for a formula that is not
 * propositional. */
static lit translate(struct iictl *ic, const struct formulas *arena, uint32_t root) {
  uint8_t *below = memory_zeroed((size_t)root + 1, 1);
  lit *image = memory_alloc((size_t)root + 1, sizeof *image);
  below[root] = 1;
  for (uint32_t k = root + 1; k-- > 0;) {
    if (!below[k] || arena->at[k].op == FORMULA_ATOM) continue;
    below[arena->at[k].left] = 1;
    if (combine(ic->bounds.aig, arena->at[k].op, AIG_TRUE, AIG_TRUE) != LIT_NONE &&
        arena->at[k].op != FORMULA_NOT)
      below[arena->at[k].right] = 1;
  }
  for (uint32_t k = 0; k <= root; k++) {
    const struct formula *f = &arena->at[k];
    if (!below[k]) continue;
    if (f->op == FORMULA_ATOM) {
      image[k] = system_lit(ic->bounds.system, f->lit);
      continue;
    }
    lit a = image[f->left], b = f->op == FORMULA_NOT ? AIG_TRUE : image[f->right];
    image[k] = a == LIT_NONE || b == LIT_NONE ? LIT_NONE : combine(ic->bounds.aig, f->op, a, b);
    if (image[k] == LIT_NONE) break;
  }
  lit result = image[root];
  free(below);
  free(image);
  return result;
}

void iictl_hints_init(struct iictl *ic) {
  for (size_t k = 0; k < ic->options.num_hints; k++) {
    lit hint = translate(ic, ic->options.hint_arena, ic->options.hints[k]);
    if (hint != LIT_NONE && hint != AIG_TRUE) lits_push(&ic->hints, hint);
  }
}

/* Query (7) with the hint as one more constraint on every step: its traces are traces of (7). */
static bool witness_under(struct iictl *ic, struct goal *goal, lit hint) {
  struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[goal->node];
  struct step_constraints constraints = {0};
  lit upper = bounds_upper(b, goal->node);
  step_constraints_now(&constraints, hint);
  step_constraints_now(&constraints, bounds_upper(b, node->left));
  step_constraints_now(&constraints, upper);
  step_constraints_then(&constraints, upper);
  struct reach_query query = {
      .constraints = &constraints,
      .invariant = b->invariant,
      .from = iictl_source(ic, goal),
      .target = aig_or(b->aig, bounds_upper(b, node->right), bounds_lower(b, goal->node))};
  struct reach *reach = reach_new(b->system, &query, &reach_defaults, ic->effort);
  bool found = reach_run(reach, tuning_of(ic->effort)->iictl_hint) == REACH_TRACE;
  if (found) {
    iictl_note(ic, goal->node, "trace of %zu steps under a hint", reach_trace(reach)->length - 1);
    goal_keep_trace(goal, reach_trace(reach));
  }
  reach_free(reach);
  step_constraints_free(&constraints);
  iictl_stop_if_interrupted(ic);
  return found;
}

/* The ordinary upper-bound query with C & !H for a further target. */
static bool proof_under(struct iictl *ic, struct goal *goal, lit hint) {
  struct bounds *b = &ic->bounds;
  eu_begin_upper_query(ic, goal, aig_and(b->aig, b->system->constraint, lit_not(hint)));
  bool found = reach_run(goal->pending.reach, tuning_of(ic->effort)->iictl_hint) == REACH_PROOF;
  if (found) iictl_note(ic, goal->node, "proof under a hint's relaxation");
  if (found) eu_use_proof(ic, goal);
  goal_drop_pending(goal);
  iictl_stop_if_interrupted(ic);
  return found;
}

bool iictl_hint_eu(struct iictl *ic, struct goal *goal) {
  if (goal->hinted) return false;
  for (size_t k = 0; k < ic->hints.size && !ic->stopped; k++)
    if (witness_under(ic, goal, ic->hints.at[k]) ||
        (!ic->stopped && proof_under(ic, goal, ic->hints.at[k])))
      return true;
  goal->hinted = true; /* what did not help once is not tried again for this goal */
  return false;
}

/* A fair cycle of the copy whose steps all satisfy the hint is one of the system. */
static bool lasso_under(struct iictl *ic, struct goal *goal, lit hint) {
  struct bounds *b = &ic->bounds;
  struct extension copy;
  extension_init(&copy, b->system, 0, 0);
  copy.system->constraint =
      aig_and(copy.system->aig, copy.system->constraint, extension_lit(&copy, hint));
  struct fair_query query = {
      .invariant = extension_lit(&copy, b->invariant),
      .inside = extension_lit(&copy, bounds_lower(b, b->core->nodes[goal->node].left)),
      .from = extension_lit(&copy, iictl_source(ic, goal))};
  struct fair *fair = fair_new(copy.system, &query, &ic->options.fair, ic->effort);
  bool found = fair_run(fair, tuning_of(ic->effort)->iictl_hint) == FAIR_LASSO;
  if (found) goal_keep_trace(goal, fair_lasso(fair));
  if (found) iictl_note(ic, goal->node, "fair cycle under a hint");
  fair_free(fair);
  extension_free(&copy);
  iictl_stop_if_interrupted(ic);
  return found;
}

bool iictl_hint_eg(struct iictl *ic, struct goal *goal) {
  if (goal->hinted ||
      bounds_lower(&ic->bounds, ic->bounds.core->nodes[goal->node].left) == AIG_FALSE)
    return false;
  goal->hinted = true;
  for (size_t k = 0; k < ic->hints.size && !ic->stopped; k++)
    if (lasso_under(ic, goal, ic->hints.at[k])) return true;
  return false;
}
