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

/* A part of the state that no sample has, in *cube. False: there is none of this kind. */
typedef bool find_part(const struct stem_search *stem, const uint8_t *state, struct lits *cube);

static bool find_two_things(const struct stem_search *stem, const uint8_t *state,
                            struct lits *cube) {
  return unlikely_part(&stem->conjunctions, &stem->samples, state, cube);
}

static bool find_few_literals(const struct stem_search *stem, const uint8_t *state,
                              struct lits *cube) {
  return samples_unseen(&stem->samples, state, cube);
}

/* Asks about such a part, then about others, as long as runs lead there. REACH_TRACE: there is none
 * any more. */
static enum reach_answer ask_about_parts(struct stem_search *stem, const uint8_t *state,
                                         find_part *find, long budget) {
  struct lits cube = {0};
  enum reach_answer answer = REACH_TRACE;
  unsigned tries = 0, most = tuning_of(stem->chain->effort)->stem_parts;
  while (answer == REACH_TRACE && find(stem, state, &cube)) {
    answer = REACH_UNKNOWN;
    if (tries++ == most) break;
    answer = ask_about(stem, &cube, budget);
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
  const struct tuning *tuning = tuning_of(chain->effort);
  enum reach_answer answer = ask_about_parts(stem, state, find_two_things, tuning->stem_two_turn);
  if (answer == REACH_TRACE)
    answer = ask_about_parts(stem, state, find_few_literals, tuning->stem_part_turn);
  if (answer == REACH_UNKNOWN)
    answer = ask(stem, state_predicate(chain->system, state), tuning->stem_turn);
  if (answer == REACH_PROOF)
    stem_learn(chain, clauses_predicate(chain->system->aig, reach_proof(stem->query)));
  if (answer == REACH_TRACE) chain_add_reached(chain, state);
  return answer;
}
