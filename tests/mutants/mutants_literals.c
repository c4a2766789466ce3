/* Literals and lists of a certificate. */
#include "tests/mutants/mutants_parts.h"

uint32_t mutant_length_of_fairness(const struct mutant_source *source,
                                   const struct certificate *c) {
  const struct aiger *m = source->model;
  bool justice = c->property == CERT_JUSTICE && c->index < m->num_justice;
  return (uint32_t)(m->fairness.size + (justice ? m->justice[c->index].size : 0));
}

uint32_t mutant_first_promise(const struct mutant_source *source, const struct certificate *c) {
  const struct aiger *m = source->model;
  return 2 * (m->maxvar + mutant_length_of_fairness(source, c) + (uint32_t)m->inputs.size + 1);
}

/* How many elementary variables there are, as far as the gates tell. */
static uint32_t num_promises(const struct mutant_source *source, const struct certificate *c) {
  uint32_t none = mutant_first_promise(source, c) + 2 * (uint32_t)c->ghosts.size;
  if (c->version < 3 || !c->num_gates || c->gates[0].lhs < none) return 0;
  return (c->gates[0].lhs - none) / 4;
}

uint32_t mutant_first_ghost(const struct mutant_source *source, const struct certificate *c) {
  if (c->num_gates) return c->gates[0].lhs - 2 * (uint32_t)c->ghosts.size;
  return mutant_first_promise(source, c);
}

uint32_t mutant_literal(struct rng *rng, const struct mutant_source *source,
                        const struct certificate *c) {
  uint32_t sign = rng_below(rng, 2), choice = rng_below(rng, 100);
  if (num_promises(source, c) && rng_chance(rng, 25))
    return mutant_first_promise(source, c) + 2 * rng_below(rng, num_promises(source, c)) + sign;
  if (c->ghosts.size && rng_chance(rng, 20))
    return mutant_first_ghost(source, c) + 2 * (uint32_t)pick(rng, c->ghosts.size) + sign;
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

uint32_t mutant_num_fairness(const struct mutant_source *source, const struct certificate *c) {
  uint32_t n = mutant_length_of_fairness(source, c) + num_promises(source, c);
  return n ? n : 1;
}

static void change(struct rng *rng, const struct mutant_source *source, const struct certificate *c,
                   uint32_t *literal) {
  *literal = rng_chance(rng, 25) ? *literal ^ 1u : mutant_literal(rng, source, c);
}

uint32_t mutant_behind_gates(const struct mutant_source *source, const struct certificate *c) {
  if (c->num_gates) return c->gates[c->num_gates - 1].lhs + 2;
  return mutant_first_ghost(source, c) + 2 * (uint32_t)c->ghosts.size;
}

void mutant_shift(uint32_t from, uint32_t *literal) {
  if (*literal >= from) *literal += 2;
}

void mutant_shift_relations(struct certificate *c, uint32_t from) {
  for (size_t k = 0; k < c->num_relations; k++) {
    mutant_shift(from, &c->relations[k].lhs);
    for (size_t n = 0; n < c->relations[k].args.size; n++)
      mutant_shift(from, &c->relations[k].args.at[n]);
  }
  for (size_t f = 0; f < c->num_facts; f++)
    for (size_t k = 0; k < c->facts[f].num_blocks; k++)
      mutant_shift(from, &c->facts[f].blocks[k].loop);
}

/* A new last gate; its literal. */
static uint32_t new_gate(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                         uint32_t first) {
  uint32_t lhs = mutant_behind_gates(source, c),
           args[3] = {first, mutant_literal(rng, source, c), mutant_literal(rng, source, c)};
  mutant_shift_relations(c, lhs);
  certificate_gate(c, lhs, args, 2 + rng_below(rng, 2));
  return lhs ^ rng_below(rng, 2);
}

void mutant_move(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                 uint32_t *literal) {
  uint32_t old = *literal, choice = rng_below(rng, 3);
  if (choice == 0) {
    change(rng, source, c, literal);
    return;
  }
  uint32_t gate = new_gate(rng, source, c, choice == 1 ? old : old ^ 1u);
  *literal = choice == 1 ? gate & ~1u : gate | 1u;
}

void mutant_swap(void *a, void *b, size_t size) {
  unsigned char *x = a, *y = b;
  for (size_t k = 0; k < size; k++) {
    unsigned char t = x[k];
    x[k] = y[k];
    y[k] = t;
  }
}

void mutant_lose(struct rng *rng, struct lits *v) {
  size_t k = pick(rng, v->size);
  v->at[k] = v->at[v->size - 1];
  v->size--;
}

/* An input follows a predicate, or something that is none. */
static void change_values(struct rng *rng, const struct mutant_source *source,
                          const struct certificate *c, struct choice *choice) {
  struct lits *values = &choice->values;
  const struct aiger *m = source->model;
  while (values->size < choice->inputs.size) lits_push(values, CHOICE_TRUE);
  if (!values->size) return;
  uint32_t *value = &values->at[pick(rng, values->size)];
  if (rng_chance(rng, 10) && m->inputs.size)
    *value = m->inputs.at[pick(rng, m->inputs.size)] ^ rng_below(rng, 2);
  else if (rng_chance(rng, 20))
    *value ^= 1u;
  else
    *value = mutant_literal(rng, source, c);
}

static void change_cube(struct rng *rng, const struct mutant_source *source,
                        const struct certificate *c, struct lits *cube) {
  uint32_t choice = rng_below(rng, 3), promises = num_promises(source, c);
  if (choice == 0 && cube->size)
    cube->at[pick(rng, cube->size)] ^= 1u;
  else if (choice == 1 && cube->size)
    mutant_lose(rng, cube);
  else if (promises && rng_chance(rng, 60))
    lits_push(cube, mutant_first_promise(source, c) + rng_below(rng, 4 * promises));
  else if (source->model->inputs.size)
    lits_push(cube,
              source->model->inputs.at[pick(rng, source->model->inputs.size)] ^ rng_below(rng, 2));
}

static uint32_t same(void *context, uint32_t literal) {
  (void)context;
  return literal;
}

void mutant_copy_choice(struct choices *to, const struct choice *from) {
  choices_add_mapped(to, from, same, NULL);
}

void mutant_change_choices(struct rng *rng, const struct mutant_source *source,
                           struct certificate *c, struct choices *v) {
  if (!v->size || rng_chance(rng, 10)) {
    choices_add(v, mutant_literal(rng, source, c), NULL, 0);
    return;
  }
  struct choice *a = &v->at[pick(rng, v->size)], *b = &v->at[pick(rng, v->size)];
  switch (rng_below(rng, 8)) {
  case 0: mutant_swap(a, b, sizeof *a); break;
  case 1: mutant_swap(&a->guard, &b->guard, sizeof a->guard); break;
  case 2: mutant_swap(&a->inputs, &b->inputs, sizeof a->inputs); break;
  case 3: change_cube(rng, source, c, &a->inputs); break;
  case 4: {
    struct choices one = {0}; /* the vector may move */
    mutant_copy_choice(&one, a);
    mutant_copy_choice(v, &one.at[0]);
    choices_free(&one);
    break;
  }
  case 5: change_values(rng, source, c, a); break;
  case 6: mutant_swap(&a->values, &b->values, sizeof a->values); break;
  default: mutant_move(rng, source, c, &a->guard);
  }
}

void mutant_change_fair(struct rng *rng, uint32_t fairness, struct lits *fair) {
  if (fair->size && rng_chance(rng, 60))
    mutant_lose(rng, fair);
  else
    lits_push(fair, rng_below(rng, fairness));
}
