/* Reach queries in which inner signals of the model (gates over states) count as state variables,
 * so that proofs can use them as literals: a clause with an equality of two addresses says what
 * would take many clauses without (Dureja et al., IC3 with internal signals, FMCAD 2021). */
#ifndef VOUCH_CHECKER_FAIR_INTERNAL_SIGNALS_H
#define VOUCH_CHECKER_FAIR_INTERNAL_SIGNALS_H

#include "checker/reach/reach.h"
#include "checker/system/extension.h"

struct internal_signals {
  struct extension copy;
  struct lits gates; /* of the original; new state k of the copy is gate k */
  lit links;         /* in the copy: every new state has the value of its gate */
};

/* Signals worth a name, at most `max`: gates with `wanted_support` state variables or more (and
 * nothing else) below them that several gates, or a function of the system, use. */
void internal_signals_choose(const struct system *system, size_t max, size_t wanted_support,
                             struct lits *gates);
void internal_signals_init(struct internal_signals *signals, const struct system *system,
                           size_t max, size_t wanted_support);
void internal_signals_free(struct internal_signals *signals);

/* The query, asked about the copy. If `from` or `target` are single states, give them: the copy
 * then knows its signals in them (else NULL). */
struct reach *internal_signals_reach(struct internal_signals *signals,
                                     const struct reach_query *query, const uint8_t *from_state,
                                     const uint8_t *target_state, const struct effort *effort);
/* The proof in terms of the original. */
lit internal_signals_proof(const struct internal_signals *signals, const struct reach *reach);

#endif
