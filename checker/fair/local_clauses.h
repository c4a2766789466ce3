/* Clauses over a few state variables that belong together, of up to four literals, that no sample
 * of the reachable states refutes. Variables belong together if a next function looks at all of
 * them. Protocols and controllers are full of such invariants ("two neighbours do not point at each
 * other"), and a search that has to find them one by one from counterexamples finds mixtures of
 * them. */
#ifndef VOUCH_CHECKER_FAIR_LOCAL_CLAUSES_H
#define VOUCH_CHECKER_FAIR_LOCAL_CLAUSES_H

#include "checker/fair/samples.h"

enum { LOCAL_LITERALS = 4 };

/* Appends the clauses to *out, each of them LOCAL_LITERALS literals, the last one of them repeated
 * if there are fewer; none contains another. At most `sets` sets of variables are looked at, those
 * of the simplest next functions. */
void local_clauses(const struct samples *samples, size_t sets, struct lits *out);

#endif
