/* Evaluations (docs/certificates.md, section 5): runs and states that are simply computed. */
#ifndef VOUCH_VALIDATOR_KERNEL_EVALUATE_H
#define VOUCH_VALIDATOR_KERNEL_EVALUATE_H

#include "validator/kernel/certificate.h"

/* Does its trace, or its initial state, show that the property of the certificate fails? */
bool v_evaluate(const struct v_certificate *c, struct v_error *error);

#endif
