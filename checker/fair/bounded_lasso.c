#include "checker/fair/bounded_lasso.h"

#include <assert.h>

static int new_or(struct sat *sat, int a, int b) {
  int g = sat_var(sat);
  sat_gate(sat, g, -a, -b);
  return -g;
}

static int new_and(struct sat *sat, int a, int b) {
  int g = sat_var(sat);
  sat_gate(sat, g, a, b);
  return g;
}

void lasso_search_init_anywhere(struct lasso_search *search, const struct chain *chain) {
  struct system *system = chain->system;
  *search = (struct lasso_search){.chain = chain, .system = system};
  search->sat = sat_new(SAT_CADICAL, chain->effort);
  unroll_init(&search->unroll, search->sat, system);
  for (size_t k = 0; k < system->num_states; k++) ints_push(&search->saved, sat_var(search->sat));
  for (size_t j = 0; j < system->num_fairness; j++) ints_push(&search->seen, -search->unroll.truth);
  trace_init(&search->trace, system);
}

void lasso_search_init(struct lasso_search *search, const struct chain *chain) {
  lasso_search_init_anywhere(search, chain);
  /* Known first values are constants of the encoding: in large models most of the first frames. */
  unroll_fix(&search->unroll, chain->from);
  sat_unit(search->sat, unroll_lit(&search->unroll, 0, chain->from));
}

void lasso_search_free(struct lasso_search *search) {
  unroll_free(&search->unroll);
  sat_free(search->sat);
  ints_free(&search->saved);
  ints_free(&search->starts);
  ints_free(&search->insides);
  lits_free(&search->everywhere);
  lits_free(&search->in_loops);
  ints_free(&search->closings);
  ints_free(&search->seen);
  trace_free(&search->trace);
}

/* guard -> a = b */
static void equal_if(struct sat *sat, int guard, int a, int b) {
  int yes[3] = {-guard, -a, b}, no[3] = {-guard, a, -b};
  sat_clause(sat, yes, 3);
  sat_clause(sat, no, 3);
}

static enum sat_answer solve(struct lasso_search *search, long conflicts) {
  sat_limit_conflicts(search->sat, conflicts);
  return sat_solve(search->sat);
}

/* --- what the chain knows --------------------------------------------------------------------- */

static bool small(const struct lasso_search *search, lit a) {
  return aig_cone_size(search->system->aig, a) <= tuning_of(search->chain->effort)->lasso_gates;
}

/* In every state of a lasso from F. */
static void tell_state(struct lasso_search *search, size_t frame, lit holds) {
  sat_unit(search->sat, unroll_lit(&search->unroll, frame, holds));
}

/* In every step of the loop. */
static void tell_step(struct lasso_search *search, size_t frame, const struct chain_step *step) {
  chain_assert_step(&search->unroll, frame, step, search->insides.at[frame]);
}

/* From the given predicates and steps on. */
static void tell(struct lasso_search *search, size_t frame, size_t predicates, size_t steps) {
  for (size_t k = predicates; k < search->everywhere.size; k++)
    tell_state(search, frame, search->everywhere.at[k]);
  for (size_t k = steps; k < search->in_loops.size; k++)
    tell_step(search, frame, &search->chain->block.steps[search->in_loops.at[k]]);
}

/* What was learnt since the last time, for the frames that there are. */
static void tell_news(struct lasso_search *search) {
  const struct chain *chain = search->chain;
  size_t predicates = search->everywhere.size, steps = search->in_loops.size;
  for (; search->read_closed < chain->closed.size; search->read_closed++)
    if (small(search, chain->closed.at[search->read_closed]))
      lits_push(&search->everywhere, chain->closed.at[search->read_closed]);
  for (; search->read_lost < chain->lost_parts.size; search->read_lost++)
    lits_push(&search->everywhere, lit_not(chain->lost_parts.at[search->read_lost]));
  for (; search->read_steps < chain->block.num_steps; search->read_steps++)
    if (small(search, chain->block.steps[search->read_steps].predicate))
      lits_push(&search->in_loops, (lit)search->read_steps);
  for (size_t f = 0; f < search->starts.size; f++) tell(search, f, predicates, steps);
}

/* --- frames ----------------------------------------------------------------------------------- */

/* The state behind the frame is the one that the loop started in, and everything was met. */
static void add_closing(struct lasso_search *search, size_t frame) {
  struct system *s = search->system;
  int closing = sat_var(search->sat);
  for (size_t k = 0; k < s->num_states; k++)
    equal_if(search->sat, closing, search->saved.at[k],
             unroll_lit(&search->unroll, frame + 1, s->states[k]));
  sat_clause(search->sat, (int[]){-closing, search->insides.at[frame]}, 2);
  for (size_t j = 0; j < s->num_fairness; j++)
    sat_clause(search->sat, (int[]){-closing, search->seen.at[j]}, 2);
  ints_push(&search->closings, closing);
}

/* A state in the arena with an allowed step, where the loop may start, and what the loop has met up
 * to here. */
static void add_frame(struct lasso_search *search) {
  struct system *s = search->system;
  struct unroll *u = &search->unroll;
  size_t frame = search->starts.size;
  int before = frame ? search->insides.at[frame - 1] : -u->truth, start = sat_var(search->sat);
  tell_state(search, frame, search->chain->arena);
  tell_state(search, frame, s->constraint);
  sat_clause(search->sat, (int[]){-start, -before}, 2);
  for (size_t k = 0; k < s->num_states; k++)
    equal_if(search->sat, start, search->saved.at[k], unroll_lit(u, frame, s->states[k]));
  ints_push(&search->starts, start);
  int inside = new_or(search->sat, before, start);
  ints_push(&search->insides, inside);
  for (size_t j = 0; j < s->num_fairness; j++) {
    int met = new_and(search->sat, inside, unroll_lit(u, frame, s->fairness[j]));
    search->seen.at[j] = new_or(search->sat, search->seen.at[j], met);
  }
  tell(search, frame, 0, 0);
  add_closing(search, frame);
}

static void read_lasso(struct lasso_search *search) {
  size_t last = search->depth;
  while (sat_value(search->sat, search->closings.at[last]) < 0) last++;
  trace_free(&search->trace);
  unroll_trace(&search->unroll, last + 1, &search->trace);
  for (size_t t = 0; t <= last; t++)
    if (sat_value(search->sat, search->starts.at[t]) > 0) search->trace.loop = (long)t;
  assert(search->trace.loop >= 0 && trace_check(&search->trace, search->system));
}

/* --- deeper and deeper ------------------------------------------------------------------------ */

/* Every lasso can be run around once more, so frames behind its end rule nothing out. */
static void extend(struct lasso_search *search) {
  size_t more = 1 + search->depth / tuning_of(search->chain->effort)->lasso_stride;
  for (size_t k = 0; k < more; k++) add_frame(search);
  struct ints some = {0};
  search->wanted = sat_var(search->sat);
  ints_push(&some, -search->wanted);
  for (size_t k = search->depth; k < search->closings.size; k++)
    ints_push(&some, search->closings.at[k]);
  sat_clause(search->sat, some.at, some.size);
  ints_free(&some);
}

static void rule_out(struct lasso_search *search) {
  for (; search->depth < search->closings.size; search->depth++)
    sat_unit(search->sat, -search->closings.at[search->depth]);
  search->wanted = 0;
}

bool lasso_search_deepen(struct lasso_search *search, long conflicts) {
  tell_news(search);
  if (!search->wanted) extend(search);
  sat_assume(search->sat, search->wanted);
  enum sat_answer answer = solve(search, conflicts);
  if (answer == SAT_YES) read_lasso(search);
  if (answer == SAT_NO) rule_out(search);
  return answer == SAT_YES;
}

/* --- from a state ----------------------------------------------------------------------------- */

/* A literal that means: one of these from now on, for the next query. */
static int some_of(struct lasso_search *search, const struct ints *choices) {
  struct ints clause = {0};
  int some = sat_var(search->sat);
  ints_push(&clause, -some);
  for (size_t k = 0; k < choices->size; k++) ints_push(&clause, choices->at[k]);
  sat_clause(search->sat, clause.at, clause.size);
  ints_free(&clause);
  return some;
}

/* False: interrupted. */
static bool make_frames(struct lasso_search *search, size_t frames) {
  tell_news(search);
  while (search->starts.size < frames && !interrupted(search->chain->effort)) add_frame(search);
  return search->starts.size >= frames;
}

static void assume_state(struct lasso_search *search, const uint8_t *state) {
  const struct system *s = search->system;
  for (size_t k = 0; k < s->num_states; k++) {
    int a = unroll_lit(&search->unroll, 0, s->states[k]);
    sat_assume(search->sat, state[k] ? a : -a);
  }
}

bool lasso_search_from(struct lasso_search *search, const uint8_t *state, size_t frames,
                       long conflicts) {
  if (!make_frames(search, frames)) return false;
  int closed = some_of(search, &search->closings);
  assume_state(search, state);
  sat_assume(search->sat, closed);
  bool found = solve(search, conflicts) == SAT_YES;
  if (found) read_lasso(search);
  sat_unit(search->sat, -closed);
  return found;
}

static bool is_met(struct lasso_search *search, size_t j, size_t frame) {
  int a = unroll_lit(&search->unroll, frame, search->system->fairness[j]);
  return sat_value(search->sat, a) > 0;
}

/* The first frame from `first` on that meets condition j in the model. */
static size_t met_at(struct lasso_search *search, size_t j, size_t first) {
  while (!is_met(search, j, first)) first++;
  return first;
}

/* As far as the model goes on meeting some condition, but for the last quarter of it: the end of
 * the run has a way to go on, and what lies ahead is nearer to where loops are. */
static void read_round(struct lasso_search *search, const struct ints *wanted, size_t first,
                       size_t frames) {
  size_t last = first;
  for (size_t k = 0; k < wanted->size; k++) {
    size_t t = met_at(search, (size_t)wanted->at[k], first);
    if (t > last) last = t;
  }
  for (size_t t = last + 1; t < frames - frames / 4; t++)
    for (size_t k = 0; k < wanted->size; k++)
      if (is_met(search, (size_t)wanted->at[k], t)) last = t;
  trace_free(&search->trace);
  unroll_trace(&search->unroll, last + 1, &search->trace);
}

bool lasso_search_round(struct lasso_search *search, const uint8_t *state, const uint8_t *met,
                        size_t frames, long conflicts) {
  const struct system *s = search->system;
  struct ints wanted = {0}, here = {0}, somewhere = {0};
  size_t first = state ? 1 : 0;
  bool all = !memchr(met, 0, s->num_fairness);
  if (!make_frames(search, frames)) return false;
  for (size_t j = 0; j < s->num_fairness; j++) {
    if (met[j] && !all) continue;
    ints_clear(&here);
    for (size_t t = first; t < frames; t++)
      ints_push(&here, unroll_lit(&search->unroll, t, s->fairness[j]));
    ints_push(&wanted, (int)j);
    ints_push(&somewhere, some_of(search, &here));
  }
  int from = unroll_lit(&search->unroll, 0, search->chain->from);
  if (state)
    assume_state(search, state);
  else
    sat_assume(search->sat, from);
  for (size_t k = 0; k < somewhere.size; k++) sat_assume(search->sat, somewhere.at[k]);
  bool found = solve(search, conflicts) == SAT_YES;
  if (found) read_round(search, &wanted, first, frames);
  for (size_t k = 0; k < somewhere.size; k++) sat_unit(search->sat, -somewhere.at[k]);
  ints_free(&wanted);
  ints_free(&here);
  ints_free(&somewhere);
  return found;
}
