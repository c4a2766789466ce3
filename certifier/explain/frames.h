/* The model, step by step, in a solver: for paths that an explanation looks for. Private to leads
 * and lassos. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_FRAMES_H
#define VOUCH_CERTIFIER_EXPLAIN_FRAMES_H

#include "certifier/explain/replay.h"
#include "checker/sat/sat.h"

struct frames {
  const struct replay *replay;
  struct meter meter;
  struct effort effort;
  struct sat *sat;
  int truth; /* a literal that is true */
  int *vars; /* of all frames: a literal for each variable of the model */
  size_t size;
  size_t gates; /* that were made */
};

/* One frame, in the present state of the replay: latches and observed inputs have values, other
 * inputs are open. Solving takes at most about so many milliseconds. *frames must not be moved. */
void frames_init(struct frames *frames, const struct replay *replay, unsigned milliseconds);
void frames_free(struct frames *frames);
/* The frame behind the last one. */
void frames_add(struct frames *frames);
/* Is there room for another one? Neither time nor memory is spent without end, and nobody reads
 * runs that are longer. */
bool frames_may_grow(const struct frames *frames);

/* A literal of the model in a frame. */
int frames_lit(const struct frames *frames, size_t frame, uint32_t lit);
/* Gates; constants are seen through. */
int frames_and(struct frames *frames, int a, int b);
static inline int frames_or(struct frames *frames, int a, int b) {
  return -frames_and(frames, -a, -b);
}
int frames_xor(struct frames *frames, int a, int b);

/* After SAT_YES: the value of an input; HISTORY_FREE: any. */
uint8_t frames_input(const struct frames *frames, size_t frame, size_t input);
/* The cube of step inputs from frame `step` to the next, for the walk: an observed input gets its
 * next value from a fresh one. */
void frames_cube(const struct frames *frames, size_t step, struct lits *cube);

#endif
