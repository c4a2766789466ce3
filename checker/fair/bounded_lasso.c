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

void lasso_search_init(struct lasso_search *search, struct system *system, lit arena, lit from,
                       const struct interrupt *interrupt) {
  *search = (struct lasso_search){.system = system, .arena = arena};
  search->sat = sat_new(SAT_CADICAL, interrupt);
  unroll_init(&search->unroll, search->sat, system);
  sat_unit(search->sat, unroll_lit(&search->unroll, 0, from));
  for (size_t k = 0; k < system->num_states; k++) ints_push(&search->saved, sat_var(search->sat));
  for (size_t j = 0; j < system->num_fairness; j++) ints_push(&search->seen, -search->unroll.truth);
  search->inside = -search->unroll.truth;
  trace_init(&search->trace, system);
}

void lasso_search_free(struct lasso_search *search) {
  unroll_free(&search->unroll);
  sat_free(search->sat);
  ints_free(&search->saved);
  ints_free(&search->starts);
  ints_free(&search->seen);
  trace_free(&search->trace);
}

/* guard -> a = b */
static void equal_if(struct sat *sat, int guard, int a, int b) {
  int yes[3] = {-guard, -a, b}, no[3] = {-guard, a, -b};
  sat_clause(sat, yes, 3);
  sat_clause(sat, no, 3);
}

/* A state in the arena with an allowed step, where the loop may start, and what the loop has met up
 * to here. */
static void add_frame(struct lasso_search *search, size_t frame) {
  struct system *s = search->system;
  struct unroll *u = &search->unroll;
  sat_unit(search->sat, unroll_lit(u, frame, search->arena));
  sat_unit(search->sat, unroll_lit(u, frame, s->constraint));
  int start = sat_var(search->sat);
  int once[2] = {-start, -search->inside};
  sat_clause(search->sat, once, 2);
  for (size_t k = 0; k < s->num_states; k++)
    equal_if(search->sat, start, search->saved.at[k], unroll_lit(u, frame, s->states[k]));
  ints_push(&search->starts, start);
  search->inside = new_or(search->sat, search->inside, start);
  for (size_t j = 0; j < s->num_fairness; j++) {
    int met = new_and(search->sat, search->inside, unroll_lit(u, frame, s->fairness[j]));
    search->seen.at[j] = new_or(search->sat, search->seen.at[j], met);
  }
}

static void read_lasso(struct lasso_search *search) {
  trace_free(&search->trace);
  unroll_trace(&search->unroll, search->starts.size, &search->trace);
  for (size_t t = 0; t < search->starts.size; t++)
    if (sat_value(search->sat, search->starts.at[t]) > 0) search->trace.loop = (long)t;
  assert(search->trace.loop >= 0 && trace_check(&search->trace, search->system));
}

bool lasso_search_deepen(struct lasso_search *search, long conflicts) {
  struct system *s = search->system;
  size_t frame = search->depth;
  if (search->starts.size == frame) add_frame(search, frame);
  int closed = sat_var(search->sat);
  for (size_t k = 0; k < s->num_states; k++)
    equal_if(search->sat, closed, search->saved.at[k],
             unroll_lit(&search->unroll, frame + 1, s->states[k]));
  sat_assume(search->sat, closed);
  sat_assume(search->sat, search->inside);
  for (size_t j = 0; j < s->num_fairness; j++) sat_assume(search->sat, search->seen.at[j]);
  sat_limit_conflicts(search->sat, conflicts);
  enum sat_answer answer = sat_solve(search->sat);
  if (answer == SAT_YES)
    read_lasso(search);
  else
    sat_unit(search->sat, -closed);
  if (answer == SAT_NO) search->depth++;
  return answer == SAT_YES;
}
