/* States known to be reachable: an explicit set with a hash table, grown by traces from initial
 * states. (Random runs for a start were tried: twoQ's AG EF got four times slower by deciding
 * states that the generalised traces cover anyway.) */
#include "checker/ctl/bounds.h"

#include <assert.h>

static const uint8_t *known_state(const struct bounds *b, size_t index) {
  return b->known.states + index * b->system->num_states;
}

static uint64_t hash_state(const void *b, uint32_t index) {
  return hash_bytes(0, known_state(b, index), ((const struct bounds *)b)->system->num_states);
}

static bool same_state(const void *b, uint32_t index, const void *state) {
  return memcmp(known_state(b, index), state, ((const struct bounds *)b)->system->num_states) == 0;
}

bool known_find(const struct bounds *b, const uint8_t *state, uint32_t *index) {
  uint64_t hash = hash_bytes(0, state, b->system->num_states);
  uint32_t found = table_find(&b->known.table, hash, same_state, b, state);
  if (found != TABLE_NONE && index) *index = found;
  return found != TABLE_NONE;
}

static void grow(struct bounds *b) {
  struct known *known = &b->known;
  known->capacity = memory_double(known->capacity);
  known->states = memory_grow(known->states, known->capacity, b->system->num_states + 1);
  known->inputs = memory_grow(known->inputs, known->capacity, b->system->num_inputs + 1);
  known->parent = memory_grow(known->parent, known->capacity, sizeof *known->parent);
}

uint32_t known_add(struct bounds *b, const uint8_t *state, uint32_t parent, const uint8_t *inputs) {
  struct known *known = &b->known;
  uint32_t index;
  if (known_find(b, state, &index)) return index;
  assert(parent == UINT32_MAX ? state_in(b, state, b->system->init) : parent < known->size);
  if (known->size == known->capacity) grow(b);
  index = (uint32_t)known->size++;
  memcpy(known->states + (size_t)index * b->system->num_states, state, b->system->num_states);
  if (inputs)
    memcpy(known->inputs + (size_t)index * b->system->num_inputs, inputs, b->system->num_inputs);
  known->parent[index] = parent;
  table_add(&known->table, index, hash_state, b);
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
  assert(trace_check(trace, b->system));
  lits_free(&path);
}

void known_add_run(struct bounds *b, const struct trace *trace) {
  uint32_t here;
  if (state_in(b, trace_state(trace, 0), b->system->init))
    here = known_add(b, trace_state(trace, 0), UINT32_MAX, NULL);
  else if (!known_find(b, trace_state(trace, 0), &here))
    return;
  for (size_t k = 1; k < trace->length; k++)
    here = known_add(b, trace_state(trace, k), here, trace_input(trace, k - 1));
}
