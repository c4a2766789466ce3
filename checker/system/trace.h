/* A finite run or a lasso: states[0] inputs[0] states[1] .. */
#ifndef VOUCH_CHECKER_SYSTEM_TRACE_H
#define VOUCH_CHECKER_SYSTEM_TRACE_H

#include "checker/system/system.h"

struct trace {
  size_t num_states, num_inputs; /* of the system */
  size_t length;                 /* number of states */
  uint8_t *states;               /* length * num_states bytes, 0/1 */
  uint8_t *inputs; /* length * num_inputs bytes; inputs[t] drives states[t] -> states[t+1] (last: to
                      `loop`, or the inputs that make a bad literal true) */
  long loop;       /* lasso: index of the state that follows the last one; -1: finite run */
  uint8_t *returning; /* lasso: which states are again what they were (open_lasso.h); NULL: all */
};

static inline uint8_t *trace_state(const struct trace *t, size_t k) {
  return t->states + k * t->num_states;
}
static inline uint8_t *trace_input(const struct trace *t, size_t k) {
  return t->inputs + k * t->num_inputs;
}

void trace_init(struct trace *trace, const struct system *system);
/* Appends a state and the inputs that follow it (inputs may be NULL: zeros). */
void trace_push(struct trace *trace, const uint8_t *state, const uint8_t *inputs);
/* Appends the states first .. end-1 of another trace, with the inputs that follow them. It may be
 * one of a larger system that has the states and inputs of this one in front. */
void trace_append(struct trace *to, const struct trace *from, size_t first, size_t end);
/* *to, a trace or zeros, becomes a copy of *from, loop and all. */
void trace_assign(struct trace *to, const struct trace *from);
void trace_free(struct trace *trace);
/* Evaluates: every step allowed and as the next functions say; for a lasso the loop closes, in
 * the states that return. For
 * debugging and asserts. */
bool trace_check(const struct trace *trace, const struct system *system);

#endif
