#include "formats/certificate.h"

struct cert_gate *certificate_gate(struct certificate *c, uint32_t lhs, const uint32_t *args,
                                   size_t n) {
  c->gates = memory_room(c->gates, c->num_gates, &c->gates_capacity, sizeof *c->gates);
  struct cert_gate *gate = &c->gates[c->num_gates++];
  *gate = (struct cert_gate){.lhs = lhs};
  lits_append(&gate->args, args, n);
  return gate;
}

struct cert_gate *certificate_relation(struct certificate *c, uint32_t lhs, const uint32_t *args,
                                       size_t n) {
  c->relations =
      memory_room(c->relations, c->num_relations, &c->relations_capacity, sizeof *c->relations);
  struct cert_gate *gate = &c->relations[c->num_relations++];
  *gate = (struct cert_gate){.lhs = lhs};
  lits_append(&gate->args, args, n);
  return gate;
}

struct fact *certificate_fact(struct certificate *c, enum fact_kind kind, uint32_t node,
                              uint32_t predicate) {
  c->facts = memory_room(c->facts, c->num_facts, &c->facts_capacity, sizeof *c->facts);
  struct fact *fact = &c->facts[c->num_facts++];
  *fact = (struct fact){.kind = kind, .node = node, .predicate = predicate};
  return fact;
}

void certificate_trace_step(struct certificate *c, const char *bits) {
  c->trace_inputs = memory_one_more(c->trace_inputs, c->trace_steps, sizeof *c->trace_inputs);
  c->trace_inputs[c->trace_steps++] = memory_string(bits);
}

void certificate_free(struct certificate *c) {
  free(c->formula);
  free(c->trace_latches);
  free(c->trace_returning);
  for (size_t k = 0; k < c->trace_steps; k++) free(c->trace_inputs[k]);
  free(c->trace_inputs);
  for (size_t k = 0; k < c->num_gates; k++) lits_free(&c->gates[k].args);
  free(c->gates);
  for (size_t k = 0; k < c->num_relations; k++) lits_free(&c->relations[k].args);
  free(c->relations);
  lits_free(&c->saved);
  lits_free(&c->ghosts);
  lits_free(&c->next);
  for (size_t k = 0; k < c->num_facts; k++) fact_free(&c->facts[k]);
  free(c->facts);
  free(c->initial);
  for (size_t k = 0; k < c->num_proofs; k++) free(c->proofs[k].text);
  free(c->proofs);
  *c = (struct certificate){0};
}
