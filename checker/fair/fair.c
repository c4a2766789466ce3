#include "checker/fair/fair.h"
#include "checker/fair/abstract_walls.h"
#include "checker/fair/arena_walls.h"
#include "checker/fair/bounded_lasso.h"
#include "checker/fair/chain.h"
#include "checker/fair/chain_reduce.h"
#include "checker/fair/connection.h"
#include "checker/fair/klive.h"
#include "checker/fair/literal_walls.h"
#include "checker/fair/loop.h"
#include "checker/fair/random_lasso.h"
#include "checker/fair/rlive.h"
#include "checker/fair/short_invariants.h"
#include "checker/fair/shorten.h"
#include "checker/fair/skeleton.h"
#include "checker/fair/stem.h"

#include <assert.h>

enum { MAX_UNROLL = 8, MOST_CONNECTIONS = 4 };

struct fair {
  struct meter meter; /* for callers that have none */
  struct effort counted;
  struct fair_options options;
  const struct tuning *tuning;
  struct chain chain;
  struct skeleton skeleton;
  struct literal_walls literals;
  struct stem_search stem;
  struct abstract_walls abstractions; /* if prepared */
  struct connection connections[MOST_CONNECTIONS];
  size_t num_connections;
  unsigned long exhausted; /* version of the chain that has no skeleton beside theirs, plus 1 */
  bool prepared;
  bool concentrated;                   /* on skeletons */
  struct short_invariants *invariants; /* while they are being looked for */
  bool local;                          /* the last ones of these */
  uint64_t invariant_ticks;
  uint64_t wide_ticks;            /* what walls by wide steps have cost */
  uint64_t arena_ticks;           /* .. and walls inside arenas, as far as they are charged */
  uint64_t stem_ticks;            /* .. and looks for stems */
  bool unreachable;               /* the last skeleton: no reason to look for walls */
  unsigned long next_abstraction; /* when that many skeletons were seen */
  struct internal_signals signals;
  bool have_signals;
  struct rlive rlive;
  size_t imported; /* steps of rlive's chain that the chain has, too */
  struct klive klive;
  struct loop_search loop;
  struct lasso_search lasso;
  struct random_lasso runs;
  long lasso_limit; /* conflicts of the next attempt */
  bool started, ready[NUM_ENGINES];
  struct engine_list engines;
  uint64_t ticks[NUM_ENGINES]; /* what each has cost: decides whose turn it is */
  long spent[NUM_ENGINES];     /* in SAT queries and conflicts: the unit of the callers' budgets */
  enum fair_answer answer;
  struct trace trace;
  struct block block;
  struct fair_statistics statistics;
};

/* Random runs start in initial states. */
static bool can_simulate(const struct chain *chain) { return chain->from == chain->system->init; }

static struct engine_list without_outsiders(const struct fair *fair, struct engine_list chosen) {
  const bool outside[NUM_ENGINES] = {[ENGINE_BDD] = true,
                                     [ENGINE_LOOP] = fair->options.no_loops,
                                     [ENGINE_SIMULATION] = !can_simulate(&fair->chain)};
  struct engine_list list = {0};
  for (size_t k = 0; k < chosen.size; k++)
    if (!outside[chosen.at[k]]) list.at[list.size++] = chosen.at[k];
  return list;
}

static bool proves(const struct engine_list *list) {
  for (size_t k = 0; k < list->size; k++)
    if (list->at[k] != ENGINE_LASSO && list->at[k] != ENGINE_SIMULATION) return true;
  return false;
}

/* Diagrams are not asked from here (checker/portfolio/justice.c asks them). Where they alone were
 * chosen and nobody else can decide, as inside CTL, all others may. So may they where, of
 * those who prove, loops alone were chosen and are no evidence. */
static struct engine_list searchers(const struct fair *fair) {
  struct engine_list chosen = engines_of(&fair->options.engines, FAMILY_FAIR);
  struct engine_list list = without_outsiders(fair, chosen);
  bool lost_proofs = fair->options.no_loops && proves(&chosen) && !proves(&list);
  if (list.size && !lost_proofs) return list;
  return without_outsiders(fair, engines_of(&(struct engine_choice){0}, FAMILY_FAIR));
}

struct fair *fair_new(struct system *system, const struct fair_query *query,
                      const struct fair_options *options, const struct effort *effort) {
  struct fair *fair = memory_zeroed(1, sizeof *fair);
  fair->options = *options;
  fair->tuning = tuning_of(effort);
  if (fair->options.unroll > MAX_UNROLL) fair->options.unroll = MAX_UNROLL;
  /* Turns go by cost: somebody must count it. */
  fair->counted = (struct effort){.meter = &fair->meter, .outer = effort};
  if (!effort || !effort->meter) effort = &fair->counted;
  chain_init(&fair->chain, system, aig_and(system->aig, query->invariant, query->inside),
             query->from, effort);
  skeleton_init(&fair->skeleton, &fair->chain);
  stem_search_init(&fair->stem, &fair->chain);
  trace_init(&fair->trace, system);
  fair->lasso_limit = fair->tuning->lasso_conflicts;
  fair->engines = searchers(fair);
  return fair;
}

void fair_free(struct fair *fair) {
  if (!fair) return;
  for (size_t k = 0; k < fair->num_connections; k++) connection_end(&fair->connections[k]);
  short_invariants_free(fair->invariants);
  if (fair->have_signals) internal_signals_free(&fair->signals);
  if (fair->prepared) abstract_walls_free(&fair->abstractions);
  if (fair->started) literal_walls_free(&fair->literals);
  if (fair->ready[ENGINE_LASSO]) lasso_search_free(&fair->lasso);
  if (fair->ready[ENGINE_SIMULATION]) random_lasso_free(&fair->runs);
  if (fair->ready[ENGINE_RLIVE]) rlive_free(&fair->rlive);
  if (fair->ready[ENGINE_KLIVE]) klive_free(&fair->klive);
  if (fair->ready[ENGINE_LOOP]) loop_search_free(&fair->loop);
  skeleton_free(&fair->skeleton);
  stem_search_free(&fair->stem);
  chain_free(&fair->chain);
  trace_free(&fair->trace);
  block_free(&fair->block);
  free(fair);
}

const struct trace *fair_lasso(const struct fair *fair) { return &fair->trace; }
const struct block *fair_block(const struct fair *fair) { return &fair->block; }
struct fair_statistics fair_statistics(const struct fair *fair) {
  return fair->statistics;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* The skeleton query over `needed` failed: the chain is complete. */
static void conclude_none(struct fair *fair, struct chain *chain, const struct lits *needed) {
  block_free(&fair->block);
  bool good = chain_reduce(chain, needed->at, needed->size, &fair->block);
  assert(good || interrupted(chain->effort)); /* something in the chain is not true */
  if (good) fair->answer = FAIR_NONE;
}

static void conclude_if_none(struct fair *fair) {
  if (skeleton_full(&fair->skeleton, AIG_TRUE) == SKELETON_NONE)
    conclude_none(fair, &fair->chain, &fair->skeleton.failed);
}

#ifndef NDEBUG
/* By evaluation: a run of the system from F inside the arena whose loop meets everything. */
static bool is_fair_lasso(const struct chain *chain, const struct trace *lasso) {
  const struct system *s = chain->system;
  if (lasso->loop < 0 || !trace_check(lasso, s)) return false;
  bool good = aig_eval(s->aig, chain->from, trace_state(lasso, 0), NULL);
  for (size_t t = 0; good && t < lasso->length; t++)
    good = aig_eval(s->aig, chain->arena, trace_state(lasso, t), NULL);
  for (size_t j = 0; good && j < s->num_fairness; j++) {
    good = false;
    for (size_t t = (size_t)lasso->loop; !good && t < lasso->length; t++)
      good = aig_eval(s->aig, s->fairness[j], trace_state(lasso, t), NULL);
  }
  return good;
}
#endif

static void conclude_lasso(struct fair *fair, const struct trace *lasso) {
  assert(is_fair_lasso(&fair->chain, lasso));
  if (lasso != &fair->trace) trace_assign(&fair->trace, lasso);
  if (!lasso->returning) shorten_lasso(&fair->trace, fair->chain.system);
  assert(is_fair_lasso(&fair->chain, &fair->trace));
  fair->answer = FAIR_LASSO;
}

/* --- FAIR ------------------------------------------------------------------------------------- */

/* Is the proof of a cycle query even closed under all steps, and does it hold in F? Then it says
 * more as a part of the closed set. */
static bool upgraded(struct fair *fair, lit proof) {
  if (!chain_is_closed(&fair->chain, proof)) return false;
  chain_add_closed(&fair->chain, proof);
  return true;
}

static void add_wall(struct fair *fair, lit wall) {
  if (upgraded(fair, wall)) return;
  chain_add(&fair->chain, CHAIN_WALL, wall, NULL, 0);
  fair->statistics.walls++;
  fair->statistics.sides += literal_walls_sides(&fair->literals, &fair->skeleton, wall);
}

static void learn_wall(struct fair *fair, const struct connection *connection, lit wall) {
  struct chain *chain = &fair->chain;
  if (upgraded(fair, wall)) return;
  chain_add(chain, CHAIN_WALL, wall, NULL, 0);
  fair->statistics.walls++;
  /* III-C: a single state has no E-step any more. */
  if (connection->num == 1) chain_learn_dead(chain, connection->states, lit_not(wall));
  fair->statistics.sides += literal_walls_sides(&fair->literals, &fair->skeleton, wall);
}

/* III-B with K: states without K+1 steps ahead of them and K behind them are not worth a
 * connection. */
static bool pruned(struct fair *fair, const uint8_t *states, size_t num) {
  bool any = false;
  for (size_t k = 0; k < num; k++) {
    const uint8_t *state = states + k * fair->chain.system->num_states;
    if (chain_prune(&fair->chain, state, fair->options.unroll, false))
      any = true;
    else if (fair->options.unroll &&
             chain_prune(&fair->chain, state, fair->options.unroll - 1, true))
      any = true;
  }
  return any;
}

static void learn_by_wide_steps(struct fair *fair, uint64_t ticks) {
  uint64_t before = ticks_spent(fair->chain.effort);
  fair->statistics.walls += literal_walls_wide(&fair->literals, &fair->skeleton, ticks);
  fair->wide_ticks += ticks_spent(fair->chain.effort) - before;
}

static void learn_literals(struct fair *fair) {
  uint64_t wide_part = fair->ticks[ENGINE_SKELETON] / fair->tuning->wide_part;
  uint64_t wall_part = (uint64_t)fair->tuning->wall_glance * TICKS_PER_MILLISECOND +
                       fair->ticks[ENGINE_SKELETON] / fair->tuning->wall_part;
  fair->statistics.walls += literal_walls_round(&fair->literals, &fair->skeleton, true, wall_part);
  if (fair->wide_ticks < wide_part) learn_by_wide_steps(fair, wide_part - fair->wide_ticks);
  if (!fair->prepared) return;
  size_t p = literal_walls_pairs(&fair->literals, &fair->skeleton, fair->tuning->wall_queries),
         a = 0;
  /* Abstractions take tens of milliseconds even when they find nothing: only now and then. */
  if (fair->statistics.skeletons >= fair->next_abstraction) {
    a = abstract_walls_round(&fair->abstractions, &fair->skeleton, fair->tuning->wall_queries);
    fair->next_abstraction = fair->statistics.skeletons + fair->tuning->abstraction_period;
  }
  fair->statistics.walls += p + a;
}

/* The skeleton is in one arena, all of it. True if that has walls of its own now. */
static bool learn_in_arena(struct fair *fair, const uint8_t *state) {
  uint64_t most = (uint64_t)fair->tuning->arena_glance * TICKS_PER_MILLISECOND +
                  fair->ticks[ENGINE_SKELETON] / fair->tuning->arena_part;
  if (fair->arena_ticks >= most) return false;
  size_t walls = arena_walls(&fair->literals, &fair->skeleton, state, most - fair->arena_ticks,
                             &fair->arena_ticks);
  fair->statistics.walls += walls;
  return walls > 0;
}

/* True: the skeleton's first state cannot be reached, and the chain knows it now. Short searches
 * are better off without the invariants that this brings. */
static bool has_no_stem(struct fair *fair, const uint8_t *state) {
  uint64_t most = (uint64_t)fair->tuning->stem_glance * TICKS_PER_MILLISECOND +
                  fair->ticks[ENGINE_SKELETON] / fair->tuning->stem_share;
  if (!fair->prepared || fair->stem_ticks >= most) return false;
  uint64_t before = ticks_spent(fair->chain.effort);
  enum reach_answer answer = stem_search_run(&fair->stem, state);
  fair->stem_ticks += ticks_spent(fair->chain.effort) - before;
  return answer == REACH_PROOF;
}

/* Every other connection of a longer search lets its proofs use inner signals. */
static struct internal_signals *internal_signals_of_turn(struct fair *fair) {
  if (!fair->prepared || fair->statistics.skeletons % 2) return NULL;
  if (!fair->have_signals)
    internal_signals_init(&fair->signals, fair->chain.system, fair->tuning->signals,
                          fair->tuning->signal_support);
  fair->have_signals = true;
  return &fair->signals;
}

/* Beside the connections that there are. */
static enum skeleton_answer find_states(struct fair *fair, uint8_t **states, size_t *num) {
  uint8_t *avoid[MOST_CONNECTIONS];
  if (fair->num_connections == 0) return skeleton_find(&fair->skeleton, states, num);
  for (size_t k = 0; k < fair->num_connections; k++) avoid[k] = fair->connections[k].states;
  return skeleton_find_elsewhere(&fair->skeleton, avoid, fair->num_connections, states, num);
}

static void find_skeleton(struct fair *fair) {
  uint8_t *states = NULL;
  size_t num = 0;
  if (!fair->unreachable) learn_literals(fair);
  enum skeleton_answer answer = find_states(fair, &states, &num);
  if (answer == SKELETON_NONE && fair->num_connections) fair->exhausted = fair->chain.version + 1;
  if (answer == SKELETON_NONE && fair->num_connections == 0)
    conclude_none(fair, &fair->chain, &fair->skeleton.failed);
  if (answer != SKELETON_FOUND) return;
  fair->unreachable = has_no_stem(fair, states);
  if (fair->unreachable || learn_in_arena(fair, states) || pruned(fair, states, num)) {
    free(states);
    return;
  }
  fair->statistics.skeletons++;
  connection_start(&fair->connections[fair->num_connections++], &fair->chain,
                   internal_signals_of_turn(fair), states, num);
  fair->statistics.reach_queries += num + 1;
}

static void end_connection(struct fair *fair, size_t k) {
  connection_end(&fair->connections[k]);
  fair->connections[k] = fair->connections[--fair->num_connections];
}

static void drop_impossible(struct fair *fair) {
  for (size_t k = fair->num_connections; k-- > 0;)
    if (!connection_possible(&fair->connections[k])) end_connection(fair, k);
}

/* The connection that has cost least; there is one. */
static size_t next_connection(const struct fair *fair) {
  size_t best = 0;
  for (size_t k = 1; k < fair->num_connections; k++)
    if (fair->connections[k].ticks < fair->connections[best].ticks) best = k;
  return best;
}

/* A connection that takes long should not keep others from being made, whose walls may be all that
 * it needs. The more there are, the longer they have to have had. */
static bool wants_another(const struct fair *fair) {
  if (fair->num_connections == 0) return true;
  uint64_t patience = (uint64_t)fair->tuning->connection_patience * TICKS_PER_MILLISECOND;
  return fair->num_connections < MOST_CONNECTIONS && fair->exhausted != fair->chain.version + 1 &&
         fair->connections[next_connection(fair)].ticks >= patience << fair->num_connections;
}

static void connect(struct fair *fair, size_t k) {
  struct connection *connection = &fair->connections[k];
  uint64_t before = ticks_spent(fair->chain.effort);
  lit wall = AIG_TRUE;
  enum connection_answer answer = connection_run(connection, &fair->spent[ENGINE_SKELETON], &wall);
  connection->ticks += ticks_spent(fair->chain.effort) - before;
  if (answer == CONNECTION_LASSO) {
    struct trace lasso;
    trace_init(&lasso, fair->chain.system);
    connection_lasso(connection, &lasso);
    conclude_lasso(fair, &lasso);
    trace_free(&lasso);
  }
  if (answer == CONNECTION_CYCLE) learn_wall(fair, connection, wall);
  if (answer == CONNECTION_STEM || answer == CONNECTION_CYCLE) end_connection(fair, k);
}

static void skeleton_turn(struct fair *fair) {
  unsigned long before = fair->chain.queries;
  drop_impossible(fair);
  if (wants_another(fair))
    find_skeleton(fair);
  else
    connect(fair, next_connection(fair));
  fair->spent[ENGINE_SKELETON] += (long)(fair->chain.queries - before) + 1;
}

/* --- the other strategies --------------------------------------------------------------------- */

/* What a large predicate rules out is seldom worth what it costs every query from then on. */
static bool worth_sharing(const struct fair *fair, lit predicate) {
  return aig_cone_size(fair->chain.system->aig, predicate) <= fair->tuning->shared_gates;
}

/* The shoals of rlive are walls and dead states of its own chain. */
static void import_shoals(struct fair *fair) {
  const struct block *from = &fair->rlive.chain.block;
  for (; fair->imported < from->num_steps; fair->imported++) {
    const struct chain_step *step = &from->steps[fair->imported];
    if (!worth_sharing(fair, step->predicate) || !chain_admits(&fair->chain, step)) continue;
    chain_add(&fair->chain, step->kind, step->predicate, step->fair.at, step->fair.size);
    fair->statistics.walls += step->kind == CHAIN_WALL;
    fair->statistics.sides += step->kind == CHAIN_SIDE;
  }
}

static void rlive_turn(struct fair *fair) {
  struct rlive *rlive = &fair->rlive;
  if (!fair->ready[ENGINE_RLIVE]) rlive_init(rlive, &fair->chain);
  fair->ready[ENGINE_RLIVE] = true;
  unsigned long before = rlive->queries;
  enum rlive_answer answer = rlive_run(rlive, fair->tuning->fair_turn, &fair->trace);
  if (answer == RLIVE_LASSO) conclude_lasso(fair, &fair->trace);
  if (answer == RLIVE_NONE) conclude_none(fair, &rlive->chain, &rlive->skeleton.failed);
  import_shoals(fair);
  struct chain_step wall = {.kind = CHAIN_WALL, .predicate = rlive->wall};
  if (answer == RLIVE_WALL && worth_sharing(fair, rlive->wall) && chain_admits(&fair->chain, &wall))
    add_wall(fair, rlive->wall);
  fair->statistics.reach_queries += rlive->queries - before;
  fair->spent[ENGINE_RLIVE] = rlive->work;
}

static void klive_turn(struct fair *fair) {
  struct klive *klive = &fair->klive;
  if (!fair->ready[ENGINE_KLIVE]) klive_init(klive, &fair->chain);
  fair->ready[ENGINE_KLIVE] = true;
  unsigned long before = klive->queries;
  if (klive_run(klive, fair->tuning->fair_turn)) {
    fair->statistics.walls += klive->bound;
    fair->statistics.sides += klive->bound;
    conclude_if_none(fair);
  }
  fair->statistics.reach_queries += klive->queries - before;
  fair->spent[ENGINE_KLIVE] = klive->work;
}

/* Loops are looked for in a product with a copy of all states: the more there are, the less can be
 * expected of it, and the more a query costs. */
static uint64_t weight_of_loops(const struct fair *fair) {
  return 1 + fair->chain.system->num_states / fair->tuning->loop_states;
}

static void loop_turn(struct fair *fair) {
  struct loop_search *loop = &fair->loop;
  long budget = (long)(fair->tuning->fair_turn / weight_of_loops(fair)) + 1;
  if (!fair->ready[ENGINE_LOOP]) loop_search_init(loop, &fair->chain);
  fair->ready[ENGINE_LOOP] = true;
  unsigned long before = loop->queries;
  struct trace lasso = {0};
  block_free(&fair->block);
  enum loop_answer answer = loop_search_run(loop, budget, &lasso, &fair->block);
  if (answer == LOOP_NONE) fair->answer = FAIR_NONE;
  if (answer == LOOP_LASSO) conclude_lasso(fair, &lasso);
  trace_free(&lasso);
  fair->statistics.reach_queries += loop->queries - before;
  fair->spent[ENGINE_LOOP] = loop->work;
}

static struct lasso_search *lasso_search(struct fair *fair) {
  if (!fair->ready[ENGINE_LASSO]) lasso_search_init(&fair->lasso, &fair->chain);
  fair->ready[ENGINE_LASSO] = true;
  return &fair->lasso;
}

/* A conflict at depth d costs about as much as d queries of a single step (measured: without the
 * factor, lassos take two thirds of the time). */
static void lasso_turn(struct fair *fair) {
  struct lasso_search *lasso = lasso_search(fair);
  size_t depth = lasso->depth;
  if (lasso_search_deepen(lasso, fair->lasso_limit)) conclude_lasso(fair, &lasso->trace);
  bool gave_up = lasso->depth == depth;
  fair->spent[ENGINE_LASSO] +=
      (gave_up ? fair->lasso_limit : fair->lasso_limit / 4) * (long)(depth + 1);
  if (gave_up) fair->lasso_limit += fair->lasso_limit / 2;
}

static void simulation_turn(struct fair *fair) {
  enum { TICKS_PER_QUERY = 1000 }; /* about what an easy one costs */
  struct random_lasso *runs = &fair->runs;
  uint64_t before = ticks_spent(fair->chain.effort);
  if (!fair->ready[ENGINE_SIMULATION]) random_lasso_init(runs, &fair->chain, fair->options.judge);
  fair->ready[ENGINE_SIMULATION] = true;
  if (random_lasso_round(runs)) conclude_lasso(fair, &runs->trace);
  fair->spent[ENGINE_SIMULATION] +=
      (long)((ticks_spent(fair->chain.effort) - before) / TICKS_PER_QUERY) + 1;
}

/* After a long search, a little more for a lasso that is shorter than the one found. Random ones
 * are never short. */
static void search_shorter(struct fair *fair) {
  const struct effort *effort = fair->chain.effort;
  uint64_t end =
      ticks_spent(effort) + (uint64_t)fair->tuning->lasso_shorten * TICKS_PER_MILLISECOND;
  bool random = fair->statistics.decided == ENGINE_SIMULATION;
  if (!random && !(fair->prepared && fair->ready[ENGINE_LASSO])) return;
  struct lasso_search *lasso = lasso_search(fair);
  while (lasso->depth + 1 < fair->trace.length && ticks_spent(effort) < end &&
         !interrupted(effort)) {
    size_t before = lasso->depth;
    bool found = lasso_search_deepen(lasso, (long)fair->tuning->lasso_conflicts);
    if (found && lasso->trace.length < fair->trace.length) conclude_lasso(fair, &lasso->trace);
    if (found || lasso->depth == before) return;
  }
}

/* --- the portfolio ---------------------------------------------------------------------------- */

static void take_turn(struct fair *fair, enum engine engine) {
  const struct effort *effort = fair->chain.effort;
  struct turn turn = turn_begin(effort, engine);
  switch (engine) {
  case ENGINE_SKELETON: skeleton_turn(fair); break;
  case ENGINE_RLIVE: rlive_turn(fair); break;
  case ENGINE_KLIVE: klive_turn(fair); break;
  case ENGINE_LOOP: loop_turn(fair); break;
  case ENGINE_SIMULATION: simulation_turn(fair); break;
  default: lasso_turn(fair); break;
  }
  fair->ticks[engine] += turn_end(effort, &turn);
  if (fair->answer != FAIR_UNKNOWN) fair->statistics.decided = engine;
  if (fair->answer == FAIR_LASSO && engine != ENGINE_LASSO && !fair->trace.returning)
    search_shorter(fair);
}

static bool has_engine(const struct fair *fair, enum engine engine) {
  return memchr(fair->engines.at, (int)engine, fair->engines.size) != NULL;
}

static void glance_at_runs(struct fair *fair) {
  uint64_t most = (uint64_t)fair->tuning->random_lasso_glance * TICKS_PER_MILLISECOND;
  if (!has_engine(fair, ENGINE_SIMULATION)) return;
  while (fair->answer == FAIR_UNKNOWN && fair->ticks[ENGINE_SIMULATION] < most &&
         !interrupted(fair->chain.effort))
    take_turn(fair, ENGINE_SIMULATION);
}

/* The cheapest first: no F-state inside the arena, no skeleton, a lasso of few steps, or one that
 * is not rare, no skeleton behind walls of state literals, or of gates. Most calls from CTL end
 * here. */
static void start(struct fair *fair) {
  struct chain *chain = &fair->chain;
  fair->started = true;
  fair->statistics.decided = ENGINE_SKELETON; /* if this is all that is needed */
  literal_walls_init(&fair->literals, chain, true);
  if (chain_is_closed(chain, AIG_FALSE)) {
    chain_add_closed(chain, AIG_FALSE);
    conclude_none(fair, chain, &(struct lits){0});
    return;
  }
  if (!fair->tuning->fair_glance) return;
  conclude_if_none(fair);
  for (unsigned k = 0; k < fair->tuning->lasso_glance && fair->answer == FAIR_UNKNOWN; k++)
    take_turn(fair, ENGINE_LASSO);
  glance_at_runs(fair);
  uint64_t wall_ticks = (uint64_t)fair->tuning->wall_glance * TICKS_PER_MILLISECOND;
  for (int gates = 0; gates < 2 && fair->answer == FAIR_UNKNOWN; gates++) {
    fair->statistics.walls +=
        literal_walls_round(&fair->literals, &fair->skeleton, gates, wall_ticks);
    conclude_if_none(fair);
  }
  if (fair->answer != FAIR_UNKNOWN) return;
  learn_by_wide_steps(fair, (uint64_t)fair->tuning->wide_glance * TICKS_PER_MILLISECOND);
  conclude_if_none(fair);
}

/* What small calls can do without and the others profit from. */
static void prepare(struct fair *fair) {
  fair->prepared = true;
  abstract_walls_init(&fair->abstractions, &fair->literals);
  fair->invariants = short_invariants_new(&fair->chain, false);
}

/* First pairs, then clauses of more literals over fewer variables. */
static void next_invariants(struct fair *fair) {
  short_invariants_free(fair->invariants);
  fair->invariants = NULL;
  if (!fair->local && fair->tuning->invariant_sets > 0)
    fair->invariants = short_invariants_new(&fair->chain, true);
  fair->local = true;
}

/* Short invariants help most when they come first, but take seconds in some models: after a first
 * turn they wait for theirs like everybody else. The turns get longer, for a query that is broken
 * off starts again. */
static void invariants_turn(struct fair *fair) {
  const struct effort *effort = fair->chain.effort;
  uint64_t before = ticks_spent(effort),
           least = (uint64_t)fair->tuning->invariant_turn * TICKS_PER_MILLISECOND;
  uint64_t turn = fair->invariant_ticks > least ? fair->invariant_ticks : least;
  if (short_invariants_run(fair->invariants, turn)) {
    next_invariants(fair);
    conclude_if_none(fair);
  }
  fair->invariant_ticks += ticks_spent(effort) - before;
}

/* A loop is the last resort: what the others find makes it easier, and their certificates are those
 * of version 1. It does not wait for those who prove nothing. */
static uint64_t head_start(const struct fair *fair, enum engine engine) {
  struct engine_list others = {0};
  if (engine != ENGINE_LOOP) return 0;
  for (size_t k = 0; k < fair->engines.size; k++)
    if (fair->engines.at[k] != ENGINE_LOOP) others.at[others.size++] = fair->engines.at[k];
  if (!proves(&others)) return 0;
  return fair->tuning->loop_after * weight_of_loops(fair) * TICKS_PER_MILLISECOND;
}

/* The engine that cost least, by its price; *cost gets that. */
static enum engine next_engine(const struct fair *fair, uint64_t *cost) {
  const struct tuning *t = fair->tuning;
  const uint64_t loop = t->price_loop * weight_of_loops(fair);
  const uint64_t price[NUM_ENGINES] = {[ENGINE_SKELETON] = t->price_skeleton,
                                       [ENGINE_RLIVE] = t->price_rlive,
                                       [ENGINE_KLIVE] = t->price_klive,
                                       [ENGINE_LASSO] = t->price_lasso,
                                       [ENGINE_LOOP] = loop,
                                       [ENGINE_SIMULATION] = t->price_simulation};
  enum engine best = fair->engines.at[0];
  *cost = UINT64_MAX;
  for (size_t k = 0; k < fair->engines.size; k++) {
    enum engine e = fair->engines.at[k];
    uint64_t own = fair->ticks[e] * price[e] + head_start(fair, e);
    if (own >= *cost) continue;
    best = e;
    *cost = own;
  }
  return best;
}

void fair_concentrate(struct fair *fair, bool concentrate) { fair->concentrated = concentrate; }

/* Two connections at a time: neither was made soon. */
bool fair_is_stuck(const struct fair *fair) {
  return fair->concentrated && (!has_engine(fair, ENGINE_SKELETON) || fair->num_connections > 1);
}

/* Invariants first: each of them may spare many stems. */
static void work_on_skeletons(struct fair *fair) {
  if (fair->invariants)
    invariants_turn(fair);
  else
    take_turn(fair, ENGINE_SKELETON);
}

static void work(struct fair *fair) {
  uint64_t cost;
  if (fair->concentrated) {
    work_on_skeletons(fair);
    return;
  }
  enum engine next = next_engine(fair, &cost);
  if (fair->invariants &&
      (fair->invariant_ticks == 0 || fair->invariant_ticks * fair->tuning->price_invariants < cost))
    invariants_turn(fair);
  else
    take_turn(fair, next);
}

static long total(const struct fair *fair) {
  long sum = 0;
  for (int k = 0; k < NUM_ENGINES; k++) sum += fair->spent[k];
  return sum;
}

/* Random runs say nothing about how hard a search is: their first look always takes its time. */
static bool is_long(const struct fair *fair) {
  long searched = total(fair) - fair->spent[ENGINE_SIMULATION];
  return fair->options.eager || fair->concentrated ||
         searched > (long)fair->tuning->fair_prepare_after;
}

enum fair_answer fair_run(struct fair *fair, long budget) {
  long limit = budget < 0 ? -1 : total(fair) + budget;
  if (!fair->started) start(fair);
  while (fair->answer == FAIR_UNKNOWN && (limit < 0 || total(fair) < limit) &&
         !interrupted(fair->chain.effort) && !fair_is_stuck(fair))
    if (!fair->prepared && is_long(fair))
      prepare(fair);
    else
      work(fair);
  return fair->answer;
}
