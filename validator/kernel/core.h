/* The core of CTL* (docs/certificates.md, 1.4): atoms, !, &, |, EX, EU, EG, E of path formulas;
 * removing fairness; the numbers of nodes. */
#ifndef VOUCH_VALIDATOR_KERNEL_CORE_H
#define VOUCH_VALIDATOR_KERNEL_CORE_H

#include "validator/kernel/map.h"

/* Path formulas from V_X on; V_PATH_AND and V_PATH_OR have one on at least one side. */
enum v_op {
  V_ATOM,
  V_NOT,
  V_AND_NODE,
  V_OR,
  V_EX,
  V_EU,
  V_EG,
  V_E,
  V_X,
  V_U,
  V_R,
  V_PATH_AND,
  V_PATH_OR
};

struct v_node {
  enum v_op op;
  uint32_t left, right; /* children; V_ATOM: left is the literal; right is 0 where there is none */
  uint32_t complement;  /* of a path formula, which is in negation normal form */
};
/* A growing set of core nodes without repetition: equal formulas have equal indices. Children
 * precede parents. */
struct v_core {
  struct v_node *at;
  size_t size, capacity;
  struct v_map map; /* from operator and children to the node */
};

/* A part of the path formula of an E node, children first. */
struct v_part {
  enum v_op op;         /* V_ATOM: a leaf */
  uint32_t left, right; /* parts; of a leaf: left is its node */
  uint32_t variables;   /* elementary variables that come before its own */
  uint32_t untils;      /* V_U parts before it */
};
/* A formula, numbered as specified: node 0 is the root. A V_E node has the parts left .. right-1,
 * of which the last is its path formula. */
struct v_numbered {
  struct v_node *nodes;
  struct v_part *parts;
  size_t num_nodes, num_parts, capacity;
  uint32_t variables, untils; /* of all parts */
};

static inline bool v_is_path(const struct v_core *core, uint32_t f) {
  return core->at[f].op >= V_X;
}
static inline uint32_t v_own_variables(enum v_op op) {
  return op == V_X ? 2 : op == V_U || op == V_R;
}
/* The node; !!f is f. Children are below 2^29, and so are literals. */
uint32_t v_core_node(struct v_core *core, enum v_op op, uint32_t left, uint32_t right);
/* V_X, V_U, V_R, V_PATH_AND or V_PATH_OR, together with its complement. */
uint32_t v_core_path(struct v_core *core, enum v_op op, uint32_t left, uint32_t right);
/* !f of a formula or path formula. */
uint32_t v_core_not(struct v_core *core, uint32_t f);
/* tau of `root`. */
uint32_t v_core_remove_fairness(struct v_core *core, uint32_t root);
/* The nodes below `root`, children renumbered, and the parts of path formulas. */
void v_core_number(const struct v_core *core, uint32_t root, struct v_numbered *result);
void v_core_free(struct v_core *core);

#endif
