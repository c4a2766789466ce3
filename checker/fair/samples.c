#include "checker/fair/samples.h"
#include "checker/fair/random_walk.h"

/* Half of the room is for walks. */
enum { WALKS = 4, SNAPSHOTS = SAMPLE_WORDS / 2 / WALKS, STEPS_BETWEEN = 8 };

void samples_init(struct samples *samples, struct chain *chain) {
  *samples = (struct samples){.chain = chain};
}

void samples_free(struct samples *samples) { free(samples->words); }

static void make_room(struct samples *samples) {
  size_t n = samples->chain->system->num_states;
  if (!samples->words) samples->words = memory_zeroed(n * SAMPLE_WORDS, sizeof(uint64_t));
}

/* The 64 states where the walks are. */
static void add_snapshot(struct samples *samples, const struct random_walk *walk) {
  size_t at = samples->size / 64;
  for (size_t k = 0; k < walk->system->num_states; k++)
    samples->words[k * SAMPLE_WORDS + at] = walk->state[k];
  samples->size += 64;
}

static bool find_start(const struct chain *chain, lit arena, uint8_t *state) {
  struct sat *sat = sat_new(SAT_CONE, chain->effort);
  struct unroll u;
  unroll_init(&u, sat, chain->system);
  sat_unit(sat, unroll_lit(&u, 0, chain->from));
  sat_unit(sat, unroll_lit(&u, 0, arena));
  bool found = sat_solve(sat) == SAT_YES;
  if (found) unroll_state(&u, 0, state);
  unroll_free(&u);
  sat_free(sat);
  return found;
}

void samples_walk(struct samples *samples) {
  struct chain *chain = samples->chain;
  struct random_walk walk;
  uint8_t *start = memory_alloc(chain->system->num_states, 1);
  random_walk_init(&walk, chain);
  make_room(samples);
  samples->size = 0;
  bool found = find_start(chain, walk.arena, start);
  for (unsigned k = 0; k < WALKS && found; k++) {
    random_walk_begin(&walk, start);
    for (unsigned i = 0; i < SNAPSHOTS; i++) {
      for (unsigned step = 0; step < STEPS_BETWEEN; step++) random_walk_step(&walk);
      add_snapshot(samples, &walk);
    }
  }
  samples->next = samples->size;
  random_walk_free(&walk);
  free(start);
}

static void add_state(struct samples *samples, const uint8_t *state) {
  size_t n = samples->chain->system->num_states, most = SAMPLE_WORDS * 64;
  if (samples->next == most) samples->next = most / 2; /* the walks stay */
  uint64_t bit = UINT64_C(1) << samples->next % 64;
  for (size_t k = 0; k < n; k++) {
    uint64_t *word = &samples->words[k * SAMPLE_WORDS + samples->next / 64];
    *word = state[k] ? *word | bit : *word & ~bit;
  }
  samples->next++;
  if (samples->size < samples->next) samples->size = samples->next;
}

void samples_add_run(struct samples *samples, const struct trace *run) {
  make_room(samples);
  for (size_t t = 0; t < run->length; t++) add_state(samples, trace_state(run, t));
}

static size_t count(uint64_t word) {
  size_t bits = 0;
  for (; word; word &= word - 1) bits++;
  return bits;
}

/* How many of the samples that are left have the literal of the state, too. */
static size_t agree(const struct samples *samples, const uint64_t *left, size_t k, bool value) {
  const uint64_t *words = samples->words + k * SAMPLE_WORDS;
  size_t sum = 0;
  for (size_t w = 0; w < SAMPLE_WORDS; w++)
    if (left[w]) sum += count(left[w] & (value ? words[w] : ~words[w]));
  return sum;
}

bool samples_unseen(const struct samples *samples, const uint8_t *state, struct lits *cube) {
  const struct system *s = samples->chain->system;
  uint64_t left[SAMPLE_WORDS];
  size_t num_left = samples->size;
  for (size_t w = 0; w < SAMPLE_WORDS; w++)
    left[w] = w < num_left / 64    ? UINT64_MAX
              : w == num_left / 64 ? (UINT64_C(1) << num_left % 64) - 1
                                   : 0;
  lits_clear(cube);
  while (num_left) {
    size_t best = 0, fewest = num_left;
    for (size_t k = 0; k < s->num_states && fewest; k++) {
      size_t agreeing = agree(samples, left, k, state[k]);
      if (agreeing >= fewest) continue;
      best = k;
      fewest = agreeing;
    }
    if (fewest == num_left) return false;
    const uint64_t *words = samples->words + best * SAMPLE_WORDS;
    for (size_t w = 0; w < SAMPLE_WORDS; w++) left[w] &= state[best] ? words[w] : ~words[w];
    lits_push(cube, s->states[best] ^ (lit)!state[best]);
    num_left = fewest;
  }
  return true;
}
