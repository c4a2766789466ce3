#include "checker/ctl/eu_queries.h"
#include "checker/ctl/lookahead.h"
#include "checker/reach/refine.h"

/* (7):  reach(S, U_u & U_v & R & U_v', F, U_w | L_v). The known states L_v count as targets: they
 * are as good as a U_w-state, and a proof that avoids more is still a proof. */
void eu_begin_upper_query(struct iictl *ic, struct goal *goal, lit further) {
  struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[goal->node];
  struct step_constraints constraints = {0};
  lit upper = bounds_upper(b, goal->node);
  goal->pending.ex = UINT32_MAX;
  if (bounds_upper(b, node->left) != AIG_TRUE)
    step_constraints_now(&constraints, bounds_upper(b, node->left));
  if (upper != AIG_TRUE) {
    step_constraints_now(&constraints, upper);
    step_constraints_then(&constraints, upper);
  }
  struct reach_query query = {
      .constraints = &constraints,
      .invariant = b->invariant,
      .from = iictl_source(ic, goal),
      .target = aig_or(b->aig, further, lookahead_target(b, node->right, &goal->pending.ex))};
  query.target = aig_or(b->aig, query.target, bounds_lower(b, goal->node));
  goal->pending.reach = reach_new(b->system, &query, &reach_defaults, ic->effort);
  step_constraints_free(&constraints);
}

/* The proof leaves U_v; one that starts from all initial states by unconstrained steps holds in
 * every reachable state. */
void eu_use_proof(struct iictl *ic, const struct goal *goal) {
  struct bounds *b = &ic->bounds;
  struct reach *reach = goal->pending.reach;
  uint32_t ex = goal->pending.ex;
  const struct core_node *node = &b->core->nodes[goal->node];
  bool global = goal->states == b->system->init && bounds_upper(b, node->left) == AIG_TRUE &&
                bounds_upper(b, goal->node) == AIG_TRUE && bounds_lower(b, goal->node) == AIG_FALSE;
  if (!global) reach_refine(reach, REFINE_WEAKEN);
  lit proof = clauses_predicate(b->aig, reach_proof(reach));
  /* No step leads from here into the EX node's child: the target that looked ahead said so. */
  if (ex != UINT32_MAX) bounds_exclude(b, ex, aig_and(b->aig, proof, bounds_upper(b, node->right)));
  bounds_exclude(b, goal->node, proof);
  iictl_note(ic, goal->node, "proof of %zu clauses%s", reach_proof(reach)->size,
             global ? ", global" : "");
  if (global) bounds_strengthen_clauses(b, reach_proof(reach));
}
