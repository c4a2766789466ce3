/* Clause sets: proofs and invariants over states, and constraints over steps. */
#ifndef VOUCH_CHECKER_SYSTEM_CLAUSES_H
#define VOUCH_CHECKER_SYSTEM_CLAUSES_H

#include "checker/system/aig.h"

/* A clause over literals of the current state and inputs (now) and predicates after the step
 * (then). */
struct step_clause {
  struct lits now, then;
};
/* A conjunction of such clauses: constraints on the step, in addition to the system's own
 * constraint. */
struct step_constraints {
  struct step_clause *at;
  size_t size, capacity;
};
void step_constraints_add(struct step_constraints *c, const lit *now, size_t n, const lit *then,
                          size_t m);                           /* copies */
void step_constraints_now(struct step_constraints *c, lit a);  /* a                */
void step_constraints_then(struct step_constraints *c, lit a); /* a(N)             */
void step_constraints_wall(struct step_constraints *c, lit w); /* w <-> w(N)       */
void step_constraints_copy(struct step_constraints *to, const struct step_constraints *from);
void step_constraints_free(struct step_constraints *c);

/* A conjunction of clauses over state literals (literals of system->states): proofs, invariants. */
struct clauses {
  struct lits *at;
  size_t size, capacity;
};
void clauses_add(struct clauses *c, const lit *lits, size_t n); /* copies */
void clauses_free(struct clauses *c);
lit clauses_predicate(struct aig *aig, const struct clauses *c);

#endif
