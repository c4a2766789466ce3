/* Sets of states by fixpoints, relative to the reachable states. */
#include "checker/symbolic/fixpoint_sets.h"
#include "checker/symbolic/search.h"

struct ctl_fixpoints *fixpoints_new(struct system *system, const struct core_formula *core) {
  struct ctl_fixpoints *f = memory_zeroed(1, sizeof *f);
  size_t n = core->num_nodes;
  f->core = core;
  f->system = system;
  f->upper = memory_zeroed(n, sizeof *f->upper);
  f->lower = memory_zeroed(n, sizeof *f->lower);
  f->rings = memory_zeroed(n, sizeof *f->rings);
  f->chains = memory_zeroed(n, sizeof *f->chains);
  f->paths = memory_zeroed(core->num_paths, sizeof(struct path_fixpoint *));
  f->need = memory_zeroed(n, 1);
  return f;
}

void fixpoints_free(struct ctl_fixpoints *f) {
  if (f->s) symbolic_free(f->s);
  for (size_t v = 0; v < f->core->num_nodes; v++) {
    bdd_vector_free(&f->rings[v]);
    free(f->chains[v].at);
  }
  free(f->upper);
  free(f->lower);
  free(f->rings);
  free(f->chains);
  free(f->paths);
  free(f->need);
  free(f);
}

bdd fixpoints_before(struct ctl_fixpoints *f, bdd set) {
  return symbolic_pre_within(f->s, set, f->reachable);
}

bdd fixpoints_until(struct ctl_fixpoints *f, bdd u, bdd w, struct bdd_vector *rings) {
  return symbolic_until(f->s, u, w, f->reachable, rings);
}

static void narrow(struct ctl_fixpoints *f, uint32_t v, enum chain_kind kind, bdd set,
                   uint32_t fair) {
  struct narrowings *n = &f->chains[v];
  n->at = memory_room(n->at, n->size, &n->capacity, sizeof *n->at);
  n->at[n->size++] = (struct narrowing){.kind = kind, .set = bdd_ref(f->s->m, set), .fair = fair};
}

/* States of z without a successor in z leave it, until there is none. */
static void drop_dead(struct ctl_fixpoints *f, uint32_t v, bdd *z) {
  struct symbolic *s = f->s;
  for (bool changed = true; changed && !fixpoints_stopped(f);) {
    bdd before = fixpoints_before(f, *z);
    bdd dead = symbolic_minus(s, *z, before);
    changed = dead != BDD_FALSE && !fixpoints_stopped(f);
    if (changed) {
      narrow(f, v, CHAIN_DEAD, dead, 0);
      symbolic_set(s, z, symbolic_minus(s, *z, dead));
    }
    bdd_deref(s->m, before);
    bdd_deref(s->m, dead);
  }
}

/* States of z that cannot reach B_j inside z and go on from there: a wall that no step leaves, with
 * an unfair side. (Looking one step beyond B_j makes "dead" steps unnecessary: on abqueues2 a chain
 * has 96 steps instead of 264.) */
static void drop_unfair(struct ctl_fixpoints *f, uint32_t v, bdd *z, uint32_t j) {
  struct symbolic *s = f->s;
  bdd before = fixpoints_before(f, *z), goal = symbolic_and(s, *z, s->fairness[j]);
  symbolic_set(s, &goal, symbolic_and(s, goal, before));
  bdd able = fixpoints_until(f, *z, goal, NULL);
  bdd unable = symbolic_minus(s, *z, able);
  if (unable != BDD_FALSE && !fixpoints_stopped(f)) {
    narrow(f, v, CHAIN_SIDE, unable, j);
    symbolic_set(s, z, bdd_ref(s->m, able));
  }
  bdd_deref(s->m, before);
  bdd_deref(s->m, goal);
  bdd_deref(s->m, able);
  bdd_deref(s->m, unable);
}

bdd fixpoints_globally(struct ctl_fixpoints *f, uint32_t v, bdd u) {
  struct symbolic *s = f->s;
  bdd z = bdd_ref(s->m, u), old = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < f->chains[v].size; k++)
    symbolic_set(s, &z, symbolic_minus(s, z, f->chains[v].at[k].set));
  do {
    symbolic_set(s, &old, bdd_ref(s->m, z));
    for (uint32_t j = 0; j < s->num_fairness && !fixpoints_stopped(f); j++)
      drop_unfair(f, v, &z, j);
    if (!fixpoints_stopped(f) && !s->num_fairness) drop_dead(f, v, &z);
  } while (z != old && !fixpoints_stopped(f));
  bdd_deref(s->m, old);
  return z;
}
