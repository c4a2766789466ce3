/* The predicate circuit of a certificate: which AIG nodes become gates, model gates or leaves, and
 * their literals. */
#ifndef VOUCH_CERTIFIER_CERTIFY_CIRCUIT_H
#define VOUCH_CERTIFIER_CERTIFY_CIRCUIT_H

#include "checker/portfolio/check.h"
#include "formats/certificate.h"

struct circuit {
  const struct system *system;
  uint32_t *literal; /* AIG node -> certificate literal; LIT_NONE: not a leaf or gate of the
                        certificate */
};

/* Makes the ghosts and gates of *certificate for everything that the roots (predicates) need.
 * Conjunctions whose inner nodes nobody else uses become one n-ary gate; gates that the model has
 * already are named, not copied. O(nodes of the AIG + gates of the model). */
void circuit_build(struct circuit *circuit, const struct aiger *model, const struct system *system,
                   const uint8_t *observed, const lit *roots, size_t num_roots,
                   struct certificate *certificate);
void circuit_free(struct circuit *circuit);

/* The certificate literal of a root, of a state variable or of a step input. */
uint32_t circuit_lit(const struct circuit *circuit, lit a);

#endif
