/* Shorter lassos: people read them. */
#ifndef VOUCH_CHECKER_FAIR_SHORTEN_H
#define VOUCH_CHECKER_FAIR_SHORTEN_H

#include "checker/system/trace.h"

/* *lasso is a fair lasso of the system. Leaves out what lies between equal states as long as the
 * loop still meets every fairness condition. */
void shorten_lasso(struct trace *lasso, const struct system *system);

#endif
