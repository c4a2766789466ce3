/* What the CTL properties of one model share: clauses that held in every reachable state when an earlier property was decided. They are
 * kept over certificate variables, since every property has its own elaborated system, and are only candidates for the next one. */
#ifndef VOUCH_CHECKER_CTL_MEMORY_H
#define VOUCH_CHECKER_CTL_MEMORY_H

#include "checker/bounds.h"

struct check_memory {
  struct clauses clauses; /* literals 2*variable+sign, variables of docs/certificates.md 1.3 */
};

/* Adds the clauses that the engine learnt about its system. */
void ctl_memory_store(struct check_memory *memory, const struct bounds *b);
/* Strengthens R by the remembered clauses that are inductive together in this system. */
void ctl_memory_recall(const struct check_memory *memory, struct bounds *b);

#endif
