#include "checker/fair/unlikely.h"

#include <stdlib.h>

/* --- the model's conjunctions ----------------------------------------------------------------- */

static uint32_t first_of(const struct small_cube *cube, unsigned i) {
  return i < cube->size ? cube->at[i] : UINT32_MAX;
}

/* The literals of both. False: they are more than `most`, or two of them exclude each other. */
static bool join(const struct small_cube *a, const struct small_cube *b, unsigned most,
                 struct small_cube *out) {
  unsigned i = 0, j = 0;
  out->size = 0;
  while (i < a->size || j < b->size) {
    uint32_t left = first_of(a, i), right = first_of(b, j), least = left < right ? left : right;
    if (out->size == most || (out->size && out->at[out->size - 1] == (least ^ 1))) return false;
    out->at[out->size++] = least;
    i += left == least;
    j += right == least;
  }
  return true;
}

static void add(struct conjunctions *c, const struct small_cube *cube) {
  c->at = memory_room(c->at, c->size, &c->capacity, sizeof *c->at);
  c->at[c->size++] = *cube;
}

static int compare(const void *a, const void *b) {
  const struct small_cube *x = a, *y = b;
  if (x->size != y->size) return x->size < y->size ? -1 : 1;
  for (unsigned i = 0; i < x->size; i++)
    if (x->at[i] != y->at[i]) return x->at[i] < y->at[i] ? -1 : 1;
  return 0;
}

static void drop_equal(struct conjunctions *c) {
  size_t kept = 0;
  if (c->size) qsort(c->at, c->size, sizeof *c->at, compare);
  for (size_t k = 0; k < c->size; k++)
    if (kept == 0 || compare(&c->at[kept - 1], &c->at[k]) != 0) c->at[kept++] = c->at[k];
  c->size = kept;
}

/* An argument of a gate; size 0: it is no conjunction of few state literals. */
static struct small_cube argument(const struct aig *aig, const struct small_cube *cubes, lit a) {
  const struct aig_node *node = &aig->nodes[lit_node(a)];
  if (node->kind == AIG_STATE)
    return (struct small_cube){.at = {2 * node->left + lit_sign(a)}, .size = 1};
  return node->kind == AIG_GATE && !lit_sign(a) ? cubes[lit_node(a)] : (struct small_cube){0};
}

void conjunctions_find(const struct system *s, struct conjunctions *out) {
  struct lits roots = {0}, cone = {0};
  lits_append(&roots, s->next, s->num_states);
  lits_append(&roots, s->fairness, s->num_fairness);
  lits_push(&roots, s->constraint);
  aig_cone(s->aig, roots.at, roots.size, &cone);
  struct small_cube *cubes = memory_zeroed(s->aig->num_nodes, sizeof *cubes);
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *node = &s->aig->nodes[cone.at[k]];
    struct small_cube *here = &cubes[cone.at[k]];
    if (node->kind != AIG_GATE) continue;
    struct small_cube left = argument(s->aig, cubes, node->left),
                      right = argument(s->aig, cubes, node->right);
    if (left.size && right.size && join(&left, &right, CONJUNCTION_LITERALS, here))
      add(out, here);
    else
      here->size = 0;
  }
  free(cubes);
  lits_free(&roots);
  lits_free(&cone);
  drop_equal(out);
}

void conjunctions_free(struct conjunctions *c) { free(c->at); }

/* --- what samples show ------------------------------------------------------------------------ */

/* What the state is, and which samples are, too. Each is compared with each, so of a large model
 * only some are looked at: state literals first, then the shortest conjunctions. */
enum { MOST_THINGS = 2000 };
struct things {
  const struct samples *samples;
  struct small_cube *at;
  uint64_t *words; /* SAMPLE_WORDS each */
  double *count;
  size_t size;
};

static size_t num_words(const struct samples *samples) { return (samples->size + 63) / 64; }

static uint64_t samples_with(const struct samples *samples, const struct small_cube *cube,
                             size_t w) {
  size_t left = samples->size - 64 * w;
  uint64_t in = left < 64 ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
  for (unsigned i = 0; i < cube->size; i++) {
    uint64_t word = samples->words[(cube->at[i] >> 1) * SAMPLE_WORDS + w];
    in &= cube->at[i] & 1 ? ~word : word;
  }
  return in;
}

static bool is_seen(const struct samples *samples, const struct small_cube *cube) {
  for (size_t w = 0; w < num_words(samples); w++)
    if (samples_with(samples, cube, w)) return true;
  return false;
}

static size_t count_bits(uint64_t word) {
  size_t bits = 0;
  for (; word; word &= word - 1) bits++;
  return bits;
}

static void add_thing(struct things *t, const struct small_cube *cube) {
  uint64_t *words = t->words + t->size * SAMPLE_WORDS;
  size_t sum = 0;
  for (size_t w = 0; w < num_words(t->samples); w++) {
    words[w] = samples_with(t->samples, cube, w);
    sum += count_bits(words[w]);
  }
  t->count[t->size] = (double)sum;
  t->at[t->size++] = *cube;
}

static bool holds_in(const struct small_cube *cube, const uint8_t *state) {
  for (unsigned i = 0; i < cube->size; i++)
    if ((state[cube->at[i] >> 1] == 0) != (cube->at[i] & 1)) return false;
  return true;
}

static void find_things(struct things *t, const struct conjunctions *c, const uint8_t *state) {
  size_t n = t->samples->chain->system->num_states, most = n + c->size;
  if (most > MOST_THINGS) most = MOST_THINGS;
  t->at = memory_alloc(most, sizeof *t->at);
  t->words = memory_alloc(most * SAMPLE_WORDS, sizeof *t->words);
  t->count = memory_alloc(most, sizeof *t->count);
  for (uint32_t k = 0; k < n && t->size < most; k++)
    add_thing(t, &(struct small_cube){.at = {2 * k + !state[k]}, .size = 1});
  for (size_t k = 0; k < c->size && t->size < most; k++)
    if (holds_in(&c->at[k], state)) add_thing(t, &c->at[k]);
}

static bool are_seen(const struct things *t, size_t i, size_t j) {
  const uint64_t *a = t->words + i * SAMPLE_WORDS, *b = t->words + j * SAMPLE_WORDS;
  for (size_t w = 0; w < num_words(t->samples); w++)
    if (a[w] & b[w]) return true;
  return false;
}

/* How many samples should have both. What no sample has is as unlikely as anything can be. */
static double expected(const struct things *t, size_t i, size_t j) {
  double all = (double)t->samples->size;
  if (i != j) return t->count[i] * t->count[j] / all;
  return t->count[i] > 0 ? 0 : all;
}

/* The least likely two; 0: there are none. */
static double find_two(const struct things *t, size_t *first, size_t *second) {
  double best = 0;
  for (size_t i = 0; i < t->size; i++)
    for (size_t j = i; j < t->size; j++) {
      double likely = expected(t, i, j);
      if (likely <= best || are_seen(t, i, j)) continue;
      best = likely;
      *first = i;
      *second = j;
    }
  return best;
}

static void drop_literals(const struct samples *samples, struct small_cube *cube) {
  for (unsigned i = cube->size; i-- > 0;) {
    struct small_cube less = *cube;
    less.size--;
    memmove(less.at + i, less.at + i + 1, (less.size - i) * sizeof *less.at);
    if (!is_seen(samples, &less)) *cube = less;
  }
}

bool unlikely_part(const struct conjunctions *c, const struct samples *samples,
                   const uint8_t *state, struct lits *cube) {
  enum { TICKS_PER_64 = 32, TICKS_PER_THING = 40 }; /* measured like those of simulation */
  const struct system *s = samples->chain->system;
  struct things t = {.samples = samples};
  size_t i = 0, j = 0;
  lits_clear(cube);
  if (samples->size == 0) return false;
  find_things(&t, c, state);
  bool found = find_two(&t, &i, &j) > 0;
  spend(samples->chain->effort, t.size * t.size * TICKS_PER_64 / 64 + t.size * TICKS_PER_THING);
  if (found) {
    struct small_cube both;
    join(&t.at[i], &t.at[j], 2 * CONJUNCTION_LITERALS, &both);
    drop_literals(samples, &both);
    for (unsigned k = 0; k < both.size; k++)
      lits_push(cube, s->states[both.at[k] >> 1] ^ (both.at[k] & 1));
  }
  free(t.at);
  free(t.words);
  free(t.count);
  return found;
}
