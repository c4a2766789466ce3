#include "checker/symbolic/symbolic_system.h"

#include "checker/symbolic/order.h"

#include <assert.h>

/* --- variables -------------------------------------------------------------------------------- */

/* The variable of a leaf, as order_leaves numbers them for a system of n states. */
static uint32_t leaf_variable(const struct symbolic *s, size_t leaf, size_t n) {
  size_t states = s->system->num_states, inputs = s->system->num_inputs;
  if (leaf < n) return leaf < states ? s->state_var[leaf] : UINT32_MAX;
  return leaf - n < inputs ? s->input_var[leaf - n] : UINT32_MAX;
}

/* First the leaves that `like` does not have, then the others in its order. */
static void order_like(const struct symbolic *like, size_t num_states, struct lits *order) {
  size_t levels = like->m->num_vars, n = 0;
  lit *at_level = memory_alloc(levels + 1, sizeof *at_level);
  for (size_t k = 0; k < levels; k++) at_level[k] = LIT_NONE;
  for (size_t k = 0; k < order->size; k++) {
    uint32_t var = leaf_variable(like, order->at[k], num_states);
    if (var == UINT32_MAX)
      order->at[n++] = order->at[k];
    else
      at_level[like->m->level_of[var]] = order->at[k];
  }
  for (size_t k = 0; k < levels; k++)
    if (at_level[k] != LIT_NONE) order->at[n++] = at_level[k];
  assert(n == order->size);
  free(at_level);
}

/* A state and its next value are neighbours that sifting does not part. */
static void order_variables(struct symbolic *s, const struct relation *r, const struct lits *roots,
                            const struct symbolic *like) {
  size_t n = s->system->num_states;
  struct lits order = {0};
  order_leaves(r, roots, s->m->tuning, &order);
  if (like) order_like(like, n, &order);
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

static bool has_state(const struct symbolic *s, size_t k) { return s->state_var[k] != UINT32_MAX; }

/* Inputs that are next values have the variables of these. */
static void share_variables(struct symbolic *s, const struct relation *r) {
  for (size_t k = 0; k < s->system->num_inputs; k++) {
    if (r->input_is[k] == NO_STATE) continue;
    s->input_var[k] = s->next_var[r->input_is[k] >> 1];
    s->input_sign[k] = r->input_is[k] & 1;
    s->shared[r->input_is[k] >> 1] = 1;
  }
}

static void make_variables(struct symbolic *s, const struct relation *r, const struct lits *roots,
                           const struct symbolic *like) {
  size_t states = s->system->num_states, inputs = s->system->num_inputs;
  s->state_var = memory_alloc(states + 1, sizeof *s->state_var);
  s->next_var = memory_alloc(states + 1, sizeof *s->next_var);
  s->input_var = memory_alloc(inputs + 1, sizeof *s->input_var);
  s->input_sign = memory_zeroed(inputs + 1, 1);
  s->shared = memory_zeroed(states + 1, 1);
  for (size_t k = 0; k < states; k++) s->state_var[k] = s->next_var[k] = UINT32_MAX;
  for (size_t k = 0; k < inputs; k++) s->input_var[k] = UINT32_MAX;
  order_variables(s, r, roots, like);
  share_variables(s, r);
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
  return symbolic_input(s, node->left);
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

void symbolic_pick(const struct symbolic *s, bdd set, uint8_t *states, uint8_t *inputs) {
  uint8_t *value = memory_alloc(s->m->num_vars + (size_t)1, 1);
  bdd_path(s->m, set, value);
  for (size_t k = 0; k < s->system->num_states; k++)
    states[k] = has_state(s, k) ? value[s->state_var[k]] == 1 : s->system->reset[k] == 1;
  for (size_t k = 0; inputs && k < s->system->num_inputs; k++)
    inputs[k] = symbolic_input_value(s, k, value) == 1;
  free(value);
}

bdd symbolic_cube(struct symbolic *s, const uint8_t *states) {
  bdd cube = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < s->system->num_states; k++) {
    if (!has_state(s, k)) continue;
    bdd literal = bdd_literal(s->m, s->state_var[k]);
    symbolic_set(s, &cube, symbolic_and(s, cube, states[k] ? literal : bdd_not(literal)));
  }
  return cube;
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

/* The parts that the relation names: what steps satisfy, and next values that are forced. */
static void add_conjuncts(struct symbolic *s, const struct relation *r) {
  bdd *conjuncts = memory_alloc(r->conjuncts.size + 1, sizeof *conjuncts);
  build(s, r->conjuncts.at, r->conjuncts.size, conjuncts);
  for (size_t k = 0; k < r->conjuncts.size; k++) add_part(s, conjuncts[k]);
  for (size_t k = 0; k < s->system->num_states; k++) {
    if (!has_state(s, k) || s->shared[k] || r->forced[k] == NEXT_VARIES) continue;
    bdd next = bdd_literal(s->m, s->next_var[k]);
    add_part(s, bdd_ref(s->m, r->forced[k] ? next : bdd_not(next)));
  }
  free(conjuncts);
}

static void make_relation(struct symbolic *s, const struct relation *r) {
  size_t n = s->system->num_states, num = 0;
  lit *roots = memory_alloc(n + 1, sizeof *roots);
  bdd *functions = memory_alloc(n + 1, sizeof *functions);
  for (size_t k = 0; k < n; k++)
    if (relation_has_function(r, k)) roots[num++] = s->system->next[k];
  build(s, roots, num, functions);
  num = 0;
  for (size_t k = 0; k < n && !s->stopped; k++)
    if (relation_has_function(r, k)) add_relation(s, k, functions[num++]);
  free(roots);
  free(functions);
  if (!s->stopped) add_conjuncts(s, r);
}

static bool has_start(const struct system *system, size_t k) {
  return system->start && system->start[k] != LIT_NONE;
}

/* The states with reset functions, and what these depend on, belong to every cone: what they start
 * as cannot be told later. So does what initial states have to satisfy. */
static void add_starts(const struct system *system, struct lits *roots) {
  lits_push(roots, system->barred);
  for (size_t k = 0; k < system->num_states; k++) {
    if (!has_start(system, k)) continue;
    lits_push(roots, system->states[k]);
    lits_push(roots, system->start[k]);
  }
}

static void make_init(struct symbolic *s) {
  const struct system *system = s->system;
  s->init = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < system->num_states; k++) {
    if (!has_state(s, k) || system->reset[k] == RESET_FREE) continue;
    bdd literal = bdd_literal(s->m, s->state_var[k]);
    symbolic_set(s, &s->init,
                 symbolic_and(s, s->init, system->reset[k] ? literal : bdd_not(literal)));
  }
  for (size_t k = 0; k < system->num_states && !s->stopped; k++) {
    if (!has_start(system, k)) continue;
    lit same = lit_not(aig_xor(system->aig, system->states[k], system->start[k]));
    bdd part = symbolic_of_lit(s, same);
    symbolic_set(s, &s->init, symbolic_and(s, s->init, part));
    bdd_deref(s->m, part);
  }
  bdd barred = symbolic_of_lit(s, system->barred);
  symbolic_set(s, &s->init, symbolic_minus(s, s->init, barred));
  bdd_deref(s->m, barred);
}

struct symbolic *symbolic_new(struct system *system, const lit *roots, size_t n, bool fair,
                              const struct effort *effort) {
  return symbolic_new_like(system, roots, n, fair, NULL, effort);
}

struct symbolic *symbolic_new_like(struct system *system, const lit *roots, size_t n, bool fair,
                                   const struct symbolic *like, const struct effort *effort) {
  size_t most = tuning_of(effort)->bdd_variables; /* recursion is three times as deep at most */
  if (system->num_states > most || system->num_inputs > most) return NULL;
  struct symbolic *s = memory_zeroed(1, sizeof *s);
  struct lits all = {0};
  struct relation relation;
  lits_append(&all, roots, n);
  if (fair) lits_append(&all, system->fairness, system->num_fairness);
  add_starts(system, &all);
  relation_init(&relation, system, all.at, all.size, tuning_of(effort));
  s->system = system;
  s->m = bdds_new(effort);
  make_variables(s, &relation, &all, like);
  make_relation(s, &relation);
  make_init(s);
  s->num_fairness = fair ? system->num_fairness : 0;
  s->fairness = memory_zeroed(system->num_fairness + 1, sizeof *s->fairness);
  build(s, system->fairness, s->num_fairness, s->fairness);
  relation_free(&relation);
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
  free(s->input_sign);
  free(s->shared);
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

/* SHARED: next values that are inputs, too. */
enum { STATES = 1, NEXT = 2, INPUTS = 4, SHARED = 8 };

static bool has_own_variable(const struct symbolic *s, size_t input) {
  uint32_t v = s->input_var[input];
  return v != UINT32_MAX && s->unprime[v] == v;
}

/* Marks variables, as wanted. */
static uint8_t *mark_variables(const struct symbolic *s, int kinds) {
  uint8_t *marks = memory_zeroed(s->m->num_vars + (size_t)1, 1);
  for (size_t k = 0; k < s->system->num_states; k++) {
    if (!has_state(s, k)) continue;
    if (kinds & STATES) marks[s->state_var[k]] = 1;
    if (kinds & (s->shared[k] ? SHARED : NEXT)) marks[s->next_var[k]] = 1;
  }
  for (size_t k = 0; k < s->system->num_inputs; k++)
    if ((kinds & INPUTS) && has_own_variable(s, k)) marks[s->input_var[k]] = 1;
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
  bdd before = product(s, &s->pre, NEXT | SHARED | INPUTS, after);
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

/* now & then', without the variables of these kinds, as a product with the relation. */
static bdd between(struct symbolic *s, struct schedule *schedule, int kinds, bdd now, bdd then) {
  bdd both = rename_ref(s, then, s->prime);
  symbolic_set(s, &both, symbolic_and(s, both, now));
  bdd steps = product(s, schedule, kinds, both);
  bdd_deref(s->m, both);
  return steps;
}

bdd symbolic_pre_among(struct symbolic *s, bdd then, bdd now) {
  return between(s, &s->pre, NEXT | SHARED | INPUTS, now, then);
}

bdd symbolic_steps_between(struct symbolic *s, bdd now, bdd then) {
  return between(s, &s->step, NEXT, now, then);
}
