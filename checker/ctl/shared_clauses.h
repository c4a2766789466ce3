/* What the CTL properties of one model share: clauses that held in every reachable state when an
 * earlier property was decided. They are kept over certificate variables, since every property has
 * its own elaborated system, and are only candidates for the next one. */
#ifndef VOUCH_CHECKER_CTL_SHARED_CLAUSES_H
#define VOUCH_CHECKER_CTL_SHARED_CLAUSES_H

#include "checker/ctl/bounds.h"

struct shared_clauses {
  struct clauses clauses; /* literals 2*variable+sign, variables of docs/certificates.md 1.3 */
};

struct shared_clauses *shared_clauses_new(void);
void shared_clauses_free(struct shared_clauses *memory);
/* Adds the clauses that the engine learnt about its system. */
void shared_clauses_store(struct shared_clauses *memory, const struct bounds *b);
/* Strengthens R by the remembered clauses that are inductive together in this system. */
void shared_clauses_recall(const struct shared_clauses *memory, struct bounds *b);

#endif
