/* Reset functions. What a latch is in the first step may depend on other latches, on inputs, and
 * through gates on both; never on itself. */
#include "formats/aiger.h"

bool aiger_has_reset_function(const struct aiger_latch *latch) {
  return latch->reset > 1 && latch->reset != latch->lit;
}

static bool has_functions(const struct aiger *model) {
  for (size_t k = 0; k < model->num_latches; k++)
    if (aiger_has_reset_function(&model->latches[k])) return true;
  return false;
}

enum { NEW, OPEN, DONE };

/* A depth-first search through what values in the first step depend on. */
struct search {
  const struct aiger *model;
  uint32_t *arguments; /* two per variable: what it depends on; 0 where that is nothing */
  uint32_t *latch;     /* per variable: the number of the latch with a reset function, plus one */
  uint8_t *gate;       /* per variable: is it one? */
  uint8_t *progress;   /* per variable */
  struct lits stack, order;
  bool cyclic;
  size_t culprit; /* the number of a latch on the cycle */
};

static void search_init(struct search *s, const struct aiger *model) {
  size_t n = (size_t)model->maxvar + 1;
  *s = (struct search){.model = model};
  s->arguments = memory_zeroed(2 * n, sizeof *s->arguments);
  s->latch = memory_zeroed(n, sizeof *s->latch);
  s->gate = memory_zeroed(n, 1);
  s->progress = memory_zeroed(n, 1);
  s->progress[0] = DONE;
  for (size_t k = 0; k < model->num_ands; k++) {
    const struct aiger_and *and = &model->ands[k];
    s->arguments[2 * (and->lhs >> 1)] = and->rhs0;
    s->arguments[2 * (and->lhs >> 1) + 1] = and->rhs1;
    s->gate[ and->lhs >> 1] = 1;
  }
  for (size_t k = 0; k < model->num_latches; k++) {
    const struct aiger_latch *latch = &model->latches[k];
    if (!aiger_has_reset_function(latch)) continue;
    s->arguments[2 * (latch->lit >> 1)] = latch->reset;
    s->latch[latch->lit >> 1] = (uint32_t)k + 1;
  }
}

static void search_free(struct search *s) {
  free(s->arguments);
  free(s->latch);
  free(s->gate);
  free(s->progress);
  lits_free(&s->stack);
  lits_free(&s->order);
}

/* All that the variable on top depends on has been left behind before it. */
static void leave(struct search *s) {
  uint32_t v = lits_pop(&s->stack);
  if (s->progress[v] == OPEN && (s->latch[v] || s->gate[v])) lits_push(&s->order, v);
  s->progress[v] = DONE;
}

/* Open variables are those that the one at hand is needed for: they are a path on the stack.
 * `again` is one of them, and gates alone make no cycle: there is a latch between it and the top.
 */
static void find_culprit(struct search *s, uint32_t again) {
  size_t k = s->stack.size;
  s->cyclic = true;
  do {
    k--;
    uint32_t v = s->stack.at[k];
    if (s->progress[v] == OPEN && s->latch[v]) s->culprit = s->latch[v] - 1;
  } while (s->progress[s->stack.at[k]] != OPEN || s->stack.at[k] != again);
}

static void visit(struct search *s, uint32_t root) {
  lits_push(&s->stack, root);
  while (s->stack.size && !s->cyclic) {
    uint32_t v = s->stack.at[s->stack.size - 1];
    if (s->progress[v] != NEW) {
      leave(s);
      continue;
    }
    s->progress[v] = OPEN;
    for (size_t k = 0; k < 2 && !s->cyclic; k++) {
      uint32_t argument = s->arguments[2 * v + k] >> 1;
      if (s->progress[argument] == OPEN) find_culprit(s, argument);
      if (s->progress[argument] == NEW) lits_push(&s->stack, argument);
    }
  }
}

static void visit_all(struct search *s) {
  const struct aiger *model = s->model;
  for (size_t k = 0; k < model->num_latches && !s->cyclic; k++)
    if (aiger_has_reset_function(&model->latches[k])) visit(s, model->latches[k].lit >> 1);
}

bool aiger_reset_order(const struct aiger *model, struct lits *order, size_t *culprit) {
  struct search s;
  lits_clear(order);
  if (!has_functions(model)) return true;
  search_init(&s, model);
  visit_all(&s);
  if (s.cyclic && culprit) *culprit = s.culprit;
  if (!s.cyclic) lits_append(order, s.order.at, s.order.size);
  search_free(&s);
  return !s.cyclic;
}

static uint8_t value_of(const uint8_t *value, uint32_t lit) { return value[lit >> 1] ^ (lit & 1); }

void aiger_initial_values(const struct aiger *model, uint8_t *value) {
  struct search s;
  value[0] = 0;
  for (size_t k = 0; k < model->num_latches; k++)
    if (model->latches[k].reset <= 1)
      value[model->latches[k].lit >> 1] = (uint8_t)model->latches[k].reset;
  if (!has_functions(model)) return;
  search_init(&s, model);
  visit_all(&s);
  for (size_t k = 0; k < s.order.size; k++) {
    uint32_t v = s.order.at[k];
    uint8_t first = value_of(value, s.arguments[2 * v]);
    value[v] = s.latch[v] ? first : first & value_of(value, s.arguments[2 * v + 1]);
  }
  search_free(&s);
}

void aiger_reset_inputs(const struct aiger *model, uint8_t *inputs) {
  uint8_t *below = memory_zeroed((size_t)model->maxvar + 1, 1);
  for (size_t k = 0; k < model->num_latches; k++)
    if (aiger_has_reset_function(&model->latches[k])) below[model->latches[k].reset >> 1] = 1;
  for (size_t k = model->num_ands; k-- > 0;) {
    if (!below[model->ands[k].lhs >> 1]) continue;
    below[model->ands[k].rhs0 >> 1] = 1;
    below[model->ands[k].rhs1 >> 1] = 1;
  }
  for (size_t k = 0; k < model->inputs.size; k++)
    if (below[model->inputs.at[k] >> 1]) inputs[k] = 1;
  free(below);
}
