/* A system in which signals that are equal in all reachable states are one (signal_search.h), and
 * what is behind that: equalities of predicates, which are inductive together. If that does not
 * show that the target is never true, registers are moved (retiming.h), and it is tried again. */
#ifndef VOUCH_CHECKER_SYSTEM_EQUAL_SIGNALS_H
#define VOUCH_CHECKER_SYSTEM_EQUAL_SIGNALS_H

#include "checker/effort/effort.h"
#include "checker/system/system.h"

struct equal_signals;

/* The system has no reset functions, and must stay until equal_signals_run was true. */
struct equal_signals *equal_signals_new(const struct system *system, lit target,
                                        const struct effort *effort);
void equal_signals_free(struct equal_signals *signals);
/* Goes on until the slice is over, or until there is no more to find: then it returns true. */
bool equal_signals_run(struct equal_signals *signals, const struct effort *slice);

/* Once it is true: */
/* Is the target never true in an allowed step? */
bool equal_signals_never(const struct equal_signals *signals);
/* Has the merged system fewer states or gates, as far as the target depends on them, by so many
 * percent? */
bool equal_signals_gained(const struct equal_signals *signals, unsigned percent);
/* The merged system, with all leaves of the original, and the target in it, AIG_FALSE if it is
 * never true. Stays as long as *signals. */
const struct system *equal_signals_merged(const struct equal_signals *signals, lit *target);
/* Over how many steps a proof looks back, if it is only known that the target is never true behind
 * so many steps, or initially, in which some equalities over states and inputs are true; or 0. */
unsigned equal_signals_look_back(const struct equal_signals *signals);
/* These, in another graph, over these literals for states and inputs. */
void equal_signals_state_any(const struct equal_signals *signals, struct aig *to, const lit *states,
                             const lit *inputs, struct lits *equal);
/* Why, else: predicates in another graph, over these literals for the states. */
void equal_signals_state(const struct equal_signals *signals, struct aig *to, const lit *states,
                         struct lits *equal);

#endif
