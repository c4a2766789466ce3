/* Evaluates a model along a trace: every latch, whether a property depends on it or not. */
#ifndef VOUCH_CERTIFIER_CERTIFY_MODEL_RUN_H
#define VOUCH_CERTIFIER_CERTIFY_MODEL_RUN_H

#include "formats/aiger.h"
#include "formats/certificate.h"

struct model_run {
  const struct aiger *model;
  const struct certificate *trace;
  uint8_t *value;   /* per variable, in the step that was made last */
  uint8_t *latches; /* the state after it */
};

/* In the first state of the trace, which must outlive the run. */
void model_run_start(struct model_run *run, const struct aiger *model,
                     const struct certificate *trace);
void model_run_free(struct model_run *run);

/* Makes steps under the inputs of the steps `from` .. `to`-1 of the trace, from whatever state it
 * is in. */
void model_run_steps(struct model_run *run, size_t from, size_t to);

/* The value of a literal in the step that was made last. */
static inline uint8_t model_run_value(const struct model_run *run, uint32_t lit) {
  return run->value[lit >> 1] ^ (uint8_t)(lit & 1u);
}

#endif
