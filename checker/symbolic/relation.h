/* The transition relation as conjuncts of the graph, before there are any diagrams.
 *
 * A model that was written as a relation comes as a circuit in which inputs are the next values of
 * latches, and one large conjunction says which of them are allowed (smvtoaig translates so). Such
 * inputs need no variables of their own, and the conjunction is best taken apart: its diagram is
 * hopeless, those of its conjuncts are small. */
#ifndef VOUCH_CHECKER_SYMBOLIC_RELATION_H
#define VOUCH_CHECKER_SYMBOLIC_RELATION_H

#include "checker/effort/tuning.h"
#include "checker/system/system.h"

enum { NEXT_VARIES = 2 };
#define NO_STATE UINT32_MAX

struct relation {
  const struct system *system;
  uint8_t *kept;         /* per state: the relation, or what is asked about it, depends on it */
  uint32_t *input_is;    /* per input: 2k+sign if it is the next value of the kept state k, or its
                            complement; NO_STATE if not */
  uint32_t *next_is;     /* per state: the input that is its next value; NO_STATE: there is none */
  uint8_t *forced;       /* per state: 0 or 1 if the conjuncts say so of its next value, or
                            NEXT_VARIES: it is that of its next function */
  struct lits conjuncts; /* over states and inputs: what every step satisfies */
};

/* The allowed steps, as far as the roots depend on them. May add gates to the graph. */
void relation_init(struct relation *r, struct system *system, const lit *roots, size_t n,
                   const struct tuning *tuning);
void relation_free(struct relation *r);
/* The next function of the state must be built: it is neither an input of its own nor forced. */
static inline bool relation_has_function(const struct relation *r, size_t k) {
  return r->kept[k] && r->next_is[k] == NO_STATE && r->forced[k] == NEXT_VARIES;
}

#endif
