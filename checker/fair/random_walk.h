/* Random walks by allowed steps inside the arena, 64 at a time. In each walk a part of the inputs
 * is held, each at a value of its own: an input that resets the system, or stops it, would keep all
 * walks near their beginning otherwise. */
#ifndef VOUCH_CHECKER_FAIR_RANDOM_WALK_H
#define VOUCH_CHECKER_FAIR_RANDOM_WALK_H

#include "checker/fair/chain.h"

struct random_walk {
  const struct system *system;
  const struct effort *effort;
  lit arena;
  uint64_t *state; /* per state variable: bit k is its value in walk k */
  uint64_t *next;
  uint64_t *value;         /* per node */
  uint64_t *held, *height; /* per input: the walks that hold it, and the values there */
  struct lits nodes;       /* the cone of next functions, constraint and arena */
  uint64_t random;
};

/* The chain's arena as it is, without lost states. */
void random_walk_init(struct random_walk *walk, const struct chain *chain);
void random_walk_free(struct random_walk *walk);
/* All walks are at this state (num_states bytes), and hold other inputs than before. */
void random_walk_begin(struct random_walk *walk, const uint8_t *state);
/* A walk whose step is not allowed, or leaves the arena, waits for better inputs. */
void random_walk_step(struct random_walk *walk);

#endif
