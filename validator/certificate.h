/* Reading a certificate (docs/certificates.md, section 6). */
#ifndef VOUCH_VALIDATOR_CERTIFICATE_H
#define VOUCH_VALIDATOR_CERTIFICATE_H

#include "validator/system.h"

/* Things first .. first+count-1 of the array of their kind in the certificate. */
struct v_span {
  uint32_t first, count;
};

/* "choice", "rank" or "step": a predicate and a cube of step inputs. */
struct v_entry {
  uint32_t guard;
  struct v_span cube;
};

/* A list of "rank" entries over a base: E_0 = base, E_k = !and(!E_(k-1), !g_k). */
struct v_ranks {
  struct v_span entries;
  uint32_t base;  /* literal; set when facts are processed */
  uint32_t gates; /* literal of the first of the gates !E_1, !E_2, .. */
};

struct v_lasso {
  struct v_span steps;
  uint32_t at; /* the position for fairness j is positions[at+j] */
};

enum v_step_kind { V_WALL, V_DEAD, V_UNBORN, V_SIDE, V_END };
struct v_step {
  enum v_step_kind kind;
  uint32_t literal;
  struct v_span fair; /* V_SIDE, V_END */
};

struct v_block {
  uint32_t region;
  struct v_span steps; /* the last one is V_END */
};

enum v_fact_kind { V_UPPER, V_UPPER_EG, V_LOWER_EX, V_LOWER_EU, V_LOWER_EG };
struct v_fact {
  enum v_fact_kind kind;
  uint32_t node;
  uint32_t bound;        /* Q; that of EU lower, EG lower and EG upper is set when facts are processed */
  struct v_span choices; /* EX lower, or of the region */
  struct v_ranks ranks;  /* EU lower, EG lower */
  struct v_span lassos;  /* EG lower */
  bool has_region;
  uint32_t region;
  struct v_span covers;  /* of the region: per fairness */
  struct v_span blocks;  /* EG upper */
};

struct v_proof {
  size_t start, end; /* bytes in the certificate */
  size_t line;
};

struct v_certificate {
  struct v_bytes bytes;
  struct v_property property;
  bool holds, is_trace;
  size_t steps, loop;    /* of a trace */
  const char *latches, *inputs; /* 0/1 per latch; the first "inputs" line, all lines are equally long */
  uint32_t invariant;
  const char *initial;   /* 0/1 per latch and observed input, or NULL */
  struct v_fact *facts;
  struct v_entry *entries;
  struct v_lasso *lassos;
  struct v_ranks *covers;
  struct v_block *blocks;
  struct v_step *chain;  /* the steps of all blocks */
  struct v_list literals, positions, fair;
  struct v_proof *proofs;
  bool has_proofs;
  size_t num_facts, num_entries, num_lassos, num_covers, num_blocks, num_chain, num_proofs;
};

/* Takes over `bytes`; sets up *system with the gates of the certificate. Free both also after a failure. */
bool v_certificate_read(struct v_bytes bytes, const struct v_model *model, struct v_certificate *certificate, struct v_system *system,
                        struct v_error *error);
void v_certificate_free(struct v_certificate *certificate);

#endif
