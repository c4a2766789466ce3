/* What a sign-off or a run says of the parts of a formula (certifier/pipeline/vacuity.h), on its
 * way into a statement, and compared with the formula by those who read one. */
#ifndef VOUCH_CERTIFIER_CLI_VACUITY_CLAIM_H
#define VOUCH_CERTIFIER_CLI_VACUITY_CLAIM_H

#include "certifier/cli/vacuity_check.h"
#include "certifier/signoff/statement.h"

/* The parts as a statement has them; certificates are called as in the folder. The caller frees
 * it with statement_parts_free. */
struct statement_parts *vacuity_state(const struct vacuity_list *list);

/* A formula as those have it who read a statement. */
struct claimed_formula {
  const struct aiger *model;
  const struct selected *known;    /* the same formula in a property file; NULL: it is in none */
  const struct declared *declared; /* names of values, from property files */
  const char *written;             /* NULL: not known */
  const char *property;            /* canonical */
  bool observe_all;                /* all inputs are state */
};

/* Are these the parts of the formula, from the outside in, the formulas of the trials the formula
 * with constants in their places, and the answers what the verdicts of these say? Whether
 * certificates show the verdicts is not asked. What people read, of parts and trials, is made anew
 * from the formula: it is not believed. */
bool vacuity_claim_check(const struct claimed_formula *formula, const char *verdict,
                         struct statement_parts *parts, struct fault *fault);

/* Lines for people below the one of the formula: what does not matter, and the counts. */
void vacuity_claim_print(const struct statement_parts *parts, const char *verdict, FILE *file);

#endif
