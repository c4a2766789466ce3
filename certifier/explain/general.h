/* What a certificate shows of all reachable states, whatever the example: for each part of the
 * formula whose bound the verdict rests on, where it holds or fails. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_GENERAL_H
#define VOUCH_CERTIFIER_EXPLAIN_GENERAL_H

#include "certifier/explain/explain.h"

/* "AF !busy holds in every reachable state with", and the list; with an empty list the text says
 * all. */
struct general_entry {
  char *text;
  struct strings where; /* shortest first */
};
struct general {
  struct general_entry *at;
  size_t size, capacity;
};

/* Nothing for runs, and for bad properties, where the invariant says all. */
void general_init(struct general *general, const struct explanation *e);
void general_free(struct general *general);

#endif
