/* A table of what is at work, below what was printed so far, drawn again in its place on standard
 * error:
 *
 *   property                                state      engine       depth   clauses   seconds
 *   bad 0 (no_overflow)                     checking   ic3             12       340       4.1
 *   [7 of 30]  5 hold, 1 FAIL, 1 unknown  0:14
 *
 * It fits the terminal, whatever its size, and is gone when it is cleared: whoever prints a line
 * clears it first. Without a terminal all calls do nothing. */
#ifndef VOUCH_CERTIFIER_PROGRESS_LIVE_H
#define VOUCH_CERTIFIER_PROGRESS_LIVE_H

#include "certifier/progress/progress.h"
#include "certifier/progress/terminal.h"

#include <stddef.h>

struct live_row {
  size_t k;
  char *what;
  double since;
  struct progress progress;
};

struct live {
  bool on, colour;
  const char *heading;           /* of the first column */
  const char *words[NUM_SHADES]; /* how what is done is counted: "hold", "FAIL", "unknown" */
  size_t total;                  /* to be done */
  size_t done[NUM_SHADES];       /* so far */
  struct live_row *rows;
  size_t size, capacity;
  double started, last; /* drawing */
  size_t lines;         /* on the screen */
};

/* `on`: somebody wants to see it, and standard error is a terminal that allows it. Words as for
 * properties. */
void live_init(struct live *live, bool on, bool colour, size_t total);
void live_free(struct live *live);

/* Number k begins; it is called `what`, which is allocated and belongs to the table from now on. */
void live_begin(struct live *live, size_t k, char *what);
void live_tell(struct live *live, size_t k, const struct progress *progress);
void live_end(struct live *live, size_t k);
void live_count(struct live *live, enum shade shade);

/* To be called often: draws a few times a second. */
void live_draw(struct live *live);
void live_clear(struct live *live);

#endif
