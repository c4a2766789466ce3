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
static struct v_entry *place(const struct v_map *map, uint64_t key) {
  size_t k = (size_t)mix(key) & (map->capacity - 1);
  while (map->at[k].key != key && map->at[k].key != no_key) k = (k + 1) & (map->capacity - 1);
  return &map->at[k];
}

static void enlarge(struct v_map *map) {
  struct v_map old = *map;
  map->capacity = old.capacity > 0 ? 2 * old.capacity : FIRST_CAPACITY;
  map->at = v_need(NULL, map->capacity, sizeof *map->at);
  for (size_t k = 0; k < map->capacity; k++) map->at[k] = (struct v_entry){no_key, V_NONE};
  for (size_t k = 0; k < old.capacity; k++)
    if (old.at[k].key != no_key) *place(map, old.at[k].key) = old.at[k];
  free(old.at);
}

uint32_t *v_map_at(struct v_map *map, uint64_t key) {
  if (2 * map->used >= map->capacity) enlarge(map);
  struct v_entry *entry = place(map, key);
  if (entry->key == no_key) map->used++;
  entry->key = key;
  return &entry->value;
}

void v_map_free(struct v_map *map) {
  free(map->at);
  *map = (struct v_map){0};
}
