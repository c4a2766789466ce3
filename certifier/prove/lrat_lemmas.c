#include "certifier/prove/lrat_lemmas.h"

void lemmas_init(struct lemmas *l, uint32_t num_clauses) {
  *l = (struct lemmas){.num_clauses = num_clauses};
}

uint32_t lemmas_add(struct lemmas *l, const uint32_t *lits, size_t num_lits, const uint32_t *hints,
                    size_t num_hints) {
  l->at = memory_room(l->at, l->size, &l->capacity, sizeof *l->at);
  struct lemma *lemma = &l->at[l->size++];
  lemma->lits = l->pool.size;
  lits_append(&l->pool, lits, num_lits);
  lemma->hints = l->pool.size;
  lits_append(&l->pool, hints, num_hints);
  lemma->end = l->pool.size;
  return l->num_clauses + (uint32_t)l->size;
}

/* New ids of the lemmas that are needed, 0 for the others: hints refer backwards, so one sweep from
 * the end marks them. */
static uint32_t *trim(const struct lemmas *l) {
  uint32_t *id = memory_zeroed(l->size, sizeof *id);
  id[l->size - 1] = 1;
  for (size_t k = l->size; k-- > 0;) {
    if (!id[k]) continue;
    for (size_t h = l->at[k].hints; h < l->at[k].end; h++)
      if (l->pool.at[h] > l->num_clauses) id[l->pool.at[h] - l->num_clauses - 1] = 1;
  }
  uint32_t next = l->num_clauses;
  for (size_t k = 0; k < l->size; k++)
    if (id[k]) id[k] = ++next;
  return id;
}

struct text {
  char *at;
  size_t size, capacity;
};

/* Proofs run to megabytes: a hand-made number printer is several times faster than fprintf. */
static void put(struct text *t, int64_t number, char behind) {
  if (t->capacity - t->size < 32) {
    t->capacity = t->capacity ? 2 * t->capacity : 1024;
    t->at = memory_grow(t->at, t->capacity, 1);
  }
  char digits[24];
  size_t n = 0;
  uint64_t rest = number < 0 ? (uint64_t)-number : (uint64_t)number;
  do digits[n++] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) t->at[t->size++] = '-';
  while (n) t->at[t->size++] = digits[--n];
  t->at[t->size++] = behind;
}

void lemmas_print(const struct lemmas *l, char **text, size_t *size) {
  uint32_t *id = trim(l);
  struct text t = {0};
  for (size_t k = 0; k < l->size; k++) {
    if (!id[k]) continue;
    put(&t, id[k], ' ');
    for (size_t i = l->at[k].lits; i < l->at[k].hints; i++) {
      int64_t variable = l->pool.at[i] >> 1;
      put(&t, l->pool.at[i] & 1 ? -variable : variable, ' ');
    }
    put(&t, 0, ' ');
    for (size_t h = l->at[k].hints; h < l->at[k].end; h++) {
      uint32_t hint = l->pool.at[h];
      put(&t, hint > l->num_clauses ? id[hint - l->num_clauses - 1] : hint, ' ');
    }
    put(&t, 0, '\n');
  }
  free(id);
  *text = t.at;
  *size = t.size;
}

void lemmas_free(struct lemmas *l) {
  free(l->at);
  lits_free(&l->pool);
  *l = (struct lemmas){0};
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void lemmas_sort(struct lits *numbers) {
  qsort(numbers->at, numbers->size, sizeof *numbers->at, by_value);
}
