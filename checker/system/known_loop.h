/* What is known on a loop of which only some states come back, with three values. Certificates of
 * justice properties are judged gate by gate on the model (open_lasso.h); those that say a loop by
 * cubes of states may know all that the graph of a system knows. */
#ifndef VOUCH_CHECKER_SYSTEM_KNOWN_LOOP_H
#define VOUCH_CHECKER_SYSTEM_KNOWN_LOOP_H

#include "checker/effort/effort.h"
#include "checker/system/trace.h"

/* `lasso` is a run with a loop of which nothing is known but that its steps are allowed. Leaves in
 * returns[k], per state, the most of those that are 1 there which come back by themselves, so that
 * all steps of the loop are allowed and every fairness condition is met. known, unless it is NULL,
 * gets a row per step of the loop: which states have the values of the run there, whatever those
 * are that do not return. False: that is not so, or the effort was over. */
bool known_loop(const struct system *system, const struct effort *effort, const struct trace *lasso,
                uint8_t *returns, uint8_t *known);

#endif
