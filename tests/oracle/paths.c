#include "tests/oracle/paths.h"

/* The parts of a path formula, children first; a state formula among them is a leaf. */
struct parts {
  const struct graph *g;
  const struct formulas *arena;
  uint8_t *const *sets;
  struct lits list;     /* indices into the arena */
  struct lits temporal; /* those of temporal operators: bit k of a guess is about the k-th */
  uint32_t past;        /* the bits that are about the past */
};

/* Values of all parts, by index into the arena. */
typedef uint8_t *truths;

static bool is_past(enum formula_op op) { return op >= FORMULA_Y && op <= FORMULA_T; }
static bool is_temporal(enum formula_op op) {
  return (op >= FORMULA_X && op <= FORMULA_R) || is_past(op);
}
static bool has_right(enum formula_op op) {
  return (op >= FORMULA_AND && op <= FORMULA_IFF) || op == FORMULA_U || op == FORMULA_R ||
         op == FORMULA_S || op == FORMULA_T;
}

static void find_parts(struct parts *parts, uint32_t p) {
  uint8_t *needed = memory_zeroed(p + 1, 1);
  needed[p] = 1;
  for (uint32_t k = p + 1; k-- > 0;) {
    const struct formula *f = &parts->arena->at[k];
    if (!needed[k] || !f->path) continue;
    needed[f->left] = 1;
    if (has_right(f->op)) needed[f->right] = 1;
  }
  for (uint32_t k = 0; k <= p; k++) {
    if (!needed[k]) continue;
    enum formula_op op = parts->arena->at[k].op;
    lits_push(&parts->list, k);
    if (!is_temporal(op)) continue;
    if (is_past(op) && parts->temporal.size < 32) parts->past |= 1u << parts->temporal.size;
    lits_push(&parts->temporal, k);
  }
  free(needed);
}

bool formula_has_past(const struct formulas *arena, uint32_t root) {
  uint8_t *needed = memory_zeroed((size_t)root + 1, 1);
  bool found = false;
  needed[root] = 1;
  for (uint32_t k = root + 1; k-- > 0;) {
    const struct formula *f = &arena->at[k];
    if (!needed[k]) continue;
    found = found || is_past(f->op);
    if (formula_arity(f->op) >= 1) needed[f->left] = 1;
    if (formula_arity(f->op) == 2) needed[f->right] = 1;
  }
  free(needed);
  return found;
}

bool formula_connect(enum formula_op op, bool a, bool b) {
  switch (op) {
  case FORMULA_NOT: return !a;
  case FORMULA_AND: return a && b;
  case FORMULA_OR: return a || b;
  case FORMULA_XOR: return a != b;
  case FORMULA_IMPLIES: return !a || b;
  default: return a == b;
  }
}

/* A temporal operator, from its arguments (here, and of X behind the step) and from its own truth
 * behind the step. */
static bool unfold(const struct formula *f, const uint8_t *now, const uint8_t *later, bool itself) {
  switch (f->op) {
  case FORMULA_X: return later[f->left];
  case FORMULA_F: return now[f->left] || itself;
  case FORMULA_G: return now[f->left] && itself;
  case FORMULA_U: return now[f->right] || (now[f->left] && itself);
  default: return now[f->right] && (now[f->left] || itself);
  }
}

/* An operator of the past behind a step, from what was true before it; `before` is NULL where the
 * path begins. */
static bool remember(const struct formula *f, const uint8_t *before, const uint8_t *now,
                     bool itself) {
  bool left = now[f->left], right = has_right(f->op) && now[f->right];
  switch (f->op) {
  case FORMULA_Y: return before && before[f->left];
  case FORMULA_Z: return !before || before[f->left];
  case FORMULA_O: return left || (before && itself);
  case FORMULA_H: return left && (!before || itself);
  case FORMULA_S: return right || (left && before && itself);
  default: return right && (left || !before || itself);
  }
}

/* Is what `now` says of the past right, if that was true before? */
static bool remembers(const struct parts *parts, const uint8_t *before, const uint8_t *now) {
  for (size_t n = 0; n < parts->temporal.size; n++) {
    uint32_t k = parts->temporal.at[n];
    const struct formula *f = &parts->arena->at[k];
    if (is_past(f->op) && now[k] != remember(f, before, now, before && before[k])) return false;
  }
  return true;
}

/* The truth of all parts in state s with the guess; if `later` is given, what is said of the future
 * follows from what is true behind a step. */
static void evaluate(const struct parts *parts, size_t s, uint32_t guess, const uint8_t *later,
                     truths now) {
  uint32_t bit = 0;
  for (size_t n = 0; n < parts->list.size; n++) {
    uint32_t k = parts->list.at[n];
    const struct formula *f = &parts->arena->at[k];
    if (!f->path)
      now[k] = parts->sets[k][s];
    else if (!is_temporal(f->op))
      now[k] = formula_connect(f->op, now[f->left], has_right(f->op) && now[f->right]);
    else
      now[k] = guess >> bit++ & 1u;
    if (f->path && later && is_temporal(f->op) && !is_past(f->op))
      now[k] = unfold(f, now, later, later[k]);
  }
}

static uint32_t guess_of(const struct parts *parts, const uint8_t *now) {
  uint32_t guess = 0;
  for (size_t n = 0; n < parts->temporal.size; n++)
    guess |= (uint32_t)now[parts->temporal.at[n]] << n;
  return guess;
}

/* Fairness, a bit for each temporal operator: U and F that are guessed true come true, R and G that
 * are guessed false fail. */
static uint64_t fulfilled(const struct parts *parts, const uint8_t *now) {
  uint64_t bits = 0;
  for (size_t n = 0; n < parts->temporal.size; n++) {
    const struct formula *f = &parts->arena->at[parts->temporal.at[n]];
    bool guessed = now[parts->temporal.at[n]];
    bool met = true;
    if (f->op == FORMULA_F) met = !guessed || now[f->left];
    if (f->op == FORMULA_U) met = !guessed || now[f->right];
    if (f->op == FORMULA_G) met = guessed || !now[f->left];
    if (f->op == FORMULA_R) met = guessed || !now[f->right];
    bits |= (uint64_t)met << n;
  }
  return bits;
}

/* An edge of the product, before it is sorted by where it starts. */
struct product_edge {
  uint32_t from;
  struct edge edge;
};

/* The edges of step e from state s: for each guess behind it, and each past, what is true there and
 * here, if each follows from the other. State s with guess m is s << bits | m. */
static size_t step_edges(const struct parts *parts, uint32_t s, const struct edge *e, truths later,
                         truths now, struct product_edge *edges) {
  uint32_t bits = (uint32_t)parts->temporal.size;
  size_t count = 0;
  for (uint32_t guess = 0; guess < 1u << bits; guess++) {
    evaluate(parts, e->to, guess, NULL, later);
    for (uint32_t past = 0; past <= parts->past; past++) {
      if (past & ~parts->past) continue;
      evaluate(parts, s, past, later, now);
      if (!remembers(parts, now, later)) continue;
      uint64_t fair = e->fair | fulfilled(parts, now) << parts->g->fairness.size;
      edges[count++] =
          (struct product_edge){s << bits | guess_of(parts, now), {e->to << bits | guess, fair}};
    }
  }
  return count;
}

/* Every step has one for each guess of the future behind it and of the past before it: the rest
 * follows, part by part. */
static size_t product_edges(const struct parts *parts, struct product_edge *edges) {
  const struct graph *g = parts->g;
  truths later = memory_zeroed(parts->arena->size, 1), now = memory_zeroed(parts->arena->size, 1);
  size_t count = 0;
  for (uint32_t s = 0; s < g->num_states; s++)
    for (size_t e = g->first[s]; e < g->first[s + 1]; e++)
      count += step_edges(parts, s, &g->edges[e], later, now, edges + count);
  free(later);
  free(now);
  return count;
}

/* Edges in the order of where they start. */
static void sort_edges(struct graph *product, const struct product_edge *edges, size_t count) {
  product->first = memory_zeroed(product->num_states + 2, sizeof *product->first);
  product->edges = memory_alloc(count, sizeof *product->edges);
  product->num_edges = count;
  size_t *place = product->first + 1; /* after the pass below, place[s] is where s ends */
  for (size_t e = 0; e < count; e++) place[edges[e].from + 1]++;
  for (size_t s = 0; s < product->num_states; s++) place[s + 1] += place[s];
  for (size_t e = 0; e < count; e++) product->edges[place[edges[e].from]++] = edges[e].edge;
}

static void build_product(const struct parts *parts, struct graph *product) {
  const struct graph *g = parts->g;
  uint32_t bits = (uint32_t)parts->temporal.size;
  *product = (struct graph){.model = g->model, .num_states = g->num_states << bits};
  struct product_edge *edges = memory_alloc(g->num_edges << bits, sizeof *edges);
  sort_edges(product, edges, product_edges(parts, edges));
  for (size_t k = 0; k < g->fairness.size + bits; k++) lits_push(&product->fairness, 0);
  free(edges);
}

/* The states with a guess that says so and is right about some fair path. */
static void right_guesses(const struct parts *parts, uint32_t p, bool truth, uint8_t *result) {
  uint32_t bits = (uint32_t)parts->temporal.size;
  struct graph product;
  build_product(parts, &product);
  uint8_t *everything = memory_alloc(product.num_states, 1);
  uint8_t *fair = memory_zeroed(product.num_states, 1);
  truths now = memory_zeroed(parts->arena->size, 1);
  memset(everything, 1, product.num_states);
  fair_inside(&product, everything, fair);
  for (uint32_t s = 0; s < parts->g->num_states; s++) {
    result[s] = 0;
    for (uint32_t guess = 0; guess < 1u << bits && !result[s]; guess++) {
      evaluate(parts, s, guess, NULL, now);
      result[s] = now[p] == truth && fair[s << bits | guess] && remembers(parts, NULL, now);
    }
  }
  free(now);
  free(everything);
  free(fair);
  graph_free(&product);
}

static bool is_small(const struct parts *parts) {
  size_t bits = parts->temporal.size;
  return bits <= PATHS_MAX_OPERATORS && parts->g->num_states << bits <= PATHS_MAX_STATES &&
         parts->g->num_edges << bits <= PATHS_MAX_EDGES && parts->g->fairness.size + bits <= 64;
}

bool some_path(const struct graph *g, const struct formulas *arena, uint32_t p, bool truth,
               uint8_t *const *sets, uint8_t *result) {
  struct parts parts = {.g = g, .arena = arena, .sets = sets};
  find_parts(&parts, p);
  bool small = is_small(&parts);
  if (small) right_guesses(&parts, p, truth, result);
  lits_free(&parts.list);
  lits_free(&parts.temporal);
  return small;
}
