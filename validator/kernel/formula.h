/* A reader for formulas of CTL* (docs/certificates.md, 1.4), straight to the core; and for what may
 * stand before them. */
#ifndef VOUCH_VALIDATOR_KERNEL_FORMULA_H
#define VOUCH_VALIDATOR_KERNEL_FORMULA_H

#include "validator/kernel/aiger.h"
#include "validator/kernel/core_formula.h"

/* The bytes of a name without quotes at the start of a text; 0 if there is none. */
typedef size_t v_name_length(const char *text, size_t size);

/* Reads "[fair f ..] [assume c ..] F" over the model, gives the core node of F, and leaves the
 * others in the core. No recursion. Names without quotes are read as `plain` says; in certificates
 * there are none (NULL). */
bool v_formula_read(const struct v_model *model, const char *text, size_t size,
                    v_name_length *plain, struct v_core *core, uint32_t *root,
                    struct v_error *error);

#endif
