#include "checker/fair/wide_steps.h"

enum { STEPS = 3 };

struct wide_steps *wide_steps_new(struct chain *chain) {
  struct wide_steps *wide = memory_zeroed(1, sizeof *wide);
  wide->chain = chain;
  wide->sat = sat_new(SAT_CONE, chain->effort);
  unroll_init(&wide->unroll, wide->sat, chain->system);
  for (size_t t = 0; t <= STEPS; t++) {
    sat_unit(wide->sat, unroll_lit(&wide->unroll, t, chain->arena));
    if (t < STEPS) sat_unit(wide->sat, unroll_lit(&wide->unroll, t, chain->system->constraint));
  }
  return wide;
}

void wide_steps_free(struct wide_steps *wide) {
  if (!wide) return;
  unroll_free(&wide->unroll);
  sat_free(wide->sat);
  free(wide);
}

/* What the chain has learnt since. */
static void sync(struct wide_steps *wide) {
  const struct chain *chain = wide->chain;
  for (; wide->synced_closed < chain->closed.size; wide->synced_closed++)
    for (size_t t = 0; t <= STEPS; t++)
      sat_unit(wide->sat, unroll_lit(&wide->unroll, t, chain->closed.at[wide->synced_closed]));
  for (; wide->synced_steps < chain->block.num_steps; wide->synced_steps++)
    for (size_t t = 0; t < STEPS; t++)
      chain_assert_step(&wide->unroll, t, &chain->block.steps[wide->synced_steps], 0);
}

enum sat_answer wide_steps_leave(struct wide_steps *wide, lit wall, uint8_t *now, uint8_t *then) {
  struct unroll *u = &wide->unroll;
  sync(wide);
  int inside = unroll_lit(u, 1, wall), outside = -unroll_lit(u, 2, wall);
  sat_assume(wide->sat, inside);
  sat_assume(wide->sat, outside);
  wide->chain->queries++;
  enum sat_answer answer = sat_solve(wide->sat);
  if (answer != SAT_YES) return answer;
  unroll_state(u, 1, now);
  unroll_state(u, 2, then);
  return answer;
}
