#include "validator/search/sums.h"

enum { FEWEST_TERMS = 8 }; /* of a long sum */

/* --- Exclusive ors --- */
bool v_is_exclusive_or(const struct v_gates *g, uint32_t gate, struct v_exclusive_or *sum) {
  if (!g->definition[gate] || g->count[gate] != 2) return false;
  const uint32_t *inner = g->negated[gate];
  if (inner[0] & 1 || inner[1] & 1) return false;
  *sum = (struct v_exclusive_or){gate, inner[0] / 2, inner[1] / 2};
  if (g->count[sum->both] != 2 || g->count[sum->neither] != 2) return false;
  const uint32_t *a = g->negated[sum->both], *b = g->negated[sum->neither];
  return (a[0] == (b[0] ^ 1) && a[1] == (b[1] ^ 1)) || (a[0] == (b[1] ^ 1) && a[1] == (b[0] ^ 1));
}

static const uint32_t *arguments_of(const struct v_sums *x, const struct v_exclusive_or *sum) {
  return x->c->gates.negated[sum->both];
}

/* The exclusive ors of long sums: those with many terms, and those that are arguments of these. */
static void find_gates(struct v_sums *x) {
  V_LIST_OF(struct v_exclusive_or) all = {0};
  size_t variables = (size_t)x->c->s->num_vars + 1;
  uint32_t *terms = v_zeroed(variables, sizeof *terms); /* 0: no exclusive or */
  uint8_t *is_long = v_zeroed(variables, 1);
  struct v_exclusive_or sum;
  for (uint32_t var = 1; var < variables; var++) {
    if (!v_is_exclusive_or(&x->c->gates, var, &sum)) continue;
    const uint32_t *arguments = arguments_of(x, &sum);
    V_ADD(&all, sum);
    for (unsigned n = 0; n < 2; n++) {
      uint32_t part = terms[arguments[n] / 2];
      terms[var] += part > 0 ? part : 1;
    }
    if (terms[var] > FEWEST_TERMS) terms[var] = FEWEST_TERMS;
  }
  for (size_t k = all.size; k-- > 0;) {
    sum = all.at[k];
    if (terms[sum.gate] < FEWEST_TERMS && !is_long[sum.gate]) continue;
    for (unsigned n = 0; n < 2; n++) is_long[arguments_of(x, &sum)[n] / 2] = 1;
    V_ADD(&x->gates, sum);
    x->is_gate[sum.gate] = 1;
  }
  free(all.at);
  free(terms);
  free(is_long);
}

void v_sums_start(struct v_sums *x, struct v_closure *c) {
  size_t variables = (size_t)c->s->num_vars + 1;
  *x = (struct v_sums){.c = c};
  x->column_of = v_need(NULL, variables, sizeof *x->column_of);
  for (size_t var = 0; var < variables; var++) x->column_of[var] = V_NONE;
  x->bit = v_zeroed(variables, 1);
  x->is_gate = v_zeroed(variables, 1);
  find_gates(x);
}

void v_sums_free(struct v_sums *x) {
  for (size_t k = 0; k < x->columns.size; k++) v_list_free(&x->columns.at[k].rows);
  for (unsigned k = 0; k <= V_MOST_TERMS; k++) v_list_free(&x->waiting[k]);
  v_list_free(&x->found);
  v_list_free(&x->lemmas);
  free(x->gates.at);
  free(x->rows.at);
  free(x->columns.at);
  free(x->column_of);
  free(x->bit);
  free(x->is_gate);
  free(x->is_needed);
}

/* --- Rows --- */
/* One more term, or one less. */
static void toggle(struct v_row *row, uint32_t var) {
  unsigned at = 0;
  while (at < row->count && row->terms[at] < var) at++;
  if (at < row->count && row->terms[at] == var) {
    row->count--;
    for (; at < row->count; at++) row->terms[at] = row->terms[at + 1];
    return;
  }
  for (unsigned k = row->count; k > at; k--) row->terms[k] = row->terms[k - 1];
  row->terms[at] = var;
  row->count++;
}

void v_sums_literals(const struct v_sums *x, uint32_t number, uint32_t *literals) {
  const struct v_exclusive_or *sum = &x->gates.at[number];
  const uint32_t *arguments = arguments_of(x, sum);
  literals[0] = arguments[0];
  literals[1] = arguments[1];
  literals[2] = 2 * sum->gate;
}

static struct v_row row_of_gate(const struct v_sums *x, uint32_t number) {
  const struct v_closure *c = x->c;
  uint32_t literals[3];
  v_sums_literals(x, number, literals);
  struct v_row row = {.is_gate = true, .first = number, .lemmas = V_NONE};
  for (unsigned k = 0; k < 3; k++) {
    uint32_t root = v_root(c, literals[k]);
    int8_t value = c->s->value[literals[k]] ? c->s->value[literals[k]] : c->s->value[root];
    if (value)
      row.odd ^= value > 0;
    else
      toggle(&row, root / 2);
    if (!value) row.odd ^= root & 1;
  }
  return row;
}

/* How many terms the sum of two rows has, both sorted. */
static unsigned width(const struct v_row *a, const struct v_row *b) {
  unsigned i = 0, k = 0, shared = 0;
  while (i < a->count && k < b->count) {
    uint32_t left = a->terms[i], right = b->terms[k];
    shared += left == right;
    i += left <= right;
    k += right <= left;
  }
  return a->count + b->count - 2 * shared;
}

/* --- Columns --- */
static void start_columns(struct v_sums *x) {
  for (size_t k = 0; k < x->num_columns; k++) x->column_of[x->columns.at[k].var] = V_NONE;
  for (unsigned k = 0; k <= V_MOST_TERMS; k++) x->waiting[k].size = 0;
  x->num_columns = 0;
}

static struct v_column *column_of(struct v_sums *x, uint32_t var) {
  if (x->column_of[var] == V_NONE) {
    x->column_of[var] = (uint32_t)x->num_columns;
    if (x->num_columns == x->columns.size) V_ADD(&x->columns, (struct v_column){0});
    struct v_column *added = &x->columns.at[x->num_columns];
    added->var = var;
    added->cost = V_NONE;
    added->rows.size = 0;
    x->num_columns++;
  }
  return &x->columns.at[x->column_of[var]];
}

static uint32_t narrowest(const struct v_sums *x, const struct v_list *rows) {
  uint32_t best = rows->at[0];
  for (size_t k = 1; k < rows->size; k++)
    if (x->rows.at[rows->at[k]].count < x->rows.at[best].count) best = rows->at[k];
  return best;
}

static uint32_t cost_of(struct v_sums *x, const struct v_column *column) {
  if (column->rows.size < 2) return V_NONE;
  uint32_t pivot = narrowest(x, &column->rows);
  unsigned most = 0;
  for (size_t k = 0; k < column->rows.size && most <= V_MOST_TERMS; k++) {
    uint32_t row = column->rows.at[k];
    unsigned left = row == pivot ? 0 : width(&x->rows.at[pivot], &x->rows.at[row]);
    if (left > most) most = left;
    x->c->work++;
  }
  return most <= V_MOST_TERMS ? most : V_NONE;
}

static void update(struct v_sums *x, uint32_t var) {
  struct v_column *column = &x->columns.at[x->column_of[var]];
  column->cost = cost_of(x, column);
  if (column->cost != V_NONE) v_push(&x->waiting[column->cost], x->column_of[var]);
}

static void enter(struct v_sums *x, const struct v_row *row) {
  for (unsigned k = 0; k < row->count; k++)
    v_push(&column_of(x, row->terms[k])->rows, (uint32_t)x->rows.size);
  if (row->count <= 2 && (row->count > 0 || row->odd)) v_push(&x->found, (uint32_t)x->rows.size);
  V_ADD(&x->rows, *row);
}

static void leave(struct v_sums *x, uint32_t number) {
  struct v_row *row = &x->rows.at[number];
  row->gone = true;
  for (unsigned k = 0; k < row->count; k++) {
    struct v_list *rows = &column_of(x, row->terms[k])->rows;
    size_t at = 0;
    while (rows->at[at] != number) at++;
    rows->size--;
    for (; at < rows->size; at++) rows->at[at] = rows->at[at + 1];
  }
}

/* --- Elimination --- */
static uint32_t add(struct v_sums *x, uint32_t first, uint32_t second) {
  const struct v_row *a = &x->rows.at[first], *b = &x->rows.at[second];
  struct v_row row = {.first = first, .second = second, .lemmas = V_NONE};
  unsigned i = 0, k = 0;
  row.odd = a->odd != b->odd;
  while (i < a->count || k < b->count) {
    uint32_t left = i < a->count ? a->terms[i] : V_NONE;
    uint32_t right = k < b->count ? b->terms[k] : V_NONE;
    uint32_t least = left < right ? left : right;
    i += left == least;
    k += right == least;
    if (left == right) continue;
    row.terms[row.count] = least;
    row.count++;
  }
  enter(x, &row);
  return (uint32_t)x->rows.size - 1;
}

static void update_all(struct v_sums *x, uint32_t number) {
  for (unsigned k = 0; k < x->rows.at[number].count; k++) update(x, x->rows.at[number].terms[k]);
}

/* The narrowest row of the column is added to the others, and leaves. */
static void eliminate(struct v_sums *x, uint32_t column) {
  uint32_t pivot = narrowest(x, &x->columns.at[column].rows);
  leave(x, pivot);
  while (x->columns.at[column].rows.size > 0) {
    struct v_list *rows = &x->columns.at[column].rows;
    uint32_t number = rows->at[rows->size - 1];
    leave(x, number);
    update_all(x, number);
    update_all(x, add(x, pivot, number));
  }
  update_all(x, pivot);
}

/* A column of the least cost, or V_NONE. */
static uint32_t cheapest(struct v_sums *x) {
  for (unsigned cost = 0; cost <= V_MOST_TERMS; cost++) {
    struct v_list *waiting = &x->waiting[cost];
    while (waiting->size > 0) {
      waiting->size--;
      uint32_t column = waiting->at[waiting->size];
      if (x->columns.at[column].cost == cost) return column;
    }
  }
  return V_NONE;
}

static void reduce(struct v_sums *x) {
  x->rows.size = 0;
  x->found.size = 0;
  x->lemmas.size = 0;
  start_columns(x);
  for (uint32_t k = 0; k < x->gates.size; k++) {
    struct v_row row = row_of_gate(x, k);
    enter(x, &row);
  }
  for (size_t k = 0; k < x->num_columns; k++) update(x, x->columns.at[k].var);
  for (uint32_t column = cheapest(x); column != V_NONE; column = cheapest(x)) eliminate(x, column);
}

/* --- What the search has to know --- */
static void forget_needs(struct v_sums *x) {
  free(x->is_needed);
  x->is_needed = v_zeroed(x->rows.size, 1);
}

bool v_sums_eliminate(struct v_sums *x, uint32_t *conflict) {
  x->gained = 0;
  reduce(x);
  forget_needs(x);
  for (size_t k = 0; k < x->found.size; k++) x->is_needed[x->found.at[k]] = 1;
  if (x->found.size > 0) v_sums_derive(x);
  for (size_t k = 0; k < x->found.size; k++)
    if (!v_sums_state_row(x, &x->rows.at[x->found.at[k]], conflict)) return false;
  return true;
}

bool v_sums_state(struct v_sums *x, uint32_t *conflict) {
  forget_needs(x);
  for (size_t k = 0; k < x->rows.size; k++)
    x->is_needed[k] = !x->rows.at[k].gone && !x->rows.at[k].is_gate;
  v_sums_derive(x);
  for (size_t k = 0; k < x->rows.size; k++)
    if (!x->rows.at[k].gone && !x->rows.at[k].is_gate && x->rows.at[k].count > 2 &&
        !v_sums_state_row(x, &x->rows.at[k], conflict))
      return false;
  return true;
}
