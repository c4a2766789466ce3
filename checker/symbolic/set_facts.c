/* The facts of one node whose set a fixpoint found: docs/certificates.md, sections 3 and 4. */
#include "checker/symbolic/fixpoint_sets.h"

/* Further turns would come to the same end, also if it came beyond that of a turn. */
static void give_up(struct ctl_fixpoints *f) {
  f->s->stopped = true;
  f->over = true;
}

lit fixpoints_predicate(struct ctl_fixpoints *f, bdd set, bdd care) {
  bdd small = symbolic_restrict(f->s, set, care);
  lit p = fixpoints_stopped(f) ? AIG_FALSE : symbolic_to_lit(f->s, small);
  bdd_deref(f->s->m, small);
  if (f->system->aig->num_nodes > f->s->m->tuning->bdd_gates) give_up(f);
  return p;
}

/* A path's input values: as literals into *inputs, as a cube into the returned edge. */
static bdd input_cube(struct ctl_fixpoints *f, const uint8_t *value, struct lits *inputs) {
  struct symbolic *s = f->s;
  bdd cube = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < f->system->num_inputs; k++) {
    uint8_t x = symbolic_input_value(s, k, value);
    if (x == 2) continue;
    lits_push(inputs, f->system->inputs[k] ^ (x ? 0u : 1u));
    symbolic_set(s, &cube, symbolic_and(s, cube, symbolic_input(s, k) ^ (x ? 0u : 1u)));
  }
  return cube;
}

/* Guarded choices that take every state of `states` into the target: step is C & target(N). The
 * guards may hold elsewhere, where the step works too; `inside` is conjoined to them, `care` is
 * where they matter. */
static void cover(struct ctl_fixpoints *f, bdd states, bdd step, bdd inside, bdd care,
                  struct choices *list) {
  struct symbolic *s = f->s;
  uint8_t *value = memory_alloc(s->m->num_vars + (size_t)1, 1);
  struct lits inputs = {0};
  bdd rest = bdd_ref(s->m, states);
  while (rest != BDD_FALSE && !fixpoints_stopped(f)) {
    bdd possible = symbolic_and(s, rest, step);
    if (fixpoints_stopped(f) || !bdd_path(s->m, possible, value)) s->stopped = true;
    bdd_deref(s->m, possible);
    if (fixpoints_stopped(f)) break;
    lits_clear(&inputs);
    bdd cube = input_cube(f, value, &inputs);
    bdd guard = bdd_not(symbolic_and_exists(s, bdd_not(step), cube, s->inputs));
    bdd within = symbolic_and(s, guard, inside);
    symbolic_set(s, &rest, symbolic_minus(s, rest, guard));
    choices_add(list, fixpoints_predicate(f, within, care), inputs.at, inputs.size);
    bdd_deref(s->m, cube);
    bdd_deref(s->m, guard);
    bdd_deref(s->m, within);
    if (++f->entries > s->m->tuning->bdd_entries) give_up(f);
  }
  bdd_deref(s->m, rest);
  lits_free(&inputs);
  free(value);
}

/* A ranked list for growing sets E_0, E_1, ..: each layer steps into the set before it (intersected
 * with `target_in`). */
static void rank_rings(struct ctl_fixpoints *f, const struct bdd_vector *rings, bdd inside,
                       bdd target_in, struct choices *list) {
  struct symbolic *s = f->s;
  for (size_t k = 1; k < rings->size && !fixpoints_stopped(f); k++) {
    bdd layer = symbolic_minus(s, rings->at[k], rings->at[k - 1]);
    bdd target = symbolic_and(s, rings->at[k - 1], target_in);
    bdd step = symbolic_step_into(s, target);
    bdd care = symbolic_minus(s, f->reachable, rings->at[k - 1]);
    cover(f, layer, step, inside, care, list);
    bdd_deref(s->m, layer);
    bdd_deref(s->m, target);
    bdd_deref(s->m, step);
    bdd_deref(s->m, care);
  }
}

static lit list_union(struct ctl_fixpoints *f, lit base, const struct choices *list) {
  for (size_t k = 0; k < list->size; k++) base = aig_or(f->system->aig, base, list->at[k].guard);
  return base;
}

void fixpoints_lower_ex(struct ctl_fixpoints *f, uint32_t v, struct fact *fact) {
  bdd step = symbolic_step_into(f->s, f->lower[f->core->nodes[v].left]);
  cover(f, f->lower[v], step, BDD_TRUE, f->lower[v], &fact->ranks);
  bdd_deref(f->s->m, step);
  fact->predicate = fixpoints_predicate(f, f->lower[v], f->reachable);
}

void fixpoints_lower_eu(struct ctl_fixpoints *f, uint32_t v, struct fact *fact) {
  const struct core_node *node = &f->core->nodes[v];
  rank_rings(f, &f->rings[v], f->lower[node->left], BDD_TRUE, &fact->ranks);
  fact->predicate =
      list_union(f, fixpoints_predicate(f, f->lower[node->right], f->reachable), &fact->ranks);
}

/* The whole set is a region: choices that stay in it, and for every B_j a list that leads there. */
void fixpoints_lower_eg(struct ctl_fixpoints *f, uint32_t v, struct fact *fact) {
  struct symbolic *s = f->s;
  bdd inside = f->lower[v];
  struct region *region = &fact->region;
  fact->has_region = true;
  region->inside = fact->predicate = fixpoints_predicate(f, inside, f->reachable);
  bdd step = symbolic_step_into(s, inside);
  cover(f, inside, step, BDD_TRUE, inside, &region->choices);
  bdd_deref(s->m, step);
  region->num_covers = f->system->num_fairness;
  region->covers = memory_zeroed(region->num_covers, sizeof *region->covers);
  for (size_t j = 0; j < s->num_fairness && !fixpoints_stopped(f); j++) {
    struct bdd_vector rings = {0};
    bdd goal = symbolic_and(s, inside, s->fairness[j]);
    bdd all = fixpoints_until(f, inside, goal, &rings);
    rank_rings(f, &rings, BDD_TRUE, inside, &region->covers[j]);
    for (size_t k = 0; k < rings.size; k++) bdd_deref(s->m, rings.at[k]);
    bdd_deref(s->m, goal);
    bdd_deref(s->m, all);
    bdd_vector_free(&rings);
  }
}

/* One block: everything outside the set, emptied in the order in which the fixpoint dropped it. A
 * step says what it says about the states that are left; those dropped before it do not matter. */
void fixpoints_upper_eg(struct ctl_fixpoints *f, uint32_t v, struct fact *fact) {
  struct symbolic *s = f->s;
  bdd u = f->upper[f->core->nodes[v].left];
  bdd left = symbolic_minus(s, u, f->upper[v]);
  if (left != BDD_FALSE && !fixpoints_stopped(f)) {
    struct block *block = fact_block(fact, lit_not(fixpoints_predicate(f, f->upper[v], u)));
    for (size_t k = 0; k < f->chains[v].size && !fixpoints_stopped(f); k++) {
      const struct narrowing *n = &f->chains[v].at[k];
      lit p = fixpoints_predicate(f, n->set, left);
      if (n->kind == CHAIN_SIDE) block_step(block, CHAIN_WALL, p, NULL, 0);
      block_step(block, n->kind, p, &n->fair, n->kind == CHAIN_SIDE ? 1 : 0);
      symbolic_set(s, &left, symbolic_minus(s, left, n->set));
    }
  }
  bdd_deref(s->m, left);
}
