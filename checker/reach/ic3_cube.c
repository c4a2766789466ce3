/* Sorted cubes and their subsets. */
#include "checker/reach/ic3.h"

static int by_literal(const void *a, const void *b) {
  lit x = *(const lit *)a, y = *(const lit *)b;
  return (x > y) - (x < y);
}

void ic3_sort(struct lits *lits) {
  if (lits->size > 1) qsort(lits->at, lits->size, sizeof *lits->at, by_literal);
}

void ic3_drop_repeated(struct lits *sorted) {
  size_t kept = 0;
  for (size_t k = 0; k < sorted->size; k++)
    if (kept == 0 || sorted->at[kept - 1] != sorted->at[k]) sorted->at[kept++] = sorted->at[k];
  sorted->size = kept;
}

uint64_t ic3_signature(const struct lits *lits) {
  uint64_t signature = 0;
  for (size_t k = 0; k < lits->size; k++)
    signature |= UINT64_C(1) << ((lits->at[k] * UINT32_C(2654435761)) >> 26);
  return signature;
}

bool ic3_is_cube(const struct system *system, const struct lits *lits) {
  for (size_t k = 0; k < lits->size; k++) {
    if (system->aig->nodes[lit_node(lits->at[k])].kind != AIG_STATE) return false;
    if (k && lit_node(lits->at[k - 1]) >= lit_node(lits->at[k])) return false;
  }
  return true;
}

bool ic3_all_in(const struct cube *a, const struct cube *b) {
  if (a->lits.size > b->lits.size) return false;
  size_t i = 0;
  for (size_t k = 0; k < b->lits.size && i < a->lits.size; k++) {
    if (b->lits.at[k] == a->lits.at[i])
      i++;
    else if (b->lits.at[k] > a->lits.at[i])
      return false;
  }
  return i == a->lits.size;
}

struct ranked {
  double activity;
  uint32_t place;
  lit literal;
};

/* The less active one first; equally active ones stay as they are. */
static int by_activity(const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  if (x->activity != y->activity) return x->activity < y->activity ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

void ic3_order(const struct reach *r, struct lits *cube) {
  size_t n = cube->size;
  if (n < 2) return;
  struct ranked *ranked = memory_alloc(n, sizeof *ranked);
  for (size_t k = 0; k < n; k++) {
    double activity = r->activity[leaf_index(r->system, cube->at[k])];
    ranked[k] = (struct ranked){activity, (uint32_t)k, cube->at[k]};
  }
  qsort(ranked, n, sizeof *ranked, by_activity);
  for (size_t k = 0; k < n; k++) cube->at[k] = ranked[k].literal;
  free(ranked);
}

void ic3_order_active_first(const struct reach *r, struct lits *cube) {
  ic3_order(r, cube);
  lits_reverse(cube);
}
