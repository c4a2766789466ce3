/* The core DAG of a formula: docs/certificates.md 1.4 (core rewriting, tau, numbering). Node 0 is
 * the root; children have larger numbers, and so have the leaves of an E node's path formula. */
#ifndef VOUCH_CHECKER_CTL_CORE_FORMULA_H
#define VOUCH_CHECKER_CTL_CORE_FORMULA_H

#include "formats/fact.h"
#include "formats/formula.h"

enum core_op { CORE_ATOM, CORE_NOT, CORE_AND, CORE_OR, CORE_EX, CORE_EU, CORE_EG, CORE_E };

/* The kinds of facts that bound a node; FACT_NONE for operators that are not temporal. */
static inline enum fact_kind core_upper_fact(enum core_op op) {
  if (op == CORE_EG) return FACT_UPPER_EG;
  if (op == CORE_E) return FACT_UPPER_E;
  return op == CORE_EX || op == CORE_EU ? FACT_UPPER : FACT_NONE;
}
static inline enum fact_kind core_lower_fact(enum core_op op) {
  switch (op) {
  case CORE_EX: return FACT_LOWER_EX;
  case CORE_EU: return FACT_LOWER_EU;
  case CORE_EG: return FACT_LOWER_EG;
  case CORE_E: return FACT_LOWER_E;
  default: return FACT_NONE;
  }
}

struct core_node {
  enum core_op op;
  uint32_t lit;         /* CORE_ATOM: AIGER literal of the model (0 false, 1 true);
                           CORE_E: which of the path formulas */
  uint32_t left, right; /* children; unary operators use left; CORE_E: its own number */
};

/* A path formula in negation normal form; children before parents. */
enum path_op {
  PATH_LEAF,
  PATH_AND,
  PATH_OR,
  PATH_X,
  PATH_U,
  PATH_R,
  PATH_Y, /* from here on of the past */
  PATH_Z,
  PATH_S,
  PATH_T,
};
static inline unsigned path_arity(enum path_op op) {
  if (op == PATH_LEAF) return 0;
  return op == PATH_X || op == PATH_Y || op == PATH_Z ? 1 : 2;
}
struct path_node {
  enum path_op op;
  uint32_t left, right; /* in the same list; PATH_LEAF: left is the core node */
  uint32_t variable;    /* from PATH_X on: number of its elementary variable `e` among those of the
                           formula; that of `d` of PATH_X is the next */
  uint32_t fair;        /* PATH_U: its number among all U nodes of the formula */
};
struct path_formula {
  uint32_t node; /* the core node that it belongs to */
  struct path_node *nodes;
  size_t num_nodes; /* the last one is psi */
  size_t first_variable, num_variables, first_fair, num_fair;
};

struct core_formula {
  struct core_node *nodes;
  size_t num_nodes;
  struct path_formula *paths;      /* of the E nodes, in decreasing order of their numbers */
  size_t num_paths, num_variables; /* elementary variables of all of them */
  bool has_past;                   /* one of them has a past operator */
};

/* `fair`: the model has constraints or the fairness list is not empty, so tau is applied. */
void core_from_formula(struct core_formula *core, const struct formulas *arena, uint32_t root,
                       bool fair);
/* The same; map[k], for each formula k <= root of the arena, becomes the node that says the same,
 * as 2*node, or 2*node + 1 if it says the opposite; CORE_NOWHERE for path formulas and what the
 * root does not contain. */
#define CORE_NOWHERE UINT32_MAX
void core_from_formula_mapped(struct core_formula *core, const struct formulas *arena,
                              uint32_t root, bool fair, uint32_t *map);
/* !EG true */
void core_for_justice(struct core_formula *core);
/* The path formula of an E node. */
static inline const struct path_formula *core_path(const struct core_formula *core, uint32_t v) {
  return &core->paths[core->nodes[v].lit];
}
/* The first version of certificates that has such formulas; `scoped`: with fairness or assumptions.
 */
static inline unsigned core_version(const struct core_formula *core, bool scoped) {
  if (core->has_past) return 5;
  return core->num_paths > 0 || scoped ? 3 : 1;
}
/* The AIGER literals of all atoms, for elaboration. */
void core_atoms(const struct core_formula *core, struct lits *atoms);
void core_free(struct core_formula *core);

#endif
