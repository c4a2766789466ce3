/* Small random AIGER models for tests, built in memory. */
#ifndef VOUCH_TESTS_ORACLE_RANDOM_CIRCUIT_H
#define VOUCH_TESTS_ORACLE_RANDOM_CIRCUIT_H

#include "formats/aiger.h"

#include <stdio.h>
#include <time.h>

/* xorshift64*: the tests must not depend on the C library's generator. */
static inline uint64_t random_next(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * UINT64_C(2685821657736338717);
}
static inline uint32_t random_below(uint64_t *state, uint32_t n) {
  return (uint32_t)((random_next(state) >> 33) % n);
}

/* VOUCH_SEED in the environment, else the time; printed, so that a failure can be repeated. */
static inline uint64_t random_seed(const char *test) {
  const char *text = getenv("VOUCH_SEED");
  uint64_t seed = text ? strtoull(text, NULL, 10) : (uint64_t)time(NULL) * 1000003u;
  printf("%s: seed %llu (set VOUCH_SEED to repeat)\n", test, (unsigned long long)seed);
  fflush(stdout);
  return seed * 2 + 1;
}

static inline uint32_t random_lit(uint64_t *state, uint32_t num_vars) {
  return random_below(state, 2 * num_vars);
}

/* Variables: 1..inputs, then latches, then gates. Every section gets `extra` random literals. */
static inline void random_model(struct aiger *m, uint64_t *seed, uint32_t inputs, uint32_t latches,
                                uint32_t ands, uint32_t constraints, uint32_t extra) {
  *m = (struct aiger){.maxvar = inputs + latches + ands, .num_latches = latches, .num_ands = ands};
  uint32_t n = m->maxvar + 1;
  for (uint32_t k = 1; k <= inputs; k++) lits_push(&m->inputs, 2 * k);
  m->ands = memory_alloc(ands, sizeof *m->ands);
  for (uint32_t k = 0; k < ands; k++) {
    uint32_t v = inputs + latches + 1 + k;
    m->ands[k] = (struct aiger_and){2 * v, random_lit(seed, v), random_lit(seed, v)};
  }
  m->latches = memory_alloc(latches, sizeof *m->latches);
  for (uint32_t k = 0; k < latches; k++) {
    uint32_t l = 2 * (inputs + 1 + k), r = random_below(seed, 4);
    m->latches[k] = (struct aiger_latch){l, random_lit(seed, n), r == 3 ? l : r == 2 ? 0 : r};
  }
  /* A constraint is a disjunction, so that most steps stay allowed: the complement of a gate. */
  for (uint32_t k = 0; k < constraints && ands; k++)
    lits_push(&m->constraints, m->ands[random_below(seed, ands)].lhs | 1);
  for (uint32_t k = 0; k < extra; k++) {
    lits_push(&m->outputs, random_lit(seed, n));
    lits_push(&m->bad, random_lit(seed, n));
    lits_push(&m->fairness, random_lit(seed, n));
  }
  m->num_justice = extra ? 1 : 0;
  m->justice = memory_zeroed(1, sizeof *m->justice);
  for (uint32_t k = 0; k < extra; k++) lits_push(&m->justice[0], random_lit(seed, n));
}

#endif
