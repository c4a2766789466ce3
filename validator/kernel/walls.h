/* Wall chains: no fair path stays in a region (docs/certificates.md, section 4). */
#ifndef VOUCH_VALIDATOR_KERNEL_WALLS_H
#define VOUCH_VALIDATOR_KERNEL_WALLS_H

#include "validator/kernel/certificate.h"

/* "upper-eg <v> <blocks>" from the number of blocks on, and per block "block <G> <steps>", the
 * steps and the end; with upper u P. Gives and(P, !G_1, .., !G_n). */
bool v_upper_eg(struct v_reader *r, uint32_t v, uint32_t *Q);
/* "upper-e <v> <Q> <blocks>" from Q on, and blocks, about EG true in the view of node v. */
bool v_upper_e(struct v_reader *r, uint32_t v, uint32_t *Q);

/* The clauses of the skeleton of a block, or else of its walls. */
void v_write_block(struct v_builder *b, const struct v_certificate *c, const struct v_block *block,
                   bool skeleton);

#endif
