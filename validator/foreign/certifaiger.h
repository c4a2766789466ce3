/* Certifaiger's witness circuits (docs/certificates.md, section 10): invariants, judged by the
 * obligations of a bad property. */
#ifndef VOUCH_VALIDATOR_FOREIGN_CERTIFAIGER_H
#define VOUCH_VALIDATOR_FOREIGN_CERTIFAIGER_H

#include "validator/kernel/certificate.h"

/* Judges the property that was asked for (r->wanted), or else all bad literals of the model (all
 * outputs if it has none). */
bool v_certifaiger_read(struct v_reader *r);

#endif
