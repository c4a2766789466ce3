/* The trace of a certificate as AIGER witness, for other tools: loops close on all latches, as
 * aigsim demands it. */
#ifndef VOUCH_CERTIFIER_CERTIFY_CLOSED_WITNESS_H
#define VOUCH_CERTIFIER_CERTIFY_CLOSED_WITNESS_H

#include "certifier/certify/whole_loop.h"

#include <stdio.h>

/* `certificate` is that of a bad, output or justice property of `model` that fails. Nothing is
 * written unless the answer is LOOP_CLOSED; write errors stay with the file. */
enum whole_loop closed_witness_write(const struct aiger *model,
                                     const struct certificate *certificate,
                                     const struct effort *effort, FILE *file);

#endif
