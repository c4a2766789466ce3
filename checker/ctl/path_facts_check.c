#include "checker/ctl/path_facts_check.h"

#include "checker/ctl/facts_check.h"
#include "checker/ctl/view.h"
#include "checker/system/self_check.h"

enum { NODE_EG = 1 }; /* of !EG true */

/* Everything is looked at in a copy of the system, so that the system's graph stays as it is. */
struct check {
  const struct core_formula *core;
  const struct evidence *evidence;
  struct extension copy;
  struct system base; /* the copy's system, with elementary variables as the original has them */
  lit *upper, *lower; /* per core node, in the copy */
};

static void copy_system(struct check *c) {
  const struct system *from = c->evidence->system;
  size_t n = from->num_elementary;
  extension_init(&c->copy, from, n, n);
  c->base = *c->copy.system;
  c->base.num_states -= n;
  c->base.num_inputs -= n;
  c->base.num_elementary = n;
  c->base.elementary = c->base.states + c->base.num_states;
  c->base.elementary_next = c->base.inputs + c->base.num_inputs;
}

static lit copied(struct check *c, lit a) { return extension_lit(&c->copy, a); }

static lit outside_blocks(struct check *c, const struct fact *fact, lit inside) {
  for (size_t k = 0; k < fact->num_blocks; k++)
    inside = aig_and(c->base.aig, inside, lit_not(copied(c, fact->blocks[k].closed)));
  return inside;
}

static void bound_temporal(struct check *c, uint32_t v) {
  const struct node_facts *facts = &c->evidence->facts[v];
  c->upper[v] = facts->upper.kind == FACT_NONE ? AIG_TRUE : copied(c, facts->upper.predicate);
  if (c->core->nodes[v].op == CORE_EG)
    c->upper[v] = outside_blocks(c, &facts->upper, c->upper[c->core->nodes[v].left]);
  c->lower[v] = facts->lower.kind == FACT_NONE ? AIG_FALSE : copied(c, facts->lower.predicate);
}

static void bound(struct check *c, uint32_t v) {
  const struct core_node *node = &c->core->nodes[v];
  struct aig *aig = c->base.aig;
  switch (node->op) {
  case CORE_ATOM:
    c->upper[v] = c->lower[v] = copied(c, system_lit(c->evidence->system, node->lit));
    break;
  case CORE_NOT:
    c->upper[v] = lit_not(c->lower[node->left]);
    c->lower[v] = lit_not(c->upper[node->left]);
    break;
  case CORE_AND:
    c->upper[v] = aig_and(aig, c->upper[node->left], c->upper[node->right]);
    c->lower[v] = aig_and(aig, c->lower[node->left], c->lower[node->right]);
    break;
  case CORE_OR:
    c->upper[v] = aig_or(aig, c->upper[node->left], c->upper[node->right]);
    c->lower[v] = aig_or(aig, c->lower[node->left], c->lower[node->right]);
    break;
  default: bound_temporal(c, v); break;
  }
}

static struct view *view_of(struct check *c, uint32_t v, const lit *bounds) {
  const struct path_formula *path = core_path(c->core, v);
  lit *leaves = memory_zeroed(path->num_nodes, sizeof *leaves);
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF) leaves[k] = bounds[path->nodes[k].left];
  struct view *view = view_new(&c->base, path, leaves);
  free(leaves);
  return view;
}

/* A literal of the evidence in a view. */
static lit seen(struct check *c, struct view *view, lit a) { return view_into(view, copied(c, a)); }

static void see_choices(struct check *c, struct view *view, const struct choices *from,
                        struct choices *to) {
  struct lits inputs = {0};
  for (size_t k = 0; k < from->size; k++) {
    lits_clear(&inputs);
    for (size_t i = 0; i < from->at[k].inputs.size; i++)
      lits_push(&inputs, seen(c, view, from->at[k].inputs.at[i]));
    choices_add(to, seen(c, view, from->at[k].guard), inputs.at, inputs.size);
  }
  lits_free(&inputs);
}

/* The blocks as those of EG true in the view. */
static void see_blocks(struct check *c, struct view *view, const struct fact *from,
                       struct fact *to) {
  to->kind = FACT_UPPER_EG;
  for (size_t k = 0; k < from->num_blocks; k++) {
    struct block *block = fact_block(to, AIG_FALSE);
    block_copy(block, &from->blocks[k]);
    block->closed = seen(c, view, block->closed);
    for (size_t m = 0; m < block->num_steps; m++)
      block->steps[m].predicate = seen(c, view, block->steps[m].predicate);
  }
}

static void see_region(struct check *c, struct view *view, const struct fact *from,
                       struct fact *to) {
  struct region *region = &to->region;
  to->has_region = from->has_region;
  if (!to->has_region) return;
  region->inside = seen(c, view, from->region.inside);
  see_choices(c, view, &from->region.choices, &region->choices);
  region->num_covers = from->region.num_covers;
  region->covers = memory_zeroed(region->num_covers, sizeof *region->covers);
  for (size_t j = 0; j < region->num_covers; j++)
    see_choices(c, view, &from->region.covers[j], &region->covers[j]);
  to->predicate = aig_or(view->copy.system->aig, to->predicate, region->inside);
}

/* Lassos, region and ranks as those of EG true; the bound is what they add up to. */
static void see_lassos(struct check *c, struct view *view, const struct fact *from,
                       struct fact *to) {
  struct aig *aig = view->copy.system->aig;
  to->kind = FACT_LOWER_EG;
  to->predicate = AIG_FALSE;
  for (size_t k = 0; k < from->num_lassos; k++) {
    struct lasso *lasso = fact_lasso(to);
    see_choices(c, view, &from->lassos[k].steps, &lasso->steps);
    lits_append(&lasso->at, from->lassos[k].at.at, from->lassos[k].at.size);
    for (size_t t = 0; t < lasso->steps.size; t++)
      to->predicate = aig_or(aig, to->predicate, lasso->steps.at[t].guard);
  }
  see_region(c, view, from, to);
  see_choices(c, view, &from->ranks, &to->ranks);
  for (size_t k = 0; k < to->ranks.size; k++)
    to->predicate = aig_or(aig, to->predicate, to->ranks.at[k].guard);
}

/* R & sat(psi) & !G_1 & .. & !G_n & !Q */
static bool is_from_above(struct check *c, struct view *view, const struct fact *fact) {
  lit outside = view_into(view, outside_blocks(c, fact, AIG_TRUE));
  lit other = lit_not(seen(c, view, fact->predicate));
  return self_check_disjoint(view->copy.system, seen(c, view, c->evidence->invariant),
                             aig_and(view->copy.system->aig, view->psi, outside), other);
}

/* R & Q & g & cube & !(sat(psi) & E_n), and R & Q & !g_1 & .. & !g_n */
static bool choices_work(struct check *c, struct view *view, const struct fact *fact, lit reached) {
  struct aig *aig = view->copy.system->aig;
  lit good = aig_and(aig, view->psi, reached);
  lit q = aig_and(aig, seen(c, view, c->evidence->invariant), seen(c, view, fact->predicate));
  lit rest = q;
  for (size_t k = 0; k < fact->from.size; k++) {
    const struct choice *choice = &fact->from.at[k];
    lit cube = seen(c, view, choice->guard), guard = cube;
    for (size_t i = 0; i < choice->inputs.size; i++)
      cube = aig_and(aig, cube, seen(c, view, choice->inputs.at[i]));
    if (!self_check_disjoint(view->copy.system, q, cube, lit_not(good))) return false;
    rest = aig_and(aig, rest, lit_not(guard));
  }
  return self_check_disjoint(view->copy.system, rest, AIG_TRUE, AIG_TRUE);
}

static bool fact_is_fine(struct check *c, uint32_t v, const struct fact *fact, bool upper) {
  if (fact->kind == FACT_NONE) return true;
  struct view *view = view_of(c, v, upper ? c->upper : c->lower);
  struct core_formula core;
  struct evidence evidence;
  core_for_justice(&core);
  evidence_init(&evidence, PROPERTY_CTL, view->copy.system, core.num_nodes);
  evidence.invariant = seen(c, view, c->evidence->invariant);
  struct node_facts *as_eg = &evidence.facts[NODE_EG];
  if (upper)
    see_blocks(c, view, fact, &as_eg->upper);
  else
    see_lassos(c, view, fact, &as_eg->lower);
  bool fine = facts_are_fine(&core, &evidence);
  fine = fine && (upper ? is_from_above(c, view, fact)
                        : choices_work(c, view, fact, as_eg->lower.predicate));
  evidence_free(&evidence);
  core_free(&core);
  view_free(view);
  return fine;
}

bool path_facts_are_fine(const struct core_formula *core, const struct evidence *evidence) {
  if (core->num_paths == 0) return true;
  struct check c = {.core = core, .evidence = evidence};
  bool fine = true;
  copy_system(&c);
  c.upper = memory_zeroed(core->num_nodes, sizeof *c.upper);
  c.lower = memory_zeroed(core->num_nodes, sizeof *c.lower);
  for (uint32_t v = (uint32_t)core->num_nodes; v-- > 0 && fine;) {
    bound(&c, v);
    if (core->nodes[v].op != CORE_E) continue;
    fine = fact_is_fine(&c, v, &evidence->facts[v].upper, true) &&
           fact_is_fine(&c, v, &evidence->facts[v].lower, false);
  }
  free(c.upper);
  free(c.lower);
  extension_free(&c.copy);
  return fine;
}
