/* Evaluations (docs/certificates.md, section 5): runs and states that are simply computed. */
#ifndef VOUCH_VALIDATOR_KERNEL_EVALUATE_H
#define VOUCH_VALIDATOR_KERNEL_EVALUATE_H

#include "validator/kernel/certificate.h"

/* Does the certificate show that its property fails? Its trace does, or its initial state is
 * outside the upper bound of its formula. */
bool v_evaluate(const struct v_certificate *c, struct v_error *error);

#endif
