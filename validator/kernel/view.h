/* The view of a node E p (docs/certificates.md, 1.5): the system in which p is a matter of single
 * steps and of fairness. */
#ifndef VOUCH_VALIDATOR_KERNEL_VIEW_H
#define VOUCH_VALIDATOR_KERNEL_VIEW_H

#include "validator/kernel/certificate.h"

/* Has the facts that follow be about the system itself; about the view of node v, with the bounds
 * of the leaves of its path formula. */
void v_system_view(struct v_reader *r);
void v_view_of(struct v_reader *r, uint32_t v, const uint32_t *bounds);

#endif
