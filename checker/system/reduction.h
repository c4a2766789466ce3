/* A smaller system with a fair path iff the original has one, for models whose steps are a
 * relation: inputs name the next values of state variables, and a latch (or a constraint) says
 * whether all steps so far were steps of the model.
 *
 * 1. Lost states: where a fairness condition can never be met again the steps that lead there are
 *    not needed. What makes such a step becomes a conjunct of the constraint.
 * 2. Constants: inputs that the constraint fixes, states that never change.
 * 3. Dominated states: a state that only the constraint reads, whose next value is an input, and
 *    that has a value which is always allowed and always good enough, such as the switch that turns
 *    the automaton of another property off. Conjuncts that read it go.
 * 4. Definitions: an input that is the next value of one state and occurs in the constraint only is
 *    replaced by what the constraint makes of it. Then queries about a few next values need not
 *    look at the whole relation.
 *
 * Every step of the original that does not lead to a lost state is one of the reduced system, so
 * what is proved of the one is true of the other; nobody need believe it, for evidence is checked
 * again.
 */
#ifndef VOUCH_CHECKER_SYSTEM_REDUCTION_H
#define VOUCH_CHECKER_SYSTEM_REDUCTION_H

#include "checker/effort/effort.h"
#include "checker/system/substitution.h"
#include "checker/system/trace.h"

struct reduction {
  struct system *original; /* not owned; its graph gets the predicates */
  struct system *system;   /* owned */
  struct lits states;      /* per state of the reduced system: its number in the original */
  struct lits lost;        /* of the original: each is closed beside those before it .. */
  struct lits lost_fair;   /* .. and has no state that meets this condition */
  struct lits constants;   /* literals of the original that hold unless something is lost */
  lit *inputs;    /* per input of the original: its value, over the reduced system's leaves */
  uint8_t *start; /* per state of the original: its first value where the reset is free */
  struct lits back_states; /* per state of the reduced system: the original's */
  struct substitution back;
};

/* False: there is nothing to gain, and *reduction need not be freed. */
bool reduction_init(struct reduction *reduction, struct system *original,
                    const struct effort *effort);
void reduction_free(struct reduction *reduction);
/* A predicate over states of the reduced system as one of the original. */
lit reduction_back(struct reduction *reduction, lit predicate);
/* *lasso, a trace or zeros, becomes the fair lasso of the original that one of the reduced system
 * stands for (reduction_lasso.c). False if it is none: states that the reduced system does not have
 * may take too long to return, whatever the inputs are that it does not look at. */
bool reduction_lasso(const struct reduction *reduction, const struct trace *reduced,
                     const struct effort *effort, struct trace *lasso);
/* *run, a trace or zeros, becomes the run of the original with the same steps, and with a loop at
 * the same place that need not be one. False: some step is not allowed. */
bool reduction_run(const struct reduction *reduction, const struct trace *reduced,
                   struct trace *run);

#endif
