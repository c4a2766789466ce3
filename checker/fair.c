#include "checker/fair.h"
#include "checker/fair_chain.h"
#include "checker/fair_hunt.h"
#include "checker/fair_lasso.h"
#include "checker/fair_literals.h"
#include "checker/fair_reduce.h"
#include "checker/skeleton.h"

const struct fair_options fair_defaults = {.unroll = 1, .skeleton = true, .rlive = true, .klive = true};

enum { MAX_UNROLL = 8, LASSO_CONFLICTS = 500 };

struct fair {
  struct fair_options options;
  struct chain chain;
  struct skeleton skeleton;
  struct literals literals;
  struct hunt hunt;
  bool hunting;
  struct lasso_search lasso;
  bool started, deepening;
  long spent;           /* by all strategies, in SAT queries and conflicts */
  long lasso_spent;
  enum fair_answer answer;
  struct trace trace;
  struct block block;
  struct fair_statistics statistics;
};

struct fair *fair_new(struct system *system, const struct fair_query *query, const struct fair_options *options, const struct interrupt *interrupt) {
  struct fair *fair = memory_zeroed(1, sizeof *fair);
  fair->options = *options;
  if (fair->options.unroll > MAX_UNROLL) fair->options.unroll = MAX_UNROLL;
  chain_init(&fair->chain, system, aig_and(system->aig, query->invariant, query->inside), query->from, interrupt);
  skeleton_init(&fair->skeleton, &fair->chain);
  trace_init(&fair->trace, system);
  return fair;
}

void fair_free(struct fair *fair) {
  if (!fair) return;
  hunt_end(&fair->hunt);
  if (fair->started) literals_free(&fair->literals);
  if (fair->deepening) lasso_free(&fair->lasso);
  skeleton_free(&fair->skeleton);
  chain_free(&fair->chain);
  trace_free(&fair->trace);
  block_free(&fair->block);
  free(fair);
}

const struct trace *fair_lasso(const struct fair *fair) { return &fair->trace; }
const struct block *fair_block(const struct fair *fair) { return &fair->block; }
struct fair_statistics fair_statistics(const struct fair *fair) { return fair->statistics; }

/* --- answers --------------------------------------------------------------------------------------------------------- */

/* The skeleton query failed over skeleton.failed: the chain is complete. */
static void conclude_none(struct fair *fair) {
  const struct lits *needed = &fair->skeleton.failed;
  block_free(&fair->block);
  if (chain_reduce(&fair->chain, needed->at, needed->size, &fair->block)) fair->answer = FAIR_NONE;
}

static void conclude_lasso(struct fair *fair, const struct trace *lasso) {
  trace_free(&fair->trace);
  trace_init(&fair->trace, fair->chain.system);
  for (size_t t = 0; t < lasso->length; t++) trace_push(&fair->trace, trace_state(lasso, t), trace_input(lasso, t));
  fair->trace.loop = lasso->loop;
  fair->answer = FAIR_LASSO;
}

/* --- FAIR ------------------------------------------------------------------------------------------------------------ */

static void learn_wall(struct fair *fair, lit wall) {
  struct chain *chain = &fair->chain;
  struct hunt *hunt = &fair->hunt;
  if (chain_is_region(chain, wall)) {
    chain_region(chain, wall);
    return;
  }
  chain_add(chain, CHAIN_WALL, wall, NULL, 0);
  fair->statistics.walls++;
  if (hunt->num == 1) chain_learn_dead(chain, hunt->states, lit_not(wall));
  fair->statistics.sides += learn_sides(chain, &fair->skeleton, wall);
}

/* III-B with K: states without K+1 steps ahead of them and K behind them are not worth a hunt. */
static bool pruned(struct fair *fair, const uint8_t *states, size_t num) {
  bool any = false;
  for (size_t k = 0; k < num; k++) {
    const uint8_t *state = states + k * fair->chain.system->num_states;
    if (chain_prune(&fair->chain, state, fair->options.unroll, false)) any = true;
    else if (fair->options.unroll && chain_prune(&fair->chain, state, fair->options.unroll - 1, true)) any = true;
  }
  return any;
}

static void find_skeleton(struct fair *fair) {
  uint8_t *states = NULL;
  size_t num = 0;
  fair->statistics.walls += literals_round(&fair->literals, &fair->skeleton);
  enum skeleton_answer answer = skeleton_find(&fair->skeleton, &states, &num);
  if (answer == SKELETON_NONE) conclude_none(fair);
  if (answer != SKELETON_FOUND) return;
  if (pruned(fair, states, num)) {
    free(states);
    return;
  }
  fair->statistics.skeletons++;
  hunt_start(&fair->hunt, &fair->chain, states, num);
  fair->statistics.reach_queries += num + 1;
  fair->hunting = true;
}

static void skeleton_turn(struct fair *fair) {
  unsigned long before = fair->chain.queries;
  if (!fair->hunting) {
    find_skeleton(fair);
  } else {
    lit wall = AIG_TRUE;
    enum hunt_answer answer = hunt_run(&fair->hunt, &fair->spent, &wall);
    if (answer == HUNT_LASSO) {
      struct trace lasso;
      trace_init(&lasso, fair->chain.system);
      hunt_lasso(&fair->hunt, &lasso);
      conclude_lasso(fair, &lasso);
      trace_free(&lasso);
    }
    if (answer == HUNT_CYCLE) learn_wall(fair, wall);
    if (answer == HUNT_STEM || answer == HUNT_CYCLE) {
      hunt_end(&fair->hunt);
      fair->hunting = false;
    }
  }
  fair->spent += (long)(fair->chain.queries - before) + 1;
}

/* --- the portfolio --------------------------------------------------------------------------------------------------- */

static void lasso_turn(struct fair *fair) {
  struct chain *chain = &fair->chain;
  if (!fair->deepening) lasso_init(&fair->lasso, chain->system, chain->arena, chain->from, chain->interrupt);
  fair->deepening = true;
  if (lasso_deepen(&fair->lasso, LASSO_CONFLICTS + fair->lasso_spent / 4)) conclude_lasso(fair, &fair->lasso.trace);
  fair->lasso_spent += LASSO_CONFLICTS;
  fair->spent += LASSO_CONFLICTS;
}

/* No F-state inside the arena, or no skeleton to begin with: most calls from CTL end here. */
static void start(struct fair *fair) {
  struct chain *chain = &fair->chain;
  fair->started = true;
  literals_init(&fair->literals, chain, true);
  if (chain_is_region(chain, AIG_FALSE)) {
    chain_region(chain, AIG_FALSE);
    lits_clear(&fair->skeleton.failed);
    conclude_none(fair);
  } else if (skeleton_full(&fair->skeleton, AIG_TRUE) == SKELETON_NONE) {
    conclude_none(fair);
  }
}

enum fair_answer fair_run(struct fair *fair, long budget) {
  long limit = budget < 0 ? -1 : fair->spent + budget;
  if (!fair->started) start(fair);
  while (fair->answer == FAIR_UNKNOWN && (limit < 0 || fair->spent < limit) && !interrupted(fair->chain.interrupt)) {
    if (fair->lasso_spent * 3 < fair->spent) lasso_turn(fair);
    else skeleton_turn(fair);
  }
  return fair->answer;
}
