/* Time frames of a system in a SAT solver, encoded lazily: only the cones that somebody asks for.
 * In frame 0 states are free variables; in frame f+1 a state is the literal of its next function in
 * frame f. Inputs are fresh in every frame. Several unrollings may share one solver (skeleton
 * copies). */
#ifndef VOUCH_CHECKER_SYSTEM_UNROLL_H
#define VOUCH_CHECKER_SYSTEM_UNROLL_H

#include "checker/sat/sat.h"
#include "checker/system/system.h"
#include "checker/system/trace.h"

struct unroll {
  struct sat *sat;             /* not owned */
  const struct system *system; /* not owned; its aig may have grown since */
  int **map;                   /* per frame: node -> CNF literal, 0 not yet */
  size_t *map_size;
  size_t num_frames;
  int truth;    /* a CNF literal that is true */
  bool choices; /* are one gate each */
  struct lits stack;
  uint32_t *fanout; /* per node: how many gates and next functions use it; NULL: not compact */
  size_t fanout_size;
  struct lits arguments; /* of the gate that is being encoded */
};

void unroll_init(struct unroll *unroll, struct sat *sat, const struct system *system);
void unroll_free(struct unroll *unroll);
/* From now on gates that nothing else uses have no variable of their own: conjunctions are encoded
 * as one clause with all arguments, choices and differences as such. For solvers that do not care
 * about gates, and before anything is encoded. */
void unroll_compact(struct unroll *unroll);
/* Fixes states of frame 0, before anything is encoded: conjuncts of the predicate that are literals
 * become constants. What else it says is the caller's to assert. */
void unroll_fix(struct unroll *unroll, lit predicate);
/* The CNF literal of an AIG literal in a frame; encodes what is missing. Amortised O(new part of
 * the cone). Never recursive. */
int unroll_lit(struct unroll *unroll, size_t frame, lit a);
/* Reads a state or the inputs of a frame out of the solver's model; variables that do not matter
 * get 0. */
void unroll_state(struct unroll *unroll, size_t frame, uint8_t *states);
void unroll_inputs(struct unroll *unroll, size_t frame, uint8_t *inputs);
/* The run of frames 0 .. length-1 out of the solver's model, as a fresh trace. */
void unroll_trace(struct unroll *unroll, size_t length, struct trace *trace);

#endif
