/* AG(p -> AF q), AG AF q and their kin are fair cycle questions: E[u U (w & EG p)]. A copy of the
 * system gets a bit g that a new input n sets once, in a w-state; from then on the run must stay in
 * p, and fairness demands g. A fair run of the copy is a witness; the proof that there is none
 * splits into what is needed for g = 0 (an upper bound for the EU node) and for g = 1 (one for the
 * EG node). */
#include "checker/ctl/eu_eg_product.h"
#include "checker/ctl/generalize.h"
#include "checker/ctl/lookahead.h"
#include "checker/system/extension.h"

struct product {
  struct extension copy;
  uint32_t eu, eg;
  lit switching; /* W: in the original */
  struct fair *fair;
};

static bool is_true_atom(const struct bounds *b, uint32_t v) {
  return b->core->nodes[v].op == CORE_ATOM && bounds_lower(b, v) == AIG_TRUE;
}

/* An EG node without which w cannot hold; EG true (every state of a fair run has that) only if
 * there is no other. */
static bool find_cycle_node(struct bounds *b, uint32_t w, uint32_t *eg) {
  uint8_t *below = memory_zeroed(b->core->num_nodes, 1);
  bool found = false;
  lookahead_boolean_cone(b, w, below);
  for (uint32_t v = w; v < b->core->num_nodes; v++) {
    if (!below[v] || b->core->nodes[v].op != CORE_EG || is_true_atom(b, b->core->nodes[v].left))
      continue;
    if (bounds_upper(b, v) == AIG_FALSE || lookahead_assuming(b, w, v, AIG_FALSE) != AIG_FALSE)
      continue;
    *eg = v;
    found = true;
  }
  free(below);
  return found;
}

/* n: switch now. g' = g | n;  C & (g | n -> inside) & (n & !g -> W) & (!g & !n -> U_u). */
static void build(struct product *p, struct bounds *b) {
  extension_init(&p->copy, b->system, 1, 1);
  struct system *s = p->copy.system;
  struct aig *aig = s->aig;
  lit g = s->states[b->system->num_states], n = s->inputs[b->system->num_inputs];
  lit stay = extension_lit(&p->copy, bounds_upper(b, p->eg)),
      enter = extension_lit(&p->copy, p->switching);
  lit before = extension_lit(&p->copy, bounds_upper(b, b->core->nodes[p->eu].left));
  lit either = aig_or(aig, g, n);
  s->next[b->system->num_states] = either;
  s->init = aig_and(aig, s->init, lit_not(g));
  lit parts[] = {s->constraint, aig_implies(aig, either, stay),
                 aig_implies(aig, aig_and(aig, n, lit_not(g)), enter), aig_or(aig, either, before)};
  s->constraint = aig_and_all(aig, parts, 4);
  s->fairness = memory_grow(s->fairness, s->num_fairness + 1, sizeof *s->fairness);
  s->fairness[s->num_fairness++] = g;
}

/* A predicate of the copy for a value of g, in the original. */
static lit project(const struct product *p, lit root, lit g) {
  const struct system *to = p->copy.original;
  struct lits states = {0};
  lits_append(&states, to->states, to->num_states);
  lits_push(&states, g);
  lit result = substitute(p->copy.system->aig, to->aig, root, states.at, NULL);
  lits_free(&states);
  return result;
}

/* The fairness numbers without that of g, which every state with g = 1 satisfies. */
static void without_g(const struct product *p, const struct lits *fair, struct lits *out) {
  lits_clear(out);
  for (size_t k = 0; k < fair->size; k++)
    if (fair->at[k] < p->copy.original->num_fairness) lits_push(out, fair->at[k]);
}

/* With G the region of the copy: P = G(g=0) is closed under steps before the switch, G_1 = G(g=1)
 * under steps after it, and W-states of P step into G_1 only. So the block for EG is G_1 | (P & W);
 * nothing steps into the part outside G_1 (unborn); inside G_1 the chain of the copy does the rest.
 */
static void use_block(struct iictl *ic, const struct goal *goal, const struct product *p,
                      const struct block *found) {
  struct bounds *b = &ic->bounds;
  lit before = project(p, found->region, AIG_FALSE), after = project(p, found->region, AIG_TRUE);
  struct block block = {.region = aig_or(b->aig, after, aig_and(b->aig, before, p->switching))};
  struct lits fair = {0};
  block_step(&block, CHAIN_UNBORN, aig_and(b->aig, block.region, lit_not(after)), NULL, 0);
  for (size_t k = 0; k < found->num_steps; k++) {
    const struct chain_step *step = &found->steps[k];
    without_g(p, &step->fair, &fair);
    block_step(&block, step->kind, project(p, step->predicate, AIG_TRUE), fair.at, fair.size);
  }
  without_g(p, &found->end_fair, &block.end_fair);
  bool global = goal->states == b->system->init &&
                bounds_upper(b, b->core->nodes[p->eu].left) == AIG_TRUE &&
                bounds_upper(b, p->eu) == AIG_TRUE && bounds_lower(b, p->eu) == AIG_FALSE;
  bounds_exclude_block(b, p->eg, &block);
  bounds_exclude(b, p->eu, before);
  if (global) bounds_strengthen(b, before);
  block_free(&block);
  lits_free(&fair);
}

/* The run of the copy, split where it switches: a trace for the EU node, a lasso for the EG node.
 */
static void use_lasso(struct iictl *ic, struct goal *goal, const struct product *p,
                      const struct trace *found) {
  struct bounds *b = &ic->bounds;
  size_t n = b->system->num_states, m = b->system->num_inputs, at = 0;
  while (!trace_input(found, at)[m] && !trace_state(found, at)[n]) at++;
  struct trace stem, lasso;
  trace_init(&stem, b->system);
  trace_init(&lasso, b->system);
  trace_append(&stem, found, 0, at + 1);
  trace_append(&lasso, found, at, found->length);
  lasso.loop = found->loop - (long)at;
  lit lower = bounds_lower(b, b->core->nodes[p->eg].left);
  bool inside = true;
  for (size_t t = 0; t < lasso.length; t++)
    inside = inside && state_in(b, trace_state(&lasso, t), lower);
  if (inside) generalize_lasso(ic, p->eg, &lasso);
  goal_keep_trace(goal, &stem);
  trace_free(&stem);
  trace_free(&lasso);
}

void product_free(struct product *p) {
  if (!p) return;
  fair_free(p->fair);
  extension_free(&p->copy);
  free(p);
}

static struct product *begin(struct iictl *ic, const struct goal *goal, uint32_t eg) {
  struct bounds *b = &ic->bounds;
  struct product *p = memory_zeroed(1, sizeof *p);
  p->eu = goal->node;
  p->eg = eg;
  p->switching = lookahead_assuming(b, b->core->nodes[goal->node].right, eg, AIG_TRUE);
  build(p, b);
  struct aig *aig = p->copy.system->aig;
  lit g = p->copy.system->states[b->system->num_states];
  struct fair_query query = {
      .invariant = extension_lit(&p->copy, b->invariant),
      .inside = AIG_TRUE,
      .from = aig_and(aig, extension_lit(&p->copy, iictl_source(ic, goal)), lit_not(g))};
  p->fair = fair_new(p->copy.system, &query, &ic->options.fair, ic->interrupt);
  return p;
}

/* Bounds may have tightened since the query began: a block and a proof relative to wider bounds are
 * good still; a lasso may have become pointless, which the goal notices when it looks at its trace.
 */
bool product_turn(struct iictl *ic, size_t index, long budget) {
  struct goal *goal = &ic->goals.at[index];
  uint32_t eg;
  if (!goal->product) {
    if (!find_cycle_node(&ic->bounds, ic->bounds.core->nodes[goal->node].right, &eg)) return false;
    goal->product = begin(ic, goal, eg);
  }
  struct product *p = goal->product;
  enum fair_answer answer = fair_run(p->fair, budget);
  iictl_note(ic, p->eu,
             answer == FAIR_NONE    ? "no run with a fair cycle"
             : answer == FAIR_LASSO ? "run with a fair cycle"
                                    : "end of turn");
  if (answer == FAIR_UNKNOWN) {
    iictl_stop_if_interrupted(ic);
    return false;
  }
  iictl_count(ic, p->fair);
  goal->product = NULL;
  if (answer == FAIR_NONE)
    use_block(ic, goal, p, fair_block(p->fair));
  else
    use_lasso(ic, goal, p, fair_lasso(p->fair));
  product_free(p);
  return true;
}

bool product_turns(struct iictl *ic, long budget) {
  for (size_t k = 0; k + 1 < ic->goals.size && !ic->stopped; k++) {
    if (!ic->goals.at[k].product || !product_turn(ic, k, budget)) continue;
    iictl_pop_to(ic, k);
    return true;
  }
  return false;
}
