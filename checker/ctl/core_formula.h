/* The core DAG of a formula: docs/certificates.md 1.4 (core rewriting, tau, numbering). Node 0 is
 * the root; children have larger numbers. */
#ifndef VOUCH_CHECKER_CTL_CORE_FORMULA_H
#define VOUCH_CHECKER_CTL_CORE_FORMULA_H

#include "formats/fact.h"
#include "formats/formula.h"

enum core_op { CORE_ATOM, CORE_NOT, CORE_AND, CORE_OR, CORE_EX, CORE_EU, CORE_EG };

/* The kinds of facts that bound a node; FACT_NONE for operators that are not temporal. */
static inline enum fact_kind core_upper_fact(enum core_op op) {
  if (op == CORE_EG) return FACT_UPPER_EG;
  return op == CORE_EX || op == CORE_EU ? FACT_UPPER : FACT_NONE;
}
static inline enum fact_kind core_lower_fact(enum core_op op) {
  switch (op) {
  case CORE_EX: return FACT_LOWER_EX;
  case CORE_EU: return FACT_LOWER_EU;
  case CORE_EG: return FACT_LOWER_EG;
  default: return FACT_NONE;
  }
}

struct core_node {
  enum core_op op;
  uint32_t lit;         /* CORE_ATOM: AIGER literal of the model (0 false, 1 true) */
  uint32_t left, right; /* children; unary operators use left */
};

struct core_formula {
  struct core_node *nodes;
  size_t num_nodes;
};

/* `fair`: the model has constraints or the fairness list is not empty, so tau is applied. */
void core_from_formula(struct core_formula *core, const struct formulas *arena, uint32_t root,
                       bool fair);
/* !EG true */
void core_for_justice(struct core_formula *core);
/* The AIGER literals of all atoms, for elaboration. */
void core_atoms(const struct core_formula *core, struct lits *atoms);
void core_free(struct core_formula *core);

#endif
