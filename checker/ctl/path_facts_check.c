#include "checker/ctl/path_facts_check.h"

#include "checker/ctl/facts_check.h"
#include "checker/ctl/view_facts.h"
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

/* Where the literals of a fact are looked at. */
struct place {
  struct check *check;
  struct view *view;
};
static lit seen_there(void *context, lit a) {
  struct place *place = context;
  return seen(place->check, place->view, a);
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
  struct place place = {.check = c, .view = view};
  view_fact_into(view, fact, seen_there, &place, upper ? &as_eg->upper : &as_eg->lower);
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
