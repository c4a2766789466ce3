#include "checker/effort/interrupt.h"

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

bool out_of_time(const struct interrupt *interrupt) {
  if (stop_everything) return true;
  double now = 0;
  for (; interrupt != NULL; interrupt = interrupt->outer) {
    if (interrupt->deadline <= 0) continue;
    if (now <= 0) now = monotonic_seconds();
    if (now >= interrupt->deadline) return true;
  }
  return false;
}

bool has_deadline(const struct interrupt *interrupt) {
  for (; interrupt != NULL; interrupt = interrupt->outer)
    if (interrupt->deadline > 0) return true;
  return false;
}

static bool out_of_ticks(const struct interrupt *interrupt) {
  for (; interrupt != NULL; interrupt = interrupt->outer)
    if (interrupt->meter && interrupt->limit &&
        interrupt->meter->statistics.ticks >= interrupt->limit)
      return true;
  return false;
}

bool interrupted(const struct interrupt *interrupt) {
  return out_of_ticks(interrupt) || out_of_time(interrupt);
}

const struct tuning *tuning_of(const struct interrupt *interrupt) {
  for (; interrupt != NULL; interrupt = interrupt->outer)
    if (interrupt->tuning) return interrupt->tuning;
  return &tuning_defaults;
}

struct interrupt interrupt_after(const struct interrupt *outer, uint64_t ticks) {
  struct interrupt inner = {.outer = outer, .tuning = tuning_of(outer)};
  if (!outer || !outer->meter) return inner;
  inner.meter = outer->meter;
  inner.limit = outer->meter->statistics.ticks + ticks;
  return inner;
}

uint64_t ticks_left(const struct interrupt *interrupt) {
  uint64_t left = UINT64_MAX;
  for (; interrupt != NULL; interrupt = interrupt->outer) {
    if (!interrupt->meter || !interrupt->limit) continue;
    uint64_t spent = interrupt->meter->statistics.ticks;
    uint64_t here = spent < interrupt->limit ? interrupt->limit - spent : 0;
    if (here < left) left = here;
  }
  return left;
}

struct turn turn_begin(const struct interrupt *interrupt) {
  return (struct turn){.ticks = ticks_spent(interrupt), .seconds = processor_seconds()};
}

uint64_t turn_end(const struct interrupt *interrupt, enum engine engine, const struct turn *turn) {
  struct statistics *statistics = statistics_of(interrupt);
  if (!statistics) return 0;
  uint64_t ticks = statistics->ticks - turn->ticks;
  statistics->engine_ticks[engine] += ticks;
  statistics->engine_seconds[engine] += processor_seconds() - turn->seconds;
  return ticks;
}

void interrupt_all(void) { stop_everything = 1; }

bool interrupt_all_requested(void) { return stop_everything != 0; }
