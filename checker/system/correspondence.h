/* States that are constant, equal or complementary in all reachable states, found by induction (van
 * Eijk: Sequential equivalence checking based on structural similarities, 2000), and a system
 * without them. What is equal is an invariant like any other, so evidence about the smaller system
 * becomes evidence about the original one without a rule of its own. */
#ifndef VOUCH_CHECKER_SYSTEM_CORRESPONDENCE_H
#define VOUCH_CHECKER_SYSTEM_CORRESPONDENCE_H

#include "checker/effort/effort.h"
#include "checker/system/equal_signals.h"
#include "checker/system/reduction.h"

struct correspondence {
  struct system *original; /* not owned; its graph gets the predicates */
  struct system *system;   /* owned; its inputs are those of the original */
  lit target;              /* that of the original, in the smaller system */
  struct lits states;      /* per state of the smaller system: its number in the original */
  struct lits equal;       /* conjuncts over the original: inductive together */
  struct lits back_states; /* per state of the smaller system: the original's */
  struct substitution back;
};

/* Looks at the cone of the target (which may have inputs) and of the constraint only. If the effort
 * is over first, constants and twins are all that is found. False: there is nothing to gain, or
 * there are reset functions; then *c need not be freed. */
bool correspondence_init(struct correspondence *c, struct system *original, lit target,
                         const struct effort *effort);
/* Where every state stands for itself. There are no reset functions. */
void correspondence_whole(struct correspondence *c, struct system *original, lit target);
/* Signals of its system have been found to be equal, with its target: it becomes smaller still. */
void correspondence_merge(struct correspondence *c, const struct equal_signals *signals);
/* The same as predicates of the original, and nothing changes: what is equal then, an invariant;
 * and if they look back, that not all they lean on is true, which may have inputs. */
lit correspondence_equal(const struct correspondence *c, const struct equal_signals *signals);
lit correspondence_breach(const struct correspondence *c, const struct equal_signals *signals);
/* Equal states for fair paths: a system with one iff the original has one. False: likewise, or
 * states start in a way that resets do not say. */
bool correspondence_reduction(struct reduction *reduction, struct system *original,
                              const struct effort *effort);
void correspondence_free(struct correspondence *c);
/* An invariant of the smaller system as one of the original. */
lit correspondence_invariant(struct correspondence *c, lit invariant);
/* *out, a trace or zeros, becomes the run of the original that one of the smaller system stands
 * for. */
void correspondence_trace(const struct correspondence *c, const struct trace *trace,
                          struct trace *out);

#endif
