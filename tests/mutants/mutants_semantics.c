#include "tests/mutants/mutants_semantics.h"

#include <stdlib.h>
#include <string.h>

struct semantics {
  struct v_list bits; /* the variable of each bit of a state */
  size_t states;
  uint8_t *step;    /* states * states: an allowed step leads from one to the other */
  uint8_t *initial; /* per state */
  uint8_t *sat;     /* num_nodes * states */
  uint8_t *fair;    /* F * states: B_j */
};

static void set_state(const struct semantics *m, size_t x, uint8_t *value) {
  for (size_t b = 0; b < m->bits.size; b++) value[m->bits.at[b]] = x >> b & 1;
}

/* --- the structure ---------------------------------------------------------------------------- */

static bool all_true(const struct v_list *literals, const uint8_t *value) {
  for (size_t k = 0; k < literals->size; k++)
    if (!v_value(value, literals->at[k])) return false;
  return true;
}

/* The state after the step in which model and fresh inputs have these values. */
static size_t successor(const struct semantics *m, const struct v_system *s, const uint8_t *value) {
  size_t y = 0;
  for (size_t b = 0; b < m->bits.size; b++) {
    uint32_t var = m->bits.at[b];
    bool bit;
    if (var >= s->first_gate)
      bit = v_value(value, s->after.at[var - s->first_gate]);
    else if (var > s->model->maxvar)
      bit = v_value(value, s->fairness.at[var - s->model->maxvar - 1]);
    else if (s->model->kind[var] == V_LATCH)
      bit = v_value(value, s->model->next.at[s->model->index[var]]);
    else
      bit = v_value(value, v_fresh(s, s->model->index[var]));
    y |= (size_t)bit << b;
  }
  return y;
}

static void collect_bits(struct semantics *m, const struct v_system *s, struct v_list *inputs) {
  for (size_t k = 0; k < s->model->latches.size; k++) v_push(&m->bits, s->model->latches.at[k] / 2);
  for (uint32_t k = 0; k < s->model->inputs.size; k++) {
    if (v_is_observed(s, k)) v_push(&m->bits, s->model->inputs.at[k] / 2);
    v_push(inputs, v_is_observed(s, k) ? v_fresh(s, k) / 2 : s->model->inputs.at[k] / 2);
  }
  for (uint32_t j = 0; j < s->states.size; j++)
    if (s->states.at[j] == v_monitor(s, j)) v_push(&m->bits, v_monitor(s, j) / 2);
  for (uint32_t k = 0; k < s->ghosts.size; k++) v_push(&m->bits, s->first_gate + k);
}

static bool is_initial(const struct v_system *s, const uint8_t *value) {
  for (size_t k = 0; k < s->model->latches.size; k++)
    if (v_value(value, s->model->latches.at[k]) != v_value(value, s->model->reset.at[k]))
      return false;
  for (uint32_t j = 0; j < s->states.size; j++)
    if (s->states.at[j] == v_monitor(s, j) && value[v_monitor(s, j) / 2]) return false;
  for (size_t k = 0; k < s->ghosts.size; k++)
    if (value[s->first_gate + k] != s->ghosts.at[k]) return false;
  return true;
}

static void enumerate(struct semantics *m, const struct v_system *s, const struct v_list *inputs) {
  uint8_t *value = v_zeroed(v_num_variables(s), 1);
  for (size_t x = 0; x < m->states; x++)
    for (size_t i = 0; i < (size_t)1 << inputs->size; i++) {
      set_state(m, x, value);
      for (size_t b = 0; b < inputs->size; b++) value[inputs->at[b]] = i >> b & 1;
      v_evaluate_gates(s, value);
      if (all_true(&s->model->constraints, value))
        m->step[x * m->states + successor(m, s, value)] = 1;
      if (i) continue;
      m->initial[x] = is_initial(s, value);
      for (size_t j = 0; j < s->states.size; j++)
        m->fair[j * m->states + x] = v_value(value, s->states.at[j]);
      for (size_t v = 0; v < s->formula.num_nodes; v++)
        if (s->formula.nodes[v].op == V_ATOM)
          m->sat[v * m->states + x] = v_value(value, s->formula.nodes[v].left);
    }
  free(value);
}

/* --- the nodes -------------------------------------------------------------------------------- */

static void some_step(const struct semantics *m, const uint8_t *to, uint8_t *set) {
  for (size_t x = 0; x < m->states; x++) {
    set[x] = 0;
    for (size_t y = 0; y < m->states && !set[x]; y++) set[x] = m->step[x * m->states + y] && to[y];
  }
}

/* The least set that contains `target`, and with a state of `along` that has a step into it that
 * state. */
static void until(const struct semantics *m, const uint8_t *along, const uint8_t *target,
                  uint8_t *set) {
  uint8_t *before = v_zeroed(m->states, 1);
  memcpy(set, target, m->states);
  for (bool changed = true; changed;) {
    changed = false;
    some_step(m, set, before);
    for (size_t x = 0; x < m->states; x++)
      if (!set[x] && along[x] && before[x]) {
        set[x] = 1;
        changed = true;
      }
  }
  free(before);
}

/* The greatest Z below `within` whose states all have, for every fairness, a step to a state of E[Z
 * U Z & B_j]. */
static void fair_path(const struct semantics *m, size_t fairness, const uint8_t *within,
                      uint8_t *set) {
  uint8_t *target = v_zeroed(m->states, 1), *reach = v_zeroed(m->states, 1),
          *before = v_zeroed(m->states, 1);
  memcpy(set, within, m->states);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t j = 0; j < (fairness ? fairness : 1); j++) {
      for (size_t x = 0; x < m->states; x++)
        target[x] = set[x] && (!fairness || m->fair[j * m->states + x]);
      until(m, set, target, reach);
      some_step(m, reach, before);
      for (size_t x = 0; x < m->states; x++)
        if (set[x] && !before[x]) {
          set[x] = 0;
          changed = true;
        }
    }
  }
  free(target);
  free(reach);
  free(before);
}

/* --- path formulas: full guesses of what is true from here on, as in tests/oracle/paths.h ------
 */

/* The path formula of an E node. State x with guess g is g * states + x. */
struct guesses {
  const struct semantics *m;
  const struct v_part *parts;
  uint32_t count;         /* of parts */
  struct v_list temporal; /* from V_X on among them: bit k of a guess is about the k-th */
  size_t past;            /* the bits that are about the past */
};

static bool is_past(enum v_op op) { return op == V_Y || op == V_Z || op == V_S || op == V_T; }

/* What is true in state x of the parts, with the guess; if `later` is given, what is said of the
 * future follows from what is true behind a step. */
static void truths(const struct guesses *g, size_t x, size_t guess, const uint8_t *later,
                   uint8_t *now) {
  uint32_t bit = 0;
  for (uint32_t k = 0; k < g->count; k++) {
    const struct v_part *p = &g->parts[k];
    bool left = p->op != V_ATOM && now[p->left], right = p->op != V_ATOM && now[p->right];
    if (p->op == V_ATOM) now[k] = g->m->sat[p->left * g->m->states + x];
    if (p->op == V_BOTH) now[k] = left && right;
    if (p->op == V_OR) now[k] = left || right;
    if (p->op < V_X) continue;
    now[k] = guess >> bit++ & 1;
    if (later && p->op == V_X) now[k] = later[p->left];
    if (later && p->op == V_U) now[k] = right || (left && later[k]);
    if (later && p->op == V_R) now[k] = right && (left || later[k]);
  }
}

/* Is what is true `now` of the past right, if that was true `before` (NULL: the path begins here)?
 */
static bool remembers(const struct guesses *g, const uint8_t *before, const uint8_t *now) {
  for (uint32_t k = 0; k < g->count; k++) {
    const struct v_part *p = &g->parts[k];
    if (!is_past(p->op)) continue;
    bool left = now[p->left], right = now[p->right];
    bool was =
        before ? before[p->op == V_Y || p->op == V_Z ? p->left : k] : p->op == V_Z || p->op == V_T;
    if (p->op == V_S) was = right || (left && was);
    if (p->op == V_T) was = right && (left || was);
    if (now[k] != was) return false;
  }
  return true;
}

static size_t guess_of(const struct guesses *g, const uint8_t *now) {
  size_t guess = 0;
  for (size_t k = 0; k < g->temporal.size; k++) guess |= (size_t)now[g->temporal.at[k]] << k;
  return guess;
}

/* A guess of U comes true again and again, or is not made; one that R is false likewise. */
static bool fulfilled(const struct v_part *p, uint32_t k, const uint8_t *now) {
  if (p->op == V_U) return !now[k] || now[p->right];
  return p->op != V_R || now[k] || !now[p->right];
}

/* The steps from state x to what is true `later`, in state `to` of the product. */
static void add_steps(const struct guesses *g, size_t x, const uint8_t *later, size_t to,
                      uint8_t *now, struct semantics *product) {
  for (size_t past = 0; past <= g->past; past++) {
    if (past & ~g->past) continue;
    truths(g, x, past, later, now);
    if (!remembers(g, now, later)) continue;
    product->step[(guess_of(g, now) * g->m->states + x) * product->states + to] = 1;
  }
}

/* States with guesses, the steps between them, and fairness: the system's, then of guesses. */
static void build_product(const struct guesses *g, size_t fairness, struct semantics *product) {
  const struct semantics *m = g->m;
  size_t guesses = (size_t)1 << g->temporal.size;
  uint8_t *now = v_zeroed(g->count, 1), *later = v_zeroed(g->count, 1);
  *product = (struct semantics){.states = m->states * guesses};
  product->step = v_zeroed(product->states * product->states, 1);
  product->fair = v_zeroed((fairness + g->temporal.size) * product->states, 1);
  for (size_t y = 0; y < m->states; y++) {
    for (size_t guess = 0; guess < guesses; guess++) {
      size_t to = guess * m->states + y;
      truths(g, y, guess, NULL, later);
      for (size_t j = 0; j < fairness; j++)
        product->fair[j * product->states + to] = m->fair[j * m->states + y];
      for (size_t k = 0; k < g->temporal.size; k++)
        product->fair[(fairness + k) * product->states + to] =
            fulfilled(&g->parts[g->temporal.at[k]], g->temporal.at[k], later);
      for (size_t x = 0; x < m->states; x++)
        if (m->step[x * m->states + y]) add_steps(g, x, later, to, now, product);
    }
  }
  free(now);
  free(later);
}

/* False when it is too large. */
static bool some_path(const struct semantics *m, const struct v_system *s, struct v_node node,
                      uint8_t *set) {
  struct guesses g = {m, s->formula.parts.at + node.left, node.right - node.left, {0}, 0};
  for (uint32_t k = 0; k < g.count; k++) {
    if (g.parts[k].op < V_X) continue;
    if (is_past(g.parts[k].op)) g.past |= (size_t)1 << g.temporal.size % 32;
    v_push(&g.temporal, k);
  }
  bool small = g.temporal.size <= 6 && m->states << g.temporal.size <= SEMANTICS_MAX_PRODUCT;
  if (small) {
    struct semantics product;
    build_product(&g, s->states.size, &product);
    uint8_t *all = v_zeroed(product.states, 1), *fair = v_zeroed(product.states, 1);
    uint8_t *now = v_zeroed(g.count, 1);
    memset(all, 1, product.states);
    fair_path(&product, s->states.size + g.temporal.size, all, fair);
    for (size_t z = 0; z < product.states; z++) {
      truths(&g, z % m->states, z / m->states, NULL, now);
      if (fair[z] && now[g.count - 1] && remembers(&g, NULL, now)) set[z % m->states] = 1;
    }
    free(now);
    free(all);
    free(fair);
    free(product.step);
    free(product.fair);
  }
  v_list_free(&g.temporal);
  return small;
}

/* False when a path formula is too large. */
static bool solve_nodes(struct semantics *m, const struct v_system *s) {
  for (size_t v = s->formula.num_nodes; v-- > 0;) {
    struct v_node n = s->formula.nodes[v];
    uint8_t *set = m->sat + v * m->states, *left = NULL, *right = NULL;
    if (n.op == V_ATOM) continue;
    if (n.op == V_E) {
      if (!some_path(m, s, n, set)) return false;
      continue;
    }
    left = m->sat + n.left * m->states;
    right = m->sat + n.right * m->states;
    if (n.op == V_EX) some_step(m, left, set);
    if (n.op == V_EU) until(m, left, right, set);
    if (n.op == V_EG) fair_path(m, s->states.size, left, set);
    for (size_t x = 0; x < m->states; x++) {
      if (n.op == V_NOT) set[x] = !left[x];
      if (n.op == V_BOTH) set[x] = left[x] && right[x];
      if (n.op == V_OR) set[x] = left[x] || right[x];
    }
  }
  return true;
}

struct semantics *semantics_new(const struct v_system *s) {
  struct semantics *m = v_zeroed(1, sizeof *m);
  struct v_list inputs = {0};
  collect_bits(m, s, &inputs);
  bool small = m->bits.size <= SEMANTICS_MAX_STATE_BITS && inputs.size <= SEMANTICS_MAX_INPUT_BITS;
  if (small) {
    m->states = (size_t)1 << m->bits.size;
    m->step = v_zeroed(m->states * m->states, 1);
    m->initial = v_zeroed(m->states, 1);
    m->sat = v_zeroed(s->formula.num_nodes * m->states, 1);
    m->fair = v_zeroed(s->states.size * m->states, 1);
    enumerate(m, s, &inputs);
    small = solve_nodes(m, s);
  }
  free(inputs.at);
  if (small) return m;
  semantics_free(m);
  return NULL;
}

void semantics_free(struct semantics *m) {
  if (!m) return;
  free(m->bits.at);
  free(m->step);
  free(m->initial);
  free(m->sat);
  free(m->fair);
  free(m);
}

/* --- facts ------------------------------------------------------------------------------------ */

/* The values of a literal in all states. */
static uint8_t *literal_set(const struct semantics *m, const struct v_system *s, uint32_t literal) {
  uint8_t *set = v_zeroed(m->states, 1), *value = v_zeroed(v_num_variables(s), 1);
  for (size_t x = 0; x < m->states; x++) {
    set_state(m, x, value);
    v_evaluate_gates(s, value);
    set[x] = v_value(value, literal);
  }
  free(value);
  return set;
}

bool semantics_invariant(const struct semantics *m, const struct v_system *s, uint32_t R) {
  uint8_t *inside = literal_set(m, s, R);
  bool good = true;
  for (size_t x = 0; x < m->states && good; x++) {
    good = inside[x] || !m->initial[x];
    for (size_t y = 0; y < m->states && good && inside[x]; y++)
      good = inside[y] || !m->step[x * m->states + y];
  }
  free(inside);
  return good;
}

/* Leads no allowed step from x out of the set, unless it shows the literal? */
static bool stays_unless(const struct semantics *m, const struct v_system *s, size_t x,
                         const uint8_t *inside, uint32_t shown, const struct v_list *inputs) {
  uint8_t *value = v_zeroed(v_num_variables(s), 1);
  bool good = true;
  for (size_t i = 0; good && i < (size_t)1 << inputs->size; i++) {
    set_state(m, x, value);
    for (size_t b = 0; b < inputs->size; b++) value[inputs->at[b]] = i >> b & 1;
    v_evaluate_gates(s, value);
    if (!all_true(&s->model->constraints, value) || v_value(value, shown)) continue;
    good = inside[successor(m, s, value)];
  }
  free(value);
  return good;
}

bool semantics_invariant_unless(const struct semantics *m, const struct v_system *s, uint32_t R,
                                uint32_t shown) {
  uint8_t *inside = literal_set(m, s, R);
  struct semantics again = {0};
  struct v_list inputs = {0};
  bool good = true;
  collect_bits(&again, s, &inputs);
  for (size_t x = 0; x < m->states && good; x++) {
    good = inside[x] || !m->initial[x];
    if (good && inside[x]) good = stays_unless(m, s, x, inside, shown, &inputs);
  }
  v_list_free(&again.bits);
  v_list_free(&inputs);
  free(inside);
  return good;
}

bool semantics_bounds(const struct semantics *m, const struct v_system *s, uint32_t R,
                      uint32_t node, uint32_t upper, uint32_t lower) {
  uint8_t *inside = literal_set(m, s, R), *above = literal_set(m, s, upper),
          *below = literal_set(m, s, lower);
  const uint8_t *sat = m->sat + node * m->states;
  bool good = true;
  for (size_t x = 0; x < m->states && good; x++)
    good = !inside[x] || ((above[x] || !sat[x]) && (sat[x] || !below[x]));
  free(inside);
  free(above);
  free(below);
  return good;
}
