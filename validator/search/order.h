/* Variables by activity, in a heap: the one that took part in recent conflicts most comes first
 * (VSIDS: Moskewicz, Madigan, Zhao, Zhang, Malik 2001, as in MiniSat). */
#ifndef VOUCH_VALIDATOR_SEARCH_ORDER_H
#define VOUCH_VALIDATOR_SEARCH_ORDER_H

#include "validator/kernel/memory.h"

struct v_order {
  double *activity; /* per variable */
  double increment; /* what a bump adds now */
  uint32_t *place;  /* per variable: where it is in the heap, or V_NONE */
  uint32_t *heap;
  uint32_t size;
};

void v_order_start(struct v_order *o, uint32_t num_vars); /* all of them, 1 .. num_vars */
void v_order_bump(struct v_order *o, uint32_t var);
void v_order_decay(struct v_order *o, uint32_t num_vars, double factor);
void v_order_insert(struct v_order *o, uint32_t var); /* if it is not there */
bool v_order_is_before(const struct v_order *o, uint32_t a, uint32_t b);
uint32_t v_order_pop(struct v_order *o); /* the first one; V_NONE if there is none */
void v_order_free(struct v_order *o);

#endif
