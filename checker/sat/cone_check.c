/* For assert: is the assignment after SAT_YES a model of the domain? O(clauses + domain). */
#include "checker/sat/cone.h"

static bool clause_is_fine(const struct cone *s, uint32_t ref) {
  const literal *at = s->arena + ref + CLAUSE_HEADER;
  for (uint32_t k = 0; k < s->arena[ref]; k++)
    if (s->values[at[k]] > 0) return true;
  return false;
}

/* A gate of the domain that has a value has that of its arguments, whatever is free among them. */
static bool gate_is_fine(const struct cone *s, uint32_t v) {
  literal a = s->fanin[v][0], b = s->fanin[v][1];
  int value = s->values[2 * v];
  literal c = cone_chooser(s, v);
  if (a == 0 || value == OUTSIDE || value == FREE) return true;
  if (c && s->values[c] != TRUE_VALUE && s->values[b] != value) return false;
  if (c) return s->values[c] == FALSE_VALUE || s->values[a] == value;
  if (value == TRUE_VALUE) return s->values[a] == TRUE_VALUE && s->values[b] == TRUE_VALUE;
  return s->values[a] == FALSE_VALUE || s->values[b] == FALSE_VALUE;
}

bool cone_model_is_fine(const struct cone *s) {
  for (size_t k = 0; k < s->permanent.size; k++)
    if (!clause_is_fine(s, s->permanent.at[k])) return false;
  for (size_t k = 0; k < s->trail_size; k++)
    if (!gate_is_fine(s, s->trail[k] >> 1)) return false;
  for (size_t k = 0; k < s->fixed.size; k++)
    if (!gate_is_fine(s, s->fixed.at[k] >> 1)) return false;
  for (size_t k = 0; k < s->assumptions.size; k++)
    if (s->values[s->assumptions.at[k]] != TRUE_VALUE) return false;
  return true;
}
