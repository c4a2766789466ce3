#include "checker/fair/short_invariants.h"
#include "checker/fair/local_clauses.h"
#include "checker/fair/random_walk.h"

enum { MOST_LITERALS = 4 };
struct short_clause {
  lit at[MOST_LITERALS]; /* a unit clause has its literal twice */
  unsigned size;
  int before, holds, violated; /* CNF: violated before the step; holds before it; violated after it;
                                  0: not yet encoded */
};

/* What comes next. */
enum stage { STAGE_START, STAGE_INITIATE, STAGE_CONSECUTION, STAGE_OVER };

struct short_invariants {
  struct chain *chain;
  enum stage stage;
  struct effort slice;          /* of the turn: the solver holds on to it */
  int step;                     /* CNF: what is asked of the step; 0: not yet made */
  struct short_clause *clauses; /* NULL: to be made */
  size_t num;
  struct sat *sat;
  struct unroll unroll;
  struct random_walk walk;
  uint8_t *unit; /* per state literal (2 * state + sign): it is a clause by itself, of pairs */
  bool local;    /* clauses over variables that belong together; otherwise all pairs */
};

/* Per clause of a step of a walk; measured like the one of simulation. */
enum { WALK_TICKS_PER_64 = 40 };

/* --- random walks ----------------------------------------------------------------------------- */

static uint64_t literal_word(const struct short_invariants *v, lit a) {
  uint64_t x = v->walk.state[v->chain->system->aig->nodes[lit_node(a)].left];
  return lit_sign(a) ? ~x : x;
}

static bool is_unit(const struct short_clause *p) { return p->at[0] == p->at[1]; }

static uint8_t *unit_of(const struct short_invariants *v, lit a) {
  return &v->unit[2 * v->chain->system->aig->nodes[lit_node(a)].left + lit_sign(a)];
}

/* Drops the clauses that are false in one of the 64 states at hand. */
static void drop_refuted(struct short_invariants *v) {
  size_t kept = 0;
  for (size_t k = 0; k < v->num; k++) {
    const struct short_clause *p = &v->clauses[k];
    uint64_t true_in = 0;
    for (unsigned i = 0; i < p->size; i++) true_in |= literal_word(v, p->at[i]);
    if (true_in == UINT64_MAX)
      v->clauses[kept++] = *p;
    else if (is_unit(p))
      *unit_of(v, p->at[0]) = 0;
  }
  v->num = kept;
}

/* As long as one of its literals is a clause, the pair need not be asked about. */
static bool is_implied(const struct short_invariants *v, const struct short_clause *p) {
  if (is_unit(p)) return false;
  for (unsigned i = 0; i < p->size; i++)
    if (*unit_of(v, p->at[i])) return true;
  return false;
}

/* Walks from a state that satisfies all clauses that are left (or starts the search). Whatever is
 * reached satisfies those that are left then, so walking on is fair. */
static void walk(struct short_invariants *v, const uint8_t *from) {
  random_walk_begin(&v->walk, from);
  drop_refuted(v);
  for (unsigned step = 0; step < tuning_of(v->chain->effort)->invariant_steps; step++) {
    random_walk_step(&v->walk);
    drop_refuted(v);
    spend(v->chain->effort, v->num * WALK_TICKS_PER_64 / 64);
  }
}

/* --- induction -------------------------------------------------------------------------------- */

static void encode(struct short_invariants *v, struct short_clause *p) {
  struct sat *sat = v->sat;
  int clause[MOST_LITERALS + 1];
  p->before = sat_var(sat);
  p->holds = sat_var(sat);
  p->violated = sat_var(sat);
  clause[0] = -p->holds;
  for (unsigned i = 0; i < p->size; i++) {
    clause[i + 1] = unroll_lit(&v->unroll, 0, p->at[i]);
    sat_clause(sat, (int[]){-p->before, -clause[i + 1]}, 2);
    sat_clause(sat, (int[]){-p->violated, -unroll_lit(&v->unroll, 1, p->at[i])}, 2);
  }
  sat_clause(sat, clause, p->size + 1);
}

/* The clauses to be asked about. */
static void select_clauses(struct short_invariants *v, struct lits *selected) {
  lits_clear(selected);
  for (size_t k = 0; k < v->num; k++) {
    if (is_implied(v, &v->clauses[k])) continue;
    if (!v->clauses[k].before) encode(v, &v->clauses[k]);
    lits_push(selected, (uint32_t)k);
  }
}

/* F & A => every clause, or walks from the states that say otherwise. */
static enum sat_answer initiate(struct short_invariants *v) {
  uint8_t *state = memory_alloc(v->chain->system->num_states, 1);
  struct ints some = {0};
  struct lits asked = {0};
  enum sat_answer answer;
  int from = unroll_lit(&v->unroll, 0, v->chain->from);
  for (;;) {
    ints_clear(&some);
    select_clauses(v, &asked);
    for (size_t k = 0; k < asked.size; k++) ints_push(&some, v->clauses[asked.at[k]].before);
    sat_assume(v->sat, from);
    sat_constrain(v->sat, some.at, some.size);
    sat_limit_conflicts(v->sat, tuning_of(v->chain->effort)->invariant_conflicts);
    answer = sat_solve(v->sat);
    if (answer != SAT_YES) break;
    unroll_state(&v->unroll, 0, state);
    walk(v, state);
  }
  ints_free(&some);
  lits_free(&asked);
  free(state);
  return answer;
}

/* All clauses before an allowed step inside the arena => all after it; else walks on from where it
 * fails. */
static enum sat_answer consecution(struct short_invariants *v) {
  const struct system *s = v->chain->system;
  uint8_t *state = memory_alloc(s->num_states, 1), *next = memory_alloc(s->num_states, 1),
          *inputs = memory_alloc(s->num_inputs, 1);
  struct ints some = {0};
  struct lits asked = {0};
  enum sat_answer answer = SAT_NO;
  while (v->num) {
    ints_clear(&some);
    select_clauses(v, &asked);
    for (size_t k = 0; k < asked.size; k++) ints_push(&some, v->clauses[asked.at[k]].violated);
    sat_assume(v->sat, v->step);
    for (size_t k = 0; k < asked.size; k++) sat_assume(v->sat, v->clauses[asked.at[k]].holds);
    sat_constrain(v->sat, some.at, some.size);
    sat_limit_conflicts(v->sat, tuning_of(v->chain->effort)->invariant_conflicts);
    answer = sat_solve(v->sat);
    if (answer != SAT_YES) break;
    unroll_state(&v->unroll, 0, state);
    unroll_inputs(&v->unroll, 0, inputs);
    system_step(s, state, inputs, next);
    walk(v, next);
    walk(v, state);
  }
  ints_free(&some);
  lits_free(&asked);
  free(state);
  free(next);
  free(inputs);
  return answer;
}

static void add_unless_implied(struct short_invariants *v, struct unroll *u,
                               const struct short_clause *p) {
  struct chain *chain = v->chain;
  int clause[MOST_LITERALS];
  for (unsigned i = 0; i < p->size; i++) {
    clause[i] = unroll_lit(u, 0, p->at[i]);
    sat_assume(u->sat, -clause[i]);
  }
  if (sat_solve(u->sat) == SAT_NO) return;
  sat_clause(u->sat, clause, p->size);
  chain_add_closed(chain, aig_or_all(chain->system->aig, p->at, p->size));
}

/* Adds the clauses to the closed set, without those that the ones before them imply. */
static void add_irredundant(struct short_invariants *v) {
  struct chain *chain = v->chain;
  struct sat *sat = sat_new(SAT_CONE, chain->effort);
  struct unroll u;
  unroll_init(&u, sat, chain->system);
  for (int units = 1; units >= 0; units--)
    for (size_t k = 0; k < v->num; k++)
      if (is_unit(&v->clauses[k]) == units && !is_implied(v, &v->clauses[k]))
        add_unless_implied(v, &u, &v->clauses[k]);
  unroll_free(&u);
  sat_free(sat);
}

static void make_pairs(struct short_invariants *v) {
  const struct system *s = v->chain->system;
  size_t n = 2 * s->num_states;
  v->clauses = memory_alloc(n * n / 2 + n, sizeof *v->clauses);
  v->unit = memory_alloc(n, 1);
  memset(v->unit, 1, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++) {
      lit a = s->states[i / 2] ^ (lit)(i % 2), b = s->states[j / 2] ^ (lit)(j % 2);
      if (a != lit_not(b)) v->clauses[v->num++] = (struct short_clause){.at = {a, b}, .size = 2};
    }
}

static unsigned local_size(const lit *clause) {
  unsigned n = LOCAL_LITERALS;
  while (n > 1 && clause[n - 1] == clause[n - 2]) n--;
  return n;
}

static void add_local(struct short_invariants *v, const lit *clause, unsigned size) {
  struct short_clause *p = &v->clauses[v->num++];
  *p = (struct short_clause){.size = size == 1 ? 2 : size};
  memcpy(p->at, clause, sizeof p->at);
}

/* Short ones first: of clauses that say the same, add_irredundant keeps the first. If the turn ends
 * before all are found, the next one begins anew: they are invariants together or not at all. */
static void make_local(struct short_invariants *v) {
  struct samples samples;
  struct lits found = {0};
  samples_init(&samples, v->chain);
  samples_walk(&samples);
  local_clauses(&samples, tuning_of(v->chain->effort)->invariant_sets, &found);
  samples_free(&samples);
  if (interrupted(v->chain->effort)) {
    lits_free(&found);
    return;
  }
  v->unit = memory_zeroed(2 * v->chain->system->num_states, 1);
  v->clauses = memory_zeroed(found.size / LOCAL_LITERALS, sizeof *v->clauses);
  for (unsigned size = 1; size <= LOCAL_LITERALS; size++)
    for (size_t k = 0; k < found.size; k += LOCAL_LITERALS)
      if (local_size(&found.at[k]) == size) add_local(v, &found.at[k], size);
  lits_free(&found);
}

static void make_clauses(struct short_invariants *v) {
  if (v->local)
    make_local(v);
  else
    make_pairs(v);
}

static void start(struct short_invariants *v) {
  random_walk_init(&v->walk, v->chain);
  v->sat = sat_new(SAT_CADICAL, &v->slice);
  unroll_init(&v->unroll, v->sat, v->chain->system);
  sat_unit(v->sat, unroll_lit(&v->unroll, 0, v->walk.arena));
}

/* The step solver: an allowed step inside the arena and what is known of the closed set, all behind
 * one literal. */
static int make_step(struct short_invariants *v) {
  const struct chain *chain = v->chain;
  int step = sat_var(v->sat);
  sat_clause(v->sat, (int[]){-step, unroll_lit(&v->unroll, 0, chain->system->constraint)}, 2);
  sat_clause(v->sat, (int[]){-step, unroll_lit(&v->unroll, 1, v->walk.arena)}, 2);
  for (size_t k = 0; k < chain->closed.size; k++)
    sat_clause(v->sat, (int[]){-step, unroll_lit(&v->unroll, 0, chain->closed.at[k])}, 2);
  return step;
}

/* A first walk from some F-state rules out most candidates before anything is encoded. */
static enum sat_answer walk_from_start(struct short_invariants *v) {
  uint8_t *state = memory_alloc(v->chain->system->num_states, 1);
  sat_assume(v->sat, unroll_lit(&v->unroll, 0, v->chain->from));
  enum sat_answer answer = sat_solve(v->sat);
  if (answer == SAT_YES) unroll_state(&v->unroll, 0, state);
  for (int k = 0; answer == SAT_YES && k < 8; k++) walk(v, state);
  free(state);
  return answer;
}

struct short_invariants *short_invariants_new(struct chain *chain, bool local) {
  struct short_invariants *v = memory_zeroed(1, sizeof *v);
  v->chain = chain;
  if (chain->system->num_states > tuning_of(chain->effort)->invariant_states) {
    v->stage = STAGE_OVER;
    return v;
  }
  v->local = local;
  start(v);
  return v;
}

void short_invariants_free(struct short_invariants *v) {
  if (!v) return;
  if (v->sat) unroll_free(&v->unroll);
  sat_free(v->sat);
  free(v->clauses);
  free(v->unit);
  random_walk_free(&v->walk);
  free(v);
}

/* No answer: because the turn is over, or because the limit on conflicts came first. */
static void stage_without_answer(struct short_invariants *v) {
  if (!interrupted(&v->slice)) v->stage = STAGE_OVER;
}

static void next_stage(struct short_invariants *v) {
  enum sat_answer answer;
  switch (v->stage) {
  case STAGE_START:
    if (!v->clauses) make_clauses(v);
    if (!v->clauses && interrupted(v->chain->effort)) return;
    answer = walk_from_start(v);
    if (answer != SAT_YES) break;
    v->stage = STAGE_INITIATE;
    return;
  case STAGE_INITIATE:
    answer = initiate(v);
    if (answer != SAT_NO) break;
    v->step = make_step(v);
    v->stage = STAGE_CONSECUTION;
    return;
  default:
    answer = consecution(v);
    if (answer != SAT_NO) break;
    add_irredundant(v);
    v->stage = STAGE_OVER;
    return;
  }
  if (answer != SAT_UNKNOWN) v->stage = STAGE_OVER; /* no F-state inside the arena */
  stage_without_answer(v);
}

bool short_invariants_run(struct short_invariants *v, uint64_t ticks) {
  v->slice = effort_of(v->chain->effort, ticks);
  while (v->stage != STAGE_OVER && !interrupted(&v->slice)) next_stage(v);
  return v->stage == STAGE_OVER;
}
