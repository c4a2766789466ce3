#include "checker/hints.h"

enum { HINT_BUDGET = 2000 }; /* SAT effort per hint and query: without success the search goes on as if there were none */

static lit combine(struct aig *aig, enum formula_op op, lit f, lit g) {
  switch (op) {
  case FORMULA_NOT: return lit_not(f);
  case FORMULA_AND: return aig_and(aig, f, g);
  case FORMULA_OR: return aig_or(aig, f, g);
  case FORMULA_XOR: return aig_xor(aig, f, g);
  case FORMULA_IMPLIES: return aig_implies(aig, f, g);
  case FORMULA_IFF: return lit_not(aig_xor(aig, f, g));
  default: return AIG_TRUE; /* temporal operators are refused when hints are read */
  }
}

/* Children have smaller indices: mark downwards, build upwards. */
lit hint_literal(const struct system *system, const struct formulas *arena, uint32_t root) {
  uint8_t *needed = memory_zeroed((size_t)root + 1, 1);
  lit *image = memory_zeroed((size_t)root + 1, sizeof *image);
  needed[root] = 1;
  for (size_t k = (size_t)root + 1; k-- > 0;) {
    const struct formula *f = &arena->at[k];
    if (!needed[k] || f->op == FORMULA_ATOM) continue;
    needed[f->left] = 1;
    if (f->op != FORMULA_NOT) needed[f->right] = 1;
  }
  for (size_t k = 0; k <= root; k++) {
    const struct formula *f = &arena->at[k];
    if (!needed[k]) continue;
    if (f->op == FORMULA_ATOM) image[k] = system_lit(system, f->lit);
    else image[k] = combine(system->aig, f->op, image[f->left], f->op == FORMULA_NOT ? AIG_FALSE : image[f->right]);
  }
  lit result = image[root];
  free(needed);
  free(image);
  return result;
}

/* Query (7) of the paper with the hint as one more constraint on every step; its traces are traces of (7). */
static bool try_hint(struct iictl *ic, struct goal *goal, lit hint) {
  struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[goal->node];
  struct step_constraints constraints = {0};
  lit upper = bounds_upper(b, goal->node);
  step_constraints_now(&constraints, hint);
  step_constraints_now(&constraints, bounds_upper(b, node->left));
  step_constraints_now(&constraints, upper);
  step_constraints_then(&constraints, upper);
  struct reach_query query = {.constraints = &constraints,
                              .invariant = b->invariant,
                              .from = iictl_source(ic, goal),
                              .target = aig_or(b->aig, bounds_upper(b, node->right), bounds_lower(b, goal->node))};
  struct reach *reach = reach_new(b->system, &query, &reach_defaults, ic->interrupt);
  bool found = reach_run(reach, HINT_BUDGET) == REACH_TRACE;
  if (found) {
    iictl_note(ic, goal->node, "trace of %zu steps under a hint", reach_trace(reach)->length - 1);
    goal_keep_trace(goal, b->system, reach_trace(reach));
  }
  reach_free(reach);
  step_constraints_free(&constraints);
  return found;
}

bool hint_trace(struct iictl *ic, struct goal *goal) {
  const struct check_options *options = ic->options;
  for (size_t k = 0; k < options->num_hints; k++) {
    if (try_hint(ic, goal, hint_literal(ic->bounds.system, options->hint_arena, options->hints[k]))) return true;
    iictl_stop_if_interrupted(ic);
    if (ic->stopped) return false;
  }
  return false;
}
