/* What a search has derived, clause after clause, each with the clauses that it follows from by
 * unit propagation, in the order in which they become unit: LRAT, before it is text. Nothing here
 * is trusted: v_lrat_check of the kernel judges the text. */
#ifndef VOUCH_VALIDATOR_SEARCH_DERIVATION_H
#define VOUCH_VALIDATOR_SEARCH_DERIVATION_H

#include "validator/kernel/memory.h"
#include "validator/kernel/text.h"

struct v_derivation {
  uint32_t inputs;              /* clauses 1 .. inputs are those of the CNF */
  struct v_list literals, from; /* of lemma k: literals[from[k] .. from[k+1]), */
  struct v_list hints, because; /* hints[because[k] .. because[k+1]); it is clause inputs+1+k */
};

void v_derivation_start(struct v_derivation *d, uint32_t inputs);
/* One more lemma; its number. */
uint32_t v_derive(struct v_derivation *d, const uint32_t *literals, size_t count,
                  const struct v_list *hints);
/* Numbers that are stored: what it costs in memory. */
size_t v_derivation_size(const struct v_derivation *d);
/* The last lemma and all that it needs, as LRAT, with a zero byte behind it. */
struct v_bytes v_derivation_text(const struct v_derivation *d);
void v_derivation_free(struct v_derivation *d);

#endif
