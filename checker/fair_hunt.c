#include "checker/fair_hunt.h"

enum { FIRST_SLICE = 200, MAX_WALL_GATES = 40 };

static uint8_t *skeleton_state(const struct hunt *hunt, size_t k) {
  return hunt->states + k % hunt->num * hunt->chain->system->num_states;
}

static struct reach *ask(struct hunt *hunt, const struct reach_query *query, const uint8_t *from, const uint8_t *target) {
  if (hunt->innards) return innards_reach(hunt->innards, query, from, target, hunt->chain->interrupt);
  return reach_new(hunt->chain->system, query, &reach_defaults, hunt->chain->interrupt);
}

/* (1) stem: from F to s_0 under what is known of reachability. */
static struct reach *stem_query(struct hunt *hunt) {
  struct chain *chain = hunt->chain;
  struct step_constraints constraints = {0};
  if (chain->arena != AIG_TRUE) step_constraints_then(&constraints, chain->arena);
  struct reach_query query = {.constraints = &constraints,
                              .invariant = chain_invariant(chain),
                              .from = aig_and(chain->system->aig, chain->from, chain->arena),
                              .target = state_cube(chain->system, skeleton_state(hunt, 0))};
  struct reach *reach = ask(hunt, &query, NULL, skeleton_state(hunt, 0));
  step_constraints_free(&constraints);
  return reach;
}

/* (3), (4) cycle: from s_k, or for a single state from its successors, to the next one, by E-steps. */
static struct reach *cycle_query(struct hunt *hunt, size_t k) {
  struct chain *chain = hunt->chain;
  struct step_constraints constraints = {0};
  chain_constraints(chain, MAX_WALL_GATES, &constraints);
  struct reach_query query = {.constraints = &constraints,
                              .invariant = chain_invariant(chain),
                              .from = state_cube(chain->system, skeleton_state(hunt, k)),
                              .from_post = hunt->num == 1,
                              .target = state_cube(chain->system, skeleton_state(hunt, k + 1))};
  struct reach *reach = ask(hunt, &query, skeleton_state(hunt, k), skeleton_state(hunt, k + 1));
  step_constraints_free(&constraints);
  return reach;
}

void hunt_start(struct hunt *hunt, struct chain *chain, struct innards *innards, uint8_t *states, size_t num) {
  *hunt = (struct hunt){.chain = chain, .innards = innards, .states = states, .num = num, .slice = FIRST_SLICE};
  hunt->queries = memory_zeroed(num + 1, sizeof *hunt->queries);
  hunt->connected = memory_zeroed(num + 1, sizeof *hunt->connected);
}

void hunt_end(struct hunt *hunt) {
  for (size_t k = 0; hunt->queries && k <= hunt->num; k++) reach_free(hunt->queries[k]);
  free(hunt->queries);
  free(hunt->connected);
  free(hunt->states);
  *hunt = (struct hunt){0};
}

static bool all_connected(const struct hunt *hunt) {
  for (size_t k = 0; k <= hunt->num; k++)
    if (!hunt->connected[k]) return false;
  return true;
}

static lit proof_of(const struct hunt *hunt, struct reach *reach) {
  reach_refine(reach, REFINE_STRENGTHEN | REFINE_WEAKEN);
  if (hunt->innards) return innards_proof(hunt->innards, reach);
  return clauses_predicate(hunt->chain->system->aig, reach_proof(reach));
}

/* The clauses one by one: the reduction can then choose among them. */
static void learn_stem(struct hunt *hunt, lit proof) {
  const struct aig *aig = hunt->chain->system->aig;
  struct lits parts = {0};
  lits_push(&parts, proof);
  while (parts.size) {
    lit a = lits_pop(&parts);
    const struct aig_node *node = &aig->nodes[lit_node(a)];
    if (lit_sign(a) || node->kind != AIG_GATE) {
      chain_region(hunt->chain, a);
      continue;
    }
    lits_push(&parts, node->left);
    lits_push(&parts, node->right);
  }
  lits_free(&parts);
}

/* The next query that is not answered yet; cycles go first, and the slices grow with every round. */
static size_t next_turn(struct hunt *hunt) {
  size_t k = hunt->turn;
  do {
    k = k + 1;
    if (k > hunt->num) {
      k = 0;
      hunt->slice += hunt->slice / 2;
    }
  } while (hunt->connected[k]);
  return k;
}

enum hunt_answer hunt_run(struct hunt *hunt, long *spent, lit *wall) {
  size_t k = hunt->turn = next_turn(hunt);
  struct reach **reach = &hunt->queries[k];
  if (!*reach) *reach = k == 0 ? stem_query(hunt) : cycle_query(hunt, k - 1);
  uint64_t before = reach_work(*reach);
  enum reach_answer answer = reach_run(*reach, hunt->slice);
  *spent += (long)(reach_work(*reach) - before);
  if (answer == REACH_UNKNOWN) return HUNT_RUNNING;
  if (answer == REACH_TRACE) {
    hunt->connected[k] = true;
    return all_connected(hunt) ? HUNT_LASSO : HUNT_RUNNING;
  }
  if (k == 0) {
    learn_stem(hunt, proof_of(hunt, *reach));
    return HUNT_STEM;
  }
  *wall = proof_of(hunt, *reach);
  return HUNT_CYCLE;
}

/* All states of a run but the last. */
static void append_run(struct trace *to, const struct trace *run) {
  for (size_t t = 0; t + 1 < run->length; t++) trace_push(to, trace_state(run, t), trace_input(run, t));
}

void hunt_lasso(const struct hunt *hunt, struct trace *lasso) {
  trace_free(lasso);
  trace_init(lasso, hunt->chain->system);
  append_run(lasso, reach_trace(hunt->queries[0]));
  long loop = (long)lasso->length;
  for (size_t k = 1; k <= hunt->num; k++) append_run(lasso, reach_trace(hunt->queries[k]));
  lasso->loop = loop;
}
