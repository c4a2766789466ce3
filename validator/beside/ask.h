/* What a validator says of its certificate, for programs that show it or have it proved. */
#ifndef VOUCH_VALIDATOR_BESIDE_ASK_H
#define VOUCH_VALIDATOR_BESIDE_ASK_H

#include "validator/kernel/validator.h"

/* A model and a certificate about it, read and checked up to the point where only obligations are
 * left. The proofs in it, if any, are not looked at before validator_check. */
struct validator;
const struct v_certificate *validator_certificate(const struct validator *v);

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
/* The clauses of obligation k. */
void validator_cnf(const struct validator *v, size_t k, struct v_cnf *cnf);
/* The LRAT proof of obligation k as it stands in the certificate; NULL if there is none. */
const char *validator_proof(const struct validator *v, size_t k, size_t *size);

#endif
