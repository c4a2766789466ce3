/* The core of CTL* (docs/certificates.md, 1.4): atoms, !, &, |, EX, EU, EG, E of path formulas;
 * removing fairness; the numbers of nodes. */
#ifndef VOUCH_VALIDATOR_KERNEL_CORE_FORMULA_H
#define VOUCH_VALIDATOR_KERNEL_CORE_FORMULA_H

#include "validator/kernel/memory.h"

/* V_BOTH is &. From V_X on path formulas; ! & | of path formulas are some, too. */
enum v_op { V_ATOM, V_NOT, V_BOTH, V_OR, V_EX, V_EU, V_EG, V_E, V_X, V_Y, V_Z, V_U, V_R, V_S, V_T };

struct v_node {
  enum v_op op;
  uint32_t left, right; /* children, or twice the only one; V_ATOM: the literal */
  uint32_t complement;  /* of a path formula; V_NONE: it is none */
};
/* Core nodes, children before parents: equal formulas have equal indices. */
struct v_core {
  struct v_node *at;
  size_t size, capacity;
  struct v_map map; /* from operator and children to the node */
  /* What was read before a formula (1.2): roots, and how many nodes there were behind them. */
  struct v_list fair, assume;
  size_t timeless;
};

/* A part of the path formula of an E node. */
struct v_part {
  enum v_op op;         /* V_ATOM: a leaf */
  uint32_t left, right; /* parts before it, counted from the first; of a leaf: left is its node */
  uint32_t variables, untils; /* elementary variables and V_U parts before it, of all E nodes */
};
/* A formula, numbered as specified: node 0 is the root. A V_E node has the parts left .. right-1,
 * of which the last is its path formula. */
struct v_numbered {
  struct v_node *nodes;
  size_t num_nodes;
  V_LIST_OF(struct v_part) parts;
  uint32_t variables, untils; /* of all parts */
  bool has_past;              /* V_Y, V_Z, V_S or V_T is among them */
};

/* The node, whose only child is `left` if its operator has one argument; !!f is f, and path
 * formulas are kept in negation normal form. Children are below 2^29, and so are literals. */
uint32_t v_core_node(struct v_core *core, enum v_op op, uint32_t left, uint32_t right);
bool v_is_path(const struct v_core *core, uint32_t f);
/* tau of `root`. */
uint32_t v_core_remove_fairness(struct v_core *core, uint32_t root);
/* The nodes below `root`, children renumbered, and the parts of path formulas. */
void v_core_number(const struct v_core *core, uint32_t root, struct v_numbered *result);
void v_core_free(struct v_core *core);

#endif
