/* A fair loop of states becomes a lasso of cubes: the least cubes that carry each other around. */
#include "checker/ctl/generalize.h"
#include "checker/ctl/step_inputs.h"
#include "checker/system/known_loop.h"

#include <assert.h>

struct loop {
  const struct trace *trace;
  size_t start, length;
  struct lits *cubes; /* c_t so far */
  lit **inputs;       /* what those of step t are to be */
  struct choices j;   /* j_t: those of them that c_t needs; its guard comes last */
  lit inside;         /* P */
  size_t *at;         /* per fairness: the position that witnesses it */
  uint8_t *known;     /* per step, a row of states: those that cubes may speak of; NULL: all */
  bool lost;          /* what is known is not enough */
};

static const uint8_t *loop_state(const struct loop *l, size_t t) {
  return trace_state(l->trace, l->start + t);
}

/* Adds to the cube what the core has and it has not. Cubes and cores list states in index order. */
static bool merge(struct lits *cube, const struct lits *core) {
  struct lits both = {0};
  size_t i = 0, j = 0;
  while (i < cube->size || j < core->size) {
    if (j == core->size || (i < cube->size && cube->at[i] <= core->at[j])) {
      j += j < core->size && cube->at[i] == core->at[j];
      lits_push(&both, cube->at[i++]);
    } else {
      lits_push(&both, core->at[j++]);
    }
  }
  bool grown = both.size > cube->size;
  lits_free(cube);
  *cube = both;
  return grown;
}

/* The literals of state t that are known whenever the loop comes by. */
static void known_literals(const struct system *s, const struct loop *l, size_t t,
                           struct lits *cube) {
  size_t n = 0;
  state_literals(s, loop_state(l, t), cube);
  for (size_t k = 0; l->known && k < cube->size; k++)
    if (l->known[t * s->num_states + k]) cube->at[n++] = cube->at[k];
  if (l->known) cube->size = n;
}

/* The literals of state t that make the described query unsatisfiable go into c_t. */
static bool require(struct iictl *ic, struct loop *l, size_t t) {
  struct lits full = {0};
  known_literals(ic->bounds.system, l, t, &full);
  enum sat_answer answer = probe_solve(&ic->bounds.probe, &full);
  assert(answer != SAT_YES || l->known);
  if (answer == SAT_YES) l->lost = true;
  if (answer == SAT_UNKNOWN) ic->stopped = true;
  bool grown = false;
  if (answer == SAT_NO) {
    probe_shrink(&ic->bounds.probe, &full);
    grown = merge(&l->cubes[t], &full);
  }
  lits_free(&full);
  return grown;
}

/* R & c_t => B_j at a loop state where B_j is true: the first one, but of an open lasso one where
 * that is known. */
static void require_condition(struct iictl *ic, struct loop *l, size_t j) {
  struct bounds *b = &ic->bounds;
  l->lost = true;
  for (size_t t = 0; l->lost && t < l->length && !ic->stopped; t++) {
    if (!state_in(b, loop_state(l, t), b->system->fairness[j])) continue;
    l->at[j] = t;
    l->lost = false;
    probe_begin(&b->probe);
    probe_now(&b->probe, b->invariant);
    probe_now(&b->probe, lit_not(b->system->fairness[j]));
    require(ic, l, t);
  }
  assert(!l->lost || l->known || ic->stopped);
}

static void require_fairness(struct iictl *ic, struct loop *l) {
  for (size_t j = 0; j < ic->bounds.system->num_fairness && !ic->stopped && !l->lost; j++)
    require_condition(ic, l, j);
}

/* R & c_t & j_t & !(P & C & c_(t+1)(N)); false: nothing can go wrong */
static bool describe_step(struct iictl *ic, const struct loop *l, size_t t) {
  struct bounds *b = &ic->bounds;
  struct probe *p = &b->probe;
  const struct lits *next = &l->cubes[(t + 1) % l->length];
  probe_begin(p);
  probe_now(p, b->invariant);
  step_inputs_assume(b, l->inputs[t]);
  if (l->inside != AIG_TRUE) probe_or_now(p, lit_not(l->inside));
  if (b->system->constraint != AIG_TRUE) probe_or_now(p, lit_not(b->system->constraint));
  for (size_t k = 0; k < next->size; k++) probe_or_then(p, lit_not(next->at[k]));
  return p->clause.size > 0;
}

/* After SAT_NO */
static void note_inputs(struct bounds *b, struct loop *l, size_t t) {
  choice_free(&l->j.at[t]);
  step_inputs_used(b, l->inputs[t], &l->j.at[t]);
}

/* Least fixpoint from below: start from what P, C and the B_j need, go backward around the loop
 * until nothing is added. The full states are a solution, so it ends. */
static void find_cubes(struct iictl *ic, struct loop *l) {
  for (size_t t = 0; t < l->length; t++) lits_clear(&l->cubes[t]);
  require_fairness(ic, l);
  for (bool grown = true; grown && !ic->stopped && !l->lost;) {
    grown = false;
    for (size_t t = l->length; t-- > 0 && !ic->stopped && !l->lost;) {
      if (out_of_time(ic->effort)) ic->stopped = true;
      if (ic->stopped || !describe_step(ic, l, t)) continue;
      grown = require(ic, l, t) || grown;
      if (!ic->stopped && !l->lost) note_inputs(&ic->bounds, l, t);
    }
  }
}

/* Lets inputs follow literals of the cubes that were used with them. */
static bool follow_cubes(struct iictl *ic, struct loop *l) {
  bool any = false;
  for (size_t t = 0; t < l->length; t++)
    any = step_inputs_follow(&ic->bounds, &l->j.at[t], &l->cubes[t], l->inputs[t]) || any;
  return any;
}

static void add_lasso(struct iictl *ic, uint32_t v, struct loop *l) {
  struct bounds *b = &ic->bounds;
  struct lasso lasso = {.steps = l->j};
  l->j = (struct choices){0};
  for (size_t t = 0; t < l->length; t++) {
    step_inputs_settle(&lasso.steps.at[t], &l->cubes[t]);
    lasso.steps.at[t].guard = cube_predicate(b->aig, &l->cubes[t]);
  }
  for (size_t j = 0; j < b->system->num_fairness; j++) lits_push(&lasso.at, (uint32_t)l->at[j]);
  bounds_include_lasso(b, v, &lasso);
}

/* Of an open lasso inputs stay what they are: if they followed states, others might matter. */
static void generalize_loop(struct iictl *ic, uint32_t v, struct loop *l) {
  find_cubes(ic, l);
  if (!ic->stopped && !l->known && follow_cubes(ic, l)) find_cubes(ic, l);
  if (!ic->stopped && !l->lost) add_lasso(ic, v, l);
}

/* Which states cubes may speak of, if the lasso is open. */
static void find_known(struct iictl *ic, struct loop *l) {
  const struct system *s = ic->bounds.system;
  if (!l->trace->returning) return;
  uint8_t *returns = memory_alloc(s->num_states, 1);
  if (s->num_states) memcpy(returns, l->trace->returning, s->num_states);
  l->known = memory_zeroed(l->length * s->num_states + 1, 1);
  l->lost = !known_loop(s, ic->effort, l->trace, returns, l->known);
  free(returns);
}

bool generalize_lasso(struct iictl *ic, uint32_t v, const struct trace *lasso) {
  assert(lasso->loop >= 0);
  struct loop l = {
      .trace = lasso, .start = (size_t)lasso->loop, .length = lasso->length - (size_t)lasso->loop};
  l.cubes = memory_zeroed(l.length, sizeof *l.cubes);
  l.inputs = memory_zeroed(l.length, sizeof *l.inputs);
  l.at = memory_zeroed(ic->bounds.system->num_fairness, sizeof *l.at);
  l.inside = bounds_lower(&ic->bounds, ic->bounds.core->nodes[v].left);
  for (size_t t = 0; t < l.length; t++) {
    choices_add(&l.j, AIG_FALSE, NULL, 0);
    l.inputs[t] = step_inputs_new(&ic->bounds);
    step_inputs_set(&ic->bounds, trace_input(lasso, l.start + t), l.inputs[t]);
  }
  find_known(ic, &l);
  if (!l.lost) generalize_loop(ic, v, &l);
  for (size_t t = 0; t < l.length; t++) {
    lits_free(&l.cubes[t]);
    free(l.inputs[t]);
  }
  free(l.cubes);
  free(l.inputs);
  choices_free(&l.j);
  free(l.at);
  free(l.known);
  if (ic->stopped || l.lost) return false;
  generalize_trace(ic, v, lasso, l.start);
  return true;
}
