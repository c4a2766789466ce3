/* Formulas that are one question about paths: A psi with leaves that are propositional, as LTL is.
 * Others than IICTL may answer it, and tell it. */
#ifndef VOUCH_CHECKER_CTL_PATH_QUESTION_H
#define VOUCH_CHECKER_CTL_PATH_QUESTION_H

#include "checker/ctl/goals.h"

/* The view of the E node, whose initial states are those of the system that satisfy sat(psi): does
 * a fair path start there? NULL if the formula is another one. */
struct view *path_question(struct iictl *ic);
/* The answers, with what shows them: a block that contains the initial states of the view, or a
 * fair lasso from one of them. */
void path_answer_none(struct iictl *ic, struct view *view, const struct block *block);
void path_answer_lasso(struct iictl *ic, struct view *view, const struct trace *lasso);

#endif
