/* Sources that no step leaves: if S is closed under the steps of u and has no w-state, no S-state
 * satisfies E[u U w]. IC3 would find the clauses of S one by one, or others, where S is known from
 * the formula (p -> AG q, for p that stays once it holds). Two kinds of questions, then, each about
 * one state and its successor, which may be hard: so they wait until IC3 has had some work, get a
 * multiple of what it had, and go on from turn to turn. */
#ifndef VOUCH_CHECKER_CTL_CLOSED_SOURCE_H
#define VOUCH_CHECKER_CTL_CLOSED_SOURCE_H

#include "checker/ctl/bounds.h"

struct closed_source;

/* S are states, `left` is U_u, the target U_w or more, over states and inputs. Nothing is asked
 * yet. */
struct closed_source *closed_source_new(struct bounds *b, lit source, lit left, lit target);
void closed_source_free(struct closed_source *c);
/* Asks, with at most so much work in all, counted from the beginning. True if it is closed, and
 * has no state of the target. */
bool closed_source_run(struct closed_source *c, uint64_t ticks);
bool closed_source_holds(const struct closed_source *c);
lit closed_source_states(const struct closed_source *c);

#endif
