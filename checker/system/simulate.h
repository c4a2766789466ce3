/* Random simulation, 64 runs at a time: one bit of a word is one run (a lane). Runs start in
 * initial states and take allowed steps only; a run that finds none starts again. In half of the
 * lanes inputs follow habits (habits.h), and now and then these go on from where something was seen
 * for the first time (novelty.h). Everything seen is reachable, nothing is proved. */
#ifndef VOUCH_CHECKER_SYSTEM_SIMULATE_H
#define VOUCH_CHECKER_SYSTEM_SIMULATE_H

#include "checker/system/habits.h"
#include "checker/system/novelty.h"
#include "checker/system/trace.h"

struct jump {
  struct moment to, from; /* the same state; to.step is later */
};

struct simulation {
  const struct system *system; /* not owned */
  lit target;
  struct lanes lanes;
  struct habits habits;
  struct novelty novelty;
  uint64_t seed;     /* of this round */
  size_t round;      /* its length in steps: each round begins anew, and is twice as long .. */
  size_t most;       /* .. up to this, for its steps are remembered */
  size_t steps;      /* of this round, so far */
  size_t capacity;   /* .. for so many there is room */
  uint64_t *states;  /* state k before step t is states[t * num_states + k] */
  uint64_t *inputs;  /* likewise */
  uint64_t *fresh;   /* per step: lanes that start here, in an initial state */
  uint64_t *allowed; /* per step: lanes whose step satisfies the constraint */
  struct jump *jumps;
  size_t num_jumps, jumps_capacity;
};

/* The target is a predicate over states and inputs. The same seed gives the same runs. */
void simulation_init(struct simulation *simulation, const struct system *system, lit target,
                     uint64_t seed, const struct effort *effort);
void simulation_free(struct simulation *simulation);

/* Simulates until a lane satisfies the target in an allowed step: true, and it is the last step; or
 * until so many further steps are done or the effort is over: false. */
bool simulation_run(struct simulation *simulation, size_t steps, const struct effort *effort);

/* The run of a lane from an initial state to its state and inputs of a step of this round, as a
 * fresh trace. */
void simulation_trace(const struct simulation *simulation, struct moment end, struct trace *trace);
/* After simulation_run was true: a run to the target. */
void simulation_hit(const struct simulation *simulation, struct trace *trace);

#endif
