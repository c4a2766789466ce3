/* The run of a failing bad, output or justice property, made easier to read: without steps that
 * lead back to a state that was there before, and without inputs that do not matter. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_RUN_H
#define VOUCH_CERTIFIER_EXPLAIN_RUN_H

#include "certifier/explain/replay.h"
#include "certifier/trace/history.h"

struct run_notes {
  size_t left_out;  /* steps that were */
  bool searched;    /* the lasso was looked for in the model: it is not that of the certificate */
  size_t free_bits; /* values of inputs, of all steps, that may be anything */
  bool open_loop;   /* behind a loop some registers differ: the property does not depend on them */
  bool shows;       /* the property fails by it, whatever free inputs are; false: the certificate is
                       wrong */
};

/* Fills *trace, which the caller frees. What is left out or free was tried: the bad literal is true
 * at the end, or the loop closes and meets every fairness, in a simulation with three values. */
void run_trace(struct replay *replay, const struct signals *signals, struct history *trace,
               struct run_notes *notes);

#endif
