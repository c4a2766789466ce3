/* What facts carry, and facts at the place of others. */
#include "tests/mutants/mutants_parts.h"

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
    choice_free(&lasso->steps.at[--lasso->steps.size]);
    for (size_t k = 0; k < lasso->at.size; k++)
      if (lasso->at.at[k] >= lasso->steps.size) lasso->at.at[k] = 0;
  } else if (choice == 2 && lasso->at.size)
    lasso->at.at[pick(rng, lasso->at.size)] = rng_below(rng, (uint32_t)n);
  else
    mutant_change_choices(rng, source, c, &lasso->steps);
}

static void change_region(struct rng *rng, const struct mutant_source *source,
                          struct certificate *c, struct region *region) {
  uint32_t choice = rng_below(rng, 4);
  if (choice == 0)
    mutant_move(rng, source, c, &region->inside);
  else if (choice == 1 || !region->num_covers)
    mutant_change_choices(rng, source, c, &region->choices);
  else if (choice == 2)
    mutant_swap(&region->covers[pick(rng, region->num_covers)],
                &region->covers[pick(rng, region->num_covers)], sizeof *region->covers);
  else
    mutant_change_choices(rng, source, c, &region->covers[pick(rng, region->num_covers)]);
}

/* One more step, anywhere. */
static void add_step(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                     struct block *block) {
  uint32_t fair[3], n = 0;
  enum chain_kind kind = (enum chain_kind)rng_below(rng, 4);
  for (uint32_t j = 0; j < 3 && j < mutant_num_fairness(source, c); j++)
    if (kind == CHAIN_SIDE && rng_chance(rng, 40)) fair[n++] = j;
  block_step(block, kind, mutant_literal(rng, source, c), fair, n);
  for (size_t k = block->num_steps - 1, to = pick(rng, block->num_steps); k > to; k--)
    mutant_swap(&block->steps[k], &block->steps[k - 1], sizeof *block->steps);
}

/* A wall less, twice, elsewhere, or of another kind; a side that never was a wall. */
static void change_block(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                         struct block *block) {
  uint32_t choice = rng_below(rng, block->has_loop ? 16 : 10);
  if (choice >= 9) mutant_change_end(rng, source, c, block);
  if (choice == 0) mutant_move(rng, source, c, &block->closed);
  if (choice == 1) mutant_change_fair(rng, mutant_num_fairness(source, c), &block->end_fair);
  if (choice == 2) add_step(rng, source, c, block);
  if (!block->num_steps || choice < 3 || choice >= 9) return;
  struct chain_step *a = &block->steps[pick(rng, block->num_steps)],
                    *b = &block->steps[pick(rng, block->num_steps)];
  if (choice == 3) mutant_swap(a, b, sizeof *a);
  if (choice == 4) mutant_move(rng, source, c, &a->predicate);
  if (choice == 5)
    a->kind = a->kind == CHAIN_DEAD     ? CHAIN_UNBORN
              : a->kind == CHAIN_UNBORN ? CHAIN_DEAD
                                        : CHAIN_WALL;
  if (choice == 6) a->predicate ^= 1u;
  if (choice == 7)
    block_step(block, CHAIN_SIDE, a->predicate ^ rng_below(rng, 2), block->end_fair.at,
               block->end_fair.size / 2);
  if (choice == 8) mutant_change_fair(rng, mutant_num_fairness(source, c), &a->fair);
}

/* Everything, and for each of some fairness the side on which it is false: right if it were not for
 * the wall that a side needs. */
static void bold_block(struct rng *rng, const struct mutant_source *source,
                       const struct certificate *c, struct block *block) {
  const struct lits *fairness = &source->model->fairness;
  block->closed = 1;
  for (uint32_t j = 0; j < mutant_num_fairness(source, c); j++) {
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
    struct block *block =
        fact_block(fact, rng_chance(rng, 30) ? 1 : mutant_literal(rng, source, c));
    if (rng_chance(rng, 50)) {
      bold_block(rng, source, c, block);
      return;
    }
    if (rng_chance(rng, 40)) mutant_change_end(rng, source, c, block);
    for (uint32_t j = 0; j < mutant_num_fairness(source, c); j++)
      if (!block->has_loop && rng_chance(rng, 30)) lits_push(&block->end_fair, j);
    for (unsigned k = rng_below(rng, 4); k; k--) add_step(rng, source, c, block);
    return;
  }
  struct block *a = &fact->blocks[pick(rng, fact->num_blocks)],
               *b = &fact->blocks[pick(rng, fact->num_blocks)];
  uint32_t choice = rng_below(rng, 6);
  if (choice == 0)
    mutant_swap(a, b, sizeof *a);
  else if (choice == 1 && a != b) { /* the steps of b behind those of a */
    for (size_t k = 0; k < b->num_steps; k++)
      block_step(a, b->steps[k].kind, b->steps[k].predicate, b->steps[k].fair.at,
                 b->steps[k].fair.size);
  } else
    change_block(rng, source, c, a);
}

/* No state satisfies the node, for no fair path stays anywhere: a loop says so. */
static void bold_view(struct rng *rng, const struct mutant_source *source, struct certificate *c,
                      struct fact *fact) {
  fact->predicate = 0;
  c->has_proofs = false; /* there will be more obligations */
  mutant_change_end(rng, source, c, fact_block(fact, 1));
}

/* Of EG lower and E lower. */
static void change_fair_paths(struct rng *rng, const struct mutant_source *source,
                              struct certificate *c, struct fact *fact) {
  if (fact->num_lassos && rng_chance(rng, 40))
    change_lasso(rng, source, c, &fact->lassos[pick(rng, fact->num_lassos)]);
  else if (fact->has_region && rng_chance(rng, 70))
    change_region(rng, source, c, &fact->region);
  else
    mutant_change_choices(rng, source, c, &fact->ranks);
}

void mutant_change_fact(struct rng *rng, const struct mutant_source *source,
                        struct certificate *c) {
  if (!c->num_facts) return;
  struct fact *fact = &c->facts[pick(rng, c->num_facts)];
  switch (fact->kind) {
  case FACT_UPPER: mutant_move(rng, source, c, &fact->predicate); break;
  case FACT_LOWER_EX:
    if (rng_chance(rng, 40))
      mutant_move(rng, source, c, &fact->predicate);
    else
      mutant_change_choices(rng, source, c, &fact->ranks);
    break;
  case FACT_LOWER_EU: mutant_change_choices(rng, source, c, &fact->ranks); break;
  case FACT_LOWER_E:
    if (rng_chance(rng, 20))
      mutant_move(rng, source, c, &fact->predicate);
    else if (rng_chance(rng, 30))
      mutant_change_choices(rng, source, c, &fact->from);
    else
      change_fair_paths(rng, source, c, fact);
    break;
  case FACT_LOWER_EG: change_fair_paths(rng, source, c, fact); break;
  case FACT_UPPER_E:
    if (rng_chance(rng, 30))
      mutant_move(rng, source, c, &fact->predicate);
    else if (rng_chance(rng, 30))
      bold_view(rng, source, c, fact);
    else
      change_blocks(rng, source, c, fact);
    break;
  default: change_blocks(rng, source, c, fact);
  }
}

static void copy_choices(struct choices *to, const struct choices *from) {
  for (size_t k = 0; k < from->size; k++) mutant_copy_choice(to, &from->at[k]);
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

void mutant_transplant(struct rng *rng, const struct mutant_source *source, struct certificate *c) {
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
    mutant_swap(&c->facts[n], &c->facts[n - 1], sizeof *c->facts);
}
