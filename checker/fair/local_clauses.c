#include "checker/fair/local_clauses.h"

#include <stdlib.h>

/* A set of state variables as one number: their indices plus 1, 16 bits each, increasing. */
struct variable_sets {
  uint64_t *at;
  size_t size, capacity;
};

struct window {
  struct lits states; /* their indices */
};

static void add_set(struct variable_sets *sets, uint64_t set) {
  sets->at = memory_room(sets->at, sets->size, &sets->capacity, sizeof *sets->at);
  sets->at[sets->size++] = set;
}

static int compare_sets(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void sort_sets(struct variable_sets *sets) {
  size_t kept = 0;
  if (sets->size) qsort(sets->at, sets->size, sizeof *sets->at, compare_sets);
  for (size_t k = 0; k < sets->size; k++)
    if (kept == 0 || sets->at[kept - 1] != sets->at[k]) sets->at[kept++] = sets->at[k];
  sets->size = kept;
}

/* All subsets of the window from the place on, together with `set`. */
static void add_subsets(struct variable_sets *sets, const struct window *w, size_t from,
                        uint64_t set, unsigned size) {
  if (size) add_set(sets, set);
  if (size == LOCAL_LITERALS) return;
  for (size_t k = from; k < w->states.size; k++)
    add_subsets(sets, w, k + 1, set << 16 | (w->states.at[k] + 1), size + 1);
}

/* --- windows ---------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void find_window(const struct system *s, size_t k, struct window *w) {
  struct lits cone = {0};
  bool own = false;
  aig_cone(s->aig, &s->next[k], 1, &cone);
  for (size_t i = 0; i < cone.size; i++) {
    const struct aig_node *node = &s->aig->nodes[cone.at[i]];
    if (node->kind != AIG_STATE) continue;
    lits_push(&w->states, node->left);
    own = own || node->left == k;
  }
  if (!own) lits_push(&w->states, (uint32_t)k);
  qsort(w->states.at, w->states.size, sizeof *w->states.at, compare_numbers);
  lits_free(&cone);
}

static int compare_windows(const void *a, const void *b) {
  const struct window *x = a, *y = b;
  return x->states.size < y->states.size ? -1 : x->states.size > y->states.size;
}

/* How many subsets a window of n variables has; SIZE_MAX: too many to be counted. */
static size_t count_subsets(size_t n) {
  size_t sum = 0, choose = 1;
  if (n > 1000) return SIZE_MAX;
  for (size_t k = 1; k <= LOCAL_LITERALS && k <= n; k++) {
    choose = choose * (n - k + 1) / k;
    sum += choose;
  }
  return sum;
}

static void find_sets(const struct system *s, size_t most, struct variable_sets *sets) {
  struct window *windows = memory_zeroed(s->num_states, sizeof *windows);
  for (size_t k = 0; k < s->num_states; k++) find_window(s, k, &windows[k]);
  qsort(windows, s->num_states, sizeof *windows, compare_windows);
  for (size_t k = 0; k < s->num_states; k++) {
    size_t more = count_subsets(windows[k].states.size);
    if (sets->size < most && more > most - sets->size) sort_sets(sets);
    if (sets->size >= most || more > most - sets->size) break;
    add_subsets(sets, &windows[k], 0, 0, 0);
  }
  sort_sets(sets);
  for (size_t k = 0; k < s->num_states; k++) lits_free(&windows[k].states);
  free(windows);
}

/* --- what samples show ------------------------------------------------------------------------ */

static unsigned read_set(uint64_t set, size_t *variables) {
  unsigned n = 0;
  for (int shift = 48; shift >= 0; shift -= 16) {
    size_t index = set >> shift & 0xffff;
    if (index) variables[n++] = index - 1;
  }
  return n;
}

/* Bit p of the answer: some sample has pattern p, whose bit i is the value of variable i. */
static unsigned seen_patterns(const struct samples *samples, const size_t *variables, unsigned n) {
  unsigned all = (1u << (1u << n)) - 1, seen = 0;
  for (size_t w = 0; w < samples->size / 64 && seen != all; w++) {
    for (unsigned p = 0; p < 1u << n; p++) {
      uint64_t in = UINT64_MAX;
      if (seen >> p & 1) continue;
      for (unsigned i = 0; i < n; i++) {
        uint64_t word = samples->words[variables[i] * SAMPLE_WORDS + w];
        in &= p >> i & 1 ? word : ~word;
      }
      if (in) seen |= 1u << p;
    }
    spend(samples->chain->effort, 2);
  }
  return seen;
}

/* The clause that excludes the pattern. */
static void add_clause(const struct system *s, const size_t *variables, unsigned n, unsigned p,
                       struct lits *out) {
  lit a = 0;
  for (unsigned i = 0; i < LOCAL_LITERALS; i++) {
    if (i < n) a = s->states[variables[i]] ^ (p >> i & 1);
    lits_push(out, a);
  }
}

/* With one literal less the clause would be refuted: its pattern with another value there is seen.
 */
static bool is_least(unsigned seen, unsigned n, unsigned p) {
  for (unsigned i = 0; i < n; i++)
    if (!(seen >> (p ^ 1u << i) & 1)) return false;
  return true;
}

void local_clauses(const struct samples *samples, size_t most, struct lits *out) {
  const struct system *s = samples->chain->system;
  struct variable_sets sets = {0};
  if (s->num_states >= 0xffff) return;
  find_sets(s, most, &sets);
  for (size_t k = 0; k < sets.size && !interrupted(samples->chain->effort); k++) {
    size_t variables[LOCAL_LITERALS];
    unsigned n = read_set(sets.at[k], variables), seen = seen_patterns(samples, variables, n);
    for (unsigned p = 0; p < 1u << n; p++)
      if (!(seen >> p & 1) && is_least(seen, n, p)) add_clause(s, variables, n, p, out);
  }
  free(sets.at);
}
