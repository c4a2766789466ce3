/* A certificate in memory, and its text format: docs/certificates.md, section 6. All literals are
 * in the certificate's numbering (section 1.3). The reader checks syntax only; whether the
 * certificate proves anything is the validator's business.
 *
 * Everything is owned by the struct: the add functions copy, certificate_free frees. A zeroed
 * struct is empty. */
#ifndef VOUCH_FORMATS_CERTIFICATE_H
#define VOUCH_FORMATS_CERTIFICATE_H

#include "formats/fact.h"
#include "formats/support/fault.h"

#include <stdio.h>

enum { CERT_VERSION = 8 };    /* the latest one */
enum { CERT_VIEW_LOOPS = 6 }; /* the first one with loops in views */
enum { CERT_FOLLOWS = 6 };    /* the first one with inputs that follow predicates */
enum { CERT_INDUCTION = 7 };  /* the first one with induction over several steps */
enum { CERT_RETURNING = 8 };  /* the first one with loops in which not all latches return */
enum { CERT_MOST_BACK = 1000 };
enum cert_property { CERT_BAD, CERT_OUTPUT, CERT_JUSTICE, CERT_CTL };

/* "and lhs args.."; at least one argument. */
struct cert_gate {
  uint32_t lhs;
  struct lits args;
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
  uint32_t trace_loop;   /* CERT_JUSTICE */
  char *trace_returning; /* CERT_JUSTICE, version 8: a row of latches; NULL: there is none */

  /* everything else */
  struct cert_gate *gates;
  size_t num_gates, gates_capacity;
  unsigned version; /* that it says, 1 to CERT_VERSION, or needs, as far as that is not seen from
                       the rest: 3 for an E node or a scope in the formula, and for facts of E
                       nodes, 4 for gates over step literals, 5 for past operators */
  bool has_ghosts;  /* "ghosts" and "next": version 4 */
  struct lits ghosts, next;    /* initial values, 0 or 1; step literals, as many */
  bool has_saved;              /* "saved" and "relations": version 2; for views: version 6 */
  struct lits saved;           /* state literals */
  struct cert_gate *relations; /* gates over state literals, saved values and flags */
  size_t num_relations, relations_capacity;
  uint32_t invariant;
  uint32_t back; /* CERT_BAD, CERT_OUTPUT: "induction" over so many steps, version 7; 0: there is
                    none */
  struct fact *facts;
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
/* A gate of the relations. */
struct cert_gate *certificate_relation(struct certificate *c, uint32_t lhs, const uint32_t *args,
                                       size_t n);
/* The pointer is good until the next fact is added. */
struct fact *certificate_fact(struct certificate *c, enum fact_kind kind, uint32_t node,
                              uint32_t predicate);
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
