#include "certifier/certify/single_copy.h"

/* Is the skeleton query about a single condition, or none? Notes which. */
static bool is_about_one(const struct lits *fair, uint8_t *named) {
  if (fair->size) named[fair->at[0]] = 1;
  return fair->size <= 1;
}

/* Each query needs one copy at most, but not all the same one. */
static bool pays(const struct block *block, const struct system *system) {
  uint8_t *named = memory_zeroed(system->num_fairness + 1, 1);
  size_t different = 0;
  bool single = !block->has_loop && is_about_one(&block->end_fair, named);
  for (size_t k = 0; k < block->num_steps; k++)
    single = single && is_about_one(&block->steps[k].fair, named);
  for (size_t j = 0; j < system->num_fairness; j++) different += named[j];
  free(named);
  return single && different > 1;
}

/* V: inside the predicate the flag of the condition is down. */
static void add_clause(struct block *to, lit inside, uint32_t fair) {
  lits_push(&to->relation, loop_now(to, lit_not(inside)));
  lits_push(&to->relation, loop_flag(to, fair) ^ 1u);
  lits_push(&to->relation, LOOP_END);
}

/* A side that stays where it is, as a place between walls, so what comes behind it has to say of
 * itself that it is about the others: `alive`. No wall is crossed, so it is about them after the
 * step, too. Returns what is alive behind the step. */
static lit fold_step(struct block *to, const struct chain_step *step, lit alive,
                     const struct system *system) {
  struct aig *aig = system->aig;
  lit here = aig_and(aig, alive, step->predicate);
  switch (step->kind) {
  case CHAIN_WALL: block_step(to, CHAIN_WALL, here, NULL, 0); return alive;
  case CHAIN_DEAD:
  case CHAIN_UNBORN: block_step(to, step->kind, here, NULL, 0); return alive;
  case CHAIN_SIDE: break;
  }
  if (!step->fair.size) {
    block_step(to, CHAIN_DEAD, here, NULL, 0);
    return alive;
  }
  add_clause(to, here, step->fair.at[0]);
  return aig_and(aig, alive, lit_not(step->predicate));
}

void single_copy(struct block *to, const struct block *from, const struct system *system) {
  if (!pays(from, system)) {
    block_copy(to, from);
    return;
  }
  *to = (struct block){.closed = from->closed, .has_loop = true};
  lits_append(&to->raised_by, system->fairness, system->num_fairness);
  lit alive = AIG_TRUE;
  for (size_t k = 0; k < from->num_steps; k++)
    alive = fold_step(to, &from->steps[k], alive, system);
  if (from->end_fair.size) add_clause(to, alive, from->end_fair.at[0]);
}
