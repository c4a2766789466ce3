/* 64 runs of a system at a time, evaluated together: one bit of a word is one run (a lane). */
#ifndef VOUCH_CHECKER_SYSTEM_LANES_H
#define VOUCH_CHECKER_SYSTEM_LANES_H

#include "checker/effort/effort.h"
#include "checker/system/system.h"
#include "checker/system/wordwise.h"

enum { NUM_LANES = 64 };

struct lanes {
  const struct system *system; /* not owned */
  struct lits cone;            /* nodes to evaluate, arguments first */
  struct wordwise all;         /* .. evaluates them */
  struct wordwise start;       /* .. those of reset functions */
  struct wordwise check;       /* .. those of the constraint */
  uint64_t *value;             /* per node */
  uint64_t random;             /* xorshift64* */
  unsigned tries;              /* at drawing inputs */
  uint64_t evaluated;          /* nodes, since the last report of work */
};

/* For steps, the constraint and further predicates over states and inputs. The same seed gives the
 * same random words. */
void lanes_init(struct lanes *lanes, const struct system *system, const lit *roots, size_t n,
                uint64_t seed, const struct effort *effort);
void lanes_free(struct lanes *lanes);
/* Other random words from here on. */
void lanes_seed(struct lanes *lanes, uint64_t seed);

uint64_t lanes_draw(struct lanes *lanes);
/* Half of the lanes fair coins, a quarter mostly 0, a quarter mostly 1: resets, enables and the
 * like are seldom fair. */
uint64_t lanes_draw_input(struct lanes *lanes);
/* Puts the chosen lanes into initial states, free ones at random. */
void lanes_start(struct lanes *lanes, uint64_t *states, uint64_t chosen);
/* Evaluates, after drawing inputs that the constraint looks at anew for lanes without an allowed
 * step, a few times; returns the lanes that have one. lanes_word is then the value of what lies in
 * the cone. */
uint64_t lanes_allow(struct lanes *lanes, const uint64_t *states, uint64_t *inputs);
/* The same with these inputs only. */
uint64_t lanes_evaluate(struct lanes *lanes, const uint64_t *states, const uint64_t *inputs);
/* Reports the work since the last report. */
void lanes_spend(struct lanes *lanes, const struct effort *effort);

static inline uint64_t lanes_word(const struct lanes *lanes, lit a) {
  return wordwise_get(lanes->value, a);
}

#endif
