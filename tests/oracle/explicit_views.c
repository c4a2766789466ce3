#include "tests/oracle/explicit_views.h"

/* Which of the promises `m` of the view are made by node k of the path formula in state s. */
static bool promised(const struct explicit *x, const struct path_formula *p, size_t k, uint32_t s,
                     uint32_t m) {
  const struct path_node *n = &p->nodes[k];
  bool e = n->op >= PATH_X && (m >> (n->variable - p->first_variable) & 1u);
  if (n->op == PATH_LEAF) return x->sat[n->left][s];
  if (path_arity(n->op) < 2 || n->op == PATH_U || n->op == PATH_R) return e;
  bool left = promised(x, p, n->left, s, m), right = promised(x, p, n->right, s, m);
  switch (n->op) {
  case PATH_AND: return left && right;
  case PATH_OR: return left || right;
  case PATH_S: return right || (left && e);
  default: return right && (left || e);
  }
}

/* Does a path begin there: no Y and no S has a past? */
static bool begins(const struct path_formula *p, uint32_t m) {
  for (size_t k = 0; k < p->num_nodes; k++) {
    const struct path_node *n = &p->nodes[k];
    bool empty = n->op == PATH_Y || n->op == PATH_S;
    if (empty && (m >> (n->variable - p->first_variable) & 1u)) return false;
  }
  return true;
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
    bool right = path_arity(n->op) == 2 && promised(x, p, n->right, s, m);
    bool before = n->op == PATH_Y || n->op == PATH_Z ? left : promised(x, p, k, s, m);
    if (n->op >= PATH_Y && later && !before) return false;
    if (n->op == PATH_U && e && !right && !(left && later)) return false;
    if (n->op == PATH_R && e && !(right && (left || later))) return false;
    if (n->op == PATH_X && e && !(next >> (bit + 1) & 1u)) return false;
    if (n->op == PATH_X && (m >> (bit + 1) & 1u) && !left) return false;
  }
  return true;
}

bool explicit_view_is_small(const struct explicit *x, size_t bits, const struct path_formula *p) {
  return bits + p->num_variables <= EXPLICIT_MAX_VIEW_BITS &&
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
        if (to != EXPLICIT_NOT_ALLOWED) to = good ? to | next << bits : EXPLICIT_NOT_ALLOWED;
        view->step[(size_t)y * view->num_inputs + (i | next << input_bits)] = to;
      }
    }
  }
}

static void view_fairness(const struct explicit *x, const struct path_formula *p,
                          struct explicit *view) {
  size_t j = x->num_fairness;
  view->fair = memory_zeroed(view->num_fairness, sizeof *view->fair);
  for (size_t n = 0; n < view->num_fairness; n++) view->fair[n] = explicit_set(view);
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

/* The system with the promises of node v; freed by explicit_view_free. */
void explicit_view(struct explicit *x, uint32_t v, struct explicit *view) {
  const struct path_formula *p = core_path(&x->core, v);
  *view = (struct explicit){.rng = x->rng,
                            .model = x->model,
                            .num_fairness = x->num_fairness + p->num_fair,
                            .system_fairness = x->num_fairness,
                            .first_own = (uint32_t)(x->num_fairness + p->first_fair),
                            .out = x->out,
                            .next_gate = x->next_gate,
                            .lies = x->lies,
                            .follows = x->follows,
                            .is_view = true,
                            .first_promise = x->first_promise,
                            .num_promises = x->num_promises,
                            .num_flags = x->num_flags};
  number_view(x, p, view);
  view->step = memory_alloc((size_t)view->num_states * view->num_inputs, sizeof *view->step);
  view->cube = memory_zeroed(view->num_states, sizeof *view->cube);
  view->reachable = explicit_set(view);
  view->promised = explicit_set(view);
  view_steps(x, p, view);
  view_fairness(x, p, view);
  for (uint32_t y = 0; y < view->num_states; y++) {
    uint32_t s = y & (x->num_states - 1), m = y >> x->states.size;
    view->reachable[y] = x->reachable[s];
    view->promised[y] = promised(x, p, p->num_nodes - 1, s, m) && begins(p, m);
  }
  if (x->lies && rng_chance(x->rng, 30)) explicit_lie(view);
}

void explicit_view_free(struct explicit *x, struct explicit *view) {
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
void explicit_fair_states(const struct explicit *view, set result) {
  set everything = explicit_set(view);
  memset(everything, 1, view->num_states);
  explicit_fair_inside(view, everything, result);
  for (uint32_t y = 0; y < view->num_states; y++) result[y] = result[y] && view->reachable[y];
  free(everything);
}

static void label_e(struct explicit *x, uint32_t v, set result) {
  struct explicit view;
  explicit_view(x, v, &view);
  set fair = explicit_set(&view);
  explicit_fair_states(&view, fair);
  for (uint32_t y = 0; y < view.num_states; y++)
    if (fair[y] && view.promised[y]) result[y & (x->num_states - 1)] = 1;
  free(fair);
  explicit_view_free(x, &view);
}

void explicit_label(struct explicit *x, uint32_t v) {
  const struct core_node *node = &x->core.nodes[v];
  const uint8_t *left = node->op == CORE_ATOM ? NULL : x->sat[node->left];
  bool binary = node->op == CORE_AND || node->op == CORE_OR || node->op == CORE_EU;
  const uint8_t *right = binary ? x->sat[node->right] : NULL;
  set result = x->sat[v] = explicit_set(x);
  if (node->op == CORE_EG) explicit_fair_inside(x, left, result);
  if (node->op == CORE_E) label_e(x, v, result);
  for (uint32_t s = 0; s < x->num_states; s++) {
    if (!x->reachable[s]) continue;
    switch (node->op) {
    case CORE_ATOM:
      explicit_load(x, s, 0);
      result[s] = explicit_value(x->values, node->lit);
      break;
    case CORE_NOT: result[s] = !left[s]; break;
    case CORE_AND: result[s] = left[s] && right[s]; break;
    case CORE_OR: result[s] = left[s] || right[s]; break;
    case CORE_EX: result[s] = explicit_input_into(x, s, left) != EXPLICIT_NOT_ALLOWED; break;
    case CORE_EU: result[s] = right[s]; break;
    case CORE_EG:
    case CORE_E: break;
    }
  }
  if (node->op == CORE_EU) explicit_backwards(x, left, result);
  if (x->lies && node->op >= CORE_EX && rng_chance(x->rng, 30)) explicit_lie_about_node(x, result);
}
