/* Where each of 64 runs has been: the first time of every state, by a hash of it. States are words
 * with a bit for each run, so their hashes are parities, 64 of them, turned by 90 degrees. Two
 * states may have the same hash: whoever relies on an answer compares them. */
#ifndef VOUCH_CHECKER_FAIR_VISITED_H
#define VOUCH_CHECKER_FAIR_VISITED_H

#include "checker/system/system.h"

struct visited {
  size_t num_states;
  uint64_t *keys;  /* open addressing; 0: none */
  uint32_t *times; /* the first one of the key */
  size_t size;     /* a power of two */
  size_t used;
};

void visited_init(struct visited *visited, size_t num_states);
void visited_free(struct visited *visited);
/* first[lane] becomes the first time that the lane was in its present state, which is `time` if it
 * never was. */
void visited_at(struct visited *visited, const uint64_t *states, uint32_t time, uint32_t first[64]);

#endif
