/* For assert: the facts of a CTL property against the rules of docs/certificates.md, by one-step
 * SAT queries. The validator does all of it; here the question is which engine is to blame.
 *
 * True means that nothing was found against them. Skeleton queries (sides and ends of wall chains)
 * are left to the validator. Nothing is added to the system's graph: a debug build writes the same
 * certificates. */
#ifndef VOUCH_CHECKER_CTL_FACTS_CHECK_H
#define VOUCH_CHECKER_CTL_FACTS_CHECK_H

#include "checker/ctl/core_formula.h"
#include "checker/system/evidence.h"

/* The verdict, if the evidence has one, is looked at, too. The bounds of E nodes are taken as they
 * are said to be: path_facts_check.h looks at them. */
bool facts_are_fine(const struct core_formula *core, const struct evidence *evidence);

#endif
