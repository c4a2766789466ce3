#include "checker/fair/rlive.h"
#include "checker/reach/refine.h"
#include "checker/system/substitution.h"

void rlive_init(struct rlive *r, const struct chain *shared) {
  *r = (struct rlive){.shared = shared, .path.loop = -1};
  chain_init(&r->chain, shared->system, shared->arena, shared->from, shared->effort);
  skeleton_init(&r->skeleton, &r->chain);
  r->levels = memory_zeroed(1, sizeof *r->levels);
  r->levels[0].met = memory_zeroed(shared->system->num_fairness, 1);
  r->depth = r->capacity = 1;
  r->hop_frames = tuning_of(shared->effort)->hop_frames;
  struct lits cone = {0};
  aig_cone(shared->system->aig, shared->system->next, shared->system->num_states, &cone);
  r->nodes = cone.size;
  lits_free(&cone);
}

static void pop_level(struct rlive *r) {
  struct rlive_level *level = &r->levels[--r->depth];
  free(level->state);
  free(level->met);
  trace_free(&level->run);
}

void rlive_free(struct rlive *r) {
  reach_free(r->query);
  reach_free(r->back);
  if (r->hopping) lasso_search_free(&r->hops);
  trace_free(&r->path);
  while (r->depth > 0) pop_level(r);
  free(r->levels);
  lits_free(&r->shoals);
  skeleton_free(&r->skeleton);
  chain_free(&r->chain);
}

/* A state that meets the condition of the deepest level, and has a step that leads to no shoal: to
 * states without one the search would have to come back from at once. */
static lit target(struct rlive *r) {
  struct chain *chain = &r->chain;
  const struct system *s = chain->system;
  struct aig *aig = s->aig;
  lit shoals = aig_or_all(aig, r->shoals.at, r->shoals.size), here, then;
  here = s->num_fairness ? s->fairness[r->levels[r->depth - 1].goal] : AIG_TRUE;
  here = aig_and(aig, aig_and(aig, here, lit_not(shoals)), s->constraint);
  struct substitution next;
  substitution_init(&next, aig, aig, s->next, s->inputs);
  then = substitution_apply(&next, aig_and(aig, lit_not(shoals), chain->arena));
  substitution_free(&next);
  return aig_and(aig, here, then);
}

/* What the other strategies learnt about reachability helps, and what they know to be lost is a
 * shoal, if that can be shown without their walls, which would leave the closed set open. */
static void take_over(struct rlive *r) {
  struct chain *chain = &r->chain;
  const struct chain *shared = r->shared;
  for (; r->synced_closed < shared->closed.size; r->synced_closed++)
    chain_add_closed(chain, shared->closed.at[r->synced_closed]);
  for (; r->synced_lost < shared->lost_parts.size; r->synced_lost++) {
    lit lost = shared->lost_parts.at[r->synced_lost];
    struct chain_step wall = {.kind = CHAIN_WALL, .predicate = lost};
    if (!chain_admits(chain, &wall)) continue; /* it leads into one that is no shoal here */
    chain_add(chain, CHAIN_WALL, lost, NULL, 0);
    if (skeleton_full(&r->skeleton, lost) != SKELETON_NONE) continue;
    chain_add(chain, CHAIN_SIDE, lost, r->skeleton.failed.at, r->skeleton.failed.size);
    lits_push(&r->shoals, lost);
  }
}

static void make_query(struct rlive *r) {
  const struct rlive_level *level = &r->levels[r->depth - 1];
  struct chain *chain = &r->chain;
  take_over(r);
  struct step_constraints constraints = {0};
  chain_constraints(chain, 0, &constraints);
  struct reach_query query = {.constraints = &constraints,
                              .invariant = chain_invariant(chain),
                              .from = level->state
                                          ? state_predicate(chain->system, level->state)
                                          : aig_and(chain->system->aig, chain->from, chain->arena),
                              .from_post = level->state != NULL,
                              .target = target(r)};
  r->query = reach_new(chain->system, &query, &reach_defaults, chain->effort);
  r->queries++;
  r->work += tuning_of(chain->effort)->rlive_query_price;
  step_constraints_free(&constraints);
}

/* --- a "no" ----------------------------------------------------------------------------------- */

/* F meets the condition outside the shoals no more: with them, the proof is a closed set. */
static enum rlive_answer finish(struct rlive *r, lit proof) {
  struct aig *aig = r->chain.system->aig;
  lit closed = aig_or(aig, proof, aig_or_all(aig, r->shoals.at, r->shoals.size));
  if (!chain_is_closed(&r->chain, closed)) return RLIVE_RUNNING;
  chain_add_closed(&r->chain, closed);
  return skeleton_full(&r->skeleton, AIG_TRUE) == SKELETON_NONE ? RLIVE_NONE : RLIVE_RUNNING;
}

static enum rlive_answer learn_shoal(struct rlive *r) {
  struct chain *chain = &r->chain;
  const struct system *s = chain->system;
  reach_refine(r->query, REFINE_WEAKEN);
  lit proof = clauses_predicate(s->aig, reach_proof(r->query));
  reach_free(r->query);
  r->query = NULL;
  if (r->depth == 1) return finish(r, proof);
  /* The state may have no successor at all; then there is nothing behind the shoal. */
  uint32_t fairness = (uint32_t)r->levels[r->depth - 1].goal;
  if (proof != AIG_FALSE) {
    chain_add(chain, CHAIN_WALL, proof, NULL, 0);
    chain_add(chain, CHAIN_SIDE, proof, &fairness, s->num_fairness ? 1 : 0);
    lits_push(&r->shoals, proof);
  }
  /* All successors are behind the shoal: so is the state, and with it all states like it. */
  if (chain_learn_dead(chain, r->levels[r->depth - 1].state, AIG_TRUE))
    lits_push(&r->shoals, chain->block.steps[chain->block.num_steps - 1].predicate);
  pop_level(r);
  return RLIVE_RUNNING;
}

/* --- a "yes" ---------------------------------------------------------------------------------- */

static bool loop_is_fair(const struct rlive *r, size_t first) {
  const struct system *s = r->chain.system;
  for (size_t j = 0; j < s->num_fairness; j++) {
    bool met = false;
    for (size_t k = first; k < r->depth && !met; k++)
      for (size_t t = 1; t < r->levels[k].run.length && !met; t++)
        met = aig_eval(s->aig, s->fairness[j], trace_state(&r->levels[k].run, t), NULL);
    if (!met) return false;
  }
  return true;
}

static void write_lasso(const struct rlive *r, size_t first, struct trace *lasso) {
  for (size_t k = 1; k < r->depth; k++) {
    if (k == first) lasso->loop = (long)lasso->length;
    const struct trace *run = &r->levels[k].run;
    trace_append(lasso, run, 0, run->length - 1);
  }
}

/* Is the deepest state one of the earlier ones, and does the loop between them meet everything? */
static bool closes(struct rlive *r, struct trace *lasso) {
  size_t last = r->depth - 1;
  for (size_t k = 1; k < last; k++) {
    if (memcmp(r->levels[k].state, r->levels[last].state, r->chain.system->num_states) != 0 ||
        !loop_is_fair(r, k + 1))
      continue;
    write_lasso(r, k + 1, lasso);
    return true;
  }
  return false;
}

static bool all_met(const struct rlive *r, const uint8_t *met) {
  return !memchr(met, 0, r->chain.system->num_fairness);
}

static void meet(const struct rlive *r, const uint8_t *state, uint8_t *met) {
  const struct system *s = r->chain.system;
  for (size_t j = 0; j < s->num_fairness; j++)
    met[j] |= aig_eval(s->aig, s->fairness[j], state, NULL);
}

/* The round goes on, or it ends here and the next one begins. */
static void count_conditions(struct rlive *r) {
  size_t n = r->chain.system->num_fairness, here = r->depth - 1;
  const struct rlive_level *before = &r->levels[here - 1];
  struct rlive_level *level = &r->levels[here];
  level->met = memory_zeroed(n, 1);
  level->base = before->base ? before->base : here;
  if (before->base) memcpy(level->met, before->met, n);
  for (size_t t = before->base ? 1 : level->run.length - 1; t < level->run.length; t++)
    meet(r, trace_state(&level->run, t), level->met);
  if (all_met(r, level->met)) {
    level->round = level->base;
    level->base = here;
    memset(level->met, 0, n);
    meet(r, level->state, level->met);
    if (all_met(r, level->met)) level->round = here;
  }
  level->goal = n ? (before->goal + 1) % n : 0;
  for (size_t k = 0; k < n && level->met[level->goal]; k++) level->goal = (level->goal + 1) % n;
}

static enum rlive_answer push_level(struct rlive *r, const struct trace *run, struct trace *lasso) {
  const struct system *s = r->chain.system;
  r->levels = memory_room(r->levels, r->depth, &r->capacity, sizeof *r->levels);
  struct rlive_level *level = &r->levels[r->depth++];
  *level = (struct rlive_level){.state = memory_alloc(s->num_states, 1)};
  memcpy(level->state, trace_state(run, run->length - 1), s->num_states);
  trace_assign(&level->run, run);
  count_conditions(r);
  return closes(r, lasso) ? RLIVE_LASSO : RLIVE_RUNNING;
}

static void drop_query(struct rlive *r) {
  reach_free(r->query);
  r->query = NULL;
}

static enum rlive_answer follow_query(struct rlive *r, struct trace *lasso) {
  enum rlive_answer answer = push_level(r, reach_trace(r->query), lasso);
  drop_query(r);
  return answer;
}

/* --- bounded runs ----------------------------------------------------------------------------- */

static bool in_shoal(const struct rlive *r, const uint8_t *state) {
  for (size_t k = 0; k < r->shoals.size; k++)
    if (aig_eval(r->chain.system->aig, r->shoals.at[k], state, NULL)) return true;
  return false;
}

/* The next length of bounded runs from the deepest level; 0: there is none. */
static size_t hop_frames(const struct rlive *r) {
  const struct rlive_level *level = &r->levels[r->depth - 1];
  size_t frames = level->hop ? 2 * level->hop : r->hop_frames;
  return frames <= tuning_of(r->chain.effort)->hop_frames_most ? frames : 0;
}

/* The lasso from the deepest state, behind the run to it. */
static void write_hop(const struct rlive *r, struct trace *lasso) {
  write_lasso(r, r->depth, lasso);
  lasso->loop = (long)lasso->length + r->hops.trace.loop;
  trace_append(lasso, &r->hops.trace, 0, r->hops.trace.length);
}

/* A lasso from the deepest state, or a run from it that ends the round: what IC3 finds, too, but
 * sooner when it is short. */
static enum rlive_answer hop(struct rlive *r, size_t frames, struct trace *lasso) {
  struct rlive_level *level = &r->levels[r->depth - 1];
  const struct tuning *tuning = tuning_of(r->chain.effort);
  long conflicts = (long)(tuning->hop_conflicts * frames / 16);
  if (!r->hopping) lasso_search_init_anywhere(&r->hops, r->shared);
  r->hopping = true;
  r->work += tuning->rlive_query_price;
  level->hop = frames;
  if (level->state && lasso_search_from(&r->hops, level->state, frames, conflicts)) {
    write_hop(r, lasso);
    return RLIVE_LASSO;
  }
  if (!lasso_search_round(&r->hops, level->state, level->met, frames, conflicts) ||
      in_shoal(r, trace_state(&r->hops.trace, r->hops.trace.length - 1)))
    return RLIVE_RUNNING;
  r->hop_frames = frames;
  drop_query(r);
  return push_level(r, &r->hops.trace, lasso);
}

/* --- the way back ----------------------------------------------------------------------------- */

/* All conditions were met in a round: if the state where it began can be reached again, it is on a
 * fair cycle. The search itself would have to come by it by chance. */
static void ask_back(struct rlive *r) {
  struct chain *chain = &r->chain;
  size_t last = r->depth - 1, first = r->levels[last].round;
  if (!first) return;
  r->levels[last].round = 0; /* asked once */
  trace_free(&r->path);
  trace_init(&r->path, chain->system);
  write_lasso(r, first + 1, &r->path);
  struct step_constraints constraints = {0};
  chain_constraints(chain, 0, &constraints);
  struct reach_query query = {.constraints = &constraints,
                              .invariant = chain_invariant(chain),
                              .from = state_predicate(chain->system, r->levels[last].state),
                              .from_post = true,
                              .target = state_predicate(chain->system, r->levels[first].state)};
  r->back = reach_new(chain->system, &query, &reach_defaults, chain->effort);
  r->queries++;
  r->work += tuning_of(chain->effort)->rlive_query_price;
  step_constraints_free(&constraints);
}

static enum rlive_answer run_back(struct rlive *r, long budget, struct trace *lasso) {
  uint64_t before = reach_work(r->back);
  enum reach_answer answer = reach_run(r->back, budget);
  r->work += (long)(reach_work(r->back) - before) + 1;
  if (answer == REACH_UNKNOWN) return RLIVE_RUNNING;
  if (answer == REACH_PROOF) {
    reach_refine(r->back, REFINE_STRENGTHEN | REFINE_WEAKEN);
    r->wall = clauses_predicate(r->chain.system->aig, reach_proof(r->back));
  } else {
    const struct trace *run = reach_trace(r->back);
    trace_assign(lasso, &r->path);
    if (lasso->loop < 0) lasso->loop = (long)lasso->length; /* of one state's own */
    trace_append(lasso, run, 0, run->length - 1);
  }
  reach_free(r->back);
  r->back = NULL;
  return answer == REACH_PROOF ? RLIVE_WALL : RLIVE_LASSO;
}

static enum rlive_answer run_query(struct rlive *r, long budget, struct trace *lasso) {
  if (!r->query) make_query(r);
  uint64_t before = reach_work(r->query);
  enum reach_answer answer = reach_run(r->query, budget);
  r->work += (long)(reach_work(r->query) - before) + 1;
  switch (answer) {
  case REACH_TRACE: return follow_query(r, lasso);
  case REACH_PROOF: return learn_shoal(r);
  case REACH_UNKNOWN: break;
  }
  return RLIVE_RUNNING;
}

/* What bounded runs of so many steps will cost, by the last ones, the first ones by the frames that
 * have to be made. */
static uint64_t hop_cost(const struct rlive *r, size_t frames) {
  enum { TICKS_PER_NODE = 200 };
  if (r->last_frames == 0) return TICKS_PER_NODE * frames * r->nodes;
  return r->last_ticks * frames * frames / (r->last_frames * r->last_frames);
}

/* Will bounded runs have cost no more than twice what the queries have? Their first search comes
 * first where it does not take long; later ones, which take seconds in some models, must not crowd
 * out everything else. */
static bool can_hop(const struct rlive *r, size_t frames) {
  uint64_t cost = hop_cost(r, frames);
  uint64_t glance = (uint64_t)tuning_of(r->chain.effort)->hop_glance * TICKS_PER_MILLISECOND;
  if (frames == 0) return false;
  if (r->last_frames == 0 && cost <= glance) return true;
  return r->hop_ticks <= r->query_ticks && r->hop_ticks + cost <= 2 * r->query_ticks;
}

static enum rlive_answer run_hop(struct rlive *r, size_t frames, struct trace *lasso) {
  uint64_t before = ticks_spent(r->chain.effort);
  enum rlive_answer answer = hop(r, frames, lasso);
  r->last_ticks = ticks_spent(r->chain.effort) - before;
  r->last_frames = frames;
  r->hop_ticks += r->last_ticks;
  return answer;
}

/* The way back is a guess: it gets a quarter of the work. Bounded runs and queries share the rest
 * evenly: some models have only long runs, in others queries are easy. */
enum rlive_answer rlive_run(struct rlive *r, long budget, struct trace *lasso) {
  if (!r->back && !r->query) ask_back(r);
  if (r->back && 4 * r->back_work <= r->work) {
    long before = r->work;
    enum rlive_answer answer = run_back(r, budget, lasso);
    r->back_work += r->work - before;
    return answer;
  }
  size_t frames = hop_frames(r);
  if (can_hop(r, frames)) return run_hop(r, frames, lasso);
  uint64_t before = ticks_spent(r->chain.effort);
  enum rlive_answer answer = run_query(r, budget, lasso);
  r->query_ticks += ticks_spent(r->chain.effort) - before;
  return answer;
}
