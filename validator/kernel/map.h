/* A hash map from 64-bit keys (not UINT64_MAX) to numbers. Zeroed: empty. */
#ifndef VOUCH_VALIDATOR_KERNEL_MAP_H
#define VOUCH_VALIDATOR_KERNEL_MAP_H

#include "validator/kernel/memory.h"

struct v_map {
  uint64_t *keys;
  uint32_t *values;
  size_t used, capacity;
};
/* The place of the value of `key`, which is V_NONE if it is new. Valid until the next call. */
uint32_t *v_map_at(struct v_map *map, uint64_t key);
void v_map_free(struct v_map *map);

#endif
