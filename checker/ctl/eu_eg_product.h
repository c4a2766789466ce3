/* AG(p -> AF q), AG AF q and their kin are fair cycle questions: E[u U (w & EG p)]. A copy of the
 * system gets a bit g that a new input n sets once, in a w-state; from then on the run must stay in
 * p, and fairness demands g. A fair run of the copy is a witness; the proof that there is none
 * splits into what is needed for g = 0 (an upper bound for the EU node) and for g = 1 (one for the
 * EG node). */
#ifndef VOUCH_CHECKER_CTL_EU_EG_PRODUCT_H
#define VOUCH_CHECKER_CTL_EU_EG_PRODUCT_H

#include "checker/ctl/bounds.h"
#include "checker/fair/fair.h"
#include "checker/system/extension.h"

struct product {
  struct extension copy;
  uint32_t eu, eg;
  lit switching; /* W: in the original */
  struct fair *fair;
};

/* An EG node without which w cannot hold; EG true (every state of a fair run has that) only if
 * there is no other. */
bool product_find_cycle(struct bounds *b, uint32_t w, uint32_t *eg);
/* The fair cycle query for the node `eu` and an EG node of product_find_cycle, from the states
 * `source`. */
struct product *product_new(struct bounds *b, uint32_t eu, uint32_t eg, lit source,
                            const struct fair_options *options);
void product_free(struct product *product);
/* A predicate of the copy for a value of g, in the original. */
lit product_project(const struct product *product, lit root, lit g);

#endif
