/* Turns of the product queries, and what becomes of their answers. */
#include "checker/ctl/eu_eg_turns.h"
#include "checker/ctl/generalize.h"

/* The fairness numbers without that of g, which every state with g = 1 satisfies. */
static void without_g(const struct product *p, const struct lits *fair, struct lits *out) {
  lits_clear(out);
  for (size_t k = 0; k < fair->size; k++)
    if (fair->at[k] < p->copy.original->num_fairness) lits_push(out, fair->at[k]);
}

/* V of the copy for g = 1, in the original: g, its saved value and its flag are true after every
 * step of a walk with g = 1. */
static void project_relation(const struct product *p, const struct block *found,
                             struct block *block) {
  uint32_t n = (uint32_t)p->copy.original->num_fairness;
  uint32_t flag_of_g = loop_flag(found, n), now = loop_now(found, 0);
  block->has_loop = true;
  for (size_t k = 0; k < found->saved.size; k++)
    lits_push(&block->saved, product_project(p, found->saved.at[k], AIG_TRUE));
  lits_append(&block->raised_by, p->copy.original->fairness, n);
  for (size_t k = 0; k < found->relation.size; k++) {
    uint32_t a = found->relation.at[k];
    if (a == LOOP_END || a < flag_of_g)
      lits_push(&block->relation, a);
    else if (a < now)
      lits_push(&block->relation, loop_now(block, a & 1 ? AIG_FALSE : AIG_TRUE));
    else
      lits_push(&block->relation, loop_now(block, product_project(p, a - now, AIG_TRUE)));
  }
}

/* With G the region of the copy: P = G(g=0) is closed under steps before the switch, G_1 = G(g=1)
 * under steps after it, and W-states of P step into G_1 only. So the block for EG is G_1 | (P & W);
 * nothing steps into the part outside G_1 (unborn); inside G_1 the chain of the copy does the rest.
 */
static void use_block(struct iictl *ic, const struct goal *goal, const struct product *p,
                      const struct block *found) {
  struct bounds *b = &ic->bounds;
  lit before = product_project(p, found->closed, AIG_FALSE),
      after = product_project(p, found->closed, AIG_TRUE);
  struct block block = {.closed = aig_or(b->aig, after, aig_and(b->aig, before, p->switching))};
  struct lits fair = {0};
  block_step(&block, CHAIN_UNBORN, aig_and(b->aig, block.closed, lit_not(after)), NULL, 0);
  for (size_t k = 0; k < found->num_steps; k++) {
    const struct chain_step *step = &found->steps[k];
    without_g(p, &step->fair, &fair);
    block_step(&block, step->kind, product_project(p, step->predicate, AIG_TRUE), fair.at,
               fair.size);
  }
  without_g(p, &found->end_fair, &block.end_fair);
  if (found->has_loop) project_relation(p, found, &block);
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

/* Bounds may have tightened since the query began: a block and a proof relative to wider bounds are
 * good still; a lasso may have become pointless, which the goal notices when it looks at its trace.
 */
bool product_turn(struct iictl *ic, size_t index, long budget) {
  struct goal *goal = &ic->goals.at[index];
  uint32_t eg;
  if (ic->asked_elsewhere[goal->node]) return false;
  if (!goal->product) {
    if (!product_find_cycle(&ic->bounds, ic->bounds.core->nodes[goal->node].right, &eg))
      return false;
    goal->product =
        product_new(&ic->bounds, goal->node, eg, iictl_source(ic, goal), &ic->options.fair);
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
  iictl_count_fair(ic, p->fair);
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
