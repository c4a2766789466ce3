/* The elaborated system (docs/certificates.md, 1.3), with the gates of a certificate on top. */
#ifndef VOUCH_VALIDATOR_KERNEL_SYSTEM_H
#define VOUCH_VALIDATOR_KERNEL_SYSTEM_H

#include "validator/kernel/property.h"

/* What a literal may be named as; several are possible. */
enum v_role {
  V_INTERNAL = 0, /* a gate of the rules: certificates cannot name it */
  V_STATE = 1,
  V_PREDICATE = 2, /* a state literal without elementary variables in its cone */
  V_RELATION = 4,  /* a predicate, or one of a loop, in which version 6 has any state literals */
  V_STEP_INPUT = 8,
  V_STEP = 16, /* of the state and the step, without elementary variables: for ghosts to read */
  V_OF_STATE = V_STATE | V_PREDICATE | V_RELATION | V_STEP,
};

struct v_system {
  const struct v_model *model;
  struct v_numbered formula; /* without nodes for bad and output */
  struct v_list fairness;    /* the fairness list */
  struct v_list states;      /* B_j: the monitor or the fairness literal itself */
  uint8_t *roles;            /* per variable: those of its literals */
  size_t role_capacity;
  uint32_t first_promise;   /* M+F+I+1: elementary variables, then the inputs that feed them */
  uint32_t first_gate;      /* M+F+I+2T+1: the ghosts, then the gates */
  struct v_list ghosts;     /* what ghost k, variable first_gate+k, is reset to: 0 or 1 */
  struct v_list gate_start; /* of variable first_gate+k: arguments[gate_start[k] .. */
  struct v_list arguments;
  struct v_list after; /* what variable first_gate+k is after a step; V_NONE: a gate */
  /* What loops speak of besides the state (section 4): the value that saved[k] had where the walk
   * began is variable first_saved+k, "B_j was met since" variable first_flag+j, relations come
   * behind them. V_NONE: the certificate has none. */
  struct v_list saved;
  uint32_t first_saved, first_flag;
  uint32_t constraint; /* the literal C */
  bool all_inputs;
};

void v_system_init(struct v_system *s, const struct v_model *model, struct v_property *property,
                   bool all_inputs);
void v_system_free(struct v_system *s);

uint32_t v_num_variables(const struct v_system *s);
uint32_t v_monitor(const struct v_system *s, uint32_t j); /* literal, whether or not it is used */
uint32_t v_fresh(const struct v_system *s, uint32_t input);
bool v_has_role(const struct v_system *s, uint32_t lit, enum v_role role);
/* The flag of place j in the fairness of a view: `before` as in struct v_view. */
uint32_t v_flag(const struct v_system *s, uint32_t j, uint32_t before);
bool v_is_observed(const struct v_system *s, size_t input);
/* An elementary variable of node v. */
bool v_is_promise(const struct v_system *s, uint32_t v, uint32_t lit);
/* The arguments of the gate of variable `var`; none, and NULL, when it is no gate. */
const uint32_t *v_gate(const struct v_system *s, uint32_t var, size_t *count);
/* Adds a gate, with those of these roles that all its arguments have, and returns its literal.
 * Without arguments it is no gate: a free variable. */
uint32_t v_add_gate(struct v_system *s, unsigned roles, const uint32_t *arguments, size_t count);
/* Marks in `seen` all variables of the model that the literals `todo` depend on; empties `todo`. */
void v_cone(const struct v_model *model, struct v_list *todo, bool through_latches, uint8_t *seen);

/* --- Evaluation: one byte per variable of the system --- */
/* Values of all gates from those of inputs and latches. */
void v_evaluate_gates(const struct v_system *s, uint8_t *value);
static inline bool v_value(const uint8_t *value, uint32_t lit) {
  return value[lit / 2] ^ (lit & 1);
}

#endif
