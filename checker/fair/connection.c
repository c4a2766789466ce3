#include "checker/fair/connection.h"
#include "checker/fair/stem.h"
#include "checker/reach/refine.h"

enum { STEM, ARENA_STEM, FIRST_CYCLE };

static uint8_t *skeleton_state(const struct connection *connection, size_t k) {
  return connection->states + k % connection->num * connection->chain->system->num_states;
}

static struct reach *ask(struct connection *connection, const struct reach_query *query,
                         const uint8_t *from, const uint8_t *target) {
  if (connection->signals)
    return internal_signals_reach(connection->signals, query, from, target,
                                  connection->chain->effort);
  return reach_new(connection->chain->system, query, &reach_defaults, connection->chain->effort);
}

/* (1) stem: from F to s_0, or to its arena, under what is known of reachability. */
static struct reach *stem_query(struct connection *connection, lit target, const uint8_t *state) {
  struct step_constraints constraints = {0};
  struct reach_query query = chain_stem_query(connection->chain, target, &constraints);
  struct reach *reach = ask(connection, &query, NULL, state);
  step_constraints_free(&constraints);
  return reach;
}

/* (3), (4) cycle: from s_k, or for a single state from its successors, to the next one, by E-steps.
 */
static struct reach *cycle_query(struct connection *connection, size_t k) {
  struct chain *chain = connection->chain;
  struct step_constraints constraints = {0};
  chain_constraints(chain, tuning_of(chain->effort)->wall_gates, &constraints);
  struct reach_query query = {
      .constraints = &constraints,
      .invariant = chain_invariant(chain),
      .from = state_predicate(chain->system, skeleton_state(connection, k)),
      .from_post = connection->num == 1,
      .target = state_predicate(chain->system, skeleton_state(connection, k + 1))};
  struct reach *reach =
      ask(connection, &query, skeleton_state(connection, k), skeleton_state(connection, k + 1));
  step_constraints_free(&constraints);
  return reach;
}

static struct reach *make_query(struct connection *connection, size_t k) {
  const struct system *s = connection->chain->system;
  uint8_t *state = skeleton_state(connection, 0);
  if (k == STEM) return stem_query(connection, state_predicate(s, state), state);
  if (k == ARENA_STEM) return stem_query(connection, connection->arena, NULL);
  return cycle_query(connection, k - FIRST_CYCLE);
}

/* The sides of small walls that the skeleton is on. */
static lit arena_of(const struct chain *chain, const uint8_t *state) {
  struct aig *aig = chain->system->aig;
  lit arena = AIG_TRUE;
  for (size_t k = 0; k < chain->block.num_steps; k++) {
    const struct chain_step *step = &chain->block.steps[k];
    if (step->kind != CHAIN_WALL ||
        aig_cone_size(aig, step->predicate) > tuning_of(chain->effort)->wall_gates)
      continue;
    bool in = aig_eval(aig, step->predicate, state, NULL);
    arena = aig_and(aig, arena, in ? step->predicate : lit_not(step->predicate));
  }
  return arena;
}

void connection_start(struct connection *connection, struct chain *chain,
                      struct internal_signals *signals, uint8_t *states, size_t num) {
  *connection = (struct connection){.chain = chain,
                                    .signals = signals,
                                    .states = states,
                                    .read_steps = chain->block.num_steps,
                                    .read_closed = chain->closed.size,
                                    .num = num,
                                    .slice = tuning_of(chain->effort)->connection_turn};
  connection->queries = memory_zeroed(FIRST_CYCLE + num, sizeof *connection->queries);
  connection->connected = memory_zeroed(FIRST_CYCLE + num, sizeof *connection->connected);
  connection->arena = arena_of(chain, states);
  connection->connected[ARENA_STEM] =
      connection->arena == AIG_TRUE || chain_reached(chain, connection->arena);
}

void connection_end(struct connection *connection) {
  for (size_t k = 0; connection->queries && k < FIRST_CYCLE + connection->num; k++)
    reach_free(connection->queries[k]);
  free(connection->queries);
  free(connection->connected);
  free(connection->states);
  *connection = (struct connection){0};
}

static bool all_connected(const struct connection *connection) {
  for (size_t k = 0; k < FIRST_CYCLE + connection->num; k++)
    if (k != ARENA_STEM && !connection->connected[k]) return false;
  return true;
}

static lit proof_of(const struct connection *connection, struct reach *reach) {
  reach_refine(reach, REFINE_STRENGTHEN | REFINE_WEAKEN);
  if (connection->signals) return internal_signals_proof(connection->signals, reach);
  return clauses_predicate(connection->chain->system->aig, reach_proof(reach));
}

/* Where the run ends. With inner signals it is one of the copy, which has states of its own behind
 * those of the system. */
static void learn_reached(struct connection *connection, const struct trace *run) {
  chain_add_reached(connection->chain, trace_state(run, run->length - 1));
}

/* The next query that is not answered yet; the stem to s_0 is the last, and the slices grow with
 * every round. */
static size_t next_turn(struct connection *connection) {
  size_t k = connection->turn;
  do {
    k = k + 1;
    if (k == FIRST_CYCLE + connection->num) {
      k = STEM;
      connection->slice += connection->slice / 2;
    }
  } while (connection->connected[k]);
  return k;
}

enum connection_answer connection_run(struct connection *connection, long *spent, lit *wall) {
  size_t k = connection->turn = next_turn(connection);
  struct reach **reach = &connection->queries[k];
  if (!*reach) *reach = make_query(connection, k);
  uint64_t before = reach_work(*reach);
  enum reach_answer answer = reach_run(*reach, connection->slice);
  *spent += (long)(reach_work(*reach) - before);
  if (answer == REACH_UNKNOWN) return CONNECTION_RUNNING;
  if (answer == REACH_TRACE) {
    connection->connected[k] = true;
    if (k < FIRST_CYCLE) learn_reached(connection, reach_trace(*reach));
    return all_connected(connection) ? CONNECTION_LASSO : CONNECTION_RUNNING;
  }
  if (k < FIRST_CYCLE) {
    stem_learn(connection->chain, proof_of(connection, *reach));
    return CONNECTION_STEM;
  }
  *wall = proof_of(connection, *reach);
  return CONNECTION_CYCLE;
}

/* In how many of its states the predicate holds. */
static size_t count_states(const struct connection *connection, lit predicate) {
  const struct system *s = connection->chain->system;
  size_t count = 0;
  for (size_t k = 0; k < connection->num; k++)
    count += aig_eval(s->aig, predicate, skeleton_state(connection, k), NULL);
  return count;
}

bool connection_possible(struct connection *connection) {
  const struct chain *chain = connection->chain;
  bool possible = true;
  for (; connection->read_steps < chain->block.num_steps; connection->read_steps++) {
    const struct chain_step *step = &chain->block.steps[connection->read_steps];
    size_t inside = count_states(connection, step->predicate);
    bool wall = step->kind == CHAIN_WALL;
    if (inside && !(wall && inside == connection->num)) possible = false;
  }
  for (; connection->read_closed < chain->closed.size; connection->read_closed++)
    if (count_states(connection, chain->closed.at[connection->read_closed]) < connection->num)
      possible = false;
  return possible;
}

/* All states of a run but the last. */
static void append_run(struct trace *to, const struct trace *run) {
  trace_append(to, run, 0, run->length - 1);
}

void connection_lasso(const struct connection *connection, struct trace *lasso) {
  trace_free(lasso);
  trace_init(lasso, connection->chain->system);
  append_run(lasso, reach_trace(connection->queries[STEM]));
  long loop = (long)lasso->length;
  for (size_t k = 0; k < connection->num; k++)
    append_run(lasso, reach_trace(connection->queries[FIRST_CYCLE + k]));
  lasso->loop = loop;
}
