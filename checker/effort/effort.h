/* One place that every engine asks whether to go on: a deadline, Ctrl-C, or a budget of the caller.
 *
 * Budgets are counted in ticks of work, never in seconds, so that engines that share a check do the
 * same things in the same order in every run, whatever else the machine is doing. The clock can
 * only end everything: it is monotonic, so a caller that finds out_of_time() false at the end knows
 * that it was false all the way, and that nothing depended on it. */
#ifndef VOUCH_CHECKER_EFFORT_EFFORT_H
#define VOUCH_CHECKER_EFFORT_EFFORT_H

#include "checker/effort/statistics.h"
#include "checker/effort/tuning.h"

/* A tick is about 10 ns of an engine's time on a machine of 2023; docs/performance.md has the
 * measurement. */
enum { TICKS_PER_MILLISECOND = 100000 };

struct meter;
/* Somebody who looks at a meter from time to time, for people: every LOOK_TICKS or later. Nothing
 * depends on it. */
struct watcher {
  void (*look)(void *context, const struct meter *meter);
  void *context;
};
enum { LOOK_TICKS = 10 * TICKS_PER_MILLISECOND };

/* The work of one check, counted by those who do it. */
struct meter {
  struct statistics statistics;
  const char *engine;            /* at work; NULL: none */
  const struct watcher *watcher; /* NULL: none */
  uint64_t looked;               /* the ticks when it did so last */
};

/* How far somebody may go: until when, for how much work, and where work is counted. */
struct effort {
  double deadline;             /* seconds on the monotonic clock; 0: none */
  uint64_t limit;              /* ticks on the meter; 0: none */
  struct meter *meter;         /* NULL: work is not counted, and there is no limit */
  const struct tuning *tuning; /* NULL: that of the outer one, or the defaults */
  const struct effort *outer;  /* also ask this one; NULL: none */
};

double monotonic_seconds(void);
/* The values of the engines' constants. */
const struct tuning *tuning_of(const struct effort *effort);
/* True when the deadline or the limit (or an outer one) is over or interrupt_all was called. Cheap
 * enough to call per SAT query. */
bool interrupted(const struct effort *effort);
/* The same without limits: only the clock and interrupt_all. */
bool out_of_time(const struct effort *effort);
/* A budget of so many ticks from now on, inside another effort (which may be NULL). */
struct effort effort_of(const struct effort *outer, uint64_t ticks);
/* The same, but of another's limits only the clock counts: for what is done behind a verdict, which
 * no further turn would do. */
struct effort effort_beyond(const struct effort *effort, uint64_t ticks);
/* Reports work. */
static inline void spend(const struct effort *effort, uint64_t ticks) {
  if (effort && effort->meter) effort->meter->statistics.ticks += ticks;
}
/* The work that was reported so far; 0 without a meter. */
static inline uint64_t ticks_spent(const struct effort *effort) {
  return effort && effort->meter ? effort->meter->statistics.ticks : 0;
}
/* The counters of the check; NULL: nobody wants to know. */
static inline struct statistics *statistics_of(const struct effort *effort) {
  return effort && effort->meter ? &effort->meter->statistics : NULL;
}
/* A turn of an engine: what it spent is added to its share of the statistics, and returned. */
struct turn {
  enum engine engine;
  const char *outer; /* the engine that asked this one; NULL: none did */
  uint64_t ticks;
  double seconds;
};
struct turn turn_begin(const struct effort *effort, enum engine engine);
uint64_t turn_end(const struct effort *effort, const struct turn *turn);
/* The ticks until the nearest limit; UINT64_MAX: there is none. */
uint64_t ticks_left(const struct effort *effort);
/* Async-signal-safe: makes interrupted() true everywhere. */
void interrupt_all(void);
bool interrupt_all_requested(void);

#endif
