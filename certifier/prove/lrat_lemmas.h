/* The lemmas of a refutation with their LRAT hints; trimmed when they are printed. */
#ifndef VOUCH_CERTIFIER_PROVE_LRAT_LEMMAS_H
#define VOUCH_CERTIFIER_PROVE_LRAT_LEMMAS_H

#include "formats/support/vector.h"

struct lemma {
  size_t lits, hints, end; /* places in `pool` */
};

struct lemmas {
  uint32_t num_clauses; /* of the input: lemma k has the id num_clauses + 1 + k */
  struct lemma *at;
  size_t size, capacity;
  struct lits pool;
};

void lemmas_init(struct lemmas *lemmas, uint32_t num_clauses);
/* Literals are 2*variable+sign, hints are ids. Returns the id. */
uint32_t lemmas_add(struct lemmas *lemmas, const uint32_t *lits, size_t num_lits,
                    const uint32_t *hints, size_t num_hints);
/* The lemmas that the last one rests on, as LRAT text, with consecutive ids. The caller frees the
 * text. */
void lemmas_print(const struct lemmas *lemmas, char **text, size_t *size);
void lemmas_free(struct lemmas *lemmas);

void lemmas_sort(struct lits *numbers);

#endif
