/* A reader for AIGER 1.9, ASCII and binary, that accepts only well-formed models. */
#ifndef VOUCH_VALIDATOR_KERNEL_AIGER_H
#define VOUCH_VALIDATOR_KERNEL_AIGER_H

#include "validator/kernel/memory.h"
#include "validator/kernel/text.h"

/* Variables of model, elaboration and certificate together stay below this, so that literals and
 * sums fit 32 bits. */
#define V_MAX_VARIABLE ((uint32_t)1 << 29)

enum v_kind { V_UNDEFINED, V_INPUT, V_LATCH, V_AND }; /* what defines a variable */

struct v_symbol {
  char kind;        /* one of i l o b c j f */
  uint32_t index;   /* position in that section */
  const char *name; /* in the bytes of the model; not terminated */
  size_t length;
};
/* After a successful read every literal denotes a constant or a defined variable and gates have no
 * cycles, also where the first values of latches are their reset functions. */
struct v_model {
  struct v_bytes bytes; /* the file; owned */
  uint32_t maxvar;
  uint8_t *kind;               /* per variable 0..maxvar; the constant is V_UNDEFINED */
  uint32_t *index;             /* per variable: position among the inputs, latches or gates */
  struct v_list inputs;        /* literals */
  struct v_list latches, next; /* literal and next literal of latch k */
  struct v_list reset;         /* of latch k: a constant, its own literal (none), or a function */
  struct v_list lhs, rhs;      /* gate k is lhs[k] = rhs[2k] & rhs[2k+1] */
  struct v_list order;         /* gate numbers, arguments before gates */
  struct v_list outputs, bad, constraints, fairness;
  struct v_list justice, justice_start; /* set k: justice[justice_start[k] .. justice_start[k+1]) */
  V_LIST_OF(struct v_symbol) symbols;
  const char *comment; /* from its c on, to the end of the file, perhaps with zero bytes; or NULL */
};

/* Takes over `bytes`. `what` it is called in messages: "model". On failure the model can and must
 * still be freed. */
bool v_model_read(const char *what, struct v_bytes bytes, struct v_model *model,
                  struct v_error *error);
void v_model_free(struct v_model *model);

/* The section of a symbol kind or positional atom, one of i l o b c f; NULL for others. */
const struct v_list *v_section(const struct v_model *model, char kind);

#endif
