/* Runs the elaborated system of a certificate (docs/certificates.md 1.3) by evaluation, and
 * evaluates its predicates and facts in the state reached. For explanations only: what counts is
 * the validator. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_REPLAY_H
#define VOUCH_CERTIFIER_EXPLAIN_REPLAY_H

#include "checker/ctl/core_formula.h"
#include "formats/certificate.h"

struct replay {
  const struct aiger *model;
  const struct certificate *certificate;
  const struct core_formula *core; /* no nodes for bad and output */
  struct lits fairness;            /* the fairness list: literals of the model */
  uint8_t *observed;               /* per input */
  uint8_t *monitored;              /* per fairness */
  uint32_t first_monitor, first_fresh, first_elementary, first_ghost, first_gate, num_variables;
  uint8_t *value; /* per certificate variable */
  uint8_t *upper,
      *lower; /* per core node: is the state inside the bound that the certificate gives? */
  const struct fact **upper_fact, **lower_fact; /* per core node, or NULL */
};

/* False when some literal or number of the certificate is out of range. */
bool replay_init(struct replay *replay, const struct aiger *model,
                 const struct certificate *certificate, const struct core_formula *core,
                 struct fault *fault);
void replay_free(struct replay *replay);

/* `latches`: a '0' or '1' per latch. `inputs`: per observed input. Monitors are 0, ghosts as they
 * start. */
void replay_start(struct replay *replay, const char *latches, const char *inputs);
/* Sets the elementary variables: all 0 but those in the cube. */
void replay_promise(struct replay *replay, const struct lits *cube);
/* Sets the step inputs (unobserved inputs and fresh ones): all 0 but those in the cube. */
void replay_cube(struct replay *replay, const struct lits *cube);
/* Is the step under the present inputs allowed? */
bool replay_allowed(const struct replay *replay);
/* Takes the step. */
void replay_step(struct replay *replay);
static inline bool replay_true(const struct replay *replay, uint32_t literal) {
  return replay->value[literal >> 1] ^ (literal & 1);
}

#endif
