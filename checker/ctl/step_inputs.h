/* What the inputs of a step are to be: per input a constant, a predicate that it follows, or
 * LIT_NONE, whatever they like. */
#ifndef VOUCH_CHECKER_CTL_STEP_INPUTS_H
#define VOUCH_CHECKER_CTL_STEP_INPUTS_H

#include "checker/ctl/bounds.h"

/* One value per input, LIT_NONE at first. */
lit *step_inputs_new(const struct bounds *b);
/* Those of a step as it was. */
void step_inputs_set(const struct bounds *b, const uint8_t *inputs, lit *values);
/* Those of a choice. */
void step_inputs_of(const struct bounds *b, const struct choice *choice, lit *values);

/* Assumes them in the query that is being described. */
void step_inputs_assume(struct bounds *b, const lit *values);
/* After SAT_NO: those that were used become the choice's. */
void step_inputs_used(struct bounds *b, const lit *values, struct choice *choice);

/* Lets inputs that the choice has follow literals of the cube: in its states they have the same
 * values as before. Returns whether there are any. */
bool step_inputs_follow(const struct bounds *b, const struct choice *choice,
                        const struct lits *cube, lit *values);
/* An input that follows a predicate is compared, where it is compared with another, as if these two
 * were: puts before the cube, as far as it has both of two such literals, whether they are equal.
 * Returns whether there are any. */
bool step_inputs_compare(struct bounds *b, struct lits *cube);
/* What follows a literal that the cube still has is a constant. */
void step_inputs_settle(struct choice *choice, const struct lits *cube);

#endif
