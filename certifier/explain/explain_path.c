/* Runs in words: traces, and the tree-like counterexamples that follow the strategies of a
 * certificate. */
#include "certifier/explain/explain.h"
#include "formats/support/escape.h"

/* Longer paths are cut in the telling; the certificate has no such limit. */
enum { MOST_STEPS = 200, MOST_DEPTH = 40 };

static void indent(const struct explainer *e, unsigned depth) {
  fprintf(e->out, "%*s", 2 * (int)depth, "");
}

/* The state variables that differ from *before (all true ones, if it is NULL), and what they are
 * now. */
static void print_state(const struct explainer *e, const uint8_t *before) {
  const struct aiger *m = e->model;
  const struct replay *r = e->replay;
  size_t shown = 0;
  for (size_t k = 0; k < m->num_latches + m->inputs.size; k++) {
    if (k >= m->num_latches && !r->observed[k - m->num_latches]) continue;
    uint32_t v = (k < m->num_latches ? m->latches[k].lit : m->inputs.at[k - m->num_latches]) >> 1;
    if (before ? before[v] == r->value[v] : !r->value[v]) continue;
    escape_print(e->out, "%s%s%s", shown++ ? ", " : "", r->value[v] ? "" : "!", e->names[v]);
  }
  if (!shown) fputs(before ? "(nothing changes)" : "(all false)", e->out);
}

/* The step inputs that are true. */
static void print_inputs(const struct explainer *e) {
  const struct aiger *m = e->model;
  const struct replay *r = e->replay;
  size_t shown = 0;
  for (size_t k = 0; k < m->inputs.size; k++) {
    uint32_t v = m->inputs.at[k] >> 1;
    if (r->observed[k] || !r->value[v]) continue;
    escape_print(e->out, "%s%s", shown++ ? ", " : "  inputs: ", e->names[v]);
  }
}

void explain_trace(const struct explainer *e) {
  const struct certificate *c = e->certificate;
  struct replay *r = e->replay;
  uint8_t *before = NULL;
  bool justice = c->property == CERT_JUSTICE;
  replay_start(r, c->trace_latches, "");
  for (size_t t = 0; t < c->trace_steps; t++) {
    if (justice && t == c->trace_loop)
      fprintf(e->out, "  -- the loop starts here; its steps are repeated for ever --\n");
    replay_row(r, c->trace_inputs[t]);
    fprintf(e->out, "  step %zu: ", t);
    print_state(e, before);
    print_inputs(e);
    if (!replay_allowed(r)) fputs("  (violates a constraint!)", e->out);
    for (size_t j = 0; justice && j < r->fairness.size; j++)
      if (t >= c->trace_loop && replay_true(r, r->fairness.at[j]))
        fprintf(e->out, "  [fair %zu]", j);
    fputc('\n', e->out);
    before = memory_grow(before, r->num_variables, 1);
    memcpy(before, r->value, r->num_variables);
    replay_step(r);
  }
  free(before);
  if (justice)
    fprintf(e->out, "  then the same state as at the start of the loop\n");
  else
    fprintf(e->out, "  there the bad literal is true\n");
}

/* What remains to be told: node v holds (or not) in a state. Kept in a list, so that deep formulas
 * need no deep recursion. */
struct claim {
  uint32_t node;
  bool holds;
  unsigned depth;
  uint8_t *state; /* values of all variables */
};
struct claims {
  struct claim *at;
  size_t size, capacity;
};

static void claim(struct claims *todo, const struct explainer *e, uint32_t node, bool holds,
                  unsigned depth) {
  todo->at = memory_room(todo->at, todo->size, &todo->capacity, sizeof *todo->at);
  uint8_t *state = memory_alloc(e->replay->num_variables, 1);
  memcpy(state, e->replay->value, e->replay->num_variables);
  todo->at[todo->size++] =
      (struct claim){.node = node, .holds = holds, .depth = depth, .state = state};
}

/* Takes one step under the cube and tells it. False when the step is not allowed: then the
 * certificate is wrong. */
static bool tell_step(const struct explainer *e, const struct lits *cube, unsigned depth) {
  struct replay *r = e->replay;
  uint8_t *before = memory_alloc(r->num_variables, 1);
  replay_cube(r, cube);
  memcpy(before, r->value, r->num_variables);
  bool allowed = replay_allowed(r);
  indent(e, depth);
  fputs("step ", e->out);
  explain_cube(e, cube);
  replay_step(r);
  fputs(": ", e->out);
  print_state(e, before);
  fputs(allowed ? "\n" : "  (not allowed!)\n", e->out);
  free(before);
  return allowed;
}

static const struct choice *first_guard(const struct explainer *e, const struct choices *choices) {
  for (size_t k = 0; k < choices->size; k++)
    if (replay_true(e->replay, choices->at[k].guard)) return &choices->at[k];
  return NULL;
}

/* E[u U w]: the first entry that contains the state leads to an earlier one, until w's bound is
 * reached. */
static void tell_until(const struct explainer *e, const struct claim *c, struct claims *todo) {
  const struct core_node *node = &e->core->nodes[c->node];
  const struct fact *fact = e->replay->lower_fact[c->node];
  for (int steps = 0; !e->replay->lower[node->right]; steps++) {
    const struct choice *entry = first_guard(e, &fact->ranks);
    if (!entry || steps == MOST_STEPS) {
      indent(e, c->depth + 1);
      fputs(entry ? ".. and so on\n" : "no entry contains this state!\n", e->out);
      return;
    }
    if (!tell_step(e, &entry->inputs, c->depth + 1)) return;
  }
  claim(todo, e, node->right, true, c->depth + 1);
}

static bool is_fair(const struct explainer *e, size_t j) {
  const struct replay *r = e->replay;

  return replay_true(r, r->monitored[j] ? 2 * (r->first_monitor + (uint32_t)j) : r->fairness.at[j]);
}

/* Inside a region: the list of each fairness in turn until it is met, then any choice. The states
 * at the start of each round are remembered, and the tale ends when one comes again. */
static void tell_region(const struct explainer *e, const struct claim *c,
                        const struct region *region) {
  struct replay *r = e->replay;
  struct lits no_inputs = {0};
  uint8_t *rounds = NULL;
  size_t num_rounds = 0, steps = 0, again = 0;
  indent(e, c->depth + 1);
  fputs("the region is reached; for example:\n", e->out);
  for (;;) {
    replay_cube(r, &no_inputs);
    for (again = 0; again < num_rounds &&
                    memcmp(rounds + again * r->num_variables, r->value, r->num_variables) != 0;
         again++)
      continue;
    if (again < num_rounds) break;
    rounds = memory_one_more(rounds, num_rounds, r->num_variables);
    memcpy(rounds + num_rounds++ * r->num_variables, r->value, r->num_variables);
    for (size_t j = 0; j < r->fairness.size; j++)
      for (const struct choice *entry;
           !is_fair(e, j) && (entry = first_guard(e, &region->covers[j]));)
        if (steps++ == MOST_STEPS || !tell_step(e, &entry->inputs, c->depth + 2)) goto cut;
    const struct choice *choice = first_guard(e, &region->choices);
    if (!choice || steps++ == MOST_STEPS || !tell_step(e, &choice->inputs, c->depth + 2)) goto cut;
  }
  indent(e, c->depth + 2);
  fprintf(e->out, "and again as at the start of round %zu of %zu\n", again + 1, num_rounds);
  free(rounds);
  return;
cut:
  indent(e, c->depth + 2);
  fputs(".. and so on\n", e->out);
  free(rounds);
}

/* EG u: ranked entries lead to a lasso (then around it once) or to the region (then one choice is
 * shown). */
static void tell_globally(const struct explainer *e, const struct claim *c) {
  const struct fact *fact = e->replay->lower_fact[c->node];
  for (int steps = 0; steps < MOST_STEPS; steps++) {
    for (size_t k = 0; k < fact->num_lassos; k++) {
      const struct choices *lasso = &fact->lassos[k].steps;
      for (size_t t = 0; t < lasso->size; t++) {
        if (!replay_true(e->replay, lasso->at[t].guard)) continue;
        indent(e, c->depth + 1);
        fprintf(e->out, "lasso %zu is reached at its step %zu; once around it:\n", k + 1, t + 1);
        for (size_t n = 0; n < lasso->size && n < MOST_STEPS; n++)
          if (!tell_step(e, &lasso->at[(t + n) % lasso->size].inputs, c->depth + 2)) return;
        return;
      }
    }
    if (fact->has_region && replay_true(e->replay, fact->region.inside)) {
      tell_region(e, c, &fact->region);
      return;
    }
    const struct choice *entry = first_guard(e, &fact->ranks);
    if (!entry || !tell_step(e, &entry->inputs, c->depth + 1)) return;
  }
  indent(e, c->depth + 1);
  fputs(".. and so on\n", e->out);
}

/* The temporal subformulas that the path is known to satisfy from here on. */
static void print_promises(const struct explainer *e, uint32_t v, unsigned depth) {
  const struct path_formula *path = core_path(e->core, v);
  const uint8_t *value = e->replay->value + e->replay->first_elementary + path->first_variable;
  size_t shown = 0;
  indent(e, depth);
  for (uint32_t k = 0; k < path->num_variables; k++) {
    if (!value[k]) continue;
    fputs(shown++ ? ", " : "promised: ", e->out);
    explain_promise(e, (uint32_t)path->first_variable + k);
  }
  fputs(shown ? "\n" : "nothing is promised\n", e->out);
}

/* E psi: a choice says what the path is to keep, then as for EG. */
static void tell_path(const struct explainer *e, const struct claim *c) {
  const struct choice *choice = first_guard(e, &e->replay->lower_fact[c->node]->from);
  if (!choice) return;
  replay_promise(e->replay, &choice->inputs);
  print_promises(e, c->node, c->depth + 1);
  tell_globally(e, c);
}

static void tell_temporal(const struct explainer *e, const struct claim *c, struct claims *todo) {
  const struct core_node *node = &e->core->nodes[c->node];
  if (!c->holds) {
    indent(e, c->depth + 1);
    fprintf(e->out, "because the state is outside the bound of #%u that is listed above\n",
            (unsigned)c->node);
  } else if (node->op == CORE_EX) {
    const struct choice *choice = first_guard(e, &e->replay->lower_fact[c->node]->ranks);
    if (choice && tell_step(e, &choice->inputs, c->depth + 1))
      claim(todo, e, node->left, true, c->depth + 1);
  } else if (node->op == CORE_EU) {
    tell_until(e, c, todo);
  } else if (node->op == CORE_E) {
    tell_path(e, c);
  } else {
    tell_globally(e, c);
  }
}

/* A conjunction holds, a disjunction fails: both children matter. Otherwise one that decides is
 * enough. */
static void tell_boolean(const struct explainer *e, const struct claim *c, struct claims *todo) {
  const struct core_node *node = &e->core->nodes[c->node];
  bool both = (node->op == CORE_AND) == c->holds;
  const uint8_t *bound = c->holds ? e->replay->lower : e->replay->upper;
  bool left = (bool)bound[node->left] == c->holds;
  if (both || !left) claim(todo, e, node->right, c->holds, c->depth + 1);
  if (both || left) claim(todo, e, node->left, c->holds, c->depth + 1);
}

static void tell(const struct explainer *e, const struct claim *c, struct claims *todo) {
  struct replay *r = e->replay;
  const struct core_node *node = &e->core->nodes[c->node];
  memcpy(r->value, c->state, r->num_variables);
  replay_cube(r, &(struct lits){0});
  indent(e, c->depth);
  fprintf(e->out, "#%u  ", (unsigned)c->node);
  explain_node(e, c->node);
  fputs(c->holds ? "  holds here\n" : "  does not hold here\n", e->out);
  bool shown = (bool)(c->holds ? r->lower : r->upper)[c->node] == c->holds;
  if (!shown) {
    indent(e, c->depth + 1);
    fputs("(the certificate does not show it: it is wrong)\n", e->out);
  } else if (node->op == CORE_NOT) {
    claim(todo, e, node->left, !c->holds, c->depth);
  } else if (node->op == CORE_AND || node->op == CORE_OR) {
    tell_boolean(e, c, todo);
  } else if (node->op != CORE_ATOM) {
    tell_temporal(e, c, todo);
  }
}

/* Some initial state of the model: uninitialised latches and observed inputs are 0. */
static char *some_initial(const struct explainer *e) {
  const struct aiger *m = e->model;
  char *bits = memory_zeroed(m->num_latches + m->inputs.size + 1, 1);
  memset(bits, '0', m->num_latches + m->inputs.size);
  uint8_t *value = memory_zeroed((size_t)m->maxvar + 1, 1);
  aiger_initial_values(m, value);
  for (size_t k = 0; k < m->num_latches; k++) bits[k] = (char)('0' + value[m->latches[k].lit >> 1]);
  free(value);
  return bits;
}

void explain_tree(const struct explainer *e) {
  const struct certificate *c = e->certificate;
  struct claims todo = {0};
  char *bits = c->initial ? memory_string(c->initial) : some_initial(e);
  replay_start(e->replay, bits, bits + e->model->num_latches);
  fprintf(e->out, c->initial ? "This initial state violates the property: "
                             : "For example, in this initial state: ");
  print_state(e, NULL);
  fputc('\n', e->out);
  claim(&todo, e, 0, c->holds, 1);
  while (todo.size) {
    struct claim next = todo.at[--todo.size];
    if (next.depth <= MOST_DEPTH) tell(e, &next, &todo);
    free(next.state);
  }
  free(todo.at);
  free(bits);
}
