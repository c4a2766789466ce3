#include "formats/certificate.h"

/* Room for one more element; the new element is zeroed. */
static void *grow_one(void *at, size_t size, size_t *capacity, size_t element) {
  at = memory_room(at, size, capacity, element);
  memset((char *)at + size * element, 0, element);
  return at;
}

struct cert_gate *certificate_gate(struct certificate *c, uint32_t lhs, const uint32_t *args,
                                   size_t n) {
  c->gates = grow_one(c->gates, c->num_gates, &c->gates_capacity, sizeof *c->gates);
  struct cert_gate *gate = &c->gates[c->num_gates++];
  gate->lhs = lhs;
  lits_append(&gate->args, args, n);
  return gate;
}

struct cert_fact *certificate_fact(struct certificate *c, enum cert_fact_kind kind, uint32_t node,
                                   uint32_t predicate) {
  c->facts = grow_one(c->facts, c->num_facts, &c->facts_capacity, sizeof *c->facts);
  struct cert_fact *fact = &c->facts[c->num_facts++];
  fact->kind = kind;
  fact->node = node;
  fact->predicate = predicate;
  return fact;
}

struct cert_lasso *cert_fact_lasso(struct cert_fact *fact) {
  fact->lassos =
      grow_one(fact->lassos, fact->num_lassos, &fact->lassos_capacity, sizeof *fact->lassos);
  return &fact->lassos[fact->num_lassos++];
}

struct cert_block *cert_fact_block(struct cert_fact *fact, uint32_t closed) {
  fact->blocks =
      grow_one(fact->blocks, fact->num_blocks, &fact->blocks_capacity, sizeof *fact->blocks);
  struct cert_block *block = &fact->blocks[fact->num_blocks++];
  block->closed = closed;
  return block;
}

void cert_block_step(struct cert_block *block, enum cert_step_kind kind, uint32_t predicate,
                     const uint32_t *fair, size_t n) {
  block->steps =
      grow_one(block->steps, block->num_steps, &block->steps_capacity, sizeof *block->steps);
  struct cert_step *step = &block->steps[block->num_steps++];
  step->kind = kind;
  step->predicate = predicate;
  lits_append(&step->fair, fair, n);
}

void cert_choices_add(struct cert_choices *choices, uint32_t guard, const uint32_t *inputs,
                      size_t n) {
  choices->at = grow_one(choices->at, choices->size, &choices->capacity, sizeof *choices->at);
  struct cert_choice *choice = &choices->at[choices->size++];
  choice->guard = guard;
  lits_append(&choice->inputs, inputs, n);
}

void certificate_trace_step(struct certificate *c, const char *bits) {
  /* The capacity is the next power of two: no field of its own is needed. */
  if ((c->trace_steps & (c->trace_steps - 1)) == 0)
    c->trace_inputs = memory_grow(c->trace_inputs, c->trace_steps ? 2 * c->trace_steps : 1,
                                  sizeof *c->trace_inputs);
  c->trace_inputs[c->trace_steps++] = memory_string(bits);
}

static void free_choices(struct cert_choices *choices) {
  for (size_t k = 0; k < choices->size; k++) lits_free(&choices->at[k].inputs);
  free(choices->at);
}

static void free_block(struct cert_block *block) {
  for (size_t k = 0; k < block->num_steps; k++) lits_free(&block->steps[k].fair);
  free(block->steps);
  lits_free(&block->end_fair);
}

static void free_fact(struct cert_fact *fact) {
  free_choices(&fact->ranks);
  for (size_t k = 0; k < fact->num_lassos; k++) {
    free_choices(&fact->lassos[k].steps);
    lits_free(&fact->lassos[k].at);
  }
  free(fact->lassos);
  free_choices(&fact->region.choices);
  for (size_t k = 0; k < fact->region.num_covers; k++) free_choices(&fact->region.covers[k]);
  free(fact->region.covers);
  for (size_t k = 0; k < fact->num_blocks; k++) free_block(&fact->blocks[k]);
  free(fact->blocks);
}

void certificate_free(struct certificate *c) {
  free(c->formula);
  free(c->trace_latches);
  for (size_t k = 0; k < c->trace_steps; k++) free(c->trace_inputs[k]);
  free(c->trace_inputs);
  for (size_t k = 0; k < c->num_gates; k++) lits_free(&c->gates[k].args);
  free(c->gates);
  for (size_t k = 0; k < c->num_facts; k++) free_fact(&c->facts[k]);
  free(c->facts);
  free(c->initial);
  for (size_t k = 0; k < c->num_proofs; k++) free(c->proofs[k].text);
  free(c->proofs);
  *c = (struct certificate){0};
}
