/* The whole validator: the kernel, with a solver for certificates without proofs, and with readers
 * of what other tools write (docs/certificates.md, section 10). */
#ifndef VOUCH_VALIDATOR_BESIDE_RUN_H
#define VOUCH_VALIDATOR_BESIDE_RUN_H

#include "validator/kernel/text.h"
#include "validator/kernel/validator.h"

enum validator_format { VALIDATOR_CERTIFICATE, VALIDATOR_CERTIFAIGER, VALIDATOR_AIGER_WITNESS };

/* As validator_open. The bytes are taken over. */
struct validator *validator_open_bytes(enum validator_format format, struct v_bytes model,
                                       struct v_bytes certificate, const char *formula,
                                       const char *property, struct validator_result *result);

/* How to run: everything may be zero. */
struct validator_options {
  const char *solver; /* program that solves obligations without proofs; NULL: kissat, else cadical,
                         from the path */
  const char *export; /* empty or new directory for every obligation and proof, with an index */
  /* called with a line or more per obligation, without newline */
  void (*note)(void *context, const char *line);
  void *context;
};

/* Discharges every obligation, as validator_check, with these helpers. */
void validator_run(const struct validator *v, const struct validator_options *options,
                   struct validator_result *result);

#endif
