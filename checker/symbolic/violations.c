#include "checker/symbolic/violations.h"

#include "checker/ctl/view_facts.h"
#include "checker/system/substitution.h"

enum { NODE_EG = 1 }; /* of !EG true */

struct violations {
  const struct core_formula *core;
  struct evidence *evidence;
  const struct system *system;
  struct aig *aig;
  struct substitution after;
  lit *upper, *lower; /* per node: its bounds */
  lit any;
  bool unfit; /* a fact is about more than a step */
};

static lit then(struct violations *w, lit p) { return substitution_apply(&w->after, p); }
static lit both(struct violations *w, lit a, lit b) { return aig_and(w->aig, a, b); }

static void add(struct violations *w, lit violated) { w->any = aig_or(w->aig, w->any, violated); }

/* C & P(N) */
static lit step_into(struct violations *w, lit p) {
  return both(w, w->system->constraint, then(w, p));
}

/* g & j */
static lit chosen(struct violations *w, const struct choice *choice) {
  lit all = choice->guard;
  for (size_t k = 0; k < choice->inputs.size; k++)
    all = both(w, all, lit_not(aig_xor(w->aig, choice->inputs.at[k], choice_value(choice, k))));
  return all;
}

static void upper_ex(struct violations *w, uint32_t v, lit q) {
  add(w, both(w, step_into(w, w->upper[w->core->nodes[v].left]), lit_not(q)));
}

static void upper_eu(struct violations *w, uint32_t v, lit q) {
  const struct core_node *node = &w->core->nodes[v];
  lit onward = both(w, w->upper[node->left], step_into(w, q));
  add(w, both(w, aig_or(w->aig, w->upper[node->right], onward), lit_not(q)));
}

/* Each choice stays in the target; returns where there is a choice. */
static lit choices(struct violations *w, const struct choices *list, lit inside, lit target) {
  lit any = AIG_FALSE, step = step_into(w, target);
  for (size_t k = 0; k < list->size; k++) {
    add(w, both(w, inside, both(w, chosen(w, &list->at[k]), lit_not(step))));
    any = aig_or(w->aig, any, list->at[k].guard);
  }
  return any;
}

/* A ranked list from `base` on, inside K, of states in P; returns where it leads from. */
static lit ranks(struct violations *w, const struct choices *list, lit base, lit inside, lit p) {
  lit all = base;
  for (size_t k = 0; k < list->size; k++) {
    lit here = both(w, inside, both(w, chosen(w, &list->at[k]), lit_not(all)));
    lit good = both(w, p, step_into(w, both(w, inside, all)));
    add(w, both(w, here, lit_not(good)));
    all = aig_or(w->aig, all, list->at[k].guard);
  }
  return all;
}

/* These return the bound that the rule gives: outside the invariant it need not be the predicate
 * that the evidence has. */
static lit lower_ex(struct violations *w, uint32_t v, const struct fact *fact) {
  lit any = choices(w, &fact->ranks, fact->predicate, w->lower[w->core->nodes[v].left]);
  add(w, both(w, fact->predicate, lit_not(any)));
  return fact->predicate;
}

static lit lower_eu(struct violations *w, uint32_t v, const struct fact *fact) {
  const struct core_node *node = &w->core->nodes[v];
  return ranks(w, &fact->ranks, w->lower[node->right], AIG_TRUE, w->lower[node->left]);
}

static lit lower_eg(struct violations *w, uint32_t v, const struct fact *fact) {
  const struct region *region = &fact->region;
  lit p = w->lower[w->core->nodes[v].left], inside = region->inside;
  w->unfit = w->unfit || fact->num_lassos || !fact->has_region;
  if (w->unfit) return AIG_FALSE;
  lit any = choices(w, &region->choices, inside, inside);
  add(w, both(w, inside, lit_not(both(w, p, any))));
  for (size_t j = 0; j < region->num_covers; j++) {
    lit all = ranks(w, &region->covers[j], w->system->fairness[j], inside, AIG_TRUE);
    add(w, both(w, inside, lit_not(all)));
  }
  return ranks(w, &fact->ranks, inside, AIG_TRUE, p);
}

/* ---- blocks ---- */

/* A skeleton of one copy: the step meets the fairness. */
static lit skeleton(struct violations *w, lit steps, const struct lits *fair) {
  w->unfit = w->unfit || fair->size > 1;
  return fair->size ? both(w, steps, w->system->fairness[fair->at[0]]) : steps;
}

/* Adds the case of a chain's step; returns what it leaves of the steps. */
static lit chain_step(struct violations *w, lit steps, const struct chain_step *step) {
  lit now = step->predicate, next = then(w, now);
  switch (step->kind) {
  case CHAIN_WALL:
    add(w, both(w, steps, both(w, now, lit_not(next))));
    return both(w, steps, aig_ite(w->aig, now, next, lit_not(next)));
  case CHAIN_DEAD: add(w, both(w, steps, now)); break;
  case CHAIN_UNBORN: add(w, both(w, steps, next)); break;
  case CHAIN_SIDE: add(w, both(w, skeleton(w, steps, &step->fair), now)); break;
  }
  return both(w, steps, both(w, lit_not(now), lit_not(next)));
}

/* `arena` is A. */
static void block(struct violations *w, lit arena, const struct block *b) {
  w->unfit = w->unfit || b->has_loop;
  lit steps = both(w, both(w, arena, b->closed), step_into(w, arena));
  add(w, both(w, steps, lit_not(then(w, b->closed))));
  steps = both(w, steps, then(w, b->closed));
  for (size_t k = 0; k < b->num_steps; k++) steps = chain_step(w, steps, &b->steps[k]);
  add(w, skeleton(w, steps, &b->end_fair));
}

static void upper_eg(struct violations *w, uint32_t v, const struct fact *fact) {
  lit arena = w->upper[w->core->nodes[v].left];
  for (size_t k = 0; k < fact->num_blocks; k++) {
    block(w, arena, &fact->blocks[k]);
    arena = both(w, arena, lit_not(fact->blocks[k].closed));
  }
  w->upper[v] = arena;
}

/* ---- path formulas: facts of EG true in views ---- */

static struct view *open_view(struct violations *w, uint32_t v, const lit *bounds) {
  const struct path_formula *path = core_path(w->core, v);
  lit *leaves = memory_zeroed(path->num_nodes, sizeof *leaves);
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) leaves[k] = bounds[path->nodes[k].left];
  struct view *view = view_new(w->system, path, leaves);
  free(leaves);
  return view;
}

static lit into_view(void *view, lit a) { return view_into(view, a); }

/* Adds what the fact demands of steps of the view. Returns E_n of a lower fact. */
static lit in_view(struct violations *w, struct view *view, const struct fact *fact) {
  struct core_formula core;
  struct evidence evidence;
  core_for_justice(&core);
  evidence_init(&evidence, PROPERTY_CTL, view->copy.system, core.num_nodes);
  struct node_facts *facts = &evidence.facts[NODE_EG];
  view_fact_into(view, fact, into_view, view,
                 fact->kind == FACT_UPPER_E ? &facts->upper : &facts->lower);
  lit violated = violations_of(&core, &evidence);
  w->unfit = w->unfit || violated == LIT_NONE;
  if (!w->unfit) add(w, view_back(view, violated));
  lit reached = view_back(view, facts->lower.predicate);
  evidence_free(&evidence);
  core_free(&core);
  return reached;
}

/* sat(p) & !G_1 & .. & !G_n & !Q */
static void upper_e(struct violations *w, uint32_t v, const struct fact *fact) {
  if (fact->kind == FACT_NONE) return;
  struct view *view = open_view(w, v, w->upper);
  in_view(w, view, fact);
  lit outside = both(w, view_back(view, view->psi), lit_not(fact->predicate));
  for (size_t k = 0; k < fact->num_blocks; k++)
    outside = both(w, outside, lit_not(fact->blocks[k].closed));
  add(w, outside);
  w->upper[v] = fact->predicate;
  view_free(view);
}

/* g_k & v_k & !(sat(p) & E_n), also outside Q, which minimisation makes of the guards that stay;
 * Q & !g_1 & .. & !g_n */
static lit lower_e(struct violations *w, uint32_t v, const struct fact *fact) {
  struct view *view = open_view(w, v, w->lower);
  lit reached = in_view(w, view, fact);
  lit good = both(w, view_back(view, view->psi), reached), rest = fact->predicate;
  for (size_t k = 0; k < fact->from.size; k++) {
    add(w, both(w, chosen(w, &fact->from.at[k]), lit_not(good)));
    rest = both(w, rest, lit_not(fact->from.at[k].guard));
  }
  add(w, rest);
  view_free(view);
  return fact->predicate;
}

/* ---- nodes, children first ---- */

static void temporal(struct violations *w, uint32_t v) {
  const struct core_node *node = &w->core->nodes[v];
  const struct fact *upper = &w->evidence->facts[v].upper;
  struct fact *lower = &w->evidence->facts[v].lower;
  w->upper[v] = upper->kind == FACT_UPPER ? upper->predicate : AIG_TRUE;
  if (node->op == CORE_EX && upper->kind != FACT_NONE) upper_ex(w, v, upper->predicate);
  if (node->op == CORE_EU && upper->kind != FACT_NONE) upper_eu(w, v, upper->predicate);
  if (node->op == CORE_EG) upper_eg(w, v, upper);
  if (node->op == CORE_E) upper_e(w, v, upper);
  switch (lower->kind) {
  case FACT_LOWER_E: w->lower[v] = lower_e(w, v, lower); break;
  case FACT_LOWER_EX: w->lower[v] = lower_ex(w, v, lower); break;
  case FACT_LOWER_EU: w->lower[v] = lower_eu(w, v, lower); break;
  case FACT_LOWER_EG: w->lower[v] = lower_eg(w, v, lower); break;
  default: w->lower[v] = AIG_FALSE;
  }
  if (lower->kind != FACT_NONE && !w->unfit) lower->predicate = w->lower[v];
}

static void visit(struct violations *w, uint32_t v) {
  const struct core_node *node = &w->core->nodes[v];
  switch (node->op) {
  case CORE_ATOM: w->upper[v] = w->lower[v] = system_lit(w->system, node->lit); break;
  case CORE_NOT:
    w->upper[v] = lit_not(w->lower[node->left]);
    w->lower[v] = lit_not(w->upper[node->left]);
    break;
  case CORE_AND:
    w->upper[v] = both(w, w->upper[node->left], w->upper[node->right]);
    w->lower[v] = both(w, w->lower[node->left], w->lower[node->right]);
    break;
  case CORE_OR:
    w->upper[v] = aig_or(w->aig, w->upper[node->left], w->upper[node->right]);
    w->lower[v] = aig_or(w->aig, w->lower[node->left], w->lower[node->right]);
    break;
  default: temporal(w, v);
  }
}

lit violations_of(const struct core_formula *core, struct evidence *evidence) {
  struct violations w = {.core = core,
                         .evidence = evidence,
                         .system = evidence->system,
                         .aig = evidence->system->aig,
                         .any = AIG_FALSE};
  substitution_init(&w.after, w.aig, w.aig, w.system->next, NULL);
  w.upper = memory_zeroed(core->num_nodes, sizeof *w.upper);
  w.lower = memory_zeroed(core->num_nodes, sizeof *w.lower);
  for (uint32_t v = (uint32_t)core->num_nodes; v-- > 0 && !w.unfit;) visit(&w, v);
  substitution_free(&w.after);
  free(w.upper);
  free(w.lower);
  return w.unfit ? LIT_NONE : w.any;
}
