/* Smaller proofs from the same answer. */
#ifndef VOUCH_CHECKER_REACH_REFINE_H
#define VOUCH_CHECKER_REACH_REFINE_H

#include "checker/reach/reach.h"

/* FAIR III-D, after REACH_PROOF. Strengthen: MIC on the clauses. Weaken: drop clauses not needed to
 * exclude the target. Both: in turns. */
enum { REFINE_STRENGTHEN = 1, REFINE_WEAKEN = 2 };
void reach_refine(struct reach *reach, int what);

#endif
