/* A shortest path for ever that shows what an EG or E node of the core says, from the present state
 * of a replay: a stem and a loop, as few steps as there can be. Certificates have the lasso that an
 * engine came upon, or follow a strategy around until it repeats itself. Private to the story and
 * the run. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_SHORT_LASSO_H
#define VOUCH_CERTIFIER_EXPLAIN_SHORT_LASSO_H

#include "certifier/explain/frames.h"

struct short_lasso {
  struct lits *cubes; /* of step inputs, per step; what is not in them does not matter */
  uint8_t *inputs;    /* per step and input of the model: 0, 1 or HISTORY_FREE */
  size_t size, loop;  /* the last step leads to the state of step `loop` */
};

/* One of fewer than `size` steps. `relevant`, per latch: must it come back? NULL: all must. False:
 * there is none, or it was not found with the little work that is spent on it, or the operands have
 * temporal operators in them, or of the past. It obeys the constraints and meets all fairness again
 * and again. */
bool short_lasso_find(struct short_lasso *lasso, const struct replay *replay, uint32_t node,
                      size_t size, const uint8_t *relevant);
void short_lasso_free(struct short_lasso *lasso);

#endif
