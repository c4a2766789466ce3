#include "checker/ctl/view.h"

#include <assert.h>

/* The copy's literals of the elementary variable with that number, now and after the step. */
static lit promise(const struct view *v, uint32_t variable) {
  size_t k = variable - v->path->first_variable;
  return v->copy.system->states[v->copy.original->num_states + k];
}
static lit promise_next(const struct view *v, uint32_t variable) {
  size_t k = variable - v->path->first_variable;
  return v->copy.system->inputs[v->copy.original->num_inputs + k];
}

/* U and S: right | (left & beyond).  R and T: right & (left | beyond). */
static lit unfolded(const struct view *v, const struct path_node *node, lit beyond) {
  struct aig *aig = v->copy.system->aig;
  lit left = v->sat[node->left], right = v->sat[node->right];
  if (node->op == PATH_U || node->op == PATH_S)
    return aig_or(aig, right, aig_and(aig, left, beyond));
  return aig_and(aig, right, aig_or(aig, left, beyond));
}

static lit sat_of(struct view *v, size_t k) {
  const struct path_node *node = &v->path->nodes[k];
  switch (node->op) {
  case PATH_LEAF: return extension_lit(&v->copy, v->leaves[k]);
  case PATH_AND: return aig_and(v->copy.system->aig, v->sat[node->left], v->sat[node->right]);
  case PATH_OR: return aig_or(v->copy.system->aig, v->sat[node->left], v->sat[node->right]);
  case PATH_S:
  case PATH_T: return unfolded(v, node, promise(v, node->variable));
  default: return promise(v, node->variable);
  }
}

/* What of the past is promised is true of the state before; where a path begins there is none. */
static void find_sat(struct view *v) {
  for (size_t k = 0; k < v->path->num_nodes; k++) v->sat[k] = sat_of(v, k);
  v->psi = v->sat[v->path->num_nodes - 1];
  for (size_t k = 0; k < v->path->num_nodes; k++) {
    const struct path_node *node = &v->path->nodes[k];
    if (node->op == PATH_Y || node->op == PATH_S)
      v->psi = aig_and(v->copy.system->aig, v->psi, lit_not(promise(v, node->variable)));
  }
}

/* X: e -> n(d), d -> sat(g).  U: e -> sat(h) | (sat(g) & n(e)).  R: e -> sat(h) & (sat(g) | n(e)).
 * Y, Z: n(e) -> sat(g).  S, T: n(e) -> sat of itself. */
static lit kept(const struct view *v, size_t k) {
  const struct path_node *node = &v->path->nodes[k];
  struct aig *aig = v->copy.system->aig;
  lit e = promise(v, node->variable), left = v->sat[node->left];
  lit next = promise_next(v, node->variable);
  switch (node->op) {
  case PATH_X: {
    lit due = promise_next(v, node->variable + 1);
    return aig_and(aig, aig_implies(aig, e, due),
                   aig_implies(aig, promise(v, node->variable + 1), left));
  }
  case PATH_Y:
  case PATH_Z: return aig_implies(aig, next, left);
  case PATH_S:
  case PATH_T: return aig_implies(aig, next, v->sat[k]);
  default: return aig_implies(aig, e, unfolded(v, node, next));
  }
}

/* C & D, and the fairness of each U: !e | sat(h). */
static void demand(struct view *v) {
  struct system *s = v->copy.system;
  struct lits parts = {0};
  s->fairness =
      memory_grow(s->fairness, s->num_fairness + v->path->num_fair + 1, sizeof *s->fairness);
  lits_push(&parts, s->constraint);
  for (size_t k = 0; k < v->path->num_nodes; k++) {
    const struct path_node *node = &v->path->nodes[k];
    if (node->op < PATH_X) continue;
    lits_push(&parts, kept(v, k));
    if (node->op == PATH_U)
      s->fairness[s->num_fairness++] =
          aig_implies(s->aig, promise(v, node->variable), v->sat[node->right]);
  }
  s->constraint = aig_and_all(s->aig, parts.at, parts.size);
  lits_free(&parts);
}

/* leaf[k] for the first n leaves as they are, then where the elementary variables begin. */
static lit *leaf_map(const lit *first, size_t n, const lit *behind, size_t offset, size_t m) {
  lit *map = memory_zeroed(n + offset + m + 1, sizeof *map);
  if (n) memcpy(map, first, n * sizeof *map);
  if (m) memcpy(map + n + offset, behind, m * sizeof *map);
  return map;
}

static void make_maps(struct view *v) {
  const struct system *from = v->copy.original, *to = v->copy.system;
  size_t first = v->path->first_variable, n = v->path->num_variables;
  size_t states = from->num_states, inputs = from->num_inputs;
  v->into_states = leaf_map(to->states, states, to->states + states, first, n);
  v->into_inputs = leaf_map(to->inputs, inputs, to->inputs + inputs, first, n);
  v->back_states = leaf_map(from->states, states, from->elementary + first, 0, n);
  v->back_inputs = leaf_map(from->inputs, inputs, from->elementary_next + first, 0, n);
  substitution_init(&v->into, from->aig, to->aig, v->into_states, v->into_inputs);
  substitution_init(&v->back, to->aig, from->aig, v->back_states, v->back_inputs);
}

struct view *view_new(const struct system *system, const struct path_formula *path,
                      const lit *leaves) {
  struct view *v = memory_zeroed(1, sizeof *v);
  size_t n = path->num_variables;
  v->path = path;
  v->leaves = memory_alloc(path->num_nodes, sizeof *v->leaves);
  memcpy(v->leaves, leaves, path->num_nodes * sizeof *v->leaves);
  v->sat = memory_zeroed(path->num_nodes, sizeof *v->sat);
  extension_init(&v->copy, system, n, n);
  for (size_t k = 0; k < n; k++) {
    struct system *s = v->copy.system;
    s->reset[system->num_states + k] = RESET_FREE;
    s->next[system->num_states + k] = s->inputs[system->num_inputs + k];
  }
  find_sat(v);
  demand(v);
  make_maps(v);
  assert(system_well_formed(v->copy.system));
  return v;
}

void view_begin(struct view *v) {
  struct system *s = v->copy.system;
  s->barred = lit_not(v->psi);
  s->init = aig_and(s->aig, s->init, v->psi);
}

void view_free(struct view *v) {
  if (!v) return;
  substitution_free(&v->into);
  substitution_free(&v->back);
  free(v->into_states);
  free(v->into_inputs);
  free(v->back_states);
  free(v->back_inputs);
  free(v->leaves);
  free(v->sat);
  extension_free(&v->copy);
  free(v);
}

lit view_into(struct view *v, lit a) { return substitution_apply(&v->into, a); }
lit view_back(struct view *v, lit a) { return substitution_apply(&v->back, a); }

/* The number that certificates have for a fairness of the copy. */
static void number_fairness(const struct view *v, struct lits *fair) {
  for (size_t k = 0; k < fair->size; k++)
    if (fair->at[k] >= v->copy.original->num_fairness) fair->at[k] += (uint32_t)v->path->first_fair;
}

/* What is saved, and the flags, with the fairness numbers of certificates: those of other views
 * before this one are never raised. */
static void memory_back(struct view *v, const struct block *from, struct block *to) {
  const struct system *own = v->copy.original;
  lits_clear(&to->raised_by);
  for (size_t k = 0; k < from->saved.size; k++) to->saved.at[k] = view_back(v, from->saved.at[k]);
  for (size_t j = 0; j < from->raised_by.size; j++) {
    for (size_t k = 0; j == own->num_fairness && k < v->path->first_fair; k++)
      lits_push(&to->raised_by, AIG_FALSE);
    lits_push(&to->raised_by, view_back(v, from->raised_by.at[j]));
  }
}

/* The relation of a loop: literals of saved values and of the flags of the system stay. */
static void relation_back(struct view *v, const struct block *from, struct block *to) {
  uint32_t own_flags = loop_flag(from, (uint32_t)v->copy.original->num_fairness);
  uint32_t now = loop_now(from, 0);
  for (size_t k = 0; k < from->relation.size; k++) {
    uint32_t a = from->relation.at[k];
    if (a == LOOP_END || a < own_flags) continue;
    to->relation.at[k] =
        a < now ? a + 2 * (uint32_t)v->path->first_fair : loop_now(to, view_back(v, a - now));
  }
}

void view_block_back(struct view *v, const struct block *from, struct block *to) {
  block_copy(to, from);
  memory_back(v, from, to);
  relation_back(v, from, to);
  to->closed = view_back(v, to->closed);
  for (size_t k = 0; k < to->num_steps; k++) {
    to->steps[k].predicate = view_back(v, to->steps[k].predicate);
    number_fairness(v, &to->steps[k].fair);
  }
  number_fairness(v, &to->end_fair);
}

static lit map_back(void *context, lit a) { return view_back(context, a); }

void view_choices_back(struct view *v, const struct choices *from, struct choices *to) {
  for (size_t k = 0; k < from->size; k++) choices_add_mapped(to, &from->at[k], map_back, v);
}

void view_region_back(struct view *v, const struct region *from, struct region *to) {
  *to = (struct region){.inside = view_back(v, from->inside), .num_covers = from->num_covers};
  view_choices_back(v, &from->choices, &to->choices);
  to->covers = memory_zeroed(to->num_covers, sizeof *to->covers);
  for (size_t j = 0; j < to->num_covers; j++)
    view_choices_back(v, &from->covers[j], &to->covers[j]);
}
