#include "checker/symbolic/ctl_fixpoints.h"
#include "checker/symbolic/invariant.h"
#include "checker/symbolic/search.h"
#include "checker/symbolic/violations.h"

enum { NEED_UPPER = 1, NEED_LOWER = 2 };

/* How an EG set was narrowed down: a step of a wall chain. */
struct narrowing {
  enum chain_kind kind; /* CHAIN_DEAD, or CHAIN_SIDE for a wall with an unfair side */
  bdd set;
  uint32_t fair;
};

struct narrowings {
  struct narrowing *at;
  size_t size, capacity;
};

struct ctl_fixpoints {
  struct symbolic *s; /* NULL: not built yet */
  const struct core_formula *core;
  struct system *system;
  bool exact;               /* fairness is taken into account, so that upper and lower sets agree */
  bool over;                /* more work would not help */
  bdd all, frontier;        /* of the search for R */
  bool complete;            /* all is R */
  bool hopeless;            /* R does not fit */
  bdd reachable;            /* R, or every state as long as R is not known */
  uint32_t next;            /* nodes from here on have their sets */
  bdd *upper, *lower;       /* per node: R-states that may satisfy it, R-states that do */
  struct bdd_vector *rings; /* EU nodes: E_0, E_1, .. */
  struct narrowings *chains; /* EG nodes */
  uint8_t *need;
  size_t entries;
};

static bool stopped(const struct ctl_fixpoints *f) { return f->s->stopped; }

/* --- sets ------------------------------------------------------------------------------------- */

static bdd before_set(struct ctl_fixpoints *f, bdd set) {
  return symbolic_pre_within(f->s, set, f->reachable);
}

static bdd until(struct ctl_fixpoints *f, bdd u, bdd w, struct bdd_vector *rings) {
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
  for (bool changed = true; changed && !stopped(f);) {
    bdd before = before_set(f, *z);
    bdd dead = symbolic_minus(s, *z, before);
    changed = dead != BDD_FALSE && !stopped(f);
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
  bdd before = before_set(f, *z), goal = symbolic_and(s, *z, s->fairness[j]);
  symbolic_set(s, &goal, symbolic_and(s, goal, before));
  bdd able = until(f, *z, goal, NULL);
  bdd unable = symbolic_minus(s, *z, able);
  if (unable != BDD_FALSE && !stopped(f)) {
    narrow(f, v, CHAIN_SIDE, unable, j);
    symbolic_set(s, z, bdd_ref(s->m, able));
  }
  bdd_deref(s->m, before);
  bdd_deref(s->m, goal);
  bdd_deref(s->m, able);
  bdd_deref(s->m, unable);
}

/* Emerson and Lei. What was dropped before the search was stopped stays dropped. */
static bdd globally(struct ctl_fixpoints *f, uint32_t v, bdd u) {
  struct symbolic *s = f->s;
  bdd z = bdd_ref(s->m, u), old = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < f->chains[v].size; k++)
    symbolic_set(s, &z, symbolic_minus(s, z, f->chains[v].at[k].set));
  do {
    symbolic_set(s, &old, bdd_ref(s->m, z));
    for (uint32_t j = 0; j < s->num_fairness && !stopped(f); j++) drop_unfair(f, v, &z, j);
    if (!stopped(f) && !s->num_fairness) drop_dead(f, v, &z);
  } while (z != old && !stopped(f));
  bdd_deref(s->m, old);
  return z;
}

/* One bound of a node from those of its children. */
static bdd compute_bound(struct ctl_fixpoints *f, uint32_t v, const bdd *same, const bdd *opposite,
                         bool upper) {
  struct symbolic *s = f->s;
  const struct core_node *node = &f->core->nodes[v];
  bdd l = same[node->left], r = same[node->right], set, before;
  switch (node->op) {
  case CORE_ATOM:
    set = symbolic_of_lit(s, system_lit(f->system, node->lit));
    symbolic_set(s, &set, symbolic_and(s, set, f->reachable));
    return set;
  case CORE_NOT: return symbolic_minus(s, f->reachable, opposite[node->left]);
  case CORE_AND: return symbolic_and(s, l, r);
  case CORE_OR: return symbolic_or(s, l, r);
  case CORE_EX:
    before = before_set(f, l);
    set = symbolic_and(s, before, f->reachable);
    bdd_deref(s->m, before);
    return set;
  case CORE_EU: return until(f, l, r, upper ? NULL : &f->rings[v]);
  case CORE_EG: return upper || f->exact ? globally(f, v, l) : bdd_ref(s->m, BDD_FALSE);
  case CORE_E: break; /* decide_ctl does not ask */
  }
  return bdd_ref(s->m, BDD_FALSE);
}

static void compute_sets(struct ctl_fixpoints *f, uint32_t v) {
  const struct core_node *node = &f->core->nodes[v];
  bool same = f->upper[node->left] == f->lower[node->left] &&
              f->upper[node->right] == f->lower[node->right];
  f->lower[v] = compute_bound(f, v, f->lower, f->upper, false);
  if (node->op == CORE_ATOM || (same && (f->exact || node->op != CORE_EG)))
    f->upper[v] = bdd_ref(f->s->m, f->lower[v]);
  else
    f->upper[v] = compute_bound(f, v, f->upper, f->lower, true);
}

/* R by breadth-first images, in at most a part of the work that is granted. */
static void find_reachable(struct ctl_fixpoints *f, const struct effort *effort) {
  struct symbolic *s = f->s;
  struct effort share = effort_of(effort, ticks_left(effort) / s->m->tuning->bdd_reachable_part);
  s->m->effort = &share;
  while (f->frontier != BDD_FALSE && !s->stopped) {
    bdd image = symbolic_image(s, f->frontier);
    bdd fresh = symbolic_minus(s, image, f->all), all = symbolic_or(s, f->all, fresh);
    bdd_deref(s->m, image);
    if (!s->stopped) {
      symbolic_set(s, &f->frontier, bdd_ref(s->m, fresh));
      symbolic_set(s, &f->all, bdd_ref(s->m, all));
    }
    bdd_deref(s->m, fresh);
    bdd_deref(s->m, all);
  }
  f->complete = !s->stopped;
  f->hopeless = s->stopped && !interrupted(&share);
  symbolic_resume(s, effort);
  if (interrupted(effort)) s->stopped = true;
}

/* --- facts ------------------------------------------------------------------------------------ */

/* The predicate of a set, of which only the care states matter. */
static lit predicate(struct ctl_fixpoints *f, bdd set, bdd care) {
  bdd small = symbolic_restrict(f->s, set, care);
  lit p = stopped(f) ? AIG_FALSE : symbolic_to_lit(f->s, small);
  bdd_deref(f->s->m, small);
  if (f->system->aig->num_nodes > f->s->m->tuning->bdd_gates) f->s->stopped = true;
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
  while (rest != BDD_FALSE && !stopped(f)) {
    bdd possible = symbolic_and(s, rest, step);
    if (stopped(f) || !bdd_path(s->m, possible, value)) s->stopped = true;
    bdd_deref(s->m, possible);
    if (stopped(f)) break;
    lits_clear(&inputs);
    bdd cube = input_cube(f, value, &inputs);
    bdd guard = bdd_not(symbolic_and_exists(s, bdd_not(step), cube, s->inputs));
    bdd within = symbolic_and(s, guard, inside);
    symbolic_set(s, &rest, symbolic_minus(s, rest, guard));
    choices_add(list, predicate(f, within, care), inputs.at, inputs.size);
    bdd_deref(s->m, cube);
    bdd_deref(s->m, guard);
    bdd_deref(s->m, within);
    if (++f->entries > s->m->tuning->bdd_entries) s->stopped = true;
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
  for (size_t k = 1; k < rings->size && !stopped(f); k++) {
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

static void lower_ex(struct ctl_fixpoints *f, uint32_t v, struct fact *fact) {
  bdd step = symbolic_step_into(f->s, f->lower[f->core->nodes[v].left]);
  cover(f, f->lower[v], step, BDD_TRUE, f->lower[v], &fact->ranks);
  bdd_deref(f->s->m, step);
  fact->predicate = predicate(f, f->lower[v], f->reachable);
}

static void lower_eu(struct ctl_fixpoints *f, uint32_t v, struct fact *fact) {
  const struct core_node *node = &f->core->nodes[v];
  rank_rings(f, &f->rings[v], f->lower[node->left], BDD_TRUE, &fact->ranks);
  fact->predicate = list_union(f, predicate(f, f->lower[node->right], f->reachable), &fact->ranks);
}

/* The whole set is a region: choices that stay in it, and for every B_j a list that leads there. */
static void lower_eg(struct ctl_fixpoints *f, uint32_t v, struct fact *fact) {
  struct symbolic *s = f->s;
  bdd inside = f->lower[v];
  struct region *region = &fact->region;
  fact->has_region = true;
  region->inside = fact->predicate = predicate(f, inside, f->reachable);
  bdd step = symbolic_step_into(s, inside);
  cover(f, inside, step, BDD_TRUE, inside, &region->choices);
  bdd_deref(s->m, step);
  region->num_covers = f->system->num_fairness;
  region->covers = memory_zeroed(region->num_covers, sizeof *region->covers);
  for (size_t j = 0; j < s->num_fairness && !stopped(f); j++) {
    struct bdd_vector rings = {0};
    bdd goal = symbolic_and(s, inside, s->fairness[j]);
    bdd all = until(f, inside, goal, &rings);
    rank_rings(f, &rings, BDD_TRUE, inside, &region->covers[j]);
    for (size_t k = 0; k < rings.size; k++) bdd_deref(s->m, rings.at[k]);
    bdd_deref(s->m, goal);
    bdd_deref(s->m, all);
    bdd_vector_free(&rings);
  }
}

/* One block: everything outside the set, emptied in the order in which the fixpoint dropped it. A
 * step says what it says about the states that are left; those dropped before it do not matter. */
static void upper_eg(struct ctl_fixpoints *f, uint32_t v, struct fact *fact) {
  struct symbolic *s = f->s;
  bdd u = f->upper[f->core->nodes[v].left];
  bdd left = symbolic_minus(s, u, f->upper[v]);
  if (left != BDD_FALSE && !stopped(f)) {
    struct block *block = fact_block(fact, lit_not(predicate(f, f->upper[v], u)));
    for (size_t k = 0; k < f->chains[v].size && !stopped(f); k++) {
      const struct narrowing *n = &f->chains[v].at[k];
      lit p = predicate(f, n->set, left);
      if (n->kind == CHAIN_SIDE) block_step(block, CHAIN_WALL, p, NULL, 0);
      block_step(block, n->kind, p, &n->fair, n->kind == CHAIN_SIDE ? 1 : 0);
      symbolic_set(s, &left, symbolic_minus(s, left, n->set));
    }
  }
  bdd_deref(s->m, left);
}

static void state_facts(struct ctl_fixpoints *f, uint32_t v, struct node_facts *facts) {
  enum core_op op = f->core->nodes[v].op;
  if (op != CORE_EX && op != CORE_EU && op != CORE_EG) return;
  if (f->need[v] & NEED_UPPER) {
    facts->upper.kind = core_upper_fact(op);
    if (op == CORE_EG)
      upper_eg(f, v, &facts->upper);
    else
      facts->upper.predicate = predicate(f, f->upper[v], f->reachable);
  }
  if (!(f->need[v] & NEED_LOWER) || stopped(f) || f->lower[v] == BDD_FALSE) return;
  facts->lower.kind = core_lower_fact(op);
  if (op == CORE_EX) lower_ex(f, v, &facts->lower);
  if (op == CORE_EU) lower_eu(f, v, &facts->lower);
  if (op == CORE_EG) lower_eg(f, v, &facts->lower);
}

/* Which bounds the verdict rests on: negation swaps them, everything else passes them on. */
static void find_needs(struct ctl_fixpoints *f, bool holds) {
  f->need[0] = holds ? NEED_LOWER : NEED_UPPER;
  for (size_t v = 0; v < f->core->num_nodes; v++) {
    const struct core_node *node = &f->core->nodes[v];
    uint8_t need = f->need[v], swapped = (uint8_t)((need & NEED_UPPER ? NEED_LOWER : 0) |
                                                   (need & NEED_LOWER ? NEED_UPPER : 0));
    if (node->op == CORE_ATOM) continue;
    f->need[node->left] |= node->op == CORE_NOT ? swapped : need;
    if (node->op == CORE_AND || node->op == CORE_OR || node->op == CORE_EU)
      f->need[node->right] |= need;
  }
}

/* The facts seldom need all that is known of the reachable states. */
static bool find_clauses(struct ctl_fixpoints *f, lit violated, struct evidence *evidence) {
  const struct effort *effort = f->s->m->effort;
  struct effort patience =
      effort_of(effort, ticks_spent(effort) / f->s->m->tuning->bdd_clauses_part);
  struct clauses clauses = {0};
  bool few = invariant_of_clauses(f->s, f->reachable, violated, &patience, &clauses);
  if (few) evidence->invariant = clauses_predicate(f->system->aig, &clauses);
  clauses_free(&clauses);
  return few;
}

static void shrink_invariant(struct ctl_fixpoints *f, struct evidence *evidence) {
  lit violated = violations_of(f->core, evidence);
  if (violated != LIT_NONE && find_clauses(f, violated, evidence)) return;
  evidence->invariant = invariant_compact(f->s, f->reachable, violated, f->s->m->effort);
}

static void state_evidence(struct ctl_fixpoints *f, struct evidence *evidence, bdd failing) {
  find_needs(f, failing == BDD_FALSE);
  evidence->invariant = predicate(f, f->reachable, BDD_TRUE);
  for (uint32_t v = 0; v < f->core->num_nodes && !stopped(f); v++)
    state_facts(f, v, &evidence->facts[v]);
  if (f->complete && !stopped(f)) shrink_invariant(f, evidence);
  evidence->verdict = failing == BDD_FALSE ? VERDICT_HOLDS : VERDICT_FAILS;
  if (failing == BDD_FALSE || stopped(f)) return;
  uint8_t *value = memory_alloc(f->s->m->num_vars + (size_t)1, 1);
  bdd_path(f->s->m, failing, value);
  evidence->initial = memory_zeroed(f->system->num_states + 1, 1);
  for (size_t k = 0; k < f->system->num_states; k++) {
    uint32_t var = f->s->state_var[k];
    evidence->initial[k] = var == UINT32_MAX ? f->system->reset[k] == 1 : value[var] == 1;
  }
  free(value);
}

/* Replaces the evidence if the bounds of the root decide. */
static enum verdict conclude(struct ctl_fixpoints *f, struct evidence *evidence) {
  bdd failing = symbolic_minus(f->s, f->s->init, f->upper[0]),
      open = symbolic_minus(f->s, f->s->init, f->lower[0]);
  if (stopped(f) || (failing == BDD_FALSE && open != BDD_FALSE)) return VERDICT_UNKNOWN;
  struct evidence fresh;
  evidence_init(&fresh, evidence->kind, f->system, f->core->num_nodes);
  state_evidence(f, &fresh, failing);
  evidence_free(stopped(f) ? &fresh : evidence);
  if (stopped(f)) return VERDICT_UNKNOWN;
  *evidence = fresh;
  return fresh.verdict;
}

/* --- the engine ------------------------------------------------------------------------------- */

static void forget_steps(struct ctl_fixpoints *f, uint32_t v) {
  struct narrowings *chain = &f->chains[v];
  for (size_t k = 0; k < f->rings[v].size; k++) bdd_deref(f->s->m, f->rings[v].at[k]);
  for (size_t k = 0; k < chain->size; k++) bdd_deref(f->s->m, chain->at[k].set);
  f->rings[v].size = 0;
  chain->size = 0;
}

/* Also the steps of the node at hand. */
static void forget_sets(struct ctl_fixpoints *f) {
  if (f->next > 0) forget_steps(f, f->next - 1);
  for (; f->next < f->core->num_nodes; f->next++) {
    bdd_deref(f->s->m, f->upper[f->next]);
    bdd_deref(f->s->m, f->lower[f->next]);
    forget_steps(f, f->next);
  }
}

/* Goes on where it was stopped: at the node at hand, whose rings and narrowings so far it keeps. */
static void compute_all_sets(struct ctl_fixpoints *f) {
  while (f->next > 0 && !stopped(f)) {
    uint32_t v = f->next - 1;
    compute_sets(f, v);
    if (!stopped(f)) {
      f->next = v;
      continue;
    }
    bdd_deref(f->s->m, f->lower[v]);
    bdd_deref(f->s->m, f->upper[v]);
  }
}

/* Without R every state counts: dearer, but sometimes enough. What is found then does not outlive
 * the turn. */
static enum verdict run_stage(struct ctl_fixpoints *f, const struct effort *effort,
                              struct evidence *evidence) {
  if (!f->complete && !f->hopeless) find_reachable(f, effort);
  if (stopped(f)) return VERDICT_UNKNOWN;
  f->reachable = f->complete ? f->all : BDD_TRUE;
  compute_all_sets(f);
  enum verdict verdict = stopped(f) ? VERDICT_UNKNOWN : conclude(f, evidence);
  if (!f->complete) forget_sets(f);
  return verdict;
}

static bool begin_stage(struct ctl_fixpoints *f, const struct effort *effort) {
  struct lits atoms = {0};
  const struct core_formula *core = f->core;
  for (size_t v = 0; v < core->num_nodes; v++)
    if (core->nodes[v].op == CORE_ATOM)
      lits_push(&atoms, system_lit(f->system, core->nodes[v].lit));
  f->s = symbolic_new(f->system, atoms.at, atoms.size, f->exact, effort);
  lits_free(&atoms);
  if (!f->s) return false;
  f->all = bdd_ref(f->s->m, f->s->init);
  f->frontier = bdd_ref(f->s->m, f->s->init);
  f->complete = f->hopeless = false;
  f->next = (uint32_t)core->num_nodes;
  return true;
}

static void end_stage(struct ctl_fixpoints *f) {
  if (!f->s) return;
  forget_sets(f);
  symbolic_free(f->s);
  f->s = NULL;
}

/* Is an EG node under fairness? Then upper bounds without fairness, in the cone of the atoms alone,
 * come first: they are often enough. */
static bool has_fair_cycles(const struct system *system, const struct core_formula *core) {
  bool cycles = false;
  for (size_t v = 0; v < core->num_nodes; v++) cycles = cycles || core->nodes[v].op == CORE_EG;
  return cycles && system->num_fairness > 0;
}

struct ctl_fixpoints *ctl_fixpoints_new(struct system *system, const struct core_formula *core) {
  struct ctl_fixpoints *f = memory_zeroed(1, sizeof *f);
  size_t n = core->num_nodes;
  f->core = core;
  f->system = system;
  f->exact = !has_fair_cycles(system, core);
  f->upper = memory_zeroed(n, sizeof *f->upper);
  f->lower = memory_zeroed(n, sizeof *f->lower);
  f->rings = memory_zeroed(n, sizeof *f->rings);
  f->chains = memory_zeroed(n, sizeof *f->chains);
  f->need = memory_zeroed(n, 1);
  return f;
}

enum verdict ctl_fixpoints_run(struct ctl_fixpoints *f, const struct effort *effort,
                               struct evidence *evidence) {
  enum verdict verdict = VERDICT_UNKNOWN;
  while (verdict == VERDICT_UNKNOWN && !f->over) {
    if (f->s) symbolic_resume(f->s, effort);
    if (f->s || begin_stage(f, effort)) verdict = run_stage(f, effort, evidence);
    if (verdict != VERDICT_UNKNOWN) break;
    bool broken_off = !f->s || stopped(f);
    f->over = broken_off ? !interrupted(effort) : f->exact;
    if (broken_off) break;
    end_stage(f);
    f->exact = true;
  }
  return verdict;
}

bool ctl_fixpoints_over(const struct ctl_fixpoints *f) { return f->over; }

void ctl_fixpoints_free(struct ctl_fixpoints *f) {
  if (!f) return;
  end_stage(f);
  for (size_t v = 0; v < f->core->num_nodes; v++) {
    bdd_vector_free(&f->rings[v]);
    free(f->chains[v].at);
  }
  free(f->upper);
  free(f->lower);
  free(f->rings);
  free(f->chains);
  free(f->need);
  free(f);
}
