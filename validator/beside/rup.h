/* Refuting a CNF by unit propagation, and with the lemmas of a solver's proof: binary DRAT, without
 * hints. For certificates that carry no proofs. */
#ifndef VOUCH_VALIDATOR_BESIDE_RUP_H
#define VOUCH_VALIDATOR_BESIDE_RUP_H

#include "validator/kernel/cnf.h"

/* A set of clauses under unit propagation. Whatever is added to it must be implied by what is
 * there, or be an input clause. */
struct v_rup;
struct v_rup *v_rup_new(const struct v_cnf *cnf);
bool v_rup_refuted(const struct v_rup *rup);  /* the empty clause was derived */
uint64_t v_rup_work(const struct v_rup *rup); /* steps of propagation so far; about 10 ns each */
/* Adds the clause if unit propagation refutes its complement; false otherwise. */
bool v_rup_lemma(struct v_rup *rup, const uint32_t *literals, size_t count);
/* Reads a binary DRAT proof, lemma by lemma, until the empty clause is derived. */
bool v_drat_check(struct v_rup *rup, const struct v_bytes *proof, struct v_error *error);
void v_rup_free(struct v_rup *rup);

#endif
