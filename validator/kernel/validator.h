/* The kernel as a library: all that accepts a certificate that carries its proofs.
 *
 * docs/certificates.md is the specification. Nothing here trusts the certificate; nothing prints or
 * exits, except that running out of memory ends the process with status 2. */
#ifndef VOUCH_VALIDATOR_KERNEL_VALIDATOR_H
#define VOUCH_VALIDATOR_KERNEL_VALIDATOR_H

#include <stdbool.h>
#include <stddef.h>

struct v_certificate;
struct v_cnf;
struct v_error;

/* Also the exit status. */
enum validator_verdict { VALIDATOR_ACCEPTED = 0, VALIDATOR_REJECTED = 1, VALIDATOR_UNKNOWN = 2 };

struct validator_result {
  enum validator_verdict verdict;
  bool holds;        /* accepted: what the certificate says of its property */
  size_t discharged; /* obligations and evaluations discharged */
  size_t evaluations, by_proof, by_propagation, by_solver; /* .. how; the last two: by helpers */
  char reason[1024]; /* rejected or unknown: one line, with position */
};

/* What discharges obligations that come without a proof, and watches. */
struct validator_helpers {
  void *context;
  /* Refutes the CNF, or says why not: unsupported, if it may have no model. */
  bool (*refute)(void *context, const struct v_cnf *cnf, struct v_error *why);
  /* Behind obligation k: why it is not discharged, or NULL. */
  void (*behind)(void *context, size_t k, const struct v_cnf *cnf, const struct v_error *why);
};

/* Discharges every obligation of a certificate that was read: by its proof if helpers is NULL.
 * Nothing else answers ACCEPTED. */
void validator_check(const struct v_certificate *c, const struct validator_helpers *helpers,
                     struct validator_result *result);

#endif
