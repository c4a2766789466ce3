/* Copies of cones with other leaves: in another graph, or in the same one with states replaced by
 * their next functions, inputs by constants, and the like. */
#ifndef VOUCH_CHECKER_SYSTEM_SUBSTITUTION_H
#define VOUCH_CHECKER_SYSTEM_SUBSTITUTION_H

#include "checker/system/aig.h"

struct substitution {
  const struct aig *from;
  struct aig *to;    /* may be the same graph */
  const lit *states; /* what replaces state k; NULL: nothing does, or there are none */
  const lit *inputs; /* likewise; leaves that stay need from == to */
  bool plain;        /* gates are copied by aig_and_plain; false at first */
  uint32_t *image;   /* node of `from` -> literal of `to`, plus 1; 0: not yet */
  size_t num_images;
};

/* `states` and `inputs` must stay as they are while the substitution is used. */
void substitution_init(struct substitution *s, const struct aig *from, struct aig *to,
                       const lit *states, const lit *inputs);
void substitution_free(struct substitution *s);
/* The literal with all leaves below it replaced. Gates are copied once, however often they are
 * met: amortised O(cone). */
lit substitution_apply(struct substitution *s, lit root);
/* The same for one literal. */
lit substitute(const struct aig *from, struct aig *to, lit root, const lit *states,
               const lit *inputs);

#endif
