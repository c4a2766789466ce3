/* A binary heap of numbers that name somebody's elements; the owner says which of two comes first.
 * The functions are inline so that the owner's is, too. */
#ifndef VOUCH_FORMATS_SUPPORT_HEAP_H
#define VOUCH_FORMATS_SUPPORT_HEAP_H

#include "formats/support/vector.h"

struct heap {
  uint32_t *at; /* at[0] comes first */
  size_t size, capacity;
  uint32_t *place; /* of the owner, by element: its position + 1, 0 outside; NULL: not wanted */
};

/* Must be a strict order while elements are in the heap, but for heap_up. */
typedef bool heap_before(const void *owner, uint32_t a, uint32_t b);

static inline void heap_put(struct heap *heap, size_t k, uint32_t element) {
  heap->at[k] = element;
  if (heap->place) heap->place[element] = (uint32_t)k + 1;
}

/* The element at position k may come earlier than before. */
static inline void heap_up(struct heap *heap, size_t k, heap_before *before, const void *owner) {
  uint32_t element = heap->at[k];
  for (; k > 0 && before(owner, element, heap->at[(k - 1) / 2]); k = (k - 1) / 2)
    heap_put(heap, k, heap->at[(k - 1) / 2]);
  heap_put(heap, k, element);
}

static inline void heap_push(struct heap *heap, uint32_t element, heap_before *before,
                             const void *owner) {
  heap->at = memory_room(heap->at, heap->size, &heap->capacity, sizeof *heap->at);
  heap->at[heap->size++] = element;
  heap_up(heap, heap->size - 1, before, owner);
}

/* The first element, removed; the heap must not be empty. */
static inline uint32_t heap_pop(struct heap *heap, heap_before *before, const void *owner) {
  assert(heap->size > 0);
  uint32_t first = heap->at[0], last = heap->at[--heap->size];
  if (heap->place) heap->place[first] = 0;
  if (heap->size == 0) return first;
  size_t k = 0;
  for (size_t child; (child = 2 * k + 1) < heap->size; k = child) {
    if (child + 1 < heap->size && before(owner, heap->at[child + 1], heap->at[child])) child++;
    if (!before(owner, heap->at[child], last)) break;
    heap_put(heap, k, heap->at[child]);
  }
  heap_put(heap, k, last);
  return first;
}

/* Leaves `place` to its owner. */
static inline void heap_free(struct heap *heap) {
  free(heap->at);
  *heap = (struct heap){.place = heap->place};
}

#endif
