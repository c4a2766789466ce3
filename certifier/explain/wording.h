/* Predicates and formulas in the names of the model, in words instead of bits where that is
 * possible: "count = 5", "count[7:4] = 0", "a = b", "a -> b". */
#ifndef VOUCH_CERTIFIER_EXPLAIN_WORDING_H
#define VOUCH_CERTIFIER_EXPLAIN_WORDING_H

#include "certifier/explain/replay.h"
#include "certifier/trace/signals.h"
#include "formats/ctl.h"

struct wording {
  const struct replay *replay;
  const struct signals *signals;
  const struct ctl_file *ctl; /* of formulas: comparisons as they were written */
  uint32_t *place;            /* per variable of the model: 1 + the number of its bit, or 0 */
  uint32_t *bit_of;           /* per bit of all signals: the number of its signal */
  uint32_t *gate_of;          /* per variable of the model: 1 + the number of its AND gate, or 0 */
};

void wording_init(struct wording *words, const struct replay *replay, const struct signals *signals,
                  const struct ctl_file *ctl);
void wording_free(struct wording *words);

/* Texts that somebody frees, in order. They are not escaped. */
struct strings {
  char **at;
  size_t size, capacity;
};
void strings_free(struct strings *strings);

/* A literal of the certificate's numbering: "!busy", "count[3]", "(a | !b)". */
void wording_literal(const struct wording *words, uint32_t lit, FILE *file);
/* "fair0: a & !b", "!busy": a literal of the model, and what the gate behind its name is; the
 * caller frees it. */
char *wording_definition(const struct wording *words, uint32_t lit);
/* The signal that shows a literal of the model, which bit of it, and whether the literal is the
 * complement of that bit; NULL: there is none. */
const struct signal *wording_signal(const struct wording *words, uint32_t lit, size_t *bit,
                                    bool *complement);
/* "count = 5": the bits from `low` to `high` of a signal; value[] has a byte for each bit of all
 * signals. */
void wording_comparison(const struct signal *signal, size_t low, size_t high, const char *operator,
                        const uint8_t * value, FILE *file);
/* What a predicate says, as a list of which every entry is true where the predicate is; the
 * shortest first. "true" has none. */
void wording_list(const struct wording *words, uint32_t lit, struct strings *list);

/* What the ghosts of the certificate are, if it has any. */
void wording_ghosts(const struct wording *words, FILE *file);

/* A formula of words->ctl (all that words must have; NULL elsewhere is no harm) with few
 * parentheses and quotes, and with comparisons of words as they were written, or put together
 * again. Beyond `most` characters the rest is "..". */
char *wording_formula(const struct wording *words, uint32_t root, size_t most);

#endif
