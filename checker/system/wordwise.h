/* The values of a cone of a graph in 64 runs at a time: one bit of a word is one run. */
#ifndef VOUCH_CHECKER_SYSTEM_WORDWISE_H
#define VOUCH_CHECKER_SYSTEM_WORDWISE_H

#include "checker/system/aig.h"

struct wordwise {
  /* Copies of the nodes side by side, so that a gate costs two loads and no look at its kind. */
  struct word_leaf {
    uint32_t node, number; /* among states or inputs */
  } * states, *inputs;
  struct word_gate {
    uint32_t node;
    lit left, right;
  } * gates; /* arguments first */
  size_t num_states, num_inputs, num_gates;
};

/* `cone` as aig_cone leaves it. */
void wordwise_init(struct wordwise *words, const struct aig *aig, const struct lits *cone);
void wordwise_free(struct wordwise *words);
static inline size_t wordwise_size(const struct wordwise *words) {
  return words->num_states + words->num_inputs + words->num_gates;
}
/* Writes `values`, a word for each node of the graph (0 for the constant), from `states` and
 * `inputs` by number, of which those are not looked at that the cone does not have. */
void wordwise_evaluate(const struct wordwise *words, const uint64_t *states, const uint64_t *inputs,
                       uint64_t *values);

static inline uint64_t wordwise_get(const uint64_t *values, lit a) {
  return values[lit_node(a)] ^ -(uint64_t)lit_sign(a);
}

#endif
