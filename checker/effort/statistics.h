/* What a check did, in numbers: one table drives the counters and every report of them. */
#ifndef VOUCH_CHECKER_EFFORT_STATISTICS_H
#define VOUCH_CHECKER_EFFORT_STATISTICS_H

#include "checker/effort/engines.h"

/* X(identifier, meaning). The same numbers come out of every run of the same command. */
#define STATISTICS(X)                                                                              \
  X(ticks, "work, in ticks")                                                                       \
  X(sat_queries, "SAT queries")                                                                    \
  X(conflicts, "SAT conflicts")                                                                    \
  X(decisions, "SAT decisions (CaDiCaL's: coarse)")                                                \
  X(propagations, "SAT propagations (cone solver's)")                                              \
  X(reach_queries, "reachability queries (IC3)")                                                   \
  X(frames, "frames of the longest reachability query")                                            \
  X(clauses, "clauses blocked in frames")                                                          \
  X(depth, "depth that bounded searches finished")                                                 \
  X(simulation_steps, "steps of random simulation, 64 runs each")                                  \
  X(skeletons, "skeletons of fair cycles")                                                         \
  X(walls, "walls")                                                                                \
  X(sides, "sides of walls that a fairness condition cannot cross")                                \
  X(bdd_operations, "decision diagram operations")                                                 \
  X(bdd_nodes, "decision diagram nodes, at most at a time")                                        \
  X(sifts, "reorderings of decision diagrams")

struct statistics {
#define STATISTICS_FIELD(id, meaning) uint64_t id;
  STATISTICS(STATISTICS_FIELD)
#undef STATISTICS_FIELD
  /* Per engine; iictl's contain those of the engines that it asks. */
  uint64_t engine_ticks[NUM_ENGINES];
  double engine_seconds[NUM_ENGINES]; /* of processor time: for people, never for decisions */
  const char *decided;                /* the engine that decided; NULL: none */
};

struct statistic {
  const char *name, *meaning;
  size_t offset; /* of the uint64_t in struct statistics */
};
enum {
#define STATISTICS_COUNT(id, meaning) +1
  NUM_STATISTICS = STATISTICS(STATISTICS_COUNT)
#undef STATISTICS_COUNT
};
extern const struct statistic statistics_table[NUM_STATISTICS];
uint64_t statistics_value(const struct statistics *statistics, const struct statistic *which);

static inline void statistics_max(uint64_t *at, uint64_t value) {
  if (*at < value) *at = value;
}

/* Processor time of this process, in seconds. */
double processor_seconds(void);

#endif
