#include "checker/fair/visited.h"

enum { LANES = 64, PARITIES_PER_STATE = 5 };

static void make_room(struct visited *v, size_t size) {
  v->size = size;
  v->keys = memory_zeroed(size, sizeof *v->keys);
  v->times = memory_alloc(size, sizeof *v->times);
}

/* Most runs end long before the longest one would: the table grows with them. */
void visited_init(struct visited *v, size_t num_states) {
  *v = (struct visited){.num_states = num_states};
  make_room(v, 16 * LANES);
}

void visited_free(struct visited *v) {
  free(v->keys);
  free(v->times);
}

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
  return x ^ x >> 29;
}

/* words[j] becomes the parity j of all lanes' states. */
static void make_parities(const struct visited *v, const uint64_t *states, uint64_t words[64]) {
  memset(words, 0, LANES * sizeof *words);
  for (size_t k = 0; k < v->num_states; k++) {
    uint64_t places = mix((k + 1) * UINT64_C(0x9e3779b97f4a7c15));
    for (int i = 0; i < PARITIES_PER_STATE; i++) words[places >> 6 * i & 63] ^= states[k];
  }
}

/* Bit i of word j changes places with bit j of word i: blocks of half the size, of a quarter, .. */
static void transpose(uint64_t words[64]) {
  uint64_t mask = UINT64_C(0x00000000ffffffff);
  for (unsigned half = 32; half; half /= 2) {
    for (unsigned k = 0; k < 64; k = ((k | half) + 1) & ~half) {
      uint64_t differ = (words[k] >> half ^ words[k | half]) & mask;
      words[k] ^= differ << half;
      words[k | half] ^= differ;
    }
    mask ^= mask << half / 2;
  }
}

static uint32_t first_time(struct visited *v, uint64_t key, uint32_t time) {
  size_t at = key & (v->size - 1);
  while (v->keys[at] && v->keys[at] != key) at = (at + 1) & (v->size - 1);
  if (v->keys[at]) return v->times[at];
  v->keys[at] = key;
  v->times[at] = time;
  v->used++;
  return time;
}

static void grow(struct visited *v) {
  struct visited old = *v;
  v->used = 0;
  make_room(v, 4 * old.size);
  for (size_t k = 0; k < old.size; k++)
    if (old.keys[k]) first_time(v, old.keys[k], old.times[k]);
  visited_free(&old);
}

void visited_at(struct visited *v, const uint64_t *states, uint32_t time, uint32_t first[64]) {
  uint64_t words[LANES];
  if (2 * (v->used + LANES) > v->size) grow(v);
  make_parities(v, states, words);
  transpose(words);
  for (unsigned lane = 0; lane < LANES; lane++) {
    uint64_t key = mix(mix(words[lane]) + lane);
    first[lane] = first_time(v, key ? key : 1, time);
  }
}
