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

/* Inputs, latches, constraints and gates of the model, variable for variable, with room for the
 * latches of ghosts. Certifaiger asks
 * about fairness also where there is no justice: literals that are always true claim nothing. */
static void copy_circuit(const struct aiger *model, size_t ghosts, struct aiger *circuit,
                         size_t *capacity) {
  *circuit = (struct aiger){.maxvar = model->maxvar, .num_latches = model->num_latches};
  lits_append(&circuit->inputs, model->inputs.at, model->inputs.size);
  lits_append(&circuit->constraints, model->constraints.at, model->constraints.size);
  for (size_t k = 0; k < model->fairness.size; k++) lits_push(&circuit->fairness, 1);
  circuit->latches = memory_alloc(model->num_latches + ghosts, sizeof *circuit->latches);
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

/* From the nodes of the checker's system to literals of the witness. */
struct translation {
  const struct system *system;
  struct aiger *circuit;
  size_t *capacity;
  uint32_t *map; /* 0: the constant, or not yet */
  struct lits ghosts;
};

/* A literal of the checker's system, as gates over the inputs and latches of the witness; notes
 * ghosts that are new. */
static uint32_t translate(struct translation *t, lit a) {
  const struct aig *aig = t->system->aig;
  struct lits cone = {0};
  aig_cone(aig, &a, 1, &cone);
  for (size_t k = 0; k < cone.size; k++) {
    uint32_t node = cone.at[k];
    const struct aig_node *n = &aig->nodes[node];
    if (t->map[node] != 0 || n->kind == AIG_CONSTANT) continue;
    if (n->kind == AIG_GATE) {
      t->map[node] = new_gate(t->circuit, t->capacity, t->map[lit_node(n->left)] ^ (n->left & 1u),
                              t->map[lit_node(n->right)] ^ (n->right & 1u));
      continue;
    }
    bool state = n->kind == AIG_STATE;
    uint32_t origin = state ? t->system->state_origin[n->left] : t->system->input_origin[n->left];
    if (origin == ORIGIN_GHOST) {
      origin = ++t->circuit->maxvar;
      lits_push(&t->ghosts, node);
    }
    t->map[node] = 2 * origin;
  }
  lits_free(&cone);
  return t->map[lit_node(a)] ^ (a & 1u);
}

/* Ghosts are latches of the witness alone: no symbol says that they simulate. Those that others
 * need come to light on the way; copy_circuit left room for all. */
static void add_ghosts(struct translation *t) {
  struct aiger *circuit = t->circuit;
  for (size_t k = 0; k < t->ghosts.size; k++) {
    uint32_t state = t->system->aig->nodes[t->ghosts.at[k]].left;
    uint32_t next = translate(t, t->system->next[state]);
    circuit->latches[circuit->num_latches++] = (struct aiger_latch){
        .lit = t->map[t->ghosts.at[k]], .next = next, .reset = t->system->reset[state]};
  }
}

void certifaiger_build(const struct aiger *model, uint32_t bad, const struct check_result *result,
                       struct aiger *witness) {
  size_t capacity = 0;
  copy_circuit(model, result->system->num_ghosts, witness, &capacity);
  map_to_model(witness);
  struct translation t = {.system = result->system, .circuit = witness, .capacity = &capacity};
  t.map = memory_zeroed(t.system->aig->num_nodes, sizeof *t.map);
  uint32_t invariant = translate(&t, result->evidence.invariant);
  add_ghosts(&t);
  free(t.map);
  lits_free(&t.ghosts);
  uint32_t unsafe = new_gate(witness, &capacity, invariant, bad ^ 1u) ^ 1u;
  lits_push(model->bad.size ? &witness->bad : &witness->outputs, unsafe);
  if (result->system->num_ghosts > 0) aiger_reencode(witness); /* latches before gates */
}
