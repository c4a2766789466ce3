/* Refining IC3's proofs (FAIR, III-D): strengthening shortens clauses, weakening drops clauses.
 *
 * The proof's clauses hang on one activation literal each in a solver that knows R, the
 * constraints, F and G, but no frames. */
#include "checker/reach/refine.h"

#include "checker/reach/ic3.h"

#include <assert.h>

struct refiner {
  struct reach *r;
  struct clauses *proof;
  struct ints act;  /* per clause */
  uint8_t *in;      /* clause is part of the assertion at hand */
  struct lits cube; /* a negated clause, for one query */
  bool changed;
};

static void activate(struct refiner *f, size_t k) {
  struct reach *r = f->r;
  int act = sat_switch(r->sat);
  ints_clear(&r->clause);
  ints_push(&r->clause, -act);
  for (size_t i = 0; i < f->proof->at[k].size; i++)
    ints_push(&r->clause, unroll_lit(&r->unroll, 0, f->proof->at[k].at[i]));
  sat_clause(r->sat, r->clause.at, r->clause.size);
  f->act.at[k] = act;
}

static void refiner_init(struct refiner *f, struct reach *r) {
  *f = (struct refiner){.r = r, .proof = &r->proof};
  struct cubes *frames = r->frames, infinite = r->infinite;
  size_t num_frames = r->num_frames;
  ic3_solver_free(r);
  r->num_frames = 0;
  r->infinite = (struct cubes){0};
  ic3_solver_new(r);
  r->frames = frames;
  r->num_frames = num_frames;
  r->infinite = infinite;
  r->refining = true;
  r->query_limit = -1;
  f->in = memory_alloc(r->proof.size, 1);
  memset(f->in, 1, r->proof.size);
  for (size_t k = 0; k < r->proof.size; k++) {
    ints_push(&f->act, 0);
    activate(f, k);
  }
}

static void refiner_free(struct refiner *f) {
  ints_free(&f->act);
  lits_free(&f->cube);
  free(f->in);
}

static enum sat_answer solve(struct refiner *f) {
  f->r->work++;
  return sat_solve(f->r->sat);
}

static void assume_clauses(struct refiner *f) {
  for (size_t k = 0; k < f->proof->size; k++)
    if (f->in[k]) sat_assume(f->r->sat, f->act.at[k]);
}

/* P & (clause of the cube) & step & cube' */
static enum sat_answer consecution(struct refiner *f, const struct lits *cube) {
  struct reach *r = f->r;
  for (size_t k = 0; k < cube->size; k++) unroll_lit(&r->unroll, 1, cube->at[k]);
  ints_clear(&r->clause);
  for (size_t k = 0; k < cube->size; k++)
    ints_push(&r->clause, -unroll_lit(&r->unroll, 0, cube->at[k]));
  sat_assume(r->sat, r->step_act);
  assume_clauses(f);
  for (size_t k = 0; k < cube->size; k++)
    sat_assume(r->sat, unroll_lit(&r->unroll, 1, cube->at[k]));
  sat_constrain(r->sat, r->clause.at, r->clause.size);
  return solve(f);
}

static void negate_into(const struct lits *clause, struct lits *cube) {
  lits_clear(cube);
  for (size_t k = 0; k < clause->size; k++) lits_push(cube, lit_not(clause->at[k]));
}

static void replace_clause(struct refiner *f, size_t k, const struct lits *cube) {
  negate_into(cube, &f->proof->at[k]);
  activate(f, k);
  f->changed = true;
}

/* Shrinks *cube to the core of the last consecution query, if that keeps the initial states out. */
static void shrink_to_core(struct refiner *f, struct lits *cube) {
  struct reach *r = f->r;
  struct lits core = {0};
  for (size_t k = 0; k < cube->size; k++)
    if (sat_failed(r->sat, unroll_lit(&r->unroll, 1, cube->at[k]))) lits_push(&core, cube->at[k]);
  if (core.size < cube->size && !ic3_initial(r, core.at, core.size, false))
    lits_assign(cube, &core);
  lits_free(&core);
}

/* MIC on one clause in the context of the whole proof: a shorter clause supports all others at
 * least as well. */
static void strengthen_clause(struct refiner *f, size_t k) {
  struct lits tried = {0};
  size_t before = f->proof->at[k].size;
  negate_into(&f->proof->at[k], &f->cube);
  if (consecution(f, &f->cube) == SAT_NO) shrink_to_core(f, &f->cube);
  for (size_t i = 0; i < f->cube.size && f->cube.size > 1 && !interrupted(f->r->effort);) {
    cube_without(&f->cube, i, &tried);
    if (!ic3_initial(f->r, tried.at, tried.size, false) && consecution(f, &tried) == SAT_NO) {
      shrink_to_core(f, &tried);
      lits_assign(&f->cube, &tried);
      if (i > 0) i = 0; /* the core may have dropped literals before this one */
    } else {
      i++;
    }
  }
  if (f->cube.size < before) replace_clause(f, k, &f->cube);
  lits_free(&tried);
}

/* The clauses of the assertion that exclude the target: those in the core of P & R & G. False when
 * they do not suffice. */
static bool exclude_target(struct refiner *f, uint8_t *used) {
  sat_assume(f->r->sat, f->r->target_act);
  assume_clauses(f);
  if (solve(f) != SAT_NO) return false;
  for (size_t k = 0; used && k < f->proof->size; k++)
    if (f->in[k] && sat_failed(f->r->sat, f->act.at[k])) used[k] = 1;
  return true;
}

/* Keeps what excludes the target and, transitively, what supports it: each clause is supported by
 * the core of its consecution query. */
static bool close_support(struct refiner *f) {
  size_t n = f->proof->size;
  uint8_t *keep = memory_zeroed(n, 1), *done = memory_zeroed(n, 1);
  bool good = exclude_target(f, keep), more = good;
  while (more) {
    more = false;
    for (size_t k = 0; k < n && good; k++) {
      if (!keep[k] || done[k]) continue;
      done[k] = 1;
      more = true;
      negate_into(&f->proof->at[k], &f->cube);
      good = consecution(f, &f->cube) == SAT_NO;
      /* The constraint (the clause itself) is always there for itself. */
      for (size_t i = 0; good && i < n; i++)
        if (f->in[i] && sat_failed(f->r->sat, f->act.at[i])) keep[i] = 1;
    }
    more = more && good;
  }
  if (good) memcpy(f->in, keep, n);
  free(keep);
  free(done);
  return good;
}

static bool clause_true(const struct reach *r, const struct lits *clause, const uint8_t *state) {
  for (size_t k = 0; k < clause->size; k++)
    if (state[r->system->aig->nodes[lit_node(clause->at[k])].left] !=
        (uint8_t)lit_sign(clause->at[k]))
      return true;
  return false;
}

/* The model (t, t') shows that a clause lacks support: drops every clause that t' falsifies. */
static void drop_falsified(struct refiner *f) {
  const struct system *s = f->r->system;
  uint8_t *states = memory_alloc(s->num_states, 1), *next = memory_alloc(s->num_states, 1);
  uint8_t *inputs = memory_alloc(s->num_inputs, 1);
  unroll_state(&f->r->unroll, 0, states);
  unroll_inputs(&f->r->unroll, 0, inputs);
  system_step(s, states, inputs, next);
  for (size_t k = 0; k < f->proof->size; k++)
    if (f->in[k] && !clause_true(f->r, &f->proof->at[k], next)) f->in[k] = 0;
  free(states);
  free(next);
  free(inputs);
}

/* Drops unsupported clauses until the rest is inductive; false when the target is not excluded any
 * more (or time is up). */
static bool settle(struct refiner *f) {
  bool stable = false;
  while (!stable) {
    stable = true;
    if (!exclude_target(f, NULL)) return false;
    for (size_t k = 0; k < f->proof->size; k++) {
      if (!f->in[k]) continue;
      negate_into(&f->proof->at[k], &f->cube);
      enum sat_answer answer = consecution(f, &f->cube);
      if (answer == SAT_UNKNOWN) return false;
      if (answer == SAT_NO) continue;
      f->in[k] = 0;
      drop_falsified(f);
      stable = false;
    }
  }
  return true;
}

static size_t count(const struct refiner *f) {
  size_t n = 0;
  for (size_t k = 0; k < f->proof->size; k++) n += f->in[k];
  return n;
}

static void drop_clauses(struct refiner *f) {
  size_t n = f->proof->size;
  uint8_t *saved = memory_alloc(n, 1);
  /* The search is quadratic. */
  if (count(f) <= f->r->tuning->refine_dropping) {
    for (size_t k = 0; k < n && !interrupted(f->r->effort); k++) {
      if (!f->in[k]) continue;
      memcpy(saved, f->in, n);
      f->in[k] = 0;
      if (!settle(f) || !close_support(f)) memcpy(f->in, saved, n);
    }
  }
  free(saved);
}

static void weaken(struct refiner *f) {
  if (!close_support(f)) return;
  drop_clauses(f);
  size_t kept = 0;
  for (size_t k = 0; k < f->proof->size; k++) {
    if (!f->in[k]) {
      lits_free(&f->proof->at[k]);
      f->changed = true;
      continue;
    }
    f->act.at[kept] = f->act.at[k];
    f->proof->at[kept++] = f->proof->at[k];
  }
  f->proof->size = f->act.size = kept;
  memset(f->in, 1, kept);
}

void reach_refine(struct reach *r, int what) {
  struct refiner f;
  if (r->answer != REACH_PROOF || r->proof.size == 0) return;
  refiner_init(&f, r);
  for (unsigned round = 0; round < r->tuning->refine_rounds && !interrupted(r->effort); round++) {
    f.changed = false;
    for (size_t k = 0; (what & REFINE_STRENGTHEN) && k < f.proof->size; k++)
      strengthen_clause(&f, k);
    if (what & REFINE_WEAKEN) weaken(&f);
    if (!f.changed || what != (REFINE_STRENGTHEN | REFINE_WEAKEN)) break;
  }
  refiner_free(&f);
  assert(ic3_proof_holds(r));
}
