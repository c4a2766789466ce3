/* Obligations of E nodes, which are about views (docs/certificates.md 1.5). What a view says of a
 * step is monotone in the bounds of the leaves, and these are made of parts. So the view is built
 * with a variable in the place of each leaf, and in the solver that is the claim about its bound.
 */
#include "certifier/certify/minimize_parts.h"

/* A system with a state for each core node behind the others, and elementary variables. */
static void add_leaf_states(struct minimizer *m, struct minimizer_views *views) {
  size_t n = m->core->num_variables;
  extension_init(&views->copy, m->system, m->core->num_nodes + n, n);
  views->base = *views->copy.system;
  views->base.num_states -= n;
  views->base.num_inputs -= n;
  views->base.num_elementary = n;
  views->base.elementary = views->base.states + views->base.num_states;
  views->base.elementary_next = views->base.inputs + views->base.num_inputs;
}

static struct view *make_view(struct minimizer *m, const struct minimizer_views *views,
                              const struct path_formula *path) {
  lit *leaves = memory_zeroed(path->num_nodes, sizeof *leaves);
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF)
      leaves[k] = views->base.states[m->system->num_states + path->nodes[k].left];
  struct view *view = view_new(&views->base, path, leaves);
  free(leaves);
  return view;
}

void minimizer_views_make(struct minimizer *m) {
  struct minimizer_views *views = &m->views;
  if (!m->core->num_paths) return;
  add_leaf_states(m, views);
  views->at = memory_alloc(m->core->num_paths, sizeof(struct view *));
  for (size_t k = 0; k < m->core->num_paths; k++)
    views->at[k] = make_view(m, views, &m->core->paths[k]);
}

void minimizer_views_free(struct minimizer *m) {
  if (!m->core->num_paths) return;
  for (size_t k = 0; k < m->core->num_paths; k++) view_free(m->views.at[k]);
  free(m->views.at);
  extension_free(&m->views.copy);
}

const struct view *node_view(const struct minimizer *m, uint32_t v) {
  return m->views.at[m->core->nodes[v].lit];
}

/* Which of the system's leaves a leaf of the view is; or LIT_NONE, and *node is the core node whose
 * bound it is. */
static lit leaf_of(const struct minimizer *m, const struct view *view, const struct aig_node *leaf,
                   uint32_t *node) {
  const struct system *s = m->system;
  size_t k = leaf->left, first = view->path->first_variable;
  if (leaf->kind == AIG_INPUT)
    return k < s->num_inputs ? s->inputs[k] : s->elementary_next[first + k - s->num_inputs];
  if (k < s->num_states) return s->states[k];
  k -= s->num_states;
  if (k >= m->core->num_nodes) return s->elementary[first + k - m->core->num_nodes];
  *node = (uint32_t)k;
  return LIT_NONE;
}

static int encode_leaf(struct minimizer *m, const struct place *place, const struct view *view,
                       const struct aig_node *leaf) {
  uint32_t node = 0;
  lit own = leaf_of(m, view, leaf, &node);
  if (own != LIT_NONE) return cnf_of(m, place->copy, place->frame, own);
  int claim = bound_claim(m, place, node);
  return place->polarity == UPPER_TRUE ? claim : -claim;
}

static int *known_nodes(struct minimizer *m, const struct place *place, uint32_t v) {
  size_t path = m->core->nodes[v].lit;
  int ***known = &m->copies[place->copy].views[place->frame][place->polarity];
  if (!*known) *known = memory_zeroed(m->core->num_paths, sizeof(int *));
  size_t nodes = node_view(m, v)->copy.system->aig->num_nodes;
  if (!(*known)[path]) (*known)[path] = memory_zeroed(nodes, sizeof(int));
  return (*known)[path];
}

static int encode(struct minimizer *m, const struct place *place, uint32_t v, lit root) {
  const struct view *view = node_view(m, v);
  const struct aig *aig = view->copy.system->aig;
  struct lits cone = {0};
  int truth = cnf_of(m, place->copy, place->frame, AIG_TRUE);
  int *known = known_nodes(m, place, v);
  known[0] = -truth;
  aig_cone(aig, &root, 1, &cone);
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *node = &aig->nodes[cone.at[k]];
    if (known[cone.at[k]]) continue;
    if (node->kind != AIG_GATE) {
      known[cone.at[k]] = encode_leaf(m, place, view, node);
      continue;
    }
    int left = known[lit_node(node->left)], right = known[lit_node(node->right)];
    known[cone.at[k]] =
        cnf_and(m, lit_sign(node->left) ? -left : left, lit_sign(node->right) ? -right : right);
  }
  lits_free(&cone);
  return lit_sign(root) ? -known[lit_node(root)] : known[lit_node(root)];
}

void query_view(struct minimizer *m, const struct place *place, uint32_t v, lit a, uint32_t part) {
  const struct path_formula *path = core_path(m->core, v);
  int inside = encode(m, place, v, a);
  query_cnf(m, place->polarity == UPPER_TRUE ? inside : -inside, part);
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) gather_bound(m, path->nodes[k].left, place->polarity);
}
