#include "certifier/pipeline/phases.h"

#include <sys/resource.h>

const char *const phase_names[NUM_PHASES] = {
#define PHASE_NAME(id, name) name,
    PHASES(PHASE_NAME)
#undef PHASE_NAME
};

static double seconds_of(const struct timeval *time) {
  return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

static double used(int who) {
  struct rusage usage;
  if (getrusage(who, &usage) != 0) return 0;
  return seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
}

static double now(void) { return used(RUSAGE_SELF) + used(RUSAGE_CHILDREN); }

void phases_start(struct phases *phases) { *phases = (struct phases){.mark = now()}; }

void phases_end(struct phases *phases, enum phase phase) {
  double end = now();
  phases->seconds[phase] += end - phases->mark;
  phases->mark = end;
}

size_t memory_peak(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * 1024 : 0;
}
