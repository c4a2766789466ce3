/* Certificates of our format, and what other tools write (docs/certificates.md, section 10). */
#ifndef VOUCH_VALIDATOR_FOREIGN_OPEN_H
#define VOUCH_VALIDATOR_FOREIGN_OPEN_H

#include "validator/beside/open.h"

enum validator_format { VALIDATOR_CERTIFICATE, VALIDATOR_CERTIFAIGER, VALIDATOR_AIGER_WITNESS };

/* As validator_open_with. */
struct validator *validator_open_bytes(enum validator_format format, struct v_bytes model,
                                       struct v_bytes certificate, const char *formula,
                                       const char *property, struct validator_result *result);

#endif
