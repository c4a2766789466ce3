/* A chain whose sides are empty for different fairness literals asks for a copy of the step for
 * each of them (docs/certificates.md, section 4), although none of its cases is about more than
 * one. Flags do with one copy: which condition a walk never meets depends on where between the
 * walls it stays, and "loop V" with V saying that its flag is down there is the same argument. */
#ifndef VOUCH_CERTIFIER_CERTIFY_SINGLE_COPY_H
#define VOUCH_CERTIFIER_CERTIFY_SINGLE_COPY_H

#include "checker/system/system.h"
#include "formats/fact.h"

/* *to, which is not freed, becomes a copy of the block; one with a loop, where that makes the
 * copies fewer. May add gates to the graph of the system. */
void single_copy(struct block *to, const struct block *from, const struct system *system);

#endif
