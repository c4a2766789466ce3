/* One skeleton in the making: a stem query and its cycle queries, time-shared (FAIR III-A, III-F).
 * Beside them it is asked whether F reaches the skeleton's arena at all: if not, the proof is about
 * all skeletons there, and often easier than that of a single state of a long run. */
#ifndef VOUCH_CHECKER_FAIR_CONNECTION_H
#define VOUCH_CHECKER_FAIR_CONNECTION_H

#include "checker/fair/chain.h"
#include "checker/fair/internal_signals.h"
#include "checker/fair/skeleton.h"

struct connection {
  struct chain *chain;
  struct internal_signals *signals; /* ask about these, too; NULL: no */
  uint8_t *states;                  /* the skeleton, num_states bytes each */
  size_t num;
  lit arena;              /* a part of the arena's sides that its states are on */
  struct reach **queries; /* 0: stem to states[0]; 1: stem to the arena; k + 2: from states[k] to
                             states[k+1 mod num] */
  bool *connected;
  size_t turn;
  long slice;
  unsigned long rounds;
  uint64_t ticks;                 /* what it has cost */
  size_t read_steps, read_closed; /* how much of the chain it was compared with */
};

enum connection_answer { CONNECTION_RUNNING, CONNECTION_LASSO, CONNECTION_STEM, CONNECTION_CYCLE };

/* Takes over `states`. */
void connection_start(struct connection *connection, struct chain *chain,
                      struct internal_signals *signals, uint8_t *states, size_t num);

void connection_end(struct connection *connection);
/* Runs one query for a slice and returns what came of it; *spent grows by what was spent.
 * CONNECTION_LASSO: connection_lasso. CONNECTION_STEM: the closed set grew. CONNECTION_CYCLE: *wall
 * is the proof that one of the states does not reach the next one. */
enum connection_answer connection_run(struct connection *connection, long *spent, lit *wall);
/* Can its states still be on one fair cycle, by what the chain has learnt since the last call? */
bool connection_possible(struct connection *connection);
void connection_lasso(const struct connection *connection, struct trace *lasso);

#endif
