#include "tests/oracle/explicit_certifier.h"

#include "checker/ctl/core_formula.h"

/* --- the elaborated system, enumerated -------------------------------------------------------- */

/* A step of state s with inputs i is step[s << input_bits | i]. */
static const uint32_t NOT_ALLOWED = UINT32_MAX;

typedef uint8_t *set; /* a byte per state */

struct explicit {
  struct rng *rng;
  const struct aiger *model;
  struct core_formula core;
  size_t num_fairness;
  uint8_t *observed, *open; /* per input; per variable: its cone contains an unobserved input */
  struct lits states,
      inputs; /* certificate variables of the bits of a state, and of the inputs of a step */
  uint32_t num_states, num_inputs; /* 2^bits */
  uint32_t *step;
  uint8_t *values; /* scratch, per variable of the model */
  set initial, reachable;
  set *fair; /* B_j */
  set *sat;  /* per core node, within the reachable states */
  struct certificate *out;
  uint32_t next_gate;
  uint32_t *cube; /* per state: the gate of its cube, or 0 */
  unsigned lies;
  bool is_view;           /* of an E node: no loops there */
  uint32_t first_own;     /* its own fairness numbers count from here */
  size_t system_fairness; /* those before are the system's */
  set promised;           /* where its path formula is promised */
};

static bool value(const uint8_t *values, uint32_t literal) {
  return values[literal >> 1] ^ (literal & 1u);
}

static void find_observed(struct explicit *x, bool observe_all) {
  const struct aiger *m = x->model;
  uint8_t *mark = memory_zeroed(m->maxvar + 1, 1);
  struct lits atoms = {0};
  core_atoms(&x->core, &atoms);
  for (size_t k = 0; k < atoms.size; k++) mark[atoms.at[k] >> 1] = 1;
  for (size_t k = 0; k < m->num_latches; k++) mark[m->latches[k].reset >> 1] = 1;
  for (size_t k = m->num_ands; k-- > 0;)
    if (mark[m->ands[k].lhs >> 1]) mark[m->ands[k].rhs0 >> 1] = mark[m->ands[k].rhs1 >> 1] = 1;
  for (size_t k = 0; k < m->inputs.size; k++) {
    x->observed[k] = observe_all || mark[m->inputs.at[k] >> 1];
    x->open[m->inputs.at[k] >> 1] = !x->observed[k];
  }
  for (size_t k = 0; k < m->num_ands; k++)
    x->open[m->ands[k].lhs >> 1] = x->open[m->ands[k].rhs0 >> 1] || x->open[m->ands[k].rhs1 >> 1];
  lits_free(&atoms);
  free(mark);
}

/* State bits: latches, observed inputs, monitors. Step inputs: unobserved inputs, fresh inputs of
 * observed ones. */
static void number_variables(struct explicit *x) {
  const struct aiger *m = x->model;
  for (size_t k = 0; k < m->num_latches; k++) lits_push(&x->states, m->latches[k].lit >> 1);
  for (uint32_t k = 0; k < m->inputs.size; k++) {
    if (x->observed[k]) lits_push(&x->states, m->inputs.at[k] >> 1);
    lits_push(&x->inputs, x->observed[k] ? m->maxvar + (uint32_t)x->num_fairness + 1 + k
                                         : m->inputs.at[k] >> 1);
  }
  for (uint32_t j = 0; j < x->num_fairness; j++)
    if (x->open[m->fairness.at[j] >> 1]) lits_push(&x->states, m->maxvar + 1 + j);
}

static void load(struct explicit *x, uint32_t state, uint32_t inputs) {
  const struct aiger *m = x->model;
  for (size_t b = 0; b < x->states.size; b++)
    if (x->states.at[b] <= m->maxvar) x->values[x->states.at[b]] = state >> b & 1u;
  for (size_t b = 0; b < x->inputs.size; b++)
    if (x->inputs.at[b] <= m->maxvar) x->values[x->inputs.at[b]] = inputs >> b & 1u;
  x->values[0] = 0;
  for (size_t k = 0; k < m->num_ands; k++)
    x->values[m->ands[k].lhs >> 1] =
        value(x->values, m->ands[k].rhs0) && value(x->values, m->ands[k].rhs1);
}

/* The value of state bit b after the step that is loaded. */
static bool next_bit(const struct explicit *x, size_t b, uint32_t inputs) {
  const struct aiger *m = x->model;
  if (b < m->num_latches) return value(x->values, m->latches[b].next);
  uint32_t var = x->states.at[b];
  if (var > m->maxvar) return value(x->values, m->fairness.at[var - m->maxvar - 1]);
  for (size_t k = 0; k < m->inputs.size; k++)
    if (m->inputs.at[k] >> 1 == var)
      return inputs >> k & 1u; /* one step input per input, in order */
  return false;
}

/* A large lie: there are no constraints. */
static void enumerate(struct explicit *x) {
  bool constrained = !(x->lies && rng_chance(x->rng, 20));
  for (uint32_t s = 0; s < x->num_states; s++) {
    for (uint32_t i = 0; i < x->num_inputs; i++) {
      uint32_t to = 0;
      load(x, s, i);
      for (size_t b = 0; b < x->states.size; b++) to |= (uint32_t)next_bit(x, b, i) << b;
      for (size_t k = 0; constrained && k < x->model->constraints.size; k++)
        if (!value(x->values, x->model->constraints.at[k])) to = NOT_ALLOWED;
      x->step[s * x->num_inputs + i] = to;
    }
  }
}

static bool is_initial(struct explicit *x, uint32_t s) {
  load(x, s, 0);
  for (size_t k = 0; k < x->model->num_latches; k++) {
    const struct aiger_latch *latch = &x->model->latches[k];
    if (value(x->values, latch->lit) != value(x->values, latch->reset)) return false;
  }
  for (size_t b = 0; b < x->states.size; b++)
    if (x->states.at[b] > x->model->maxvar && (s >> b & 1u)) return false;
  return true;
}

static set new_set(const struct explicit *x) { return memory_zeroed(x->num_states, 1); }

/* An input that leads from s into the set by an allowed step, or NOT_ALLOWED. A random one of them.
 */
static uint32_t input_into(const struct explicit *x, uint32_t s, const uint8_t *to) {
  uint32_t start = rng_below(x->rng, x->num_inputs);
  for (uint32_t n = 0; n < x->num_inputs; n++) {
    uint32_t i = (start + n) % x->num_inputs, target = x->step[s * x->num_inputs + i];
    if (target != NOT_ALLOWED && to[target]) return i;
  }
  return NOT_ALLOWED;
}

/* Adds to *reached what steps inside `inside` reach from it. */
static void extend_forwards(const struct explicit *x, const uint8_t *inside, set reached) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < x->num_states; s++) {
      if (!reached[s]) continue;
      for (uint32_t i = 0; i < x->num_inputs; i++) {
        uint32_t to = x->step[s * x->num_inputs + i];
        if (to == NOT_ALLOWED || reached[to] || (inside && !inside[to])) continue;
        reached[to] = 1;
        changed = true;
      }
    }
  }
}

static void extend_backwards(const struct explicit *x, const uint8_t *through, set reaching) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < x->num_states; s++) {
      if (reaching[s] || !through[s] || input_into(x, s, reaching) == NOT_ALLOWED) continue;
      reaching[s] = changed = true;
    }
  }
}

/* Emerson and Lei: the greatest set from each state of which every B_j is reached inside it, by one
 * step at least. */
static void fair_inside(const struct explicit *x, const uint8_t *inside, set result) {
  memcpy(result, inside, x->num_states);
  set goal = new_set(x);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t j = 0; j < (x->num_fairness ? x->num_fairness : 1); j++) {
      for (uint32_t s = 0; s < x->num_states; s++)
        goal[s] = result[s] && (!x->num_fairness || x->fair[j][s]) &&
                  input_into(x, s, result) != NOT_ALLOWED;
      extend_backwards(x, result, goal);
      for (uint32_t s = 0; s < x->num_states; s++) {
        if (result[s] && !goal[s]) changed = true;
        result[s] = result[s] && goal[s];
      }
    }
  }
  free(goal);
}

/* A lie: one thing about the enumerated system or its sets is wrong. Everything that follows from
 * it is done properly. */
static void lie(struct explicit *x) {
  uint32_t s = rng_below(x->rng, x->num_states);
  switch (rng_below(x->rng, 4)) {
  case 0:
    if (x->is_view)
      x->promised[s] = !x->promised[s];
    else
      x->initial[s] = !x->initial[s];
    break;
  case 1:
    if (x->num_fairness) {
      uint8_t *member = &x->fair[rng_below(x->rng, (uint32_t)x->num_fairness)][s];
      *member = !*member;
    }
    break;
  default: {
    uint32_t *to = &x->step[s * x->num_inputs + rng_below(x->rng, x->num_inputs)];
    *to = rng_chance(x->rng, 30) ? NOT_ALLOWED : rng_below(x->rng, x->num_states);
  }
  }
}

/* Another one: a state is said to satisfy a formula, or not to. */
static void lie_about_node(struct explicit *x, set members) {
  uint32_t s = rng_below(x->rng, x->num_states);
  if (x->reachable[s]) members[s] = !members[s];
}

/* --- views ------------------------------------------------------------------------------------ */

/* Which of the promises `m` of the view are made by node k of the path formula in state s. */
static bool promised(const struct explicit *x, const struct path_formula *p, size_t k, uint32_t s,
                     uint32_t m) {
  const struct path_node *n = &p->nodes[k];
  switch (n->op) {
  case PATH_LEAF: return x->sat[n->left][s];
  case PATH_AND: return promised(x, p, n->left, s, m) && promised(x, p, n->right, s, m);
  case PATH_OR: return promised(x, p, n->left, s, m) || promised(x, p, n->right, s, m);
  default: return m >> (n->variable - p->first_variable) & 1u;
  }
}

/* Does a step from state s keep the promises `m`, with the promises `next` behind it? */
static bool kept(const struct explicit *x, const struct path_formula *p, uint32_t s, uint32_t m,
                 uint32_t next) {
  for (size_t k = 0; k < p->num_nodes; k++) {
    const struct path_node *n = &p->nodes[k];
    if (n->op < PATH_X) continue;
    size_t bit = n->variable - p->first_variable;
    bool e = m >> bit & 1u, later = next >> bit & 1u;
    bool left = promised(x, p, n->left, s, m);
    bool right = n->op != PATH_X && promised(x, p, n->right, s, m);
    if (n->op == PATH_U && e && !right && !(left && later)) return false;
    if (n->op == PATH_R && e && !(right && (left || later))) return false;
    if (n->op == PATH_X && e && !(next >> (bit + 1) & 1u)) return false;
    if (n->op == PATH_X && (m >> (bit + 1) & 1u) && !left) return false;
  }
  return true;
}

static bool view_is_small(const struct explicit *x, const struct path_formula *p) {
  return x->states.size + p->num_variables <= EXPLICIT_MAX_VIEW_BITS &&
         x->inputs.size + p->num_variables <= EXPLICIT_MAX_INPUT_BITS;
}

/* State s with promises m is s | m << bits of s; inputs likewise. */
static void number_view(const struct explicit *x, const struct path_formula *p,
                        struct explicit *view) {
  uint32_t first = x->model->maxvar + (uint32_t)(x->num_fairness + x->model->inputs.size) + 1;
  lits_append(&view->states, x->states.at, x->states.size);
  lits_append(&view->inputs, x->inputs.at, x->inputs.size);
  for (size_t k = p->first_variable; k < p->first_variable + p->num_variables; k++) {
    lits_push(&view->states, first + (uint32_t)k);
    lits_push(&view->inputs, first + (uint32_t)(x->core.num_variables + k));
  }
  view->num_states = x->num_states << p->num_variables;
  view->num_inputs = x->num_inputs << p->num_variables;
}

static void view_steps(const struct explicit *x, const struct path_formula *p,
                       struct explicit *view) {
  size_t bits = x->states.size, input_bits = x->inputs.size;
  for (uint32_t y = 0; y < view->num_states; y++) {
    uint32_t s = y & (x->num_states - 1), m = y >> bits;
    for (uint32_t next = 0; next < 1u << p->num_variables; next++) {
      bool good = kept(x, p, s, m, next);
      for (uint32_t i = 0; i < x->num_inputs; i++) {
        uint32_t to = x->step[s * x->num_inputs + i];
        if (to != NOT_ALLOWED) to = good ? to | next << bits : NOT_ALLOWED;
        view->step[(size_t)y * view->num_inputs + (i | next << input_bits)] = to;
      }
    }
  }
}

static void view_fairness(const struct explicit *x, const struct path_formula *p,
                          struct explicit *view) {
  size_t j = x->num_fairness;
  view->fair = memory_zeroed(view->num_fairness, sizeof *view->fair);
  for (size_t n = 0; n < view->num_fairness; n++) view->fair[n] = new_set(view);
  for (uint32_t y = 0; y < view->num_states; y++)
    for (size_t n = 0; n < j; n++) view->fair[n][y] = x->fair[n][y & (x->num_states - 1)];
  for (size_t k = 0; k < p->num_nodes; k++) {
    if (p->nodes[k].op != PATH_U) continue;
    for (uint32_t y = 0; y < view->num_states; y++) {
      uint32_t s = y & (x->num_states - 1), m = y >> x->states.size;
      view->fair[j][y] = !promised(x, p, k, s, m) || promised(x, p, p->nodes[k].right, s, m);
    }
    j++;
  }
}

/* The system with the promises of node v; freed by view_free. */
static void view_of(struct explicit *x, uint32_t v, struct explicit *view) {
  const struct path_formula *p = core_path(&x->core, v);
  *view = (struct explicit){.rng = x->rng,
                            .model = x->model,
                            .num_fairness = x->num_fairness + p->num_fair,
                            .system_fairness = x->num_fairness,
                            .first_own = (uint32_t)(x->num_fairness + p->first_fair),
                            .out = x->out,
                            .next_gate = x->next_gate,
                            .lies = x->lies,
                            .is_view = true};
  number_view(x, p, view);
  view->step = memory_alloc((size_t)view->num_states * view->num_inputs, sizeof *view->step);
  view->cube = memory_zeroed(view->num_states, sizeof *view->cube);
  view->reachable = new_set(view);
  view->promised = new_set(view);
  view_steps(x, p, view);
  view_fairness(x, p, view);
  for (uint32_t y = 0; y < view->num_states; y++) {
    uint32_t s = y & (x->num_states - 1), m = y >> x->states.size;
    view->reachable[y] = x->reachable[s];
    view->promised[y] = promised(x, p, p->num_nodes - 1, s, m);
  }
  if (x->lies && rng_chance(x->rng, 30)) lie(view);
}

static void view_free(struct explicit *x, struct explicit *view) {
  x->next_gate = view->next_gate;
  for (size_t j = 0; j < view->num_fairness; j++) free(view->fair[j]);
  free(view->fair);
  free(view->step);
  free(view->cube);
  free(view->reachable);
  free(view->promised);
  lits_free(&view->states);
  lits_free(&view->inputs);
}

/* The states of the view on which fair paths start. */
static void fair_states(const struct explicit *view, set result) {
  set everything = new_set(view);
  memset(everything, 1, view->num_states);
  fair_inside(view, everything, result);
  for (uint32_t y = 0; y < view->num_states; y++) result[y] = result[y] && view->reachable[y];
  free(everything);
}

static void label_e(struct explicit *x, uint32_t v, set result) {
  struct explicit view;
  view_of(x, v, &view);
  set fair = new_set(&view);
  fair_states(&view, fair);
  for (uint32_t y = 0; y < view.num_states; y++)
    if (fair[y] && view.promised[y]) result[y & (x->num_states - 1)] = 1;
  free(fair);
  view_free(x, &view);
}

static void label(struct explicit *x, uint32_t v) {
  const struct core_node *node = &x->core.nodes[v];
  const uint8_t *left = node->op == CORE_ATOM ? NULL : x->sat[node->left];
  bool binary = node->op == CORE_AND || node->op == CORE_OR || node->op == CORE_EU;
  const uint8_t *right = binary ? x->sat[node->right] : NULL;
  set result = x->sat[v] = new_set(x);
  if (node->op == CORE_EG) fair_inside(x, left, result);
  if (node->op == CORE_E) label_e(x, v, result);
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!x->reachable[s]) continue;
    switch (node->op) {
    case CORE_ATOM:
      load(x, s, 0);
      result[s] = value(x->values, node->lit);
      break;
    case CORE_NOT: result[s] = !left[s]; break;
    case CORE_AND: result[s] = left[s] && right[s]; break;
    case CORE_OR: result[s] = left[s] || right[s]; break;
    case CORE_EX: result[s] = input_into(x, s, left) != NOT_ALLOWED; break;
    case CORE_EU: result[s] = right[s]; break;
    case CORE_EG:
    case CORE_E: break;
    }
  }
  if (node->op == CORE_EU) extend_backwards(x, left, result);
  if (x->lies && node->op >= CORE_EX && rng_chance(x->rng, 30)) lie_about_node(x, result);
}

/* --- predicates ------------------------------------------------------------------------------- */

static uint32_t add_gate(struct explicit *x, const struct lits *arguments) {
  uint32_t lhs = 2 * x->next_gate++;
  certificate_gate(x->out, lhs, arguments->at, arguments->size);
  return lhs;
}

/* The predicate that is true in state s only. */
static uint32_t cube_of(struct explicit *x, uint32_t s) {
  if (!x->states.size) return 1;
  if (!x->cube[s]) {
    struct lits arguments = {0};
    for (size_t b = 0; b < x->states.size; b++)
      lits_push(&arguments, 2 * x->states.at[b] + !(s >> b & 1u));
    x->cube[s] = add_gate(x, &arguments);
    lits_free(&arguments);
  }
  return x->cube[s];
}

/* A predicate that is, among reachable states, true exactly in those of the set. */
static uint32_t predicate(struct explicit *x, const uint8_t *members) {
  bool complement = rng_chance(x->rng, 50);
  struct lits arguments = {0};
  for (uint32_t s = 0; s < x->num_states; s++)
    if (x->reachable[s] && (members[s] != 0) != complement)
      lits_push(&arguments, cube_of(x, s) ^ 1u);
  uint32_t none = arguments.size ? add_gate(x, &arguments) : 1;
  lits_free(&arguments);
  return complement ? none : none ^ 1u;
}

/* R is exactly the reachable states: the other predicates may say anything elsewhere. */
static uint32_t reachable_states(struct explicit *x) {
  struct lits arguments = {0};
  for (uint32_t s = 0; s < x->num_states; s++)
    if (x->reachable[s]) lits_push(&arguments, cube_of(x, s) ^ 1u);
  uint32_t none = arguments.size ? add_gate(x, &arguments) : 1;
  lits_free(&arguments);
  return none ^ 1u;
}

/* --- facts ------------------------------------------------------------------------------------ */

/* There may be no input that does what a lie says: then it is any. */
static void add_choice(struct explicit *x, struct choices *choices, uint32_t s, uint32_t inputs) {
  struct lits cube = {0};
  if (inputs == NOT_ALLOWED) inputs = rng_below(x->rng, x->num_inputs);
  for (size_t b = 0; b < x->inputs.size; b++)
    lits_push(&cube, 2 * x->inputs.at[b] + !(inputs >> b & 1u));
  choices_add(choices, cube_of(x, s), cube.at, cube.size);
  lits_free(&cube);
}

/* The states of `members` outside `base`, in the order in which they come to reach it by steps
 * inside `members`; each with the step. */
static void add_ranks(struct explicit *x, struct choices *ranks, const uint8_t *members,
                      const uint8_t *base) {
  set done = new_set(x), before = new_set(x);
  for (uint32_t s = 0; s < x->num_states; s++) done[s] = base[s] && members[s];
  for (bool changed = true; changed;) {
    changed = false;
    memcpy(before, done, x->num_states);
    for (uint32_t s = 0; s < x->num_states; s++) {
      if (done[s] || !members[s]) continue;
      uint32_t i = input_into(x, s, before);
      if (i == NOT_ALLOWED) continue;
      add_choice(x, ranks, s, i);
      done[s] = 1;
      changed = true;
    }
  }
  for (uint32_t s = 0; s < x->num_states; s++)
    if (members[s] && !done[s]) add_choice(x, ranks, s, NOT_ALLOWED); /* only in lies */
  free(done);
  free(before);
}

static void lower_ex(struct explicit *x, uint32_t v) {
  uint32_t bound = predicate(x, x->sat[v]);
  struct fact *fact = certificate_fact(x->out, FACT_LOWER_EX, v, bound);
  for (uint32_t s = 0; s < x->num_states; s++)
    if (x->sat[v][s])
      add_choice(x, &fact->ranks, s, input_into(x, s, x->sat[x->core.nodes[v].left]));
}

/* A region: all of it, its states kept inside by choices, every B_j reached inside it. */
static void add_region(struct explicit *x, struct fact *fact, const uint8_t *members,
                       uint32_t inside) {
  fact->has_region = true;
  fact->region = (struct region){.inside = inside, .num_covers = x->num_fairness};
  fact->region.covers = memory_zeroed(x->num_fairness, sizeof *fact->region.covers);
  for (uint32_t s = 0; s < x->num_states; s++)
    if (members[s]) add_choice(x, &fact->region.choices, s, input_into(x, s, members));
  for (size_t j = 0; j < x->num_fairness; j++)
    add_ranks(x, &fact->region.covers[j], members, x->fair[j]);
}

/* Where the walk of a lasso goes: to the next state on a shortest way inside `members` to `goal`,
 * by one step at least. */
static uint32_t walk_step(const struct explicit *x, const uint8_t *members, const uint8_t *goal,
                          uint32_t s, uint32_t *inputs) {
  set closer = new_set(x), next = new_set(x);
  for (uint32_t t = 0; t < x->num_states; t++) closer[t] = members[t] && goal[t];
  while ((*inputs = input_into(x, s, closer)) == NOT_ALLOWED) {
    for (uint32_t t = 0; t < x->num_states; t++)
      next[t] = closer[t] || (members[t] && input_into(x, t, closer) != NOT_ALLOWED);
    memcpy(closer, next, x->num_states);
  }
  free(closer);
  free(next);
  return x->step[s * x->num_inputs + *inputs];
}

/* A lasso around a closed walk from a state that can be returned to: through B_1, B_2, .. and back.
 */
static bool add_lasso(struct explicit *x, struct fact *fact, const uint8_t *members, uint32_t start,
                      set covered) {
  set home = new_set(x), around = new_set(x);
  home[start] = 1;
  memcpy(around, home, x->num_states);
  extend_backwards(x, members, around); /* states of `members` that can come home */
  set part = new_set(x);
  part[start] = 1;
  extend_forwards(x, members, part);
  for (uint32_t s = 0; s < x->num_states; s++) part[s] = part[s] && around[s] && members[s];
  bool good = input_into(x, start, part) != NOT_ALLOWED;
  for (size_t j = 0; j < x->num_fairness; j++) {
    bool met = false;
    for (uint32_t s = 0; s < x->num_states; s++) met = met || (part[s] && x->fair[j][s]);
    good = good && met;
  }
  if (good) {
    struct lasso *lasso = fact_lasso(fact);
    uint32_t s = start, length = 0, inputs;
    for (size_t j = 0; j <= x->num_fairness; j++) {
      const uint8_t *goal = j < x->num_fairness ? x->fair[j] : home;
      /* B_j may be true already; home must be come to by a step. */
      while (j < x->num_fairness ? !goal[s] : !(length && s == start)) {
        uint32_t to = walk_step(x, part, goal, s, &inputs);
        add_choice(x, &lasso->steps, s, inputs);
        covered[s] = 1;
        length++;
        s = to;
        if (j == x->num_fairness && s == start) break;
      }
      if (j < x->num_fairness) lits_push(&lasso->at, length);
    }
    /* A B_j that was met at the very end is met at the start. */
    for (size_t j = 0; j < lasso->at.size; j++)
      if (lasso->at.at[j] == length) lasso->at.at[j] = 0;
  }
  free(home);
  free(around);
  free(part);
  return good;
}

/* A lasso that goes from a state to itself, it says. */
static void pretend_lasso(struct explicit *x, struct fact *fact, uint32_t s, set covered) {
  struct lasso *lasso = fact_lasso(fact);
  set home = new_set(x);
  home[s] = covered[s] = 1;
  add_choice(x, &lasso->steps, s, input_into(x, s, home));
  for (size_t j = 0; j < x->num_fairness; j++) lits_push(&lasso->at, 0);
  free(home);
}

/* EG lower: lassos in which some states of the set can stay and ranks that lead there, or one
 * region. E lower: the same in a view. */
static void lower_eg(struct explicit *x, struct fact *fact, const uint8_t *members) {
  if (rng_chance(x->rng, 50)) {
    uint32_t inside = predicate(x, members);
    add_region(x, fact, members, inside);
    return;
  }
  set covered = new_set(x), reached = new_set(x);
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!members[s] || reached[s] || !add_lasso(x, fact, members, s, covered)) continue;
    memcpy(reached, covered, x->num_states);
    extend_backwards(x, members, reached);
  }
  for (uint32_t s = 0; x->lies && s < x->num_states; s++)
    if (members[s] && !reached[s] && rng_chance(x->rng, 50)) pretend_lasso(x, fact, s, covered);
  add_ranks(x, &fact->ranks, members, covered);
  free(covered);
  free(reached);
}

/* Takes the states out of *members that have no step to (or, if `born`, from) another of them, and
 * says so with a "dead" (or "unborn") step. */
static void narrow_ends(struct explicit *x, struct block *block, set members, bool born) {
  set ends = new_set(x);
  for (uint32_t s = 0; s < x->num_states; s++)
    ends[s] = members[s] && (born || input_into(x, s, members) == NOT_ALLOWED);
  for (uint32_t s = 0; born && s < x->num_states; s++) {
    for (uint32_t i = 0; members[s] && i < x->num_inputs; i++) {
      uint32_t to = x->step[s * x->num_inputs + i];
      if (to != NOT_ALLOWED) ends[to] = 0;
    }
  }
  if (x->lies && rng_chance(x->rng, 20)) {
    uint32_t s = rng_below(x->rng, x->num_states);
    ends[s] = members[s];
  }
  block_step(block, born ? CHAIN_UNBORN : CHAIN_DEAD, predicate(x, ends), NULL, 0);
  for (uint32_t s = 0; s < x->num_states; s++) members[s] = members[s] && !ends[s];
  free(ends);
}

/* --- loops ------------------------------------------------------------------------------------ */

/* Saved values, flags and relations come behind all gates, and how many gates there will be is not
 * known before the end. Until then variable k of them is RELATIVE + k. */
enum { RELATIVE = 1 << 24, MOST_WALKS = 48 };

/* A walk that began in `start`, is in `state` now, and met the fairness of `flags`. */
struct walk {
  uint32_t start, state, flags;
};

/* The ends of all walks of one step or more inside the set; how many, at most MOST_WALKS + 1. */
static size_t find_walks(const struct explicit *x, const uint8_t *inside, struct walk *walks) {
  size_t n = 0, all = (size_t)x->num_states * x->num_states << x->num_fairness;
  uint8_t *seen = memory_zeroed(all, 1);
  for (uint32_t s = 0; s < x->num_states && n <= MOST_WALKS; s++) {
    if (!inside[s]) continue;
    for (size_t first = n, at = n; (at == first || at - 1 < n) && n <= MOST_WALKS; at++) {
      struct walk from = {s, s, 0}; /* then the ends of all walks that were found */
      if (at > first) from = walks[at - 1];
      for (uint32_t j = 0; j < x->num_fairness; j++)
        from.flags |= (uint32_t)(x->fair[j][from.state] != 0) << j;
      for (uint32_t i = 0; i < x->num_inputs && n <= MOST_WALKS; i++) {
        uint32_t to = x->step[from.state * x->num_inputs + i];
        if (to == NOT_ALLOWED || !inside[to]) continue;
        size_t index = ((size_t)s * x->num_states + to) << x->num_fairness | from.flags;
        if (seen[index]) continue;
        seen[index] = 1;
        walks[n++] = (struct walk){s, to, from.flags};
      }
    }
  }
  free(seen);
  return n;
}

static uint32_t add_relation(struct explicit *x, const struct lits *arguments) {
  uint32_t variable = RELATIVE + (uint32_t)(x->states.size + x->num_fairness);
  uint32_t lhs = 2 * (variable + (uint32_t)x->out->num_relations);
  certificate_relation(x->out, lhs, arguments->at, arguments->size);
  return lhs;
}

/* The relation that holds of this walk only. */
static uint32_t walk_relation(struct explicit *x, const struct walk *walk) {
  struct lits arguments = {0};
  if (x->states.size) lits_push(&arguments, cube_of(x, walk->state));
  for (uint32_t b = 0; b < x->states.size; b++) {
    bool complement = x->out->saved.at[b] & 1u;
    lits_push(&arguments, 2 * (RELATIVE + b) + ((walk->start >> b & 1u) == complement));
  }
  for (uint32_t j = 0; j < x->num_fairness; j++)
    lits_push(&arguments, 2 * (RELATIVE + (uint32_t)x->states.size + j) + !(walk->flags >> j & 1u));
  uint32_t relation = arguments.size ? add_relation(x, &arguments) : 1;
  lits_free(&arguments);
  return relation;
}

/* All state variables, each with any sign. */
static void save_states(struct explicit *x) {
  if (x->out->has_saved) return;
  x->out->has_saved = true;
  for (size_t b = 0; b < x->states.size; b++)
    lits_push(&x->out->saved, 2 * x->states.at[b] + rng_below(x->rng, 2));
}

/* Ends the block with the relation that holds of all walks inside the set, if these are few. */
static bool end_with_loop(struct explicit *x, struct block *block, const uint8_t *inside) {
  struct walk walks[MOST_WALKS + 1];
  struct lits none = {0};
  size_t n = find_walks(x, inside, walks);
  if (n > MOST_WALKS) return false;
  save_states(x);
  if (x->lies && n && rng_chance(x->rng, 30)) n--;
  for (size_t k = 0; k < n; k++) lits_push(&none, walk_relation(x, &walks[k]) ^ 1u);
  block->has_loop = true;
  block->loop = none.size ? add_relation(x, &none) ^ 1u : 0;
  lits_free(&none);
  return true;
}

/* The numbers of relations, once all gates are known. */
static void place(const struct explicit *x, uint32_t *literal) {
  if (*literal >= 2 * RELATIVE) *literal = *literal - 2 * RELATIVE + 2 * x->next_gate;
}

static void place_relations(struct explicit *x) {
  struct certificate *c = x->out;
  for (size_t k = 0; k < c->num_relations; k++) {
    place(x, &c->relations[k].lhs);
    for (size_t n = 0; n < c->relations[k].args.size; n++) place(x, &c->relations[k].args.at[n]);
  }
  for (size_t f = 0; f < c->num_facts; f++)
    for (size_t k = 0; k < c->facts[f].num_blocks; k++) place(x, &c->facts[f].blocks[k].loop);
}

/* --- blocks ----------------------------------------------------------------------------------- */

static uint32_t fairness_number(const struct explicit *x, uint32_t j) {
  return x->is_view && j >= x->system_fairness ? x->first_own + j - (uint32_t)x->system_fairness
                                               : j;
}

/* No fair path stays in the set. What a state can reach there is a wall, for every state; then only
 * steps inside strongly connected parts are left, and none of these parts meets every B_j. Or, with
 * any of these walls, a loop. */
static void add_block(struct explicit *x, struct fact *fact, const uint8_t *region) {
  set left = new_set(x), wall = new_set(x);
  memcpy(left, region, x->num_states);
  struct lits walls = {0}, all = {0};
  for (uint32_t j = 0; j < x->num_fairness; j++) lits_push(&all, fairness_number(x, j));
  struct block *block = fact_block(fact, predicate(x, region));
  for (unsigned k = rng_below(x->rng, 3); k > 0; k--)
    narrow_ends(x, block, left, rng_chance(x->rng, 50));
  bool loop = !x->is_view && rng_chance(x->rng, 50) && end_with_loop(x, block, left);
  bool some_walls = loop && rng_chance(x->rng, 70);
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!left[s]) continue;
    memset(wall, 0, x->num_states);
    wall[s] = 1;
    extend_forwards(x, left, wall);
    lits_push(&walls, predicate(x, wall));
    /* A lie may forget that it is one. */
    if (some_walls ? rng_chance(x->rng, 20) : !x->lies || rng_chance(x->rng, 90))
      block_step(block, CHAIN_WALL, walls.at[walls.size - 1], NULL, 0);
  }
  for (size_t k = 0; k < walls.size; k++)
    if (!some_walls && rng_chance(x->rng, 20))
      block_step(block, CHAIN_SIDE, walls.at[k] ^ rng_below(x->rng, 2), all.at, all.size);
  if (!loop) lits_append(&block->end_fair, all.at, all.size);
  lits_free(&walls);
  lits_free(&all);
  free(left);
  free(wall);
}

/* EG upper: the states of u that start no fair path inside u, in one block, or in two: first what
 * some state can reach. E upper: the same in a view. */
static void upper_eg(struct explicit *x, struct fact *fact, const uint8_t *child,
                     const uint8_t *fair) {
  set lost = new_set(x), first = new_set(x);
  uint32_t some = 0, count = 0;
  for (uint32_t s = 0; s < x->num_states; s++) {
    lost[s] = child[s] && !fair[s];
    if (lost[s] && rng_below(x->rng, ++count) == 0) some = s;
  }
  if (count && rng_chance(x->rng, 40)) {
    first[some] = 1;
    extend_forwards(x, lost, first);
    add_block(x, fact, first);
    for (uint32_t s = 0; s < x->num_states; s++) lost[s] = lost[s] && !first[s];
  }
  if (memchr(lost, 1, x->num_states)) add_block(x, fact, lost);
  free(lost);
  free(first);
}

static bool is_empty(const struct explicit *x, const uint8_t *members) {
  return !memchr(members, 1, x->num_states);
}

/* --- E ---------------------------------------------------------------------------------------- */

static void upper_e(struct explicit *x, uint32_t v) {
  struct explicit view;
  uint32_t bound = predicate(x, x->sat[v]);
  view_of(x, v, &view);
  set fair = new_set(&view);
  fair_states(&view, fair);
  upper_eg(&view, certificate_fact(x->out, FACT_UPPER_E, v, bound), view.reachable, fair);
  free(fair);
  view_free(x, &view);
}

/* Are all promises that differ from `m` at most in the bits of `open` good ones of state s? */
static bool all_good(const struct explicit *x, const uint8_t *good, uint32_t s, uint32_t m,
                     uint32_t open, uint32_t count) {
  for (uint32_t other = 0; other < count; other++)
    if (((other ^ m) & ~open) == 0 && !good[s | other << x->states.size]) return false;
  return true;
}

/* Promises that can be made in state s, and no more of them than needed; any, in lies, if there are
 * none. */
static void add_from(struct explicit *x, const struct explicit *view, struct choices *from,
                     const uint8_t *good, uint32_t s) {
  size_t bits = x->states.size, promises = view->states.size - bits;
  uint32_t count = 1u << promises, m = rng_below(x->rng, count), open = 0;
  struct lits cube = {0};
  for (uint32_t n = 0; n < count && !good[s | m << bits]; n++) m = (m + 1) % count;
  for (uint32_t b = 0; b < promises; b++) {
    bool free_too = rng_chance(x->rng, 50) && all_good(x, good, s, m, open | 1u << b, count);
    if (free_too)
      open |= 1u << b;
    else
      lits_push(&cube, 2 * view->states.at[bits + b] + !(m >> b & 1u));
  }
  choices_add(from, cube_of(x, s), cube.at, cube.size);
  lits_free(&cube);
}

static void lower_e(struct explicit *x, uint32_t v) {
  struct explicit view;
  uint32_t bound = predicate(x, x->sat[v]);
  view_of(x, v, &view);
  set fair = new_set(&view), good = new_set(&view);
  fair_states(&view, fair);
  struct fact *fact = certificate_fact(x->out, FACT_LOWER_E, v, bound);
  lower_eg(&view, fact, fair);
  for (uint32_t y = 0; y < view.num_states; y++) good[y] = fair[y] && view.promised[y];
  x->next_gate = view.next_gate; /* guards are the system's */
  for (uint32_t s = 0; s < x->num_states; s++)
    if (x->sat[v][s]) add_from(x, &view, &fact->from, good, s);
  free(fair);
  free(good);
  view.next_gate = x->next_gate;
  view_free(x, &view);
}

static void add_facts(struct explicit *x, uint32_t v) {
  enum core_op op = x->core.nodes[v].op;
  if (op == CORE_EX || op == CORE_EU)
    certificate_fact(x->out, FACT_UPPER, v, 0)->predicate = predicate(x, x->sat[v]);
  if (op == CORE_EG)
    upper_eg(x, certificate_fact(x->out, FACT_UPPER_EG, v, 0), x->sat[x->core.nodes[v].left],
             x->sat[v]);
  if (op == CORE_E) upper_e(x, v);
  if (is_empty(x, x->sat[v])) return; /* without a fact, lower is false */
  if (op == CORE_EX) lower_ex(x, v);
  if (op == CORE_EG) lower_eg(x, certificate_fact(x->out, FACT_LOWER_EG, v, 0), x->sat[v]);
  if (op == CORE_E) lower_e(x, v);
  if (op == CORE_EU) {
    struct fact *fact = certificate_fact(x->out, FACT_LOWER_EU, v, 0);
    add_ranks(x, &fact->ranks, x->sat[v], x->sat[x->core.nodes[v].right]);
  }
}

/* --- the certificate -------------------------------------------------------------------------- */

static void conclude(struct explicit *x, bool *holds) {
  *holds = true;
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!x->initial[s] || x->sat[0][s] || !*holds) continue;
    *holds = false;
    x->out->initial = memory_zeroed(x->states.size + 1, 1);
    for (size_t b = 0; b < x->states.size && x->states.at[b] <= x->model->maxvar; b++)
      x->out->initial[b] = (char)('0' + (s >> b & 1u));
  }
  x->out->holds = *holds;
}

static void solve(struct explicit *x) {
  x->step = memory_alloc((size_t)x->num_states * x->num_inputs, sizeof *x->step);
  x->values = memory_zeroed(x->model->maxvar + 1, 1);
  x->cube = memory_zeroed(x->num_states, sizeof *x->cube);
  x->initial = new_set(x);
  x->reachable = new_set(x);
  x->fair = memory_zeroed(x->num_fairness, sizeof *x->fair);
  x->sat = memory_zeroed(x->core.num_nodes, sizeof *x->sat);
  enumerate(x);
  for (uint32_t s = 0; s < x->num_states; s++) x->initial[s] = is_initial(x, s);
  for (uint32_t j = 0; j < x->num_fairness; j++) {
    x->fair[j] = new_set(x);
    uint32_t literal = x->model->fairness.at[j];
    for (uint32_t s = 0; s < x->num_states; s++) {
      load(x, s, 0);
      x->fair[j][s] = value(x->values, literal);
      for (size_t b = 0; b < x->states.size; b++)
        if (x->states.at[b] == x->model->maxvar + 1 + j) x->fair[j][s] = s >> b & 1u;
    }
  }
  for (unsigned k = 0; k < x->lies; k++) lie(x);
  memcpy(x->reachable, x->initial, x->num_states);
  extend_forwards(x, NULL, x->reachable);
  for (size_t v = x->core.num_nodes; v-- > 0;) label(x, (uint32_t)v);
}

static void explicit_free(struct explicit *x) {
  for (size_t j = 0; x->fair && j < x->num_fairness; j++) free(x->fair[j]);
  for (size_t v = 0; x->sat && v < x->core.num_nodes; v++) free(x->sat[v]);
  free(x->fair);
  free(x->sat);
  free(x->step);
  free(x->values);
  free(x->cube);
  free(x->initial);
  free(x->reachable);
  free(x->observed);
  free(x->open);
  lits_free(&x->states);
  lits_free(&x->inputs);
  core_free(&x->core);
}

bool explicit_certificate(struct rng *rng, const struct aiger *model,
                          const unsigned char digest[32], const struct formulas *arena,
                          uint32_t root, bool observe_all, unsigned lies,
                          struct certificate *certificate, bool *holds) {
  struct explicit x = {.rng = rng,
                       .model = model,
                       .num_fairness = model->fairness.size,
                       .out = certificate,
                       .lies = lies};
  core_from_formula(&x.core, arena, root, model->fairness.size || model->constraints.size);
  x.observed = memory_zeroed(model->inputs.size, 1);
  x.open = memory_zeroed(model->maxvar + 1, 1);
  find_observed(&x, observe_all);
  number_variables(&x);
  bool small = x.states.size <= EXPLICIT_MAX_STATE_BITS && x.inputs.size <= EXPLICIT_MAX_INPUT_BITS;
  for (size_t k = 0; k < x.core.num_paths; k++)
    small = small && view_is_small(&x, &x.core.paths[k]);
  if (small) {
    x.num_states = 1u << x.states.size;
    x.num_inputs = 1u << x.inputs.size;
    x.next_gate = model->maxvar + (uint32_t)(x.num_fairness + model->inputs.size) + 1 +
                  2 * (uint32_t)x.core.num_variables;
    *certificate = (struct certificate){.property = CERT_CTL,
                                        .formula = formula_print(arena, root),
                                        .inputs_all = observe_all,
                                        .version_3 = x.core.num_paths > 0};
    for (unsigned k = 0; k < 32; k++)
      snprintf(certificate->model_sha256 + 2 * k, 3, "%02x", digest[k]);
    solve(&x);
    certificate->invariant = reachable_states(&x);
    for (size_t v = x.core.num_nodes; v-- > 0;) add_facts(&x, (uint32_t)v);
    place_relations(&x);
    conclude(&x, holds);
  }
  explicit_free(&x);
  return small;
}
