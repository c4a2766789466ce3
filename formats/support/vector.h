/* Growable arrays of the few element types that the project needs. Growth is checked for overflow;
 * running out of memory ends the program through memory_exhausted() with a message and exit
 * status 2. */
#ifndef VOUCH_FORMATS_SUPPORT_VECTOR_H
#define VOUCH_FORMATS_SUPPORT_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void memory_exhausted(void);

/* malloc/realloc/calloc that never return NULL (for zero sizes they return a valid pointer too). */
void *memory_alloc(size_t count, size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_grow(void *old, size_t count, size_t size);
char *memory_string(const char *text);

/* Literals: 2*variable+sign, in whatever numbering the context says. */
struct lits {
  uint32_t *at;
  size_t size, capacity;
};

static inline void lits_push(struct lits *v, uint32_t x) {
  if (v->size == v->capacity) {
    v->capacity = v->capacity ? 2 * v->capacity : 8;
    v->at = memory_grow(v->at, v->capacity, sizeof *v->at);
  }
  v->at[v->size++] = x;
}
static inline uint32_t lits_pop(struct lits *v) { return v->at[--v->size]; }
static inline void lits_clear(struct lits *v) { v->size = 0; }
static inline void lits_free(struct lits *v) {
  free(v->at);
  *v = (struct lits){0};
}
static inline void lits_append(struct lits *v, const uint32_t *from, size_t n) {
  for (size_t k = 0; k < n; k++) lits_push(v, from[k]);
}

/* DIMACS literals. */
struct ints {
  int *at;
  size_t size, capacity;
};

static inline void ints_push(struct ints *v, int x) {
  if (v->size == v->capacity) {
    v->capacity = v->capacity ? 2 * v->capacity : 8;
    v->at = memory_grow(v->at, v->capacity, sizeof *v->at);
  }
  v->at[v->size++] = x;
}
static inline void ints_clear(struct ints *v) { v->size = 0; }
static inline void ints_free(struct ints *v) {
  free(v->at);
  *v = (struct ints){0};
}

#endif
