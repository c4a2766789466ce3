#include "checker/ctl/bounds.h"

#include <assert.h>

/* EX by one SAT call, EU by IC3, EG by FAIR: decide the cheaper child of a Boolean node first. */
static unsigned operator_cost(const struct tuning *tuning, enum core_op op) {
  switch (op) {
  case CORE_EX: return tuning->iictl_weight_ex;
  case CORE_EU: return tuning->iictl_weight_eu;
  case CORE_EG:
  case CORE_E: return tuning->iictl_weight_eg;
  default: return 0;
  }
}

static unsigned add_costs(unsigned a, unsigned b) { return a + b > 1000000 ? 1000000 : a + b; }

static unsigned leaf_costs(const struct bounds *b, uint32_t v) {
  const struct path_formula *path = core_path(b->core, v);
  unsigned cost = 0;
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) cost = add_costs(cost, b->at[path->nodes[k].left].cost);
  return cost;
}

static void set_costs(struct bounds *b) {
  for (size_t v = b->core->num_nodes; v-- > 0;) {
    const struct core_node *node = &b->core->nodes[v];
    unsigned cost = operator_cost(tuning_of(b->effort), node->op);
    if (node->op != CORE_ATOM && node->op != CORE_E) cost = add_costs(cost, b->at[node->left].cost);
    if (node->op == CORE_AND || node->op == CORE_OR || node->op == CORE_EU)
      cost = add_costs(cost, b->at[node->right].cost);
    if (node->op == CORE_E) cost = add_costs(cost, leaf_costs(b, (uint32_t)v));
    b->at[v].cost = cost;
  }
}

/* Table 1 of the paper, with what the node's own queries found on top. */
static void propagate_node(struct bounds *b, size_t v) {
  const struct core_node *node = &b->core->nodes[v];
  struct bound *x = &b->at[v];
  const struct bound *l = &b->at[node->left], *r = &b->at[node->right];
  switch (node->op) {
  case CORE_ATOM: x->upper = x->lower = system_lit(b->system, node->lit); break;
  case CORE_NOT:
    x->upper = lit_not(l->lower);
    x->lower = lit_not(l->upper);
    break;
  case CORE_AND:
    x->upper = aig_and(b->aig, l->upper, r->upper);
    x->lower = aig_and(b->aig, l->lower, r->lower);
    break;
  case CORE_OR:
    x->upper = aig_or(b->aig, l->upper, r->upper);
    x->lower = aig_or(b->aig, l->lower, r->lower);
    break;
  case CORE_EX:
  case CORE_E:
    x->upper = x->own_upper;
    x->lower = x->own_lower;
    break;
  case CORE_EU:
    x->upper = aig_and(b->aig, aig_or(b->aig, l->upper, r->upper), x->own_upper);
    x->lower = aig_or(b->aig, r->lower, x->own_lower);
    break;
  case CORE_EG:
    x->upper = aig_and(b->aig, l->upper, x->own_upper);
    x->lower = x->own_lower;
    break;
  }
}

#ifndef NDEBUG
/* L_v => U_v and R, in some of the states that are known to be reachable. */
static bool bounds_consistent(const struct bounds *b) {
  enum { MOST = 4 };
  size_t from = b->known.size > MOST ? b->known.size - MOST : 0;
  for (size_t k = from; k < b->known.size; k++) {
    const uint8_t *state = b->known.states + k * b->system->num_states;
    if (!state_in(b, state, b->invariant)) return false;
    for (uint32_t v = 0; v < b->core->num_nodes; v++)
      if (state_in(b, state, bounds_lower(b, v)) && !state_in(b, state, bounds_upper(b, v)))
        return false;
  }
  return true;
}

static bool is_temporal(const struct bounds *b, uint32_t v) {
  enum core_op op = b->core->nodes[v].op;
  return v < b->core->num_nodes && op >= CORE_EX;
}
#endif

/* Recomputes U_v and L_v of all nodes from their children and their own parts. O(nodes). */
static void propagate(struct bounds *b) {
  for (size_t v = b->core->num_nodes; v-- > 0;) propagate_node(b, v);
  assert(bounds_consistent(b));
}

/* What the constraint asks of the state alone, as far as it is no literal of a state. */
static void find_conjuncts(struct bounds *b) {
  enum { MOST = 1000 };
  struct lits stack = {0};
  lits_push(&stack, b->system->constraint);
  for (size_t seen = 0; stack.size && seen < MOST; seen++) {
    lit a = lits_pop(&stack);
    const struct aig_node *node = &b->aig->nodes[lit_node(a)];
    if (node->kind != AIG_GATE) continue;
    if (lit_sign(a)) {
      if (!aig_has_inputs(b->aig, a)) lits_push(&b->conjuncts, a);
      continue;
    }
    lits_push(&stack, node->right);
    lits_push(&stack, node->left);
  }
  lits_free(&stack);
}

void bounds_init(struct bounds *b, struct system *system, const struct core_formula *core,
                 struct evidence *evidence, const struct effort *effort) {
  *b = (struct bounds){.system = system,
                       .aig = system->aig,
                       .core = core,
                       .evidence = evidence,
                       .effort = effort,
                       .at = memory_zeroed(core->num_nodes, sizeof(struct bound)),
                       .invariant = AIG_TRUE};
  for (size_t v = 0; v < core->num_nodes; v++)
    b->at[v] = (struct bound){.own_upper = AIG_TRUE, .own_lower = AIG_FALSE};
  b->probe.sat = sat_new(SAT_CONE, effort);
  unroll_init(&b->probe.unroll, b->probe.sat, system);
  follows_find(&b->follows, system);
  find_conjuncts(b);
  set_costs(b);
  propagate(b);
}

void bounds_free(struct bounds *b) {
  unroll_free(&b->probe.unroll);
  sat_free(b->probe.sat);
  ints_free(&b->probe.fixed);
  ints_free(&b->probe.clause);
  free(b->known.states);
  free(b->known.inputs);
  free(b->known.parent);
  table_free(&b->known.table);
  follows_free(&b->follows);
  lits_free(&b->conjuncts);
  free(b->at);
  *b = (struct bounds){0};
}

void bounds_strengthen(struct bounds *b, lit p) {
  assert(!aig_has_inputs(b->aig, p));
  b->invariant = aig_and(b->aig, b->invariant, p);
  b->evidence->invariant = b->invariant;
}

void bounds_strengthen_clauses(struct bounds *b, const struct clauses *clauses) {
  bounds_strengthen(b, clauses_predicate(b->aig, clauses));
}

void bounds_exclude(struct bounds *b, uint32_t v, lit p) {
  assert(is_temporal(b, v) && !aig_has_inputs(b->aig, p));
  b->at[v].own_upper = aig_and(b->aig, b->at[v].own_upper, lit_not(p));
  propagate(b);
}

void bounds_exclude_block(struct bounds *b, uint32_t v, const struct block *block) {
  assert(b->core->nodes[v].op == CORE_EG);
  block_copy(fact_block(&b->evidence->facts[v].upper, block->closed), block);
  bounds_exclude(b, v, block->closed);
}

void bounds_include(struct bounds *b, uint32_t v, lit guard, const lit *inputs, size_t n) {
  assert(is_temporal(b, v) && !aig_has_inputs(b->aig, guard));
  for (size_t k = 0; k < n; k++) assert(b->aig->nodes[lit_node(inputs[k])].kind == AIG_INPUT);
  choices_add(&b->evidence->facts[v].lower.ranks, guard, inputs, n);
  bounds_know_lower(b, v, guard);
}

void bounds_include_choice(struct bounds *b, uint32_t v, struct choice *choice) {
  bounds_include(b, v, choice->guard, choice->inputs.at, choice->inputs.size);
  struct choices *ranks = &b->evidence->facts[v].lower.ranks;
  ranks->at[ranks->size - 1].values = choice->values;
  choice->values = (struct lits){0};
  choice_free(choice);
}

void bounds_include_promise(struct bounds *b, uint32_t v, lit guard, const struct lits *promises) {
  assert(b->core->nodes[v].op == CORE_E && !aig_has_inputs(b->aig, guard));
  choices_add(&b->evidence->facts[v].lower.from, guard, promises->at, promises->size);
  bounds_know_lower(b, v, guard);
}

void bounds_know_lower(struct bounds *b, uint32_t v, lit p) {
  b->at[v].own_lower = aig_or(b->aig, b->at[v].own_lower, p);
  propagate(b);
}

void bounds_include_lasso(struct bounds *b, uint32_t v, struct lasso *lasso) {
  assert(b->core->nodes[v].op == CORE_EG && lasso->steps.size > 0);
  assert(lasso->at.size == b->system->num_fairness);
  lit all = b->at[v].own_lower;
  for (size_t t = 0; t < lasso->steps.size; t++)
    all = aig_or(b->aig, all, lasso->steps.at[t].guard);
  *fact_lasso(&b->evidence->facts[v].lower) = *lasso;
  *lasso = (struct lasso){0};
  b->at[v].own_lower = all;
  propagate(b);
}

void bounds_include_region(struct bounds *b, uint32_t v, struct region *region) {
  struct fact *fact = &b->evidence->facts[v].lower;
  assert(!fact->has_region);
  fact->has_region = true;
  fact->region = *region;
  *region = (struct region){0};
  b->at[v].own_lower = aig_or(b->aig, b->at[v].own_lower, fact->region.inside);
  propagate(b);
}

void bounds_complete_evidence(struct bounds *b) {
  for (size_t v = 0; v < b->core->num_nodes; v++) {
    enum core_op op = b->core->nodes[v].op;
    struct node_facts *facts = &b->evidence->facts[v];
    lit upper = b->at[v].upper, lower = b->at[v].lower;
    facts->lower.kind = lower == AIG_FALSE ? FACT_NONE : core_lower_fact(op);
    facts->lower.predicate = lower;
    /* upper-eg without blocks: U_v is U_u, which the rule gives when it is stated with no block at
     * all. */
    facts->upper.kind = upper == AIG_TRUE ? FACT_NONE : core_upper_fact(op);
    facts->upper.predicate = upper;
  }
  b->evidence->invariant = b->invariant;
}

/* --- probes ----------------------------------------------------------------------------------- */

void probe_begin(struct probe *p) {
  ints_clear(&p->fixed);
  ints_clear(&p->clause);
}

void probe_now(struct probe *p, lit a) {
  if (a != AIG_TRUE) ints_push(&p->fixed, unroll_lit(&p->unroll, 0, a));
}

void probe_then(struct probe *p, lit a) {
  if (a != AIG_TRUE) ints_push(&p->fixed, unroll_lit(&p->unroll, 1, a));
}

void probe_or_now(struct probe *p, lit a) { ints_push(&p->clause, unroll_lit(&p->unroll, 0, a)); }
void probe_or_then(struct probe *p, lit a) { ints_push(&p->clause, unroll_lit(&p->unroll, 1, a)); }

enum sat_answer probe_solve(struct probe *p, const struct lits *cube) {
  p->solves++;
  for (size_t k = 0; cube && k < cube->size; k++)
    sat_assume(p->sat, unroll_lit(&p->unroll, 0, cube->at[k]));
  for (size_t k = 0; k < p->fixed.size; k++) sat_assume(p->sat, p->fixed.at[k]);
  if (p->clause.size == 1) sat_assume(p->sat, p->clause.at[0]);
  if (p->clause.size > 1) sat_constrain(p->sat, p->clause.at, p->clause.size);
  return sat_solve(p->sat);
}

void probe_shrink(struct probe *p, struct lits *cube) {
  size_t kept = 0;
  for (size_t k = 0; k < cube->size; k++)
    if (sat_failed(p->sat, unroll_lit(&p->unroll, 0, cube->at[k]))) cube->at[kept++] = cube->at[k];
  cube->size = kept;
}

struct minimization {
  struct probe *probe;
  bool stopped;
};

static bool still_unsatisfiable(void *context, struct lits *less) {
  struct minimization *m = context;
  if (m->stopped) return false;
  enum sat_answer answer = probe_solve(m->probe, less);
  if (answer == SAT_NO) probe_shrink(m->probe, less);
  m->stopped = answer == SAT_UNKNOWN;
  return answer == SAT_NO;
}

bool probe_minimize(struct probe *p, struct lits *cube) {
  struct minimization m = {.probe = p};
  probe_shrink(p, cube);
  cube_drop_literals(cube, still_unsatisfiable, &m);
  return !m.stopped;
}

bool probe_used_now(struct probe *p, lit a) {
  return a != AIG_TRUE && sat_failed(p->sat, unroll_lit(&p->unroll, 0, a));
}

/* --- states ----------------------------------------------------------------------------------- */

bool state_in(const struct bounds *b, const uint8_t *state, lit p) {
  if (p <= AIG_TRUE) return p == AIG_TRUE;
  return aig_eval(b->aig, p, state, NULL);
}

enum sat_answer bounds_overlap(struct bounds *b, lit a, lit c, uint8_t *state) {
  lit both = aig_and(b->aig, a, c);
  if (both == AIG_FALSE) return SAT_NO;
  probe_begin(&b->probe);
  probe_now(&b->probe, a);
  probe_now(&b->probe, c);
  probe_now(&b->probe, b->invariant);
  enum sat_answer answer = probe_solve(&b->probe, NULL);
  if (answer == SAT_YES && state) unroll_state(&b->probe.unroll, 0, state);
  return answer;
}
