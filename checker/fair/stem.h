/* Stems to skeletons, one after the other, by one reachability query: in many models most states
 * that satisfy what is known of E-steps are not reachable, and walls between them are of no use.
 * What was learnt about one of them stays for the next. A state is unreachable for many reasons at
 * once, and the proof about all of it would be some mixture of these; so first it is asked about
 * parts of it that no reachable state seen so far has: two things that many have by themselves, or
 * a few literals. */
#ifndef VOUCH_CHECKER_FAIR_STEM_H
#define VOUCH_CHECKER_FAIR_STEM_H

#include "checker/fair/unlikely.h"

struct stem_search {
  struct chain *chain;
  struct samples samples;
  struct conjunctions conjunctions;
  bool prepared;         /* there are samples and conjunctions */
  struct reach *query;   /* NULL: to be made */
  unsigned long version; /* of the chain that the query knows */
  uint64_t told;         /* work of the query when it was told the last time */
};

void stem_search_init(struct stem_search *stem, struct chain *chain);
void stem_search_free(struct stem_search *stem);

/* Does F reach the state? A short look (`stem_*` of tuning.h). REACH_PROOF: the closed set has
 * grown, and does not contain the state. */
enum reach_answer stem_search_run(struct stem_search *stem, const uint8_t *state);

/* The clauses of an inductive proof join the closed set one by one: the reduction can then choose
 * among them. */
void stem_learn(struct chain *chain, lit proof);

#endif
