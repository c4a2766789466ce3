/* Refutes conditions on sums modulo 2 that resist resolution: chains and trees of exclusive ors.
 *
 * Two parities of the same word have all terms in common; but that shows only where it is known
 * which way data go, as when the places of a step are fixed and all comparisons are the same ones
 * before and behind it. So there are cases, by the values of selectors below the sums. In each,
 * what is known is put in, structural hashing finds equal gates, equal terms cancel, the sums are
 * eliminated, and when few terms are left a SAT solver is asked about these. */
#ifndef VOUCH_CHECKER_SYSTEM_PARITY_H
#define VOUCH_CHECKER_SYSTEM_PARITY_H

#include "checker/effort/effort.h"
#include "checker/system/aig.h"

enum parity { PARITY_NONE /* no long sums */, PARITY_OPEN, PARITY_REFUTED };

/* No values of states and inputs make the literal true: PARITY_REFUTED. Otherwise nothing is known:
 * it was too much work, it can be satisfied, or it is not about long sums. The path, which is empty
 * at first, says how far the search came when the effort was over: with it the same question goes
 * on from there. */
enum parity parity_refute(const struct aig *aig, lit root, struct lits *path,
                          const struct effort *effort);

/* --- Inside (parity_case.c, parity_selector.c) --- */
/* A case: these literals of a graph of its own are true. */
struct parity_case {
  struct aig *aig;
  struct lits facts;
  struct lits terms; /* nodes that are left of the sums among the facts */
  struct lits sums;  /* each: number of terms, whether it is odd, terms */
  bool refuted;
};

/* An exclusive or of two literals, which go to arguments unless that is NULL. */
bool parity_is_sum(const struct aig *aig, uint32_t node, lit *arguments);
/* The case in which one more literal is true; LIT_NONE: the same one, simplified. */
void parity_case_init(struct parity_case *c, const struct aig *aig, const struct lits *facts,
                      lit further, const struct effort *effort);
void parity_case_free(struct parity_case *c);
/* The node below the terms that tells most products apart; 0: there is none. */
uint32_t parity_selector(const struct parity_case *c, const struct effort *effort);

#endif
