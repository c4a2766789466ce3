/* Saved values and relations. */
#include "tests/mutants/mutants_parts.h"

/* The literal of the first relation; what is below it, down to mutant_behind_gates, is saved or a
 * flag. With relations it is known how many flags there are, those of views included. */
static uint32_t first_relation(const struct mutant_source *source, const struct certificate *c) {
  if (c->num_relations) return c->relations[0].lhs;
  uint32_t views = c->version >= CERT_VIEW_LOOPS ? source->view_fairness : 0;
  return mutant_behind_gates(source, c) +
         2 * ((uint32_t)c->saved.size + mutant_length_of_fairness(source, c) + views);
}

static uint32_t num_flags(const struct mutant_source *source, const struct certificate *c) {
  uint32_t first = mutant_behind_gates(source, c) + 2 * (uint32_t)c->saved.size;
  return first_relation(source, c) > first ? (first_relation(source, c) - first) / 2 : 0;
}

/* A relation, a flag, a saved value, or a predicate; with any sign. */
static uint32_t some_relation(struct rng *rng, const struct mutant_source *source,
                              const struct certificate *c) {
  uint32_t sign = rng_below(rng, 2), choice = rng_below(rng, 100);
  uint32_t first = mutant_behind_gates(source, c);
  size_t leaves = c->saved.size + num_flags(source, c);
  if (choice < 40 && c->num_relations) return c->relations[pick(rng, c->num_relations)].lhs ^ sign;
  if (choice < 75 && leaves) return (first + 2 * (uint32_t)pick(rng, leaves)) ^ sign;
  return mutant_literal(rng, source, c);
}

static uint32_t new_relation(const struct mutant_source *source, struct certificate *c,
                             const uint32_t *args, size_t n) {
  uint32_t lhs = first_relation(source, c) + 2 * (uint32_t)c->num_relations;
  certificate_relation(c, lhs, args, n);
  return lhs;
}

/* A certificate without loops gets what they need. */
static void save_something(struct rng *rng, const struct mutant_source *source,
                           struct certificate *c) {
  const struct aiger *m = source->model;
  c->has_saved = true;
  for (size_t k = 0; k < m->num_latches; k++)
    if (rng_chance(rng, 70)) lits_push(&c->saved, m->latches[k].lit ^ rng_below(rng, 2));
  if (rng_chance(rng, 20)) lits_push(&c->saved, mutant_literal(rng, source, c));
  if (c->version >= 3 && rng_chance(rng, 90)) c->version = CERT_VIEW_LOOPS;
}

/* "It is not where it began", or what a careless prover would take for it: some saved value, or all
 * of them, or some in one direction only. */
static uint32_t elsewhere(struct rng *rng, const struct mutant_source *source,
                          struct certificate *c) {
  uint32_t none[32], n = 0, first = mutant_behind_gates(source, c);
  for (uint32_t k = 0; k < c->saved.size && n + 2 <= 32; k++) {
    uint32_t s = first + 2 * k, y = c->saved.at[k];
    uint32_t up[] = {s ^ 1u, y}, down[] = {s, y ^ 1u};
    if (rng_chance(rng, 90)) none[n++] = new_relation(source, c, up, 2) ^ 1u;
    if (rng_chance(rng, 90)) none[n++] = new_relation(source, c, down, 2) ^ 1u;
  }
  return n ? new_relation(source, c, none, n) ^ 1u : 0;
}

/* "Some fairness was not met yet" */
static uint32_t not_met(struct rng *rng, const struct mutant_source *source,
                        struct certificate *c) {
  uint32_t flags[32], n = 0;
  uint32_t first = mutant_behind_gates(source, c) + 2 * (uint32_t)c->saved.size;
  for (uint32_t j = 0; j < num_flags(source, c) && n < 32; j++)
    if (rng_chance(rng, 80)) flags[n++] = first + 2 * j;
  return n ? new_relation(source, c, flags, n) ^ 1u : 0;
}

/* Closes by its form; whether it holds after every step is another matter. */
static uint32_t bold_relation(struct rng *rng, const struct mutant_source *source,
                              struct certificate *c) {
  uint32_t choice = rng_below(rng, 4);
  uint32_t a = choice < 3 ? elsewhere(rng, source, c) : 0;
  uint32_t b = choice > 0 ? not_met(rng, source, c) : 0;
  uint32_t neither[] = {a ^ 1u, b ^ 1u};
  return choice == 0 ? a : new_relation(source, c, neither, 2) ^ 1u;
}

/* V becomes stronger or weaker, another relation, or an invention. */
static void move_relation(struct rng *rng, const struct mutant_source *source,
                          struct certificate *c, uint32_t *literal) {
  uint32_t choice = rng_below(rng, 6), old = *literal;
  if (choice == 0) *literal = old ^ 1u;
  if (choice == 1) *literal = some_relation(rng, source, c);
  if (choice == 2) *literal = bold_relation(rng, source, c);
  if (choice < 3) return;
  uint32_t sign = choice == 3 ? 1u : 0; /* weaker */
  uint32_t args[] = {old ^ sign, some_relation(rng, source, c), some_relation(rng, source, c)};
  *literal = new_relation(source, c, args, 2 + rng_below(rng, 2)) ^ sign;
}

void mutant_change_end(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                       struct block *block) {
  if (block->has_loop && rng_chance(rng, 85)) {
    move_relation(rng, source, c, &block->loop);
    return;
  }
  if (!c->has_saved) save_something(rng, source, c);
  block->has_loop = !block->has_loop;
  if (block->has_loop) {
    lits_clear(&block->end_fair);
    block->loop =
        rng_chance(rng, 60) ? bold_relation(rng, source, c) : some_relation(rng, source, c);
  }
}

void mutant_change_relations(struct rng *rng, const struct mutant_source *source,
                             struct certificate *c) {
  if (!c->has_saved) return;
  if (c->saved.size && rng_chance(rng, 30)) {
    uint32_t *saved = &c->saved.at[pick(rng, c->saved.size)];
    *saved = rng_chance(rng, 30) ? *saved ^ 1u : mutant_literal(rng, source, c);
  }
  if (!c->num_relations) return;
  struct cert_gate *gate = &c->relations[pick(rng, c->num_relations)];
  uint32_t literal = some_relation(rng, source, c);
  if (literal >= gate->lhs) literal = rng_below(rng, 2);
  uint32_t choice = rng_below(rng, 4);
  if (choice == 0) gate->args.at[pick(rng, gate->args.size)] ^= 1u;
  if (choice == 1) gate->args.at[pick(rng, gate->args.size)] = literal;
  if (choice == 2) lits_push(&gate->args, literal);
  if (choice == 3 && gate->args.size > 1) mutant_lose(rng, &gate->args);
}
