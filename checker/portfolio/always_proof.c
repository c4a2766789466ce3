/* No run leads to !p: an invariant R over states and ghosts shows it. For AG p, R alone excludes
 * the target of the EU node. (Steps that are not allowed show nothing: where !p is true, no fair
 * path starts, and a block says so.) p may look one step ahead: of w, the target, with one EX r in
 * it, a run must not lead to w with r after the step in its place. Then EX r lies in Q, the states
 * that are not in w even with true in its place, and w with Q in its place is excluded by R, for w
 * grows with EX r. For linear CTL, Q of EX and EU is where they are not pending: if one is pending,
 * and its argument or target lies in the bounds of those below, one of these is pending and in its
 * Q, or a run has come to its end.
 *
 * For A psi, the view's promises of the past are at most what ghosts say, at first and after every
 * step. And of the sets that runs have come to (monitor.h), one at least has all of its obligations
 * promised: at first, since psi is promised, and after every step, since a step keeps its promises
 * by one of the alternatives that the monitor follows. It is never the empty one. There is a block
 * for each group of sets, in their order: those that only lead to each other and to earlier groups,
 * of whose sets no state is left when their turn comes, so the block is closed. Every step leaves
 * it, or at least every step from a state that meets the fairness of a U node: there its right side
 * is promised in its place, and then no set of the group can follow. */
#include "checker/portfolio/always_parts.h"
#include "checker/system/substitution.h"

/* An input that reset functions or EX look at is a state in both systems, and what it becomes is an
 * input. */
static void map_state(struct always *a, const struct system *outer, size_t k) {
  const struct system *inner = a->inner.system;
  lit there = outer->model_map[inner->state_origin[k]];
  a->outer_states[k] = there;
  const struct aig_node *next = &inner->aig->nodes[lit_node(inner->next[k])];
  const struct aig_node *node = &outer->aig->nodes[lit_node(there)];
  bool observed = next->kind == AIG_INPUT && inner->input_origin[next->left] > inner->model_maxvar;
  if (observed) a->outer_inputs[next->left] = outer->next[node->left];
}

static void map_leaves(struct always *a, const struct system *outer) {
  const struct system *inner = a->inner.system;
  size_t old = inner->num_states - inner->num_ghosts;
  a->outer_states = memory_alloc(inner->num_states, sizeof *a->outer_states);
  a->outer_inputs = memory_alloc(inner->num_inputs, sizeof *a->outer_inputs);
  for (size_t k = 0; k < inner->num_inputs; k++)
    if (inner->input_origin[k] <= inner->model_maxvar)
      a->outer_inputs[k] = outer->model_map[inner->input_origin[k]];
  for (size_t k = 0; k < old; k++) map_state(a, outer, k);
  for (size_t k = old; k < inner->num_states; k++)
    a->outer_states[k] = outer->states[a->first_ghost + k - old];
}

void always_add_ghosts(struct always *a, struct system *outer) {
  const struct system *inner = a->inner.system;
  size_t ghosts = inner->num_ghosts, old = inner->num_states - ghosts;
  a->first_ghost = outer->num_states;
  if (ghosts > 0) system_add_ghosts(outer, ghosts);
  map_leaves(a, outer);
  struct substitution map;
  substitution_init(&map, inner->aig, outer->aig, a->outer_states, a->outer_inputs);
  for (size_t k = 0; k < ghosts; k++)
    outer->next[a->first_ghost + k] = substitution_apply(&map, inner->next[old + k]);
  substitution_free(&map);
}

/* Q of an EX node: where w is not true, whatever EX is. */
static void conclude_ex(const struct eventually *t, struct substitution *map,
                        struct evidence *evidence) {
  struct fact *fact = &evidence->facts[t->ex].upper;
  lit outside = lit_not(substitution_apply(map, t->possibly));
  if (fact->kind == FACT_NONE) fact->predicate = AIG_TRUE;
  fact->kind = FACT_UPPER;
  fact->predicate = aig_and(evidence->system->aig, fact->predicate, outside);
}

/* Q is false. Where only constraints keep the target away, no path goes on from it. */
static void conclude_eu(const struct eventually *t, struct substitution *map,
                        struct evidence *evidence) {
  evidence->facts[t->node].upper = (struct fact){.kind = FACT_UPPER, .predicate = AIG_FALSE};
  if (t->ex != CORE_NOWHERE) conclude_ex(t, map, evidence);
  if (t->eg == CORE_NOWHERE) return;
  struct fact *fact = &evidence->facts[t->eg].upper;
  fact->kind = FACT_UPPER_EG;
  fact_block(fact, substitution_apply(map, t->target));
}

/* Promises are at most what ghosts say. */
static lit promises_are_true(const struct always *a, const struct system *outer) {
  struct lits parts = {0};
  size_t ghost = a->first_ghost;
  for (size_t k = 0; k < a->path->num_nodes; k++) {
    const struct path_node *node = &a->path->nodes[k];
    if (!looks_back(node->op)) continue;
    lit said = said_by(node->op, outer->states[ghost++]);
    lits_push(&parts, aig_implies(outer->aig, outer->elementary[node->variable], said));
  }
  lit all = aig_and_all(outer->aig, parts.at, parts.size);
  lits_free(&parts);
  return all;
}

/* The leaves of the path formula in the system of the check. */
static lit *outer_leaves(const struct always *a, struct substitution *map) {
  lit *leaves = memory_zeroed(a->path->num_nodes, sizeof *leaves);
  for (size_t k = 0; k < a->path->num_nodes; k++)
    if (a->path->nodes[k].op == PATH_LEAF) leaves[k] = substitution_apply(map, a->values[k]);
  return leaves;
}

/* start(p), of the view. */
static lit beginning(const struct always *a, struct substitution *map, struct system *outer) {
  lit *leaves = outer_leaves(a, map);
  struct view *view = view_new(outer, a->path, leaves);
  lit psi = view_back(view, view->psi);
  view_free(view);
  free(leaves);
  return psi;
}

/* All obligations of some set of the group that runs have come to are promised. */
static lit owed(const struct always *a, const struct monitor_group *group, const lit *promised,
                struct substitution *map, struct aig *aig) {
  lit any = AIG_FALSE;
  for (size_t k = group->first; k < group->end; k++) {
    const struct monitor_set *set = &a->monitor->sets[k];
    lit all = substitution_apply(map, set->reached);
    for (size_t bit = 0; bit < a->monitor->num_obligations; bit++)
      if (set->due >> bit & 1) all = aig_and(aig, all, promised[bit]);
    any = aig_or(aig, any, all);
  }
  return any;
}

/* A block for each group, and Q excludes the initial states. */
static void conclude_e(struct always *a, struct substitution *map, struct check_result *result) {
  const struct monitor *monitor = a->monitor;
  struct system *outer = result->system;
  struct fact *fact = &result->evidence.facts[a->path->node].upper;
  lit kept = promises_are_true(a, outer);
  lit *promised = memory_alloc(monitor->num_obligations, sizeof *promised);
  fact->kind = FACT_UPPER_E;
  fact->predicate = lit_not(outer->init);
  for (size_t k = 0; k < monitor->num_obligations; k++) {
    const struct obligation *o = &monitor->obligations[k];
    bool whole = o->node == PATH_NONE;
    promised[k] = whole ? beginning(a, map, outer) : outer->elementary[o->variable];
  }
  for (size_t k = 0; k < monitor->num_groups; k++) {
    const struct monitor_group *group = &monitor->groups[k];
    lit region = aig_and(outer->aig, kept, owed(a, group, promised, map, outer->aig));
    if (region == AIG_FALSE) continue;
    struct block *block = fact_block(fact, region);
    if (group->until == PATH_NONE) continue;
    uint32_t fair = a->path->nodes[group->until].fair;
    lits_push(&block->end_fair, (uint32_t)outer->num_fairness + fair);
  }
  free(promised);
}

/* Q of EX and EU: where they are not pending. Where only constraints keep runs from their ends, no
 * path goes on. */
static void conclude_linear(const struct always *a, struct substitution *map,
                            struct evidence *evidence) {
  for (uint32_t v = 0; v < a->core->num_nodes; v++) {
    struct fact *fact = &evidence->facts[v].upper;
    enum core_op op = a->core->nodes[v].op;
    if (is_fair_path(a->core, v)) {
      fact->kind = FACT_UPPER_EG;
      fact_block(fact, substitution_apply(map, a->bad));
    }
    if ((op != CORE_EX && op != CORE_EU) || a->pending[v] == AIG_FALSE) continue;
    lit outside = lit_not(substitution_apply(map, a->pending[v]));
    *fact = (struct fact){.kind = FACT_UPPER, .predicate = outside};
  }
}

void always_conclude(struct always *a, struct check_result *result) {
  struct evidence *evidence = &result->evidence;
  struct substitution map;
  substitution_init(&map, a->inner.system->aig, result->system->aig, a->outer_states,
                    a->outer_inputs);
  evidence->invariant = substitution_apply(&map, a->inner.evidence.invariant);
  evidence->verdict = VERDICT_HOLDS;
  if (a->path)
    conclude_e(a, &map, result);
  else if (a->pending)
    conclude_linear(a, &map, evidence);
  else
    for (size_t k = 0; k < a->num_targets; k++) conclude_eu(&a->targets[k], &map, evidence);
  substitution_free(&map);
  result->meter.statistics.decided = always_decided(a);
}
