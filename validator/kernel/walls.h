/* Wall chains: no fair path stays in a region (docs/certificates.md, section 4). */
#ifndef VOUCH_VALIDATOR_KERNEL_WALLS_H
#define VOUCH_VALIDATOR_KERNEL_WALLS_H

#include "validator/kernel/certificate.h"

/* "upper-eg <v> <blocks>" from the number of blocks on, and per block "block <G> <steps>", the
 * steps and the end; with upper u P. Gives and(P, !G_1, .., !G_n). */
bool v_upper_eg(struct v_reader *r, uint32_t v, uint32_t *Q);

/* The two obligations of a block. */
void v_state_walls(struct v_builder *b, const struct v_certificate *c, const struct v_block *block);
void v_state_skeleton(struct v_builder *b, const struct v_certificate *c,
                      const struct v_block *block);
/* Does it end in a loop? The cases of that, with p for an E-step, are part of the skeleton. */
bool v_is_loop(const struct v_block *block);
void v_state_loop(struct v_builder *b, const struct v_block *block, uint64_t p);
/* How many copies of the step the skeleton has. */
static inline uint32_t v_copies(const struct v_block *block) {
  return block->named.size > 0 ? (uint32_t)block->named.size : 1;
}

#endif
