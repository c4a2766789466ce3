/* rlive-style search: from a fair state, can the next fairness condition be met again from its
 * successors? Each "no" is a shoal: a wall one side of which never meets that condition. Depth
 * first, forward from F, so it looks at reachable states only. With several conditions the search
 * asks in rounds, for the first one that the round has not met yet. */
#ifndef VOUCH_CHECKER_FAIR_RLIVE_H
#define VOUCH_CHECKER_FAIR_RLIVE_H

#include "checker/fair/bounded_lasso.h"
#include "checker/fair/chain.h"
#include "checker/fair/skeleton.h"

struct rlive_level {
  uint8_t *state;   /* meets the goal of the level before; level 0 has none and starts from F */
  struct trace run; /* from the state before to this one */
  size_t goal;      /* the condition that is asked for next */
  size_t base;      /* the level where the current round of conditions began; 0: with F */
  uint8_t *met;     /* per condition: met in this round, by some state from that of `base` on */
  size_t round;     /* a level from which to here everything was met; 0: none ended here */
  size_t hop;       /* bounded runs of up to so many steps have been looked for */
};

struct rlive {
  struct chain chain; /* shoals only: what is behind them is closed under allowed steps, so the rest
                         can become a closed set */
  struct skeleton skeleton;
  const struct chain *shared;
  size_t synced_closed, synced_lost;
  struct rlive_level *levels; /* levels[0] stands for F */
  size_t depth, capacity;
  struct lasso_search
      hops; /* bounded runs and lassos from the deepest state: most answers are short */
  bool hopping;
  uint64_t hop_ticks, query_ticks; /* what they have cost, and what the queries have */
  uint64_t last_ticks;             /* what the last of them has cost .. */
  size_t last_frames;              /* .. with so many steps */
  size_t hop_frames;               /* where they begin: what was needed last */
  size_t nodes;                    /* of a step */
  struct reach *query;             /* of the deepest level; NULL: to be made */
  struct reach *back; /* can a state return to the one where its round of conditions began? NULL:
                         not  asked */
  struct trace path;  /* the run to where `back` starts; its loop is where `back` leads */
  lit wall;           /* RLIVE_WALL: what `back` proved */
  struct lits shoals; /* predicates of what has been ruled out */
  unsigned long queries;
  long work;      /* of all queries, in the unit of budgets */
  long back_work; /* of those for the way back */
};

enum rlive_answer { RLIVE_RUNNING, RLIVE_LASSO, RLIVE_NONE, RLIVE_WALL };

void rlive_init(struct rlive *rlive, const struct chain *shared);
void rlive_free(struct rlive *rlive);
/* RLIVE_LASSO: *lasso (initialised by the caller) gets it. RLIVE_NONE: rlive->chain and
 * rlive->skeleton.failed are the evidence. */
/* RLIVE_WALL: rlive->wall separates two states of the search under demands that the shared chain
 * makes, too. */
enum rlive_answer rlive_run(struct rlive *rlive, long budget, struct trace *lasso);

#endif
