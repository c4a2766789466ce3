#include "checker/effort/effort.h"

#include <signal.h>
#include <time.h>

/* The one mutable global of the checker: a signal handler has no other way to speak to the engines.
 */
static volatile sig_atomic_t stop_everything;

double monotonic_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool out_of_time(const struct effort *effort) {
  if (stop_everything) return true;
  double now = 0;
  for (; effort != NULL; effort = effort->outer) {
    if (effort->deadline <= 0) continue;
    if (now <= 0) now = monotonic_seconds();
    if (now >= effort->deadline) return true;
  }
  return false;
}

static bool out_of_ticks(const struct effort *effort) {
  for (; effort != NULL; effort = effort->outer)
    if (effort->meter && effort->limit && effort->meter->statistics.ticks >= effort->limit)
      return true;
  return false;
}

static void let_look(const struct effort *effort) {
  while (effort && !effort->meter) effort = effort->outer;
  struct meter *meter = effort ? effort->meter : NULL;
  if (!meter || !meter->watcher || meter->statistics.ticks - meter->looked < LOOK_TICKS) return;
  meter->looked = meter->statistics.ticks;
  meter->watcher->look(meter->watcher->context, meter);
}

bool interrupted(const struct effort *effort) {
  let_look(effort);
  return out_of_ticks(effort) || out_of_time(effort);
}

const struct tuning *tuning_of(const struct effort *effort) {
  for (; effort != NULL; effort = effort->outer)
    if (effort->tuning) return effort->tuning;
  return &tuning_defaults;
}

struct effort effort_of(const struct effort *outer, uint64_t ticks) {
  struct effort inner = {.outer = outer, .tuning = tuning_of(outer)};
  if (!outer || !outer->meter) return inner;
  inner.meter = outer->meter;
  inner.limit = outer->meter->statistics.ticks + ticks;
  return inner;
}

struct effort effort_beyond(const struct effort *effort, uint64_t ticks) {
  struct effort budget = effort_of(effort, ticks);
  budget.outer = NULL;
  for (; effort != NULL; effort = effort->outer)
    if (effort->deadline > 0 && (budget.deadline <= 0 || effort->deadline < budget.deadline))
      budget.deadline = effort->deadline;
  return budget;
}

uint64_t ticks_left(const struct effort *effort) {
  uint64_t left = UINT64_MAX;
  for (; effort != NULL; effort = effort->outer) {
    if (!effort->meter || !effort->limit) continue;
    uint64_t spent = effort->meter->statistics.ticks;
    uint64_t here = spent < effort->limit ? effort->limit - spent : 0;
    if (here < left) left = here;
  }
  return left;
}

struct turn turn_begin(const struct effort *effort, enum engine engine) {
  struct turn turn = {
      .engine = engine, .ticks = ticks_spent(effort), .seconds = processor_seconds()};
  if (!effort || !effort->meter) return turn;
  turn.outer = effort->meter->engine;
  effort->meter->engine = engine_descriptions[engine].name;
  return turn;
}

uint64_t turn_end(const struct effort *effort, const struct turn *turn) {
  struct statistics *statistics = statistics_of(effort);
  if (!statistics) return 0;
  uint64_t ticks = statistics->ticks - turn->ticks;
  statistics->engine_ticks[turn->engine] += ticks;
  statistics->engine_seconds[turn->engine] += processor_seconds() - turn->seconds;
  effort->meter->engine = turn->outer;
  return ticks;
}

void interrupt_all(void) { stop_everything = 1; }

bool interrupt_all_requested(void) { return stop_everything != 0; }
