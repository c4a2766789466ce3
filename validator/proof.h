/* Two judges of refutations: LRAT with hints, linear and without search; and DRAT without hints, by unit propagation. */
#ifndef VOUCH_VALIDATOR_PROOF_H
#define VOUCH_VALIDATOR_PROOF_H

#include "validator/certificate.h"

/* True iff `text`, whose first line has number `line`, refutes the CNF. */
bool v_lrat_check(const struct v_cnf *cnf, const char *text, size_t size, size_t line, struct v_error *error);

/* A set of clauses under unit propagation. Whatever is added to it must be implied by what is there, or be an input clause. */
struct v_rup;
struct v_rup *v_rup_new(const struct v_cnf *cnf);
bool v_rup_refuted(const struct v_rup *rup); /* the empty clause was derived */
/* Adds the clause if unit propagation refutes its complement; false otherwise. */
bool v_rup_lemma(struct v_rup *rup, const uint32_t *literals, size_t count);
/* Reads a binary DRAT proof, lemma by lemma, until the empty clause is derived. */
bool v_drat_check(struct v_rup *rup, const unsigned char *bytes, size_t size, struct v_error *error);
void v_rup_free(struct v_rup *rup);

/* --- Solvers, for certificates without proofs. Answers are checked: "unsatisfiable" by its proof, "satisfiable" by evaluation. --- */
enum v_answer { V_REFUTED, V_SATISFIED, V_NO_ANSWER };

struct v_solver {
  const char *name; /* NULL: kissat, else cadical */
  unsigned way;     /* how to call it; found by trying */
};

/* V_REFUTED after `rup` has accepted the proof; V_SATISFIED with the value of variable k in values[k] (0 or 1, freed by the
 * caller); otherwise *error says why not. */
enum v_answer v_solve(struct v_solver *solver, const struct v_cnf *cnf, struct v_rup *rup, uint8_t **values, struct v_error *error);

/* Ends a running solver and removes temporary files, if there are any. Safe in a signal handler. */
void v_solver_cleanup(void);

#endif
