#include "checker/system/extension.h"

static void copy_leaves(struct extension *a, size_t new_states, size_t new_inputs) {
  const struct system *from = a->original;
  struct system *to = a->system;
  to->num_states = from->num_states + new_states;
  to->num_inputs = from->num_inputs + new_inputs;
  to->states = memory_alloc(to->num_states, sizeof *to->states);
  to->next = memory_zeroed(to->num_states, sizeof *to->next);
  to->reset = memory_zeroed(to->num_states, 1);
  to->inputs = memory_alloc(to->num_inputs, sizeof *to->inputs);
  for (size_t k = 0; k < to->num_states; k++) to->states[k] = aig_state(to->aig);
  for (size_t k = 0; k < to->num_inputs; k++) to->inputs[k] = aig_input(to->aig);
  if (from->num_states) memcpy(to->reset, from->reset, from->num_states);
}

static void copy_starts(struct extension *a) {
  const struct system *from = a->original;
  struct system *to = a->system;
  if (!from->start) return;
  to->start = memory_alloc(to->num_states, sizeof *to->start);
  for (size_t k = 0; k < to->num_states; k++) {
    bool function = k < from->num_states && from->start[k] != LIT_NONE;
    to->start[k] = function ? extension_lit(a, from->start[k]) : LIT_NONE;
  }
}

void extension_init(struct extension *a, const struct system *original, size_t new_states,
                    size_t new_inputs) {
  *a = (struct extension){.original = original, .system = memory_zeroed(1, sizeof *a->system)};
  a->system->aig = aig_new();
  copy_leaves(a, new_states, new_inputs);
  struct system *to = a->system;
  substitution_init(&a->map, original->aig, to->aig, to->states, to->inputs);
  for (size_t k = 0; k < original->num_states; k++)
    to->next[k] = extension_lit(a, original->next[k]);
  copy_starts(a);
  to->init = extension_lit(a, original->init);
  to->barred = extension_lit(a, original->barred);
  to->constraint = extension_lit(a, original->constraint);
  to->num_fairness = original->num_fairness;
  to->fairness = memory_alloc(original->num_fairness, sizeof *to->fairness);
  for (size_t j = 0; j < original->num_fairness; j++)
    to->fairness[j] = extension_lit(a, original->fairness[j]);
}

void extension_free(struct extension *a) {
  system_free(a->system);
  substitution_free(&a->map);
}

lit extension_lit(struct extension *a, lit original) {
  return substitution_apply(&a->map, original);
}

lit extension_back(const struct extension *a, const struct clauses *clauses,
                   const lit *replacement) {
  assert(replacement || a->system->num_states == a->original->num_states);
  const struct system *to = a->original;
  struct lits parts = {0}, conjuncts = {0};
  for (size_t c = 0; c < clauses->size; c++) {
    lits_clear(&parts);
    for (size_t k = 0; k < clauses->at[c].size; k++) {
      lit literal = clauses->at[c].at[k];
      assert(a->system->aig->nodes[lit_node(literal)].kind == AIG_STATE);
      size_t index = a->system->aig->nodes[lit_node(literal)].left;
      lit base = index < to->num_states ? to->states[index] : replacement[index - to->num_states];
      lits_push(&parts, base ^ lit_sign(literal));
    }
    lits_push(&conjuncts, aig_or_all(to->aig, parts.at, parts.size));
  }
  lit result = aig_and_all(to->aig, conjuncts.at, conjuncts.size);
  lits_free(&parts);
  lits_free(&conjuncts);
  return result;
}
