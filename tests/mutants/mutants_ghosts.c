/* Variables of the certificate itself. */
#include "tests/mutants/mutants_parts.h"

/* What a ghost may become, and some that it may not. */
static uint32_t some_step_literal(struct rng *rng, const struct mutant_source *source,
                                  const struct certificate *c) {
  const struct aiger *m = source->model;
  uint32_t sign = rng_below(rng, 2), choice = rng_below(rng, 100);
  if (choice < 30 && m->inputs.size) return m->inputs.at[pick(rng, m->inputs.size)] ^ sign;
  if (choice < 45 && m->num_ands) return m->ands[pick(rng, m->num_ands)].lhs ^ sign;
  if (choice < 50) return mutant_first_promise(source, c) - 2 - 2 * rng_below(rng, 3) + sign;
  return mutant_literal(rng, source, c);
}

static void shift_choices(struct choices *choices, uint32_t from) {
  for (size_t k = 0; k < choices->size; k++) {
    struct choice *choice = &choices->at[k];
    mutant_shift(from, &choice->guard);
    for (size_t i = 0; i < choice->values.size; i++) mutant_shift(from, &choice->values.at[i]);
  }
}

static void shift_fact(struct fact *fact, uint32_t from) {
  mutant_shift(from, &fact->predicate);
  mutant_shift(from, &fact->region.inside);
  shift_choices(&fact->ranks, from);
  shift_choices(&fact->from, from);
  shift_choices(&fact->region.choices, from);
  for (size_t j = 0; j < fact->region.num_covers; j++) shift_choices(&fact->region.covers[j], from);
  for (size_t k = 0; k < fact->num_lassos; k++) shift_choices(&fact->lassos[k].steps, from);
  for (size_t k = 0; k < fact->num_blocks; k++) {
    mutant_shift(from, &fact->blocks[k].closed);
    for (size_t m = 0; m < fact->blocks[k].num_steps; m++)
      mutant_shift(from, &fact->blocks[k].steps[m].predicate);
  }
}

/* Everything from the gates on makes room for one more ghost. */
static void shift_all(struct certificate *c, uint32_t from) {
  for (size_t k = 0; k < c->num_gates; k++) {
    mutant_shift(from, &c->gates[k].lhs);
    for (size_t n = 0; n < c->gates[k].args.size; n++) mutant_shift(from, &c->gates[k].args.at[n]);
  }
  for (size_t k = 0; k < c->next.size; k++) mutant_shift(from, &c->next.at[k]);
  for (size_t k = 0; k < c->saved.size; k++) mutant_shift(from, &c->saved.at[k]);
  mutant_shift(from, &c->invariant);
  for (size_t k = 0; k < c->num_facts; k++) shift_fact(&c->facts[k], from);
  mutant_shift_relations(c, from);
}

/* One more ghost. */
static void add_ghost(struct rng *rng, const struct mutant_source *source, struct certificate *c) {
  shift_all(c, mutant_first_ghost(source, c) + 2 * (uint32_t)c->ghosts.size);
  c->has_ghosts = true;
  if (c->version < 4) c->version = 4;
  lits_push(&c->ghosts, rng_below(rng, 2));
  lits_push(&c->next, some_step_literal(rng, source, c));
}

void mutant_change_ghosts(struct rng *rng, const struct mutant_source *source,
                          struct certificate *c) {
  if (c->ghosts.size == 0 || (c->ghosts.size < 3 && rng_chance(rng, 10))) {
    add_ghost(rng, source, c);
    return;
  }
  size_t k = pick(rng, c->ghosts.size);
  uint32_t choice = rng_below(rng, 4);
  if (choice == 0) c->ghosts.at[k] ^= 1u;
  if (choice == 1) c->next.at[k] = some_step_literal(rng, source, c);
  if (choice == 2) c->next.at[k] ^= 1u;
  if (choice < 3) return;
  uint32_t lhs = mutant_behind_gates(source, c);
  uint32_t args[] = {some_step_literal(rng, source, c), some_step_literal(rng, source, c)};
  mutant_shift_relations(c, lhs);
  certificate_gate(c, lhs, args, 2);
  c->next.at[k] = lhs ^ rng_below(rng, 2);
}
