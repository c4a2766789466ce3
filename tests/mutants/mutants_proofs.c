/* The proofs of obligations. */
#include "tests/mutants/mutants_parts.h"

#include <ctype.h>

void mutant_change_proof(struct rng *rng, struct certificate *c) {
  if (!c->num_proofs) return;
  struct cert_proof *a = &c->proofs[pick(rng, c->num_proofs)],
                    *b = &c->proofs[pick(rng, c->num_proofs)];
  if (rng_chance(rng, 30)) {
    mutant_swap(a, b, sizeof *a);
    return;
  }
  if (!a->size) return;
  size_t at = pick(rng, a->size), start = at, end = at;
  while (start > 0 && a->text[start - 1] != '\n') start--;
  while (a->text[end] != '\n') end++;
  uint32_t choice = rng_below(rng, 4);
  if (choice == 0) { /* the line is lost */
    memmove(a->text + start, a->text + end + 1, a->size - end - 1);
    a->size -= end + 1 - start;
  } else if (choice == 1) { /* a digit changes */
    while (at < end && !isdigit((unsigned char)a->text[at])) at++;
    if (at < end) a->text[at] = (char)('0' + rng_below(rng, 10));
  } else if (choice == 2) { /* a literal changes its sign, or the line its end */
    while (at > start && a->text[at - 1] != ' ') at--;
    if (a->text[at] == '-') {
      memmove(a->text + at, a->text + at + 1, a->size - at - 1);
      a->size--;
    }
  } else { /* a word is lost */
    while (at > start && a->text[at - 1] != ' ') at--;
    size_t to = at;
    while (to < end && a->text[to] != ' ') to++;
    if (to < end) {
      memmove(a->text + at, a->text + to + 1, a->size - to - 1);
      a->size -= to + 1 - at;
    }
  }
}
