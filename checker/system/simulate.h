/* Random simulation, 64 runs at a time: one bit of a word is one run (a lane). Runs start in
 * initial states and take allowed steps only; a run that finds none starts again. Everything seen
 * is reachable, nothing is proved. */
#ifndef VOUCH_CHECKER_SYSTEM_SIMULATE_H
#define VOUCH_CHECKER_SYSTEM_SIMULATE_H

#include "checker/effort/effort.h"
#include "checker/system/trace.h"

enum { SIMULATE_LANES = 64 };

struct simulation {
  const struct system *system; /* not owned */
  size_t steps;                /* how many were simulated */
  uint64_t
      *states; /* steps * num_states words: state k before step t is states[t * num_states + k] */
  uint64_t *inputs;  /* steps * num_inputs words */
  uint64_t *fresh;   /* per step: lanes that start here, in an initial state */
  uint64_t *allowed; /* per step: lanes whose step satisfies the constraint */
};

/* Simulates until a lane satisfies target (over states and inputs) in an allowed step: true, and it
 * is the last step recorded; or until `steps` are done or the effort is over: false. The same seed
 * gives the same runs. */
bool simulate(struct simulation *simulation, const struct system *system, lit target, size_t steps,
              uint64_t seed, const struct effort *effort);
void simulation_free(struct simulation *simulation);

/* The run of a lane from its initial state to its state and inputs of step t, as a fresh trace. */
void simulation_trace(const struct simulation *simulation, size_t step, unsigned lane,
                      struct trace *trace);

/* One-shot: a run to a target within so many steps. *trace is set only if the answer is true. */
bool simulate_find(const struct system *system, lit target, size_t steps, uint64_t seed,
                   const struct effort *effort, struct trace *trace);

#endif
