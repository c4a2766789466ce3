#include "certifier/certify/closed_witness.h"

#include "formats/support/vector.h"
#include "formats/witness.h"

/* Every input has a value. */
static void print(const struct certificate *c, FILE *file) {
  struct witness witness = {.status = 1,
                            .latches = c->trace_latches,
                            .inputs = c->trace_inputs,
                            .num_steps = c->trace_steps};
  lits_push(c->property == CERT_JUSTICE ? &witness.justice : &witness.bad, c->index);
  witness_write(&witness, file);
  lits_free(&witness.bad);
  lits_free(&witness.justice);
}

enum whole_loop closed_witness_write(const struct aiger *model, const struct certificate *c,
                                     const struct effort *effort, FILE *file) {
  struct certificate closed = {
      .property = c->property, .index = c->index, .trace_loop = c->trace_loop};
  closed.trace_latches = memory_string(c->trace_latches);
  for (size_t t = 0; t < c->trace_steps; t++) certificate_trace_step(&closed, c->trace_inputs[t]);
  enum whole_loop loop =
      c->property == CERT_JUSTICE ? close_whole_loop(model, effort, &closed) : LOOP_CLOSED;
  if (loop == LOOP_CLOSED) print(&closed, file);
  certificate_free(&closed);
  return loop;
}
