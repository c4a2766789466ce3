#include "checker/ctl/closed_targets.h"

#include "checker/system/parity.h"
#include "checker/system/substitution.h"

void closed_targets_init(struct closed_targets *c, const struct bounds *b) {
  c->size = b->core->num_nodes;
  c->at = memory_zeroed(c->size, sizeof *c->at);
}

static void forget(struct closed_target *q) {
  sat_free(q->sat);
  q->sat = NULL;
  lits_free(&q->sums);
}

void closed_targets_free(struct closed_targets *c) {
  for (size_t v = 0; v < c->size; v++) forget(&c->at[v]);
  free(c->at);
  *c = (struct closed_targets){0};
}

/* EX u: from anywhere into U_u. E[u U w]: from U_u into U_w. */
static struct closed_target query_of(const struct bounds *b, uint32_t v) {
  const struct core_node *node = &b->core->nodes[v];
  bool until = node->op == CORE_EU;
  return (struct closed_target){.invariant = b->invariant,
                                .from = until ? bounds_upper(b, node->left) : AIG_TRUE,
                                .target = bounds_upper(b, until ? node->right : node->left)};
}

static bool concerns(const struct bounds *b, uint32_t v) {
  enum core_op op = b->core->nodes[v].op;
  lit target = query_of(b, v).target;
  return (op == CORE_EX || op == CORE_EU) && bounds_upper(b, v) != bounds_lower(b, v) &&
         bounds_upper(b, v) != target && target != AIG_TRUE;
}

/* The query of the node is the one that is recorded, or is recorded now. */
static struct closed_target *recorded(struct closed_targets *c, const struct bounds *b,
                                      uint32_t v) {
  struct closed_target now = query_of(b, v), *old = &c->at[v];
  if (now.invariant == old->invariant && now.from == old->from && now.target == old->target)
    return old;
  forget(old);
  *old = now;
  return old;
}

/* R & C & from & !target & target(N), in the solver that all one-step queries share. */
static enum sat_answer ask_easy(struct bounds *b, const struct closed_target *q) {
  probe_begin(&b->probe);
  probe_now(&b->probe, q->invariant);
  probe_now(&b->probe, b->system->constraint);
  probe_now(&b->probe, q->from);
  probe_now(&b->probe, lit_not(q->target));
  probe_then(&b->probe, q->target);
  sat_limit_conflicts(b->probe.sat, tuning_of(b->effort)->iictl_closed);
  return probe_solve(&b->probe, NULL);
}

/* The same in a solver of its own. */
static struct sat *state_hard(struct bounds *b, const struct closed_target *q,
                              const struct effort *effort) {
  struct sat *sat = sat_new(SAT_INPROCESSING, effort);
  struct unroll unroll;
  unroll_init(&unroll, sat, b->system);
  sat_unit(sat, unroll_lit(&unroll, 0, q->invariant));
  sat_unit(sat, unroll_lit(&unroll, 0, b->system->constraint));
  sat_unit(sat, unroll_lit(&unroll, 0, q->from));
  sat_unit(sat, -unroll_lit(&unroll, 0, q->target));
  sat_unit(sat, unroll_lit(&unroll, 1, q->target));
  unroll_free(&unroll);
  return sat;
}

/* The same as a condition on states and inputs. */
static lit condition_of(struct bounds *b, const struct closed_target *q) {
  struct aig *aig = b->aig;
  lit then = substitute(aig, aig, q->target, b->system->next, NULL);
  const lit all[] = {q->invariant, b->system->constraint, q->from, lit_not(q->target), then};
  return aig_and_all(aig, all, sizeof all / sizeof *all);
}

static enum sat_answer ask_sums(struct bounds *b, struct closed_target *q,
                                const struct effort *share) {
  if (q->summed) return SAT_UNKNOWN;
  enum parity answer = parity_refute(b->aig, condition_of(b, q), &q->sums, share);
  q->summed = !interrupted(share);
  return answer == PARITY_REFUTED ? SAT_NO : SAT_UNKNOWN;
}

static bool use_answer(struct bounds *b, uint32_t v, struct closed_target *q,
                       enum sat_answer answer) {
  if (answer == SAT_UNKNOWN) return false;
  forget(q);
  q->answered = true;
  if (answer == SAT_NO) bounds_exclude(b, v, lit_not(q->target));
  return answer == SAT_NO;
}

/* Is it answered now, and closed? */
static bool settle_easy(struct closed_targets *c, struct bounds *b, uint32_t v) {
  struct closed_target *q = recorded(c, b, v);
  return !q->answered && !q->sat && use_answer(b, v, q, ask_easy(b, q));
}

static bool settle_hard(struct closed_targets *c, struct bounds *b, uint32_t v) {
  struct closed_target *q = recorded(c, b, v);
  c->share = effort_of(b->effort, ticks_left(b->effort) / tuning_of(b->effort)->iictl_closed_part);
  enum sat_answer answer = ask_sums(b, q, &c->share);
  if (!q->sat) q->sat = state_hard(b, q, &c->share);
  q->turns++;
  return use_answer(b, v, q, answer == SAT_UNKNOWN ? sat_solve(q->sat) : answer);
}

/* One hard query has a few turns in a row, then another one. Children first: what their answers
 * change are the questions of their parents, and what these would do instead of waiting ends in the
 * child's question, with the step composed into it, in a solver that begins anew. NO_NODE: none is
 * open. */
enum { PATIENCE = 5 };
#define NO_NODE UINT32_MAX
static uint32_t choose_hard(struct closed_targets *c, const struct bounds *b) {
  uint32_t best = NO_NODE;
  for (uint32_t v = (uint32_t)c->size; v-- > 0;) {
    if (!concerns(b, v) || recorded(c, b, v)->answered) continue;
    if (best == NO_NODE || c->at[v].turns / PATIENCE < c->at[best].turns / PATIENCE) best = v;
  }
  return best;
}

static bool ask_easy_ones(struct closed_targets *c, struct bounds *b) {
  bool any = false;
  for (uint32_t v = (uint32_t)c->size; v-- > 0 && !interrupted(b->effort);)
    if (concerns(b, v) && settle_easy(c, b, v)) any = true;
  return any;
}

bool closed_targets_ask(struct closed_targets *c, struct bounds *b) {
  bool any = ask_easy_ones(c, b);
  uint32_t hard = interrupted(b->effort) ? NO_NODE : choose_hard(c, b);
  if (hard == NO_NODE || !settle_hard(c, b, hard)) return any;
  ask_easy_ones(c, b); /* what it has changed above it */
  return true;
}

bool closed_targets_waiting(const struct closed_targets *c, uint32_t v) {
  return c->at[v].sat && c->at[v].turns < PATIENCE;
}
