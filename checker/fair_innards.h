/* Reach queries in which inner signals of the model (gates over states) count as state variables, so that proofs can use them as literals: a clause with
 * an equality of two addresses says what would take many clauses without (Dureja et al., IC3 with internal signals, FMCAD 2021). */
#ifndef VOUCH_CHECKER_FAIR_INNARDS_H
#define VOUCH_CHECKER_FAIR_INNARDS_H

#include "checker/fair_augment.h"

struct innards {
  struct augmented copy;
  struct lits gates; /* of the original; new state k of the copy is gate k */
  lit links;         /* in the copy: every new state has the value of its gate */
};

/* Signals worth a name, at most `max`: gates with three or more state variables (and nothing else) below them that several gates, or a function of the
 * system, use. */
void innards_choose(const struct system *system, size_t max, struct lits *gates);
void innards_init(struct innards *innards, const struct system *system, size_t max);
void innards_free(struct innards *innards);

/* The query, asked about the copy. If `from` or `target` are single states, give them: the copy then knows its signals in them (else NULL). */
struct reach *innards_reach(struct innards *innards, const struct reach_query *query, const uint8_t *from_state, const uint8_t *target_state,
                            const struct interrupt *interrupt);
/* The proof in terms of the original. */
lit innards_proof(const struct innards *innards, const struct reach *reach);

#endif
