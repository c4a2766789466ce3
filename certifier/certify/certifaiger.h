/* Witness circuits in the format of Certifaiger (Yu, Froleyks, Biere et al., FMCAD 2022 and 2023):
 * an AIGER circuit that simulates the model and whose own property is inductive.
 *
 * Ours is the model itself with the property "Inv and not bad". So the reset, transition and
 * property checks hold because the circuits are equal there, and the base and step checks because
 * Inv is an inductive invariant that excludes bad. */
#ifndef VOUCH_CERTIFIER_CERTIFY_CERTIFAIGER_H
#define VOUCH_CERTIFIER_CERTIFY_CERTIFAIGER_H

#include "checker/portfolio/check.h"

/* The witness for bad or output property `bad` (an AIGER literal of the model) from evidence that
 * it holds. */
void certifaiger_build(const struct aiger *model, uint32_t bad, const struct check_result *result,
                       struct aiger *witness);

#endif
