/* Certifaiger's witness circuits (docs/certificates.md, section 10): invariants, judged by the
 * obligations of a bad property, or circuits with leaves of their own or with liveness signals,
 * judged by Certifaiger's conditions. */
#ifndef VOUCH_VALIDATOR_FOREIGN_CERTIFAIGER_H
#define VOUCH_VALIDATOR_FOREIGN_CERTIFAIGER_H

#include "validator/kernel/certificate.h"

/* Judges the property that was asked for (r->wanted), or else all bad literals of the model (if it
 * has none: all justice sets; if it has none: all outputs). */
bool v_certifaiger_read(struct v_reader *r);

#endif
