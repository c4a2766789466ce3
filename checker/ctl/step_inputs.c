#include "checker/ctl/step_inputs.h"

lit *step_inputs_new(const struct bounds *b) {
  lit *values = memory_alloc(b->system->num_inputs + 1, sizeof *values);
  for (size_t k = 0; k < b->system->num_inputs; k++) values[k] = LIT_NONE;
  return values;
}

void step_inputs_set(const struct bounds *b, const uint8_t *inputs, lit *values) {
  for (size_t k = 0; k < b->system->num_inputs; k++) values[k] = inputs[k] ? AIG_TRUE : AIG_FALSE;
}

void step_inputs_of(const struct bounds *b, const struct choice *choice, lit *values) {
  for (size_t k = 0; k < b->system->num_inputs; k++) values[k] = LIT_NONE;
  for (size_t k = 0; k < choice->inputs.size; k++) {
    lit input = choice->inputs.at[k];
    values[leaf_index(b->system, input)] = choice_value(choice, k) ^ (input & 1u);
  }
}

/* That input k has its value. */
static lit agrees(struct bounds *b, size_t k, const lit *values) {
  return lit_not(aig_xor(b->aig, b->system->inputs[k], values[k]));
}

void step_inputs_assume(struct bounds *b, const lit *values) {
  for (size_t k = 0; k < b->system->num_inputs; k++)
    if (values[k] != LIT_NONE) probe_now(&b->probe, agrees(b, k, values));
}

void step_inputs_used(struct bounds *b, const lit *values, struct choice *choice) {
  for (size_t k = 0; k < b->system->num_inputs; k++) {
    if (values[k] == LIT_NONE || !probe_used_now(&b->probe, agrees(b, k, values))) continue;
    if (values[k] == AIG_FALSE)
      choice_follow(choice, lit_not(b->system->inputs[k]), AIG_TRUE);
    else
      choice_follow(choice, b->system->inputs[k], values[k]);
  }
}

/* The pairs of an input, one behind the other; NULL: there are none. */
static const struct follow *first_follow(const struct follows *f, lit input) {
  size_t low = 0, high = f->size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (f->at[middle].input < input)
      low = middle + 1;
    else
      high = middle;
  }
  return low < f->size && f->at[low].input == input ? &f->at[low] : NULL;
}

bool step_inputs_follow(const struct bounds *b, const struct choice *choice,
                        const struct lits *cube, lit *values) {
  const struct follow *end = b->follows.at + b->follows.size;
  bool any = false;
  for (size_t i = 0; b->follows.size && i < choice->inputs.size; i++) {
    lit input = choice->inputs.at[i];
    const struct follow *f = first_follow(&b->follows, input & ~1u);
    for (; f && f < end && f->input == (input & ~1u); f++) {
      bool plain = lits_contain(cube, f->predicate);
      if (!plain && !lits_contain(cube, lit_not(f->predicate))) continue;
      values[leaf_index(b->system, input)] = f->predicate ^ (plain ? 0u : 1u) ^ (input & 1u);
      any = true;
      break;
    }
  }
  return any;
}

/* Is there a literal of the state variable? */
static bool has_variable(const struct lits *cube, lit a) {
  return lits_contain(cube, a) || lits_contain(cube, lit_not(a));
}

bool step_inputs_compare(struct bounds *b, struct lits *cube) {
  struct lits all = {0};
  const struct follow *f = b->follows.at;
  for (size_t k = 0; k + 1 < b->follows.size; k++) {
    lit p = f[k].predicate, q = f[k + 1].predicate;
    if (f[k].input != f[k + 1].input || !has_variable(cube, p) || !has_variable(cube, q)) continue;
    bool equal = lits_contain(cube, p) == lits_contain(cube, q);
    lits_push(&all, aig_xor(b->aig, p, q) ^ (equal ? 1u : 0u));
  }
  bool any = all.size > 0;
  lits_append(&all, cube->at, cube->size);
  lits_assign(cube, &all);
  lits_free(&all);
  return any;
}

void step_inputs_settle(struct choice *choice, const struct lits *cube) {
  for (size_t k = 0; k < choice->values.size; k++) {
    bool plain = lits_contain(cube, choice->values.at[k]);
    if (!plain && !lits_contain(cube, lit_not(choice->values.at[k]))) continue;
    choice->inputs.at[k] ^= plain ? 0u : 1u;
    choice->values.at[k] = AIG_TRUE;
  }
}
