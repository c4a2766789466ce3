/* The delta-encoded frames: blocked cubes, subsumption, propagation. */
#include "checker/reach/ic3.h"

#include <assert.h>

void ic3_add_frame(struct reach *r) {
  r->frames = memory_one_more(r->frames, r->num_frames, sizeof *r->frames);
  r->frames[r->num_frames++] = (struct cubes){0};
  struct statistics *all = statistics_of(r->effort);
  if (all) statistics_max(&all->frames, r->num_frames);
  ic3_solver_frame(r);
}

static void cubes_push(struct cubes *cubes, struct cube cube) {
  cubes->at = memory_room(cubes->at, cubes->size, &cubes->capacity, sizeof *cubes->at);
  cubes->at[cubes->size++] = cube;
}

static void remove_subsumed(struct reach *r, struct cubes *cubes, const struct cube *by) {
  size_t kept = 0;
  while (kept < cubes->size && !ic3_subset(by, &cubes->at[kept])) kept++;
  for (size_t k = kept; k < cubes->size; k++) {
    if (ic3_subset(by, &cubes->at[k])) {
      lits_free(&cubes->at[k].lits);
      r->live_clauses--;
      r->stale_clauses++;
    } else {
      cubes->at[kept++] = cubes->at[k];
    }
  }
  cubes->size = kept;
}

static void bump_activity(struct reach *r, const struct cube *cube) {
  r->bump *= 1.02;
  for (size_t k = 0; k < cube->lits.size; k++)
    r->activity[r->system->aig->nodes[lit_node(cube->lits.at[k])].left] += r->bump;
  if (r->bump < 1e100) return;
  for (size_t k = 0; k < r->system->num_states; k++) r->activity[k] *= 1e-100;
  r->bump *= 1e-100;
}

/* A large cube has nearly all bits in its signature, so what it has is said with more of them: a
 * small cube mostly has something else among its first literals. */
enum { HELD_BITS = 1024 };
struct held {
  uint64_t bits[HELD_BITS / 64];
};

static uint32_t held_bit(lit a) { return (a * UINT32_C(2654435761)) >> 22; }

static void hold(struct held *held, const struct lits *lits) {
  *held = (struct held){0};
  for (size_t k = 0; k < lits->size; k++) {
    uint32_t bit = held_bit(lits->at[k]);
    held->bits[bit / 64] |= UINT64_C(1) << bit % 64;
  }
}

static bool may_hold(const struct held *held, const struct lits *lits) {
  for (size_t k = 0; k < lits->size; k++) {
    uint32_t bit = held_bit(lits->at[k]);
    if (!(held->bits[bit / 64] >> bit % 64 & 1)) return false;
  }
  return true;
}

static bool some_subset(const struct cubes *cubes, const struct cube *of, const struct held *held) {
  for (size_t k = 0; k < cubes->size; k++) {
    const struct cube *cube = &cubes->at[k];
    if ((cube->signature & ~of->signature) || !may_hold(held, &cube->lits)) continue;
    if (ic3_subset(cube, of)) return true;
  }
  return false;
}

#ifndef NDEBUG
/* Every F-state is outside the cube; if F is no cube, nothing is known here. */
static bool excludes_from(const struct reach *r, const struct lits *cube) {
  for (size_t k = 0; r->from_value && k < cube->size; k++) {
    int8_t value = r->from_value[leaf_index(r->system, cube->at[k])];
    if (value && (value < 0) != lit_sign(cube->at[k])) return true;
  }
  return !r->from_value;
}

/* The delta encoding: what a cube of a later frame subsumes is not kept in an earlier one. */
static bool no_cube_twice(const struct reach *r) {
  enum { MOST = 100 }; /* quadratic */
  for (size_t low = 0; low < r->num_frames; low++)
    for (size_t high = low + 1; high < r->num_frames; high++)
      for (size_t k = 0; k < r->frames[low].size && k < MOST; k++)
        for (size_t i = 0; i < r->frames[high].size; i++)
          if (ic3_subset(&r->frames[high].at[i], &r->frames[low].at[k])) return false;
  return true;
}
#endif

void ic3_add_cube(struct reach *r, const lit *lits, size_t n, size_t level) {
  struct cube cube = {0};
  lits_append(&cube.lits, lits, n);
  ic3_sort(&cube.lits);
  cube.signature = ic3_signature(&cube.lits);
  assert(ic3_is_cube(r->system, &cube.lits));
  assert(excludes_from(r, &cube.lits));
  bool infinite = level == LEVEL_INFINITE;
  assert(infinite || level < r->num_frames);
  for (size_t k = 0; k < r->num_frames && (infinite || k <= level); k++)
    remove_subsumed(r, &r->frames[k], &cube);
  if (infinite) remove_subsumed(r, &r->infinite, &cube);
  ic3_solver_block(r, &cube, level);
  bump_activity(r, &cube);
  if (statistics_of(r->effort)) statistics_of(r->effort)->clauses++;
  cubes_push(infinite ? &r->infinite : &r->frames[level], cube);
}

bool ic3_is_blocked(const struct reach *r, const struct lits *lits, size_t level) {
  struct cube cube = {.lits = *lits, .signature = ic3_signature(lits)};
  struct held held;
  hold(&held, lits);
  if (some_subset(&r->infinite, &cube, &held)) return true;
  for (size_t k = level; k < r->num_frames; k++)
    if (some_subset(&r->frames[k], &cube, &held)) return true;
  return false;
}

bool ic3_repair_core(struct reach *r, const struct lits *from) {
  if (!ic3_initial(r, r->core.at, r->core.size, false)) return true;
  if (r->out_of_budget || ic3_initial(r, from->at, from->size, false)) return false;
  for (size_t k = 0; k < r->init_core.size; k++)
    if (!lits_contain(&r->core, r->init_core.at[k])) lits_push(&r->core, r->init_core.at[k]);
  return true;
}

/* Tries to move the clauses of one frame on. False: out of budget. */
static bool propagate_frame(struct reach *r, size_t level) {
  struct lits cube = {0};
  bool finished = true;
  for (size_t k = 0; k < r->frames[level].size && finished;) {
    lits_assign(&cube, &r->frames[level].at[k].lits);
    enum sat_answer answer = ic3_relative(r, cube.at, cube.size, level + 1);
    if (answer == SAT_NO && ic3_repair_core(r, &cube)) {
      /* The cube itself is subsumed by its core, so this removes it from frame `level`; the next
       * one takes its place. */
      size_t to = r->core_level;
      if (to != LEVEL_INFINITE && to >= r->num_frames) to = r->num_frames - 1;
      ic3_add_cube(r, r->core.at, r->core.size, to);
    } else {
      k++;
    }
    finished = !r->out_of_budget;
  }
  lits_free(&cube);
  return finished;
}

bool ic3_propagate(struct reach *r) {
  size_t first = r->from_post ? 0 : 1;
  for (size_t k = first; k + 1 < r->num_frames; k++) {
    if (!propagate_frame(r, k)) return false;
    if (r->frames[k].size) continue;
    ic3_collect(r, k + 1, &r->proof);
    return true;
  }
  assert(no_cube_twice(r));
  r->propagated = true;
  return false;
}

static void collect(const struct cubes *cubes, struct clauses *out) {
  for (size_t k = 0; k < cubes->size; k++) {
    clauses_add(out, cubes->at[k].lits.at, cubes->at[k].lits.size);
    struct lits *clause = &out->at[out->size - 1];
    for (size_t i = 0; i < clause->size; i++) clause->at[i] = lit_not(clause->at[i]);
  }
}

void ic3_collect(const struct reach *r, size_t level, struct clauses *out) {
  clauses_free(out);
  collect(&r->infinite, out);
  for (size_t k = level; k < r->num_frames; k++) collect(&r->frames[k], out);
}

static void cubes_free(struct cubes *cubes) {
  for (size_t k = 0; k < cubes->size; k++) lits_free(&cubes->at[k].lits);
  free(cubes->at);
  *cubes = (struct cubes){0};
}

void ic3_keep_proof(struct reach *r) {
  size_t equal = r->from_post ? 0 : 1;
  while (equal < r->num_frames && r->frames[equal].size) equal++;
  if (equal + 1 >= r->num_frames) return; /* the infinite frame was enough */
  for (size_t k = equal + 1; k < r->num_frames; k++) {
    for (size_t i = 0; i < r->frames[k].size; i++) {
      cubes_push(&r->infinite, r->frames[k].at[i]);
      if (!r->refining) ic3_solver_block(r, &r->frames[k].at[i], LEVEL_INFINITE);
      r->live_clauses--;
      r->stale_clauses++;
    }
    free(r->frames[k].at);
    r->frames[k] = (struct cubes){0};
  }
  r->num_frames = equal + 2;
  if (!r->refining) r->level_act.size = r->num_frames;
}

void ic3_frames_free(struct reach *r) {
  for (size_t k = 0; k < r->num_frames; k++) cubes_free(&r->frames[k]);
  free(r->frames);
  r->frames = NULL;
  r->num_frames = 0;
  cubes_free(&r->infinite);
}
