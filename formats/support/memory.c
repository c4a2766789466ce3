#include "formats/support/vector.h"

#include <stdio.h>

static void (*own_ending)(void);

void memory_exhausted_means(void (*ending)(void)) { own_ending = ending; }

_Noreturn void memory_exhausted(void) {
  if (own_ending) own_ending();
  fputs("vouch: out of memory\n", stderr);
  exit(2);
}

void *memory_alloc(size_t count, size_t size) { return memory_grow(NULL, count, size); }

void *memory_zeroed(size_t count, size_t size) {
  void *p = calloc(count ? count : 1, size ? size : 1);
  if (!p) memory_exhausted();
  return p;
}

void *memory_grow(void *old, size_t count, size_t size) {
  if (size && count > (size_t)PTRDIFF_MAX / size) memory_exhausted();
  size_t bytes = count * size;
  void *p = realloc(old, bytes ? bytes : 1);
  if (!p) memory_exhausted();
  return p;
}

size_t memory_double(size_t capacity) {
  if (capacity > (size_t)PTRDIFF_MAX / 2) memory_exhausted();
  return capacity ? 2 * capacity : 8;
}

char *memory_string(const char *text) {
  size_t n = strlen(text) + 1;
  return memcpy(memory_alloc(n, 1), text, n);
}
