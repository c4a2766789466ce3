/* From constraint clauses over framed literals to a CNF with the fixed numbering
 * (docs/certificates.md, section 7). */
#ifndef VOUCH_VALIDATOR_KERNEL_CNF_H
#define VOUCH_VALIDATOR_KERNEL_CNF_H

#include "validator/kernel/system.h"

/* A framed literal: copy * 2^33 + frame * 2^32 + literal, resolved; selectors and prefix variables
 * are V_EXTRA + 2*number. */
#define V_COPY_SHIFT 33
#define V_FRAME_SHIFT 32
#define V_EXTRA ((uint64_t)1 << 62)
#define V_END_OF_CLAUSE UINT64_MAX
uint64_t v_framed(const struct v_system *s, uint32_t copy, uint32_t frame, uint32_t lit);
/* The literal in step `step` of a row: its copies are steps, each from where the one before it
 * leads to. */
uint64_t v_in_row(const struct v_system *s, uint32_t step, uint32_t lit);
int v_compare_framed(const void *a, const void *b); /* for qsort: the order of the numbering */

/* The constraint clauses of one obligation.
 *
 * Cases are alternatives: the CNF says that one of them is violated. Each has a selector s_k, whose
 * complement stands first in every clause of the case, and the last clause is s_1 .. s_n. Example:
 * the context R with the two cases "S & !Q" and "P & Q(N) & !Q" becomes
 *
 *     R                              context: no selector
 *     -s1 S      -s1 -Q              case 1
 *     -s2 P      -s2 Q(N)   -s2 -Q   case 2
 *     s1 s2
 *
 * One case alone needs no selector: its clauses stand as they are, without -s1 and the last clause.
 * That is known only at the end, so the selector is stored and left out by v_cnf_build. */
struct v_builder {
  const struct v_system *system;
  V_LIST_OF(uint64_t) literals; /* clause after clause, each closed by V_END_OF_CLAUSE */
  uint32_t extras;              /* variables that v_extra made */
  struct v_list selectors;      /* those of the cases, by number */
  bool in_case;                 /* clauses get the complement of the last selector */
  bool is_row;                  /* all literals are those of v_in_row */
};

/* A clause; one more case that starts with a unit clause for each literal. The literals are framed
 * and end with V_END_OF_CLAUSE, which the macros add. */
void v_clause(struct v_builder *b, const uint64_t *literals);
void v_case_of(struct v_builder *b, const uint64_t *literals);
#define V_FRAMED(...) ((const uint64_t[]){__VA_ARGS__, V_END_OF_CLAUSE})
#define V_CLAUSE(b, ...) v_clause(b, V_FRAMED(__VA_ARGS__))
#define V_CASE(b, ...) v_case_of(b, V_FRAMED(__VA_ARGS__))
void v_unit(struct v_builder *b, uint32_t copy, uint32_t frame, uint32_t lit);
uint64_t v_extra(struct v_builder *b); /* a new variable */
void v_case(struct v_builder *b);      /* what follows is one more case */
void v_context(struct v_builder *b);   /* what follows belongs to all cases */
void v_builder_free(struct v_builder *b);

/* Literals are 2*variable+sign, from variable 1 on; clause k: literals[start[k] .. start[k+1]). */
struct v_cnf {
  uint32_t num_vars;
  struct v_list literals, start;
  V_LIST_OF(uint64_t) framed; /* variable k+1 stands for the framed literal framed[k] */
};
void v_cnf_build(const struct v_builder *b, struct v_cnf *cnf);
size_t v_cnf_clauses(const struct v_cnf *cnf);
void v_cnf_free(struct v_cnf *cnf);

#endif
