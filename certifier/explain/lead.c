#include "certifier/explain/lead.h"

#include "certifier/explain/frames.h"

/* An example is not worth more. */
enum { MILLISECONDS = 2000 };

static int make_node(struct frames *f, const struct formula *node, size_t frame, const int *lit) {
  int a = formula_arity(node->op) ? lit[node->left] : 0;
  int b = formula_arity(node->op) == 2 ? lit[node->right] : 0;
  switch (node->op) {
  case FORMULA_ATOM: return frames_lit(f, frame, node->lit);
  case FORMULA_NOT: return -a;
  case FORMULA_AND: return frames_and(f, a, b);
  case FORMULA_OR: return frames_or(f, a, b);
  case FORMULA_IMPLIES: return frames_or(f, -a, b);
  case FORMULA_XOR: return frames_xor(f, a, b);
  default: return -frames_xor(f, a, b);
  }
}

/* The literal of the formula in a frame. */
static int make_formula(struct frames *f, const struct formulas *arena, uint32_t root,
                        size_t frame) {
  uint8_t *below = memory_zeroed((size_t)root + 1, 1);
  int *lit = memory_zeroed((size_t)root + 1, sizeof *lit);
  below[root] = 1;
  for (uint32_t k = root + 1; k-- > 0;) {
    unsigned arity = below[k] ? formula_arity(arena->at[k].op) : 0;
    if (arity > 0) below[arena->at[k].left] = 1;
    if (arity > 1) below[arena->at[k].right] = 1;
  }
  for (uint32_t k = 0; k <= root; k++)
    if (below[k]) lit[k] = make_node(f, &arena->at[k], frame, lit);
  int result = lit[root];
  free(below);
  free(lit);
  return result;
}

bool lead_find(struct lead *lead, const struct replay *replay, const struct formulas *arena,
               uint32_t formula, bool value) {
  const struct aiger *m = replay->model;
  struct frames f;
  enum sat_answer answer = SAT_NO;
  *lead = (struct lead){0};
  if (m->constraints.size || m->fairness.size) return false;
  frames_init(&f, replay, MILLISECONDS);
  while (answer == SAT_NO && frames_may_grow(&f)) {
    frames_add(&f);
    int goal = make_formula(&f, arena, formula, f.size - 1);
    sat_assume(f.sat, value ? goal : -goal);
    answer = sat_solve(f.sat);
  }
  if (answer == SAT_YES) {
    lead->size = f.size - 1;
    lead->steps = memory_zeroed(lead->size, sizeof *lead->steps);
    for (size_t t = 0; t < lead->size; t++) frames_cube(&f, t, &lead->steps[t]);
  }
  frames_free(&f);
  return answer == SAT_YES;
}

void lead_free(struct lead *lead) {
  for (size_t k = 0; k < lead->size; k++) lits_free(&lead->steps[k]);
  free(lead->steps);
  *lead = (struct lead){0};
}
