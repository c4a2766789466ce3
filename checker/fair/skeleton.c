#include "checker/fair/skeleton.h"

#include <assert.h>

void skeleton_init(struct skeleton *sk, struct chain *chain) {
  size_t n = chain->system->num_fairness ? chain->system->num_fairness : 1;
  *sk = (struct skeleton){.chain = chain, .num_copies = n};
  sk->sat = sat_new(SAT_CONE, chain->effort);
  sk->copies = memory_zeroed(n, sizeof *sk->copies);
  sk->enabled = memory_zeroed(n, sizeof *sk->enabled);
  sk->synced_steps = memory_zeroed(n, sizeof *sk->synced_steps);
  sk->synced_closed = memory_zeroed(n, sizeof *sk->synced_closed);
  sk->map = memory_zeroed(n, sizeof *sk->map);
}

void skeleton_free(struct skeleton *sk) {
  for (size_t c = 0; c < sk->num_copies; c++)
    if (sk->enabled[c]) unroll_free(&sk->copies[c]);
  free(sk->copies);
  free(sk->enabled);
  free(sk->synced_steps);
  free(sk->synced_closed);
  free(sk->map);
  ints_free(&sk->choice);
  lits_free(&sk->failed);
  sat_free(sk->sat);
}

static void guarded_unit(struct skeleton *sk, int guard, int a) {
  int clause[2] = {-guard, a};
  sat_clause(sk->sat, clause, 2);
}

static void make_copy(struct skeleton *sk, size_t c) {
  struct unroll *u = &sk->copies[c];
  unroll_init(u, sk->sat, sk->chain->system);
  sk->enabled[c] = sat_switch(sk->sat);
  guarded_unit(sk, sk->enabled[c], unroll_lit(u, 0, sk->chain->arena));
  guarded_unit(sk, sk->enabled[c], unroll_lit(u, 0, sk->chain->system->constraint));
  guarded_unit(sk, sk->enabled[c], unroll_lit(u, 1, sk->chain->arena));
}

/* c_W -> W(y_c), !c_W -> !W(y_c) */
static void tie_choice(struct skeleton *sk, size_t c, size_t step) {
  int *choice = &sk->choice.at[step];
  int w = unroll_lit(&sk->copies[c], 0, sk->chain->block.steps[step].predicate);
  if (!*choice) *choice = sat_var(sk->sat);
  int yes[3] = {-sk->enabled[c], -*choice, w}, no[3] = {-sk->enabled[c], *choice, -w};
  sat_clause(sk->sat, yes, 3);
  sat_clause(sk->sat, no, 3);
}

/* Tells the copy what the chain learnt since it was last used. */
static void sync_copy(struct skeleton *sk, size_t c) {
  const struct chain *chain = sk->chain;
  if (!sk->enabled[c]) make_copy(sk, c);
  while (sk->choice.size < chain->block.num_steps) ints_push(&sk->choice, 0);
  for (; sk->synced_closed[c] < chain->closed.size; sk->synced_closed[c]++) {
    lit conjunct = chain->closed.at[sk->synced_closed[c]];
    guarded_unit(sk, sk->enabled[c], unroll_lit(&sk->copies[c], 0, conjunct));
    guarded_unit(sk, sk->enabled[c], unroll_lit(&sk->copies[c], 1, conjunct));
  }
  for (; sk->synced_steps[c] < chain->block.num_steps; sk->synced_steps[c]++) {
    const struct chain_step *step = &chain->block.steps[sk->synced_steps[c]];
    chain_assert_step(&sk->copies[c], 0, step, sk->enabled[c]);
    if (step->kind == CHAIN_WALL && sk->num_copies > 1) tie_choice(sk, c, sk->synced_steps[c]);
  }
}

/* Fairness j < num_fair is met in copy map[j]; copies 0..used-1 take part. */
static enum skeleton_answer query(struct skeleton *sk, const uint32_t *map, size_t num_fair,
                                  size_t used, lit side) {
  const struct system *s = sk->chain->system;
  assert(used >= 1 && used <= sk->num_copies && num_fair <= s->num_fairness);
  for (size_t j = 0; j < num_fair; j++) assert(map[j] < used);
  for (size_t c = 0; c < used; c++) sync_copy(sk, c);
  for (size_t j = 0; j < num_fair; j++) unroll_lit(&sk->copies[map[j]], 0, s->fairness[j]);
  for (size_t c = 0; c < used; c++) unroll_lit(&sk->copies[c], 0, side);
  if (sk->elsewhere) sat_assume(sk->sat, sk->elsewhere);
  for (size_t c = 0; c < used; c++) {
    sat_assume(sk->sat, sk->enabled[c]);
    if (side != AIG_TRUE) sat_assume(sk->sat, unroll_lit(&sk->copies[c], 0, side));
  }
  for (size_t j = 0; j < num_fair; j++)
    sat_assume(sk->sat, unroll_lit(&sk->copies[map[j]], 0, s->fairness[j]));
  sk->chain->queries++;
  enum sat_answer answer = sat_solve(sk->sat);
  if (answer == SAT_UNKNOWN) return SKELETON_UNKNOWN;
  if (answer == SAT_YES) return SKELETON_FOUND;
  lits_clear(&sk->failed);
  for (size_t j = 0; j < num_fair; j++)
    if (sat_failed(sk->sat, unroll_lit(&sk->copies[map[j]], 0, s->fairness[j])))
      lits_push(&sk->failed, (uint32_t)j);
  return SKELETON_NONE;
}

enum skeleton_answer skeleton_full(struct skeleton *sk, lit side) {
  size_t n = sk->chain->system->num_fairness;
  uint32_t *identity = memory_alloc(sk->num_copies, sizeof *identity);
  for (size_t j = 0; j < sk->num_copies; j++) identity[j] = (uint32_t)j;
  /* With one copy first: most sides have a state that meets everything, and one copy is a small
   * query. */
  enum skeleton_answer answer = SKELETON_NONE;
  if (n > 1) {
    uint32_t *zero = memory_zeroed(n, sizeof *zero);
    answer = query(sk, zero, n, 1, side);
    free(zero);
  }
  sk->single = n == 1 || answer == SKELETON_FOUND;
  if (answer == SKELETON_NONE) answer = query(sk, identity, n, sk->num_copies, side);
  free(identity);
  return answer;
}

bool skeleton_single_state(struct skeleton *sk, uint8_t *state, uint8_t *next) {
  const struct system *s = sk->chain->system;
  if (!sk->single) return false;
  uint8_t *inputs = memory_alloc(s->num_inputs, 1);
  unroll_state(&sk->copies[0], 0, state);
  unroll_inputs(&sk->copies[0], 0, inputs);
  system_step(s, state, inputs, next);
  free(inputs);
  return true;
}

bool skeleton_separates(struct skeleton *sk, lit wall) {
  if (sk->num_copies < 2) return false;
  sync_copy(sk, 0);
  sync_copy(sk, 1);
  int yes = unroll_lit(&sk->copies[0], 0, wall), no = -unroll_lit(&sk->copies[1], 0, wall);
  int assume[4] = {sk->enabled[0], sk->enabled[1], yes, no};
  for (size_t k = 0; k < 4; k++) sat_assume(sk->sat, assume[k]);
  sk->chain->queries++;
  return sat_solve(sk->sat) == SAT_YES;
}

/* III-B: give each condition the first copy that can take it; the partial queries guide. */
static enum skeleton_answer make_map(struct skeleton *sk) {
  size_t n = sk->chain->system->num_fairness;
  sk->used = 1;
  for (size_t j = 0; j < n; j++) {
    enum skeleton_answer answer = SKELETON_NONE;
    for (size_t c = 0; c <= sk->used && c < sk->num_copies && answer == SKELETON_NONE; c++) {
      sk->map[j] = (uint32_t)c;
      size_t used = c == sk->used ? sk->used + 1 : sk->used;
      answer = query(sk, sk->map, j + 1, used, AIG_TRUE);
      if (answer == SKELETON_FOUND) sk->used = used;
    }
    if (answer == SKELETON_UNKNOWN) return answer;
    if (answer == SKELETON_FOUND) continue;
    /* Combined so far, the conditions leave no room for this one: only the full query can tell. */
    for (size_t k = 0; k < n; k++) sk->map[k] = (uint32_t)k;
    sk->used = sk->num_copies;
    answer = query(sk, sk->map, n, sk->used, AIG_TRUE);
    if (answer != SKELETON_FOUND) return answer;
    break;
  }
  sk->mapped = true;
  return SKELETON_FOUND;
}

static void read_states(struct skeleton *sk, uint8_t **states, size_t *num) {
  size_t width = sk->chain->system->num_states;
  *states = memory_alloc(sk->used, width ? width : 1);
  *num = 0;
  for (size_t c = 0; c < sk->used; c++) {
    uint8_t *here = *states + *num * width;
    unroll_state(&sk->copies[c], 0, here);
    bool seen = false;
    for (size_t k = 0; k < *num && !seen; k++) seen = memcmp(*states + k * width, here, width) == 0;
    if (!seen) ++*num;
  }
}

enum skeleton_answer skeleton_find(struct skeleton *sk, uint8_t **states, size_t *num) {
  size_t n = sk->chain->system->num_fairness;
  enum skeleton_answer answer = SKELETON_NONE;
  if (sk->mapped) answer = query(sk, sk->map, n, sk->used, AIG_TRUE);
  if (answer == SKELETON_NONE) {
    sk->mapped = false;
    answer = make_map(sk);
    if (answer == SKELETON_FOUND)
      answer = query(sk, sk->map, n, sk->used, AIG_TRUE);
    else if (answer == SKELETON_NONE)
      return SKELETON_NONE;
  }
  if (answer == SKELETON_FOUND) read_states(sk, states, num);
  return answer;
}

/* elsewhere -> the state of the copy is another */
static void avoid_state(struct skeleton *sk, size_t c, const uint8_t *state) {
  const struct system *s = sk->chain->system;
  struct ints clause = {0};
  ints_push(&clause, -sk->elsewhere);
  for (size_t k = 0; k < s->num_states; k++) {
    int a = unroll_lit(&sk->copies[c], 0, s->states[k]);
    ints_push(&clause, state[k] ? -a : a);
  }
  sat_clause(sk->sat, clause.at, clause.size);
  ints_free(&clause);
}

enum skeleton_answer skeleton_find_elsewhere(struct skeleton *sk, uint8_t *const *avoid,
                                             size_t num_avoid, uint8_t **states, size_t *num) {
  sk->elsewhere = sat_switch(sk->sat);
  for (size_t c = 0; c < sk->num_copies; c++) {
    sync_copy(sk, c);
    for (size_t k = 0; k < num_avoid; k++) avoid_state(sk, c, avoid[k]);
  }
  enum skeleton_answer answer = skeleton_find(sk, states, num);
  sat_unit(sk->sat, -sk->elsewhere);
  sk->elsewhere = 0;
  sk->mapped = false; /* the map may be one that only these states need */
  return answer;
}
