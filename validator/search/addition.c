/* Lemmas of sums. A row of n terms is 2^(n-1) lemmas, each of which excludes values of the terms:
 * those of the first n-1 are its number, and the last one is what the row does not allow. Of the
 * sum of two rows, with one variable that both have, each lemma follows from one of either; where
 * both have more variables, from two that exclude its values and one of these values each. */
#include "validator/search/sums.h"

/* --- Values --- */
static bool is_violated(const struct v_sums *x, const struct v_row *row) {
  bool odd = false;
  for (unsigned k = 0; k < row->count; k++) odd ^= x->bit[row->terms[k]];
  return odd != row->odd;
}

/* The values of number `number`. */
static void violate(struct v_sums *x, const struct v_row *row, uint32_t number) {
  if (row->count == 0) return;
  for (unsigned k = 0; k < row->count; k++) x->bit[row->terms[k]] = number >> k & 1;
  x->bit[row->terms[row->count - 1]] = 0;
  if (!is_violated(x, row)) x->bit[row->terms[row->count - 1]] = 1;
}

static uint32_t literal(const struct v_sums *x, uint32_t var) { return 2 * var + !x->bit[var]; }

static unsigned literals_of(const struct v_sums *x, const struct v_row *row, uint32_t *literals) {
  for (unsigned k = 0; k < row->count; k++) literals[k] = literal(x, row->terms[k]);
  return row->count;
}

static uint32_t number_of(const struct v_sums *x, const struct v_row *row) {
  uint32_t number = 0;
  for (unsigned k = 0; k + 1 < row->count; k++) number |= (uint32_t)x->bit[row->terms[k]] << k;
  return number;
}

static uint32_t lemmas_of(const struct v_row *row) {
  return row->count > 0 ? UINT32_C(1) << (row->count - 1) : 0;
}

/* --- Lemmas --- */
struct addition {
  const struct v_row *sum, *first, *second;
  uint32_t gone[V_MOST_TERMS]; /* variables of both */
  unsigned count;
};

static struct addition addition_of(const struct v_sums *x, const struct v_row *sum) {
  struct addition a = {sum, &x->rows.at[sum->first], &x->rows.at[sum->second], {0}, 0};
  for (unsigned i = 0; i < a.first->count; i++) {
    for (unsigned k = 0; k < a.second->count; k++) {
      if (a.first->terms[i] != a.second->terms[k]) continue;
      a.gone[a.count] = a.first->terms[i];
      a.count++;
    }
  }
  return a;
}

/* Excludes what two lemmas exclude with either value of one more variable. */
static uint32_t either(struct v_sums *x, const uint32_t *literals, unsigned count,
                       const uint32_t *because) {
  struct v_closure *c = x->c;
  c->hints.size = 0;
  v_push(&c->hints, because[0]);
  v_push(&c->hints, because[1]);
  v_closure_clause(c, literals, count);
  c->work += count;
  return v_derive(&c->s->derivation, c->clause.at, c->clause.size, &c->hints);
}

/* Excludes the values of the sum, which violate it, and of the first so many that have gone. */
static uint32_t exclude(struct v_sums *x, const struct addition *a, unsigned known) {
  if (known == a->count) {
    const struct v_row *row = is_violated(x, a->first) ? a->first : a->second;
    return x->lemmas.at[row->lemmas + number_of(x, row)];
  }
  uint32_t because[2];
  for (unsigned value = 0; value < 2; value++) {
    x->bit[a->gone[known]] = (uint8_t)value;
    because[value] = exclude(x, a, known + 1);
  }
  uint32_t literals[2 * V_MOST_TERMS];
  unsigned count = literals_of(x, a->sum, literals);
  for (unsigned k = 0; k < known; k++) literals[count + k] = literal(x, a->gone[k]);
  return either(x, literals, count + known, because);
}

/* A variable that two of the three literals of an exclusive or equal, so that it is no term. */
static uint32_t hidden_of(const struct v_sums *x, const struct v_row *row) {
  uint32_t literals[3];
  v_sums_literals(x, row->first, literals);
  for (unsigned k = 0; k < 3; k++) {
    uint32_t root = v_root(x->c, literals[k]) / 2;
    bool is_term = x->c->s->value[literals[k]] || x->c->s->value[2 * root];
    for (unsigned n = 0; n < row->count; n++) is_term = is_term || row->terms[n] == root;
    if (!is_term) return root;
  }
  return V_NONE;
}

static uint32_t exclude_of_gate(struct v_sums *x, const struct v_row *row) {
  const struct v_exclusive_or *gate = &x->gates.at[row->first];
  uint32_t literals[V_MOST_TERMS];
  unsigned count = literals_of(x, row, literals);
  uint32_t hidden = hidden_of(x, row);
  if (hidden == V_NONE) return v_closure_exclude_sum(x->c, gate, literals, count);
  uint32_t because[2];
  for (unsigned value = 0; value < 2; value++) {
    literals[count] = 2 * hidden + value;
    because[value] = v_closure_exclude_sum(x->c, gate, literals, count + 1);
    if (because[value] == V_NONE) return V_NONE;
  }
  return either(x, literals, count, because);
}

/* Those of the rows that it is the sum of are there, unless a gate does not say what it seems to:
 * then there are none. */
static void derive(struct v_sums *x, struct v_row *row) {
  struct addition a = {0};
  if (!row->is_gate) {
    a = addition_of(x, row);
    if (a.first->lemmas == V_NONE || a.second->lemmas == V_NONE) return;
  }
  size_t from = x->lemmas.size;
  for (uint32_t number = 0; number < lemmas_of(row); number++) {
    violate(x, row, number);
    uint32_t lemma = row->is_gate ? exclude_of_gate(x, row) : exclude(x, &a, 0);
    if (lemma == V_NONE) return;
    v_push(&x->lemmas, lemma);
  }
  row->lemmas = (uint32_t)from;
}

void v_sums_derive(struct v_sums *x) {
  for (size_t k = x->rows.size; k-- > 0;) {
    struct v_row *row = &x->rows.at[k];
    if (row->is_gate || !x->is_needed[k]) continue;
    x->is_needed[row->first] = 1;
    x->is_needed[row->second] = 1;
  }
  for (size_t k = 0; k < x->rows.size; k++)
    if (x->is_needed[k] && x->rows.at[k].lemmas == V_NONE) derive(x, &x->rows.at[k]);
}

/* --- What the search has to know --- */
/* Nothing adds up to 1: either value of a variable that has gone is excluded. */
static bool state_contradiction(struct v_sums *x, const struct v_row *row, uint32_t *conflict) {
  if (row->is_gate) return true;
  struct addition a = addition_of(x, row);
  for (unsigned value = 0; value < 2; value++) {
    x->bit[a.gone[0]] = (uint8_t)value;
    uint32_t excluded = literal(x, a.gone[0]);
    uint32_t lemma = exclude(x, &a, 1);
    if (!v_closure_state(x->c, &excluded, 1, lemma, conflict)) return false;
  }
  return true;
}

static bool state_equality(struct v_sums *x, const struct v_row *row, uint32_t *conflict) {
  struct v_closure *c = x->c;
  uint32_t with = 2 * row->terms[0] + row->odd, var = row->terms[1];
  const uint32_t *lemmas = x->lemmas.at + row->lemmas;
  if (v_root(c, with) != with || v_root(c, 2 * var) != 2 * var) return true;
  x->gained++;
  return v_closure_equate(c, var, with, lemmas[row->odd], lemmas[!row->odd], conflict);
}

static bool state_clauses(struct v_sums *x, const struct v_row *row, uint32_t *conflict) {
  uint32_t literals[V_MOST_TERMS];
  for (uint32_t number = 0; number < lemmas_of(row); number++) {
    violate(x, row, number);
    unsigned count = literals_of(x, row, literals);
    uint32_t lemma = x->lemmas.at[row->lemmas + number];
    if (!v_closure_state(x->c, literals, count, lemma, conflict)) return false;
  }
  return true;
}

static bool has_values(const struct v_sums *x, const struct v_row *row) {
  for (unsigned k = 0; k < row->count; k++)
    if (x->c->s->value[2 * row->terms[k]]) return true;
  return false;
}

bool v_sums_state_row(struct v_sums *x, const struct v_row *row, uint32_t *conflict) {
  if (row->lemmas == V_NONE) return true;
  if (row->count == 0) return state_contradiction(x, row, conflict);
  if (row->count == 1) x->gained += !has_values(x, row);
  if (row->count == 2 && !has_values(x, row)) return state_equality(x, row, conflict);
  return state_clauses(x, row, conflict);
}
