/* The bounds of a certificate in words. Private to facts*.c. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_FACTS_H
#define VOUCH_CERTIFIER_EXPLAIN_FACTS_H

#include "certifier/explain/wording.h"

struct facts {
  const struct certificate *certificate;
  const struct core_formula *core;
  const struct replay *replay;
  const struct wording *words;
  uint8_t *need; /* per core node: does the verdict rest on that bound? */
  FILE *out;
};
enum { NEED_UPPER = 1, NEED_LOWER = 2 };
/* `need`; the caller frees it. */
uint8_t *facts_needs(const struct certificate *certificate, const struct replay *replay);

/* The path formula of an E node over other nodes, and an elementary variable as what it promises.
 */
void facts_psi(const struct facts *facts, uint32_t v);
void facts_promise(const struct facts *facts, uint32_t k);

#endif
