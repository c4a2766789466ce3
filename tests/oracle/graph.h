/* The explicit graph of a tiny model: its states in order of discovery, its allowed steps, and the
 * states on which fair paths start. */
#ifndef VOUCH_TESTS_ORACLE_GRAPH_H
#define VOUCH_TESTS_ORACLE_GRAPH_H

#include "formats/scope.h"

/* A step from one state to another; `fair` has bit j if some input of the step makes fairness
 * literal j true. */
struct edge {
  uint32_t to;
  uint64_t fair;
};

/* States are numbered in order of discovery from the initial ones; edges of state s are
 * edges[first[s]] .. edges[first[s+1]-1]. */
struct graph {
  const struct aiger *model;
  const struct formulas *arena; /* of the scope */
  const struct scope *scope; /* or NULL; its fairness is the last of `fairness`, literal 0 there */
  struct lits observed, unobserved; /* input literals */
  struct lits fairness;
  size_t state_bits;
  uint32_t *code;   /* state -> bits: latches, then observed inputs */
  uint32_t *number; /* bits -> state, or UINT32_MAX */
  size_t num_states, num_initial;
  size_t *first;
  struct edge *edges;
  size_t num_edges, capacity;
  uint8_t *values; /* scratch, per variable of the model */
};

/* False when the model is too large. The model and the fairness list must have been filled in;
 * inputs in the combinational cones of `watched` are observed. */
bool graph_build(struct graph *g, const struct lits *watched, bool observe_all);
void graph_free(struct graph *g);

/* The states in which the literal is true, which depends on no unobserved input. */
void graph_label(struct graph *g, uint32_t literal, uint8_t *set);

/* Sets have a byte per state. *set (any states) is extended to the states of `through` from which
 * steps inside `through` lead to it. */
void extend_backwards(const struct graph *g, const uint8_t *through, uint8_t *set);
/* The states of `inside` that start a fair path all of whose states are in `inside`: those that
 * reach, inside, a strongly connected part whose own steps meet every fairness literal. */
void fair_inside(const struct graph *g, const uint8_t *inside, uint8_t *result);

#endif
