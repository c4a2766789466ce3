#include "checker/fair/loop.h"
#include "checker/fair/chain_reduce.h"
#include "checker/reach/refine.h"

/* Rounds of a loop after which the states that do not matter should repeat, too. */
enum { MOST_ROUNDS = 64 };

void loop_search_init(struct loop_search *l, struct chain *chain) {
  *l = (struct loop_search){.chain = chain, .limit = tuning_of(chain->effort)->loop_restart};
}

static void drop_query(struct loop_search *l) {
  if (!l->query) return;
  reach_free(l->query);
  extension_free(&l->copy);
  lits_clear(&l->saved);
  l->query = NULL;
}

void loop_search_free(struct loop_search *l) {
  drop_query(l);
  lits_free(&l->saved);
}

/* --- what is saved ---------------------------------------------------------------------------- */

/* Marks the states that the steps and the fairness conditions depend on. */
static void mark_relevant(const struct loop_search *l, uint8_t *relevant) {
  const struct chain *chain = l->chain;
  const struct system *s = chain->system;
  struct lits roots = {0}, cone = {0};
  lits_push(&roots, s->constraint);
  lits_push(&roots, chain->arena);
  lits_append(&roots, s->fairness, s->num_fairness);
  lits_append(&roots, chain->closed.at, chain->closed.size);
  for (size_t k = 0; k < chain->block.num_steps; k++)
    lits_push(&roots, chain->block.steps[k].predicate);
  while (roots.size) {
    lits_clear(&cone);
    aig_cone(s->aig, roots.at, roots.size, &cone);
    lits_clear(&roots);
    for (size_t k = 0; k < cone.size; k++) {
      const struct aig_node *node = &s->aig->nodes[cone.at[k]];
      if (node->kind != AIG_STATE || relevant[node->left]) continue;
      relevant[node->left] = 1;
      lits_push(&roots, s->next[node->left]);
    }
  }
  lits_free(&roots);
  lits_free(&cone);
}

/* A state that is a wall is what it was. */
static void unmark_walls(const struct loop_search *l, uint8_t *relevant) {
  const struct block *block = &l->chain->block;
  for (size_t k = 0; k < block->num_steps; k++) {
    const struct aig_node *node =
        &l->chain->system->aig->nodes[lit_node(block->steps[k].predicate)];
    if (block->steps[k].kind == CHAIN_WALL && node->kind == AIG_STATE) relevant[node->left] = 0;
  }
}

static void choose_saved(const struct loop_search *l, struct lits *out) {
  const struct system *s = l->chain->system;
  uint8_t *relevant = memory_zeroed(s->num_states, 1);
  if (l->save_all)
    memset(relevant, 1, s->num_states);
  else
    mark_relevant(l, relevant);
  unmark_walls(l, relevant);
  for (size_t k = 0; k < s->num_states; k++)
    if (relevant[k]) lits_push(out, s->states[k]);
  free(relevant);
}

static bool can_save_less(const struct loop_search *l) {
  struct lits saved = {0};
  choose_saved(l, &saved);
  bool less = saved.size < l->saved.size;
  lits_free(&saved);
  return less;
}

/* --- the query -------------------------------------------------------------------------------- */

static size_t original_states(const struct loop_search *l) { return l->chain->system->num_states; }

static lit mode_of(const struct loop_search *l) {
  return l->copy.system->states[original_states(l)];
}
static lit saved_of(const struct loop_search *l, size_t k) {
  return l->copy.system->states[original_states(l) + 1 + k];
}
static lit flag_of(const struct loop_search *l, size_t j) {
  return l->copy.system->states[original_states(l) + 1 + l->saved.size + j];
}
/* The step is one of the walk. */
static lit walking(const struct loop_search *l) {
  struct system *s = l->copy.system;
  return aig_or(s->aig, mode_of(l), s->inputs[s->num_inputs - 1]);
}

/* mode' = mode | save;  s' = mode ? s : save & y;  f_j' = f_j | walking & B_j */
static void make_states(struct loop_search *l) {
  struct system *s = l->copy.system;
  struct aig *aig = s->aig;
  lit *next = s->next + original_states(l);
  lit mode = mode_of(l), walk = walking(l), begin = aig_and(aig, walk, lit_not(mode));
  *next++ = walk;
  for (size_t k = 0; k < l->saved.size; k++) {
    lit y = extension_lit(&l->copy, l->saved.at[k]);
    *next++ = aig_or(aig, aig_and(aig, mode, saved_of(l, k)), aig_and(aig, begin, y));
  }
  for (size_t j = 0; j < s->num_fairness; j++)
    *next++ = aig_or(aig, flag_of(l, j), aig_and(aig, walk, s->fairness[j]));
}

/* Steps of the walk are E-steps; before, any allowed step inside the arena will do. */
static void make_constraints(struct loop_search *l, struct step_constraints *out) {
  struct step_constraints chain = {0};
  struct lits now = {0}, then = {0};
  chain_constraints(l->chain, tuning_of(l->chain->effort)->wall_gates, &chain);
  for (size_t c = 0; c < chain.size; c++) {
    lits_clear(&now);
    lits_clear(&then);
    lits_push(&now, lit_not(walking(l)));
    for (size_t i = 0; i < chain.at[c].now.size; i++)
      lits_push(&now, extension_lit(&l->copy, chain.at[c].now.at[i]));
    for (size_t i = 0; i < chain.at[c].then.size; i++)
      lits_push(&then, extension_lit(&l->copy, chain.at[c].then.at[i]));
    step_constraints_add(out, now.at, now.size, then.at, then.size);
  }
  if (l->chain->arena != AIG_TRUE)
    step_constraints_then(out, extension_lit(&l->copy, l->chain->arena));
  step_constraints_free(&chain);
  lits_free(&now);
  lits_free(&then);
}

/* Something was saved, it is here again, and all flags are up. */
static lit closes(struct loop_search *l) {
  struct system *s = l->copy.system;
  lit all = mode_of(l);
  for (size_t j = 0; j < s->num_fairness; j++) all = aig_and(s->aig, all, flag_of(l, j));
  for (size_t k = 0; k < l->saved.size; k++) {
    lit y = extension_lit(&l->copy, l->saved.at[k]), saved = saved_of(l, k);
    all = aig_and(s->aig, all, aig_implies(s->aig, y, saved));
    all = aig_and(s->aig, all, aig_implies(s->aig, saved, y));
  }
  return all;
}

/* Before anything is saved, saved values and flags are 0. That needs no proof: the closed set is
 * the invariant with these constants, and the relation is the invariant with the mode on. */
static lit is_tidy(struct loop_search *l) {
  struct system *s = l->copy.system;
  lit all = AIG_TRUE, mode = mode_of(l);
  for (size_t k = 0; k < l->saved.size + s->num_fairness; k++)
    all = aig_and(s->aig, all, aig_implies(s->aig, saved_of(l, k), mode));
  return all;
}

static lit make_invariant(struct loop_search *l) {
  lit known = extension_lit(&l->copy, chain_invariant(l->chain)), tidy = is_tidy(l);
  return aig_and(l->copy.system->aig, known, tidy);
}

static void make_query(struct loop_search *l) {
  struct chain *chain = l->chain;
  choose_saved(l, &l->saved);
  extension_init(&l->copy, chain->system, 1 + l->saved.size + chain->system->num_fairness, 1);
  make_states(l);
  struct step_constraints constraints = {0};
  make_constraints(l, &constraints);
  struct aig *aig = l->copy.system->aig;
  struct reach_query query = {.constraints = &constraints, .target = closes(l)};
  query.invariant = make_invariant(l);
  query.from =
      aig_and(aig, extension_lit(&l->copy, chain->from), extension_lit(&l->copy, chain->arena));
  query.from = aig_and(aig, query.from, lit_not(mode_of(l)));
  for (size_t k = 0; k < l->saved.size + chain->system->num_fairness; k++)
    query.from = aig_and(aig, query.from, lit_not(saved_of(l, k)));
  l->query = reach_new(l->copy.system, &query, &reach_defaults, chain->effort);
  l->version = chain->version;
  l->queries++;
  step_constraints_free(&constraints);
}

/* --- answers ---------------------------------------------------------------------------------- */

/* The proof before anything is saved. */
static lit closed_set(const struct loop_search *l) {
  size_t n = 1 + l->saved.size + l->chain->system->num_fairness;
  struct lits values = {0};
  for (size_t k = 0; k < n; k++) lits_push(&values, AIG_FALSE);
  lit result = extension_back(&l->copy, reach_proof(l->query), values.at);
  lits_free(&values);
  return result;
}

/* Where the state of a literal stands in the copy. */
static size_t place_of(const struct loop_search *l, lit a) {
  return l->copy.system->aig->nodes[lit_node(a)].left;
}

/* Does the clause say something of walks that the closed set does not say? With the mode on. */
static bool is_about_walks(const struct loop_search *l, const struct lits *clause) {
  bool about = false;
  for (size_t k = 0; k < clause->size; k++) {
    if (clause->at[k] == mode_of(l)) return false;
    about = about || place_of(l, clause->at[k]) >= original_states(l);
  }
  return about;
}

/* Which saved values the proof uses become the block's; *number gets the number of each. */
static void keep_used(const struct loop_search *l, struct block *block, uint32_t *number) {
  const struct clauses *proof = reach_proof(l->query);
  size_t first = original_states(l) + 1;
  uint8_t *used = memory_zeroed(l->saved.size, 1);
  for (size_t c = 0; c < proof->size; c++)
    for (size_t k = 0; is_about_walks(l, &proof->at[c]) && k < proof->at[c].size; k++) {
      size_t place = place_of(l, proof->at[c].at[k]);
      if (place >= first && place - first < l->saved.size) used[place - first] = 1;
    }
  for (size_t k = 0; k < l->saved.size; k++) {
    number[k] = (uint32_t)block->saved.size;
    if (used[k]) lits_push(&block->saved, l->saved.at[k]);
  }
  free(used);
}

/* A literal of the proof, but for the mode, in the encoding of relations. */
static uint32_t relation_lit(const struct loop_search *l, const struct block *block,
                             const uint32_t *number, lit a) {
  const struct system *s = l->chain->system;
  size_t place = place_of(l, a), first = original_states(l) + 1;
  uint32_t sign = (uint32_t)lit_sign(a);
  if (place < original_states(l)) return loop_now(block, s->states[place] ^ sign);
  if (place - first < l->saved.size) return loop_saved(number[place - first]) ^ sign;
  return loop_flag(block, (uint32_t)(place - first - l->saved.size)) ^ sign;
}

/* The proof with the mode on. */
static void write_relation(const struct loop_search *l, struct block *block) {
  const struct clauses *proof = reach_proof(l->query);
  const struct system *s = l->chain->system;
  uint32_t *number = memory_alloc(l->saved.size, sizeof *number);
  keep_used(l, block, number);
  lits_append(&block->raised_by, s->fairness, s->num_fairness);
  for (size_t c = 0; c < proof->size; c++) {
    if (!is_about_walks(l, &proof->at[c])) continue;
    for (size_t k = 0; k < proof->at[c].size; k++) {
      lit a = proof->at[c].at[k];
      if (lit_node(a) != lit_node(mode_of(l)))
        lits_push(&block->relation, relation_lit(l, block, number, a));
    }
    lits_push(&block->relation, LOOP_END);
  }
  free(number);
}

static bool conclude_none(struct loop_search *l, struct block *block) {
  reach_refine(l->query, REFINE_STRENGTHEN | REFINE_WEAKEN);
  lit closed = closed_set(l);
  if (!chain_is_closed(l->chain, closed)) return false;
  chain_add_closed(l->chain, closed);
  write_relation(l, block);
  return chain_reduce_loop(l->chain, block);
}

/* Goes around once more from the state behind the last step; *state is that state. */
static void go_around(const struct loop_search *l, struct trace *lasso, size_t from, size_t to,
                      uint8_t *state) {
  const struct system *s = l->chain->system;
  uint8_t *next = memory_alloc(s->num_states, 1);
  uint8_t *inputs = memory_alloc(s->num_inputs, 1); /* the trace moves when it grows */
  for (size_t t = from; t < to; t++) {
    memcpy(inputs, trace_input(lasso, t), s->num_inputs);
    trace_push(lasso, state, inputs);
    system_step(s, state, inputs, next);
    memcpy(state, next, s->num_states);
  }
  free(next);
  free(inputs);
}

/* Rounds of the loop, until one begins where another began: states that nothing depends on may take
 * longer than the others. False: not within reason. */
static bool close_loop(const struct loop_search *l, struct trace *lasso, size_t start,
                       const uint8_t *end) {
  size_t n = l->chain->system->num_states, round = lasso->length - start;
  uint8_t *state = memory_alloc(n, 1);
  memcpy(state, end, n);
  lasso->loop = -1;
  for (size_t rounds = 0; rounds < MOST_ROUNDS && lasso->loop < 0; rounds++) {
    for (size_t t = start; t < lasso->length && lasso->loop < 0; t += round)
      if (n == 0 || !memcmp(trace_state(lasso, t), state, n)) lasso->loop = (long)t;
    if (lasso->loop < 0) go_around(l, lasso, start, start + round, state);
  }
  free(state);
  return lasso->loop >= 0;
}

/* The run up to where it closes; the loop begins where it saved its state. */
static bool conclude_lasso(const struct loop_search *l, struct trace *lasso) {
  const struct trace *found = reach_trace(l->query);
  size_t start = 0, input = l->chain->system->num_inputs;
  while (!trace_input(found, start)[input]) start++;
  trace_free(lasso);
  trace_init(lasso, l->chain->system);
  trace_append(lasso, found, 0, found->length - 1);
  return close_loop(l, lasso, start, trace_state(found, found->length - 1));
}

static void restrict_query(struct loop_search *l) {
  struct step_constraints constraints = {0};
  make_constraints(l, &constraints);
  reach_restrict(l->query, &constraints, make_invariant(l));
  step_constraints_free(&constraints);
  l->version = l->chain->version;
  l->limit = reach_work(l->query) + reach_work(l->query) / 4;
}

/* More walls make walks shorter, and the frames stay. Where a wall is a state that need not be
 * saved any more, the query begins anew; a proof that is on its way should not wait for that. */
static void tell_news(struct loop_search *l) {
  if (!l->query || l->version == l->chain->version || reach_work(l->query) < l->limit) return;
  if (!can_save_less(l)) {
    restrict_query(l);
    return;
  }
  l->limit = 2 * reach_work(l->query);
  drop_query(l);
}

enum loop_answer loop_search_run(struct loop_search *l, long budget, struct trace *lasso,
                                 struct block *block) {
  tell_news(l);
  if (!l->query) make_query(l);
  uint64_t before = reach_work(l->query);
  enum reach_answer answer = reach_run(l->query, budget);
  l->work += (long)(reach_work(l->query) - before) + 1;
  enum loop_answer result = LOOP_RUNNING;
  if (answer == REACH_PROOF && conclude_none(l, block)) result = LOOP_NONE;
  if (answer == REACH_TRACE && conclude_lasso(l, lasso)) result = LOOP_LASSO;
  if (answer == REACH_TRACE && result == LOOP_RUNNING) l->save_all = true;
  if (answer != REACH_UNKNOWN) drop_query(l);
  return result;
}
