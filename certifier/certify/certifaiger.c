#include "certifier/certify/certifaiger.h"

#include <stdio.h>

static void add_gate(struct aiger *circuit, size_t *capacity, uint32_t lhs, uint32_t rhs0,
                     uint32_t rhs1) {
  circuit->ands = memory_room(circuit->ands, circuit->num_ands, capacity, sizeof *circuit->ands);
  circuit->ands[circuit->num_ands++] = (struct aiger_and){.lhs = lhs, .rhs0 = rhs0, .rhs1 = rhs1};
}

static uint32_t new_gate(struct aiger *circuit, size_t *capacity, uint32_t rhs0, uint32_t rhs1) {
  uint32_t lhs = 2 * ++circuit->maxvar;
  add_gate(circuit, capacity, lhs, rhs0, rhs1);
  return lhs;
}

/* Inputs, latches, constraints and gates of the model, variable for variable. Certifaiger asks
 * about fairness also where there is no justice: literals that are always true claim nothing. */
static void copy_circuit(const struct aiger *model, struct aiger *circuit, size_t *capacity) {
  *circuit = (struct aiger){.maxvar = model->maxvar, .num_latches = model->num_latches};
  lits_append(&circuit->inputs, model->inputs.at, model->inputs.size);
  lits_append(&circuit->constraints, model->constraints.at, model->constraints.size);
  for (size_t k = 0; k < model->fairness.size; k++) lits_push(&circuit->fairness, 1);
  circuit->latches = memory_alloc(model->num_latches, sizeof *circuit->latches);
  if (model->num_latches > 0)
    memcpy(circuit->latches, model->latches, model->num_latches * sizeof *circuit->latches);
  for (size_t k = 0; k < model->num_ands; k++)
    add_gate(circuit, capacity, model->ands[k].lhs, model->ands[k].rhs0, model->ands[k].rhs1);
}

/* The symbols "= literal" say which input or latch of the model each one simulates. */
static void map_to_model(struct aiger *circuit) {
  size_t n = circuit->inputs.size + circuit->num_latches;
  circuit->symbols = memory_alloc(n, sizeof *circuit->symbols);
  for (size_t k = 0; k < n; k++) {
    bool input = k < circuit->inputs.size;
    size_t index = input ? k : k - circuit->inputs.size;
    char name[32];
    snprintf(name, sizeof name, "= %u",
             (unsigned)(input ? circuit->inputs.at[index] : circuit->latches[index].lit));
    circuit->symbols[circuit->num_symbols++] = (struct aiger_symbol){
        .kind = input ? 'i' : 'l', .index = (uint32_t)index, .name = memory_string(name)};
  }
}

/* The invariant, a predicate of the checker's system, as gates over the model's latches. */
static uint32_t add_predicate(struct aiger *circuit, size_t *capacity, const struct system *system,
                              lit predicate) {
  const struct aig *aig = system->aig;
  struct lits cone = {0};
  uint32_t *map = memory_zeroed(aig->num_nodes, sizeof *map);
  aig_cone(aig, &predicate, 1, &cone);
  for (size_t k = 0; k < cone.size; k++) {
    uint32_t node = cone.at[k];
    const struct aig_node *n = &aig->nodes[node];
    if (n->kind == AIG_STATE)
      map[node] = 2 * system->state_origin[n->left];
    else if (n->kind == AIG_GATE)
      map[node] = new_gate(circuit, capacity, map[lit_node(n->left)] ^ (n->left & 1u),
                           map[lit_node(n->right)] ^ (n->right & 1u));
  }
  uint32_t result = map[lit_node(predicate)] ^ (predicate & 1u); /* the constant node maps to 0 */
  free(map);
  lits_free(&cone);
  return result;
}

void certifaiger_build(const struct aiger *model, uint32_t bad, const struct check_result *result,
                       struct aiger *witness) {
  size_t capacity = 0;
  copy_circuit(model, witness, &capacity);
  map_to_model(witness);
  uint32_t invariant =
      add_predicate(witness, &capacity, result->system, result->evidence.invariant);
  uint32_t unsafe = new_gate(witness, &capacity, invariant, bad ^ 1u) ^ 1u;
  lits_push(model->bad.size ? &witness->bad : &witness->outputs, unsafe);
}
