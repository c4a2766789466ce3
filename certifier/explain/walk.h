/* Paths that follow the strategies of a certificate, step by step. Private to the story. */
#ifndef VOUCH_CERTIFIER_EXPLAIN_WALK_H
#define VOUCH_CERTIFIER_EXPLAIN_WALK_H

#include "certifier/explain/short_lasso.h"
#include "certifier/trace/history.h"

/* The state is replay's; its row is the last of the trace, or comes next. */
struct walk {
  struct replay *replay;
  struct history *trace;
  bool free_inputs; /* some input did not matter in some step */
  bool wrong;       /* a step was not allowed, or the strategy has none */
};

/* The row of the present state, in place of the one that the trace ended with if `again`: no inputs
 * are chosen in it. */
void walk_arrive(struct walk *walk, bool again);

/* EX: one step. */
void walk_next(struct walk *walk, const struct fact *fact);
/* E[u U w]: until the state is in the lower bound of `target`. */
void walk_until(struct walk *walk, const struct fact *fact, uint32_t target);
/* EG and E: ranked entries to a lasso or a region, then on until a state comes again at the same
 * place of the strategy. The loop is noted in the trace; if it is too long, `cut`. For E the
 * elementary variables are set. */
void walk_forever(struct walk *walk, const struct fact *fact);
/* One step under the cube, which is a lead's. */
void walk_along(struct walk *walk, const struct lits *cube);
/* All around a lasso that was found from the present state; the loop is noted. */
void walk_around(struct walk *walk, const struct short_lasso *lasso);
/* Some allowed step, with all inputs 0 if that is one; false: none was found. */
bool walk_anywhere(struct walk *walk);

const struct choice *walk_choice(const struct replay *replay, const struct choices *choices);

#endif
