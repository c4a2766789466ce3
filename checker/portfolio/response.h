/* AG (p -> AF q), AG AF p, AF p, A [p U q] and their kin, also several of them in conjunction: what
 * such a formula forbids is a path, and whether there is one is a question like that of justice
 * properties. It is asked of a copy of the system that remembers which part of the formula the path
 * has come to, with all that answers those. */
#ifndef VOUCH_CHECKER_PORTFOLIO_RESPONSE_H
#define VOUCH_CHECKER_PORTFOLIO_RESPONSE_H

#include "checker/ctl/goals.h"
#include "checker/portfolio/decide.h"

struct response;
/* The formula is that of *ic, which gets the facts. NULL: there is no such question in it, or it is
 * not to be asked (a list of engines for CTL, hints). */
struct response *response_new(const struct task *task, struct iictl *ic);
void response_free(struct response *response);

/* So much work, shared by the questions that are open. True: the bounds of *ic have changed, or the
 * last question is closed. */
bool response_run(struct response *response, uint64_t ticks);
/* For the turns that follow (checker/fair/fair.h): they may end before their work is done. */
void response_concentrate(struct response *response, bool concentrate);
/* More work does not help. */
bool response_over(const struct response *response);
/* Who found what the bounds have got last. */
enum engine response_decided(const struct response *response);

#endif
