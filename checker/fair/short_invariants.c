#include "checker/fair/short_invariants.h"
#include "checker/fair/random_walk.h"

struct pair {
  lit a, b;                    /* the clause a | b; a unit clause has a == b */
  int before, holds, violated; /* CNF: violated before the step; holds before it; violated after it;
                                  0: not yet encoded */
};

/* What comes next. */
enum stage { STAGE_START, STAGE_INITIATE, STAGE_CONSECUTION, STAGE_OVER };

struct short_invariants {
  struct chain *chain;
  enum stage stage;
  struct effort slice; /* of the turn: the solver holds on to it */
  int step;            /* CNF: what is asked of the step; 0: not yet made */
  struct pair *pairs;
  size_t num;
  struct sat *sat;
  struct unroll unroll;
  struct random_walk walk;
  uint8_t *unit; /* per state literal (2 * state + sign): it is a clause by itself */
};

/* Per clause of a step of a walk; measured like the one of simulation. */
enum { WALK_TICKS_PER_64 = 40 };

/* --- random walks ----------------------------------------------------------------------------- */

static uint64_t literal_word(const struct short_invariants *v, lit a) {
  uint64_t x = v->walk.state[v->chain->system->aig->nodes[lit_node(a)].left];
  return lit_sign(a) ? ~x : x;
}

static uint8_t *unit_of(const struct short_invariants *v, lit a) {
  return &v->unit[2 * v->chain->system->aig->nodes[lit_node(a)].left + lit_sign(a)];
}

/* Drops the clauses that are false in one of the 64 states at hand. */
static void drop_refuted(struct short_invariants *v) {
  size_t kept = 0;
  for (size_t k = 0; k < v->num; k++) {
    const struct pair *p = &v->pairs[k];
    bool holds = !~(literal_word(v, p->a) | literal_word(v, p->b));
    if (holds)
      v->pairs[kept++] = *p;
    else if (p->a == p->b)
      *unit_of(v, p->a) = 0;
  }
  v->num = kept;
}

/* As long as one of its literals is a clause, the pair need not be asked about. */
static bool is_implied(const struct short_invariants *v, const struct pair *p) {
  return p->a != p->b && (*unit_of(v, p->a) || *unit_of(v, p->b));
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

static void encode(struct short_invariants *v, struct pair *p) {
  struct sat *sat = v->sat;
  int a0 = unroll_lit(&v->unroll, 0, p->a), b0 = unroll_lit(&v->unroll, 0, p->b);
  int a1 = unroll_lit(&v->unroll, 1, p->a), b1 = unroll_lit(&v->unroll, 1, p->b);
  p->before = sat_var(sat);
  p->holds = sat_var(sat);
  p->violated = sat_var(sat);
  sat_clause(sat, (int[]){-p->before, -a0}, 2);
  sat_clause(sat, (int[]){-p->before, -b0}, 2);
  sat_clause(sat, (int[]){-p->holds, a0, b0}, 3);
  sat_clause(sat, (int[]){-p->violated, -a1}, 2);
  sat_clause(sat, (int[]){-p->violated, -b1}, 2);
}

/* The clauses to be asked about. */
static void select_pairs(struct short_invariants *v, struct lits *selected) {
  lits_clear(selected);
  for (size_t k = 0; k < v->num; k++) {
    if (is_implied(v, &v->pairs[k])) continue;
    if (!v->pairs[k].before) encode(v, &v->pairs[k]);
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
    select_pairs(v, &asked);
    for (size_t k = 0; k < asked.size; k++) ints_push(&some, v->pairs[asked.at[k]].before);
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
    select_pairs(v, &asked);
    for (size_t k = 0; k < asked.size; k++) ints_push(&some, v->pairs[asked.at[k]].violated);
    sat_assume(v->sat, v->step);
    for (size_t k = 0; k < asked.size; k++) sat_assume(v->sat, v->pairs[asked.at[k]].holds);
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

/* Adds the clauses to the closed set, without those that the ones before them imply. */
static void add_irredundant(struct short_invariants *v) {
  struct chain *chain = v->chain;
  struct sat *sat = sat_new(SAT_CONE, chain->effort);
  struct unroll u;
  unroll_init(&u, sat, chain->system);
  for (int units = 1; units >= 0; units--)
    for (size_t k = 0; k < v->num; k++) {
      const struct pair *p = &v->pairs[k];
      if ((p->a == p->b) != units || is_implied(v, p)) continue;
      int a = unroll_lit(&u, 0, p->a), b = unroll_lit(&u, 0, p->b);
      sat_assume(sat, -a);
      sat_assume(sat, -b);
      if (sat_solve(sat) == SAT_NO) continue;
      sat_clause(sat, (int[]){a, b}, 2);
      chain_add_closed(chain, aig_or(chain->system->aig, p->a, p->b));
    }
  unroll_free(&u);
  sat_free(sat);
}

static void make_pairs(struct short_invariants *v) {
  const struct system *s = v->chain->system;
  size_t n = 2 * s->num_states;
  v->pairs = memory_alloc(n * n / 2 + n, sizeof *v->pairs);
  v->unit = memory_alloc(n, 1);
  memset(v->unit, 1, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++) {
      lit a = s->states[i / 2] ^ (lit)(i % 2), b = s->states[j / 2] ^ (lit)(j % 2);
      if (a != lit_not(b)) v->pairs[v->num++] = (struct pair){.a = a, .b = b};
    }
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

struct short_invariants *short_invariants_new(struct chain *chain) {
  struct short_invariants *v = memory_zeroed(1, sizeof *v);
  v->chain = chain;
  if (chain->system->num_states > tuning_of(chain->effort)->invariant_states) {
    v->stage = STAGE_OVER;
    return v;
  }
  make_pairs(v);
  start(v);
  return v;
}

void short_invariants_free(struct short_invariants *v) {
  if (!v) return;
  if (v->sat) unroll_free(&v->unroll);
  sat_free(v->sat);
  free(v->pairs);
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
