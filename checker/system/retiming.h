/* Registers moved forward: where gates look at states only, their values are states themselves, and
 * those below them may be needed no more (Leiserson, Saxe: Retiming synchronous circuitry, 1991).
 * Of two circuits that do the same with registers in other places, more signals are equal then.
 *
 * The states of the new system are predicates of the original, and its steps are what steps of the
 * original do to them, so that an inductive invariant of the one is one of the other. Runs are not
 * translated: where first values are open, the new system has more of them. */
#ifndef VOUCH_CHECKER_SYSTEM_RETIMING_H
#define VOUCH_CHECKER_SYSTEM_RETIMING_H

#include "checker/effort/effort.h"
#include "checker/system/system.h"

struct retiming {
  struct system *system; /* owned; its inputs are those of the original */
  struct lits roots;     /* those of the original, there */
  struct lits meaning;   /* per state: a predicate in a graph .. */
  struct aig *aig;       /* .. whose states are those of the original; owned */
};

/* As far as it goes. False: no register can be moved, and *retiming need not be freed. */
bool retiming_init(struct retiming *retiming, const struct system *original,
                   const struct lits *roots, const struct effort *effort);
void retiming_free(struct retiming *retiming);

#endif
