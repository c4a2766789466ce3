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

/* --- parts ------------------------------------------------------------------------------------ */

static void add_part(struct always_chain *chain, uint32_t node, size_t from, size_t to) {
  chain->at = memory_room(chain->at, chain->size, &chain->capacity, sizeof *chain->at);
  chain->at[chain->size++] = (struct always_part){node, from, to};
}

/* Which nodes the rest of the run shows to be true, per step; in the row behind the last one
 * nothing is shown, nor is its complement. */
struct chart {
  const struct always *always;
  uint8_t *at;
};

static bool charted(const struct chart *c, size_t t, uint32_t v, bool complement) {
  const struct always *a = c->always;
  const struct trace *run = &a->inner.evidence.trace;
  if (t == run->length) return false;
  if (a->values[v] != LIT_NONE)
    return complement !=
           aig_eval(a->inner.system->aig, a->values[v], trace_state(run, t), trace_input(run, t));
  return c->at[2 * (t * a->core->num_nodes + v) + complement];
}

static bool is_charted(const struct chart *c, size_t t, uint32_t v, bool complement) {
  const struct core_node *node = &c->always->core->nodes[v];
  bool no = complement;
  switch (node->op) {
  case CORE_NOT: return charted(c, t, node->left, !no);
  case CORE_AND:
  case CORE_OR:
    if ((node->op == CORE_AND) == !no)
      return charted(c, t, node->left, no) && charted(c, t, node->right, no);
    return charted(c, t, node->left, no) || charted(c, t, node->right, no);
  case CORE_EX: return !no && charted(c, t + 1, node->left, false);
  case CORE_EU:
    return !no && (charted(c, t, node->right, false) ||
                   (charted(c, t, node->left, false) && charted(c, t + 1, v, false)));
  default: return !no && is_fair_path(c->always->core, v);
  }
}

static void make_chart(struct chart *c, const struct always *a) {
  size_t n = a->core->num_nodes, length = a->inner.evidence.trace.length;
  *c = (struct chart){a, memory_zeroed(2 * n * length + 1, 1)};
  for (size_t t = length; t-- > 0;)
    for (size_t v = n; v-- > 0;)
      for (int no = 0; no < 2; no++)
        if (a->values[v] == LIT_NONE)
          c->at[2 * (t * n + v) + (size_t)no] = is_charted(c, t, (uint32_t)v, no);
}

/* Of both children: the one that is not decided by a state alone, if it is shown. */
static uint32_t child_of(const struct chart *c, size_t t, uint32_t v, bool complement) {
  const struct always *a = c->always;
  const struct core_node *node = &a->core->nodes[v];
  bool plain = a->values[node->left] != LIT_NONE || is_fair_path(a->core, node->left);
  bool both = node->op == (complement ? CORE_OR : CORE_AND);
  if (node->op == CORE_NOT) return node->left;
  if (both) return plain ? node->right : node->left;
  return charted(c, t, node->left, complement) ? node->left : node->right;
}

/* From the complement of the root down to the end of the run. */
static void find_parts(const struct always *a, struct always_chain *chain) {
  struct chart chart;
  make_chart(&chart, a);
  uint32_t v = 0;
  bool complement = true;
  size_t t = 0;
  assert(charted(&chart, t, v, complement));
  while (a->values[v] == LIT_NONE && !is_fair_path(a->core, v)) {
    const struct core_node *node = &a->core->nodes[v];
    size_t from = t;
    if (node->op == CORE_EX) t++;
    while (node->op == CORE_EU && !charted(&chart, t, node->right, false)) t++;
    if (node->op == CORE_EX || node->op == CORE_EU) {
      add_part(chain, v, from, t);
      v = node->op == CORE_EX ? node->left : node->right;
      continue;
    }
    v = child_of(&chart, t, v, complement);
    if (node->op == CORE_NOT) complement = !complement;
  }
  free(chart.at);
}

void always_trace(const struct always *a, const struct system *outer, struct trace *trace,
                  struct always_chain *chain) {
  size_t last = a->inner.evidence.trace.length - 1;
  run_again(a, outer, 1, trace);
  *chain = (struct always_chain){0};
  if (a->pending) {
    find_parts(a, chain);
    return;
  }
  const struct eventually *met = met_at_the_end(a);
  add_part(chain, met->node, 0, last);
  if (met->ex != CORE_NOWHERE) add_part(chain, met->ex, last, last + 1);
}

/* --- promises --------------------------------------------------------------------------------- */

/* Of the path formula along the run, per step and node: 1 where the rest of the run shows that the
 * node is true; 2 where that is promised, too. */
struct shown {
  const struct always *always;
  size_t length;
  uint8_t *at; /* one row more than there are steps, where nothing is shown */
};

static uint8_t *shown_in(const struct shown *s, size_t t) {
  return s->at + t * s->always->path->num_nodes;
}

static bool is_shown(const struct shown *s, size_t t, size_t k) {
  const struct always *a = s->always;
  const struct path_node *node = &a->path->nodes[k];
  const struct trace *run = &a->inner.evidence.trace;
  const uint8_t *now = shown_in(s, t), *then = shown_in(s, t + 1);
  if (a->values[k] != LIT_NONE)
    return aig_eval(a->inner.system->aig, a->values[k], trace_state(run, t), trace_input(run, t));
  switch (node->op) {
  case PATH_AND: return now[node->left] && now[node->right];
  case PATH_OR: return now[node->left] || now[node->right];
  case PATH_X: return then[node->left];
  case PATH_R: return now[node->right] && (now[node->left] || then[k]);
  default: return now[node->right] || (now[node->left] && then[k]);
  }
}

/* What has to be shown so that node k is, in step t. */
static void promise_parts(const struct shown *s, size_t t, size_t k) {
  const struct path_node *node = &s->always->path->nodes[k];
  uint8_t *now = shown_in(s, t), *then = shown_in(s, t + 1);
  bool right = path_arity(node->op) == 2 && now[node->right];
  switch (node->op) {
  case PATH_AND: now[node->left] = now[node->right] = 2; break;
  case PATH_OR: now[right ? node->right : node->left] = 2; break;
  case PATH_X: then[node->left] = 2; break;
  case PATH_R:
    now[node->right] = 2;
    *(now[node->left] ? &now[node->left] : &then[k]) = 2;
    break;
  default:
    now[right ? node->right : node->left] = 2;
    if (!right) then[k] = 2;
    break;
  }
}

/* Parts before wholes, from behind; then, from the beginning, no more than is needed. */
static void show(struct shown *s, const struct always *a) {
  size_t n = a->path->num_nodes;
  *s = (struct shown){.always = a, .length = a->inner.evidence.trace.length};
  s->at = memory_zeroed((s->length + 1) * n, 1);
  for (size_t t = s->length; t-- > 0;)
    for (size_t k = 0; k < n; k++) shown_in(s, t)[k] = is_shown(s, t, k);
  assert(shown_in(s, 0)[n - 1]);
  shown_in(s, 0)[n - 1] = 2;
  for (size_t t = 0; t < s->length; t++)
    for (size_t k = n; k-- > 0;)
      if (shown_in(s, t)[k] == 2 && a->values[k] == LIT_NONE) promise_parts(s, t, k);
}

/* Elementary variables in step t: what was, and what will be shown. */
static void promise(const struct shown *s, size_t t, uint8_t *values) {
  const struct always *a = s->always;
  const struct path_formula *path = a->path;
  size_t ghost = a->inner.system->num_states - a->inner.system->num_ghosts;
  memset(values, 0, path->num_variables);
  if (t == s->length) return;
  for (size_t k = 0; k < path->num_nodes; k++) {
    const struct path_node *node = &path->nodes[k];
    if (node->op < PATH_X) continue;
    uint8_t *value = values + (node->variable - path->first_variable);
    if (looks_back(node->op))
      *value = trace_state(&a->inner.evidence.trace, t)[ghost++] ^
               lit_sign(said_by(node->op, AIG_FALSE));
    else
      *value = shown_in(s, t)[k] == 2;
    if (node->op == PATH_X) value[1] = t > 0 && shown_in(s, t - 1)[k] == 2;
  }
}

void always_view_trace(const struct always *a, const struct system *outer, const struct view *view,
                       struct trace *trace) {
  const struct system *there = view->copy.system;
  uint8_t *state = memory_alloc(there->num_states, 1);
  uint8_t *inputs = memory_alloc(there->num_inputs, 1);
  size_t length = a->inner.evidence.trace.length;
  struct trace run;
  struct shown shown;
  run_again(a, outer, 1, &run);
  show(&shown, a);
  trace_init(trace, there);
  for (size_t t = 0; t <= length; t++) {
    memset(inputs, 0, there->num_inputs);
    memcpy(state, trace_state(&run, t), outer->num_states);
    if (outer->num_inputs > 0) memcpy(inputs, trace_input(&run, t), outer->num_inputs);
    promise(&shown, t, state + outer->num_states);
    if (t < length) promise(&shown, t + 1, inputs + outer->num_inputs);
    trace_push(trace, state, inputs);
  }
  assert(trace_check(trace, there));
  trace_free(&run);
  free(shown.at);
  free(state);
  free(inputs);
}
