/* The model, formulas over it, and the elaborated system of a property. */
#ifndef VOUCH_VALIDATOR_KERNEL_MODEL_H
#define VOUCH_VALIDATOR_KERNEL_MODEL_H

#include "validator/kernel/common.h"
#include "validator/kernel/core.h"

/* --- A reader for AIGER 1.9, ASCII and binary, that accepts only well-formed models. --- */
enum v_kind { V_UNDEFINED, V_INPUT, V_LATCH, V_AND }; /* what defines a variable */

struct v_symbol {
  char kind;        /* one of i l o b c j f */
  uint32_t index;   /* position in that section */
  const char *name; /* in the bytes of the model; not terminated */
  uint32_t length;
};
/* After a successful read every literal denotes a constant or a defined variable and gates have no
 * cycles. */
struct v_model {
  struct v_bytes bytes; /* the file; owned */
  uint32_t maxvar;
  uint8_t *kind;        /* per variable 0..maxvar; the constant is V_UNDEFINED */
  uint32_t *index;      /* per variable: position among the inputs, latches or gates */
  struct v_list inputs; /* literals */
  struct v_list latches, next,
      reset;              /* latch k: its literal, next literal, and reset: 0, 1 or its literal */
  struct v_list lhs, rhs; /* gate k is lhs[k] = rhs[2k] & rhs[2k+1] */
  struct v_list order;    /* gate numbers, arguments before gates */
  struct v_list outputs, bad, constraints, fairness;
  struct v_list justice,
      justice_start; /* set k is justice[justice_start[k] .. justice_start[k+1]) */
  struct v_symbol *symbols;
  size_t num_symbols;
  const char *comment; /* from its c on, to the zero byte behind the file; or NULL */
};
/* Takes over `bytes`. On failure the model can and must still be freed. */
bool v_model_read(struct v_bytes bytes, struct v_model *model, struct v_error *error);
/* The same with another word for it in messages: "witness". */
bool v_model_read_as(const char *what, struct v_bytes bytes, struct v_model *model,
                     struct v_error *error);
void v_model_free(struct v_model *model);

/* The section of a symbol kind or positional atom, one of i l o b c f; NULL for others. */
const struct v_list *v_section(const struct v_model *model, char kind);

/* --- The elaborated system of a model and a property (docs/certificates.md, 1.3), with the gates
 * of a certificate on top. --- */
enum v_property_kind { V_BAD, V_OUTPUT, V_JUSTICE, V_CTL };

struct v_property {
  enum v_property_kind kind;
  uint32_t number; /* bad, output, justice */
  uint32_t last;   /* bad, output: number .. last are meant; the same except in witness circuits */
  struct v_core core; /* ctl */
  uint32_t root;      /* ctl: the core formula before fairness is removed */
  char *text;         /* as given: "bad 0", "ctl AG .." */
};
/* Reads "bad N", "output N", "justice N" or "ctl F"; free it also after a failure. */
bool v_property_read(const struct v_model *model, const char *text, size_t size,
                     struct v_property *property, struct v_error *error);
void v_property_free(struct v_property *property);
/* The section of the literals that V_BAD or V_OUTPUT speaks of. */
static inline const struct v_list *v_bad_section(const struct v_model *m,
                                                 const struct v_property *p) {
  return p->kind == V_BAD ? &m->bad : &m->outputs;
}

struct v_system {
  const struct v_model *model;
  struct v_node *nodes; /* numbered as specified; none for bad and output */
  size_t num_nodes;
  struct v_list fairness;   /* the fairness list */
  struct v_list states;     /* B_j: the monitor or the fairness literal itself */
  uint8_t *observed;        /* per input */
  uint8_t *open;            /* per variable of the model: its cone contains an unobserved input */
  uint32_t first_gate;      /* M+F+I+1; gates from there on: */
  struct v_list gate_start; /* gate first_gate+k has arguments[gate_start[k] .. gate_start[k+1]) */
  struct v_list arguments;
  uint32_t internal;   /* gates from this variable on are not the certificate's; not all of them are
                          predicates */
  uint32_t constraint; /* the literal C */
  bool all_inputs;
};

void v_system_init(struct v_system *s, const struct v_model *model, struct v_property *property,
                   bool all_inputs);
void v_system_free(struct v_system *s);

uint32_t v_num_variables(const struct v_system *s);
uint32_t v_monitor(const struct v_system *s, uint32_t j); /* literal, whether or not it is used */
uint32_t v_fresh(const struct v_system *s, uint32_t input);
bool v_is_state(const struct v_system *s, uint64_t lit); /* a predicate */
bool v_is_step_input(const struct v_system *s, uint64_t lit);
/* The arguments of the gate of variable `var`, or NULL when it is none. */
const uint32_t *v_gate(const struct v_system *s, uint32_t var, size_t *count);
/* Adds a gate of at least one argument and returns its literal. */
uint32_t v_add_gate(struct v_system *s, const uint32_t *arguments, size_t count);
/* Marks in `seen` (a byte per variable of the model) all variables that the literals `todo` depend
 * on; frees `todo`. */
void v_cone(const struct v_model *model, struct v_list *todo, bool through_latches, uint8_t *seen);

/* --- Evaluation: one byte per variable of the system --- */
/* Values of all gates of the model from those of inputs and latches. */
void v_evaluate_model(const struct v_model *model, uint8_t *value);
/* And of all other gates. */
void v_evaluate_gates(const struct v_system *s, uint8_t *value);
static inline bool v_value(const uint8_t *value, uint32_t lit) {
  return value[lit / 2] ^ (lit & 1);
}

#endif
