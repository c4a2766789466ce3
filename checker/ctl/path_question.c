#include "checker/ctl/path_question.h"

#include "checker/ctl/path_witness.h"

/* Are the bounds of all leaves exact from the beginning? */
static bool is_plain(const struct bounds *b, const struct path_formula *path) {
  for (size_t k = 0; k < path->num_nodes; k++) {
    uint32_t u = path->nodes[k].left;
    if (path->nodes[k].op == PATH_LEAF && bounds_upper(b, u) != bounds_lower(b, u)) return false;
  }
  return true;
}

struct view *path_question(struct iictl *ic) {
  struct bounds *b = &ic->bounds;
  const struct core_node *root = &b->core->nodes[0];
  uint32_t v = root->left;
  if (root->op != CORE_NOT || b->core->nodes[v].op != CORE_E || !is_plain(b, core_path(b->core, v)))
    return NULL;
  lit *leaves = path_leaves(b, core_path(b->core, v), true);
  struct view *view = view_new(b->system, core_path(b->core, v), leaves);
  struct system *s = view->copy.system;
  s->init = aig_and(s->aig, s->init, view->psi);
  free(leaves);
  return view;
}

/* Goals were about other bounds. */
static void drop_goals(struct iictl *ic) {
  while (ic->goals.size) iictl_pop(ic);
}

void path_answer_none(struct iictl *ic, struct view *view, const struct block *block) {
  struct bounds *b = &ic->bounds;
  uint32_t v = view->path->node;
  drop_goals(ic);
  view_block_back(view, block, fact_block(&b->evidence->facts[v].upper, AIG_FALSE));
  bounds_exclude(b, v, b->system->init);
}

void path_answer_lasso(struct iictl *ic, struct view *view, const struct trace *lasso) {
  drop_goals(ic);
  ic->stopped = false;
  path_include_lasso(ic, view->path->node, lasso);
}
