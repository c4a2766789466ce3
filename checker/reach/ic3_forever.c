/* Clauses of the newest frame that hold for ever. A clause is inductive if what is known for good
 * excludes all of its counterexamples; one that some other clause of the newest frame excludes is
 * a question about that clause, which is tried first. */
#include "checker/reach/ic3.h"

#include <assert.h>

/* Moves the cube to the end of another list. */
static void move(struct clauses *from, size_t k, struct clauses *to) {
  to->at = memory_room(to->at, to->size, &to->capacity, sizeof *to->at);
  to->at[to->size++] = from->at[k];
  from->at[k] = from->at[--from->size];
}

/* A candidate whose clause excludes the states of `cube`; their number: there is none. */
static size_t excluding(const struct clauses *candidates, const struct lits *cube) {
  struct cube all = {.lits = *cube, .signature = ic3_signature(cube)};
  size_t k = 0;
  for (; k < candidates->size; k++) {
    struct cube one = {.lits = candidates->at[k], .signature = ic3_signature(&candidates->at[k])};
    if (ic3_subset(&one, &all)) break;
  }
  return k;
}

/* The last query was satisfiable: looks for what excludes its counterexample, and puts that on top.
 * False: nothing does. */
static bool exclude_first(struct reach *r, struct clauses *candidates, struct clauses *path) {
  struct lits before = {0};
  ic3_lift(r, &path->at[path->size - 1], &before);
  ic3_sort(&before);
  size_t k = excluding(candidates, &before);
  lits_free(&before);
  if (k == candidates->size) return false;
  move(candidates, k, path);
  return true;
}

static bool holds_for_ever(struct reach *r, const struct lits *cube) {
  return ic3_is_blocked(r, cube, r->num_frames);
}

static void drop_last(struct clauses *path) { lits_free(&path->at[--path->size]); }

/* On the path, each cube waits for the one after it. Every cube gets there once. False: the last
 * one does not hold for ever, or who knows. */
static bool try_last(struct reach *r, struct clauses *candidates, struct clauses *path) {
  struct lits *cube = &path->at[path->size - 1];
  if (holds_for_ever(r, cube)) {
    drop_last(path);
    return true;
  }
  switch (ic3_relative(r, cube->at, cube->size, r->num_frames + 1)) {
  case SAT_YES: return exclude_first(r, candidates, path);
  case SAT_UNKNOWN: return false;
  case SAT_NO: break;
  }
  if (!ic3_repair_core(r, cube)) return false;
  assert(r->core_level == LEVEL_INFINITE);
  ic3_add_cube(r, r->core.at, r->core.size, LEVEL_INFINITE);
  drop_last(path);
  return true;
}

void ic3_try_for_ever(struct reach *r) {
  const struct cubes *newest = &r->frames[r->num_frames - 1];
  struct clauses candidates = {0}, path = {0};
  for (size_t k = 0; k < newest->size; k++)
    clauses_add(&candidates, newest->at[k].lits.at, newest->at[k].lits.size);
  while (candidates.size && !r->out_of_budget && !interrupted(r->effort)) {
    move(&candidates, candidates.size - 1, &path);
    while (path.size && !interrupted(r->effort))
      if (!try_last(r, &candidates, &path))
        while (path.size) drop_last(&path);
  }
  clauses_free(&candidates);
  clauses_free(&path);
}
