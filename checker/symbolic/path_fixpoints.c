/* E nodes on decision diagrams. E psi is EG true in the node's view, from states of sat(psi), and
 * the leaves have exact sets: so there is one view, with diagrams of its own, whose fair states
 * Emerson and Lei's fixpoint finds as it does for EG nodes. */
#include "checker/ctl/view.h"
#include "checker/symbolic/fixpoint_sets.h"

enum { NODE_EG = 1, NODE_TRUE = 2 }; /* of !EG true */

struct path_fixpoint {
  struct view *view;
  struct core_formula core; /* !EG true */
  struct ctl_fixpoints *in; /* the view's */
  bool ready;               /* `in` knows R .. */
  bool complete;            /* .. and its fair states */
  bdd promises;             /* of the view's diagrams: cube of the elementary variables */
  bdd good;                 /* fair states of sat(psi), when the set of the node is known */
};

static bool view_stopped(const struct path_fixpoint *p) { return !p->in->s || p->in->s->stopped; }

/* --- the view --------------------------------------------------------------------------------- */

static struct path_fixpoint *begin(struct ctl_fixpoints *f, const struct path_formula *path) {
  lit *leaves = memory_zeroed(path->num_nodes, sizeof *leaves);
  for (size_t k = 0; k < path->num_nodes; k++)
    if (path->nodes[k].op == PATH_LEAF)
      leaves[k] = fixpoints_predicate(f, f->lower[path->nodes[k].left], f->reachable);
  struct path_fixpoint *p = NULL;
  if (!fixpoints_stopped(f)) {
    p = memory_zeroed(1, sizeof *p);
    p->view = view_new(f->system, path, leaves);
    core_for_justice(&p->core);
    p->in = fixpoints_new(p->view->copy.system, &p->core);
    p->in->exact = true;
  }
  free(leaves);
  return p;
}

/* The conjunction of some state variables. */
static bdd state_cube(struct symbolic *s, const uint8_t *wanted) {
  bdd cube = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = 0; k < s->system->num_states; k++)
    if (wanted[k] && s->state_var[k] != UINT32_MAX)
      symbolic_set(s, &cube, symbolic_and(s, cube, bdd_literal(s->m, s->state_var[k])));
  return cube;
}

/* What R says of the states that the view looks at. They depend on no others, so this is closed
 * under steps, too, and the node is true in a state of R iff it is true in what is left of it. */
static lit seen_of_reachable(struct ctl_fixpoints *f, const struct symbolic *view) {
  struct symbolic *s = f->s;
  uint8_t *unseen = memory_zeroed(s->system->num_states + 1, 1);
  for (size_t k = 0; k < s->system->num_states; k++) unseen[k] = view->state_var[k] == UINT32_MAX;
  bdd cube = state_cube(s, unseen);
  bdd seen = symbolic_and_exists(s, f->reachable, BDD_TRUE, cube);
  lit result = s->stopped ? AIG_FALSE : symbolic_to_lit(s, seen);
  bdd_deref(s->m, cube);
  bdd_deref(s->m, seen);
  free(unseen);
  return result;
}

static void prepare(struct ctl_fixpoints *f, struct path_fixpoint *p) {
  struct ctl_fixpoints *in = p->in;
  const struct system *view = in->system;
  lit seen = seen_of_reachable(f, in->s);
  uint8_t *promised = memory_zeroed(view->num_states + 1, 1);
  memset(promised + f->system->num_states, 1, view->num_states - f->system->num_states);
  p->promises = state_cube(in->s, promised);
  in->reachable = symbolic_of_lit(in->s, view_into(p->view, seen));
  p->ready = !view_stopped(p) && !fixpoints_stopped(f);
  if (!p->ready) {
    bdd_deref(in->s->m, p->promises);
    bdd_deref(in->s->m, in->reachable);
  }
  free(promised);
}

/* The diagrams of the view, for the effort at hand. */
static bool open_diagrams(struct ctl_fixpoints *f, struct path_fixpoint *p) {
  struct ctl_fixpoints *in = p->in;
  if (in->s) {
    symbolic_resume(in->s, f->s->m->effort);
  } else {
    in->s = symbolic_new_like(in->system, &p->view->psi, 1, true, f->s, f->s->m->effort);
  }
  if (in->s && !p->ready) prepare(f, p);
  return p->ready;
}

/* Goes on where it was stopped. */
static void find_fair_states(struct path_fixpoint *p) {
  struct ctl_fixpoints *in = p->in;
  bdd fair = fixpoints_globally(in, NODE_EG, in->reachable);
  p->complete = !view_stopped(p);
  if (!p->complete) {
    bdd_deref(in->s->m, fair);
    return;
  }
  in->lower[NODE_TRUE] = in->upper[NODE_TRUE] = in->reachable;
  in->lower[NODE_EG] = in->upper[NODE_EG] = fair;
}

/* From the fair states of the view. */
static bdd satisfying(struct ctl_fixpoints *f, struct path_fixpoint *p) {
  struct symbolic *s = p->in->s;
  bdd psi = symbolic_of_lit(s, p->view->psi);
  p->good = symbolic_and(s, psi, p->in->lower[NODE_EG]);
  bdd states = symbolic_and_exists(s, p->good, BDD_TRUE, p->promises);
  bdd_deref(s->m, psi);
  if (s->stopped) f->s->stopped = true;
  lit found = s->stopped ? AIG_FALSE : view_back(p->view, symbolic_to_lit(s, states));
  bdd_deref(s->m, states);
  bdd set = symbolic_of_lit(f->s, found);
  symbolic_set(f->s, &set, symbolic_and(f->s, set, f->reachable));
  if (fixpoints_stopped(f)) bdd_deref(s->m, p->good);
  return set;
}

bdd path_fixpoint_set(struct ctl_fixpoints *f, uint32_t v) {
  struct path_fixpoint **p = &f->paths[f->core->nodes[v].lit];
  if (!*p) *p = begin(f, core_path(f->core, v));
  if (*p && open_diagrams(f, *p) && !(*p)->complete) find_fair_states(*p);
  if (*p && (*p)->complete) return satisfying(f, *p);
  f->s->stopped = true;
  return bdd_ref(f->s->m, BDD_FALSE);
}

void path_fixpoint_free(struct path_fixpoint *p) {
  if (!p) return;
  fixpoints_free(p->in);
  core_free(&p->core);
  view_free(p->view);
  free(p);
}

/* --- facts ------------------------------------------------------------------------------------ */

static void state_upper(struct ctl_fixpoints *f, uint32_t v, struct path_fixpoint *p,
                        struct fact *fact) {
  struct fact in_view = {0};
  fixpoints_upper_eg(p->in, NODE_EG, &in_view);
  fact->kind = FACT_UPPER_E;
  for (size_t k = 0; k < in_view.num_blocks; k++)
    view_block_back(p->view, &in_view.blocks[k], fact_block(fact, AIG_FALSE));
  fact->predicate = fixpoints_predicate(f, f->upper[v], f->reachable);
  fact_free(&in_view);
}

/* A path's values of elementary variables: as literals of the system's graph into *promises, as a
 * cube into the returned edge. */
static bdd promise_cube(struct path_fixpoint *p, size_t first, const uint8_t *value,
                        struct lits *promises) {
  struct symbolic *s = p->in->s;
  bdd cube = bdd_ref(s->m, BDD_TRUE);
  for (size_t k = first; k < s->system->num_states; k++) {
    uint8_t x = s->state_var[k] == UINT32_MAX ? 2 : value[s->state_var[k]];
    if (x == 2) continue;
    lit sign = x ? 0u : 1u;
    lits_push(promises, view_back(p->view, s->system->states[k] ^ sign));
    symbolic_set(s, &cube, symbolic_and(s, cube, bdd_literal(s->m, s->state_var[k]) ^ sign));
  }
  return cube;
}

/* Choices of promises for all states of the node's set. */
static void choose_promises(struct ctl_fixpoints *f, struct path_fixpoint *p,
                            struct choices *list) {
  struct symbolic *s = p->in->s;
  uint8_t *value = memory_alloc(s->m->num_vars + (size_t)1, 1);
  struct lits promises = {0};
  bdd rest = bdd_ref(s->m, p->good);
  while (rest != BDD_FALSE && !s->stopped && bdd_path(s->m, rest, value)) {
    lits_clear(&promises);
    bdd cube = promise_cube(p, f->system->num_states, value, &promises);
    bdd guard = bdd_not(symbolic_and_exists(s, bdd_not(p->good), cube, p->promises));
    symbolic_set(s, &rest, symbolic_minus(s, rest, guard));
    lit predicate = fixpoints_predicate(p->in, guard, p->in->reachable);
    choices_add(list, view_back(p->view, predicate), promises.at, promises.size);
    bdd_deref(s->m, cube);
    bdd_deref(s->m, guard);
    if (++f->entries > s->m->tuning->bdd_entries) s->stopped = true;
  }
  bdd_deref(s->m, rest);
  lits_free(&promises);
  free(value);
}

static void state_lower(struct ctl_fixpoints *f, uint32_t v, struct path_fixpoint *p,
                        struct fact *fact) {
  struct fact in_view = {0};
  fixpoints_lower_eg(p->in, NODE_EG, &in_view);
  fact->kind = FACT_LOWER_E;
  fact->has_region = true;
  view_region_back(p->view, &in_view.region, &fact->region);
  choose_promises(f, p, &fact->from);
  fact->predicate = fixpoints_predicate(f, f->lower[v], f->reachable);
  fact_free(&in_view);
}

void path_fixpoint_facts(struct ctl_fixpoints *f, uint32_t v, struct node_facts *facts) {
  struct path_fixpoint *p = f->paths[f->core->nodes[v].lit];
  symbolic_resume(p->in->s, f->s->m->effort);
  p->in->entries = 0;
  if ((f->need[v] & NEED_UPPER) && f->upper[v] != f->reachable) state_upper(f, v, p, &facts->upper);
  if ((f->need[v] & NEED_LOWER) && f->lower[v] != BDD_FALSE && !view_stopped(p))
    state_lower(f, v, p, &facts->lower);
  if (view_stopped(p)) f->s->stopped = true;
}
