#include "checker/fair/stem.h"

void stem_search_init(struct stem_search *stem, struct chain *chain) {
  *stem = (struct stem_search){.chain = chain};
  samples_init(&stem->samples, chain);
}

void stem_search_free(struct stem_search *stem) {
  samples_free(&stem->samples);
  conjunctions_free(&stem->conjunctions);
  reach_free(stem->query);
}

void stem_learn(struct chain *chain, lit proof) {
  const struct aig *aig = chain->system->aig;
  struct lits parts = {0};
  lits_push(&parts, proof);
  while (parts.size) {
    lit a = lits_pop(&parts);
    const struct aig_node *node = &aig->nodes[lit_node(a)];
    if (lit_sign(a) || node->kind != AIG_GATE) {
      chain_add_closed(chain, a);
      continue;
    }
    lits_push(&parts, node->left);
    lits_push(&parts, node->right);
  }
  lits_free(&parts);
}

static void know_chain(struct stem_search *stem) {
  stem->version = stem->chain->version;
  stem->told = reach_work(stem->query);
}

static void make_query(struct stem_search *stem, lit target) {
  struct chain *chain = stem->chain;
  struct step_constraints constraints = {0};
  struct reach_query query = chain_stem_query(chain, target, &constraints);
  stem->query = reach_new(chain->system, &query, &reach_defaults, chain->effort);
  step_constraints_free(&constraints);
  know_chain(stem);
}

/* What others have learnt since; its own proofs it knows. Now and then only: a new solver has to be
 * told everything. */
static void tell_news(struct stem_search *stem) {
  struct chain *chain = stem->chain;
  if (stem->version == chain->version ||
      reach_work(stem->query) < stem->told + stem->told / 4 + tuning_of(chain->effort)->fair_turn)
    return;
  struct step_constraints constraints = {0};
  chain_stem_constraints(chain, &constraints);
  reach_restrict(stem->query, &constraints, chain_invariant(chain));
  step_constraints_free(&constraints);
  know_chain(stem);
}

static enum reach_answer ask(struct stem_search *stem, lit target, long budget) {
  if (stem->query) {
    reach_retarget(stem->query, target);
    tell_news(stem);
  } else {
    make_query(stem, target);
  }
  return reach_run(stem->query, budget);
}

/* Is there a run to where all of the literals hold? It is a sample, too. */
static enum reach_answer ask_about(struct stem_search *stem, const struct lits *cube, long budget) {
  lit target = aig_and_all(stem->chain->system->aig, cube->at, cube->size);
  enum reach_answer answer = ask(stem, target, budget);
  if (answer == REACH_TRACE) samples_add_run(&stem->samples, reach_trace(stem->query));
  return answer;
}

/* Asks about two things of the state that were never seen together, then about others. REACH_TRACE:
 * every two were. */
static enum reach_answer ask_about_two(struct stem_search *stem, const uint8_t *state) {
  const struct tuning *tuning = tuning_of(stem->chain->effort);
  struct lits cube = {0};
  enum reach_answer answer = REACH_TRACE;
  unsigned tries = 0;
  while (answer == REACH_TRACE &&
         unlikely_part(&stem->conjunctions, &stem->samples, state, &cube)) {
    answer = REACH_UNKNOWN;
    if (tries++ == tuning->stem_parts) break;
    answer = ask_about(stem, &cube, tuning->stem_two_turn);
  }
  lits_free(&cube);
  return answer;
}

/* The same for few literals, however many these are. REACH_TRACE: the state is a sample itself. */
static enum reach_answer ask_about_few(struct stem_search *stem, const uint8_t *state) {
  const struct tuning *tuning = tuning_of(stem->chain->effort);
  struct lits cube = {0};
  enum reach_answer answer = REACH_TRACE;
  unsigned tries = 0;
  while (answer == REACH_TRACE && samples_unseen(&stem->samples, state, &cube)) {
    answer = REACH_UNKNOWN;
    if (tries++ == tuning->stem_parts) break;
    answer = ask_about(stem, &cube, tuning->stem_part_turn);
  }
  lits_free(&cube);
  return answer;
}

static void prepare(struct stem_search *stem) {
  samples_walk(&stem->samples);
  conjunctions_find(stem->chain->system, &stem->conjunctions);
  stem->prepared = true;
}

enum reach_answer stem_search_run(struct stem_search *stem, const uint8_t *state) {
  struct chain *chain = stem->chain;
  if (!stem->prepared) prepare(stem);
  enum reach_answer answer = ask_about_two(stem, state);
  if (answer == REACH_TRACE) answer = ask_about_few(stem, state);
  if (answer == REACH_UNKNOWN)
    answer = ask(stem, state_predicate(chain->system, state), tuning_of(chain->effort)->stem_turn);
  if (answer == REACH_PROOF)
    stem_learn(chain, clauses_predicate(chain->system->aig, reach_proof(stem->query)));
  if (answer == REACH_TRACE) chain_add_reached(chain, state);
  return answer;
}
