/* Reading a certificate (docs/certificates.md, section 6). Facts become obligations while they are read. */
#ifndef VOUCH_VALIDATOR_CERTIFICATE_H
#define VOUCH_VALIDATOR_CERTIFICATE_H

#include "validator/cnf.h"

/* The clauses of one CNF that must be unsatisfiable. */
struct v_obligation {
  const char *name, *meaning;
  uint32_t node, block; /* V_NONE where there is none */
  struct v_builder builder;
};

struct v_proof { size_t start, end, line; }; /* bytes in the certificate; number of its first line */

struct v_certificate {
  struct v_bytes bytes;
  struct v_property property;
  bool holds, is_trace;
  uint32_t steps, loop;         /* of a trace */
  const char *latches, *inputs; /* 0/1 per latch; the first "inputs" line, all such lines are equally long */
  const char *initial;          /* 0/1 per latch and observed input */
  uint32_t invariant;           /* R */
  uint32_t *upper, *lower;      /* bounds per node */
  struct v_obligation *obligations;
  struct v_proof *proofs;
  size_t num_obligations, num_proofs;
  bool has_proofs;
};

/* Takes over `bytes`; sets up *system with the gates of the certificate. Free both also after a failure. */
bool v_certificate_read(struct v_bytes bytes, const struct v_model *model, struct v_certificate *certificate, struct v_system *system,
                        struct v_error *error);
void v_certificate_free(struct v_certificate *certificate);

/* --- Between certificate.c and rules.c --- */
struct v_reader {
  struct v_text text;
  const struct v_model *model;
  struct v_certificate *c;
  struct v_system *s;
  struct v_builder *b;  /* the obligation in the making */
  struct v_map seen;    /* what must not, or must, occur twice */
  size_t obligation_capacity, proof_capacity;
  struct v_list guards, cubes, cube_start; /* the list of entries at hand: cube k is cubes[cube_start[k] .. cube_start[k+1]) */
  uint32_t serial;
};
/* " <literal>" of a state predicate */
bool v_predicate(struct v_reader *r, uint32_t *lit);
/* "facts <n>" and the facts, and the verdict's own obligations before and behind them. */
bool v_facts(struct v_reader *r);

#endif
