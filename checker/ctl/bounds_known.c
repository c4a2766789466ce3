/* States known to be reachable: an explicit set with a hash table, grown by traces from initial
 * states. (Random runs for a start were tried: twoQ's AG EF got four times slower by deciding
 * states that the generalised traces cover anyway.) */
#include "checker/ctl/bounds.h"

static uint64_t hash_state(const uint8_t *state, size_t n) {
  uint64_t h = 14695981039346656037u;
  for (size_t k = 0; k < n; k++) h = (h ^ state[k]) * 1099511628211u;
  return h ^ (h >> 29);
}

static const uint8_t *known_state(const struct bounds *b, size_t index) {
  return b->known.states + index * b->system->num_states;
}

/* The slot of the state, or the free slot where it belongs. */
static size_t find_slot(const struct bounds *b, const uint8_t *state) {
  size_t n = b->system->num_states, mask = b->known.table_size - 1;
  for (size_t slot = hash_state(state, n) & mask;; slot = (slot + 1) & mask) {
    uint32_t index = b->known.table[slot];
    if (index == UINT32_MAX || memcmp(known_state(b, index), state, n) == 0) return slot;
  }
}

static void grow(struct bounds *b) {
  struct known *known = &b->known;
  known->capacity = known->capacity ? 2 * known->capacity : 64;
  known->states = memory_grow(known->states, known->capacity, b->system->num_states + 1);
  known->inputs = memory_grow(known->inputs, known->capacity, b->system->num_inputs + 1);
  known->parent = memory_grow(known->parent, known->capacity, sizeof *known->parent);
  known->table_size = 4 * known->capacity;
  known->table = memory_grow(known->table, known->table_size, sizeof *known->table);
  for (size_t k = 0; k < known->table_size; k++) known->table[k] = UINT32_MAX;
  for (size_t k = 0; k < known->size; k++)
    known->table[find_slot(b, known_state(b, k))] = (uint32_t)k;
}

bool known_find(const struct bounds *b, const uint8_t *state, uint32_t *index) {
  if (!b->known.size) return false;
  uint32_t found = b->known.table[find_slot(b, state)];
  if (found != UINT32_MAX && index) *index = found;
  return found != UINT32_MAX;
}

uint32_t known_add(struct bounds *b, const uint8_t *state, uint32_t parent, const uint8_t *inputs) {
  struct known *known = &b->known;
  uint32_t index;
  if (known_find(b, state, &index)) return index;
  if (known->size == known->capacity) grow(b);
  index = (uint32_t)known->size++;
  memcpy(known->states + (size_t)index * b->system->num_states, state, b->system->num_states);
  if (inputs)
    memcpy(known->inputs + (size_t)index * b->system->num_inputs, inputs, b->system->num_inputs);
  known->parent[index] = parent;
  known->table[find_slot(b, state)] = index;
  return index;
}

void known_trace(const struct bounds *b, uint32_t index, struct trace *trace) {
  const struct known *known = &b->known;
  struct lits path = {0};
  for (uint32_t k = index; k != UINT32_MAX; k = known->parent[k]) lits_push(&path, k);
  trace_init(trace, b->system);
  for (size_t k = path.size; k-- > 0;) {
    const uint8_t *inputs =
        k ? known->inputs + (size_t)path.at[k - 1] * b->system->num_inputs : NULL;
    trace_push(trace, known_state(b, path.at[k]), inputs);
  }
  lits_free(&path);
}
