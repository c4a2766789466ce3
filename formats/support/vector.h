/* Growable arrays of the few element types that the project needs. Growth is checked for overflow;
 * running out of memory ends the program through memory_exhausted() with a message and exit
 * status 2. */
#ifndef VOUCH_FORMATS_SUPPORT_VECTOR_H
#define VOUCH_FORMATS_SUPPORT_VECTOR_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void memory_exhausted(void);
/* For a child of somebody else's program: `ending`, which must not return, instead of a message and
 * exit, which would do what that program wants done at its end. */
void memory_exhausted_means(void (*ending)(void));

/* malloc/realloc/calloc that never return NULL (for zero sizes they return a valid pointer too). */
void *memory_alloc(size_t count, size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_grow(void *old, size_t count, size_t size);
char *memory_string(const char *text);

/* The next capacity of an array that is full: twice the old one, at least 8. */
size_t memory_double(size_t capacity);
/* Makes room for one more element behind the first `size` of an array: returns the array, which may
 * have moved, and updates *capacity. Amortised O(1). */
static inline void *memory_room(void *at, size_t size, size_t *capacity, size_t element) {
  assert(size <= *capacity);
  if (size < *capacity) return at;
  *capacity = memory_double(*capacity);
  return memory_grow(at, *capacity, element);
}

/* The same for an array without a field for its capacity: it grows by this alone, and its capacity
 * is at least the power of two at or above `size`. */
static inline void *memory_one_more(void *at, size_t size, size_t element) {
  if (size & (size - 1)) return at;
  return memory_grow(at, size ? 2 * size : 1, element);
}

/* Literals: 2*variable+sign, in whatever numbering the context says. */
struct lits {
  uint32_t *at;
  size_t size, capacity;
};

static inline void lits_push(struct lits *v, uint32_t x) {
  v->at = memory_room(v->at, v->size, &v->capacity, sizeof *v->at);
  v->at[v->size++] = x;
}
static inline uint32_t lits_pop(struct lits *v) {
  assert(v->size > 0);
  return v->at[--v->size];
}
static inline void lits_clear(struct lits *v) { v->size = 0; }
static inline void lits_free(struct lits *v) {
  free(v->at);
  *v = (struct lits){0};
}
static inline void lits_append(struct lits *v, const uint32_t *from, size_t n) {
  for (size_t k = 0; k < n; k++) lits_push(v, from[k]);
}
static inline void lits_reverse(struct lits *v) {
  for (size_t k = 0; k < v->size / 2; k++) {
    uint32_t x = v->at[k];
    v->at[k] = v->at[v->size - 1 - k];
    v->at[v->size - 1 - k] = x;
  }
}
static inline bool lits_contain(const struct lits *v, uint32_t x) {
  for (size_t k = 0; k < v->size; k++)
    if (v->at[k] == x) return true;
  return false;
}
static inline bool lits_equal(const struct lits *a, const struct lits *b) {
  if (a->size != b->size) return false;
  for (size_t k = 0; k < a->size; k++)
    if (a->at[k] != b->at[k]) return false;
  return true;
}
/* *to becomes a copy of *from. */
static inline void lits_assign(struct lits *to, const struct lits *from) {
  lits_clear(to);
  lits_append(to, from->at, from->size);
}

/* DIMACS literals. */
struct ints {
  int *at;
  size_t size, capacity;
};

static inline void ints_push(struct ints *v, int x) {
  v->at = memory_room(v->at, v->size, &v->capacity, sizeof *v->at);
  v->at[v->size++] = x;
}
static inline void ints_clear(struct ints *v) { v->size = 0; }
static inline void ints_free(struct ints *v) {
  free(v->at);
  *v = (struct ints){0};
}

#endif
