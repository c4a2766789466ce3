/* Which fairness literal the ranks at the end of a chain belong to, where the skeleton query is
 * over several: a rank (the values of all walls) may belong to each literal that is false wherever
 * an E-step of the rank begins, and the query says that there is one. */
#ifndef VOUCH_CERTIFIER_CERTIFY_OWNERS_H
#define VOUCH_CERTIFIER_CERTIFY_OWNERS_H

#include "checker/portfolio/check.h"

/* The first cube that contains the rank says whose it is. */
struct owner {
  struct lits cube; /* of walls or their complements: predicates of the system */
  uint32_t fair;
};
struct owners {
  struct owner *at;
  size_t size;
  uint32_t otherwise;
};

/* A place in a chain: behind `count` steps of block `block`, on the side where `side` is true. */
struct chain_place {
  const struct fact *fact;
  size_t block, count;
  lit side;
};

/* NULL: found. Otherwise why not, in words, and *owners is empty. */
const char *owners_find(struct owners *owners, const struct check_result *result,
                        const struct chain_place *place, const struct lits *fair,
                        const struct effort *effort);
void owners_free(struct owners *owners);

#endif
