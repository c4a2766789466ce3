#include "checker/ctl/eu_queries.h"
#include "checker/ctl/lookahead.h"
#include "checker/reach/refine.h"

#include <assert.h>

/* A query as it is put to an engine, which copies what it needs. */
struct upper_query {
  struct step_constraints constraints;
  struct reach_query reach;
  uint32_t ex;
};

/* (7):  reach(S, U_u & U_v & R & U_v', F, U_w | L_v). The known states L_v count as targets: they
 * are as good as a U_w-state, and a proof that avoids more is still a proof. */
static void state_upper_query(struct iictl *ic, const struct goal *goal, struct upper_query *q) {
  struct bounds *b = &ic->bounds;
  const struct core_node *node = &b->core->nodes[goal->node];
  lit upper = bounds_upper(b, goal->node);
  *q = (struct upper_query){.ex = UINT32_MAX};
  if (bounds_upper(b, node->left) != AIG_TRUE)
    step_constraints_now(&q->constraints, bounds_upper(b, node->left));
  if (upper != AIG_TRUE) {
    step_constraints_now(&q->constraints, upper);
    step_constraints_then(&q->constraints, upper);
  }
  q->reach = (struct reach_query){.constraints = &q->constraints,
                                  .invariant = b->invariant,
                                  .from = iictl_source(ic, goal),
                                  .target = lookahead_target(b, node->right, &q->ex)};
  q->reach.target = aig_or(b->aig, q->reach.target, bounds_lower(b, goal->node));
}

/* No limit of its own, for what is done before and behind the search. */
static void grant_all(struct iictl *ic) { ic->share = effort_of(ic->effort, UINT64_MAX / 2); }

/* What the frames of the query rest on. */
static struct frames frames_of(struct iictl *ic, const struct goal *goal) {
  struct bounds *b = &ic->bounds;
  return (struct frames){.from = iictl_source(ic, goal),
                         .left = bounds_upper(b, b->core->nodes[goal->node].left),
                         .upper = bounds_upper(b, goal->node),
                         .invariant = b->invariant};
}

/* The last query of the goal goes on with its frames, if it started in the same states. Bounds only
 * tighten, so what restricts its steps implies what did so before. */
static struct reach *take_frames(struct iictl *ic, struct goal *goal, const struct reach_query *q) {
  struct frames old = goal->frames, now = frames_of(ic, goal);
  goal->frames = now;
  if (!old.reach) return NULL;
  if (old.from != now.from) {
    reach_free(old.reach);
    return NULL;
  }
  reach_retarget(old.reach, q->target);
  if (old.left != now.left || old.upper != now.upper || old.invariant != now.invariant)
    reach_restrict(old.reach, q->constraints, q->invariant);
  return old.reach;
}

void eu_begin_upper_query(struct iictl *ic, struct goal *goal, lit further) {
  struct bounds *b = &ic->bounds;
  struct upper_query q;
  state_upper_query(ic, goal, &q);
  q.reach.target = aig_or(b->aig, q.reach.target, further);
  grant_all(ic);
  goal->pending.ex = q.ex;
  goal->pending.reach = take_frames(ic, goal, &q.reach);
  if (!goal->pending.reach)
    goal->pending.reach = reach_new(b->system, &q.reach, &reach_defaults, &ic->share);
  step_constraints_free(&q.constraints);
}

void eu_keep_frames(struct goal *goal) {
  assert(goal->pending.reach && !goal->frames.reach);
  goal->frames.reach = goal->pending.reach;
  goal->pending.reach = NULL;
}

static void begin_bounded(struct iictl *ic, struct goal *goal) {
  struct upper_query q;
  state_upper_query(ic, goal, &q);
  goal->pending.bmc = bmc_new(ic->bounds.system, &q.reach, &ic->share);
  step_constraints_free(&q.constraints);
}

/* As much again as IC3 had, so that what the bounded search costs stays in proportion. */
static enum reach_answer run_ic3(struct iictl *ic, struct pending *p) {
  enum { LEAST = 1000 }; /* about a query: none at all would be for ever */
  uint64_t least = (uint64_t)tuning_of(ic->effort)->iictl_glance * TICKS_PER_MILLISECOND;
  if (least < LEAST) least = LEAST;
  uint64_t before = ticks_spent(ic->effort);
  ic->share = effort_of(ic->effort, p->ticks < least ? least : p->ticks);
  enum reach_answer answer = reach_run(p->reach, -1);
  p->ticks += ticks_spent(ic->effort) - before;
  return answer;
}

/* A trace, or nothing: the proof of a bounded search leaves no clauses. */
static bool run_bounded(struct iictl *ic, struct goal *goal) {
  struct pending *p = &goal->pending;
  uint64_t granted = p->ticks / tuning_of(ic->effort)->iictl_bounded_part;
  if (granted <= p->bounded) return false;
  ic->share = effort_of(ic->effort, granted - p->bounded);
  uint64_t before = ticks_spent(ic->effort);
  if (!p->bmc) begin_bounded(ic, goal);
  enum reach_answer answer = bmc_run(p->bmc, SIZE_MAX, -1);
  p->bounded += ticks_spent(ic->effort) - before;
  if (answer == REACH_PROOF) p->bounded = UINT64_MAX; /* there is nothing to be found */
  return answer == REACH_TRACE;
}

/* Is the goal's source closed, without a state of the target? */
static bool run_source(struct iictl *ic, struct goal *goal) {
  struct bounds *b = &ic->bounds;
  struct pending *p = &goal->pending;
  uint64_t after = (uint64_t)tuning_of(ic->effort)->iictl_source_after * TICKS_PER_MILLISECOND;
  if (p->ticks < after || bounds_lower(b, goal->node) != AIG_FALSE) return false;
  if (!p->source) {
    struct upper_query q;
    state_upper_query(ic, goal, &q);
    lit left = bounds_upper(b, b->core->nodes[goal->node].left);
    p->source = closed_source_new(b, q.reach.from, left, q.reach.target);
    step_constraints_free(&q.constraints);
  }
  return closed_source_run(p->source, p->ticks * tuning_of(ic->effort)->iictl_source_times);
}

enum reach_answer eu_run_upper_query(struct iictl *ic, struct goal *goal) {
  enum reach_answer answer;
  if (run_source(ic, goal)) return REACH_PROOF; /* which the end of the last turn interrupted */
  do {
    answer = run_ic3(ic, &goal->pending);
    if (answer == REACH_UNKNOWN && !interrupted(ic->effort) && run_bounded(ic, goal))
      answer = REACH_TRACE;
    if (answer == REACH_UNKNOWN && !interrupted(ic->effort) && run_source(ic, goal))
      answer = REACH_PROOF;
  } while (answer == REACH_UNKNOWN && !interrupted(ic->effort));
  grant_all(ic);
  return answer;
}

const struct trace *eu_query_trace(const struct goal *goal) {
  const struct pending *p = &goal->pending;
  bool bounded = p->bmc && bmc_trace(p->bmc)->length > 0;
  return bounded ? bmc_trace(p->bmc) : reach_trace(p->reach);
}

/* No step leads from here into the EX node's child, either. */
static void use_source(struct iictl *ic, const struct goal *goal) {
  struct bounds *b = &ic->bounds;
  uint32_t ex = goal->pending.ex;
  lit source = closed_source_states(goal->pending.source);
  lit target = bounds_upper(b, b->core->nodes[goal->node].right);
  if (ex != UINT32_MAX) bounds_exclude(b, ex, aig_and(b->aig, source, target));
  bounds_exclude(b, goal->node, source);
  iictl_note(ic, goal->node, "closed source");
}

/* The proof leaves U_v; one that starts from all initial states by unconstrained steps holds in
 * every reachable state. */
void eu_use_proof(struct iictl *ic, const struct goal *goal) {
  if (closed_source_holds(goal->pending.source)) {
    use_source(ic, goal);
    return;
  }
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
