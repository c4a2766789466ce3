/* Generalisation of blocked cubes: unsatisfiable cores, then MIC with counterexamples to
 * generalisation (Hassan, Bradley, Somenzi: Better generalization in IC3, FMCAD 2013). */
#include "checker/reach/ic3.h"

#include <math.h>

/* How much to do about a predecessor that keeps a smaller cube from being inductive. */
struct care {
  unsigned ctgs;  /* predecessors that are blocked before the cube is joined with one */
  unsigned limit; /* attempts for each, which may go to its own predecessors */
};

/* care NULL: predecessors are not blocked. */
static void mic(struct reach *r, struct lits *cube, size_t level, const struct care *care);

/* *core := core of the last query, with the literals of `cube` that keep the initial states out.
 * False only when out of budget. */
static bool take_core(struct reach *r, const struct lits *cube, struct lits *core) {
  if (!ic3_repair_core(r, cube)) return false;
  lits_assign(core, &r->core);
  return true;
}

/* Blocks the cube at `level` or later, as far as it can be pushed; returns where it ended. */
static size_t push_and_add(struct reach *r, struct lits *cube, size_t level) {
  size_t top = r->num_frames - 1;
  while (level < top && !r->out_of_budget &&
         ic3_relative(r, cube->at, cube->size, level + 1) == SAT_NO) {
    struct lits core = {0};
    size_t reached = r->core_level;
    if (take_core(r, cube, &core)) lits_assign(cube, &core);
    lits_free(&core);
    if (reached == LEVEL_INFINITE) {
      level = LEVEL_INFINITE;
      break;
    }
    level = reached < top ? reached : top;
  }
  ic3_add_cube(r, cube->at, cube->size, level);
  return level;
}

/* The predecessor in r->model leads to `goal`, as a cube. */
static void predecessor(struct reach *r, const struct lits *goal, struct lits *cube) {
  if (r->tuning->ic3_ctg_lift) {
    ic3_lift(r, goal, cube);
    return;
  }
  for (size_t k = 0; k < r->system->num_states; k++) {
    lit s = r->system->states[k];
    if (r->model[k]) lits_push(cube, r->model[k] > 0 ? s : lit_not(s));
  }
}

/* Blocks the cube at `level` if that takes no more than *limit attempts, its predecessors included
 * (extended CTG: those of DynAMic, Su, Yang, Ci and Huang 2025). */
static bool block_ctg(struct reach *r, const struct lits *ctg, size_t level, unsigned *limit) {
  if (level == 0) return false;
  struct lits core = {0}, before = {0};
  bool blocked = false, more = true;
  while (more && !blocked && *limit > 0 && !r->out_of_budget) {
    more = false;
    if (ic3_initial(r, ctg->at, ctg->size, false)) break;
    --*limit;
    enum sat_answer answer = ic3_relative(r, ctg->at, ctg->size, level);
    if (answer == SAT_NO && take_core(r, ctg, &core)) {
      mic(r, &core, level, NULL);
      push_and_add(r, &core, level);
      blocked = true;
    } else if (answer == SAT_YES && *limit > 0) {
      lits_clear(&before);
      predecessor(r, ctg, &before);
      more = block_ctg(r, &before, level - 1, limit);
    }
  }
  lits_free(&before);
  lits_free(&core);
  return blocked;
}

/* The largest subcube that contains the predecessor too; false if it would lose `needed`, a literal
 * that MIC must keep. */
static bool join(struct reach *r, struct lits *cube, const struct lits *needed) {
  size_t kept = 0;
  for (size_t k = 0; k < cube->size; k++) {
    int8_t v = r->model[r->system->aig->nodes[lit_node(cube->at[k])].left];
    if (v == 0 || (v < 0) == lit_sign(cube->at[k]))
      cube->at[kept++] = cube->at[k];
    else if (lits_contain(needed, cube->at[k]))
      return false;
  }
  bool smaller = kept < cube->size;
  cube->size = kept;
  return smaller;
}

/* *cube := core of the last query, which was about it. */
static bool shrink_to_core(struct reach *r, struct lits *cube) {
  struct lits core = {0};
  bool found = take_core(r, cube, &core);
  if (found) lits_assign(cube, &core);
  lits_free(&core);
  return found;
}

/* Blocks the predecessor in r->model, or leaves it there. */
static bool block_predecessor(struct reach *r, const struct lits *cube, size_t level,
                              const struct care *care) {
  struct lits ctg = {0};
  size_t n = r->system->num_states;
  int8_t *model = memory_alloc(n, 1);
  unsigned limit = care->limit;
  if (n) memcpy(model, r->model, n);
  predecessor(r, cube, &ctg);
  bool blocked = block_ctg(r, &ctg, level - 1, &limit);
  if (n) memcpy(r->model, model, n);
  free(model);
  lits_free(&ctg);
  return blocked;
}

/* Is the cube, or a subcube of it that keeps `needed`, inductive relative to F_(level-1)? Then
 * *cube becomes that. */
static bool ctg_down(struct reach *r, struct lits *cube, size_t level, const struct care *care,
                     const struct lits *needed) {
  unsigned ctgs = 0, joins = 0;
  while (!r->out_of_budget && !ic3_initial(r, cube->at, cube->size, false)) {
    enum sat_answer answer = ic3_relative(r, cube->at, cube->size, level);
    if (answer == SAT_NO) return shrink_to_core(r, cube);
    if (answer != SAT_YES) return false;
    if (care && ctgs < care->ctgs && level > 1 && block_predecessor(r, cube, level, care)) {
      ctgs++;
      continue;
    }
    ctgs = 0;
    if (joins++ >= r->tuning->ic3_joins || !join(r, cube, needed)) return false;
  }
  return false;
}

/* Drops literals, the least active first, until `ic3_mic_attempts` in a row could not be dropped.
 */
static void mic(struct reach *r, struct lits *cube, size_t level, const struct care *care) {
  struct lits tried = {0}, needed = {0};
  unsigned attempts = r->tuning->ic3_mic_attempts;
  ic3_order(r, cube);
  for (size_t k = 0; k < cube->size && cube->size > 1 && attempts > 0 && !r->out_of_budget &&
                     !out_of_time(r->effort);) {
    lit a = cube->at[k];
    cube_without(cube, k, &tried);
    if (ctg_down(r, &tried, level, care, &needed)) {
      /* The core keeps the order, but may have lost literals in front: continue behind those known
       * to be needed. */
      lits_assign(cube, &tried);
      k = 0;
      while (k < cube->size && lits_contain(&needed, cube->at[k])) k++;
      attempts = r->tuning->ic3_mic_attempts;
    } else {
      lits_push(&needed, a);
      k++;
      attempts--;
    }
  }
  lits_free(&tried);
  lits_free(&needed);
}

/* The more often the obligations that the cube leads to came back, the more care (DynAMic). */
static bool careful(const struct reach *r, double activity, struct care *care) {
  const struct tuning *t = r->tuning;
  if (!t->ic3_ctg) return false;
  *care = (struct care){.ctgs = t->ic3_ctg_most, .limit = 1};
  if (!t->ic3_dynamic) return r->work >= t->ic3_ctg_after;
  if (activity < t->ic3_dynamic) return false;
  double beyond = activity - 4.0 * t->ic3_dynamic;
  if (beyond >= 0)
    *care = (struct care){.ctgs = 5, .limit = (unsigned)(5.5 + 2 * pow(beyond, 0.45))};
  else
    care->ctgs = 2 + (unsigned)(activity - t->ic3_dynamic) / 10;
  return true;
}

/* A core that holds at infinity is kept, for later queries too, and generalised as well: relative
 * to the frame before, much shorter clauses hold, which exclude much more. */
size_t ic3_block(struct reach *r, const struct lits *cube, size_t level, double activity) {
  struct care care;
  struct lits core = {0};
  bool for_ever = r->core_level == LEVEL_INFINITE;
  if (!take_core(r, cube, &core)) lits_assign(&core, cube);
  if (for_ever) ic3_add_cube(r, core.at, core.size, LEVEL_INFINITE);
  mic(r, &core, level, careful(r, activity, &care) ? &care : NULL);
  r->out_of_budget = false; /* a generalisation that was cut short is still one */
  level = push_and_add(r, &core, level);
  lits_free(&core);
  return for_ever ? LEVEL_INFINITE : level;
}
