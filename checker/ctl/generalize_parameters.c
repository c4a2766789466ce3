/* Parameters are states that keep the value they start with: the constants of a model that is about
 * all of them at once. A run from an initial state makes a witness for every value of the
 * parameters that leads along the same states, and which these are is a circuit over the parameters
 * alone: each step, with everything else as the run has it. (Cubes would describe a comparison
 * `p < q` value by value.) */
#include "checker/ctl/generalize.h"
#include "checker/system/substitution.h"

struct parameters {
  struct bounds *b;
  lit *states, *inputs; /* what replaces them: values of the run, and the parameters themselves */
};

static bool is_parameter(const struct system *system, size_t k) {
  return system->next[k] == system->states[k] && system->reset[k] == RESET_FREE;
}

static bool has_parameters(const struct system *system) {
  for (size_t k = 0; k < system->num_states; k++)
    if (is_parameter(system, k)) return true;
  return false;
}

static lit constant(uint8_t value) { return value ? AIG_TRUE : AIG_FALSE; }

static void use_values(struct parameters *p, const uint8_t *state, const uint8_t *inputs) {
  const struct system *s = p->b->system;
  for (size_t k = 0; k < s->num_states; k++)
    p->states[k] = is_parameter(s, k) ? s->states[k] : constant(state[k]);
  for (size_t k = 0; inputs && k < s->num_inputs; k++) p->inputs[k] = constant(inputs[k]);
}

/* For which parameters the predicate holds in the state. */
static lit condition(struct parameters *p, lit predicate, const uint8_t *state) {
  use_values(p, state, NULL);
  return substitute(p->b->aig, p->b->aig, predicate, p->states, NULL);
}

/* For which parameters the step is allowed, starts in `here`, and leads to the next state. */
static lit step_condition(struct parameters *p, lit here, const struct trace *trace, size_t t) {
  const struct system *s = p->b->system;
  const uint8_t *after = trace_state(trace, t + 1);
  struct substitution values;
  use_values(p, trace_state(trace, t), trace_input(trace, t));
  substitution_init(&values, p->b->aig, p->b->aig, p->states, p->inputs);
  lit all = aig_and(p->b->aig, substitution_apply(&values, here),
                    substitution_apply(&values, s->constraint));
  for (size_t k = 0; k < s->num_states; k++)
    if (!is_parameter(s, k))
      all = aig_and(p->b->aig, all, substitution_apply(&values, s->next[k]) ^ (after[k] ? 0u : 1u));
  substitution_free(&values);
  return all;
}

/* The state, whatever the parameters are. */
static lit without_parameters(const struct parameters *p, const uint8_t *state) {
  const struct system *s = p->b->system;
  struct lits cube = {0};
  for (size_t k = 0; k < s->num_states; k++)
    if (!is_parameter(s, k)) lits_push(&cube, s->states[k] ^ (state[k] ? 0u : 1u));
  lit result = cube_predicate(p->b->aig, &cube);
  lits_free(&cube);
  return result;
}

static void include(struct parameters *p, uint32_t v, lit guard, const uint8_t *inputs) {
  const struct system *s = p->b->system;
  struct lits cube = {0};
  for (size_t k = 0; k < s->num_inputs; k++) lits_push(&cube, s->inputs[k] ^ (inputs[k] ? 0u : 1u));
  bounds_include(p->b, v, guard, cube.at, cube.size);
  lits_free(&cube);
}

bool generalize_parameters(struct iictl *ic, uint32_t v, const struct trace *trace, size_t last) {
  struct bounds *b = &ic->bounds;
  const struct system *s = b->system;
  const struct core_node *node = &b->core->nodes[v];
  if (node->op == CORE_EX || !has_parameters(s) || !state_in(b, trace_state(trace, 0), s->init))
    return false;
  struct parameters p = {.b = b,
                         .states = memory_alloc(s->num_states + 1, sizeof *p.states),
                         .inputs = memory_alloc(s->num_inputs + 1, sizeof *p.inputs)};
  lit here = bounds_lower(b, node->left),
      rest = condition(&p, bounds_lower(b, v), trace_state(trace, last));
  for (size_t t = last; t-- > 0;) {
    rest = aig_and(b->aig, rest, step_condition(&p, here, trace, t));
    lit guard = aig_and(b->aig, without_parameters(&p, trace_state(trace, t)), rest);
    include(&p, v, guard, trace_input(trace, t));
  }
  ic->strategies.described += last;
  free(p.states);
  free(p.inputs);
  return true;
}
