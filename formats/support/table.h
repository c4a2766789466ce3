/* A hash table that finds the elements of somebody's array by content: it holds their indices, the
 * owner hashes and compares. Open addressing with linear probing; elements are never removed. The
 * functions are inline so that the owner's are, too. */
#ifndef VOUCH_FORMATS_SUPPORT_TABLE_H
#define VOUCH_FORMATS_SUPPORT_TABLE_H

#include "formats/support/vector.h"

#define TABLE_NONE UINT32_MAX

struct table {
  uint32_t *slots; /* index + 1, 0: empty */
  size_t size;     /* a power of two, or 0 */
  size_t used;
};

/* Is the element at the index the one that *key describes? */
typedef bool table_same(const void *owner, uint32_t index, const void *key);
/* The hash value of the element at the index. */
typedef uint64_t table_hash(const void *owner, uint32_t index);

/* One more word of what is hashed. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 32;
}
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n) {
  for (size_t k = 0; k < n; k++) hash = hash_mix(hash, ((const unsigned char *)bytes)[k]);
  return hash;
}

/* The index of the element, or TABLE_NONE. `hash` is what table_hash says of such an element. */
static inline uint32_t table_find(const struct table *table, uint64_t hash, table_same *same,
                                  const void *owner, const void *key) {
  if (table->size == 0) return TABLE_NONE;
  size_t mask = table->size - 1;
  for (size_t slot = (size_t)hash & mask; table->slots[slot]; slot = (slot + 1) & mask)
    if (same(owner, table->slots[slot] - 1, key)) return table->slots[slot] - 1;
  return TABLE_NONE;
}

static inline void table_put(struct table *table, uint32_t index, uint64_t hash) {
  size_t mask = table->size - 1, slot = (size_t)hash & mask;
  while (table->slots[slot]) slot = (slot + 1) & mask;
  table->slots[slot] = index + 1;
}

/* Adds an element that is not there yet. Amortised O(1): the table is at most half full. */
static inline void table_add(struct table *table, uint32_t index, table_hash *hash,
                             const void *owner) {
  if (2 * (table->used + 1) > table->size) {
    struct table old = *table;
    table->size = old.size ? memory_double(old.size) : 64;
    table->slots = memory_zeroed(table->size, sizeof *table->slots);
    for (size_t slot = 0; slot < old.size; slot++)
      if (old.slots[slot]) table_put(table, old.slots[slot] - 1, hash(owner, old.slots[slot] - 1));
    free(old.slots);
  }
  table_put(table, index, hash(owner, index));
  table->used++;
}

static inline void table_free(struct table *table) {
  free(table->slots);
  *table = (struct table){0};
}

#endif
