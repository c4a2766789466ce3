/* AIGER witnesses (docs/certificates.md, section 10): traces, judged by evaluation. */
#ifndef VOUCH_VALIDATOR_FOREIGN_WITNESS_H
#define VOUCH_VALIDATOR_FOREIGN_WITNESS_H

#include "validator/kernel/certificate.h"

/* "1", properties "b<N>" and "j<N>" one behind the other, a line of latches, a line of inputs per
 * step, "."; lines that start with c or u between them say nothing. All properties must be shown;
 * the certificate is about the one that was asked for (r->wanted), or the first one. */
bool v_witness_read(struct v_reader *r);

#endif
