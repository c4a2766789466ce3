#include "formats/aiger_reader.h"

/* What defines a variable: nothing, a leaf (constant, input, latch), or gate k as GATE + k. */
enum { NOTHING, LEAF, GATE };

static bool define(struct aiger_reader *r, uint32_t *definition, uint32_t lit, uint32_t as,
                   size_t line) {
  if (definition[lit >> 1] != NOTHING)
    return aiger_fault_at_line(r, line, "literal %u is defined a second time", lit);
  definition[lit >> 1] = as;
  return true;
}

static bool define_all(struct aiger_reader *r, uint32_t *definition) {
  const struct aiger *model = r->model;
  definition[0] = LEAF;
  for (size_t k = 0; k < model->inputs.size; k++)
    if (!define(r, definition, model->inputs.at[k], LEAF, 2 + k)) return false;
  for (size_t k = 0; k < model->num_latches; k++)
    if (!define(r, definition, model->latches[k].lit, LEAF, r->latch_line + k)) return false;
  for (size_t k = 0; k < model->num_ands; k++)
    if (!define(r, definition, model->ands[k].lhs, GATE + (uint32_t)k, r->and_line + k))
      return false;
  return true;
}

static bool used(struct aiger_reader *r, const uint32_t *definition, uint32_t lit, size_t line) {
  if (definition[lit >> 1] != NOTHING) return true;
  return aiger_fault_at_line(r, line, "literal %u is used but variable %u is defined nowhere", lit,
                             lit >> 1);
}

static bool used_all(struct aiger_reader *r, const uint32_t *definition, const struct lits *lits,
                     size_t line) {
  for (size_t k = 0; k < lits->size; k++)
    if (!used(r, definition, lits->at[k], line + k)) return false;
  return true;
}

static bool check_uses(struct aiger_reader *r, const uint32_t *definition) {
  const struct aiger *model = r->model;
  for (size_t k = 0; k < model->num_latches; k++)
    if (!used(r, definition, model->latches[k].next, r->latch_line + k) ||
        !used(r, definition, model->latches[k].reset, r->latch_line + k))
      return false;
  if (!used_all(r, definition, &model->outputs, r->output_line) ||
      !used_all(r, definition, &model->bad, r->bad_line) ||
      !used_all(r, definition, &model->constraints, r->constraint_line))
    return false;
  size_t line = r->justice_line;
  for (size_t k = 0; k < model->num_justice; line += model->justice[k++].size)
    if (!used_all(r, definition, &model->justice[k], line)) return false;
  if (!used_all(r, definition, &model->fairness, r->fairness_line)) return false;
  for (size_t k = 0; k < model->num_ands; k++)
    if (!used(r, definition, model->ands[k].rhs0, r->and_line + k) ||
        !used(r, definition, model->ands[k].rhs1, r->and_line + k))
      return false;
  return true;
}

static bool is_sorted(const struct aiger *model, const uint32_t *definition) {
  for (size_t k = 0; k < model->num_ands; k++)
    if (definition[model->ands[k].rhs0 >> 1] >= GATE + k ||
        definition[model->ands[k].rhs1 >> 1] >= GATE + k)
      return false;
  return true;
}

enum { NEW, OPEN, PLACED };

/* Depth-first with an explicit stack. An OPEN gate is an ancestor of the one at hand: meeting it
 * again closes a cycle.
 */
static bool place(struct aiger_reader *r, const uint32_t *definition, uint32_t gate,
                  struct lits *stack, uint8_t *state, struct aiger_and *sorted,
                  size_t *num_sorted) {
  const struct aiger_and *ands = r->model->ands;
  lits_push(stack, gate);
  while (stack->size) {
    uint32_t k = stack->at[stack->size - 1];
    if (state[k] != NEW) {
      lits_pop(stack);
      if (state[k] == OPEN)
        sorted[(*num_sorted)++] = ands[k]; /* its arguments have been placed meanwhile */
      state[k] = PLACED;
      continue;
    }
    state[k] = OPEN;
    uint32_t arguments[2] = {ands[k].rhs0, ands[k].rhs1};
    for (int a = 0; a < 2; a++) {
      uint32_t d = definition[arguments[a] >> 1];
      if (d < GATE || state[d - GATE] == PLACED) continue;
      if (state[d - GATE] == OPEN)
        return aiger_fault_at_line(r, r->and_line + k, "AND gate %u is on a combinational cycle",
                                   ands[k].lhs);
      lits_push(stack, d - GATE);
    }
  }
  return true;
}

static bool sort(struct aiger_reader *r, const uint32_t *definition) {
  struct aiger *model = r->model;
  struct aiger_and *sorted = memory_alloc(model->num_ands, sizeof *sorted);
  uint8_t *state = memory_zeroed(model->num_ands, 1);
  struct lits stack = {0};
  size_t num_sorted = 0;
  bool ok = true;
  for (size_t k = 0; ok && k < model->num_ands; k++)
    if (state[k] == NEW) ok = place(r, definition, (uint32_t)k, &stack, state, sorted, &num_sorted);
  free(state);
  lits_free(&stack);
  if (!ok) {
    free(sorted);
    return false;
  }
  free(model->ands);
  model->ands = sorted;
  return true;
}

bool aiger_check_and_sort(struct aiger_reader *r) {
  uint32_t *definition = memory_zeroed((size_t)r->model->maxvar + 1, sizeof *definition);
  bool ok = define_all(r, definition) && check_uses(r, definition) &&
            (is_sorted(r->model, definition) || sort(r, definition));
  free(definition);
  return ok;
}

bool aiger_check_resets(struct aiger_reader *r) {
  struct lits order = {0};
  size_t culprit;
  bool ok = aiger_reset_order(r->model, &order, &culprit);
  lits_free(&order);
  if (ok) return true;
  return aiger_fault_at_line(r, r->latch_line + culprit,
                             "the reset function of latch %u depends on the latch itself",
                             r->model->latches[culprit].lit);
}
