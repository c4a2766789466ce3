/* A small CDCL solver that writes LRAT: for the many obligations that are easy, where starting
 * kissat and drat-trim costs more (0.15 s) than the search. Its proofs are trimmed: only lemmas
 * that the empty clause rests on are written. */
#ifndef VOUCH_CERTIFIER_PROVE_REFUTE_H
#define VOUCH_CERTIFIER_PROVE_REFUTE_H

#include "checker/effort/interrupt.h"
#include "formats/support/vector.h"

enum refuted { REFUTED, REFUTE_SATISFIABLE, REFUTE_GAVE_UP };

/* `clauses`: DIMACS literals over variables 1..num_vars, each clause ended by 0, no literal twice
 * in a clause, no tautologies. Gives up after about `conflicts` conflicts, or when interrupted.
 * REFUTED: *lrat is the proof, whole lines; the caller frees it. */
enum refuted refute(const struct ints *clauses, int num_vars, long conflicts,
                    const struct interrupt *interrupt, char **lrat, size_t *size);

#endif
