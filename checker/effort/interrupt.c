#include "checker/effort/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

/* The one mutable global of the checker: a signal handler has no other way to speak to the engines.
 */
static volatile sig_atomic_t stop_everything;

double monotonic_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool interrupted(const struct interrupt *interrupt) {
  if (stop_everything) return true;
  double now = 0;
  for (; interrupt != NULL; interrupt = interrupt->outer) {
    if (interrupt->deadline <= 0) continue;
    if (now <= 0) now = monotonic_seconds();
    if (now >= interrupt->deadline) return true;
  }
  return false;
}

void interrupt_all(void) { stop_everything = 1; }

bool interrupt_all_requested(void) { return stop_everything != 0; }
