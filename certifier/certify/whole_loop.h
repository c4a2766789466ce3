/* The loop of a justice trace comes back to where it began in the latches that the property depends
 * on (docs/certificates.md, section 5). Other tools compare all latches, as aigsim does: for them
 * the loop is repeated until the others have come back, too. */
#ifndef VOUCH_CERTIFIER_CERTIFY_WHOLE_LOOP_H
#define VOUCH_CERTIFIER_CERTIFY_WHOLE_LOOP_H

#include "checker/effort/effort.h"
#include "formats/aiger.h"
#include "formats/certificate.h"

/* Longer traces are nothing that others could read: aigsim keeps all states in memory, a byte per
 * latch. */
enum { WHOLE_LOOP_STEPS = 1 << 20, WHOLE_LOOP_BYTES = 1 << 30 };

enum whole_loop { LOOP_CLOSED, LOOP_TOO_LONG, LOOP_OUT_OF_TIME };

/* `trace` is the certificate of a justice property that fails. When the answer is LOOP_CLOSED it
 * has been made longer, if necessary; otherwise it is as it was. Time is the number of steps of the
 * result times the size of the model; memory is proportional to the model and the result. */
enum whole_loop close_whole_loop(const struct aiger *model, const struct effort *effort,
                                 struct certificate *trace);

#endif
