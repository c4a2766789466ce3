/* From constraint clauses over framed literals to a CNF with the fixed numbering (docs/certificates.md, section 7). */
#ifndef VOUCH_VALIDATOR_CNF_H
#define VOUCH_VALIDATOR_CNF_H

#include "validator/system.h"

#include <stdio.h>

/* Literals are 2*variable+sign, variables count from 1; clause k is literals[start[k] .. start[k+1]). */
struct v_cnf {
  uint32_t num_vars;
  struct v_list literals, start;
  uint64_t *framed; /* variable k+1 stands for the framed literal framed[k] */
};

/* copy * 2^33 + frame * 2^32 + literal, resolved; selectors and prefix variables are V_EXTRA + 2*number. */
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
void v_cnf_build(const struct v_builder *b, struct v_cnf *cnf);

bool v_cnf_write(const struct v_cnf *cnf, FILE *file); /* DIMACS; false on a write error */
void v_cnf_free(struct v_cnf *cnf);

#endif
