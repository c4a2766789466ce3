/* Evaluations (docs/certificates.md, section 5): runs and states that are simply computed. */
#ifndef VOUCH_VALIDATOR_KERNEL_EVALUATE_H
#define VOUCH_VALIDATOR_KERNEL_EVALUATE_H

#include "validator/kernel/certificate.h"

/* The trace of a certificate shows that its property fails. */
bool v_evaluate_trace(const struct v_certificate *c, const struct v_system *s,
                      struct v_error *error);
/* The initial state of a certificate is outside the upper bound of its formula. */
bool v_evaluate_initial(const struct v_certificate *c, const struct v_system *s,
                        struct v_error *error);

#endif
