/* Random small models and formulas, for tests against the explicit-state oracle. The same seed
 * gives the same model everywhere. */
#ifndef VOUCH_TESTS_ORACLE_RANDOM_MODEL_H
#define VOUCH_TESTS_ORACLE_RANDOM_MODEL_H

#include "formats/formula.h"

struct rng {
  uint64_t state;
};

struct rng rng_seeded(uint64_t seed);
uint64_t rng_next(struct rng *rng);
/* Uniform in 0 .. n-1; n >= 1. */
uint32_t rng_below(struct rng *rng, uint32_t n);
/* True with probability percent/100. */
bool rng_chance(struct rng *rng, uint32_t percent);

struct random_shape {
  uint32_t max_latches, max_inputs, max_gates, max_constraints, max_fairness, max_justice;
};
extern const struct random_shape random_shape_default;

/* A model with at least one bad literal, one output and one justice set; inputs, latches, gates in
 * this order of variables, so that the binary format can hold it without renumbering. The caller
 * frees it with aiger_free. */
void random_model(struct rng *rng, const struct random_shape *shape, struct aiger *model);

/* A formula of at most the given depth over atoms of the model; returns its index in the arena. */
uint32_t random_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                        struct formulas *arena);

#endif
