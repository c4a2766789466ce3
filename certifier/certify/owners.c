#include "certifier/certify/owners.h"

#include "checker/system/unroll.h"

/* More cubes would make a circuit that nobody wants to check. */
enum { MOST_OWNERS = 1 << 12 };

struct search {
  const struct check_result *result;
  const struct chain_place *place;
  struct sat *sat;
  struct unroll unroll;
  struct lits walls; /* before the place; predicates */
  struct ints rank;  /* their CNF literals, as the last model has them */
  int open;          /* switches on that the rank has no owner yet */
};

static int now(struct search *s, lit predicate) { return unroll_lit(&s->unroll, 0, predicate); }
static int then(struct search *s, lit predicate) { return unroll_lit(&s->unroll, 1, predicate); }

static void demand(struct search *s, lit predicate) {
  sat_unit(s->sat, now(s, predicate));
  sat_unit(s->sat, then(s, predicate));
}

/* X to X: inside the block and in none before it, now and afterwards. */
static void demand_block(struct search *s) {
  const struct block *blocks = s->place->fact->blocks;
  demand(s, s->result->evidence.invariant);
  for (size_t k = 0; k < s->place->block; k++) demand(s, lit_not(blocks[k].closed));
  demand(s, blocks[s->place->block].closed);
  sat_unit(s->sat, now(s, s->result->system->constraint));
}

/* The step is an E-step behind the steps of the chain. */
static void demand_chain(struct search *s) {
  const struct block *block = &s->place->fact->blocks[s->place->block];
  for (size_t k = 0; k < s->place->count; k++) {
    lit predicate = block->steps[k].predicate;
    if (block->steps[k].kind != CHAIN_WALL) {
      demand(s, lit_not(predicate));
      continue;
    }
    int before = now(s, predicate), after = then(s, predicate);
    sat_clause(s->sat, (int[]){-before, after}, 2);
    sat_clause(s->sat, (int[]){before, -after}, 2);
    lits_push(&s->walls, predicate);
  }
  demand(s, s->place->side);
}

static void search_start(struct search *s, const struct check_result *result,
                         const struct chain_place *place, const struct effort *effort) {
  *s = (struct search){.result = result, .place = place, .sat = sat_new(SAT_CADICAL, effort)};
  unroll_init(&s->unroll, s->sat, result->system);
  s->open = sat_switch(s->sat);
  demand_block(s);
  demand_chain(s);
}

static void search_end(struct search *s) {
  unroll_free(&s->unroll);
  sat_free(s->sat);
  lits_free(&s->walls);
  ints_free(&s->rank);
}

static lit fairness(const struct search *s, uint32_t j) { return s->result->system->fairness[j]; }

/* A rank without an owner in which an E-step begins where the literal is true. */
static enum sat_answer find_rank(struct search *s, uint32_t fair) {
  sat_assume(s->sat, s->open);
  sat_assume(s->sat, now(s, fairness(s, fair)));
  enum sat_answer answer = sat_solve(s->sat);
  s->rank.size = 0;
  for (size_t k = 0; answer == SAT_YES && k < s->walls.size; k++) {
    int wall = now(s, s->walls.at[k]);
    ints_push(&s->rank, sat_value(s->sat, wall) > 0 ? wall : -wall);
  }
  return answer;
}

/* SAT_NO: the literal is false wherever an E-step of the rank begins; *cube has what of the rank
 * that needs. */
static enum sat_answer ask_owner(struct search *s, uint32_t fair, struct lits *cube) {
  for (size_t k = 0; k < s->rank.size; k++) sat_assume(s->sat, s->rank.at[k]);
  sat_assume(s->sat, now(s, fairness(s, fair)));
  enum sat_answer answer = sat_solve(s->sat);
  for (size_t k = 0; answer == SAT_NO && k < s->rank.size; k++) {
    bool up = s->rank.at[k] == now(s, s->walls.at[k]);
    if (sat_failed(s->sat, s->rank.at[k]))
      lits_push(cube, up ? s->walls.at[k] : lit_not(s->walls.at[k]));
  }
  return answer;
}

/* Ranks of the cube are not asked for again. */
static void add_owner(struct search *s, struct owners *owners, struct lits cube, uint32_t fair) {
  struct ints clause = {0};
  for (size_t k = 0; k < cube.size; k++) ints_push(&clause, -now(s, cube.at[k]));
  ints_push(&clause, -s->open);
  sat_clause(s->sat, clause.at, clause.size);
  ints_free(&clause);
  owners->at = memory_one_more(owners->at, owners->size, sizeof *owners->at);
  owners->at[owners->size++] = (struct owner){.cube = cube, .fair = fair};
}

/* An owner for the rank at hand: not the last literal, which is true somewhere in it. */
static const char *own(struct search *s, struct owners *owners, const struct lits *fair) {
  for (size_t k = 0; k + 1 < fair->size; k++) {
    struct lits cube = {0};
    enum sat_answer answer = ask_owner(s, fair->at[k], &cube);
    if (answer == SAT_UNKNOWN) return "time is over";
    if (answer == SAT_YES) continue;
    add_owner(s, owners, cube, fair->at[k]);
    return NULL;
  }
  return "a chain ends in a rank in which nothing is false";
}

static const char *own_all(struct search *s, struct owners *owners, const struct lits *fair) {
  const char *problem = NULL;
  enum sat_answer answer;
  while (!problem && (answer = find_rank(s, owners->otherwise)) != SAT_NO) {
    if (answer == SAT_UNKNOWN)
      problem = "time is over";
    else if (owners->size == MOST_OWNERS)
      problem = "a chain ends in several fairness literals for very many ranks";
    else
      problem = own(s, owners, fair);
  }
  return problem;
}

const char *owners_find(struct owners *owners, const struct check_result *result,
                        const struct chain_place *place, const struct lits *fair,
                        const struct effort *effort) {
  struct search s;
  *owners = (struct owners){.otherwise = fair->at[fair->size - 1]};
  search_start(&s, result, place, effort);
  const char *problem = own_all(&s, owners, fair);
  search_end(&s);
  if (problem) owners_free(owners);
  return problem;
}

void owners_free(struct owners *owners) {
  for (size_t k = 0; k < owners->size; k++) lits_free(&owners->at[k].cube);
  free(owners->at);
  *owners = (struct owners){0};
}
