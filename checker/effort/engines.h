/* The engines by name: one table for options, schedules and statistics. docs/engines.md describes
 * them. */
#ifndef VOUCH_CHECKER_EFFORT_ENGINES_H
#define VOUCH_CHECKER_EFFORT_ENGINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an engine is asked: bad and output properties; fair cycles, of justice properties and inside
 * CTL; CTL properties. */
enum engine_family { FAMILY_SAFETY, FAMILY_FAIR, FAMILY_CTL, NUM_FAMILIES };

/* X(identifier, name, safety, fair, ctl, meaning): in the order in which they take turns by
 * default. A family has 1 of an engine that serves it, 0 of others. */
#define ENGINES(X)                                                                                 \
  X(STEP, "step", 1, 0, 0, "is there a bad step in any state, reachable or not?")                  \
  X(BMC, "bmc", 1, 0, 0, "bounded model checking: counterexamples only")                           \
  X(SIMULATION, "simulation", 1, 1, 0, "random runs: counterexamples only")                        \
  X(KINDUCTION, "kinduction", 1, 0, 0, "k-induction: proofs that look back some steps")            \
  X(IC3, "ic3", 1, 0, 0, "incremental induction")                                                  \
  X(AHEAD, "ahead", 1, 0, 0, "incremental induction in another manner, one step ahead")            \
  X(SKELETON, "skeleton", 0, 1, 0,                                                                 \
    "FAIR: skeletons of fair cycles, and walls between their states")                              \
  X(RLIVE, "rlive", 0, 1, 0, "depth-first search for fair runs, with shoals")                      \
  X(KLIVE, "klive", 0, 1, 0, "k-liveness: how often can the conditions be met?")                   \
  X(LASSO, "lasso", 0, 1, 0, "bounded search for fair lassos: counterexamples only")               \
  X(LOOP, "loop", 0, 1, 0, "IC3 with a saved state: does a fair walk come back to it?")            \
  X(IICTL, "iictl", 0, 0, 1, "incremental inductive CTL: bounds, IC3 and fair cycles")             \
  X(BDD, "bdd", 1, 1, 1, "reachable states and fixpoints as decision diagrams")

enum engine {
#define ENGINE_IDENTIFIER(id, name, safety, fair, ctl, meaning) ENGINE_##id,
  ENGINES(ENGINE_IDENTIFIER)
#undef ENGINE_IDENTIFIER
      NUM_ENGINES
};

struct engine_description {
  const char *name, *meaning;
  bool serves[NUM_FAMILIES];
};
extern const struct engine_description engine_descriptions[NUM_ENGINES];

/* Which engines may run, per family, in the order of their first turns; an empty list: all that
 * serve the family. */
struct engine_list {
  uint8_t at[NUM_ENGINES];
  uint8_t size;
};
struct engine_choice {
  struct engine_list family[NUM_FAMILIES];
};

/* The engines of a family, at least one. */
struct engine_list engines_of(const struct engine_choice *choice, enum engine_family family);
bool engines_has(const struct engine_choice *choice, enum engine_family family, enum engine engine);
/* Makes the engine one of those chosen, behind those chosen before. */
void engines_add(struct engine_choice *choice, enum engine_family family, enum engine engine);
/* Names, separated by commas. A family that no name serves keeps what it has; the others get the
 * named ones, in their order. False: *choice is unchanged and *bad .. *bad + *length is no engine,
 * or one that was named before. */
bool engines_parse(const char *text, struct engine_choice *choice, const char **bad,
                   size_t *length);

#endif
