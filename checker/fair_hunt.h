/* One skeleton in the making: a stem query and its cycle queries, time-shared (FAIR III-A, III-F). */
#ifndef VOUCH_CHECKER_FAIR_HUNT_H
#define VOUCH_CHECKER_FAIR_HUNT_H

#include "checker/fair_chain.h"
#include "checker/fair_innards.h"
#include "checker/skeleton.h"

struct hunt {
  struct chain *chain;
  struct innards *innards; /* ask about these, too; NULL: no */
  uint8_t *states; /* the skeleton, num_states bytes each */
  size_t num;
  struct reach **queries; /* 0: stem to states[0]; k+1: from states[k] to states[k+1 mod num] */
  bool *connected;
  size_t turn;
  long slice;
  unsigned long rounds;
};

enum hunt_answer { HUNT_RUNNING, HUNT_LASSO, HUNT_STEM, HUNT_CYCLE };

/* Takes over `states`. */
void hunt_start(struct hunt *hunt, struct chain *chain, struct innards *innards, uint8_t *states, size_t num);
void hunt_end(struct hunt *hunt);
/* Runs one query for a slice and returns what came of it; *spent grows by what was spent.
 * HUNT_LASSO: hunt_lasso. HUNT_STEM: the region grew. HUNT_CYCLE: *wall is the proof that states[hunt->turn - 1] does not reach the next one. */
enum hunt_answer hunt_run(struct hunt *hunt, long *spent, lit *wall);
void hunt_lasso(const struct hunt *hunt, struct trace *lasso);

#endif
