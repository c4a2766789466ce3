/* What runs of random simulation do with their inputs for a while. An input that is a fair coin in
 * every step keeps a run near its beginning: the next reset is never far, and a queue fills only
 * where one input is nearly always 1 and another nearly always 0. */
#ifndef VOUCH_CHECKER_SYSTEM_HABITS_H
#define VOUCH_CHECKER_SYSTEM_HABITS_H

#include "checker/system/lanes.h"

/* Every other lane; the others draw all inputs anew in every step, which finds other things. */
#define HABIT_LANES UINT64_C(0xaaaaaaaaaaaaaaaa)

struct habits {
  size_t num_inputs;
  uint64_t *fair;   /* per input: lanes in which it is a coin .. */
  uint64_t *mostly; /* .. otherwise it is this .. */
  uint64_t *seldom; /* .. always, or but for one step in eight */
};

void habits_init(struct habits *habits, size_t num_inputs);
void habits_free(struct habits *habits);

/* Lanes whose habits end with this step: some do every few steps, others hardly ever. */
uint64_t habits_end(size_t step);
/* New habits for these lanes. */
void habits_change(struct habits *habits, struct lanes *lanes, uint64_t chosen);
/* The inputs of a step. */
void habits_draw(const struct habits *habits, struct lanes *lanes, uint64_t *inputs);

#endif
