#include "validator/kernel/memory.h"

#include <unistd.h>

enum { CANNOT_TELL = 2, FIRST_CAPACITY = 8 };

static void (*last_words)(void);

void v_on_exhaustion(void (*last)(void)) { last_words = last; }

/* The one way out of memory exhaustion: nothing that looks like an acceptance. */
_Noreturn void v_exhausted(void) {
  if (last_words) last_words();
  _exit(CANNOT_TELL);
}

void *v_need(void *old, size_t count, size_t size) {
  if (size > 0 && count > SIZE_MAX / 2 / size) v_exhausted();
  size_t bytes = count * size;
  void *memory = realloc(old, bytes > 0 ? bytes : 1);
  if (!memory) v_exhausted();
  return memory;
}

void *v_zeroed(size_t count, size_t size) {
  void *memory = v_need(NULL, count, size);
  memset(memory, 0, count * size);
  return memory;
}

void *v_grow(void *at, size_t used, size_t *capacity, size_t size) {
  if (used < *capacity) return at;
  *capacity = *capacity > 0 ? 2 * *capacity : FIRST_CAPACITY;
  return v_need(at, *capacity, size);
}

void v_push(struct v_list *list, uint32_t value) {
  if (list->size >= UINT32_MAX - 1) v_exhausted(); /* positions in lists are 32 bits wide */
  V_ADD(list, value);
}

void v_list_free(struct v_list *list) {
  free(list->at);
  *list = (struct v_list){0};
}

void v_lists_free(struct v_list *const *lists) {
  for (; *lists; lists++) v_list_free(*lists);
}
