#include "checker/symbolic/fixpoint_sets.h"

/* --- nodes ------------------------------------------------------------------------------------ */

/* One bound of a node from those of its children. */
static bdd compute_bound(struct ctl_fixpoints *f, uint32_t v, const bdd *same, const bdd *opposite,
                         bool upper) {
  struct symbolic *s = f->s;
  const struct core_node *node = &f->core->nodes[v];
  bool path = node->op == CORE_E;
  bdd l = path ? BDD_FALSE : same[node->left], r = path ? BDD_FALSE : same[node->right];
  bdd set, before;
  switch (node->op) {
  case CORE_ATOM:
    set = symbolic_of_lit(s, system_lit(f->system, node->lit));
    symbolic_set(s, &set, symbolic_and(s, set, f->reachable));
    return set;
  case CORE_NOT: return symbolic_minus(s, f->reachable, opposite[node->left]);
  case CORE_AND: return symbolic_and(s, l, r);
  case CORE_OR: return symbolic_or(s, l, r);
  case CORE_EX:
    before = fixpoints_before(f, l);
    set = symbolic_and(s, before, f->reachable);
    bdd_deref(s->m, before);
    return set;
  case CORE_EU: return fixpoints_until(f, l, r, upper ? NULL : &f->rings[v]);
  case CORE_EG: return upper || f->exact ? fixpoints_globally(f, v, l) : bdd_ref(s->m, BDD_FALSE);
  case CORE_E: return path_fixpoint_set(f, v);
  }
  return bdd_ref(s->m, BDD_FALSE);
}

static void compute_sets(struct ctl_fixpoints *f, uint32_t v) {
  const struct core_node *node = &f->core->nodes[v];
  bool same = node->op == CORE_E || (f->upper[node->left] == f->lower[node->left] &&
                                     f->upper[node->right] == f->lower[node->right]);
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

/* Replaces the evidence if the bounds of the root decide. */
static enum verdict conclude(struct ctl_fixpoints *f, struct evidence *evidence) {
  bdd failing = symbolic_minus(f->s, f->s->init, f->upper[0]),
      open = symbolic_minus(f->s, f->s->init, f->lower[0]);
  if (fixpoints_stopped(f) || (failing == BDD_FALSE && open != BDD_FALSE)) return VERDICT_UNKNOWN;
  struct evidence fresh;
  evidence_init(&fresh, evidence->kind, f->system, f->core->num_nodes);
  fixpoints_state_evidence(f, &fresh, failing);
  evidence_free(fixpoints_stopped(f) ? &fresh : evidence);
  if (fixpoints_stopped(f)) return VERDICT_UNKNOWN;
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
  if (f->core->nodes[v].op != CORE_E) return;
  struct path_fixpoint **path = &f->paths[f->core->nodes[v].lit];
  path_fixpoint_free(*path);
  *path = NULL;
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

/* The sets of all nodes, as far as the effort goes. Goes on where it was stopped: at the node at
 * hand, whose rings and narrowings so far it keeps. */
static void compute_all(struct ctl_fixpoints *f) {
  while (f->next > 0 && !fixpoints_stopped(f)) {
    uint32_t v = f->next - 1;
    compute_sets(f, v);
    if (!fixpoints_stopped(f)) {
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
  if (fixpoints_stopped(f)) return VERDICT_UNKNOWN;
  f->reachable = f->complete ? f->all : BDD_TRUE;
  compute_all(f);
  enum verdict verdict = fixpoints_stopped(f) ? VERDICT_UNKNOWN : conclude(f, evidence);
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
  if (core->num_paths) return false; /* they need exact sets below them */
  for (size_t v = 0; v < core->num_nodes; v++) cycles = cycles || core->nodes[v].op == CORE_EG;
  return cycles && system->num_fairness > 0;
}

struct ctl_fixpoints *ctl_fixpoints_new(struct system *system, const struct core_formula *core) {
  struct ctl_fixpoints *f = fixpoints_new(system, core);
  f->exact = !has_fair_cycles(system, core);
  return f;
}

enum verdict ctl_fixpoints_run(struct ctl_fixpoints *f, const struct effort *effort,
                               struct evidence *evidence) {
  enum verdict verdict = VERDICT_UNKNOWN;
  while (verdict == VERDICT_UNKNOWN && !f->over) {
    if (f->s) symbolic_resume(f->s, effort);
    if (f->s || begin_stage(f, effort)) verdict = run_stage(f, effort, evidence);
    if (verdict != VERDICT_UNKNOWN) break;
    bool broken_off = !f->s || fixpoints_stopped(f);
    f->over = f->over || (broken_off ? !interrupted(effort) : f->exact);
    if (broken_off) break;
    end_stage(f);
    f->exact = true;
  }
  return verdict;
}

bool ctl_fixpoints_over(const struct ctl_fixpoints *f) { return f->over; }

size_t ctl_fixpoints_nodes(const struct ctl_fixpoints *f) { return f->s ? f->s->m->live : 0; }

void ctl_fixpoints_free(struct ctl_fixpoints *f) {
  if (!f) return;
  end_stage(f);
  fixpoints_free(f);
}
