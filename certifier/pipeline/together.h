/* All bad literals of a model as one property, as the competition's tools read a model with
 * several. */
#ifndef VOUCH_CERTIFIER_PIPELINE_TOGETHER_H
#define VOUCH_CERTIFIER_PIPELINE_TOGETHER_H

#include "formats/aiger.h"
#include "formats/certificate.h"

/* Appends to `section`, the bad literals or outputs of the model, their disjunction, which needs
 * new gates: variables behind those of the model. Nothing else changes its number. */
void together_add(struct aiger *model, struct lits *section);

/* Which of the first `count` literals of `section` is true in the last step of the trace: the first
 * one; `count` if none is. */
size_t together_find(const struct aiger *model, const struct lits *section, size_t count,
                     const struct certificate *trace);

#endif
