#include "checker/system/ahead.h"

#include <assert.h>

void ahead_init(struct ahead *a, const struct system *original, lit target) {
  extension_init(&a->copy, original, 0, original->num_inputs);
  struct system *to = a->copy.system;
  const lit *inputs = to->inputs + original->num_inputs;
  lit after = substitute(original->aig, to->aig, target, to->next, inputs);
  to->constraint = aig_and(to->aig, to->constraint, lit_not(extension_lit(&a->copy, target)));
  a->target = aig_and(to->aig, to->constraint, after);
  assert(system_well_formed(to));
}

void ahead_free(struct ahead *a) { extension_free(&a->copy); }

void ahead_trace(const struct ahead *a, const struct trace *trace, struct trace *out) {
  const struct system *o = a->copy.original;
  uint8_t *next = memory_alloc(o->num_states, 1);
  assert(trace->length > 0);
  trace_free(out);
  trace_init(out, o);
  trace_append(out, trace, 0, trace->length);
  const uint8_t *last = trace_input(trace, trace->length - 1);
  system_step(o, trace_state(trace, trace->length - 1), last, next);
  trace_push(out, next, last + o->num_inputs);
  free(next);
}
