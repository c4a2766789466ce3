#include "checker/system/evidence.h"

void choices_add(struct choices *c, lit guard, const lit *inputs, size_t n) {
  c->at = memory_room(c->at, c->size, &c->capacity, sizeof *c->at);
  struct choice *choice = &c->at[c->size++];
  *choice = (struct choice){.guard = guard};
  lits_append(&choice->inputs, inputs, n);
}

void choices_free(struct choices *c) {
  for (size_t k = 0; k < c->size; k++) lits_free(&c->at[k].inputs);
  free(c->at);
  *c = (struct choices){0};
}

void block_step(struct block *block, enum chain_kind kind, lit predicate, const uint32_t *fair,
                size_t num_fair) {
  block->steps =
      memory_room(block->steps, block->num_steps, &block->capacity, sizeof *block->steps);
  assert(kind == CHAIN_SIDE || num_fair == 0);
  struct chain_step *step = &block->steps[block->num_steps++];
  *step = (struct chain_step){.kind = kind, .predicate = predicate};
  lits_append(&step->fair, fair, num_fair);
}

void block_free(struct block *block) {
  for (size_t k = 0; k < block->num_steps; k++) lits_free(&block->steps[k].fair);
  free(block->steps);
  lits_free(&block->end_fair);
  *block = (struct block){0};
}

void evidence_init(struct evidence *evidence, enum property_kind kind, struct system *system,
                   size_t num_nodes) {
  *evidence = (struct evidence){.verdict = VERDICT_UNKNOWN,
                                .kind = kind,
                                .system = system,
                                .invariant = AIG_TRUE,
                                .facts = memory_zeroed(num_nodes, sizeof(struct node_facts)),
                                .num_nodes = num_nodes};
  trace_init(&evidence->trace, system);
}

static void node_facts_free(struct node_facts *facts, size_t num_fairness) {
  choices_free(&facts->ranks);
  for (size_t k = 0; k < facts->num_lassos; k++) {
    choices_free(&facts->lassos[k].steps);
    lits_free(&facts->lassos[k].at);
  }
  free(facts->lassos);
  choices_free(&facts->region.choices);
  if (facts->region.covers)
    for (size_t j = 0; j < num_fairness; j++) choices_free(&facts->region.covers[j]);
  free(facts->region.covers);
  for (size_t k = 0; k < facts->num_blocks; k++) block_free(&facts->blocks[k]);
  free(facts->blocks);
}

/* The system must still be alive: it knows how many covers a region has. */
void evidence_free(struct evidence *evidence) {
  size_t num_fairness = evidence->system ? evidence->system->num_fairness : 0;
  for (size_t k = 0; k < evidence->num_nodes; k++)
    node_facts_free(&evidence->facts[k], num_fairness);
  free(evidence->facts);
  free(evidence->initial);
  trace_free(&evidence->trace);
  *evidence = (struct evidence){0};
}
