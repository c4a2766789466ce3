/* The order of a relational product: which conjuncts of the transition relation are multiplied
 * when, and which variables are quantified behind each (Ranjan, Aziz, Brayton, Plessier, Pixley:
 * Efficient BDD algorithms for FSM synthesis and verification, IWLS 1995). */
#ifndef VOUCH_CHECKER_SYMBOLIC_SCHEDULE_H
#define VOUCH_CHECKER_SYMBOLIC_SCHEDULE_H

#include "checker/bdd/bdd.h"

struct symbolic;

struct factor {
  bdd relation;
  bdd quantify; /* cube of the variables that no later factor mentions */
};

struct schedule {
  bool made;
  struct factor *at;
  size_t size;
  bdd before; /* cube of the variables that no factor mentions */
};

/* The parts' conjunction as a schedule that quantifies the variables with `quantified` (per
 * variable). Variables with `local` occur in the parts only, never in the set they are multiplied
 * with: a factor that has such a variable for itself gets rid of it at once. */
void schedule_make(struct schedule *schedule, struct symbolic *s, const bdd *parts, size_t n,
                   const uint8_t *quantified, const uint8_t *local);
/* exists .. set & parts; referenced. */
bdd schedule_apply(const struct schedule *schedule, struct symbolic *s, bdd set);
void schedule_free(struct schedule *schedule);

#endif
