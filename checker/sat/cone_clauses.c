#include "checker/sat/cone.h"

static void attach(struct cone *s, uint32_t ref) {
  const literal *at = s->arena + ref + CLAUSE_HEADER;
  bool binary = s->arena[ref] == 2;
  watches_push(&s->watches[at[0]], (struct watch){.ref = 2 * ref + binary, .blocker = at[1]});
  watches_push(&s->watches[at[1]], (struct watch){.ref = 2 * ref + binary, .blocker = at[0]});
}

uint32_t cone_clause_new(struct cone *s, const literal *at, size_t n, bool learned, uint32_t glue) {
  size_t needed = s->arena_size + CLAUSE_HEADER + n;
  if (needed >= UINT32_C(1) << 30) memory_exhausted(); /* reasons have 30 bits for the index */
  if (needed > s->arena_capacity) {
    s->arena_capacity = 2 * needed;
    s->arena = memory_grow(s->arena, s->arena_capacity, sizeof *s->arena);
  }
  uint32_t ref = (uint32_t)s->arena_size;
  s->arena[ref] = (uint32_t)n;
  s->arena[ref + 1] = learned ? CLAUSE_LEARNED | 1u << SPARE_SHIFT | glue << GLUE_SHIFT : 0;
  memcpy(s->arena + ref + CLAUSE_HEADER, at, n * sizeof *at);
  s->arena_size = needed;
  lits_push(learned ? &s->learned : &s->permanent, ref);
  if (!learned) lits_push(&s->hints, at[0]);
  attach(s, ref);
  return ref;
}

/* Its watches are recent, so they are found near the ends of their lists. */
static void unwatch(struct watches *list, uint32_t ref) {
  uint32_t k = list->size - 1;
  while (list->at[k].ref >> 1 != ref) k--;
  memmove(list->at + k, list->at + k + 1, (--list->size - k) * sizeof *list->at);
}

void cone_clause_remove_last(struct cone *s) {
  uint32_t ref = lits_pop(&s->permanent);
  lits_pop(&s->hints);
  unwatch(&s->watches[s->arena[ref + CLAUSE_HEADER]], ref);
  unwatch(&s->watches[s->arena[ref + CLAUSE_HEADER + 1]], ref);
  if (ref + CLAUSE_HEADER + s->arena[ref] == s->arena_size)
    s->arena_size = ref; /* else collect closes the gap */
}

struct candidate {
  uint32_t ref, badness;
};

static int compare_badness(const void *a, const void *b) {
  uint32_t x = ((const struct candidate *)a)->badness, y = ((const struct candidate *)b)->badness;
  return x > y ? -1 : x < y;
}

/* Half of the learned clauses that nothing spares, the ones with the highest glue, then the
 * longest. */
static void choose_garbage(struct cone *s) {
  struct candidate *candidates = memory_alloc(s->learned.size, sizeof *candidates);
  size_t n = 0;
  for (size_t k = 0; k < s->learned.size; k++) {
    uint32_t ref = s->learned.at[k], size = s->arena[ref], *status = &s->arena[ref + 1];
    if (size == 2) continue;
    if (*status & SPARE_MASK) {
      *status -= 1u << SPARE_SHIFT;
      continue;
    }
    uint32_t glue = *status >> GLUE_SHIFT;
    candidates[n++] = (struct candidate){ref, (glue > 0xffff ? 0xffff : glue) << 16 |
                                                  (size > 0xffff ? 0xffff : size)};
  }
  if (n) qsort(candidates, n, sizeof *candidates, compare_badness);
  for (size_t k = 0; k < n / 2; k++) s->arena[candidates[k].ref + 1] |= CLAUSE_GARBAGE;
  free(candidates);
}

/* Copies the clause to the end of the new arena without literals that are false for good; false if
 * it is not needed. */
static bool move_clause(const struct cone *s, uint32_t ref, uint32_t *arena, size_t *arena_size) {
  uint32_t size = s->arena[ref], kept = 0;
  if (s->arena[ref + 1] & CLAUSE_GARBAGE) return false;
  uint32_t *to = arena + *arena_size;
  for (uint32_t k = 0; k < size; k++) {
    literal p = s->arena[ref + CLAUSE_HEADER + k];
    if (s->values[p] == TRUE_VALUE) return false;
    if (s->values[p] != FALSE_VALUE) to[CLAUSE_HEADER + kept++] = p;
  }
  to[0] = kept;
  to[1] = s->arena[ref + 1];
  *arena_size += CLAUSE_HEADER + kept;
  return true;
}

static void move_clauses(struct cone *s, struct lits *refs, uint32_t *arena, size_t *arena_size) {
  size_t n = 0;
  for (size_t k = 0; k < refs->size; k++) {
    uint32_t ref = (uint32_t)*arena_size;
    if (move_clause(s, refs->at[k], arena, arena_size)) refs->at[n++] = ref;
  }
  refs->size = n;
}

void cone_collect(struct cone *s, bool reduce) {
  if (reduce) choose_garbage(s);
  uint32_t *arena = memory_alloc(s->arena_capacity, sizeof *arena);
  size_t arena_size = 0;
  move_clauses(s, &s->permanent, arena, &arena_size);
  s->hints.size = s->permanent.size;
  for (size_t k = 0; k < s->permanent.size; k++)
    s->hints.at[k] = arena[s->permanent.at[k] + CLAUSE_HEADER];
  move_clauses(s, &s->learned, arena, &arena_size);
  free(s->arena);
  s->arena = arena;
  s->arena_size = arena_size;
  for (literal p = 0; p < 2 * (s->num_vars + 1); p++) s->watches[p].size = 0;
  /* Binary clauses first, so that propagation meets them first. */
  for (int pass = 0; pass < 2; pass++)
    for (int kind = 0; kind < 2; kind++) {
      const struct lits *refs = kind ? &s->learned : &s->permanent;
      for (size_t k = 0; k < refs->size; k++)
        if ((s->arena[refs->at[k]] == 2) == (pass == 0)) attach(s, refs->at[k]);
    }
  /* No clause mentions the retired activation variables any more. */
  for (size_t k = 0; k < s->retired.size; k++) {
    uint32_t v = s->retired.at[k];
    s->values[2 * v] = s->values[2 * v + 1] = OUTSIDE;
    lits_push(&s->spare, v);
  }
  lits_clear(&s->retired);
}
