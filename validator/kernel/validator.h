/* The kernel as a library: all that accepts a certificate that carries its proofs.
 *
 * docs/certificates.md is the specification. Nothing here trusts the certificate; nothing prints or
 * exits, except that running out of memory ends the process with status 2. */
#ifndef VOUCH_VALIDATOR_KERNEL_VALIDATOR_H
#define VOUCH_VALIDATOR_KERNEL_VALIDATOR_H

#include <stdbool.h>
#include <stddef.h>

struct v_bytes;
struct v_certificate;
struct v_cnf;
struct v_error;
struct v_reader;

/* Also the exit status. */
enum validator_verdict { VALIDATOR_ACCEPTED = 0, VALIDATOR_REJECTED = 1, VALIDATOR_UNKNOWN = 2 };

struct validator_result {
  enum validator_verdict verdict;
  bool holds;        /* accepted: what the certificate says of its property */
  size_t discharged; /* obligations and evaluations discharged */
  size_t evaluations, by_proof, by_propagation, by_solver; /* .. how; the last two: by helpers */
  char reason[1024]; /* rejected or unknown: one line, with position */
};

/* A result with nothing in it but this. */
void validator_answer(struct validator_result *result, enum validator_verdict verdict,
                      const char *reason);

/* A model and a certificate about it, read and checked up to the point where only obligations are
 * left. The proofs in it, if any, are not looked at before validator_check. */
struct validator;

/* NULL on failure; *result says why: REJECTED for a bad certificate, UNKNOWN for a bad model. The
 * bytes, each with a zero byte behind them, are taken over. `read` reads what stands for a
 * certificate and is called `what` in messages; `wanted` is the property that it must judge if it
 * has a choice (NULL: any). */
struct validator *validator_new(bool (*read)(struct v_reader *), const char *what,
                                struct v_bytes model, struct v_bytes certificate,
                                const char *wanted, struct validator_result *result);
void validator_close(struct validator *v);

const struct v_certificate *validator_certificate(const struct validator *v);

/* What discharges obligations that come without a proof, and watches. */
struct validator_helpers {
  void *context;
  /* Refutes the CNF, or says why not: unsupported, if it may have no model. */
  bool (*refute)(void *context, const struct v_cnf *cnf, struct v_error *why);
  /* Behind obligation k: why it is not discharged, or NULL. */
  void (*behind)(void *context, size_t k, const struct v_cnf *cnf, const struct v_error *why);
};

/* Discharges every obligation: by its proof if helpers is NULL. Nothing else answers ACCEPTED. */
void validator_check(const struct validator *v, const struct validator_helpers *helpers,
                     struct validator_result *result);

#endif
