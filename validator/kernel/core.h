/* The core of CTL (docs/certificates.md, 1.4): atoms, !, &, |, EX, EU, EG; removing fairness; the
 * numbers of nodes. */
#ifndef VOUCH_VALIDATOR_KERNEL_CORE_H
#define VOUCH_VALIDATOR_KERNEL_CORE_H

#include "validator/kernel/map.h"

enum v_op { V_ATOM, V_NOT, V_AND_NODE, V_OR, V_EX, V_EU, V_EG };

struct v_node {
  enum v_op op;
  uint32_t left, right; /* children; V_ATOM: left is the literal; right is 0 where there is none */
};
/* A growing set of core nodes without repetition: equal formulas have equal indices. Children
 * precede parents. */
struct v_core {
  struct v_node *at;
  size_t size, capacity;
  struct v_map map; /* from operator and children to the node */
};

/* The node; !!f is f. Children are below 2^29, and so are literals. */
uint32_t v_core_node(struct v_core *core, enum v_op op, uint32_t left, uint32_t right);
/* tau of `root`. */
uint32_t v_core_remove_fairness(struct v_core *core, uint32_t root);
/* The nodes below `root` in the numbering of the specification: node 0 is the root, children are
 * renumbered. */
void v_core_number(const struct v_core *core, uint32_t root, struct v_node **nodes, size_t *count);
void v_core_free(struct v_core *core);

#endif
