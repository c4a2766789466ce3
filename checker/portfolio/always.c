/* An operator of the past has a ghost g, what is true of the past of the run: Y f and Z f what f
 * was in the step before, f S g and f T g what they were themselves. At the beginning Y and S are
 * false there, Z and T true; a ghost is false at first, so that of Z and T says the opposite.
 *
 * No run leads to !p: an invariant R over states and ghosts shows it. For AG p, R alone excludes
 * the target of the EU node. (Steps that are not allowed show nothing: where !p is true, no fair
 * path starts, and a block says so.) p may look one step ahead: of w, the target, with one EX r in
 * it, a run must not lead to w with r after the step in its place. Then EX r lies in Q, the states
 * that are not in w even with true in its place, and w with Q in its place is excluded by R, for w
 * grows with EX r. For A G p, the view's promises are at most what its ghosts
 * say, at first and after every step, so the promise to reach !p is handed on for ever: a block of
 * these states, in which the fairness of this promise is never met. */
#include "checker/portfolio/always.h"

#include "checker/portfolio/safety.h"
#include "checker/system/substitution.h"

#include <assert.h>

enum { ROOT };

/* Of a core node without temporal operators but for one EX, whose argument has none. */
struct state_value {
  lit now;      /* with the argument of EX after the step; LIT_NONE: it is no such node */
  lit possibly; /* with true in place of EX */
  uint32_t ex;  /* CORE_NOWHERE: there is none */
  bool grows;   /* with EX, if there is one, and does not shrink */
};

struct always {
  const struct core_formula *core;
  const struct path_formula *path; /* of A G p; NULL: AG p */
  struct task task;                /* that of the check, with another effort */
  struct effort share;
  struct check_result inner; /* its system, and what is found out about it */
  struct safety *search;     /* NULL: it is over */
  struct lits eventually;    /* the EU nodes, or U nodes of the path, that no state may satisfy */
  struct state_value *state; /* per core node */
  lit *path_value;           /* per path node that looks back at most; else LIT_NONE */
  /* In the system of the check, what stands for states and inputs of the inner one. */
  lit *outer_states, *outer_inputs;
  size_t first_ghost; /* there */
};

/* --- the question ----------------------------------------------------------------------------- */

static bool is_true(const struct core_formula *core, uint32_t v) {
  return core->nodes[v].op == CORE_ATOM && core->nodes[v].lit == 1;
}
static bool is_fair_path(const struct core_formula *core, uint32_t v) {
  return core->nodes[v].op == CORE_EG && is_true(core, core->nodes[v].left);
}

/* w of E[true U w] or E[true U (w & EG true)]. */
static uint32_t target_of(const struct core_formula *core, uint32_t eu) {
  uint32_t w = core->nodes[eu].right;
  const struct core_node *node = &core->nodes[w];
  if (node->op == CORE_AND && is_fair_path(core, node->left)) return node->right;
  if (node->op == CORE_AND && is_fair_path(core, node->right)) return node->left;
  return w;
}

/* The atoms below EX: their inputs are states, so that they have a value after the step. */
static void atoms_ahead(const struct core_formula *core, struct lits *atoms) {
  uint8_t *ahead = memory_zeroed(core->num_nodes, 1);
  for (size_t v = 0; v < core->num_nodes; v++) { /* children have larger numbers */
    const struct core_node *node = &core->nodes[v];
    bool boolean = node->op == CORE_NOT || node->op == CORE_AND || node->op == CORE_OR;
    if (node->op == CORE_ATOM && ahead[v]) lits_push(atoms, node->lit);
    if (node->op == CORE_EX || (ahead[v] && boolean)) ahead[node->left] = 1;
    if (ahead[v] && boolean && node->op != CORE_NOT) ahead[node->right] = 1;
  }
  free(ahead);
}

static struct state_value negated(struct state_value v) {
  bool steps = v.ex != CORE_NOWHERE;
  if (v.now == LIT_NONE) return v;
  return (struct state_value){lit_not(v.now), lit_not(v.possibly), v.ex, !steps || !v.grows};
}

/* a & b; one EX in both is still one. */
static struct state_value both(struct aig *aig, struct state_value a, struct state_value b) {
  bool apart = a.ex != CORE_NOWHERE && b.ex != CORE_NOWHERE && (a.ex != b.ex || a.grows != b.grows);
  if (a.now == LIT_NONE || b.now == LIT_NONE || apart) return (struct state_value){.now = LIT_NONE};
  bool first = a.ex != CORE_NOWHERE;
  return (struct state_value){aig_and(aig, a.now, b.now), aig_and(aig, a.possibly, b.possibly),
                              first ? a.ex : b.ex, first ? a.grows : b.grows};
}

static struct state_value step_value(struct system *s, uint32_t ex, struct state_value argument) {
  if (argument.now == LIT_NONE || argument.ex != CORE_NOWHERE)
    return (struct state_value){.now = LIT_NONE};
  lit after = substitute(s->aig, s->aig, argument.now, s->next, NULL);
  return (struct state_value){after, AIG_TRUE, ex, true};
}

static struct state_value state_value_of(const struct always *a, uint32_t v) {
  const struct core_node *node = &a->core->nodes[v];
  struct system *s = a->inner.system;
  switch (node->op) {
  case CORE_ATOM: {
    lit value = system_lit(s, node->lit);
    return (struct state_value){value, value, CORE_NOWHERE, true};
  }
  case CORE_NOT: return negated(a->state[node->left]);
  case CORE_AND: return both(s->aig, a->state[node->left], a->state[node->right]);
  case CORE_OR:
    return negated(both(s->aig, negated(a->state[node->left]), negated(a->state[node->right])));
  case CORE_EX: return step_value(s, v, a->state[node->left]);
  default: return (struct state_value){.now = LIT_NONE};
  }
}

/* Children have larger numbers. */
static void find_state_values(struct always *a) {
  for (size_t v = a->core->num_nodes; v-- > 0;) a->state[v] = state_value_of(a, (uint32_t)v);
}

static bool looks_back(enum path_op op) { return op >= PATH_Y; }

static size_t count_past(const struct path_formula *path) {
  size_t n = 0;
  for (size_t k = 0; path && k < path->num_nodes; k++) n += looks_back(path->nodes[k].op);
  return n;
}

/* Of a node whose arguments have values; `past` is what its ghost says. */
static lit value_of(struct aig *aig, enum path_op op, lit left, lit right, lit past) {
  switch (op) {
  case PATH_AND: return aig_and(aig, left, right);
  case PATH_OR: return aig_or(aig, left, right);
  case PATH_S: return aig_or(aig, right, aig_and(aig, left, past));
  case PATH_T: return aig_and(aig, right, aig_or(aig, left, past));
  default: return past; /* Y, Z */
  }
}

/* What the ghost of a node says, given the literal of the ghost. */
static lit said_by(enum path_op op, lit ghost) {
  return op == PATH_Z || op == PATH_T ? lit_not(ghost) : ghost;
}

/* Children before parents; the ghosts are the inner system's last states, in this order. */
static void find_path_values(struct always *a) {
  struct system *s = a->inner.system;
  size_t ghost = s->num_states - s->num_ghosts;
  for (size_t k = 0; k < a->path->num_nodes; k++) {
    const struct path_node *node = &a->path->nodes[k];
    a->path_value[k] = LIT_NONE;
    if (node->op == PATH_LEAF && a->state[node->left].ex == CORE_NOWHERE)
      a->path_value[k] = a->state[node->left].now;
    if (node->op == PATH_LEAF || node->op == PATH_X || node->op == PATH_U || node->op == PATH_R)
      continue;
    lit left = a->path_value[node->left], right = left, past = AIG_FALSE;
    if (path_arity(node->op) == 2) right = a->path_value[node->right];
    bool known = left != LIT_NONE && right != LIT_NONE;
    if (looks_back(node->op)) past = said_by(node->op, s->states[ghost]);
    if (known) a->path_value[k] = value_of(s->aig, node->op, left, right, past);
    if (!looks_back(node->op)) continue;
    bool own = node->op == PATH_S || node->op == PATH_T;
    if (known) s->next[ghost] = said_by(node->op, own ? a->path_value[k] : left);
    ghost++;
  }
}

/* Is the formula a conjunction of AG p? Collects their EU nodes. */
static bool find_eu_nodes(struct always *a) {
  const struct core_formula *core = a->core;
  struct lits todo = {0};
  bool good = true;
  lits_push(&todo, ROOT);
  while (good && todo.size > 0) {
    const struct core_node *node = &core->nodes[lits_pop(&todo)];
    if (node->op == CORE_AND) {
      lits_push(&todo, node->left);
      lits_push(&todo, node->right);
      continue;
    }
    uint32_t v = node->left;
    good = node->op == CORE_NOT && core->nodes[v].op == CORE_EU &&
           a->state[core->nodes[v].left].now == AIG_TRUE &&
           a->state[target_of(core, v)].now != LIT_NONE && a->state[target_of(core, v)].grows;
    if (good) lits_push(&a->eventually, v);
  }
  lits_free(&todo);
  return good;
}

/* Is !psi a disjunction of F p? Collects their U nodes. */
static bool find_u_nodes(struct always *a) {
  const struct path_formula *path = a->path;
  struct lits todo = {0};
  bool good = true;
  lits_push(&todo, (uint32_t)path->num_nodes - 1);
  while (good && todo.size > 0) {
    uint32_t k = lits_pop(&todo);
    const struct path_node *node = &path->nodes[k];
    if (node->op == PATH_OR) {
      lits_push(&todo, node->left);
      lits_push(&todo, node->right);
      continue;
    }
    good = node->op == PATH_U && a->path_value[node->left] == AIG_TRUE &&
           a->path_value[node->right] != LIT_NONE;
    if (good) lits_push(&a->eventually, k);
  }
  lits_free(&todo);
  return good;
}

static lit target(const struct always *a, uint32_t eventually) {
  if (a->path) return a->path_value[a->path->nodes[eventually].right];
  return a->state[target_of(a->core, eventually)].now;
}

static bool find_question(struct always *a) {
  const struct core_formula *core = a->core;
  const struct core_node *root = &core->nodes[ROOT];
  bool quantified = root->op == CORE_NOT && core->nodes[root->left].op == CORE_E;
  if (core->num_paths > (quantified ? 1 : 0)) return false;
  if (quantified) a->path = core_path(core, root->left);
  a->state = memory_alloc(core->num_nodes, sizeof *a->state);
  find_state_values(a);
  if (!a->path) return find_eu_nodes(a);
  system_add_ghosts(a->inner.system, count_past(a->path));
  a->path_value = memory_alloc(a->path->num_nodes, sizeof *a->path_value);
  find_path_values(a);
  return find_u_nodes(a);
}

static void begin(struct always *a) {
  struct aig *aig = a->inner.system->aig;
  lit bad = AIG_FALSE;
  for (size_t k = 0; k < a->eventually.size; k++)
    bad = aig_or(aig, bad, target(a, a->eventually.at[k]));
  evidence_init(&a->inner.evidence, PROPERTY_BAD, a->inner.system, 0);
  a->search = safety_new(&a->task, bad, &a->inner);
}

struct always *always_new(const struct task *task, const struct check_result *result) {
  const struct check_options *options = task->options;
  bool listed = options->engines.family[FAMILY_CTL].size > 0 && !options->as_bad;
  if (listed || options->ctl.num_hints) return NULL;
  struct always *a = memory_zeroed(1, sizeof *a);
  struct lits atoms = {0}, ahead = {0};
  a->core = &result->core;
  a->task = *task;
  a->task.effort = &a->share;
  a->share = effort_of(task->effort, UINT64_MAX / 2);
  core_atoms(a->core, &atoms);
  atoms_ahead(a->core, &ahead);
  struct elaboration how = {.model = task->model,
                            .justice = -1,
                            .atoms = ahead.at,
                            .num_atoms = ahead.size,
                            .roots = atoms.at,
                            .num_roots = atoms.size};
  a->inner.system = system_elaborate(&how);
  lits_free(&atoms);
  lits_free(&ahead);
  if (find_question(a)) {
    begin(a);
    return a;
  }
  always_free(a);
  return NULL;
}

void always_free(struct always *a) {
  if (!a) return;
  if (a->search) safety_end(a->search);
  evidence_free(&a->inner.evidence);
  system_free(a->inner.system);
  lits_free(&a->eventually);
  free(a->state);
  free(a->path_value);
  free(a->outer_states);
  free(a->outer_inputs);
  free(a);
}

bool always_looks_ahead(const struct always *a) {
  for (size_t k = 0; !a->path && k < a->eventually.size; k++)
    if (a->state[target_of(a->core, a->eventually.at[k])].ex != CORE_NOWHERE) return true;
  return false;
}

/* --- the search ------------------------------------------------------------------------------- */

bool always_run(struct always *a, uint64_t ticks) {
  if (!a->search) return true;
  a->share = effort_of(a->share.outer, ticks);
  if (!safety_run(a->search)) return false;
  safety_end(a->search);
  a->search = NULL;
  return true;
}

enum verdict always_verdict(const struct always *a) { return a->inner.evidence.verdict; }
const char *always_decided(const struct always *a) { return a->inner.meter.statistics.decided; }

/* --- a proof ---------------------------------------------------------------------------------- */

/* An input that reset functions or EX look at is a state in both systems, and what it becomes is an
 * input. */
static void map_state(struct always *a, const struct system *outer, size_t k) {
  const struct system *inner = a->inner.system;
  lit there = outer->model_map[inner->state_origin[k]];
  a->outer_states[k] = there;
  const struct aig_node *next = &inner->aig->nodes[lit_node(inner->next[k])];
  const struct aig_node *node = &outer->aig->nodes[lit_node(there)];
  bool observed = next->kind == AIG_INPUT && inner->input_origin[next->left] > inner->model_maxvar;
  if (observed) a->outer_inputs[next->left] = outer->next[node->left];
}

static void map_leaves(struct always *a, const struct system *outer) {
  const struct system *inner = a->inner.system;
  size_t old = inner->num_states - inner->num_ghosts;
  a->outer_states = memory_alloc(inner->num_states, sizeof *a->outer_states);
  a->outer_inputs = memory_alloc(inner->num_inputs, sizeof *a->outer_inputs);
  for (size_t k = 0; k < inner->num_inputs; k++)
    if (inner->input_origin[k] <= inner->model_maxvar)
      a->outer_inputs[k] = outer->model_map[inner->input_origin[k]];
  for (size_t k = 0; k < old; k++) map_state(a, outer, k);
  for (size_t k = old; k < inner->num_states; k++)
    a->outer_states[k] = outer->states[a->first_ghost + k - old];
}

void always_add_ghosts(struct always *a, struct system *outer) {
  const struct system *inner = a->inner.system;
  size_t ghosts = inner->num_ghosts, old = inner->num_states - ghosts;
  a->first_ghost = outer->num_states;
  if (ghosts > 0) system_add_ghosts(outer, ghosts);
  map_leaves(a, outer);
  struct substitution map;
  substitution_init(&map, inner->aig, outer->aig, a->outer_states, a->outer_inputs);
  for (size_t k = 0; k < ghosts; k++)
    outer->next[a->first_ghost + k] = substitution_apply(&map, inner->next[old + k]);
  substitution_free(&map);
}

/* Q of an EX node: where w is not true, whatever EX is. */
static void conclude_ex(struct always *a, uint32_t w, struct substitution *map,
                        struct evidence *evidence) {
  if (a->state[w].ex == CORE_NOWHERE) return;
  struct fact *fact = &evidence->facts[a->state[w].ex].upper;
  lit outside = lit_not(substitution_apply(map, a->state[w].possibly));
  if (fact->kind == FACT_NONE) fact->predicate = AIG_TRUE;
  fact->kind = FACT_UPPER;
  fact->predicate = aig_and(evidence->system->aig, fact->predicate, outside);
}

/* Q is false. Where only constraints keep the target away, no path goes on from it. */
static void conclude_eu(struct always *a, uint32_t v, struct substitution *map,
                        struct evidence *evidence) {
  const struct core_formula *core = a->core;
  uint32_t w = core->nodes[v].right;
  evidence->facts[v].upper = (struct fact){.kind = FACT_UPPER, .predicate = AIG_FALSE};
  conclude_ex(a, target_of(core, v), map, evidence);
  if (target_of(core, v) == w) return;
  uint32_t left = core->nodes[w].left;
  uint32_t eg = is_fair_path(core, left) ? left : core->nodes[w].right;
  struct fact *fact = &evidence->facts[eg].upper;
  fact->kind = FACT_UPPER_EG;
  fact_block(fact, substitution_apply(map, target(a, v)));
}

/* Promises are at most what ghosts say. */
static lit promises_are_true(const struct always *a, const struct system *outer) {
  struct lits parts = {0};
  size_t ghost = a->first_ghost;
  for (size_t k = 0; k < a->path->num_nodes; k++) {
    const struct path_node *node = &a->path->nodes[k];
    if (!looks_back(node->op)) continue;
    lit said = said_by(node->op, outer->states[ghost++]);
    lits_push(&parts, aig_implies(outer->aig, outer->elementary[node->variable], said));
  }
  lit all = aig_and_all(outer->aig, parts.at, parts.size);
  lits_free(&parts);
  return all;
}

/* A block for each U, and Q excludes the initial states. */
static void conclude_e(struct always *a, struct check_result *result) {
  struct system *outer = result->system;
  struct fact *fact = &result->evidence.facts[a->core->nodes[ROOT].left].upper;
  lit promises = promises_are_true(a, outer);
  fact->kind = FACT_UPPER_E;
  fact->predicate = lit_not(outer->init);
  for (size_t k = 0; k < a->eventually.size; k++) {
    const struct path_node *node = &a->path->nodes[a->eventually.at[k]];
    lit promise = outer->elementary[node->variable];
    struct block *block = fact_block(fact, aig_and(outer->aig, promise, promises));
    lits_push(&block->end_fair, (uint32_t)outer->num_fairness + node->fair);
  }
}

void always_conclude(struct always *a, struct check_result *result) {
  struct evidence *evidence = &result->evidence;
  struct substitution map;
  substitution_init(&map, a->inner.system->aig, result->system->aig, a->outer_states,
                    a->outer_inputs);
  evidence->invariant = substitution_apply(&map, a->inner.evidence.invariant);
  evidence->verdict = VERDICT_HOLDS;
  if (a->path)
    conclude_e(a, result);
  else
    for (size_t k = 0; k < a->eventually.size; k++)
      conclude_eu(a, a->eventually.at[k], &map, evidence);
  substitution_free(&map);
  result->meter.statistics.decided = always_decided(a);
}

/* --- a run ------------------------------------------------------------------------------------ */

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
static uint32_t met_at_the_end(const struct always *a) {
  const struct trace *run = &a->inner.evidence.trace;
  size_t last = run->length - 1, k = 0;
  while (!aig_eval(a->inner.system->aig, target(a, a->eventually.at[k]), trace_state(run, last),
                   trace_input(run, last)))
    k++;
  return a->eventually.at[k];
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
  uint32_t v = met_at_the_end(a);
  run_again(a, outer, 1, trace);
  *ex = a->state[target_of(a->core, v)].ex;
  return v;
}

/* Elementary variables in step t: what was, and that !p will be. */
static void promise(const struct always *a, size_t t, uint8_t *values) {
  const struct trace *run = &a->inner.evidence.trace;
  const struct path_formula *path = a->path;
  size_t ghost = a->inner.system->num_states - count_past(path);
  memset(values, 0, path->num_variables);
  if (t == run->length) return;
  values[path->nodes[met_at_the_end(a)].variable - path->first_variable] = 1;
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
