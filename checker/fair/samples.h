/* States that F reaches, from random walks and from runs that others have found, and what they say
 * of another state: the few of its literals that no sample has all of. If it cannot be reached,
 * these are often the reason, and a better question than the whole state. */
#ifndef VOUCH_CHECKER_FAIR_SAMPLES_H
#define VOUCH_CHECKER_FAIR_SAMPLES_H

#include "checker/fair/chain.h"

enum { SAMPLE_WORDS = 64 }; /* of 64 states each */

struct samples {
  struct chain *chain;
  uint64_t *words; /* SAMPLE_WORDS per state variable; NULL: none yet */
  size_t size;     /* states, SAMPLE_WORDS * 64 at most */
  size_t next;     /* where the next one goes */
};

void samples_init(struct samples *samples, struct chain *chain);
void samples_free(struct samples *samples);
/* Random walks from an F-state, if there is one. */
void samples_walk(struct samples *samples);
void samples_add_run(struct samples *samples, const struct trace *run);
/* *cube gets few literals of the state that no sample has all of. False: the state is a sample. */
bool samples_unseen(const struct samples *samples, const uint8_t *state, struct lits *cube);

#endif
