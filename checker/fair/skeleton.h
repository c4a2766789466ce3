/* Skeleton queries (FAIR III-A, III-B): states that together meet all fairness conditions, each
 * with an E-step, all on the same side of every wall. One copy of the step per fairness condition,
 * at most. */
#ifndef VOUCH_CHECKER_FAIR_SKELETON_H
#define VOUCH_CHECKER_FAIR_SKELETON_H

#include "checker/fair/chain.h"

struct skeleton {
  struct chain *chain;
  struct sat *sat;
  struct unroll *copies; /* one per fairness condition; one if there is none */
  int *enabled;          /* per copy: assume it to make the copy an E-step */
  size_t num_copies;
  size_t *synced_steps, *synced_closed; /* per copy: how much of the chain it knows */
  struct ints choice; /* per step of the chain: the choice variable c_W of a wall, else 0 */
  uint32_t *map;      /* fairness -> copy (III-B); valid while `mapped` */
  size_t used;        /* copies in use by the map */
  bool mapped;
  bool single;   /* the last model has one state only */
  int elsewhere; /* assumed in queries: no state is one of those to be avoided; 0: any may be */
  struct lits failed; /* after SKELETON_NONE: the fairness conditions that the refutation needs */
};

enum skeleton_answer { SKELETON_UNKNOWN, SKELETON_FOUND, SKELETON_NONE };

void skeleton_init(struct skeleton *skeleton, struct chain *chain);
void skeleton_free(struct skeleton *skeleton);

/* The full query: a copy for each fairness condition. `side`: additionally all states satisfy this
 * predicate (AIG_TRUE: any). */
enum skeleton_answer skeleton_full(struct skeleton *skeleton, lit side);
/* After skeleton_full found one: is it a single state? Then *state and *next (num_states bytes
 * each) get it and its successor. */
bool skeleton_single_state(struct skeleton *skeleton, uint8_t *state, uint8_t *next);
/* Can two E-steps on the same side of every wall be on different sides of W? If not, W separates no
 * states of skeletons. */
bool skeleton_separates(struct skeleton *skeleton, lit wall);
/* A skeleton of few states: *states gets *num states (num_states bytes each, distinct), malloc'd.
 * SKELETON_NONE means that the full query has no model. */
enum skeleton_answer skeleton_find(struct skeleton *skeleton, uint8_t **states, size_t *num);
/* The same without these states (pointers to num_states bytes each). SKELETON_NONE says nothing of
 * skeletons with them. */
enum skeleton_answer skeleton_find_elsewhere(struct skeleton *skeleton, uint8_t *const *avoid,
                                             size_t num_avoid, uint8_t **states, size_t *num);

#endif
