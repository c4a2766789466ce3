/* One place that every engine asks whether to go on: a deadline, Ctrl-C, or a budget of the caller.
 */
#ifndef VOUCH_CHECKER_EFFORT_INTERRUPT_H
#define VOUCH_CHECKER_EFFORT_INTERRUPT_H

#include <stdbool.h>

struct interrupt {
  double deadline;               /* seconds on the monotonic clock; 0: none */
  const struct interrupt *outer; /* also ask this one; NULL: none */
};

double monotonic_seconds(void);
/* True when the deadline (or an outer one) is over or interrupt_all was called. Cheap enough to
 * call per SAT query. */
bool interrupted(const struct interrupt *interrupt);
/* Async-signal-safe: makes interrupted() true everywhere. */
void interrupt_all(void);
bool interrupt_all_requested(void);

#endif
