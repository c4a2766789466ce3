#include "tests/mutants/mutants_operators.h"

#include "tests/mutants/mutate.h"

#include <ctype.h>

static size_t pick(struct rng *rng, size_t n) { return rng_below(rng, (uint32_t)n); }

/* --- literals --------------------------------------------------------------------------------- */

static uint32_t length_of_fairness(const struct mutant_source *source,
                                   const struct certificate *c) {
  const struct aiger *m = source->model;
  bool justice = c->property == CERT_JUSTICE && c->index < m->num_justice;
  return (uint32_t)(m->fairness.size + (justice ? m->justice[c->index].size : 0));
}

/* Elementary variables stand between the inputs and the gates, and behind them what feeds them. */
static uint32_t first_promise(const struct mutant_source *source, const struct certificate *c) {
  const struct aiger *m = source->model;
  return 2 * (m->maxvar + length_of_fairness(source, c) + (uint32_t)m->inputs.size + 1);
}

/* How many there are, as far as the gates tell. */
static uint32_t num_promises(const struct mutant_source *source, const struct certificate *c) {
  uint32_t none = first_promise(source, c) + 2 * (uint32_t)c->ghosts.size;
  bool views = c->version_3 || c->version_4;
  if (!views || !c->num_gates || c->gates[0].lhs < none) return 0;
  return (c->gates[0].lhs - none) / 4;
}

/* The literal of the first ghost. */
static uint32_t first_ghost(const struct mutant_source *source, const struct certificate *c) {
  if (c->num_gates) return c->gates[0].lhs - 2 * (uint32_t)c->ghosts.size;
  return first_promise(source, c);
}

/* A predicate that the certificate uses somewhere, or a gate, or a latch; with any sign; seldom a
 * constant. */
static uint32_t some_literal(struct rng *rng, const struct mutant_source *source,
                             const struct certificate *c) {
  uint32_t sign = rng_below(rng, 2), choice = rng_below(rng, 100);
  if (num_promises(source, c) && rng_chance(rng, 25))
    return first_promise(source, c) + 2 * rng_below(rng, num_promises(source, c)) + sign;
  if (c->ghosts.size && rng_chance(rng, 20))
    return first_ghost(source, c) + 2 * (uint32_t)pick(rng, c->ghosts.size) + sign;
  if (choice < 5) return sign;
  if (choice < 15) { /* of a fairness: the literal, or what would be its monitor */
    const struct lits *fairness = &source->model->fairness;
    if (fairness->size && rng_chance(rng, 50))
      return fairness->at[pick(rng, fairness->size)] ^ sign;
    return 2 * (source->model->maxvar + 1 + rng_below(rng, 3)) ^ sign;
  }
  if (choice < 45 && c->num_gates) return c->gates[pick(rng, c->num_gates)].lhs ^ sign;
  if (choice < 60 && c->num_gates) {
    const struct lits *args = &c->gates[pick(rng, c->num_gates)].args;
    return args->at[pick(rng, args->size)] ^ sign;
  }
  if (choice < 65) return c->invariant ^ sign;
  if (source->model->num_latches)
    return source->model->latches[pick(rng, source->model->num_latches)].lit ^ sign;
  return rng_below(rng, 2 * source->model->maxvar + 2);
}

/* How many fairness numbers there are, at least 1. */
static uint32_t num_fairness(const struct mutant_source *source, const struct certificate *c) {
  uint32_t n = length_of_fairness(source, c) + num_promises(source, c);
  return n ? n : 1;
}

static void change(struct rng *rng, const struct mutant_source *source, const struct certificate *c,
                   uint32_t *literal) {
  *literal = rng_chance(rng, 25) ? *literal ^ 1u : some_literal(rng, source, c);
}

/* The literal behind the gates: of the next one, or of the first saved value. */
static uint32_t behind_gates(const struct mutant_source *source, const struct certificate *c) {
  if (c->num_gates) return c->gates[c->num_gates - 1].lhs + 2;
  return first_ghost(source, c) + 2 * (uint32_t)c->ghosts.size;
}

static void shift(uint32_t from, uint32_t *literal) {
  if (*literal >= from) *literal += 2;
}

/* Saved values, flags and relations make room for one more gate. */
static void shift_relations(struct certificate *c, uint32_t from) {
  for (size_t k = 0; k < c->num_relations; k++) {
    shift(from, &c->relations[k].lhs);
    for (size_t n = 0; n < c->relations[k].args.size; n++) shift(from, &c->relations[k].args.at[n]);
  }
  for (size_t f = 0; f < c->num_facts; f++)
    for (size_t k = 0; k < c->facts[f].num_blocks; k++) shift(from, &c->facts[f].blocks[k].loop);
}

/* A new last gate; its literal. */
static uint32_t new_gate(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                         uint32_t first) {
  uint32_t lhs = behind_gates(source, c),
           args[3] = {first, some_literal(rng, source, c), some_literal(rng, source, c)};
  shift_relations(c, lhs);
  certificate_gate(c, lhs, args, 2 + rng_below(rng, 2));
  return lhs ^ rng_below(rng, 2);
}

/* The predicate becomes stronger or weaker, or another one. */
static void move(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                 uint32_t *literal) {
  uint32_t old = *literal, choice = rng_below(rng, 3);
  if (choice == 0) {
    change(rng, source, c, literal);
    return;
  }
  uint32_t gate = new_gate(rng, source, c, choice == 1 ? old : old ^ 1u);
  *literal = choice == 1 ? gate & ~1u : gate | 1u;
}

/* --- lists ------------------------------------------------------------------------------------ */

static void swap_bytes(void *a, void *b, size_t size) {
  unsigned char *x = a, *y = b;
  for (size_t k = 0; k < size; k++) {
    unsigned char t = x[k];
    x[k] = y[k];
    y[k] = t;
  }
}

static void lose(struct rng *rng, struct lits *v) {
  size_t k = pick(rng, v->size);
  v->at[k] = v->at[v->size - 1];
  v->size--;
}

static void change_cube(struct rng *rng, const struct mutant_source *source,
                        const struct certificate *c, struct lits *cube) {
  uint32_t choice = rng_below(rng, 3), promises = num_promises(source, c);
  if (choice == 0 && cube->size)
    cube->at[pick(rng, cube->size)] ^= 1u;
  else if (choice == 1 && cube->size)
    lose(rng, cube);
  else if (promises && rng_chance(rng, 60))
    lits_push(cube, first_promise(source, c) + rng_below(rng, 4 * promises));
  else if (source->model->inputs.size)
    lits_push(cube,
              source->model->inputs.at[pick(rng, source->model->inputs.size)] ^ rng_below(rng, 2));
}

static void change_choices(struct rng *rng, const struct mutant_source *source,
                           struct certificate *c, struct choices *v) {
  if (!v->size || rng_chance(rng, 10)) {
    choices_add(v, some_literal(rng, source, c), NULL, 0);
    return;
  }
  struct choice *a = &v->at[pick(rng, v->size)], *b = &v->at[pick(rng, v->size)];
  switch (rng_below(rng, 6)) {
  case 0: swap_bytes(a, b, sizeof *a); break;
  case 1: swap_bytes(&a->guard, &b->guard, sizeof a->guard); break;
  case 2: swap_bytes(&a->inputs, &b->inputs, sizeof a->inputs); break;
  case 3: change_cube(rng, source, c, &a->inputs); break;
  case 4: {
    struct lits cube = {0}; /* the vector may move */
    uint32_t guard = a->guard;
    lits_append(&cube, a->inputs.at, a->inputs.size);
    choices_add(v, guard, cube.at, cube.size);
    lits_free(&cube);
    break;
  }
  default: move(rng, source, c, &a->guard);
  }
}

static void change_fair(struct rng *rng, uint32_t fairness, struct lits *fair) {
  if (fair->size && rng_chance(rng, 60))
    lose(rng, fair);
  else
    lits_push(fair, rng_below(rng, fairness));
}

/* --- loops ------------------------------------------------------------------------------------ */

/* The literal of the first relation; what is below it, down to behind_gates, is saved or a flag. */
static uint32_t first_relation(const struct mutant_source *source, const struct certificate *c) {
  return behind_gates(source, c) + 2 * ((uint32_t)c->saved.size + length_of_fairness(source, c));
}

/* A relation, a flag, a saved value, or a predicate; with any sign. */
static uint32_t some_relation(struct rng *rng, const struct mutant_source *source,
                              const struct certificate *c) {
  uint32_t sign = rng_below(rng, 2), choice = rng_below(rng, 100);
  uint32_t first = behind_gates(source, c);
  size_t leaves = c->saved.size + length_of_fairness(source, c);
  if (choice < 40 && c->num_relations) return c->relations[pick(rng, c->num_relations)].lhs ^ sign;
  if (choice < 75 && leaves) return (first + 2 * (uint32_t)pick(rng, leaves)) ^ sign;
  return some_literal(rng, source, c);
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
  if (rng_chance(rng, 20)) lits_push(&c->saved, some_literal(rng, source, c));
}

/* "It is not where it began", or what a careless prover would take for it: some saved value, or all
 * of them, or some in one direction only. */
static uint32_t elsewhere(struct rng *rng, const struct mutant_source *source,
                          struct certificate *c) {
  uint32_t none[32], n = 0, first = behind_gates(source, c);
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
  uint32_t first = behind_gates(source, c) + 2 * (uint32_t)c->saved.size;
  for (uint32_t j = 0; j < length_of_fairness(source, c) && n < 32; j++)
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

/* A block gets a loop, another one, or loses it. */
static void change_end(struct rng *rng, const struct mutant_source *source, struct certificate *c,
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

/* Another literal is saved, or a gate of the relations has other arguments. */
static void change_relations(struct rng *rng, const struct mutant_source *source,
                             struct certificate *c) {
  if (!c->has_saved) return;
  if (c->saved.size && rng_chance(rng, 30)) {
    uint32_t *saved = &c->saved.at[pick(rng, c->saved.size)];
    *saved = rng_chance(rng, 30) ? *saved ^ 1u : some_literal(rng, source, c);
  }
  if (!c->num_relations) return;
  struct cert_gate *gate = &c->relations[pick(rng, c->num_relations)];
  uint32_t literal = some_relation(rng, source, c);
  if (literal >= gate->lhs) literal = rng_below(rng, 2);
  uint32_t choice = rng_below(rng, 4);
  if (choice == 0) gate->args.at[pick(rng, gate->args.size)] ^= 1u;
  if (choice == 1) gate->args.at[pick(rng, gate->args.size)] = literal;
  if (choice == 2) lits_push(&gate->args, literal);
  if (choice == 3 && gate->args.size > 1) lose(rng, &gate->args);
}

/* --- ghosts ----------------------------------------------------------------------------------- */

/* What a ghost may become, and some that it may not. */
static uint32_t some_step_literal(struct rng *rng, const struct mutant_source *source,
                                  const struct certificate *c) {
  const struct aiger *m = source->model;
  uint32_t sign = rng_below(rng, 2), choice = rng_below(rng, 100);
  if (choice < 30 && m->inputs.size) return m->inputs.at[pick(rng, m->inputs.size)] ^ sign;
  if (choice < 45 && m->num_ands) return m->ands[pick(rng, m->num_ands)].lhs ^ sign;
  if (choice < 50) return first_promise(source, c) - 2 - 2 * rng_below(rng, 3) + sign;
  return some_literal(rng, source, c);
}

static void shift_choices(struct choices *choices, uint32_t from) {
  for (size_t k = 0; k < choices->size; k++) shift(from, &choices->at[k].guard);
}

static void shift_fact(struct fact *fact, uint32_t from) {
  shift(from, &fact->predicate);
  shift(from, &fact->region.inside);
  shift_choices(&fact->ranks, from);
  shift_choices(&fact->from, from);
  shift_choices(&fact->region.choices, from);
  for (size_t j = 0; j < fact->region.num_covers; j++) shift_choices(&fact->region.covers[j], from);
  for (size_t k = 0; k < fact->num_lassos; k++) shift_choices(&fact->lassos[k].steps, from);
  for (size_t k = 0; k < fact->num_blocks; k++) {
    shift(from, &fact->blocks[k].closed);
    for (size_t m = 0; m < fact->blocks[k].num_steps; m++)
      shift(from, &fact->blocks[k].steps[m].predicate);
  }
}

/* Everything from the gates on makes room for one more ghost. */
static void shift_all(struct certificate *c, uint32_t from) {
  for (size_t k = 0; k < c->num_gates; k++) {
    shift(from, &c->gates[k].lhs);
    for (size_t n = 0; n < c->gates[k].args.size; n++) shift(from, &c->gates[k].args.at[n]);
  }
  for (size_t k = 0; k < c->next.size; k++) shift(from, &c->next.at[k]);
  for (size_t k = 0; k < c->saved.size; k++) shift(from, &c->saved.at[k]);
  shift(from, &c->invariant);
  for (size_t k = 0; k < c->num_facts; k++) shift_fact(&c->facts[k], from);
  shift_relations(c, from);
}

/* One more ghost. */
static void add_ghost(struct rng *rng, const struct mutant_source *source, struct certificate *c) {
  shift_all(c, first_ghost(source, c) + 2 * (uint32_t)c->ghosts.size);
  c->has_ghosts = true;
  c->version_4 = true;
  lits_push(&c->ghosts, rng_below(rng, 2));
  lits_push(&c->next, some_step_literal(rng, source, c));
}

/* More ghosts; or one starts or becomes otherwise, by a gate of its own or without. */
static void change_ghosts(struct rng *rng, const struct mutant_source *source,
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
  uint32_t lhs = behind_gates(source, c);
  uint32_t args[] = {some_step_literal(rng, source, c), some_step_literal(rng, source, c)};
  shift_relations(c, lhs);
  certificate_gate(c, lhs, args, 2);
  c->next.at[k] = lhs ^ rng_below(rng, 2);
}

/* --- facts ------------------------------------------------------------------------------------ */

/* Rotated, shortened, or with other positions of fairness. */
static void change_lasso(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                         struct lasso *lasso) {
  size_t n = lasso->steps.size;
  uint32_t choice = rng_below(rng, 4);
  if (choice == 0 && n > 1) {
    struct choice first = lasso->steps.at[0];
    memmove(lasso->steps.at, lasso->steps.at + 1, (n - 1) * sizeof first);
    lasso->steps.at[n - 1] = first;
  } else if (choice == 1 && n > 1) {
    lits_free(&lasso->steps.at[--lasso->steps.size].inputs);
    for (size_t k = 0; k < lasso->at.size; k++)
      if (lasso->at.at[k] >= lasso->steps.size) lasso->at.at[k] = 0;
  } else if (choice == 2 && lasso->at.size)
    lasso->at.at[pick(rng, lasso->at.size)] = rng_below(rng, (uint32_t)n);
  else
    change_choices(rng, source, c, &lasso->steps);
}

static void change_region(struct rng *rng, const struct mutant_source *source,
                          struct certificate *c, struct region *region) {
  uint32_t choice = rng_below(rng, 4);
  if (choice == 0)
    move(rng, source, c, &region->inside);
  else if (choice == 1 || !region->num_covers)
    change_choices(rng, source, c, &region->choices);
  else if (choice == 2)
    swap_bytes(&region->covers[pick(rng, region->num_covers)],
               &region->covers[pick(rng, region->num_covers)], sizeof *region->covers);
  else
    change_choices(rng, source, c, &region->covers[pick(rng, region->num_covers)]);
}

/* One more step, anywhere. */
static void add_step(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                     struct block *block) {
  uint32_t fair[3], n = 0;
  enum chain_kind kind = (enum chain_kind)rng_below(rng, 4);
  for (uint32_t j = 0; j < 3 && j < num_fairness(source, c); j++)
    if (kind == CHAIN_SIDE && rng_chance(rng, 40)) fair[n++] = j;
  block_step(block, kind, some_literal(rng, source, c), fair, n);
  for (size_t k = block->num_steps - 1, to = pick(rng, block->num_steps); k > to; k--)
    swap_bytes(&block->steps[k], &block->steps[k - 1], sizeof *block->steps);
}

/* A wall less, twice, elsewhere, or of another kind; a side that never was a wall. */
static void change_block(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                         struct block *block) {
  uint32_t choice = rng_below(rng, block->has_loop ? 16 : 10);
  if (choice >= 9) change_end(rng, source, c, block);
  if (choice == 0) move(rng, source, c, &block->closed);
  if (choice == 1) change_fair(rng, num_fairness(source, c), &block->end_fair);
  if (choice == 2) add_step(rng, source, c, block);
  if (!block->num_steps || choice < 3 || choice >= 9) return;
  struct chain_step *a = &block->steps[pick(rng, block->num_steps)],
                    *b = &block->steps[pick(rng, block->num_steps)];
  if (choice == 3) swap_bytes(a, b, sizeof *a);
  if (choice == 4) move(rng, source, c, &a->predicate);
  if (choice == 5)
    a->kind = a->kind == CHAIN_DEAD     ? CHAIN_UNBORN
              : a->kind == CHAIN_UNBORN ? CHAIN_DEAD
                                        : CHAIN_WALL;
  if (choice == 6) a->predicate ^= 1u;
  if (choice == 7)
    block_step(block, CHAIN_SIDE, a->predicate ^ rng_below(rng, 2), block->end_fair.at,
               block->end_fair.size / 2);
  if (choice == 8) change_fair(rng, num_fairness(source, c), &a->fair);
}

/* Everything, and for each of some fairness the side on which it is false: right if it were not for
 * the wall that a side needs. */
static void bold_block(struct rng *rng, const struct mutant_source *source,
                       const struct certificate *c, struct block *block) {
  const struct lits *fairness = &source->model->fairness;
  block->closed = 1;
  for (uint32_t j = 0; j < num_fairness(source, c); j++) {
    if (rng_chance(rng, 40)) continue;
    uint32_t literal = 2 * (source->model->maxvar + 1 + j); /* the monitor, or the literal itself */
    if (j < fairness->size && rng_chance(rng, 50)) literal = fairness->at[j];
    if (c->property == CERT_JUSTICE && c->index < source->model->num_justice &&
        j >= fairness->size && rng_chance(rng, 50))
      literal = source->model->justice[c->index].size
                    ? source->model->justice[c->index].at[j - fairness->size]
                    : literal;
    block_step(block, rng_chance(rng, 70) ? CHAIN_SIDE : (enum chain_kind)rng_below(rng, 3),
               literal ^ 1u, &j, 1);
    if (block->steps[block->num_steps - 1].kind != CHAIN_SIDE)
      lits_clear(&block->steps[block->num_steps - 1].fair);
    lits_push(&block->end_fair, j);
  }
}

static void change_blocks(struct rng *rng, const struct mutant_source *source,
                          struct certificate *c, struct fact *fact) {
  if (!fact->num_blocks || rng_chance(rng, 20)) {
    struct block *block = fact_block(fact, rng_chance(rng, 30) ? 1 : some_literal(rng, source, c));
    if (rng_chance(rng, 50)) {
      bold_block(rng, source, c, block);
      return;
    }
    if (rng_chance(rng, 40)) change_end(rng, source, c, block);
    for (uint32_t j = 0; j < num_fairness(source, c); j++)
      if (!block->has_loop && rng_chance(rng, 30)) lits_push(&block->end_fair, j);
    for (unsigned k = rng_below(rng, 4); k; k--) add_step(rng, source, c, block);
    return;
  }
  struct block *a = &fact->blocks[pick(rng, fact->num_blocks)],
               *b = &fact->blocks[pick(rng, fact->num_blocks)];
  uint32_t choice = rng_below(rng, 6);
  if (choice == 0)
    swap_bytes(a, b, sizeof *a);
  else if (choice == 1 && a != b) { /* the steps of b behind those of a */
    for (size_t k = 0; k < b->num_steps; k++)
      block_step(a, b->steps[k].kind, b->steps[k].predicate, b->steps[k].fair.at,
                 b->steps[k].fair.size);
  } else
    change_block(rng, source, c, a);
}

/* Of EG lower and E lower. */
static void change_fair_paths(struct rng *rng, const struct mutant_source *source,
                              struct certificate *c, struct fact *fact) {
  if (fact->num_lassos && rng_chance(rng, 40))
    change_lasso(rng, source, c, &fact->lassos[pick(rng, fact->num_lassos)]);
  else if (fact->has_region && rng_chance(rng, 70))
    change_region(rng, source, c, &fact->region);
  else
    change_choices(rng, source, c, &fact->ranks);
}

static void change_fact(struct rng *rng, const struct mutant_source *source,
                        struct certificate *c) {
  if (!c->num_facts) return;
  struct fact *fact = &c->facts[pick(rng, c->num_facts)];
  switch (fact->kind) {
  case FACT_UPPER: move(rng, source, c, &fact->predicate); break;
  case FACT_LOWER_EX:
    if (rng_chance(rng, 40))
      move(rng, source, c, &fact->predicate);
    else
      change_choices(rng, source, c, &fact->ranks);
    break;
  case FACT_LOWER_EU: change_choices(rng, source, c, &fact->ranks); break;
  case FACT_LOWER_E:
    if (rng_chance(rng, 20))
      move(rng, source, c, &fact->predicate);
    else if (rng_chance(rng, 30))
      change_choices(rng, source, c, &fact->from);
    else
      change_fair_paths(rng, source, c, fact);
    break;
  case FACT_LOWER_EG: change_fair_paths(rng, source, c, fact); break;
  case FACT_UPPER_E:
    if (rng_chance(rng, 30))
      move(rng, source, c, &fact->predicate);
    else
      change_blocks(rng, source, c, fact);
    break;
  default: change_blocks(rng, source, c, fact);
  }
}

/* --- what the certificate is about ------------------------------------------------------------ */

/* Another operator, another atom, a negation more: somewhere in the formula. */
static void change_formula(struct rng *rng, struct certificate *c) {
  static const char *const pairs[][2] = {
      {"EX ", "AX "}, {"EF ", "AF "},  {"EG ", "AG "}, {"AG ", "EF "}, {"EG ", "EF "},
      {"AX ", "EX "}, {"AF ", "AG "},  {"E[", "A["},   {"A[", "E["},   {" & ", " | "},
      {" | ", " & "}, {" -> ", " & "}, {" U ", " R "}, {" R ", " U "}, {"X ", "F "},
      {"F ", "G "},   {"G ", "F "},    {"E ", "A "},   {"A ", "E "}};
  size_t n = strlen(c->formula), which = pick(rng, sizeof pairs / sizeof *pairs + 3);
  char *text = memory_alloc(n + 2, 1);
  memcpy(text, c->formula, n + 1);
  if (which < sizeof pairs / sizeof *pairs) {
    char *at = strstr(text, pairs[which][0]);
    size_t a = strlen(pairs[which][0]), b = strlen(pairs[which][1]);
    if (at && b <= a) {
      memmove(at + b, at + a, strlen(at + a) + 1);
      memcpy(at, pairs[which][1], b);
    }
  } else if (text[0] == '!')
    memmove(text, text + 1, n);
  else {
    memmove(text + 1, text, n + 1);
    text[0] = '!';
  }
  free(c->formula);
  c->formula = text;
}

/* How long "fair f " or "assume c " at the beginning is; 0: it is not there. */
static size_t clause_length(const char *text) {
  size_t n = strncmp(text, "fair ", 5) == 0 ? 5 : strncmp(text, "assume ", 7) == 0 ? 7 : 0;
  size_t depth = 0;
  if (n == 0) return 0;
  for (; text[n] && (depth > 0 || text[n] != ' '); n++) {
    depth += text[n] == '(';
    depth -= text[n] == ')';
  }
  return text[n] ? n + 1 : 0;
}

/* One clause less, one more, or another word for it. */
static void change_scope(struct rng *rng, struct certificate *c) {
  static const char *const clauses[] = {"fair l0 ",    "fair !i0 ",        "fair (l0 | i0) ",
                                        "fair false ", "assume l0 ",       "assume !i0 ",
                                        "assume 0 ",   "assume (l0 | i0) "};
  const char *rest = c->formula + (rng_chance(rng, 60) ? clause_length(c->formula) : 0);
  bool word = clause_length(rest) > 0 && rng_chance(rng, 30);
  const char *more = rng_chance(rng, 60) ? clauses[pick(rng, 8)] : "";
  if (word) more = rest[0] == 'f' ? "assume " : "fair ";
  if (word) rest = strchr(rest, ' ') + 1;
  size_t size = strlen(more) + strlen(rest) + 1;
  char *text = memory_alloc(size, 1);
  snprintf(text, size, "%s%s", more, rest);
  free(c->formula);
  c->formula = text;
  c->version_3 = c->version_3 || clause_length(text) > 0;
}

static void change_claim(struct rng *rng, const struct mutant_source *source,
                         struct certificate *c) {
  const struct aiger *m = source->model;
  const struct certificate *donor =
      source->num_donors ? &source->donors[pick(rng, source->num_donors)] : NULL;
  switch (rng_below(rng, 7)) {
  case 6:
    if (c->formula) change_scope(rng, c);
    break;
  case 0: c->holds = !c->holds; break;
  case 1: c->inputs_all = !c->inputs_all; break;
  case 2:
    if (c->formula) change_formula(rng, c);
    break;
  case 3:
    if (c->property == CERT_JUSTICE && m->num_justice)
      c->index = rng_below(rng, (uint32_t)m->num_justice);
    if (c->property == CERT_BAD && m->bad.size) c->index = rng_below(rng, (uint32_t)m->bad.size);
    break;
  case 4: /* bad, output, justice instead of each other */
    if (c->property != CERT_CTL) c->property = (enum cert_property)rng_below(rng, 3);
    break;
  default: /* the facts of one property as those of another */
    if (donor && (donor->property == CERT_CTL) == (c->property == CERT_CTL)) {
      c->property = donor->property;
      c->index = donor->index;
      c->inputs_all = donor->inputs_all;
      c->version_3 = donor->version_3;
      free(c->formula);
      c->formula = donor->formula ? memory_string(donor->formula) : NULL;
    }
  }
  /* Forms that the other verdict needs. */
  if (!c->holds && c->property == CERT_CTL && !c->initial) {
    size_t n = m->num_latches + pick(rng, m->inputs.size + 1);
    c->initial = memory_zeroed(n + 1, 1);
    for (size_t k = 0; k < n; k++) c->initial[k] = (char)('0' + rng_below(rng, 2));
    for (size_t k = 0; k < m->num_latches; k++)
      if (m->latches[k].reset < 2) c->initial[k] = (char)('0' + m->latches[k].reset);
  }
  if (certificate_is_trace(c) && !c->trace_latches) c->holds = true;
  if (!certificate_is_trace(c) && c->trace_latches) c->holds = false;
}

static void copy_choices(struct choices *to, const struct choices *from) {
  for (size_t k = 0; k < from->size; k++)
    choices_add(to, from->at[k].guard, from->at[k].inputs.at, from->at[k].inputs.size);
}

/* The fact at `to`, which is new, gets what `from` has. */
static void copy_fact(struct fact *to, const struct fact *from) {
  copy_choices(&to->ranks, &from->ranks);
  copy_choices(&to->from, &from->from);
  for (size_t k = 0; k < from->num_lassos; k++) {
    struct lasso *lasso = fact_lasso(to);
    copy_choices(&lasso->steps, &from->lassos[k].steps);
    lits_append(&lasso->at, from->lassos[k].at.at, from->lassos[k].at.size);
  }
  to->has_region = from->has_region;
  to->region.inside = from->region.inside;
  copy_choices(&to->region.choices, &from->region.choices);
  to->region.num_covers = from->region.num_covers;
  if (from->region.num_covers)
    to->region.covers = memory_zeroed(from->region.num_covers, sizeof *to->region.covers);
  for (size_t k = 0; k < from->region.num_covers; k++)
    copy_choices(&to->region.covers[k], &from->region.covers[k]);
  for (size_t k = 0; k < from->num_blocks; k++) block_copy(fact_block(to, 0), &from->blocks[k]);
}

static bool is_upper(enum fact_kind kind) {
  return kind == FACT_UPPER || kind == FACT_UPPER_EG || kind == FACT_UPPER_E;
}

/* A fact of a donor, or one of our own under another node, at its place in the order; it replaces
 * the one that is there. */
static void transplant(struct rng *rng, const struct mutant_source *source, struct certificate *c) {
  const struct certificate *donor = source->num_donors && rng_chance(rng, 50)
                                        ? &source->donors[pick(rng, source->num_donors)]
                                        : c;
  if (!donor->num_facts) return;
  const struct fact *from = &donor->facts[pick(rng, donor->num_facts)];
  enum fact_kind kind = from->kind;
  uint32_t node = rng_chance(rng, 50) ? from->node : rng_below(rng, from->node + 4);
  struct fact copy = {.kind = kind, .node = node, .predicate = from->predicate};
  copy_fact(&copy, from);
  bool upper = is_upper(kind);
  size_t k = 0;
  while (k < c->num_facts && (c->facts[k].node > node ||
                              (c->facts[k].node == node && !upper && is_upper(c->facts[k].kind))))
    k++;
  struct fact *last = certificate_fact(c, kind, node, copy.predicate);
  *last = copy;
  for (size_t n = c->num_facts - 1; n > k; n--)
    swap_bytes(&c->facts[n], &c->facts[n - 1], sizeof *c->facts);
}

static void change_gate(struct rng *rng, const struct mutant_source *source,
                        struct certificate *c) {
  if (!c->num_gates) return;
  struct cert_gate *gate = &c->gates[pick(rng, c->num_gates)];
  uint32_t literal = some_literal(rng, source, c);
  if (literal >= gate->lhs) literal = rng_below(rng, 2);
  if (rng_chance(rng, 30))
    gate->args.at[pick(rng, gate->args.size)] ^= 1u;
  else if (rng_chance(rng, 50))
    gate->args.at[pick(rng, gate->args.size)] = literal;
  else
    lits_push(&gate->args, literal);
}

/* --- proofs ----------------------------------------------------------------------------------- */

/* Another obligation's proof, lines swapped or lost, or one number changed. */
static void change_proof(struct rng *rng, struct certificate *c) {
  if (!c->num_proofs) return;
  struct cert_proof *a = &c->proofs[pick(rng, c->num_proofs)],
                    *b = &c->proofs[pick(rng, c->num_proofs)];
  if (rng_chance(rng, 30)) {
    swap_bytes(a, b, sizeof *a);
    return;
  }
  if (!a->size) return;
  size_t at = pick(rng, a->size), start = at, end = at;
  while (start > 0 && a->text[start - 1] != '\n') start--;
  while (a->text[end] != '\n') end++;
  uint32_t choice = rng_below(rng, 4);
  if (choice == 0) { /* the line is lost */
    memmove(a->text + start, a->text + end + 1, a->size - end - 1);
    a->size -= end + 1 - start;
  } else if (choice == 1) { /* a digit changes */
    while (at < end && !isdigit((unsigned char)a->text[at])) at++;
    if (at < end) a->text[at] = (char)('0' + rng_below(rng, 10));
  } else if (choice == 2) { /* a literal changes its sign, or the line its end */
    while (at > start && a->text[at - 1] != ' ') at--;
    if (a->text[at] == '-') {
      memmove(a->text + at, a->text + at + 1, a->size - at - 1);
      a->size--;
    }
  } else { /* a word is lost */
    while (at > start && a->text[at - 1] != ' ') at--;
    size_t to = at;
    while (to < end && a->text[to] != ' ') to++;
    if (to < end) {
      memmove(a->text + at, a->text + to + 1, a->size - to - 1);
      a->size -= to + 1 - at;
    }
  }
}

/* --- all together ----------------------------------------------------------------------------- */

static void change_once(struct rng *rng, const struct mutant_source *source,
                        struct certificate *c) {
  uint32_t choice = rng_below(rng, 100);
  if (c->has_proofs && choice < 60)
    change_proof(rng, c);
  else if (certificate_is_trace(c)) {
    if (choice < 80)
      mutate_certificate(rng, c);
    else
      change_claim(rng, source, c);
  } else if (choice < 20)
    mutate_certificate(rng, c);
  else if (choice < 30)
    change_claim(rng, source, c);
  else if (choice < 35)
    move(rng, source, c, &c->invariant);
  else if (choice < 45)
    change_gate(rng, source, c);
  else if (choice < 55)
    transplant(rng, source, c);
  else if (choice < 65 && c->has_saved)
    change_relations(rng, source, c);
  else if (choice < (c->has_ghosts ? 75 : 68))
    change_ghosts(rng, source, c);
  else
    change_fact(rng, source, c);
}

void mutant_change(struct rng *rng, const struct mutant_source *source, struct certificate *c) {
  for (unsigned count = 1 + rng_below(rng, 4) / 2 + rng_below(rng, 8) / 7; count; count--)
    change_once(rng, source, c);
}
