/* Memory that is always there, and lists and maps of numbers. */
#ifndef VOUCH_VALIDATOR_KERNEL_MEMORY_H
#define VOUCH_VALIDATOR_KERNEL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Ends the process with status 2, "cannot tell": also where our numbers are too small. */
_Noreturn void v_exhausted(void);
/* Has the program say its last words before that. */
void v_on_exhaustion(void (*last)(void));

/* realloc to count*size bytes; never returns NULL. */
void *v_need(void *old, size_t count, size_t size);
/* `count` zeroed elements. */
void *v_zeroed(size_t count, size_t size);
/* Room for one more element behind `used`; doubles *capacity when full. */
void *v_grow(void *at, size_t used, size_t *capacity, size_t size);

#define V_NONE UINT32_MAX

/* Elements one behind the other. Zeroed: empty. */
#define V_LIST_OF(element)                                                                         \
  struct {                                                                                         \
    element *at;                                                                                   \
    size_t size, capacity;                                                                         \
  }
/* One more at its end. */
#define V_ADD(list, ...)                                                                           \
  do {                                                                                             \
    (list)->at = v_grow((list)->at, (list)->size, &(list)->capacity, sizeof *(list)->at);          \
    (list)->at[(list)->size] = __VA_ARGS__;                                                        \
    (list)->size++;                                                                                \
  } while (0)

/* Numbers, mostly literals 2*variable+sign. */
struct v_list {
  uint32_t *at;
  size_t size, capacity;
};
void v_push(struct v_list *list, uint32_t value);
void v_list_free(struct v_list *list);
void v_lists_free(struct v_list *const *lists); /* up to NULL */

/* A hash map (map.c) from 64-bit keys, not UINT64_MAX, to numbers. Zeroed: empty. */
struct v_map {
  struct v_entry {
    uint64_t key;
    uint32_t value;
  } * at;
  size_t used, capacity;
};
/* The place of the value of `key`, which is V_NONE if it is new. Valid until the next call. */
uint32_t *v_map_at(struct v_map *map, uint64_t key);
void v_map_free(struct v_map *map);

#endif
