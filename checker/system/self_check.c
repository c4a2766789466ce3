#include "checker/system/self_check.h"

#include "checker/system/unroll.h"

enum { GIVE_UP_CONFLICTS = 20000 };

struct self_check {
  struct sat *sat;
  struct unroll unroll;
};

static void start(struct self_check *s, const struct system *system) {
  s->sat = sat_new(SAT_CADICAL, NULL);
  unroll_init(&s->unroll, s->sat, system);
}

static void finish(struct self_check *s) {
  unroll_free(&s->unroll);
  sat_free(s->sat);
}

static void demand(struct self_check *s, size_t frame, lit a) {
  sat_unit(s->sat, unroll_lit(&s->unroll, frame, a));
}

static void assume(struct self_check *s, size_t frame, lit a) {
  sat_assume(s->sat, unroll_lit(&s->unroll, frame, a));
}

/* No model under the assumptions? */
static bool refuted(struct self_check *s) {
  sat_limit_conflicts(s->sat, GIVE_UP_CONFLICTS);
  return sat_solve(s->sat) != SAT_YES;
}

static void demand_step(struct self_check *s, const struct step_constraints *constraints) {
  demand(s, 0, s->unroll.system->constraint);
  struct ints clause = {0};
  for (size_t k = 0; constraints && k < constraints->size; k++) {
    const struct step_clause *c = &constraints->at[k];
    ints_clear(&clause);
    for (size_t i = 0; i < c->now.size; i++)
      ints_push(&clause, unroll_lit(&s->unroll, 0, c->now.at[i]));
    for (size_t i = 0; i < c->then.size; i++)
      ints_push(&clause, unroll_lit(&s->unroll, 1, c->then.at[i]));
    sat_clause(s->sat, clause.at, clause.size);
  }
  ints_free(&clause);
}

bool self_check_disjoint(const struct system *system, lit a, lit b, lit c) {
  struct self_check s;
  start(&s, system);
  demand(&s, 0, a);
  demand(&s, 0, b);
  demand(&s, 0, c);
  bool fine = refuted(&s);
  finish(&s);
  return fine;
}

bool self_check_invariant(const struct system *system, lit invariant) {
  if (!self_check_disjoint(system, system->init, lit_not(invariant), AIG_TRUE)) return false;
  struct self_check s;
  start(&s, system);
  demand_step(&s, NULL);
  demand(&s, 0, invariant);
  assume(&s, 1, lit_not(invariant));
  bool fine = refuted(&s);
  finish(&s);
  return fine;
}

/* Up to step `last` of a row nothing bad is shown, and then something is. */
static bool shown_in(const struct system *system, lit invariant, lit bad, size_t last, lit from) {
  struct self_check s;
  start(&s, system);
  demand(&s, 0, from);
  for (size_t t = 0; t <= last; t++) {
    demand(&s, t, invariant);
    demand(&s, t, system->constraint);
    demand(&s, t, t < last ? lit_not(bad) : bad);
  }
  bool shown = !refuted(&s);
  finish(&s);
  return shown;
}

bool self_check_induction(const struct system *system, lit invariant, lit bad, size_t back) {
  if (!self_check_disjoint(system, system->init, lit_not(invariant), AIG_TRUE)) return false;
  for (size_t n = 0; n < back; n++)
    if (shown_in(system, invariant, bad, n, system->init)) return false;
  struct self_check s;
  start(&s, system);
  demand_step(&s, NULL);
  demand(&s, 0, invariant);
  demand(&s, 0, lit_not(bad));
  assume(&s, 1, lit_not(invariant));
  bool fine = refuted(&s);
  finish(&s);
  return fine && !shown_in(system, invariant, bad, back, AIG_TRUE);
}

/* Every clause holds in the frame. */
static bool all_hold(struct self_check *s, size_t frame, const struct clauses *proof) {
  for (size_t k = 0; k < proof->size; k++) {
    for (size_t i = 0; i < proof->at[k].size; i++) assume(s, frame, lit_not(proof->at[k].at[i]));
    if (!refuted(s)) return false;
  }
  return true;
}

static void demand_clauses(struct self_check *s, const struct clauses *proof) {
  struct ints clause = {0};
  for (size_t k = 0; k < proof->size; k++) {
    ints_clear(&clause);
    for (size_t i = 0; i < proof->at[k].size; i++)
      ints_push(&clause, unroll_lit(&s->unroll, 0, proof->at[k].at[i]));
    sat_clause(s->sat, clause.at, clause.size);
  }
  ints_free(&clause);
}

/* R & F => P; from_post: R & F & step => P(N) */
static bool includes_start(const struct system *system, const struct proof_claim *claim) {
  struct self_check s;
  start(&s, system);
  demand(&s, 0, claim->invariant);
  demand(&s, 0, claim->from);
  if (claim->from_post) demand_step(&s, claim->constraints);
  bool fine = all_hold(&s, claim->from_post ? 1 : 0, claim->proof);
  finish(&s);
  return fine;
}

/* R & P & step => P(N) */
static bool is_closed(const struct system *system, const struct proof_claim *claim) {
  struct self_check s;
  start(&s, system);
  demand(&s, 0, claim->invariant);
  demand_clauses(&s, claim->proof);
  demand_step(&s, claim->constraints);
  bool fine = all_hold(&s, 1, claim->proof);
  finish(&s);
  return fine;
}

/* R & P & G is unsatisfiable */
static bool excludes_target(const struct system *system, const struct proof_claim *claim) {
  struct self_check s;
  start(&s, system);
  demand(&s, 0, claim->invariant);
  demand_clauses(&s, claim->proof);
  demand(&s, 0, claim->target);
  bool fine = refuted(&s);
  finish(&s);
  return fine;
}

bool self_check_proof(const struct system *system, const struct proof_claim *claim) {
  return includes_start(system, claim) && is_closed(system, claim) &&
         excludes_target(system, claim);
}
