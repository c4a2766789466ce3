/* A small CDCL solver that writes LRAT: for the many obligations that are easy, where starting
 * kissat and drat-trim costs more (0.15 s) than the search. Its proofs are trimmed: only lemmas
 * that the empty clause rests on are written. */
#ifndef VOUCH_CERTIFIER_PROVE_REFUTE_H
#define VOUCH_CERTIFIER_PROVE_REFUTE_H

#include "checker/effort/effort.h"
#include "validator/kernel/cnf.h"

enum refuted { REFUTED, REFUTE_SATISFIABLE, REFUTE_GAVE_UP };

/* No clause of the CNF has a literal twice or is a tautology. Gives up after about `conflicts`
 * conflicts, or when interrupted. REFUTED: *lrat is the proof, whole lines; the caller frees it. */
enum refuted refute(const struct v_cnf *cnf, long conflicts, const struct effort *effort,
                    char **lrat, size_t *size);

#endif
