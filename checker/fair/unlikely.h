/* Another part of a state that may be the reason why it cannot be reached: two things that no
 * sample has together, though many samples have the one and many the other. The more there would be
 * with both if they had nothing to do with each other, the less is it by chance that there is none.
 * Things are state literals and the conjunctions of a few of them that the model has gates for, for
 * that is what it has names for: a register that has this value, a message that is for this one. */
#ifndef VOUCH_CHECKER_FAIR_UNLIKELY_H
#define VOUCH_CHECKER_FAIR_UNLIKELY_H

#include "checker/fair/samples.h"

enum { CONJUNCTION_LITERALS = 4 };

/* Literals of states, as 2 * state + sign, increasing. */
struct small_cube {
  uint32_t at[2 * CONJUNCTION_LITERALS];
  unsigned size;
};

struct conjunctions {
  struct small_cube *at; /* no two of them are the same */
  size_t size, capacity;
};

/* Of two to four state literals, in the cones of next functions, fairness and constraint. */
void conjunctions_find(const struct system *system, struct conjunctions *out);
void conjunctions_free(struct conjunctions *conjunctions);

/* *cube gets the literals of the least likely two things of the state that no sample has together,
 * without those that are not needed for that. False: every two of them were seen together. */
bool unlikely_part(const struct conjunctions *conjunctions, const struct samples *samples,
                   const uint8_t *state, struct lits *cube);

#endif
