/* A certificate in memory, and its text format: docs/certificates.md, section 6. All literals are
 * in the certificate's numbering (section 1.3). The reader checks syntax only; whether the
 * certificate proves anything is the validator's business.
 *
 * Everything is owned by the struct: the add functions copy, certificate_free frees. A zeroed
 * struct is empty. */
#ifndef VOUCH_FORMATS_CERTIFICATE_H
#define VOUCH_FORMATS_CERTIFICATE_H

#include "formats/support/fault.h"
#include "formats/support/vector.h"

#include <stdio.h>

enum cert_property { CERT_BAD, CERT_OUTPUT, CERT_JUSTICE, CERT_CTL };

/* "and lhs args.."; at least one argument. */
struct cert_gate {
  uint32_t lhs;
  struct lits args;
};

/* A line with a guard and a cube of step inputs: choice, rank, step. */
struct cert_choice {
  uint32_t guard;
  struct lits inputs;
};
struct cert_choices {
  struct cert_choice *at;
  size_t size, capacity;
};

struct cert_lasso {
  struct cert_choices steps;
  struct lits at; /* one position per fairness; empty when there is none */
};

struct cert_region {
  uint32_t inside; /* K */
  struct cert_choices choices;
  struct cert_choices *covers; /* one ranked list per fairness, num_covers of them */
  size_t num_covers;
};

enum cert_step_kind { CERT_WALL, CERT_DEAD, CERT_UNBORN, CERT_SIDE };
struct cert_step {
  enum cert_step_kind kind;
  uint32_t predicate;
  struct lits fair; /* CERT_SIDE */
};
struct cert_block {
  uint32_t closed; /* G */
  struct cert_step *steps;
  size_t num_steps, steps_capacity;
  struct lits end_fair;
};

enum cert_fact_kind { CERT_UPPER, CERT_LOWER_EX, CERT_LOWER_EU, CERT_LOWER_EG, CERT_UPPER_EG };
struct cert_fact {
  enum cert_fact_kind kind;
  uint32_t node;
  uint32_t predicate; /* Q: CERT_UPPER, CERT_LOWER_EX */
  struct cert_choices
      ranks; /* choices of CERT_LOWER_EX; ranks of CERT_LOWER_EU and CERT_LOWER_EG */
  struct cert_lasso *lassos; /* CERT_LOWER_EG */
  size_t num_lassos, lassos_capacity;
  bool has_region;
  struct cert_region region;
  struct cert_block *blocks; /* CERT_UPPER_EG */
  size_t num_blocks, blocks_capacity;
};

/* LRAT text of obligation k: whole lines, each with its newline. */
struct cert_proof {
  char *text;
  size_t size;
};

struct certificate {
  char model_sha256[65]; /* lower-case hexadecimal, NUL-terminated */
  enum cert_property property;
  uint32_t index;  /* N of bad, output, justice */
  char *formula;   /* CERT_CTL: canonical form */
  bool inputs_all; /* CERT_CTL: "inputs all" */
  bool holds;      /* the verdict */

  /* bad, output, justice that fails: nothing else follows. Rows are NUL-terminated strings of 0 and
   * 1 ("" if there are no bits). */
  char *trace_latches;
  char **trace_inputs; /* one row per step */
  size_t trace_steps;
  uint32_t trace_loop; /* CERT_JUSTICE */

  /* everything else */
  struct cert_gate *gates;
  size_t num_gates, gates_capacity;
  uint32_t invariant;
  struct cert_fact *facts;
  size_t num_facts, facts_capacity;
  char *initial; /* CERT_CTL that fails: bits, "" if there are none */
  bool has_proofs;
  struct cert_proof *proofs;
  size_t num_proofs;
};

/* Does the certificate consist of a trace (and nothing else)? */
static inline bool certificate_is_trace(const struct certificate *c) {
  return c->property != CERT_CTL && !c->holds;
}

struct cert_gate *certificate_gate(struct certificate *c, uint32_t lhs, const uint32_t *args,
                                   size_t n);
/* The pointers are good until the next fact (lasso, block) is added. */
struct cert_fact *certificate_fact(struct certificate *c, enum cert_fact_kind kind, uint32_t node,
                                   uint32_t predicate);
struct cert_lasso *cert_fact_lasso(struct cert_fact *fact);
struct cert_block *cert_fact_block(struct cert_fact *fact, uint32_t closed);
void cert_block_step(struct cert_block *block, enum cert_step_kind kind, uint32_t predicate,
                     const uint32_t *fair, size_t n);
void cert_choices_add(struct cert_choices *choices, uint32_t guard, const uint32_t *inputs,
                      size_t n);
/* Appends a row of a trace; `bits` has one character '0' or '1' per input. */
void certificate_trace_step(struct certificate *c, const char *bits);

/* False on a write error (errno is set). The bytes depend on the contents only. Needs what section
 * 6 demands: e.g. a trace with at least one step. */
bool certificate_write(const struct certificate *c, FILE *file);

/* Both leave *c empty when they return false; messages carry the line and what was expected. */
bool certificate_read_file(const char *path, struct certificate *c, struct fault *fault);
bool certificate_read_memory(const char *name, const unsigned char *bytes, size_t size,
                             struct certificate *c, struct fault *fault);

void certificate_free(struct certificate *c);

#endif
