/* What a certificate is about (docs/certificates.md, 1.2). */
#ifndef VOUCH_VALIDATOR_KERNEL_PROPERTY_H
#define VOUCH_VALIDATOR_KERNEL_PROPERTY_H

#include "validator/kernel/aiger.h"
#include "validator/kernel/core_formula.h"

enum v_property_kind { V_BAD, V_OUTPUT, V_JUSTICE, V_CTL };

struct v_property {
  enum v_property_kind kind;
  uint32_t number;             /* bad, output, justice */
  struct v_core core;          /* ctl */
  uint32_t root;               /* ctl: the core formula before fairness is removed */
  char *text;                  /* as given: "bad 0", "ctl AG .." */
  const struct v_model *model; /* what it speaks of; */
  struct v_model scoped;       /* if it has "fair" or "assume": with gates and literals for them */
};
/* Reads "bad N", "output N", "justice N" or "ctl [fair f ..] [assume c ..] F"; free it also after a
 * failure. The model must stay where it is. */
bool v_property_read(const struct v_model *model, const char *text, size_t size,
                     struct v_property *property, struct v_error *error);
void v_property_free(struct v_property *property);
/* The section of the literals that V_BAD or V_OUTPUT speaks of. */
const struct v_list *v_bad_section(const struct v_model *model, const struct v_property *property);

#endif
