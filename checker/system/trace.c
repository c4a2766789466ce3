#include "checker/system/trace.h"

void trace_init(struct trace *trace, const struct system *system) {
  *trace = (struct trace){
      .num_states = system->num_states, .num_inputs = system->num_inputs, .loop = -1};
}

void trace_push(struct trace *trace, const uint8_t *state, const uint8_t *inputs) {
  assert(state || !trace->num_states);
  size_t n = trace->length++;
  trace->states = memory_one_more(trace->states, n, trace->num_states);
  trace->inputs = memory_one_more(trace->inputs, n, trace->num_inputs);
  if (trace->num_states) memcpy(trace_state(trace, n), state, trace->num_states);
  if (trace->num_inputs == 0) return;
  if (inputs)
    memcpy(trace_input(trace, n), inputs, trace->num_inputs);
  else
    memset(trace_input(trace, n), 0, trace->num_inputs);
}

void trace_append(struct trace *to, const struct trace *from, size_t first, size_t end) {
  assert(first <= end && end <= from->length && to != from);
  assert(to->num_states <= from->num_states && to->num_inputs <= from->num_inputs);
  for (size_t t = first; t < end; t++) trace_push(to, trace_state(from, t), trace_input(from, t));
}

void trace_assign(struct trace *to, const struct trace *from) {
  trace_free(to);
  to->num_states = from->num_states;
  to->num_inputs = from->num_inputs;
  trace_append(to, from, 0, from->length);
  to->loop = from->loop;
  if (!from->returning) return;
  to->returning = memory_alloc(from->num_states, 1);
  memcpy(to->returning, from->returning, from->num_states);
}

void trace_free(struct trace *trace) {
  free(trace->states);
  free(trace->inputs);
  free(trace->returning);
  *trace = (struct trace){.loop = -1};
}

/* Is the state the same, as far as it has to return? */
static bool is_same(const struct trace *trace, const uint8_t *a, const uint8_t *b,
                    const uint8_t *returning) {
  for (size_t k = 0; k < trace->num_states; k++)
    if (a[k] != b[k] && (!returning || returning[k])) return false;
  return true;
}

bool trace_check(const struct trace *trace, const struct system *system) {
  if (trace->length == 0 || trace->num_states != system->num_states ||
      trace->num_inputs != system->num_inputs)
    return false;
  if (trace->loop >= 0 && (size_t)trace->loop >= trace->length) return false;
  uint8_t *next = memory_alloc(system->num_states, 1);
  bool good = true;
  for (size_t k = 0; good && k < trace->length; k++) {
    bool last = k + 1 == trace->length;
    if (last && trace->loop < 0) break; /* no step is taken from the last state of a finite run */
    const uint8_t *after = trace_state(trace, last ? (size_t)trace->loop : k + 1);
    good = system_step(system, trace_state(trace, k), trace_input(trace, k), next) &&
           is_same(trace, next, after, last ? trace->returning : NULL);
  }
  free(next);
  return good;
}
