/* For assert: the facts of E nodes against the rules of docs/certificates.md, as facts_check.h does
 * it for the others. */
#ifndef VOUCH_CHECKER_CTL_PATH_FACTS_CHECK_H
#define VOUCH_CHECKER_CTL_PATH_FACTS_CHECK_H

#include "checker/ctl/core_formula.h"
#include "checker/system/evidence.h"

/* facts_are_fine(core, evidence), where the bounds of E nodes are taken as they are said to be. */
bool path_facts_are_fine(const struct core_formula *core, const struct evidence *evidence);

#endif
