/* Generalisation of blocked cubes: unsatisfiable cores, then MIC with counterexamples to
 * generalisation (Hassan, Bradley, Somenzi: Better generalization in IC3, FMCAD 2013). */
#include "checker/reach/ic3.h"

static void mic(struct reach *r, struct lits *cube, size_t level, unsigned depth);

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

/* The predecessor in r->model keeps `cube` from being inductive. If it can be blocked one frame
 * earlier, do that. */
static bool block_ctg(struct reach *r, size_t level, unsigned depth) {
  struct lits ctg = {0}, core = {0};
  bool blocked = false;
  for (size_t k = 0; k < r->system->num_states; k++) {
    lit s = r->system->states[k];
    if (r->model[k]) lits_push(&ctg, r->model[k] > 0 ? s : lit_not(s));
  }
  if (!ic3_initial(r, ctg.at, ctg.size, false) &&
      ic3_relative(r, ctg.at, ctg.size, level - 1) == SAT_NO && take_core(r, &ctg, &core)) {
    mic(r, &core, level - 1, depth + 1);
    push_and_add(r, &core, level - 1);
    blocked = true;
  }
  lits_free(&ctg);
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

/* Is the cube, or a subcube of it that keeps `needed`, inductive relative to F_(level-1)? Then
 * *cube becomes that. */
static bool ctg_down(struct reach *r, struct lits *cube, size_t level, unsigned depth,
                     const struct lits *needed) {
  unsigned ctgs = 0, joins = 0;
  int8_t *model = NULL;
  bool found = false;
  while (!found && !r->out_of_budget && !ic3_initial(r, cube->at, cube->size, false)) {
    enum sat_answer answer = ic3_relative(r, cube->at, cube->size, level);
    if (answer == SAT_NO) {
      struct lits core = {0};
      found = take_core(r, cube, &core);
      if (found) lits_assign(cube, &core);
      lits_free(&core);
      break;
    }
    if (answer != SAT_YES || !r->tuning->ic3_ctg || depth > r->tuning->ic3_ctg_depth ||
        r->work < r->tuning->ic3_ctg_after)
      break;
    if (!model) model = memory_alloc(r->system->num_states, 1);
    memcpy(model, r->model, r->system->num_states);
    if (ctgs < r->tuning->ic3_ctg_most && level > 1 && block_ctg(r, level, depth)) {
      ctgs++;
      continue;
    }
    memcpy(r->model, model, r->system->num_states);
    ctgs = 0;
    if (joins++ >= r->tuning->ic3_joins || !join(r, cube, needed)) break;
  }
  free(model);
  return found;
}

static void order_by_activity(const struct reach *r, struct lits *cube) {
  for (size_t k = 1; k < cube->size; k++) {
    lit a = cube->at[k];
    double key = r->activity[r->system->aig->nodes[lit_node(a)].left];
    size_t i = k;
    for (; i > 0 && r->activity[r->system->aig->nodes[lit_node(cube->at[i - 1])].left] > key; i--)
      cube->at[i] = cube->at[i - 1];
    cube->at[i] = a;
  }
}

/* Drops literals, the least active first, until `ic3_mic_attempts` in a row could not be dropped.
 */
static void mic(struct reach *r, struct lits *cube, size_t level, unsigned depth) {
  struct lits tried = {0}, needed = {0};
  unsigned attempts = r->tuning->ic3_mic_attempts;
  order_by_activity(r, cube);
  for (size_t k = 0; k < cube->size && cube->size > 1 && attempts > 0 && !r->out_of_budget;) {
    lit a = cube->at[k];
    cube_without(cube, k, &tried);
    if (ctg_down(r, &tried, level, depth, &needed)) {
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

/* A core that holds at infinity is generalised as well: relative to the frame before, much shorter
 * clauses hold, which exclude much more. */
size_t ic3_block(struct reach *r, const struct lits *cube, size_t level) {
  struct lits core = {0};
  if (!take_core(r, cube, &core)) lits_assign(&core, cube);
  mic(r, &core, level, 1);
  r->out_of_budget = false; /* a generalisation that was cut short is still one */
  level = push_and_add(r, &core, level);
  lits_free(&core);
  return level;
}
