/* AIGER witnesses (docs/certificates.md, section 10): traces, judged by evaluation. */
#ifndef VOUCH_VALIDATOR_FOREIGN_WITNESS_H
#define VOUCH_VALIDATOR_FOREIGN_WITNESS_H

#include "validator/kernel/certificate.h"

/* "1", "b<N>" or "j<N>", a line of latches, a line of inputs per step, ".". */
bool v_witness_read(struct v_reader *r);

#endif
