#include "validator/search/gates.h"

static size_t size_of(const struct v_cnf *cnf, size_t clause) {
  return cnf->start.at[clause + 1] - cnf->start.at[clause];
}

static const uint32_t *literals_of(const struct v_cnf *cnf, size_t clause) {
  return cnf->literals.at + cnf->start.at[clause];
}

/* Is this the long clause of a gate, behind its short ones? */
static bool is_definition(const struct v_cnf *cnf, size_t clause) {
  const uint32_t *lits = literals_of(cnf, clause);
  size_t count = size_of(cnf, clause);
  if (count < 2 || lits[0] & 1 || clause + 1 < count) return false;
  for (size_t n = 1; n < count; n++) {
    size_t other = clause - count + n;
    const uint32_t *pair = literals_of(cnf, other);
    if (size_of(cnf, other) != 2 || pair[0] != (lits[0] ^ 1)) return false;
    if (pair[1] != (lits[n] ^ 1) || lits[n] >= lits[0]) return false;
  }
  return true;
}

void v_gates_find(struct v_gates *gates, const struct v_cnf *cnf) {
  size_t variables = (size_t)cnf->num_vars + 1;
  gates->definition = v_zeroed(variables, sizeof *gates->definition);
  gates->count = v_zeroed(variables, sizeof *gates->count);
  gates->negated = v_zeroed(variables, sizeof *gates->negated);
  for (size_t clause = 0; clause < v_cnf_clauses(cnf); clause++) {
    if (!is_definition(cnf, clause)) continue;
    const uint32_t *lits = literals_of(cnf, clause);
    gates->definition[lits[0] / 2] = (uint32_t)clause + 1;
    gates->count[lits[0] / 2] = (uint32_t)size_of(cnf, clause) - 1;
    gates->negated[lits[0] / 2] = lits + 1;
  }
}

void v_gates_free(struct v_gates *gates) {
  free(gates->definition);
  free(gates->count);
  free(gates->negated);
}
