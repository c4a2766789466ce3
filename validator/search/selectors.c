/* Which way data go is said by what tells the products of a disjunction apart: in a multiplexer the
 * selector, in a memory the bits of the address. */
#include "validator/search/cases.h"

/* --- Terms above a gate --- */
enum {
  MOST_WORDS = 8,     /* of 64 terms; others share their bits with these */
  MOST_PRODUCTS = 64, /* of a disjunction */
};

/* One bit for each term that depends on it: gate by gate, from above. */
void v_cases_count_above(struct v_cases *x) {
  const struct v_gates *g = &x->closure.gates;
  uint32_t variables = x->s->num_vars + 1;
  uint64_t *bits = v_zeroed((size_t)variables * MOST_WORDS, sizeof *bits);
  uint32_t terms = 0;
  x->above = v_zeroed(variables, sizeof *x->above);
  for (uint32_t k = 0; k < x->sums.gates.size; k++) {
    uint32_t literals[3];
    v_sums_literals(&x->sums, k, literals);
    for (unsigned n = 0; n < 2; n++) {
      if (x->sums.is_gate[literals[n] / 2]) continue;
      bits[literals[n] / 2 * MOST_WORDS + terms / 64 % MOST_WORDS] |= UINT64_C(1) << terms % 64;
      terms++;
    }
  }
  for (uint32_t var = variables; var-- > 1;) {
    const uint64_t *from = bits + (size_t)var * MOST_WORDS;
    for (unsigned w = 0; w < MOST_WORDS; w++) {
      for (uint64_t rest = from[w]; rest; rest &= rest - 1) x->above[var]++;
      for (uint32_t n = 0; from[w] && n < g->count[var]; n++)
        bits[(size_t)(g->negated[var][n] / 2) * MOST_WORDS + w] |= from[w];
    }
  }
  free(bits);
}

/* --- Products --- */
static bool has_leaves(const struct v_cases *x, uint32_t var) {
  const struct v_closure *c = &x->closure;
  return x->s->value[2 * var] == 0 && c->equal[var] == 2 * var && c->count[var] > 0;
}

/* Counts a literal of a product: each variable scores for two products that it tells apart. */
static void count_literal(struct v_cases *x, uint32_t literal, uint32_t weight) {
  if (x->seen[literal] == 0) v_push(&x->literals, literal);
  x->seen[literal]++;
  if (x->seen[literal] <= x->seen[literal ^ 1]) x->score[literal / 2] += weight;
}

/* The literals of a product: leaves and inner gates of its tree, each once. */
static void count_product(struct v_cases *x, uint32_t product, uint32_t weight) {
  const struct v_closure *c = &x->closure;
  x->time++;
  x->pending.size = 0;
  v_push(&x->pending, product);
  while (x->pending.size > 0) {
    x->pending.size--;
    uint32_t gate = x->pending.at[x->pending.size];
    for (uint32_t n = 0; n < c->gates.count[gate]; n++) {
      uint32_t argument = v_root(c, c->gates.negated[gate][n] ^ 1);
      if (x->s->value[argument] || x->stamp[argument / 2] == x->time) continue;
      x->stamp[argument / 2] = x->time;
      count_literal(x, argument, weight);
      if (!(argument & 1) && has_leaves(x, argument / 2)) v_push(&x->pending, argument / 2);
    }
    x->closure.work += c->gates.count[gate];
  }
}

/* A disjunction, perhaps of products that exclude each other: then what tells them apart says
 * which way the data go, for as many terms as depend on it. (Of an exclusive or this is
 * everything.) */
static void score_gate(struct v_cases *x, uint32_t gate) {
  const struct v_closure *c = &x->closure;
  const uint32_t *leaf = c->leaves.at + c->from[gate];
  uint32_t weight = MOST_PRODUCTS * x->above[gate] / c->count[gate];
  x->literals.size = 0;
  for (uint32_t n = 0; n < c->count[gate]; n++)
    if (leaf[n] & 1 && has_leaves(x, leaf[n] / 2)) count_product(x, leaf[n] / 2, weight);
  for (size_t k = 0; k < x->literals.size; k++) x->seen[x->literals.at[k]] = 0;
}

/* Those of whole trees: not the arguments of other conjunctions. */
static void mark_inner(struct v_cases *x) {
  const struct v_closure *c = &x->closure;
  x->time++;
  for (uint32_t var = 1; var <= x->s->num_vars; var++) {
    if (!x->above[var] || !has_leaves(x, var) || !c->is_tree[var]) continue;
    for (uint32_t n = 0; n < c->gates.count[var]; n++) {
      uint32_t argument = v_root(c, c->gates.negated[var][n] ^ 1);
      if (!(argument & 1)) x->inner[argument / 2] = x->time;
    }
  }
}

uint32_t v_cases_selector(struct v_cases *x) {
  uint32_t best = V_NONE;
  memset(x->score, 0, ((size_t)x->s->num_vars + 1) * sizeof *x->score);
  mark_inner(x);
  uint32_t now = x->time;
  for (uint32_t var = 1; var <= x->s->num_vars; var++)
    if (x->above[var] && has_leaves(x, var) && !x->is_sum[var] && x->inner[var] != now)
      score_gate(x, var);
  for (uint32_t var = 1; var <= x->s->num_vars; var++)
    if (x->score[var] > 0 && (best == V_NONE || x->score[var] > x->score[best])) best = var;
  return best;
}
