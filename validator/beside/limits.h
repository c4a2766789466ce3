/* How much work a certificate may ask for (docs/certificates.md, section 11). Where a rule is a
 * product of two things in the files, a small file can ask for hours; beyond these limits the
 * answer is "cannot tell", before memory is taken. Each limit grows with the files, so that large
 * ones that say much are judged. */
#ifndef VOUCH_VALIDATOR_BESIDE_LIMITS_H
#define VOUCH_VALIDATOR_BESIDE_LIMITS_H

#include "validator/kernel/certificate.h"

struct v_limit {
  uint64_t base, per_byte; /* of model and certificate together */
};

/* Literals that one obligation states: walls are demanded in every copy. 8 bytes each. */
static const struct v_limit v_limit_stated = {(uint64_t)1 << 23, 8};
/* Variables of one obligation: a skeleton has a copy of the cone for every fairness. About 100
 * bytes each. */
static const struct v_limit v_limit_variables = {(uint64_t)1 << 20, 4};
/* Literals of all obligations together: each repeats the cones that it looks at, and a block the
 * regions before it. About 40 ns each. */
static const struct v_limit v_limit_literals = {(uint64_t)1 << 26, 256};
/* Values that are computed along a trace: steps times gates. 1 to 3 ns each. */
static const struct v_limit v_limit_values = {(uint64_t)1 << 32, 4096};

static inline uint64_t v_most(struct v_limit limit, uint64_t bytes) {
  return limit.base + limit.per_byte * bytes;
}

/* Measures what the trace, or all obligations, would be, without building any. */
bool v_is_within_limits(const struct v_certificate *c, struct v_error *error);
/* The trace alone, if it is computed so many times. */
bool v_trace_is_within_limits(const struct v_certificate *c, uint64_t times, struct v_error *error);

#endif
