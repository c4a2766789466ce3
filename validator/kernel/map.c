#include "validator/kernel/memory.h"

enum { FIRST_CAPACITY = 64 };
static const uint64_t no_key = UINT64_MAX;

/* All bits of the key decide about all bits of the place. */
static uint64_t mix(uint64_t key) {
  key ^= key >> 32;
  key *= UINT64_C(0x9e3779b97f4a7c15);
  key ^= key >> 29;
  key *= UINT64_C(0xbf58476d1ce4e5b9);
  return key ^ key >> 32;
}

/* Open addressing with linear probing; at most half full. */
static size_t place(const struct v_map *map, uint64_t key) {
  size_t k = (size_t)mix(key) & (map->capacity - 1);
  while (map->keys[k] != key && map->keys[k] != no_key) k = (k + 1) & (map->capacity - 1);
  return k;
}

static void enlarge(struct v_map *map) {
  struct v_map old = *map;
  map->capacity = old.capacity > 0 ? 2 * old.capacity : FIRST_CAPACITY;
  map->keys = v_need(NULL, map->capacity, sizeof *map->keys);
  map->values = v_need(NULL, map->capacity, sizeof *map->values);
  for (size_t k = 0; k < map->capacity; k++) map->keys[k] = no_key;
  for (size_t k = 0; k < old.capacity; k++) {
    if (old.keys[k] == no_key) continue;
    size_t to = place(map, old.keys[k]);
    map->keys[to] = old.keys[k];
    map->values[to] = old.values[k];
  }
  v_map_free(&old);
}

uint32_t *v_map_at(struct v_map *map, uint64_t key) {
  if (2 * map->used >= map->capacity) enlarge(map);
  size_t k = place(map, key);
  if (map->keys[k] == no_key) {
    map->keys[k] = key;
    map->values[k] = V_NONE;
    map->used++;
  }
  return &map->values[k];
}

void v_map_free(struct v_map *map) {
  free(map->keys);
  free(map->values);
  *map = (struct v_map){0};
}
