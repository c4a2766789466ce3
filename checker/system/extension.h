/* A copy of a system with more state variables and inputs: counters for k-liveness, names for inner
 * signals. The copy's states are those of the original, in the same order, and then the new ones;
 * likewise the inputs. */
#ifndef VOUCH_CHECKER_SYSTEM_EXTENSION_H
#define VOUCH_CHECKER_SYSTEM_EXTENSION_H

#include "checker/system/clauses.h"
#include "checker/system/substitution.h"
#include "checker/system/system.h"

struct extension {
  const struct system *original;
  struct system
      *system; /* owned; next functions of the new states are false until the caller sets them */
  struct substitution map; /* from the original to the copy */
};

void extension_init(struct extension *extension, const struct system *original, size_t new_states,
                    size_t new_inputs);
void extension_free(struct extension *extension);
/* The original's predicate, in the copy. Amortised O(new part of the cone). */
lit extension_lit(struct extension *extension, lit original);
/* Clauses over the copy's states with the new ones replaced by predicates of the original
 * (replacement[k] for new state k), as one predicate of the original. */
lit extension_back(const struct extension *extension, const struct clauses *clauses,
                   const lit *replacement);

#endif
