#include "tests/oracle/explicit_upper.h"

#include "tests/oracle/explicit_loops.h"
#include "tests/oracle/explicit_predicates.h"
#include "tests/oracle/explicit_views.h"

/* Takes the states out of *members that have no step to (or, if `born`, from) another of them, and
 * says so with a "dead" (or "unborn") step. */
static void narrow_ends(struct explicit *x, struct block *block, set members, bool born) {
  set ends = explicit_set(x);
  for (uint32_t s = 0; s < x->num_states; s++)
    ends[s] = members[s] && (born || explicit_input_into(x, s, members) == EXPLICIT_NOT_ALLOWED);
  for (uint32_t s = 0; born && s < x->num_states; s++) {
    for (uint32_t i = 0; members[s] && i < x->num_inputs; i++) {
      uint32_t to = x->step[s * x->num_inputs + i];
      if (to != EXPLICIT_NOT_ALLOWED) ends[to] = 0;
    }
  }
  if (x->lies && rng_chance(x->rng, 20)) {
    uint32_t s = rng_below(x->rng, x->num_states);
    ends[s] = members[s];
  }
  block_step(block, born ? CHAIN_UNBORN : CHAIN_DEAD, explicit_predicate(x, ends), NULL, 0);
  for (uint32_t s = 0; s < x->num_states; s++) members[s] = members[s] && !ends[s];
  free(ends);
}

/* No fair path stays in the set. What a state can reach there is a wall, for every state; then only
 * steps inside strongly connected parts are left, and none of these parts meets every B_j. Or, with
 * any of these walls, a loop. */
static void add_block(struct explicit *x, struct fact *fact, const uint8_t *region) {
  set left = explicit_set(x), wall = explicit_set(x);
  memcpy(left, region, x->num_states);
  struct lits walls = {0}, all = {0};
  for (uint32_t j = 0; j < x->num_fairness; j++) lits_push(&all, explicit_fairness_number(x, j));
  struct block *block = fact_block(fact, explicit_predicate(x, region));
  for (unsigned k = rng_below(x->rng, 3); k > 0; k--)
    narrow_ends(x, block, left, rng_chance(x->rng, 50));
  bool can = !x->is_view || x->num_promises > 0;
  bool loop = can && rng_chance(x->rng, 50) && explicit_end_with_loop(x, block, left);
  bool some_walls = loop && rng_chance(x->rng, 70);
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!left[s]) continue;
    memset(wall, 0, x->num_states);
    wall[s] = 1;
    explicit_forwards(x, left, wall);
    lits_push(&walls, explicit_predicate(x, wall));
    /* A lie may forget that it is one. */
    if (some_walls ? rng_chance(x->rng, 20) : !x->lies || rng_chance(x->rng, 90))
      block_step(block, CHAIN_WALL, walls.at[walls.size - 1], NULL, 0);
  }
  for (size_t k = 0; k < walls.size; k++)
    if (!some_walls && rng_chance(x->rng, 20))
      block_step(block, CHAIN_SIDE, walls.at[k] ^ rng_below(x->rng, 2), all.at, all.size);
  if (!loop) lits_append(&block->end_fair, all.at, all.size);
  lits_free(&walls);
  lits_free(&all);
  free(left);
  free(wall);
}

/* EG upper: the states of u that start no fair path inside u, in one block, or in two: first what
 * some state can reach. E upper: the same in a view. */
void explicit_upper_eg(struct explicit *x, struct fact *fact, const uint8_t *child,
                       const uint8_t *fair) {
  set lost = explicit_set(x), first = explicit_set(x);
  uint32_t some = 0, count = 0;
  for (uint32_t s = 0; s < x->num_states; s++) {
    lost[s] = child[s] && !fair[s];
    if (lost[s] && rng_below(x->rng, ++count) == 0) some = s;
  }
  if (count && rng_chance(x->rng, 40)) {
    first[some] = 1;
    explicit_forwards(x, lost, first);
    add_block(x, fact, first);
    for (uint32_t s = 0; s < x->num_states; s++) lost[s] = lost[s] && !first[s];
  }
  if (memchr(lost, 1, x->num_states)) add_block(x, fact, lost);
  free(lost);
  free(first);
}

void explicit_upper_e(struct explicit *x, uint32_t v) {
  struct explicit view;
  uint32_t bound = explicit_predicate(x, x->sat[v]);
  explicit_view(x, v, &view);
  set fair = explicit_set(&view);
  explicit_fair_states(&view, fair);
  explicit_upper_eg(&view, certificate_fact(x->out, FACT_UPPER_E, v, bound), view.reachable, fair);
  free(fair);
  explicit_view_free(x, &view);
}
