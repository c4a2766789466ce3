#include "checker/fair/klive.h"
#include "checker/reach/refine.h"

/* New states of the copy: 0 is the mode (counting), m >= 1 says that the count is at least m. */
static lit counter(const struct klive *k, size_t m) {
  return k->copy.system->states[k->chain->system->num_states + m];
}

void klive_init(struct klive *k, struct chain *chain) {
  *k = (struct klive){.chain = chain, .bound = 1};
}

static void drop_query(struct klive *k) {
  if (!k->query) return;
  reach_free(k->query);
  extension_free(&k->copy);
  k->query = NULL;
  k->shared = 0;
}

void klive_free(struct klive *k) { drop_query(k); }

/* Count m waits for condition m mod n. */
static lit condition(const struct klive *k, size_t m) {
  const struct system *s = k->copy.system;
  return s->num_fairness ? s->fairness[m % s->num_fairness] : AIG_TRUE;
}

/* mode' = mode | start;  (count >= m+1)' = (count >= m+1) | (count >= m) & mode & B_(m mod n). So
 * the first state that counts is the one after the start, whatever it is. */
static void make_counters(struct klive *k) {
  struct system *s = k->copy.system;
  size_t base = k->chain->system->num_states;
  lit mode = counter(k, 0), start = s->inputs[s->num_inputs - 1];
  s->next[base] = aig_or(s->aig, mode, start);
  for (size_t m = 0; m < k->most; m++) {
    lit count = m ? counter(k, m) : mode;
    s->next[base + m + 1] =
        aig_or(s->aig, counter(k, m + 1), aig_and(s->aig, count, condition(k, m)));
  }
}

/* While counting, only E-steps; before, any allowed step inside the arena. */
static void make_constraints(struct klive *k, struct step_constraints *out) {
  struct step_constraints chain = {0};
  struct lits now = {0}, then = {0};
  chain_constraints(k->chain, tuning_of(k->chain->effort)->wall_gates, &chain);
  for (size_t c = 0; c < chain.size; c++) {
    lits_clear(&now);
    lits_clear(&then);
    lits_push(&now, lit_not(counter(k, 0)));
    for (size_t i = 0; i < chain.at[c].now.size; i++)
      lits_push(&now, extension_lit(&k->copy, chain.at[c].now.at[i]));
    for (size_t i = 0; i < chain.at[c].then.size; i++)
      lits_push(&then, extension_lit(&k->copy, chain.at[c].then.at[i]));
    step_constraints_add(out, now.at, now.size, then.at, then.size);
  }
  if (k->chain->arena != AIG_TRUE)
    step_constraints_then(out, extension_lit(&k->copy, k->chain->arena));
  if (k->chain->lost != AIG_FALSE)
    step_constraints_then(out, lit_not(extension_lit(&k->copy, k->chain->lost)));
  step_constraints_free(&chain);
  lits_free(&now);
  lits_free(&then);
}

/* Bits that the counter has at first: with one query for all of them, what it has learnt about
 * smaller bounds stays. */
enum { FIRST_BOUNDS = 4 };

/* The count is a thermometer behind the mode: that needs no proof, the replacement by constants
 * makes it true. */
static lit make_invariant(struct klive *k) {
  struct aig *aig = k->copy.system->aig;
  lit all = extension_lit(&k->copy, chain_invariant(k->chain));
  for (size_t m = 0; m < k->most; m++)
    all = aig_and(aig, all, aig_implies(aig, counter(k, m + 1), counter(k, m)));
  return all;
}

static void know_chain(struct klive *k) {
  k->version = k->chain->version;
  k->told = reach_work(k->query);
}

static void make_query(struct klive *k) {
  struct chain *chain = k->chain;
  while (k->most < k->bound) k->most = k->most ? 2 * k->most : FIRST_BOUNDS;
  extension_init(&k->copy, chain->system, k->most + 1, 1);
  make_counters(k);
  struct step_constraints constraints = {0};
  make_constraints(k, &constraints);
  struct aig *aig = k->copy.system->aig;
  struct reach_query query = {.constraints = &constraints, .target = counter(k, k->bound)};
  query.invariant = make_invariant(k);
  query.from =
      aig_and(aig, extension_lit(&k->copy, chain->from), extension_lit(&k->copy, chain->arena));
  for (size_t m = 0; m <= k->most; m++)
    query.from = aig_and(aig, query.from, lit_not(counter(k, m)));
  k->query = reach_new(k->copy.system, &query, &reach_defaults, chain->effort);
  k->queries++;
  know_chain(k);
  step_constraints_free(&constraints);
}

/* What the chain has learnt since makes walks shorter; the frames stay. Now and then only: a new
 * solver has to be told everything. */
static void tell_news(struct klive *k) {
  if (k->version == k->chain->version ||
      reach_work(k->query) < k->told + k->told / 4 + tuning_of(k->chain->effort)->fair_turn)
    return;
  struct step_constraints constraints = {0};
  make_constraints(k, &constraints);
  reach_restrict(k->query, &constraints, make_invariant(k));
  know_chain(k);
  step_constraints_free(&constraints);
}

/* Inv(y,c): the proof with mode on and the count at c; c < 0: mode off. */
static lit invariant_at(const struct klive *k, long count) {
  struct lits values = {0};
  for (size_t m = 0; m <= k->most; m++) lits_push(&values, count >= (long)m ? AIG_TRUE : AIG_FALSE);
  lit result = extension_back(&k->copy, reach_proof(k->query), values.at);
  lits_free(&values);
  return result;
}

/* W_m = Inv(y,m) | .. | Inv(y,k-1) is a wall. A W_(k-1)-state never meets condition k-1 (mod n); in
 * front of W_(m+1), a W_m-state that meets condition m has no E-step, for its successors are behind
 * it. What the closed set admits may start counting, so W_0 is all of it. */
static bool learn_walls(struct klive *k) {
  struct chain *chain = k->chain;
  struct aig *aig = chain->system->aig;
  size_t n = chain->system->num_fairness;
  lit closed = invariant_at(k, -1), wall = AIG_FALSE;
  if (!chain_is_closed(chain, closed)) return false;
  chain_add_closed(chain, closed);
  for (size_t m = k->bound; m-- > 0;) {
    uint32_t fairness = n ? (uint32_t)(m % n) : 0;
    wall = aig_or(aig, wall, invariant_at(k, (long)m));
    chain_add(chain, CHAIN_WALL, wall, NULL, 0);
    chain_add(chain, CHAIN_SIDE, wall, &fairness, n ? 1 : 0);
  }
  return true;
}

/* The count can reach k: k + 1 is asked next, by the same query if it can count so far. */
static void raise_bound(struct klive *k) {
  k->bound++;
  if (k->bound <= k->most)
    reach_narrow(k->query, counter(k, k->bound));
  else
    drop_query(k);
}

/* The clause as a predicate of the original; LIT_NONE if it is about the count. */
static lit clause_of_original(const struct klive *k, const struct lits *clause) {
  const struct aig *aig = k->copy.system->aig;
  struct system *original = k->chain->system;
  lit result = AIG_FALSE;
  for (size_t i = 0; i < clause->size; i++) {
    size_t state = aig->nodes[lit_node(clause->at[i])].left;
    if (state >= original->num_states) return LIT_NONE;
    lit literal = original->states[state] ^ (lit)lit_sign(clause->at[i]);
    result = aig_or(original->aig, result, literal);
  }
  return result;
}

/* Clauses that hold for ever, counting or not, are for all; long ones cost more than they tell. */
static void share_invariants(struct klive *k) {
  const struct clauses *infinite = reach_infinite(k->query);
  if (infinite->size == k->shared) return;
  for (size_t c = 0; c < infinite->size; c++) {
    if (infinite->at[c].size > tuning_of(k->chain->effort)->shared_literals) continue;
    lit clause = clause_of_original(k, &infinite->at[c]);
    if (clause != LIT_NONE && chain_keeps(k->chain, clause)) chain_add_closed(k->chain, clause);
  }
  k->shared = infinite->size;
}

bool klive_run(struct klive *k, long budget) {
  if (!k->query) make_query(k);
  tell_news(k);
  uint64_t before = reach_work(k->query);
  enum reach_answer answer = reach_run(k->query, budget);
  k->work += (long)(reach_work(k->query) - before) + 1;
  bool found = false;
  share_invariants(k);
  if (answer == REACH_TRACE) raise_bound(k);
  if (answer == REACH_PROOF) {
    reach_refine(k->query, REFINE_STRENGTHEN | REFINE_WEAKEN);
    found = learn_walls(k);
    drop_query(k);
  }
  return found;
}
