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
  int truth; /* a CNF literal that is true */
  struct lits stack;
};

void unroll_init(struct unroll *unroll, struct sat *sat, const struct system *system);
void unroll_free(struct unroll *unroll);
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
