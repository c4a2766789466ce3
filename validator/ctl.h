/* Canonical CTL formulas (docs/certificates.md, 1.4): reading, printing, the core, removing fairness, numbers of nodes. */
#ifndef VOUCH_VALIDATOR_CTL_H
#define VOUCH_VALIDATOR_CTL_H

#include "validator/aiger.h"

enum v_op { V_ATOM, V_NOT, V_AND_NODE, V_OR, V_EX, V_EU, V_EG };

struct v_node {
  enum v_op op;
  uint32_t left, right; /* children; V_ATOM: left is the literal; right is 0 where there is none */
};

/* A growing set of core nodes without repetition: equal formulas have equal indices. Children precede parents. */
struct v_core {
  struct v_node *at;
  size_t size, capacity;
  struct v_map map; /* from operator and children to the node */
};

/* The section of a symbol kind or positional atom, one of i l o b c f; NULL for others. */
const struct v_list *v_section(const struct v_model *model, char kind);
/* Reads `text` over the model and gives the core node of it. *printed (may be NULL) gets the formula in canonical
 * spacing, which the caller frees. Positions in messages are columns, from 1. */
bool v_ctl_read(const struct v_model *model, const char *text, size_t size, struct v_core *core, uint32_t *root, char **printed,
                struct v_error *error);
uint32_t v_core_node(struct v_core *core, enum v_op op, uint32_t left, uint32_t right);
/* tau of `root`. */
uint32_t v_core_remove_fairness(struct v_core *core, uint32_t root);
/* The nodes below `root` in the numbering of the specification: node 0 is the root, children are renumbered. */
void v_core_number(const struct v_core *core, uint32_t root, struct v_node **nodes, size_t *count);
void v_core_free(struct v_core *core);

#endif
