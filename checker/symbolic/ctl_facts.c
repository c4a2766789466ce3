/* Facts of all nodes that a verdict rests on, and the invariant that they need. */
#include "checker/symbolic/fixpoint_sets.h"
#include "checker/symbolic/invariant.h"
#include "checker/symbolic/violations.h"

static void state_facts(struct ctl_fixpoints *f, uint32_t v, struct node_facts *facts) {
  enum core_op op = f->core->nodes[v].op;
  if (op == CORE_E) path_fixpoint_facts(f, v, facts);
  if (op != CORE_EX && op != CORE_EU && op != CORE_EG) return;
  if (f->need[v] & NEED_UPPER) {
    facts->upper.kind = core_upper_fact(op);
    if (op == CORE_EG)
      fixpoints_upper_eg(f, v, &facts->upper);
    else
      facts->upper.predicate = fixpoints_predicate(f, f->upper[v], f->reachable);
  }
  if (!(f->need[v] & NEED_LOWER) || fixpoints_stopped(f) || f->lower[v] == BDD_FALSE) return;
  facts->lower.kind = core_lower_fact(op);
  if (op == CORE_EX) fixpoints_lower_ex(f, v, &facts->lower);
  if (op == CORE_EU) fixpoints_lower_eu(f, v, &facts->lower);
  if (op == CORE_EG) fixpoints_lower_eg(f, v, &facts->lower);
}

/* Path formulas are in negation normal form. */
static void need_leaves(struct ctl_fixpoints *f, const struct path_formula *path, uint8_t need) {
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) f->need[path->nodes[k].left] |= need;
}

/* Which bounds the verdict rests on: negation swaps them, everything else passes them on. */
static void find_needs(struct ctl_fixpoints *f, bool holds) {
  f->need[0] = holds ? NEED_LOWER : NEED_UPPER;
  for (size_t v = 0; v < f->core->num_nodes; v++) {
    const struct core_node *node = &f->core->nodes[v];
    uint8_t need = f->need[v], swapped = (uint8_t)((need & NEED_UPPER ? NEED_LOWER : 0) |
                                                   (need & NEED_LOWER ? NEED_UPPER : 0));
    if (node->op == CORE_E) need_leaves(f, core_path(f->core, (uint32_t)v), need);
    if (node->op == CORE_ATOM || node->op == CORE_E) continue;
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
  if (f->core->num_paths) violated = LIT_NONE; /* diagrams do not have elementary variables */
  evidence->invariant = invariant_compact(f->s, f->reachable, violated, f->s->m->effort);
}

/* The verdict is known, and facts that the end of a turn breaks off begin anew in the next one. So
 * a part of all work so far is theirs, if that is more than what is left of the turn. What fails is
 * shown by one path: others mostly find it in the meantime, with lighter evidence. */
static struct effort work_for_facts(const struct effort *turn, bool holds) {
  uint64_t left = ticks_left(turn), most = ticks_spent(turn) / 100 * tuning_of(turn)->bdd_facts;
  if (left > UINT64_MAX / 2) left = UINT64_MAX / 2;
  return effort_beyond(turn, holds && most > left ? most : left);
}

static void state_all_facts(struct ctl_fixpoints *f, struct evidence *evidence, bool holds) {
  const struct effort *turn = f->s->m->effort;
  struct effort enough = work_for_facts(turn, holds);
  f->s->m->effort = &enough;
  for (uint32_t v = 0; v < f->core->num_nodes && !fixpoints_stopped(f); v++)
    state_facts(f, v, &evidence->facts[v]);
  f->s->m->effort = turn;
}

void fixpoints_state_evidence(struct ctl_fixpoints *f, struct evidence *evidence, bdd failing) {
  f->entries = 0;
  find_needs(f, failing == BDD_FALSE);
  evidence->invariant = fixpoints_predicate(f, f->reachable, BDD_TRUE);
  state_all_facts(f, evidence, failing == BDD_FALSE);
  if (f->complete && !fixpoints_stopped(f)) shrink_invariant(f, evidence);
  evidence->verdict = failing == BDD_FALSE ? VERDICT_HOLDS : VERDICT_FAILS;
  if (failing == BDD_FALSE || fixpoints_stopped(f)) return;
  uint8_t *value = memory_alloc(f->s->m->num_vars + (size_t)1, 1);
  bdd_path(f->s->m, failing, value);
  evidence->initial = memory_zeroed(f->system->num_states + 1, 1);
  for (size_t k = 0; k < f->system->num_states; k++) {
    uint32_t var = f->s->state_var[k];
    evidence->initial[k] = var == UINT32_MAX ? f->system->reset[k] == 1 : value[var] == 1;
  }
  free(value);
}
