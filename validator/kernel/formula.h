/* A reader for formulas of CTL* (docs/certificates.md, 1.4), straight to the core. */
#ifndef VOUCH_VALIDATOR_KERNEL_FORMULA_H
#define VOUCH_VALIDATOR_KERNEL_FORMULA_H

#include "validator/kernel/aiger.h"
#include "validator/kernel/core.h"

/* How names are written: in certificates in quotes; an auditor may leave them out. */
enum v_quotes { V_QUOTES_NEEDED, V_QUOTES_OPTIONAL };

/* Reads `text` over the model and gives the core node of it. No recursion. */
bool v_formula_read(const struct v_model *model, const char *text, size_t size,
                    enum v_quotes quotes, struct v_core *core, uint32_t *root,
                    struct v_error *error);

#endif
