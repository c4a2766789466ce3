/* Which paths a formula speaks of, said in front of it: "fair f ..", "assume c .."
 * (docs/certificates.md, 1.2). All that judges the formula works on a model that has them: gates
 * for what they say, then fairness literals and constraints behind its own. */
#ifndef VOUCH_FORMATS_SCOPE_H
#define VOUCH_FORMATS_SCOPE_H

#include "formats/formula.h"

/* Roots in the arena of the formula: formulas without temporal operators. */
struct scope {
  struct lits fair, assume;
};

bool scope_is_empty(const struct scope *scope);
void scope_free(struct scope *scope);

/* "fair f .. assume c .. F" in canonical form, as formula_print; the caller frees it. */
char *scope_print(const struct formulas *arena, const struct scope *scope, uint32_t root);

/* The model with what the scope adds to it, in variables behind its own. It shares the rest with
 * `model`, which must live as long; free it with scope_model_free. */
void scope_model(const struct aiger *model, const struct formulas *arena, const struct scope *scope,
                 struct aiger *scoped);
void scope_model_free(struct aiger *scoped);

#endif
