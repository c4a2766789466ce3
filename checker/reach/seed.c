/* What is there before the search: clauses of an earlier proof, of a system that was nearly this
 * one, and those that others have shown of this one. */
#include "checker/reach/ic3.h"

/* The cube that the clause excludes. False: it is not about states, or a tautology. */
static bool excluded_cube(const struct reach *r, const lit *clause, size_t n, struct lits *cube) {
  lits_clear(cube);
  for (size_t k = 0; k < n; k++) lits_push(cube, lit_not(clause[k]));
  ic3_sort(cube);
  ic3_drop_repeated(cube);
  return n > 0 && ic3_is_cube(r->system, cube);
}

void reach_seed(struct reach *r, const lit *clause, size_t n) {
  struct lits cube = {0};
  if (excluded_cube(r, clause, n, &cube)) clauses_add(&r->seeds, cube.at, cube.size);
  lits_free(&cube);
}

void reach_know(struct reach *r, const struct clauses *clauses) {
  struct lits cube = {0};
  for (size_t k = 0; k < clauses->size; k++)
    if (excluded_cube(r, clauses->at[k].at, clauses->at[k].size, &cube) &&
        !ic3_is_blocked(r, &cube, r->num_frames))
      ic3_add_cube(r, cube.at, cube.size, LEVEL_INFINITE);
  lits_free(&cube);
}

/* What excludes the initial states and all that is one step from them holds in the first frame. It
 * is pushed on with the others. */
void ic3_try_seed(struct reach *r) {
  const struct lits *cube = &r->seeds.at[r->next_seed];
  bool blocked = ic3_is_blocked(r, cube, 1);
  bool initial = !blocked && ic3_initial(r, cube->at, cube->size, false);
  bool holds = !blocked && !initial && ic3_relative(r, cube->at, cube->size, 1) == SAT_NO;
  if (holds) ic3_add_cube(r, cube->at, cube->size, 1);
  r->next_seed++;
}
