#include "formats/fact.h"

struct choice *choices_add(struct choices *choices, uint32_t guard, const uint32_t *inputs,
                           size_t n) {
  choices->at = memory_room(choices->at, choices->size, &choices->capacity, sizeof *choices->at);
  struct choice *choice = &choices->at[choices->size++];
  *choice = (struct choice){.guard = guard};
  lits_append(&choice->inputs, inputs, n);
  return choice;
}

void choice_follow(struct choice *choice, uint32_t input, uint32_t predicate) {
  if (predicate != CHOICE_TRUE)
    while (choice->values.size < choice->inputs.size) lits_push(&choice->values, CHOICE_TRUE);
  if (predicate != CHOICE_TRUE || choice->values.size) lits_push(&choice->values, predicate);
  lits_push(&choice->inputs, input);
}

void choices_add_mapped(struct choices *choices, const struct choice *from, choice_map *map,
                        void *context) {
  struct choice *to = choices_add(choices, map(context, from->guard), NULL, 0);
  for (size_t k = 0; k < from->inputs.size; k++)
    choice_follow(to, map(context, from->inputs.at[k]), map(context, choice_value(from, k)));
}

void choice_free(struct choice *choice) {
  lits_free(&choice->inputs);
  lits_free(&choice->values);
}

void choices_free(struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++) choice_free(&choices->at[k]);
  free(choices->at);
  *choices = (struct choices){0};
}

void region_free(struct region *region) {
  choices_free(&region->choices);
  for (size_t j = 0; j < region->num_covers; j++) choices_free(&region->covers[j]);
  free(region->covers);
  *region = (struct region){0};
}

void block_step(struct block *block, enum chain_kind kind, uint32_t predicate, const uint32_t *fair,
                size_t n) {
  block->steps =
      memory_room(block->steps, block->num_steps, &block->capacity, sizeof *block->steps);
  struct chain_step *step = &block->steps[block->num_steps++];
  *step = (struct chain_step){.kind = kind, .predicate = predicate};
  lits_append(&step->fair, fair, n);
}

void block_copy(struct block *to, const struct block *from) {
  *to = (struct block){.closed = from->closed, .has_loop = from->has_loop, .loop = from->loop};
  for (size_t k = 0; k < from->num_steps; k++) {
    const struct chain_step *step = &from->steps[k];
    block_step(to, step->kind, step->predicate, step->fair.at, step->fair.size);
  }
  lits_append(&to->end_fair, from->end_fair.at, from->end_fair.size);
  lits_append(&to->saved, from->saved.at, from->saved.size);
  lits_append(&to->raised_by, from->raised_by.at, from->raised_by.size);
  lits_append(&to->relation, from->relation.at, from->relation.size);
}

void block_free(struct block *block) {
  for (size_t k = 0; k < block->num_steps; k++) lits_free(&block->steps[k].fair);
  free(block->steps);
  lits_free(&block->end_fair);
  lits_free(&block->saved);
  lits_free(&block->raised_by);
  lits_free(&block->relation);
  *block = (struct block){0};
}

struct lasso *fact_lasso(struct fact *fact) {
  fact->lassos =
      memory_room(fact->lassos, fact->num_lassos, &fact->lassos_capacity, sizeof *fact->lassos);
  struct lasso *lasso = &fact->lassos[fact->num_lassos++];
  *lasso = (struct lasso){0};
  return lasso;
}

struct block *fact_block(struct fact *fact, uint32_t closed) {
  fact->blocks =
      memory_room(fact->blocks, fact->num_blocks, &fact->blocks_capacity, sizeof *fact->blocks);
  struct block *block = &fact->blocks[fact->num_blocks++];
  *block = (struct block){.closed = closed};
  return block;
}

static bool choices_follow(const struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++)
    for (size_t i = 0; i < choices->at[k].values.size; i++)
      if (choices->at[k].values.at[i] != CHOICE_TRUE) return true;
  return false;
}

bool fact_follows(const struct fact *fact) {
  bool any = choices_follow(&fact->ranks) || choices_follow(&fact->from) ||
             choices_follow(&fact->region.choices);
  for (size_t k = 0; k < fact->num_lassos; k++) any |= choices_follow(&fact->lassos[k].steps);
  for (size_t j = 0; j < fact->region.num_covers; j++)
    any |= choices_follow(&fact->region.covers[j]);
  return any;
}

void fact_free(struct fact *fact) {
  choices_free(&fact->ranks);
  choices_free(&fact->from);
  for (size_t k = 0; k < fact->num_lassos; k++) {
    choices_free(&fact->lassos[k].steps);
    lits_free(&fact->lassos[k].at);
  }
  free(fact->lassos);
  region_free(&fact->region);
  for (size_t k = 0; k < fact->num_blocks; k++) block_free(&fact->blocks[k]);
  free(fact->blocks);
  *fact = (struct fact){0};
}
