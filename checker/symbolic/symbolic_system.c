#include "checker/symbolic/symbolic_system.h"

#include "checker/symbolic/order.h"

#include <assert.h>

/* --- variables -------------------------------------------------------------------------------- */

/* A state and its next value are neighbours that sifting does not part. */
static void order_variables(struct symbolic *s, const uint8_t *kept, const struct lits *roots) {
  size_t n = s->system->num_states;
  struct lits order = {0};
  order_leaves(s->system, kept, roots, s->m->tuning, &order);
  for (size_t k = 0; k < order.size; k++) {
    size_t leaf = order.at[k];
    if (leaf >= n) {
      s->input_var[leaf - n] = bdd_var(s->m, false);
    } else {
      s->state_var[leaf] = bdd_var(s->m, false);
      s->next_var[leaf] = bdd_var(s->m, true);
    }
  }
  lits_free(&order);
}

/* The states that the roots and the constraint depend on, now or later. */
static uint8_t *cone_of_influence(const struct system *system, const lit *roots, size_t n) {
  uint8_t *kept = memory_zeroed(system->num_states + 1, 1);
  struct lits work = {0}, cone = {0};
  lits_append(&work, roots, n);
  lits_push(&work, system->constraint);
  while (work.size) {
    lit root = lits_pop(&work);
    lits_clear(&cone);
    aig_cone(system->aig, &root, 1, &cone);
    for (size_t i = 0; i < cone.size; i++) {
      const struct aig_node *node = &system->aig->nodes[cone.at[i]];
      if (node->kind != AIG_STATE || kept[node->left]) continue;
      kept[node->left] = 1;
      lits_push(&work, system->next[node->left]);
    }
  }
  lits_free(&work);
  lits_free(&cone);
  return kept;
}

static bool has_state(const struct symbolic *s, size_t k) { return s->state_var[k] != UINT32_MAX; }

static void make_variables(struct symbolic *s, const uint8_t *kept, const struct lits *roots) {
  size_t states = s->system->num_states, inputs = s->system->num_inputs;
  s->state_var = memory_alloc(states + 1, sizeof *s->state_var);
  s->next_var = memory_alloc(states + 1, sizeof *s->next_var);
  s->input_var = memory_alloc(inputs + 1, sizeof *s->input_var);
  for (size_t k = 0; k < states; k++) s->state_var[k] = s->next_var[k] = UINT32_MAX;
  for (size_t k = 0; k < inputs; k++) s->input_var[k] = UINT32_MAX;
  order_variables(s, kept, roots);
  s->prime = memory_alloc(s->m->num_vars + (size_t)1, sizeof *s->prime);
  s->unprime = memory_alloc(s->m->num_vars + (size_t)1, sizeof *s->unprime);
  for (uint32_t v = 0; v < s->m->num_vars; v++) s->prime[v] = s->unprime[v] = v;
  for (size_t k = 0; k < states; k++) {
    if (!has_state(s, k)) continue;
    s->prime[s->state_var[k]] = s->next_var[k];
    s->unprime[s->next_var[k]] = s->state_var[k];
  }
  s->inputs = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < inputs; k++)
    if (s->input_var[k] != UINT32_MAX)
      symbolic_set(s, &s->inputs, symbolic_and(s, s->inputs, bdd_literal(s->m, s->input_var[k])));
}

/* --- from and to the graph -------------------------------------------------------------------- */

static bdd leaf(struct symbolic *s, const struct aig_node *node) {
  if (node->kind == AIG_STATE) return bdd_literal(s->m, s->state_var[node->left]);
  return bdd_literal(s->m, s->input_var[node->left]);
}

/* All roots at once, so that shared parts are built once; out[k] is referenced. */
static void build(struct symbolic *s, const lit *roots, size_t n, bdd *out) {
  const struct aig *aig = s->system->aig;
  struct lits cone = {0};
  aig_cone(aig, roots, n, &cone);
  uint32_t last = 0;
  for (size_t k = 0; k < cone.size; k++)
    if (cone.at[k] > last) last = cone.at[k];
  bdd *image = memory_zeroed((size_t)last + 1, sizeof *image);
  bdd_ref(s->m, BDD_FALSE);
  size_t built = 0;
  for (; built < cone.size && !s->stopped; built++) {
    const struct aig_node *node = &aig->nodes[cone.at[built]];
    if (node->kind != AIG_GATE)
      image[cone.at[built]] = bdd_ref(s->m, leaf(s, node));
    else
      image[cone.at[built]] = symbolic_and(s, image[lit_node(node->left)] ^ (node->left & 1),
                                           image[lit_node(node->right)] ^ (node->right & 1));
  }
  for (size_t k = 0; k < n; k++)
    out[k] = bdd_ref(s->m, s->stopped ? BDD_FALSE : image[lit_node(roots[k])] ^ (roots[k] & 1));
  for (size_t k = 0; k < built; k++) bdd_deref(s->m, image[cone.at[k]]);
  bdd_deref(s->m, BDD_FALSE);
  free(image);
  lits_free(&cone);
}

bdd symbolic_of_lit(struct symbolic *s, lit a) {
  bdd f;
  build(s, &a, 1, &f);
  return f;
}

lit symbolic_to_lit(struct symbolic *s, bdd f) {
  struct aig *aig = s->system->aig;
  struct bdd_vector list = {0};
  lit *state_of = memory_zeroed(s->m->num_vars + (size_t)1, sizeof *state_of);
  for (size_t k = 0; k < s->system->num_states; k++)
    if (has_state(s, k)) state_of[s->state_var[k]] = s->system->states[k];
  lit *image = memory_alloc(s->m->num_nodes, sizeof *image);
  image[0] = AIG_FALSE;
  bdd_list(s->m, f, &list);
  for (size_t k = 0; k < list.size; k++) {
    const struct bdd_node *n = &s->m->nodes[list.at[k] >> 1];
    assert(state_of[n->var]);
    image[list.at[k] >> 1] = aig_ite(aig, state_of[n->var], image[n->high >> 1] ^ (n->high & 1),
                                     image[n->low >> 1] ^ (n->low & 1));
  }
  lit result = image[f >> 1] ^ (f & 1);
  free(image);
  free(state_of);
  bdd_vector_free(&list);
  return result;
}

/* --- the transition relation ------------------------------------------------------------------ */

/* Takes over the reference. */
static void add_part(struct symbolic *s, bdd part) {
  s->parts = memory_one_more(s->parts, s->num_parts, sizeof *s->parts);
  s->parts[s->num_parts++] = part;
}

/* x'_k <-> f_k. Takes over the reference of the function. */
static void add_relation(struct symbolic *s, size_t k, bdd function) {
  bdd literal = bdd_ref(s->m, bdd_literal(s->m, s->next_var[k]));
  bdd both = symbolic_and(s, literal, function);
  bdd none = symbolic_and(s, bdd_not(literal), bdd_not(function));
  add_part(s, symbolic_or(s, both, none));
  bdd_deref(s->m, literal);
  bdd_deref(s->m, both);
  bdd_deref(s->m, none);
  bdd_deref(s->m, function);
}

static void make_relation(struct symbolic *s) {
  const struct system *system = s->system;
  size_t n = system->num_states;
  lit *roots = memory_alloc(n + 1, sizeof *roots);
  bdd *functions = memory_alloc(n + 1, sizeof *functions);
  for (size_t k = 0; k < n; k++) roots[k] = has_state(s, k) ? system->next[k] : AIG_FALSE;
  roots[n] = system->constraint;
  build(s, roots, n + 1, functions);
  s->constraint = functions[n];
  if (system->constraint != AIG_TRUE && !s->stopped) add_part(s, bdd_ref(s->m, s->constraint));
  for (size_t k = 0; k < n && !s->stopped; k++)
    if (has_state(s, k)) add_relation(s, k, functions[k]);
  free(roots);
  free(functions);
}

static void make_init(struct symbolic *s) {
  s->init = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < s->system->num_states; k++) {
    if (!has_state(s, k) || s->system->reset[k] == RESET_FREE) continue;
    bdd literal = bdd_literal(s->m, s->state_var[k]);
    symbolic_set(s, &s->init,
                 symbolic_and(s, s->init, s->system->reset[k] ? literal : bdd_not(literal)));
  }
}

struct symbolic *symbolic_new(struct system *system, const lit *roots, size_t n, bool fair,
                              const struct effort *effort) {
  size_t most = tuning_of(effort)->bdd_variables; /* recursion is three times as deep at most */
  if (system->num_states > most || system->num_inputs > most) return NULL;
  struct symbolic *s = memory_zeroed(1, sizeof *s);
  struct lits all = {0};
  lits_append(&all, roots, n);
  if (fair) lits_append(&all, system->fairness, system->num_fairness);
  uint8_t *kept = cone_of_influence(system, all.at, all.size);
  s->system = system;
  s->m = bdds_new(effort);
  make_variables(s, kept, &all);
  make_relation(s);
  make_init(s);
  s->num_fairness = fair ? system->num_fairness : 0;
  s->fairness = memory_zeroed(system->num_fairness + 1, sizeof *s->fairness);
  build(s, system->fairness, s->num_fairness, s->fairness);
  free(kept);
  lits_free(&all);
  if (!s->stopped) return s;
  symbolic_free(s);
  return NULL;
}

void symbolic_free(struct symbolic *s) {
  if (!s) return;
  bdds_free(s->m);
  free(s->state_var);
  free(s->next_var);
  free(s->input_var);
  free(s->prime);
  free(s->unprime);
  free(s->parts);
  schedule_free(&s->image);
  schedule_free(&s->pre);
  schedule_free(&s->step);
  free(s->fairness);
  free(s);
}

/* --- images ----------------------------------------------------------------------------------- */

static bdd rename_ref(struct symbolic *s, bdd f, const uint32_t *to) {
  s->m->limit = s->m->tuning->bdd_hard_limit;
  bdd r = s->stopped ? BDD_FALSE : bdd_rename(s->m, f, to);
  if (s->m->failed) s->stopped = true;
  s->m->failed = false;
  return bdd_ref(s->m, s->stopped ? BDD_FALSE : r);
}

enum { STATES = 1, NEXT = 2, INPUTS = 4 };

/* Marks variables, as wanted. */
static uint8_t *mark_variables(const struct symbolic *s, int kinds) {
  uint8_t *marks = memory_zeroed(s->m->num_vars + (size_t)1, 1);
  for (size_t k = 0; k < s->system->num_states; k++) {
    if (!has_state(s, k)) continue;
    if (kinds & STATES) marks[s->state_var[k]] = 1;
    if (kinds & NEXT) marks[s->next_var[k]] = 1;
  }
  for (size_t k = 0; k < s->system->num_inputs; k++)
    if ((kinds & INPUTS) && s->input_var[k] != UINT32_MAX) marks[s->input_var[k]] = 1;
  return marks;
}

/* The product of a set with the transition relation, without the variables of these kinds. */
static bdd product(struct symbolic *s, struct schedule *schedule, int kinds, bdd set) {
  if (!schedule->made && !s->stopped) {
    uint8_t *quantified = mark_variables(s, kinds), *local = mark_variables(s, kinds & INPUTS);
    schedule_free(schedule);
    schedule_make(schedule, s, s->parts, s->num_parts, quantified, local);
    free(quantified);
    free(local);
  }
  if (s->stopped) return bdd_ref(s->m, BDD_FALSE);
  return schedule_apply(schedule, s, set);
}

bdd symbolic_pre(struct symbolic *s, bdd p) {
  bdd after = rename_ref(s, p, s->prime);
  bdd before = product(s, &s->pre, NEXT | INPUTS, after);
  bdd_deref(s->m, after);
  return before;
}

bdd symbolic_step_into(struct symbolic *s, bdd p) {
  bdd after = rename_ref(s, p, s->prime);
  bdd steps = product(s, &s->step, NEXT, after);
  bdd_deref(s->m, after);
  return steps;
}

bdd symbolic_image(struct symbolic *s, bdd p) {
  bdd image = product(s, &s->image, STATES | INPUTS, p);
  symbolic_set(s, &image, rename_ref(s, image, s->unprime));
  return image;
}
