#include "certifier/bench/results_index.h"

#include "formats/support/table.h"

/* The table has the first row of each set of keys; rows are added only, so that is for good. */
struct results_index {
  struct table first;
  uint32_t *last; /* of a first row: the last one with its keys */
  size_t size, capacity;
};

struct results_index *results_index_new(void) {
  return memory_zeroed(1, sizeof(struct results_index));
}

void results_index_free(struct results_index *index) {
  if (!index) return;
  table_free(&index->first);
  free(index->last);
  free(index);
}

static uint64_t hash_keys(const struct run_row *row) {
  uint64_t hash = 0;
  for (size_t k = 0; k < NUM_KEYS; k++)
    hash = hash_bytes(hash, row->field[k], strlen(row->field[k]) + 1);
  return hash;
}

static uint64_t hash_row(const void *results, uint32_t k) {
  return hash_keys(&((const struct bench_results *)results)->rows[k]);
}

static bool has_keys(const void *results, uint32_t row, const void *keys) {
  char *const *a = ((const struct bench_results *)results)->rows[row].field;
  char *const *b = ((const struct run_row *)keys)->field;
  size_t same = 0;
  while (same < NUM_KEYS && strcmp(a[same], b[same]) == 0) same++;
  return same == NUM_KEYS;
}

static uint32_t first_with(const struct results_index *index, const struct bench_results *results,
                           const struct run_row *keys) {
  return table_find(&index->first, hash_keys(keys), has_keys, results, keys);
}

void results_index_add(struct results_index *index, const struct bench_results *results) {
  uint32_t row = (uint32_t)(results->size - 1);
  uint32_t first = first_with(index, results, &results->rows[row]);
  if (first == TABLE_NONE) table_add(&index->first, row, hash_row, results);
  index->last = memory_room(index->last, index->size, &index->capacity, sizeof *index->last);
  index->last[index->size++] = row;
  if (first != TABLE_NONE) index->last[first] = row;
}

size_t results_index_find(const struct results_index *index, const struct bench_results *results,
                          const struct run_row *keys) {
  uint32_t first = first_with(index, results, keys);
  return first == TABLE_NONE ? results->size : index->last[first];
}
