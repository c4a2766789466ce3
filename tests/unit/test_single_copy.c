/* Random graphs of eight states with random chains that refute their fair cycles: what becomes of
 * a chain is judged by enumeration, by the words of docs/certificates.md, section 4. */
#include "certifier/certify/single_copy.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

enum { BITS = 3, STATES = 8, FAIR = 3, FLAGS = 1 << FAIR };

struct graph {
  struct aig *aig;
  struct system system;
  lit bits[BITS];
  uint8_t fair[FAIR];   /* sets of states */
  uint8_t step[STATES]; /* the E-steps: sets of successors */
  lit conditions[FAIR]; /* predicates of `fair` */
};

static bool in(uint8_t set, unsigned state) { return set >> state & 1; }

static uint8_t set_of(const struct graph *g, lit predicate) {
  uint8_t set = 0;
  for (unsigned y = 0; y < STATES; y++) {
    const uint8_t bits[BITS] = {y & 1, y >> 1 & 1, y >> 2 & 1};
    if (aig_eval(g->aig, predicate, bits, NULL)) set |= (uint8_t)(1u << y);
  }
  return set;
}

static lit predicate_of(struct graph *g, uint8_t set) {
  lit any = AIG_FALSE;
  for (unsigned y = 0; y < STATES; y++) {
    lit here = in(set, y) ? AIG_TRUE : AIG_FALSE;
    for (unsigned b = 0; b < BITS; b++)
      here = aig_and(g->aig, here, y >> b & 1 ? g->bits[b] : lit_not(g->bits[b]));
    any = aig_or(g->aig, any, here);
  }
  return any;
}

static void graph_init(struct graph *g, struct rng *rng) {
  *g = (struct graph){.aig = aig_new()};
  g->system = (struct system){.aig = g->aig, .num_fairness = FAIR};
  for (unsigned b = 0; b < BITS; b++) g->bits[b] = aig_state(g->aig);
  for (unsigned j = 0; j < FAIR; j++) {
    g->fair[j] = (uint8_t)rng_below(rng, 256);
    g->conditions[j] = predicate_of(g, g->fair[j]);
  }
  g->system.fairness = g->conditions;
  for (unsigned y = 0; y < STATES; y++) /* mostly upwards, so that there are walls */
    g->step[y] = (uint8_t)(rng_below(rng, 256) & (rng_chance(rng, 90) ? 255u << y : 255u));
}

/* The E-steps that satisfy both sets, before and afterwards. */
static bool meets(const struct graph *g, uint8_t before, uint8_t after) {
  for (unsigned y = 0; y < STATES; y++)
    if (in(before, y) && (g->step[y] & after)) return true;
  return false;
}

static void demand_not(struct graph *g, uint8_t set) {
  for (unsigned y = 0; y < STATES; y++) g->step[y] &= (uint8_t)(in(set, y) ? 0 : ~set);
}

/* The step's case is impossible; then E is narrowed. */
static bool take_step(struct graph *g, enum chain_kind kind, uint8_t set, const struct lits *fair) {
  uint8_t others = (uint8_t)~set;
  switch (kind) {
  case CHAIN_WALL:
    if (meets(g, set, others)) return false;
    for (unsigned y = 0; y < STATES; y++) g->step[y] &= in(set, y) ? set : others;
    return true;
  case CHAIN_DEAD:
    if (meets(g, set, 255)) return false;
    break;
  case CHAIN_UNBORN:
    if (meets(g, 255, set)) return false;
    break;
  case CHAIN_SIDE:
    if (meets(g, set & (fair->size ? g->fair[fair->at[0]] : 255u), 255)) return false;
    break;
  }
  demand_not(g, set);
  return true;
}

/* Steps as they come, if they are true, until no E-step is left, or none of one condition. */
static bool random_chain(struct graph *g, struct rng *rng, struct block *block) {
  for (unsigned tries = 0; tries < 100; tries++) {
    uint8_t set = (uint8_t)rng_below(rng, 256);
    enum chain_kind kind = (enum chain_kind)rng_below(rng, 4);
    struct lits fair = {0};
    if (kind == CHAIN_SIDE && rng_chance(rng, 90)) lits_push(&fair, rng_below(rng, FAIR));
    if (kind == CHAIN_SIDE) { /* of a wall; mostly a new one */
      bool up = rng_chance(rng, 50);
      uint8_t wall = up ? set : (uint8_t)~set;
      if (take_step(g, CHAIN_WALL, wall, NULL)) {
        block_step(block, CHAIN_WALL, predicate_of(g, wall), NULL, 0);
        if (take_step(g, kind, set, &fair))
          block_step(block, kind, predicate_of(g, set), fair.at, fair.size);
      }
    } else if (take_step(g, kind, set, NULL)) {
      block_step(block, kind, predicate_of(g, set), NULL, 0);
    }
    lits_free(&fair);
  }
  if (!meets(g, 255, 255)) return true;
  for (uint32_t j = 0; j < FAIR; j++) {
    if (meets(g, g->fair[j], 255)) continue;
    lits_push(&block->end_fair, j);
    return true;
  }
  return false;
}

/* V, with nothing saved. */
static bool relation_holds(const struct graph *g, const struct block *b, unsigned y, unsigned f) {
  bool clause = false;
  for (size_t k = 0; k < b->relation.size; k++) {
    uint32_t a = b->relation.at[k], now = loop_now(b, 0);
    if (a == LOOP_END && !clause) return false;
    if (a == LOOP_END)
      clause = false;
    else if (a >= now)
      clause = clause || in(set_of(g, a - now), y);
    else
      clause = clause || (f >> (a >> 1) & 1) != (a & 1);
  }
  return true;
}

static unsigned raised(const struct graph *g, unsigned y, unsigned f) {
  for (unsigned j = 0; j < FAIR; j++) f |= (unsigned)in(g->fair[j], y) << j;
  return f;
}

static bool loop_is_right(const struct graph *g, const struct block *b) {
  for (unsigned y = 0; y < STATES; y++) {
    if (g->step[y] && relation_holds(g, b, y, FLAGS - 1)) return false;
    for (unsigned z = 0; z < STATES; z++) {
      if (!in(g->step[y], z)) continue;
      if (!relation_holds(g, b, z, raised(g, y, 0))) return false;
      for (unsigned f = 0; f < FLAGS; f++)
        if (relation_holds(g, b, y, f) && !relation_holds(g, b, z, raised(g, y, f))) return false;
    }
  }
  return true;
}

/* The steps of the chain are true in this order, and so is its loop. */
static void check_folded(struct graph *g, const struct block *b) {
  for (size_t k = 0; k < b->num_steps; k++) {
    ck_assert(b->steps[k].kind != CHAIN_SIDE);
    ck_assert(take_step(g, b->steps[k].kind, set_of(g, b->steps[k].predicate), NULL));
  }
  ck_assert(b->saved.size == 0);
  ck_assert(loop_is_right(g, b));
}

static size_t num_conditions(const struct block *b) {
  uint8_t named[FAIR] = {0};
  for (size_t k = 0; k < b->num_steps; k++)
    if (b->steps[k].fair.size) named[b->steps[k].fair.at[0]] = 1;
  if (b->end_fair.size) named[b->end_fair.at[0]] = 1;
  return (size_t)named[0] + named[1] + named[2];
}

START_TEST(chains_become_loops) {
  struct rng rng = rng_seeded(random_seed("single_copy"));
  unsigned folded = 0;
  for (unsigned trial = 0; trial < 200; trial++) {
    struct graph g;
    struct block chain = {.closed = AIG_TRUE}, out;
    graph_init(&g, &rng);
    struct graph start = g;
    if (random_chain(&g, &rng, &chain)) {
      memcpy(g.step, start.step, sizeof g.step);
      single_copy(&out, &chain, &g.system);
      ck_assert(out.has_loop == (num_conditions(&chain) > 1));
      ck_assert(out.closed == chain.closed);
      if (out.has_loop) check_folded(&g, &out);
      folded += out.has_loop;
      block_free(&out);
    }
    block_free(&chain);
    aig_free(g.aig);
  }
  ck_assert_uint_gt(folded, 5);
}
END_TEST

/* A skeleton that needs two copies stays one: neither condition alone is impossible. */
START_TEST(several_conditions_at_once) {
  struct graph g;
  struct rng rng = rng_seeded(1);
  struct block chain = {.closed = AIG_TRUE}, out;
  graph_init(&g, &rng);
  block_step(&chain, CHAIN_WALL, g.bits[0], NULL, 0);
  lits_append(&chain.end_fair, (const uint32_t[]){0, 1}, 2);
  single_copy(&out, &chain, &g.system);
  ck_assert(!out.has_loop && out.end_fair.size == 2 && out.num_steps == 1);
  block_free(&out);
  block_free(&chain);
  aig_free(g.aig);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("single_copy");
  TCase *tests = tcase_create("single_copy");
  tcase_set_timeout(tests, 0);
  tcase_add_test(tests, chains_become_loops);
  tcase_add_test(tests, several_conditions_at_once);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
