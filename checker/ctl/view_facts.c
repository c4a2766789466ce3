#include "checker/ctl/view_facts.h"

struct translation {
  const struct view *view;
  view_literal *into;
  void *context;
};

static lit seen(const struct translation *t, lit a) { return t->into(t->context, a); }

static void see_choices(const struct translation *t, const struct choices *from,
                        struct choices *to) {
  for (size_t k = 0; k < from->size; k++) choices_add_mapped(to, &from->at[k], t->into, t->context);
}

/* The number that the copy has for a fairness of certificates. */
static void number_fairness(const struct translation *t, struct lits *fair) {
  for (size_t k = 0; k < fair->size; k++)
    if (fair->at[k] >= t->view->copy.original->num_fairness)
      fair->at[k] -= (uint32_t)t->view->path->first_fair;
}

static void see_block(const struct translation *t, struct block *block) {
  block->closed = seen(t, block->closed);
  for (size_t k = 0; k < block->num_steps; k++) {
    block->steps[k].predicate = seen(t, block->steps[k].predicate);
    number_fairness(t, &block->steps[k].fair);
  }
  number_fairness(t, &block->end_fair);
}

static void see_lasso(const struct translation *t, const struct lasso *from, struct lasso *to) {
  see_choices(t, &from->steps, &to->steps);
  lits_append(&to->at, from->at.at, from->at.size);
}

static void see_region(const struct translation *t, const struct region *from, struct region *to) {
  *to = (struct region){.inside = seen(t, from->inside), .num_covers = from->num_covers};
  see_choices(t, &from->choices, &to->choices);
  to->covers = memory_zeroed(to->num_covers, sizeof *to->covers);
  for (size_t j = 0; j < to->num_covers; j++) see_choices(t, &from->covers[j], &to->covers[j]);
}

static lit with_guards(struct aig *aig, lit all, const struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++) all = aig_or(aig, all, choices->at[k].guard);
  return all;
}

static void see_lower(const struct translation *t, const struct fact *from, struct fact *to) {
  struct aig *aig = t->view->copy.system->aig;
  to->kind = FACT_LOWER_EG;
  to->predicate = AIG_FALSE;
  for (size_t k = 0; k < from->num_lassos; k++) {
    struct lasso *lasso = fact_lasso(to);
    see_lasso(t, &from->lassos[k], lasso);
    to->predicate = with_guards(aig, to->predicate, &lasso->steps);
  }
  to->has_region = from->has_region;
  if (to->has_region) {
    see_region(t, &from->region, &to->region);
    to->predicate = aig_or(aig, to->predicate, to->region.inside);
  }
  see_choices(t, &from->ranks, &to->ranks);
  to->predicate = with_guards(aig, to->predicate, &to->ranks);
}

void view_fact_into(const struct view *view, const struct fact *from, view_literal *into,
                    void *context, struct fact *to) {
  struct translation t = {.view = view, .into = into, .context = context};
  *to = (struct fact){0};
  if (from->kind == FACT_LOWER_E) see_lower(&t, from, to);
  if (from->kind != FACT_UPPER_E) return;
  to->kind = FACT_UPPER_EG;
  for (size_t k = 0; k < from->num_blocks; k++) {
    struct block *block = fact_block(to, AIG_FALSE);
    block_copy(block, &from->blocks[k]);
    see_block(&t, block);
  }
}
