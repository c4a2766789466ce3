/* What the facts of a certificate mean, by enumeration: the states that satisfy each node of the
 * formula, computed from the definitions (sections 1.3, 1.4 and 2 of docs/certificates.md) and not
 * from the rules. So a wrong fact is found even when the verdict that rests on it happens to be
 * true. */
#ifndef VOUCH_TESTS_MUTANTS_MUTANTS_SEMANTICS_H
#define VOUCH_TESTS_MUTANTS_MUTANTS_SEMANTICS_H

#include "validator/kernel/certificate.h"

enum { SEMANTICS_MAX_STATE_BITS = 9, SEMANTICS_MAX_INPUT_BITS = 6, SEMANTICS_MAX_PRODUCT = 512 };

/* Depends on the property, how inputs are read, and the ghosts, not on the certificate's other
 * gates.
 */
struct semantics;

/* NULL when there are too many states or inputs, or states times guesses of a path formula. */
struct semantics *semantics_new(const struct v_system *system);
void semantics_free(struct semantics *m);

/* Is R (with its gates in `system`) true initially, and kept by every allowed step? */
bool semantics_invariant(const struct semantics *m, const struct v_system *system, uint32_t R);
/* The same, but steps that show the literal may lead out of it. */
bool semantics_invariant_unless(const struct semantics *m, const struct v_system *system,
                                uint32_t R, uint32_t shown);
/* In every R-state: does the node imply its upper bound, and the lower bound the node? */
bool semantics_bounds(const struct semantics *m, const struct v_system *system, uint32_t R,
                      uint32_t node, uint32_t upper, uint32_t lower);

#endif
