/* Obligations, the certificates they come from, and the proofs that discharge them. */
#ifndef VOUCH_VALIDATOR_KERNEL_CERTIFICATE_H
#define VOUCH_VALIDATOR_KERNEL_CERTIFICATE_H

#include "validator/kernel/model.h"
#include "validator/kernel/validator.h"

/* --- From constraint clauses over framed literals to a CNF with the fixed numbering
 * (docs/certificates.md, section 7). --- */
/* Literals are 2*variable+sign, variables count from 1; clause k is literals[start[k] ..
 * start[k+1]). */
struct v_cnf {
  uint32_t num_vars;
  struct v_list literals, start;
  uint64_t *framed; /* variable k+1 stands for the framed literal framed[k] */
};
/* copy * 2^33 + frame * 2^32 + literal, resolved; selectors and prefix variables are V_EXTRA +
 * 2*number. */
#define V_EXTRA ((uint64_t)1 << 62)
uint64_t v_framed(const struct v_system *s, uint32_t copy, uint32_t frame, uint32_t lit);

struct v_builder {
  const struct v_system *system;
  uint64_t *literals; /* clause after clause, each closed by UINT64_MAX */
  size_t size, capacity;
  uint32_t extras, cases;
  uint64_t *selectors;
  size_t selector_capacity;
  bool in_case; /* clauses get the complement of the last selector */
};

void v_clause(struct v_builder *b, const uint64_t *literals, size_t count);
void v_unit(struct v_builder *b, uint32_t copy, uint32_t frame, uint32_t lit);
uint64_t v_extra(struct v_builder *b); /* a new variable */
void v_case(struct v_builder *b);      /* what follows is one more case */
void v_context(struct v_builder *b);   /* what follows belongs to all cases */
/* False, and an empty CNF, if it would have more than `most` variables. */
bool v_cnf_build(const struct v_builder *b, uint64_t most, struct v_cnf *cnf,
                 struct v_error *error);

bool v_cnf_write(const struct v_cnf *cnf, FILE *file); /* DIMACS; false on a write error */
/* Writes a CNF or bytes; `mode` as for fopen. */
bool v_write_file(const char *path, const char *mode, const struct v_cnf *cnf, const void *bytes,
                  size_t size, struct v_error *error);
void v_cnf_free(struct v_cnf *cnf);

/* --- Reading a certificate (docs/certificates.md, section 6). Facts become obligations while they
 * are read. --- */
/* The clauses of one CNF that must be unsatisfiable. */
struct v_obligation {
  const char *name, *meaning;
  uint32_t node, block; /* V_NONE where there is none */
  struct v_builder builder;
};

struct v_proof {
  size_t start, end, line;
}; /* bytes in the certificate; number of its first line */

struct v_certificate {
  struct v_bytes bytes;
  uint64_t input_bytes; /* of model and certificate: limits depend on it */
  struct v_property property;
  bool holds, is_trace;
  uint32_t steps, loop;         /* of a trace; loop V_NONE: wherever it closes */
  const char *latches, *inputs; /* 0/1 per latch; 0/1 per input of the first step */
  size_t stride;                /* from the inputs of one step to those of the next */
  const char *initial;          /* 0/1 per latch and observed input */
  uint32_t invariant;           /* R */
  uint32_t *upper, *lower;      /* bounds per node */
  struct v_obligation *obligations;
  struct v_proof *proofs; /* per obligation, if has_proofs */
  size_t num_obligations;
  bool has_proofs;
};
/* Takes over `bytes`; sets up *system with the gates of the certificate. Free both also after a
 * failure. */
bool v_certificate_read(enum validator_format format, struct v_bytes bytes,
                        const struct v_model *model, const char *wanted,
                        struct v_certificate *certificate, struct v_system *system,
                        struct v_error *error);
void v_certificate_free(struct v_certificate *certificate);

/* --- Between certificate.c, rules.c and foreign.c --- */
struct v_reader {
  struct v_text text;
  const struct v_model *model;
  struct v_certificate *c;
  struct v_system *s;
  struct v_builder *b; /* the obligation in the making */
  struct v_map seen;   /* what must not, or must, occur twice */
  size_t obligation_capacity;
  struct v_list guards, cubes, cube_start; /* the list of entries at hand: cube k is
                                              cubes[cube_start[k] .. cube_start[k+1]) */
  uint32_t serial;
  uint64_t chains;    /* literals of wall chains so far */
  const char *wanted; /* the property that the auditor asked for, or NULL */
};
/* " <literal>" of a state predicate */
bool v_predicate(struct v_reader *r, uint32_t *lit);
/* "facts <n>" and the facts, and the verdict's own obligations before and behind them. */
bool v_facts(struct v_reader *r);
/* The obligations of a bad property with the invariant C -> c->invariant, over states and inputs.
 */
void v_invariant_of_bad(struct v_reader *r);
bool v_certifaiger_read(struct v_reader *r);
bool v_witness_read(struct v_reader *r);

/* --- Two judges of refutations: LRAT with hints, linear and without search; DRAT without hints, by
 * unit propagation --- */
/* True iff `text`, whose first line has number `line`, refutes the CNF. */
bool v_lrat_check(const struct v_cnf *cnf, const char *text, size_t size, size_t line,
                  struct v_error *error);
/* A set of clauses under unit propagation. Whatever is added to it must be implied by what is
 * there, or be an input clause. */
struct v_rup;
struct v_rup *v_rup_new(const struct v_cnf *cnf);
bool v_rup_refuted(const struct v_rup *rup); /* the empty clause was derived */
/* Adds the clause if unit propagation refutes its complement; false otherwise. */
bool v_rup_lemma(struct v_rup *rup, const uint32_t *literals, size_t count);
/* Reads a binary DRAT proof, lemma by lemma, until the empty clause is derived. */
bool v_drat_check(struct v_rup *rup, const struct v_bytes *proof, struct v_error *error);
void v_rup_free(struct v_rup *rup);

/* --- Solvers, for certificates without proofs. Answers are checked: "unsatisfiable" by its proof,
 * "satisfiable" by evaluation. --- */
enum v_answer { V_REFUTED, V_SATISFIED, V_NO_ANSWER };

struct v_solver {
  const char *name; /* NULL: kissat, else cadical */
  unsigned way;     /* how to call it; found by trying */
};
/* V_REFUTED after `rup` has accepted the proof; V_SATISFIED with the value of variable k in
 * values[k] (0 or 1, freed by the caller); otherwise *error says why not. */
enum v_answer v_solve(struct v_solver *solver, const struct v_cnf *cnf, struct v_rup *rup,
                      uint8_t **values, struct v_error *error);
/* Ends a running solver and removes temporary files, if there are any. Safe in a signal handler. */
void v_solver_cleanup(void);

#endif
