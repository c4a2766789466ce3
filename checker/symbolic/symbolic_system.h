/* The system as decision diagrams: what checker/symbolic/ctl_fixpoints.c computes with. Every edge
 * that a function here returns is referenced; after `stopped` was set, results mean nothing. */
#ifndef VOUCH_CHECKER_SYMBOLIC_SYMBOLIC_SYSTEM_H
#define VOUCH_CHECKER_SYMBOLIC_SYMBOLIC_SYSTEM_H

#include "checker/bdd/bdd.h"
#include "checker/symbolic/relation.h"
#include "checker/symbolic/schedule.h"
#include "checker/system/system.h"

struct symbolic {
  struct bdds *m;
  struct system *system;
  uint32_t *state_var, *next_var, *input_var; /* UINT32_MAX outside the cone of influence */
  uint8_t *input_sign; /* per input: its variable is that of its complement .. */
  uint8_t *shared; /* .. if it is the next value of a state; per state: there is such an input */
  uint32_t *prime, *unprime; /* renamings */
  bdd *parts; /* next_k <-> f_k, and the conjuncts; together they are the transition relation */
  size_t num_parts;
  struct schedule image, pre, step; /* made when they are needed */
  bdd inputs;                       /* cube of all inputs */
  bdd init;
  bdd *fairness;
  size_t num_fairness;
  bool stopped;
};

/* Builds variables and functions for the cone of influence of the roots, of the constraint, and of
 * the fairness predicates if `fair` (else there are none). NULL if the system is too large for
 * diagrams or a limit was met. */
struct symbolic *symbolic_new(struct system *system, const lit *roots, size_t n, bool fair,
                              const struct effort *effort);
/* The same with variables in the order that `like`, of a system whose states and inputs are the
 * first ones of this, has now; variables that it does not have come first. */
struct symbolic *symbolic_new_like(struct system *system, const lit *roots, size_t n, bool fair,
                                   const struct symbolic *like, const struct effort *effort);
void symbolic_free(struct symbolic *s);
/* Under a new effort; after one, the caller goes on where its last whole step ended. */
void symbolic_resume(struct symbolic *s, const struct effort *effort);

bdd symbolic_and(struct symbolic *s, bdd f, bdd g);
bdd symbolic_and_exists(struct symbolic *s, bdd f, bdd g, bdd cube);
static inline bdd symbolic_or(struct symbolic *s, bdd f, bdd g) {
  return bdd_not(symbolic_and(s, bdd_not(f), bdd_not(g)));
}
static inline bdd symbolic_minus(struct symbolic *s, bdd f, bdd g) {
  return symbolic_and(s, f, bdd_not(g));
}
bdd symbolic_restrict(struct symbolic *s, bdd f, bdd care);
/* *slot = value, giving up the reference of the old one. */
static inline void symbolic_set(struct symbolic *s, bdd *slot, bdd value) {
  bdd old = *slot;
  *slot = value;
  bdd_deref(s->m, old);
}

/* The input as a diagram; its value on a path (bdd_path), 2 where it does not matter. */
static inline bdd symbolic_input(struct symbolic *s, size_t input) {
  return bdd_literal(s->m, s->input_var[input]) ^ s->input_sign[input];
}
static inline uint8_t symbolic_input_value(const struct symbolic *s, size_t input,
                                           const uint8_t *path) {
  if (s->input_var[input] == UINT32_MAX) return 2;
  uint8_t value = path[s->input_var[input]];
  return value == 2 ? value : value ^ s->input_sign[input];
}

/* exists i. C & P(N), and the same with the inputs left free. */
bdd symbolic_pre(struct symbolic *s, bdd p);
bdd symbolic_step_into(struct symbolic *s, bdd p);
bdd symbolic_image(struct symbolic *s, bdd p);
/* The states of `now` that a step takes into a state of `then`; with inputs: those of such steps.
 * The smaller both sets are, the less work it is: for single states it is little. */
bdd symbolic_pre_among(struct symbolic *s, bdd then, bdd now);
bdd symbolic_steps_between(struct symbolic *s, bdd now, bdd then);
/* The diagram of a literal of the system's graph (over states and inputs). */
bdd symbolic_of_lit(struct symbolic *s, lit a);
/* The literal of a diagram over states. */
lit symbolic_to_lit(struct symbolic *s, bdd f);
/* A state and inputs (NULL: not wanted) in a set that is not empty; what has no variable is 0, or
 * as after reset. */
void symbolic_pick(const struct symbolic *s, bdd set, uint8_t *states, uint8_t *inputs);
/* The set of this one state, as far as the cone sees it. */
bdd symbolic_cube(struct symbolic *s, const uint8_t *states);

#endif
