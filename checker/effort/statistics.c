#include "checker/effort/statistics.h"

#include <string.h>
#include <time.h>

const struct statistic statistics_table[NUM_STATISTICS] = {
#define STATISTICS_ROW(id, meaning) {#id, meaning, offsetof(struct statistics, id)},
    STATISTICS(STATISTICS_ROW)
#undef STATISTICS_ROW
};

uint64_t statistics_value(const struct statistics *statistics, const struct statistic *which) {
  uint64_t value;
  memcpy(&value, (const char *)statistics + which->offset, sizeof value);
  return value;
}

double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
