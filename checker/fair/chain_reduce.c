#include "checker/fair/chain_reduce.h"
#include "checker/system/loop_cases.h"

/* One solver for all claims: every step and every conjunct of the closed set has a guard, and the
 * guards that fail are what a claim needs. A copy is switched on by its own guard. */
struct reducer {
  struct chain *chain;
  struct sat *sat;
  struct unroll *copies;
  int *enabled;
  size_t num_copies;
  int *step_guard, *closed_guard;
  int *choice;
  uint8_t *need_step, *need_closed;
  struct lits *sides; /* per step: reduced fairness list of a side */
};

static void clause2(struct sat *sat, int a, int b) { sat_clause(sat, (int[]){a, b}, 2); }
static void clause3(struct sat *sat, int a, int b, int c) { sat_clause(sat, (int[]){a, b, c}, 3); }

/* guard & enabled, as one literal */
static int both(struct reducer *r, int a, int b) {
  int g = sat_var(r->sat);
  sat_gate(r->sat, g, a, b);
  return g;
}

static void make_copy(struct reducer *r, size_t c) {
  const struct chain *chain = r->chain;
  struct unroll *u = &r->copies[c];
  unroll_init(u, r->sat, chain->system);
  int on = r->enabled[c] = sat_var(r->sat);
  clause2(r->sat, -on, unroll_lit(u, 0, chain->arena));
  clause2(r->sat, -on, unroll_lit(u, 0, chain->system->constraint));
  clause2(r->sat, -on, unroll_lit(u, 1, chain->arena));
  for (size_t k = 0; k < chain->closed.size; k++) {
    clause3(r->sat, -on, -r->closed_guard[k], unroll_lit(u, 0, chain->closed.at[k]));
    /* After the step the closed set holds because it is closed; asked for closure, copy 0 must not
     * assume it. */
    if (c > 0) clause3(r->sat, -on, -r->closed_guard[k], unroll_lit(u, 1, chain->closed.at[k]));
  }
  for (size_t k = 0; k < chain->block.num_steps; k++) {
    const struct chain_step *step = &chain->block.steps[k];
    int guard = both(r, on, r->step_guard[k]);
    chain_assert_step(u, 0, step, guard);
    if (step->kind != CHAIN_WALL) continue;
    int w = unroll_lit(u, 0, step->predicate);
    clause3(r->sat, -guard, -r->choice[k], w);
    clause3(r->sat, -guard, r->choice[k], -w);
  }
}

static void reducer_init(struct reducer *r, struct chain *chain, size_t num_copies) {
  size_t steps = chain->block.num_steps, conjuncts = chain->closed.size;
  *r = (struct reducer){.chain = chain, .num_copies = num_copies + 1};
  r->sat = sat_new(SAT_CADICAL, chain->effort);
  r->copies = memory_zeroed(r->num_copies, sizeof *r->copies);
  r->enabled = memory_zeroed(r->num_copies, sizeof *r->enabled);
  r->step_guard = memory_alloc(steps, sizeof *r->step_guard);
  r->choice = memory_alloc(steps, sizeof *r->choice);
  r->closed_guard = memory_alloc(conjuncts, sizeof *r->closed_guard);
  r->need_step = memory_zeroed(steps, 1);
  r->need_closed = memory_zeroed(conjuncts, 1);
  r->sides = memory_zeroed(steps, sizeof *r->sides);
  for (size_t k = 0; k < steps; k++) r->step_guard[k] = sat_var(r->sat);
  for (size_t k = 0; k < steps; k++) r->choice[k] = sat_var(r->sat);
  for (size_t k = 0; k < conjuncts; k++) r->closed_guard[k] = sat_var(r->sat);
}

static void reducer_free(struct reducer *r) {
  for (size_t c = 0; c < r->num_copies; c++)
    if (r->enabled[c]) unroll_free(&r->copies[c]);
  for (size_t k = 0; k < r->chain->block.num_steps; k++) lits_free(&r->sides[k]);
  free(r->copies);
  free(r->enabled);
  free(r->step_guard);
  free(r->closed_guard);
  free(r->choice);
  free(r->need_step);
  free(r->need_closed);
  free(r->sides);
  sat_free(r->sat);
}

static void need_copy(struct reducer *r, size_t c) {
  if (!r->enabled[c]) make_copy(r, c);
}

/* Solves under `claim` (CNF literals), the first `steps` steps and the whole closed set, and marks
 * what the refutation used. Steps that are needed anyway come first, so that cores prefer them. */
static bool refute(struct reducer *r, const struct ints *claim, size_t steps) {
  const struct chain *chain = r->chain;
  for (size_t k = 0; k < claim->size; k++) sat_assume(r->sat, claim->at[k]);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t k = 0; k < steps; k++)
      if (r->need_step[k] == !pass) sat_assume(r->sat, r->step_guard[k]);
    for (size_t k = 0; k < chain->closed.size; k++)
      if (r->need_closed[k] == !pass) sat_assume(r->sat, r->closed_guard[k]);
  }
  if (sat_solve(r->sat) != SAT_NO) return false;
  for (size_t k = 0; k < steps; k++)
    if (sat_failed(r->sat, r->step_guard[k])) r->need_step[k] = 1;
  for (size_t k = 0; k < chain->closed.size; k++)
    if (sat_failed(r->sat, r->closed_guard[k])) r->need_closed[k] = 1;
  return true;
}

/* The skeleton query over `fair` with `side` in every copy, under the first `steps` steps; *used:
 * the fairness that failed. Copy 0 is the one for closure and walls, so copies count from 1. */
static bool refute_skeleton(struct reducer *r, const uint32_t *fair, size_t n, lit side,
                            size_t steps, struct lits *used) {
  const struct system *s = r->chain->system;
  struct ints claim = {0};
  for (size_t c = 0; c < (n ? n : 1); c++) {
    need_copy(r, c + 1);
    ints_push(&claim, r->enabled[c + 1]);
    if (side != AIG_TRUE) ints_push(&claim, unroll_lit(&r->copies[c + 1], 0, side));
  }
  for (size_t c = 0; c < n; c++)
    ints_push(&claim, unroll_lit(&r->copies[c + 1], 0, s->fairness[fair[c]]));
  bool good = refute(r, &claim, steps);
  for (size_t c = 0; good && c < n; c++)
    if (sat_failed(r->sat, unroll_lit(&r->copies[c + 1], 0, s->fairness[fair[c]])))
      lits_push(used, fair[c]);
  ints_free(&claim);
  return good;
}

/* The cases of the loop, under all steps. Copy 0 does not assume the closed set after the step. */
static bool refute_loop(struct reducer *r, const struct block *loop) {
  need_copy(r, 1);
  struct loop_cases cases = loop_cases(&r->copies[1], loop);
  const int violated[] = {cases.start, cases.step, cases.close};
  bool good = true;
  for (size_t c = 0; good && c < 3; c++) {
    struct ints claim = {0};
    ints_push(&claim, r->enabled[1]);
    ints_push(&claim, violated[c]);
    good = refute(r, &claim, r->chain->block.num_steps);
    ints_free(&claim);
  }
  return good;
}

/* A side is admitted only behind a wall of the same predicate. */
static void need_wall_of(struct reducer *r, size_t k) {
  const struct block *block = &r->chain->block;
  for (size_t w = 0; w < k; w++)
    if (block->steps[w].kind == CHAIN_WALL &&
        lit_node(block->steps[w].predicate) == lit_node(block->steps[k].predicate)) {
      r->need_step[w] = 1;
      return;
    }
}

static bool refute_step(struct reducer *r, size_t k) {
  const struct chain_step *step = &r->chain->block.steps[k];
  if (step->kind == CHAIN_SIDE) {
    need_wall_of(r, k);
    return refute_skeleton(r, step->fair.at, step->fair.size, step->predicate, k, &r->sides[k]);
  }
  need_copy(r, 1);
  struct unroll *u = &r->copies[1];
  struct ints claim = {0};
  ints_push(&claim, r->enabled[1]);
  int now = unroll_lit(u, 0, step->predicate), then = unroll_lit(u, 1, step->predicate);
  if (step->kind == CHAIN_WALL || step->kind == CHAIN_DEAD) ints_push(&claim, now);
  if (step->kind == CHAIN_WALL) ints_push(&claim, -then);
  if (step->kind == CHAIN_UNBORN) ints_push(&claim, then);
  bool good = refute(r, &claim, k);
  ints_free(&claim);
  return good;
}

/* F & A => conjunct */
static bool initiated(struct reducer *r, lit conjunct) {
  struct unroll *u = &r->copies[0];
  int claim[3] = {unroll_lit(u, 0, r->chain->from), unroll_lit(u, 0, r->chain->arena),
                  -unroll_lit(u, 0, conjunct)};
  for (size_t k = 0; k < 3; k++) sat_assume(r->sat, claim[k]);
  return sat_solve(r->sat) == SAT_NO;
}

/* Each needed conjunct must hold in F, and after an allowed step from the closed set, which may
 * need other conjuncts. */
static bool close_conjuncts(struct reducer *r) {
  const struct chain *chain = r->chain;
  uint8_t *done = memory_zeroed(chain->closed.size, 1);
  need_copy(r, 0);
  bool good = true;
  for (bool again = true; good && again;) {
    again = false;
    for (size_t k = 0; good && k < chain->closed.size; k++) {
      if (!r->need_closed[k] || done[k]) continue;
      struct ints claim = {0};
      ints_push(&claim, r->enabled[0]);
      ints_push(&claim, -unroll_lit(&r->copies[0], 1, chain->closed.at[k]));
      good = refute(r, &claim, 0) && initiated(r, chain->closed.at[k]);
      ints_free(&claim);
      done[k] = 1;
      again = true;
    }
  }
  free(done);
  return good;
}

static void write_block(const struct reducer *r, struct block *out) {
  const struct chain *chain = r->chain;
  struct lits conjuncts = {0};
  for (size_t k = 0; k < chain->closed.size; k++)
    if (r->need_closed[k]) lits_push(&conjuncts, chain->closed.at[k]);
  out->closed = aig_and_all(chain->system->aig, conjuncts.at, conjuncts.size);
  lits_free(&conjuncts);
  for (size_t k = 0; k < chain->block.num_steps; k++) {
    const struct chain_step *step = &chain->block.steps[k];
    if (r->need_step[k])
      block_step(out, step->kind, step->predicate, r->sides[k].at, r->sides[k].size);
  }
}

/* The end is refuted: what it needs, and what that needs. */
static bool finish(struct reducer *r, bool good, struct block *out) {
  for (size_t k = r->chain->block.num_steps; good && k-- > 0;)
    if (r->need_step[k]) good = refute_step(r, k);
  good = good && close_conjuncts(r);
  if (good)
    write_block(r, out);
  else
    block_free(out);
  reducer_free(r);
  return good;
}

static size_t most_copies(const struct chain *chain) {
  return chain->system->num_fairness ? chain->system->num_fairness : 1;
}

bool chain_reduce(struct chain *chain, const uint32_t *fair, size_t num_fair, struct block *out) {
  struct reducer r;
  *out = (struct block){.closed = AIG_TRUE};
  reducer_init(&r, chain, most_copies(chain));
  bool good = refute_skeleton(&r, fair, num_fair, AIG_TRUE, chain->block.num_steps, &out->end_fair);
  return finish(&r, good, out);
}

bool chain_reduce_loop(struct chain *chain, struct block *out) {
  struct reducer r;
  out->closed = AIG_TRUE;
  out->has_loop = true;
  reducer_init(&r, chain, most_copies(chain));
  return finish(&r, refute_loop(&r, out), out);
}
