/* The cases of "loop V" (docs/certificates.md, section 4) in a SAT solver, for whoever re-checks
 * evidence. */
#ifndef VOUCH_CHECKER_SYSTEM_LOOP_CASES_H
#define VOUCH_CHECKER_SYSTEM_LOOP_CASES_H

#include "checker/system/unroll.h"
#include "formats/fact.h"

/* CNF literals; each must be impossible together with an E-step of frames 0 and 1. */
struct loop_cases {
  int start; /* !V(N) with s = y and f = 0 */
  int step;  /* V & !V(N) */
  int close; /* V with s = y and f = 1 */
};
/* Saved values and flags become new variables of the solver. O(size of V). */
struct loop_cases loop_cases(struct unroll *unroll, const struct block *block);

#endif
