#include "checker/system/wordwise.h"

void wordwise_init(struct wordwise *w, const struct aig *aig, const struct lits *cone) {
  *w = (struct wordwise){0};
  w->states = memory_alloc(cone->size, sizeof *w->states);
  w->inputs = memory_alloc(cone->size, sizeof *w->inputs);
  w->gates = memory_alloc(cone->size, sizeof *w->gates);
  for (size_t k = 0; k < cone->size; k++) {
    uint32_t n = cone->at[k];
    const struct aig_node *node = &aig->nodes[n];
    if (node->kind == AIG_STATE)
      w->states[w->num_states++] = (struct word_leaf){n, node->left};
    else if (node->kind == AIG_INPUT)
      w->inputs[w->num_inputs++] = (struct word_leaf){n, node->left};
    else
      w->gates[w->num_gates++] = (struct word_gate){n, node->left, node->right};
  }
}

void wordwise_free(struct wordwise *w) {
  free(w->states);
  free(w->inputs);
  free(w->gates);
  *w = (struct wordwise){0};
}

void wordwise_evaluate(const struct wordwise *w, const uint64_t *states, const uint64_t *inputs,
                       uint64_t *values) {
  for (size_t k = 0; k < w->num_states; k++)
    values[w->states[k].node] = states[w->states[k].number];
  for (size_t k = 0; k < w->num_inputs; k++)
    values[w->inputs[k].node] = inputs[w->inputs[k].number];
  for (size_t k = 0; k < w->num_gates; k++) {
    struct word_gate g = w->gates[k];
    values[g.node] = wordwise_get(values, g.left) & wordwise_get(values, g.right);
  }
}
