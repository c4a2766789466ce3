/* The kernel as a library: all that accepts a certificate that carries its proofs, and what a
 * certifier needs to have obligations proved.
 *
 * docs/certificates.md is the specification. Nothing here trusts the certificate; nothing prints or
 * exits, except that running out of memory ends the process with `s UNKNOWN out of memory` and
 * status 2. */
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
  size_t by_proof, by_propagation, by_solver, evaluations; /* .. how */
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

/* The property in canonical form as the certificate names it: "bad 0", "ctl AG !(..)". Lives as
 * long as v. */
const char *validator_property(const struct validator *v);
bool validator_holds(const struct validator *v);
bool validator_all_inputs(const struct validator *v); /* "inputs all" */
const struct v_certificate *validator_certificate(const struct validator *v);

/* The obligations in the order of section 7; zero for the verdicts that are evaluated only. */
size_t validator_obligations(const struct validator *v);
/* Obligation k in a few words, one line, without newline: "invariant: ..", "EU upper of node 3:
 * ..". */
void validator_describe(const struct validator *v, size_t k, char *text, size_t size);
/* The clauses of obligation k. */
void validator_cnf(const struct validator *v, size_t k, struct v_cnf *cnf);
/* The LRAT proof of obligation k as it stands in the certificate; NULL if there is none. */
const char *validator_proof(const struct validator *v, size_t k, size_t *size);

/* What may discharge an obligation that comes without a proof. */
enum validator_means { VALIDATOR_NOTHING, VALIDATOR_PROPAGATION, VALIDATOR_SOLVER };
struct validator_helpers {
  void *context;
  /* By which means the CNF was refuted; if by none, *error says why, *violated whether it has a
   * model. */
  enum validator_means (*refute)(void *context, const struct v_cnf *cnf, bool *violated,
                                 struct v_error *error);
  /* Behind obligation k, with the word for how it was discharged or NULL. */
  void (*behind)(void *context, size_t k, const struct v_cnf *cnf, const char *how);
};

/* Discharges every obligation. The only place that answers ACCEPTED. Without helpers (NULL, or any
 * of them NULL) an obligation needs its proof. */
void validator_check(const struct validator *v, const struct validator_helpers *helpers,
                     struct validator_result *result);

#endif
