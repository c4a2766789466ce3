/* What is left of the sums when nothing more cancels has terms that may be equal for reasons that
 * are not in their gates (of two comparisons of two words that are known to be different, one is
 * true). Each is tried by a short search: terms for their values, and in pairs where they have the
 * same inputs. */
#include "validator/search/cases.h"

enum {
  MOST_CONFLICTS = 50, /* of one trial */
  MOST_INPUTS = 32,    /* of one term */
};

/* --- Relations of terms that are no sums --- */
/* One bit for each term and the sum: word by word, sum after sum. */
struct relations {
  struct v_list terms; /* variables */
  uint64_t *bits;
  size_t rows, words;
};

static uint64_t *row_at(const struct relations *r, size_t row) { return r->bits + row * r->words; }

static bool has_bit(const struct relations *r, size_t row, size_t term) {
  return row_at(r, row)[term / 64] >> (term % 64) & 1;
}

static bool is_left(const struct v_row *row) { return !row->gone && row->count > 0; }

static void collect(struct v_cases *x, struct relations *r, uint32_t *number) {
  const struct v_sums *sums = &x->sums;
  x->time++;
  for (size_t k = 0; k < sums->rows.size; k++) {
    const struct v_row *row = &sums->rows.at[k];
    if (!is_left(row)) continue;
    r->rows++;
    for (unsigned n = 0; n < row->count; n++) {
      if (x->stamp[row->terms[n]] == x->time) continue;
      x->stamp[row->terms[n]] = x->time;
      number[row->terms[n]] = (uint32_t)r->terms.size;
      v_push(&r->terms, row->terms[n]);
    }
  }
}

static void fill(const struct v_cases *x, struct relations *r, const uint32_t *number) {
  size_t at = 0;
  r->words = r->terms.size / 64 + 1;
  r->bits = v_zeroed(r->rows * r->words + 1, sizeof *r->bits);
  for (size_t k = 0; k < x->sums.rows.size; k++) {
    const struct v_row *row = &x->sums.rows.at[k];
    if (!is_left(row)) continue;
    for (unsigned n = 0; n < row->count; n++) {
      uint32_t term = number[row->terms[n]];
      row_at(r, at)[term / 64] |= UINT64_C(1) << (term % 64);
    }
    at++;
  }
}

/* The first row with the term is added to the others, and leaves. */
static void eliminate(struct relations *r, size_t term) {
  size_t pivot = 0;
  while (pivot < r->rows && !has_bit(r, pivot, term)) pivot++;
  if (pivot == r->rows) return;
  for (size_t k = pivot + 1; k < r->rows; k++)
    if (has_bit(r, k, term))
      for (size_t n = 0; n < r->words; n++) row_at(r, k)[n] ^= row_at(r, pivot)[n];
  r->rows--;
  memmove(row_at(r, pivot), row_at(r, pivot + 1), (r->rows - pivot) * r->words * sizeof *r->bits);
}

/* A variable that equals it and is no sum, or the variable itself. */
static uint32_t plain(const struct v_cases *x, uint32_t var) {
  const struct v_closure *c = &x->closure;
  for (size_t k = c->merged.size; k-- > 0 && x->sums.is_gate[var];) {
    uint32_t other = c->merged.at[k];
    if (!x->sums.is_gate[other] && v_root(c, 2 * other) / 2 == var) return other;
  }
  return var;
}

size_t v_cases_terms(struct v_cases *x) {
  struct relations r = {0};
  uint32_t *number = v_need(NULL, (size_t)x->s->num_vars + 1, sizeof *number);
  x->literals.size = 0;
  collect(x, &r, number);
  fill(x, &r, number);
  for (size_t term = 0; term < r.terms.size; term++)
    if (x->sums.is_gate[plain(x, r.terms.at[term])]) eliminate(&r, term);
  for (size_t term = 0; term < r.terms.size; term++) {
    bool any = false;
    for (size_t k = 0; k < r.rows; k++) any = any || has_bit(&r, k, term);
    if (any) v_push(&x->literals, r.terms.at[term]);
  }
  x->closure.work += r.rows * r.words * r.terms.size;
  v_list_free(&r.terms);
  free(r.bits);
  free(number);
  return x->literals.size;
}

/* --- Inputs --- */
static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* In ascending order; none if there are too many. */
static void find_inputs(struct v_cases *x, uint32_t var, struct v_list *inputs) {
  const struct v_closure *c = &x->closure;
  x->time++;
  inputs->size = 0;
  x->pending.size = 0;
  v_push(&x->pending, var);
  while (x->pending.size > 0) {
    x->pending.size--;
    uint32_t gate = x->pending.at[x->pending.size];
    x->closure.work++;
    if (!c->gates.definition[gate]) v_push(inputs, gate);
    for (uint32_t n = 0; n < c->gates.count[gate]; n++) {
      uint32_t argument = v_root(c, c->gates.negated[gate][n]);
      if (x->s->value[argument] || x->stamp[argument / 2] == x->time) continue;
      x->stamp[argument / 2] = x->time;
      v_push(&x->pending, argument / 2);
    }
  }
  if (inputs->size > MOST_INPUTS) inputs->size = 0;
  if (inputs->size > 0) qsort(inputs->at, inputs->size, sizeof *inputs->at, compare);
}

static bool same(const struct v_list *a, const struct v_list *b) {
  return a->size > 0 && a->size == b->size && memcmp(a->at, b->at, a->size * sizeof *a->at) == 0;
}

/* --- Trials --- */
static bool follow_again(struct v_cases *x, size_t size) {
  v_cdcl_backtrack(x->s, 0);
  return v_cdcl_propagate_top(x->s) && v_cases_follow(x) && x->path.size == size;
}

/* In the case, do these literals exclude each other? b may be V_NONE. Afterwards the case may be
 * shorter. */
static bool try(struct v_cases *x, uint32_t a, uint32_t b) {
  size_t size = x->path.size;
  if (!follow_again(x, size)) return true;
  v_cases_push(x, a);
  if (b != V_NONE) v_cases_push(x, b);
  bool excluded = v_cases_search(x, MOST_CONFLICTS);
  v_cases_shorten(x, size);
  return excluded;
}

/* The lemma that says so, under the decisions; V_NONE if it is not needed: one of them is false, or
 * more than that is refuted. */
static uint32_t lemma_of(struct v_cases *x, uint32_t a, uint32_t b) {
  struct v_cdcl *s = x->s;
  size_t size = x->path.size;
  if (!follow_again(x, size) || s->value[a] || s->value[b]) return V_NONE;
  v_cdcl_decide(s, a);
  uint32_t conflict = v_cdcl_propagate(s);
  if (conflict != V_NONE) {
    v_cases_learn(x, conflict);
    return V_NONE;
  }
  uint32_t lemma = V_NONE;
  if (s->value[b] < 0) {
    v_cdcl_analyze_decisions(s, V_NONE, b ^ 1);
    lemma = v_derive(&s->derivation, s->clause.at, s->clause.size, &s->hints);
  }
  v_cdcl_backtrack(s, v_level(s) - 1);
  return lemma;
}

/* Are they equal? False if that is not known. */
static bool try_pair(struct v_cases *x, uint32_t a, uint32_t b) {
  size_t size = x->path.size;
  if (!try(x, a, b ^ 1)) return false;
  if (x->path.size < size || x->s->refuted) return true;
  if (!try(x, a ^ 1, b)) return false;
  if (x->path.size < size || x->s->refuted) return true;
  struct v_pair pair = {{a, b}, lemma_of(x, a, b ^ 1), V_NONE, size};
  if (pair.forth != V_NONE) pair.back = lemma_of(x, a ^ 1, b);
  if (pair.back != V_NONE) V_ADD(&x->pairs, pair);
  return true;
}

/* Has it a value? */
static bool try_term(struct v_cases *x, uint32_t var) {
  return try(x, 2 * var, V_NONE) || try(x, 2 * var + 1, V_NONE);
}

static bool is_open(const struct v_cases *x, uint32_t var) { return x->s->value[2 * var] == 0; }

/* The last term and one of those before it. */
static bool try_pairs(struct v_cases *x, const struct v_list *inputs, size_t last) {
  uint32_t var = x->literals.at[last];
  for (size_t k = 0; k < last && is_open(x, var); k++) {
    uint32_t other = x->literals.at[k];
    if (!is_open(x, other) || !same(&inputs[k], &inputs[last])) continue;
    uint32_t large = var > other ? var : other, small = var + other - large;
    if (try_pair(x, 2 * large, 2 * small) || try_pair(x, 2 * large, 2 * small + 1)) return true;
  }
  return false;
}

bool v_cases_sweep(struct v_cases *x) {
  size_t size = x->path.size;
  bool any = false;
  for (size_t k = 0; k < x->literals.size; k++) {
    if (is_open(x, x->literals.at[k]) && try_term(x, x->literals.at[k])) any = true;
    if (x->path.size < size || x->s->refuted) return true;
  }
  size_t count = x->literals.size;
  struct v_list *inputs = v_zeroed(count, sizeof *inputs);
  bool open = follow_again(x, size);
  for (size_t k = 0; k < count && open; k++)
    find_inputs(x, plain(x, x->literals.at[k]), &inputs[k]);
  for (size_t k = 0; k < count && open; k++) {
    if (try_pairs(x, inputs, k)) any = true;
    open = x->path.size == size && !x->s->refuted;
  }
  for (size_t k = 0; k < count; k++) v_list_free(&inputs[k]);
  free(inputs);
  return any || !open;
}
