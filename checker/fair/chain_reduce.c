#include "checker/fair/chain_reduce.h"
#include "checker/fair/nearby.h"
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
  bool looks_near;
  struct nearby nearby;
};

/* What a query is about: literals of the solver, and the same as predicates, of which it depends
 * where to look first. */
struct claim {
  struct ints cnf;
  struct lits now, then;
};

static void claim_free(struct claim *claim) {
  ints_free(&claim->cnf);
  lits_free(&claim->now);
  lits_free(&claim->then);
}

static void claim_now(struct claim *claim, struct unroll *u, lit a) {
  ints_push(&claim->cnf, unroll_lit(u, 0, a));
  lits_push(&claim->now, a);
}

static void claim_then(struct claim *claim, struct unroll *u, lit a) {
  ints_push(&claim->cnf, unroll_lit(u, 1, a));
  lits_push(&claim->then, a);
}

static void clause2(struct sat *sat, int a, int b) { sat_clause(sat, (int[]){a, b}, 2); }
static void clause3(struct sat *sat, int a, int b, int c) { sat_clause(sat, (int[]){a, b, c}, 3); }

static void make_copy(struct reducer *r, size_t c) {
  const struct chain *chain = r->chain;
  struct unroll *u = &r->copies[c];
  unroll_init(u, r->sat, chain->system);
  int on = r->enabled[c] = sat_switch(r->sat);
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
    int guard = r->step_guard[k], now = unroll_lit(u, 0, step->predicate),
        then = unroll_lit(u, 1, step->predicate);
    if (step->kind == CHAIN_WALL) {
      sat_clause(r->sat, (int[]){-on, -guard, -now, then}, 4);
      sat_clause(r->sat, (int[]){-on, -guard, now, -then}, 4);
      sat_clause(r->sat, (int[]){-on, -guard, -r->choice[k], now}, 4);
      sat_clause(r->sat, (int[]){-on, -guard, r->choice[k], -now}, 4);
    } else {
      clause3(r->sat, -on, -guard, -now);
      clause3(r->sat, -on, -guard, -then);
    }
  }
}

/* With fewer, one query with all of them is as cheap as one with those that are near. */
enum { MANY_CONJUNCTS = 500 };

static void reducer_init(struct reducer *r, struct chain *chain, size_t num_copies) {
  size_t steps = chain->block.num_steps, conjuncts = chain->closed.size;
  *r = (struct reducer){.chain = chain, .num_copies = num_copies + 1};
  r->sat = sat_new(SAT_CONE, chain->effort);
  r->copies = memory_zeroed(r->num_copies, sizeof *r->copies);
  r->enabled = memory_zeroed(r->num_copies, sizeof *r->enabled);
  r->step_guard = memory_alloc(steps, sizeof *r->step_guard);
  r->choice = memory_alloc(steps, sizeof *r->choice);
  r->closed_guard = memory_alloc(conjuncts, sizeof *r->closed_guard);
  r->need_step = memory_zeroed(steps, 1);
  r->need_closed = memory_zeroed(conjuncts, 1);
  r->sides = memory_zeroed(steps, sizeof *r->sides);
  for (size_t k = 0; k < steps; k++) r->step_guard[k] = sat_switch(r->sat);
  for (size_t k = 0; k < steps; k++) r->choice[k] = sat_var(r->sat);
  for (size_t k = 0; k < conjuncts; k++) r->closed_guard[k] = sat_switch(r->sat);
  r->looks_near = conjuncts > MANY_CONJUNCTS;
  if (r->looks_near) nearby_init(&r->nearby, chain->system, &chain->closed);
}

static void reducer_free(struct reducer *r) {
  for (size_t c = 0; c < r->num_copies; c++)
    if (r->enabled[c]) unroll_free(&r->copies[c]);
  for (size_t k = 0; k < r->chain->block.num_steps; k++) lits_free(&r->sides[k]);
  if (r->looks_near) nearby_free(&r->nearby);
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

/* Solves under the claim, the first `steps` steps and the closed set, or what of it is needed
 * anyway or near the claim. What is needed anyway comes first, so that cores prefer it. */
static enum sat_answer solve(struct reducer *r, const struct claim *claim, size_t steps,
                             bool near) {
  const struct chain *chain = r->chain;
  for (size_t k = 0; k < claim->cnf.size; k++) sat_assume(r->sat, claim->cnf.at[k]);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t k = 0; k < steps; k++)
      if (r->need_step[k] == !pass) sat_assume(r->sat, r->step_guard[k]);
    for (size_t k = 0; k < chain->closed.size; k++)
      if (r->need_closed[k] == !pass && (!near || r->nearby.near[k]))
        sat_assume(r->sat, r->closed_guard[k]);
  }
  return sat_solve(r->sat);
}

/* Marks what the refutation used. Of thousands of equal states a claim needs a few, and to assume
 * the others takes longer than everything else. */
static bool refute(struct reducer *r, const struct claim *claim, size_t steps) {
  const struct chain *chain = r->chain;
  enum sat_answer answer = SAT_YES;
  if (r->looks_near) {
    nearby_look(&r->nearby, &claim->now, &claim->then);
    answer = solve(r, claim, steps, true);
  }
  if (answer == SAT_YES) answer = solve(r, claim, steps, false);
  if (answer != SAT_NO) return false;
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
  struct claim claim = {0};
  for (size_t c = 0; c < (n ? n : 1); c++) {
    need_copy(r, c + 1);
    ints_push(&claim.cnf, r->enabled[c + 1]);
    if (side != AIG_TRUE) claim_now(&claim, &r->copies[c + 1], side);
  }
  for (size_t c = 0; c < n; c++) claim_now(&claim, &r->copies[c + 1], s->fairness[fair[c]]);
  bool good = refute(r, &claim, steps);
  for (size_t c = 0; good && c < n; c++)
    if (sat_failed(r->sat, unroll_lit(&r->copies[c + 1], 0, s->fairness[fair[c]])))
      lits_push(used, fair[c]);
  claim_free(&claim);
  return good;
}

/* The cases of the loop, under all steps. Copy 0 does not assume the closed set after the step. */
static bool refute_loop(struct reducer *r, const struct block *loop) {
  need_copy(r, 1);
  struct loop_cases cases = loop_cases(&r->copies[1], loop);
  const int violated[] = {cases.start, cases.step, cases.close};
  bool good = true;
  for (size_t c = 0; good && c < 3; c++) {
    struct claim claim = {0};
    ints_push(&claim.cnf, r->enabled[1]);
    ints_push(&claim.cnf, violated[c]);
    good = refute(r, &claim, r->chain->block.num_steps);
    claim_free(&claim);
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
  struct claim claim = {0};
  ints_push(&claim.cnf, r->enabled[1]);
  if (step->kind == CHAIN_WALL || step->kind == CHAIN_DEAD) claim_now(&claim, u, step->predicate);
  if (step->kind == CHAIN_WALL) claim_then(&claim, u, lit_not(step->predicate));
  if (step->kind == CHAIN_UNBORN) claim_then(&claim, u, step->predicate);
  bool good = refute(r, &claim, k);
  claim_free(&claim);
  return good;
}

/* F & A => all conjuncts that are needed. One query: F is as large as the system. */
static bool initiated(struct reducer *r) {
  const struct chain *chain = r->chain;
  struct unroll *u = &r->copies[0];
  struct ints violated = {0};
  int claim[2] = {unroll_lit(u, 0, chain->from), unroll_lit(u, 0, chain->arena)};
  for (size_t k = 0; k < chain->closed.size; k++)
    if (r->need_closed[k]) ints_push(&violated, -unroll_lit(u, 0, chain->closed.at[k]));
  bool good = violated.size == 0;
  if (!good) {
    for (size_t k = 0; k < 2; k++) sat_assume(r->sat, claim[k]);
    sat_constrain(r->sat, violated.at, violated.size);
    good = sat_solve(r->sat) == SAT_NO;
  }
  ints_free(&violated);
  return good;
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
      struct claim claim = {0};
      ints_push(&claim.cnf, r->enabled[0]);
      claim_then(&claim, &r->copies[0], lit_not(chain->closed.at[k]));
      good = refute(r, &claim, 0);
      claim_free(&claim);
      done[k] = 1;
      again = true;
    }
  }
  free(done);
  return good && initiated(r);
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
