/* The run that leads to !p, in the system of the check and in a view of it. */
#include "checker/portfolio/always_parts.h"

#include <assert.h>

/* The value of a leaf of the inner system in step t of its run. */
static uint8_t inner_value(const struct always *a, lit leaf, size_t t) {
  const struct trace *run = &a->inner.evidence.trace;
  const struct aig_node *node = &a->inner.system->aig->nodes[lit_node(leaf)];
  if (node->kind == AIG_STATE) return trace_state(run, t)[node->left];
  return trace_input(run, t)[node->left];
}

/* That of a variable of the model; what the inner system does not look at is 0. */
static uint8_t model_value(const struct always *a, uint32_t variable, size_t t) {
  lit leaf = a->inner.system->model_map[variable];
  return leaf == LIT_NONE ? 0 : inner_value(a, leaf, t);
}

static void first_state(const struct always *a, const struct system *outer, uint8_t *state) {
  for (size_t k = 0; k < outer->num_states; k++) {
    bool of_model = outer->state_origin[k] <= outer->model_maxvar;
    bool free_there = outer->reset[k] == RESET_FREE && of_model;
    state[k] = outer->reset[k] == 1;
    if (free_there) state[k] = model_value(a, outer->state_origin[k], 0);
  }
  for (size_t k = 0; outer->start && k < outer->num_states; k++)
    if (outer->start[k] != LIT_NONE) state[k] = aig_eval(outer->aig, outer->start[k], state, NULL);
}

/* Of an observed input, behind step t: behind the last one what the step says, if it says so. */
static uint8_t value_behind(const struct always *a, uint32_t variable, size_t t) {
  const struct system *inner = a->inner.system;
  const struct trace *run = &a->inner.evidence.trace;
  lit leaf = inner->model_map[variable];
  if (t + 1 < run->length) return model_value(a, variable, t + 1);
  if (leaf == LIT_NONE || inner->aig->nodes[lit_node(leaf)].kind != AIG_STATE) return 0;
  return inner_value(a, inner->next[inner->aig->nodes[lit_node(leaf)].left], t);
}

/* Of step t; what an observed input becomes is its value in the next step. */
static void inputs_of_step(const struct always *a, const struct system *outer, size_t t,
                           uint8_t *inputs) {
  memset(inputs, 0, outer->num_inputs);
  for (size_t k = 0; k < outer->num_inputs; k++)
    if (outer->input_origin[k] <= outer->model_maxvar)
      inputs[k] = model_value(a, outer->input_origin[k], t);
  for (size_t k = 0; k < outer->num_states; k++) {
    const struct aig_node *next = &outer->aig->nodes[lit_node(outer->next[k])];
    bool observed =
        next->kind == AIG_INPUT && outer->input_origin[next->left] > outer->model_maxvar;
    if (observed) inputs[next->left] = value_behind(a, outer->state_origin[k], t);
  }
}

/* Which of the targets is met at the end of the run. */
static const struct eventually *met_at_the_end(const struct always *a) {
  const struct trace *run = &a->inner.evidence.trace;
  const struct aig *aig = a->inner.system->aig;
  size_t last = run->length - 1;
  const struct eventually *t = a->targets;
  while (!aig_eval(aig, t->target, trace_state(run, last), trace_input(run, last))) t++;
  return t;
}

/* The run in another system, and `more` states behind it. */
static void run_again(const struct always *a, const struct system *outer, size_t more,
                      struct trace *trace) {
  uint8_t *state = memory_alloc(outer->num_states, 1), *next = memory_alloc(outer->num_states, 1);
  uint8_t *inputs = memory_alloc(outer->num_inputs, 1);
  size_t length = a->inner.evidence.trace.length;
  trace_init(trace, outer);
  first_state(a, outer, state);
  for (size_t t = 0; t < length + more; t++) {
    if (t < length)
      inputs_of_step(a, outer, t, inputs);
    else
      memset(inputs, 0, outer->num_inputs);
    trace_push(trace, state, inputs);
    system_step(outer, state, inputs, next);
    memcpy(state, next, outer->num_states);
  }
  assert(trace_check(trace, outer));
  free(state);
  free(next);
  free(inputs);
}

uint32_t always_trace(const struct always *a, const struct system *outer, struct trace *trace,
                      uint32_t *ex) {
  const struct eventually *met = met_at_the_end(a);
  run_again(a, outer, 1, trace);
  *ex = met->ex;
  return met->node;
}

/* Elementary variables in step t: what was, and that !p will be. */
static void promise(const struct always *a, size_t t, uint8_t *values) {
  const struct trace *run = &a->inner.evidence.trace;
  const struct path_formula *path = a->path;
  size_t ghost = a->inner.system->num_states - a->inner.system->num_ghosts;
  memset(values, 0, path->num_variables);
  if (t == run->length) return;
  values[path->nodes[met_at_the_end(a)->node].variable - path->first_variable] = 1;
  for (size_t k = 0; k < path->num_nodes; k++) {
    const struct path_node *node = &path->nodes[k];
    if (!looks_back(node->op)) continue;
    bool said = trace_state(run, t)[ghost++] ^ lit_sign(said_by(node->op, AIG_FALSE));
    values[node->variable - path->first_variable] = said;
  }
}

void always_view_trace(const struct always *a, const struct system *outer, const struct view *view,
                       struct trace *trace) {
  const struct system *there = view->copy.system;
  uint8_t *state = memory_alloc(there->num_states, 1);
  uint8_t *inputs = memory_alloc(there->num_inputs, 1);
  size_t length = a->inner.evidence.trace.length;
  struct trace run;
  run_again(a, outer, 1, &run);
  trace_init(trace, there);
  for (size_t t = 0; t <= length; t++) {
    memset(inputs, 0, there->num_inputs);
    memcpy(state, trace_state(&run, t), outer->num_states);
    if (outer->num_inputs > 0) memcpy(inputs, trace_input(&run, t), outer->num_inputs);
    promise(a, t, state + outer->num_states);
    if (t < length) promise(a, t + 1, inputs + outer->num_inputs);
    trace_push(trace, state, inputs);
  }
  assert(trace_check(trace, there));
  trace_free(&run);
  free(state);
  free(inputs);
}
