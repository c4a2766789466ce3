/* The validator as a library: what `vouch-validate` is made of, and what a certifier needs to have
 * obligations proved.
 *
 * docs/certificates.md is the specification. Nothing here trusts the certificate; nothing is
 * global; nothing prints or exits, except that running out of memory ends the process with `s
 * UNKNOWN out of memory` and status 2. */
#ifndef VOUCH_VALIDATOR_KERNEL_VALIDATOR_H
#define VOUCH_VALIDATOR_KERNEL_VALIDATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Also the exit status. */
enum validator_verdict { VALIDATOR_ACCEPTED = 0, VALIDATOR_REJECTED = 1, VALIDATOR_UNKNOWN = 2 };

struct validator_result {
  enum validator_verdict verdict;
  bool holds;        /* accepted: what the certificate says of its property */
  size_t discharged; /* obligations and evaluations discharged */
  size_t by_proof, by_propagation, by_solver, evaluations; /* .. how */
  char reason[1024]; /* rejected or unknown: one line, with position */
};

/* A model and a certificate about it, read and checked up to the point where only obligations are
 * left. The proofs in it, if any, are not looked at before validator_run. */
struct validator;

/* What it can be besides a certificate: results of other tools (section 10). */
enum validator_format { VALIDATOR_CERTIFICATE, VALIDATOR_CERTIFAIGER, VALIDATOR_AIGER_WITNESS };

/* NULL on failure; *result says why: REJECTED for a bad certificate, UNKNOWN for an unreadable file
 * or a bad model. `formula` or `property` (both may be NULL, not both given) is what the
 * certificate must be about. */
struct validator *validator_open_as(enum validator_format format, const char *model,
                                    const char *certificate, const char *formula,
                                    const char *property, struct validator_result *result);
/* The same on bytes that were read already, which it takes over. Each has a zero byte behind it. */
struct v_bytes;
struct validator *validator_open_bytes(enum validator_format format, struct v_bytes model,
                                       struct v_bytes certificate, const char *formula,
                                       const char *property, struct validator_result *result);
#define validator_open(...) validator_open_as(VALIDATOR_CERTIFICATE, __VA_ARGS__)
void validator_close(struct validator *v);

/* The property in canonical form as the certificate names it: "bad 0", "ctl AG !(..)". Lives as
 * long as v. */
const char *validator_property(const struct validator *v);
bool validator_holds(const struct validator *v);
bool validator_all_inputs(const struct validator *v); /* "inputs all" */

/* The obligations in the order of section 7; zero for the verdicts that are evaluated only. */
size_t validator_obligations(const struct validator *v);
/* Obligation k in a few words, one line, without newline: "invariant: ..", "EU upper of node 3:
 * ..". */
void validator_describe(const struct validator *v, size_t k, char *text, size_t size);
/* Writes obligation k in DIMACS with an exact header. False on a write error. */
bool validator_write_cnf(const struct validator *v, size_t k, FILE *file);

/* How to run: everything may be zero. */
struct validator_options {
  const char *solver; /* program that solves obligations without proofs; NULL: kissat, else cadical,
                         from the path */
  const char *export; /* directory that gets every obligation and proof, with an index */
  /* called with a line or more per obligation, without newline */
  void (*note)(void *context, const char *line);
  void *context;
};

/* Discharges every obligation. The only place that answers ACCEPTED. */
void validator_run(const struct validator *v, const struct validator_options *options,
                   struct validator_result *result);

#endif
