/* Structural changes of certificates, beyond those of tests/mutants/mutate.h: meant to keep them
 * well-formed, so that rules and not readers have to refuse them. */
#ifndef VOUCH_TESTS_MUTANTS_MUTANTS_OPERATORS_H
#define VOUCH_TESTS_MUTANTS_MUTANTS_OPERATORS_H

#include "formats/certificate.h"
#include "tests/oracle/random_model.h"

struct mutant_source {
  const struct aiger *model;
  const struct certificate *donors; /* other certificates of the same model */
  size_t num_donors;
  uint32_t view_fairness; /* how many fairness numbers its views have, before it is changed */
};

/* Changes the certificate in one or a few places. */
void mutant_change(struct rng *rng, const struct mutant_source *source, struct certificate *c);

#endif
