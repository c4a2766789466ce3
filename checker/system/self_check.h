/* What debug builds ask about their own results before they pass them on: one-step SAT queries with
 * a solver of their own, CaDiCaL. For use in assert() only.
 *
 * True means that nothing was found against the claim: a query that takes too many conflicts is
 * given up in its favour. */
#ifndef VOUCH_CHECKER_SYSTEM_SELF_CHECK_H
#define VOUCH_CHECKER_SYSTEM_SELF_CHECK_H

#include "checker/system/clauses.h"
#include "checker/system/system.h"

/* I => R  and  R & C => R(N) */
bool self_check_invariant(const struct system *system, lit invariant);
/* The induction of docs/certificates.md over `back` steps. */
bool self_check_induction(const struct system *system, lit invariant, lit bad, size_t back);
/* a & b & c is unsatisfiable, over states and inputs. */
bool self_check_disjoint(const struct system *system, lit a, lit b, lit c);

/* The contract of reach_proof (checker/reach/reach.h). */
struct proof_claim {
  const struct step_constraints *constraints;
  lit invariant, from, target;
  bool from_post;
  const struct clauses *proof;
};
bool self_check_proof(const struct system *system, const struct proof_claim *claim);

#endif
