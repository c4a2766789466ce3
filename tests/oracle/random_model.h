/* Random small models and formulas, for tests against the explicit-state oracle. The same seed
 * gives the same model everywhere. */
#ifndef VOUCH_TESTS_ORACLE_RANDOM_MODEL_H
#define VOUCH_TESTS_ORACLE_RANDOM_MODEL_H

#include "formats/scope.h"

struct rng {
  uint64_t state;
};

struct rng rng_seeded(uint64_t seed);
uint64_t rng_next(struct rng *rng);
/* Uniform in 0 .. n-1; n >= 1. */
uint32_t rng_below(struct rng *rng, uint32_t n);
/* True with probability percent/100. */
bool rng_chance(struct rng *rng, uint32_t percent);

/* VOUCH_SEED in the environment, else the time; printed, so that a failure can be repeated. */
uint64_t random_seed(const char *test);

/* A literal of one of the variables 0 .. num_vars-1. */
uint32_t random_lit(struct rng *rng, uint32_t num_vars);

struct random_shape {
  uint32_t max_latches, max_inputs, max_gates, max_constraints, max_fairness, max_justice;
};
extern const struct random_shape random_shape_default;

/* A model with at least one bad literal, one output and one justice set; inputs, latches, gates in
 * this order of variables, so that the binary format can hold it without renumbering. The caller
 * frees it with aiger_free. */
void random_model(struct rng *rng, const struct random_shape *shape, struct aiger *model);

/* The same with exact sizes, without names: `properties` bad literals, outputs and fairness
 * literals, and one justice set of as many. Constraints are disjunctions, so that most steps are
 * allowed; none without gates. */
struct random_sizes {
  uint32_t inputs, latches, gates, constraints, properties;
};
void random_model_of(struct rng *rng, const struct random_sizes *sizes, struct aiger *model);

/* Makes a relation of the model's steps, as translators from other languages do: new inputs are the
 * next values of most latches, a new latch says whether all steps so far were steps of the model
 * (from the first or from the second on), and justice and fairness ask for it. Another latch, which
 * only goes up, switches some of the relation off. O(size). */
void random_relation(struct rng *rng, struct aiger *model);

/* A formula of at most the given depth over atoms of the model; returns its index in the arena. */
uint32_t random_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                        struct formulas *arena);
/* One without temporal operators, over atoms of any kind. */
uint32_t random_proposition(struct rng *rng, const struct aiger *model, unsigned depth,
                            struct formulas *arena);
/* Up to two fairness conditions and up to two assumptions, which most steps satisfy. */
void random_scope(struct rng *rng, const struct aiger *model, struct formulas *arena,
                  struct scope *scope);
/* One of CTL*: operators of CTL and of propositional logic, and path formulas behind E and A, each
 * with at most so many temporal operators outside of its leaves. */
uint32_t random_star_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                             unsigned operators, struct formulas *arena);
/* A path formula with operators of the past only, and no quantifiers. */
uint32_t random_past_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                             struct formulas *arena);
/* A safe one, without quantifiers: in negation normal form its temporal operators are X, G, R, and
 * with `past` those of the past, above propositions. */
uint32_t random_safe_formula(struct rng *rng, const struct aiger *model, unsigned depth, bool past,
                             struct formulas *arena);
uint32_t random_path_formula(struct rng *rng, const struct aiger *model, unsigned depth,
                             unsigned operators, struct formulas *arena);

#endif
