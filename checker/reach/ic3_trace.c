/* Counterexamples: from a chain of obligations to a run that was checked by evaluation. */
#include "checker/reach/ic3.h"

#include <assert.h>

static bool any_true(const struct system *s, const struct lits *lits, const uint8_t *states,
                     const uint8_t *inputs) {
  for (size_t k = 0; k < lits->size; k++)
    if (aig_eval(s->aig, lits->at[k], states, inputs)) return true;
  return false;
}

static bool step_satisfies(const struct reach *r, const uint8_t *now, const uint8_t *inputs,
                           const uint8_t *then) {
  const struct system *s = r->system;
  for (size_t k = 0; k < r->constraints.size; k++) {
    const struct step_clause *c = &r->constraints.at[k];
    if (!any_true(s, &c->now, now, inputs) && !any_true(s, &c->then, then, NULL)) return false;
  }
  return true;
}

/* Appends the step and leaves its end in `state`; false if it is not allowed. */
static bool take_step(struct reach *r, uint8_t *state, const uint8_t *inputs, uint8_t *next) {
  bool good = system_step(r->system, state, inputs, next) && step_satisfies(r, state, inputs, next);
  trace_push(&r->trace, state, inputs);
  if (r->system->num_states) memcpy(state, next, r->system->num_states);
  return good;
}

/* A state of F that lies in the obligation's cube; with from_post the F-state of the last model,
 * whose successor does. */
static void first_state(const struct reach *r, const struct lits *cube, uint8_t *state) {
  for (size_t k = 0; k < r->system->num_states; k++)
    state[k] = r->from_value ? r->from_value[k] > 0 : r->model[k] > 0;
  if (!r->from_value) return;
  for (size_t k = 0; k < cube->size; k++)
    state[r->system->aig->nodes[lit_node(cube->at[k])].left] = !lit_sign(cube->at[k]);
}

/* Needs the last query to be the one that found the obligation initial. */
bool ic3_build_trace(struct reach *r, size_t o) {
  const struct system *s = r->system;
  uint8_t *state = memory_alloc(s->num_states, 1), *next = memory_alloc(s->num_states, 1);
  trace_free(&r->trace);
  trace_init(&r->trace, s);
  first_state(r, &r->pool[o].cube, state);
  bool good = aig_eval(s->aig, r->from, state, NULL);
  if (r->from_post) good = good && take_step(r, state, r->model_inputs, next);
  for (; good && r->pool[o].successor != NO_OBLIGATION; o = r->pool[o].successor)
    good = take_step(r, state, r->pool[o].inputs, next);
  good = good && aig_eval(s->aig, r->target, state, r->pool[o].inputs);
  trace_push(&r->trace, state, r->pool[o].inputs);
  free(state);
  free(next);
  assert(!good || trace_check(&r->trace, s));
  if (!good) {
    trace_free(&r->trace);
    trace_init(&r->trace, s);
  }
  return good;
}
