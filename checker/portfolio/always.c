/* Which formulas ask the question, and the search for its answer.
 *
 * An operator of the past has a ghost g, what is true of the past of the run: Y f and Z f what f
 * was in the step before, f S g and f T g what they were themselves. At the beginning Y and S are
 * false there, Z and T true; a ghost is false at first, so that of Z and T says the opposite. */
#include "checker/portfolio/always_parts.h"
#include "checker/system/substitution.h"

enum { ROOT };

/* Of a core node without temporal operators but for one EX, whose argument has none. */
struct state_value {
  lit now;      /* with the argument of EX after the step; LIT_NONE: it is no such node */
  lit possibly; /* with true in place of EX */
  uint32_t ex;  /* CORE_NOWHERE: there is none */
  bool grows;   /* with EX, if there is one, and does not shrink */
};

struct reading {
  const struct core_formula *core;
  struct system *system;
  struct state_value *state; /* per core node */
  lit *path;                 /* per path node */
};

/* !E[u U w], and !E psi */
static bool is_always(const struct core_formula *core, const struct core_node *node) {
  return node->op == CORE_NOT && core->nodes[node->left].op == CORE_EU;
}
static bool is_path(const struct core_formula *core, const struct core_node *node) {
  return node->op == CORE_NOT && core->nodes[node->left].op == CORE_E;
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

static struct state_value state_value_of(const struct reading *r, uint32_t v) {
  const struct core_node *node = &r->core->nodes[v];
  struct system *s = r->system;
  switch (node->op) {
  case CORE_ATOM: {
    lit value = system_lit(s, node->lit);
    return (struct state_value){value, value, CORE_NOWHERE, true};
  }
  case CORE_NOT: return negated(r->state[node->left]);
  case CORE_AND: return both(s->aig, r->state[node->left], r->state[node->right]);
  case CORE_OR:
    return negated(both(s->aig, negated(r->state[node->left]), negated(r->state[node->right])));
  case CORE_EX: return step_value(s, v, r->state[node->left]);
  default: return (struct state_value){.now = LIT_NONE};
  }
}

/* Children have larger numbers. */
static void find_state_values(struct reading *r) {
  for (size_t v = r->core->num_nodes; v-- > 0;) r->state[v] = state_value_of(r, (uint32_t)v);
}

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

/* Children before parents; the ghosts are the system's last states, in this order. */
static void find_path_values(const struct reading *r, const struct path_formula *path) {
  struct system *s = r->system;
  size_t ghost = s->num_states - s->num_ghosts;
  for (size_t k = 0; k < path->num_nodes; k++) {
    const struct path_node *node = &path->nodes[k];
    r->path[k] = LIT_NONE;
    if (node->op == PATH_LEAF && r->state[node->left].ex == CORE_NOWHERE)
      r->path[k] = r->state[node->left].now;
    if (node->op == PATH_LEAF || node->op == PATH_X || node->op == PATH_U || node->op == PATH_R)
      continue;
    lit left = r->path[node->left], right = left, past = AIG_FALSE;
    if (path_arity(node->op) == 2) right = r->path[node->right];
    bool known = left != LIT_NONE && right != LIT_NONE;
    if (looks_back(node->op)) past = said_by(node->op, s->states[ghost]);
    if (known) r->path[k] = value_of(s->aig, node->op, left, right, past);
    if (!looks_back(node->op)) continue;
    bool own = node->op == PATH_S || node->op == PATH_T;
    if (known) s->next[ghost] = said_by(node->op, own ? r->path[k] : left);
    ghost++;
  }
}

static void add_target(struct always *a, struct eventually target) {
  a->targets = memory_room(a->targets, a->num_targets, &a->capacity, sizeof *a->targets);
  a->targets[a->num_targets++] = target;
}

/* AG p, if that is what the node says. */
static bool read_always(struct always *a, const struct reading *r, const struct core_node *node) {
  const struct core_formula *core = a->core;
  if (!is_always(core, node)) return false;
  uint32_t w = target_of(core, node->left), beside = core->nodes[node->left].right;
  const struct core_node *both_of = &core->nodes[beside];
  if (r->state[core->nodes[node->left].left].now != AIG_TRUE || r->state[w].now == LIT_NONE ||
      !r->state[w].grows)
    return false;
  struct eventually target = {.node = node->left,
                              .target = r->state[w].now,
                              .possibly = r->state[w].possibly,
                              .ex = r->state[w].ex,
                              .eg = CORE_NOWHERE};
  if (w != beside) target.eg = w == both_of->left ? both_of->right : both_of->left;
  add_target(a, target);
  return true;
}

/* Is the formula a conjunction of AG p? */
static bool read_conjunction(struct always *a, const struct reading *r) {
  struct lits todo = {0};
  bool good = true;
  lits_push(&todo, ROOT);
  while (good && todo.size > 0) {
    const struct core_node *node = &a->core->nodes[lits_pop(&todo)];
    if (node->op == CORE_AND) {
      lits_push(&todo, node->left);
      lits_push(&todo, node->right);
      continue;
    }
    good = read_always(a, r, node);
  }
  lits_free(&todo);
  return good;
}

/* Is !psi co-safe? */
static bool read_path(struct always *a, struct reading *r) {
  struct system *s = a->inner.system;
  system_add_ghosts(s, count_past(a->path));
  a->values = memory_alloc(a->path->num_nodes, sizeof *a->values);
  r->path = a->values;
  find_path_values(r, a->path);
  size_t most = tuning_of(a->task.effort)->monitor_sets;
  a->monitor = monitor_new(a->path, s, a->values, most, a->task.effort);
  if (a->monitor) a->bad = monitor_watch(a->monitor, s);
  return a->monitor != NULL;
}

static bool read_question(struct always *a) {
  const struct core_formula *core = a->core;
  struct reading r = {.core = core, .system = a->inner.system};
  r.state = memory_alloc(core->num_nodes, sizeof *r.state);
  find_state_values(&r);
  bool good = a->path ? read_path(a, &r) : read_conjunction(a, &r);
  free(r.state);
  return good;
}

static void begin(struct always *a) {
  struct aig *aig = a->inner.system->aig;
  for (size_t k = 0; k < a->num_targets; k++) a->bad = aig_or(aig, a->bad, a->targets[k].target);
  evidence_init(&a->inner.evidence, PROPERTY_BAD, a->inner.system, 0);
  a->search = safety_new(&a->task, a->bad, true, &a->inner);
}

static struct system *inner_system(const struct aiger *model, const struct core_formula *core,
                                   bool linear) {
  struct lits atoms = {0}, ahead = {0};
  core_atoms(core, &atoms);
  if (!linear) atoms_ahead(core, &ahead);
  struct elaboration how = {.model = model,
                            .justice = -1,
                            .atoms = ahead.at,
                            .num_atoms = ahead.size,
                            .roots = atoms.at,
                            .num_roots = atoms.size};
  struct system *system = system_elaborate(&how);
  lits_free(&atoms);
  lits_free(&ahead);
  return system;
}

/* By its outline, before anything is made for it. */
static bool may_be_question(const struct core_formula *core) {
  bool steps = false, others = false;
  if (core->num_paths > 0) return core->num_paths == 1 && is_path(core, &core->nodes[ROOT]);
  for (uint32_t v = 0; v < core->num_nodes; v++) {
    enum core_op op = core->nodes[v].op;
    steps = steps || op == CORE_EX || op == CORE_EU;
    others = others || (op == CORE_EG && !is_fair_path(core, v));
  }
  return steps && !others;
}

/* The plainest question that asks it. */
static bool find_question(struct always *a) {
  const struct aiger *model = a->task.model;
  a->inner.system = inner_system(model, a->core, false);
  if (read_question(a)) return true;
  if (a->path) return false;
  a->num_targets = 0;
  system_free(a->inner.system);
  a->inner.system = inner_system(model, a->core, true);
  return always_read_linear(a);
}

struct always *always_new(const struct task *task, const struct check_result *result) {
  const struct check_options *options = task->options;
  const struct core_formula *core = &result->core;
  bool listed = options->engines.family[FAMILY_CTL].size > 0 && !options->as_bad;
  if (listed || options->ctl.num_hints || !may_be_question(core)) return NULL;
  struct always *a = memory_zeroed(1, sizeof *a);
  const struct core_node *root = &core->nodes[ROOT];
  a->core = core;
  a->path = is_path(core, root) ? core_path(core, root->left) : NULL;
  a->task = *task;
  a->task.effort = &a->share;
  a->share = effort_of(task->effort, UINT64_MAX / 2);
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
  monitor_free(a->monitor);
  free(a->values);
  free(a->pending);
  free(a->targets);
  free(a->outer_states);
  free(a->outer_inputs);
  free(a);
}

bool always_is_linear(const struct always *a) { return a->pending != NULL; }

bool always_looks_ahead(const struct always *a) {
  for (size_t k = 0; k < a->num_targets; k++)
    if (a->targets[k].ex != CORE_NOWHERE) return true;
  return false;
}

static bool end_if(struct always *a, bool over) {
  if (!over) return false;
  safety_end(a->search);
  a->search = NULL;
  return true;
}

bool always_glance(struct always *a) {
  a->share = effort_of(a->share.outer, UINT64_MAX / 2);
  return !a->search || end_if(a, safety_glance(a->search));
}

bool always_run(struct always *a, uint64_t ticks) {
  a->share = effort_of(a->share.outer, ticks);
  return !a->search || end_if(a, safety_run(a->search));
}

enum verdict always_verdict(const struct always *a) { return a->inner.evidence.verdict; }
const char *always_decided(const struct always *a) { return a->inner.meter.statistics.decided; }
