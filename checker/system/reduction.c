#include "checker/system/reduction.h"
#include "checker/system/extension.h"
#include "checker/system/unroll.h"

#include <assert.h>

enum {
  MOST_NODES = 200000, /* of a model that is looked at */
  MOST_CONJUNCTS = 1000,
  MOST_DISTRIBUTED = 3, /* literals in front of a conjunction */
  MOST_CONFLICTS = 1000 /* of a query */
};

/* While the system shrinks it lives in a graph of its own. */
struct shrinking {
  struct reduction *out;
  const struct effort *effort;
  struct extension copy; /* of the original, with the same leaves */
  struct system *system; /* the copy; its constraint is `conjuncts` */
  struct lits conjuncts;
  lit *input_value;  /* per input: what it has become */
  lit settled;       /* holds after every step */
  uint8_t *needed;   /* per state: 1: conditions or conjuncts depend on it; 2: it is a constant */
  uint32_t *readers; /* per node: needed next functions and conditions that it is below */
  bool changed;      /* something was gained */
};

static struct aig *graph(const struct shrinking *w) { return w->system->aig; }

static const struct aig_node *node_of(const struct shrinking *w, lit a) {
  return &graph(w)->nodes[lit_node(a)];
}

static bool is_conjunction(const struct shrinking *w, lit a) {
  return !lit_sign(a) && node_of(w, a)->kind == AIG_GATE;
}
static bool is_disjunction(const struct shrinking *w, lit a) {
  return lit_sign(a) && node_of(w, a)->kind == AIG_GATE;
}
static bool is_leaf(const struct shrinking *w, lit a) {
  return node_of(w, a)->kind == AIG_STATE || node_of(w, a)->kind == AIG_INPUT;
}

/* --- conjuncts -------------------------------------------------------------------------------- */

static void add_conjunct(struct shrinking *w, lit a) {
  if (a != AIG_TRUE && !lits_contain(&w->conjuncts, a)) lits_push(&w->conjuncts, a);
}

struct part {
  lit what, unless;  /* unless | what */
  unsigned literals; /* in `unless` */
};

struct parts {
  struct part *at;
  size_t size, capacity;
};

static void push_part(struct parts *parts, struct part part) {
  parts->at = memory_room(parts->at, parts->size, &parts->capacity, sizeof *parts->at);
  parts->at[parts->size++] = part;
}

/* l | (a & b) is (l | a) & (l | b). */
static bool distribute(struct shrinking *w, struct parts *parts, struct part p) {
  if (!is_disjunction(w, p.what) || p.literals == MOST_DISTRIBUTED) return false;
  lit a = lit_not(node_of(w, p.what)->left), b = lit_not(node_of(w, p.what)->right);
  for (int k = 0; k < 2; k++) {
    lit literal = k ? b : a, rest = k ? a : b;
    if (!is_leaf(w, literal) || !is_conjunction(w, rest)) continue;
    lit unless = aig_or(graph(w), p.unless, literal);
    push_part(parts, (struct part){rest, unless, p.literals + 1});
    return true;
  }
  return false;
}

/* The predicate must hold of every step: its conjuncts join the others. */
static void demand(struct shrinking *w, lit predicate) {
  struct parts parts = {0};
  push_part(&parts, (struct part){predicate, AIG_FALSE, 0});
  while (parts.size && w->conjuncts.size < MOST_CONJUNCTS) {
    struct part p = parts.at[--parts.size];
    if (is_conjunction(w, p.what)) {
      lit left = node_of(w, p.what)->left, right = node_of(w, p.what)->right;
      push_part(&parts, (struct part){left, p.unless, p.literals});
      push_part(&parts, (struct part){right, p.unless, p.literals});
    } else if (!distribute(w, &parts, p)) {
      add_conjunct(w, aig_or(graph(w), p.unless, p.what));
    }
  }
  while (parts.size) { /* too many: the rest as it is */
    struct part p = parts.at[--parts.size];
    add_conjunct(w, aig_or(graph(w), p.unless, p.what));
  }
  free(parts.at);
}

/* No step that satisfies all conjuncts satisfies these literals. */
static bool impossible(const struct shrinking *w, const lit *lits, size_t n) {
  struct sat *sat = sat_new(SAT_CONE, w->effort);
  struct unroll u;
  unroll_init(&u, sat, w->system);
  for (size_t k = 0; k < w->conjuncts.size; k++)
    sat_unit(sat, unroll_lit(&u, 0, w->conjuncts.at[k]));
  for (size_t k = 0; k < n; k++) sat_unit(sat, unroll_lit(&u, 0, lits[k]));
  sat_limit_conflicts(sat, MOST_CONFLICTS);
  bool none = sat_solve(sat) == SAT_NO;
  unroll_free(&u);
  sat_free(sat);
  return none;
}

/* --- replacing leaves ------------------------------------------------------------------------- */

/* Leaves become what the arrays say, everywhere. */
static void replace(struct shrinking *w, const lit *states, const lit *inputs) {
  struct system *s = w->system;
  struct substitution map;
  struct lits old = {0};
  spend(w->effort, graph(w)->num_nodes);
  substitution_init(&map, graph(w), graph(w), states, inputs);
  for (size_t k = 0; k < s->num_states; k++) s->next[k] = substitution_apply(&map, s->next[k]);
  for (size_t j = 0; j < s->num_fairness; j++)
    s->fairness[j] = substitution_apply(&map, s->fairness[j]);
  for (size_t k = 0; k < s->num_inputs; k++)
    w->input_value[k] = substitution_apply(&map, w->input_value[k]);
  w->settled = substitution_apply(&map, w->settled);
  s->barred = substitution_apply(&map, s->barred);
  lits_assign(&old, &w->conjuncts);
  lits_clear(&w->conjuncts);
  for (size_t k = 0; k < old.size; k++) demand(w, substitution_apply(&map, old.at[k]));
  substitution_free(&map);
  lits_free(&old);
  w->changed = true;
}

static void replace_input(struct shrinking *w, size_t input, lit by) {
  lit *inputs = memory_alloc(w->system->num_inputs, sizeof *inputs);
  memcpy(inputs, w->system->inputs, w->system->num_inputs * sizeof *inputs);
  inputs[input] = by;
  replace(w, w->system->states, inputs);
  free(inputs);
}

/* --- 1. lost states --------------------------------------------------------------------------- */

/* m is a conjunct of condition j. If what loses it (after a first step) never gets it back, steps
 * that lose it are not needed. */
static bool lose(struct shrinking *w, size_t j, lit m) {
  struct system *s = w->system;
  size_t k = node_of(w, m)->left;
  lit next = s->next[k] ^ (lit)lit_sign(m);
  if (next == AIG_TRUE || next == AIG_FALSE) return false;
  lit claim[3] = {lit_not(m), w->settled, next};
  if (!impossible(w, claim, 3)) return false;
  struct reduction *r = w->out;
  lit there = substitute(graph(w), r->original->aig, aig_and(graph(w), lit_not(m), w->settled),
                         r->original->states, r->original->inputs);
  lits_push(&r->lost, there);
  lits_push(&r->lost_fair, (uint32_t)j);
  demand(w, next);
  s->next[k] = AIG_TRUE ^ (lit)lit_sign(m);
  w->settled = aig_and(graph(w), w->settled, m);
  return true;
}

static void list_conjuncts(const struct shrinking *w, lit a, struct lits *out) {
  lits_push(out, a);
  for (size_t k = 0; k < out->size;)
    if (is_conjunction(w, out->at[k])) {
      lit gate = out->at[k];
      out->at[k] = node_of(w, gate)->left;
      lits_push(out, node_of(w, gate)->right);
    } else {
      k++;
    }
}

static bool lose_of(struct shrinking *w, size_t j) {
  struct lits parts = {0};
  bool any = false;
  list_conjuncts(w, w->system->fairness[j], &parts);
  for (size_t k = 0; k < parts.size; k++)
    if (node_of(w, parts.at[k])->kind == AIG_STATE && lose(w, j, parts.at[k])) any = true;
  lits_free(&parts);
  return any;
}

static void find_settled(struct shrinking *w) {
  const struct system *s = w->system;
  for (size_t k = 0; k < s->num_states; k++)
    if (lit_node(s->next[k]) == 0)
      w->settled = aig_and(graph(w), w->settled, s->states[k] ^ (lit)(s->next[k] == AIG_FALSE));
}

/* What is lost makes more lost. */
static void find_lost(struct shrinking *w) {
  find_settled(w);
  for (bool again = true; again;) {
    again = false;
    for (size_t j = 0; j < w->system->num_fairness; j++)
      if (lose_of(w, j)) again = true;
  }
}

/* --- who reads what --------------------------------------------------------------------------- */

static void mark_cone(const struct shrinking *w, lit root, struct lits *leaves) {
  lits_clear(leaves);
  aig_cone(graph(w), &root, 1, leaves);
}

static void need_leaves(struct shrinking *w, lit root, struct lits *cone, struct lits *work) {
  mark_cone(w, root, cone);
  for (size_t k = 0; k < cone->size; k++) {
    const struct aig_node *node = &graph(w)->nodes[cone->at[k]];
    if (node->kind != AIG_STATE || w->needed[node->left]) continue;
    w->needed[node->left] = 1;
    lits_push(work, node->left);
  }
}

static void count_reader(struct shrinking *w, lit root, struct lits *cone, struct lits *work) {
  need_leaves(w, root, cone, work);
  for (size_t k = 0; k < cone->size; k++) w->readers[cone->at[k]]++;
}

/* Counts what reads each leaf among conditions, of initial states, too, and needed next functions.
 */
static void count_readers(struct shrinking *w) {
  const struct system *s = w->system;
  struct lits cone = {0}, work = {0};
  for (size_t k = 0; k < s->num_states; k++) w->needed[k] = w->needed[k] == 2 ? 2 : 0;
  w->readers = memory_grow(w->readers, graph(w)->num_nodes, sizeof *w->readers);
  memset(w->readers, 0, graph(w)->num_nodes * sizeof *w->readers);
  for (size_t k = 0; k < w->conjuncts.size; k++) need_leaves(w, w->conjuncts.at[k], &cone, &work);
  for (size_t j = 0; j < s->num_fairness; j++) count_reader(w, s->fairness[j], &cone, &work);
  count_reader(w, s->barred, &cone, &work);
  while (work.size) count_reader(w, s->next[lits_pop(&work)], &cone, &work);
  lits_free(&cone);
  lits_free(&work);
}

/* The input whose value, up to a sign, a needed state takes; LIT_NONE if it is not one. */
static lit next_input(const struct shrinking *w, size_t state) {
  lit next = w->system->next[state];
  return w->needed[state] == 1 && node_of(w, next)->kind == AIG_INPUT ? next : LIT_NONE;
}

/* Moves the conjuncts that read one of two leaves to *out. */
static void take_conjuncts(struct shrinking *w, lit a, lit b, struct lits *out) {
  struct lits cone = {0};
  size_t kept = 0;
  for (size_t k = 0; k < w->conjuncts.size; k++) {
    mark_cone(w, w->conjuncts.at[k], &cone);
    if (lits_contain(&cone, lit_node(a)) || lits_contain(&cone, lit_node(b)))
      lits_push(out, w->conjuncts.at[k]);
    else
      w->conjuncts.at[kept++] = w->conjuncts.at[k];
  }
  w->conjuncts.size = kept;
  lits_free(&cone);
}

static void give_back(struct shrinking *w, const struct lits *conjuncts) {
  lits_append(&w->conjuncts, conjuncts->at, conjuncts->size);
}

/* --- 2. constants ----------------------------------------------------------------------------- */

static bool fix_inputs(struct shrinking *w) {
  const struct system *s = w->system;
  lit *inputs = memory_alloc(s->num_inputs, sizeof *inputs);
  bool any = false;
  if (s->num_inputs) memcpy(inputs, s->inputs, s->num_inputs * sizeof *inputs);
  for (size_t k = 0; k < w->conjuncts.size; k++) {
    lit a = w->conjuncts.at[k];
    if (node_of(w, a)->kind != AIG_INPUT) continue;
    inputs[node_of(w, a)->left] = AIG_TRUE ^ (lit)lit_sign(a);
    any = true;
  }
  if (any) replace(w, s->states, inputs);
  free(inputs);
  return any;
}

/* Only of needed states is it said that they are constant: others may have lost what they read. */
static bool fix_states(struct shrinking *w) {
  const struct system *s = w->system;
  lit *states = memory_alloc(s->num_states, sizeof *states);
  bool any = false;
  if (s->num_states) memcpy(states, s->states, s->num_states * sizeof *states);
  for (size_t k = 0; k < s->num_states; k++) {
    lit value = s->reset[k] == 1 ? AIG_TRUE : AIG_FALSE;
    if (s->reset[k] == RESET_FREE || w->needed[k] != 1) continue;
    if (s->next[k] != value && s->next[k] != s->states[k]) continue;
    w->needed[k] = 2;
    lits_push(&w->out->constants, w->out->original->states[k] ^ (lit)(value == AIG_FALSE));
    states[k] = value;
    any = true;
  }
  if (any) replace(w, states, s->inputs);
  free(states);
  return any;
}

static void fix_constants(struct shrinking *w) {
  count_readers(w);
  while (!interrupted(w->effort) && (fix_inputs(w) || fix_states(w))) continue;
}

/* --- 3. dominated states ---------------------------------------------------------------------- */

/* Are all of these true with those leaves? */
static bool all_true(const struct shrinking *w, const struct lits *conjuncts, const lit *states,
                     const lit *inputs) {
  struct substitution map;
  bool good = true;
  substitution_init(&map, graph(w), graph(w), states, inputs);
  for (size_t k = 0; good && k < conjuncts->size; k++)
    good = substitution_apply(&map, conjuncts->at[k]) == AIG_TRUE;
  substitution_free(&map);
  return good;
}

/* With this value after the step, and before it (or, in a first step, the reset values before it).
 */
static bool always_good(const struct shrinking *w, size_t state, lit value,
                        const struct lits *conjuncts) {
  const struct system *s = w->system;
  lit next = s->next[state];
  lit *states = memory_alloc(s->num_states, sizeof *states);
  lit *inputs = memory_alloc(s->num_inputs, sizeof *inputs);
  memcpy(states, s->states, s->num_states * sizeof *states);
  memcpy(inputs, s->inputs, s->num_inputs * sizeof *inputs);
  inputs[node_of(w, next)->left] = value ^ (lit)lit_sign(next);
  states[state] = value;
  bool good = all_true(w, conjuncts, states, inputs);
  if (good && s->reset[state] != RESET_FREE) {
    for (size_t k = 0; k < s->num_states; k++)
      if (s->reset[k] != RESET_FREE) states[k] = s->reset[k];
    good = all_true(w, conjuncts, states, inputs);
  }
  free(states);
  free(inputs);
  return good;
}

static bool drop_dominated(struct shrinking *w, size_t state) {
  const struct system *s = w->system;
  lit input = next_input(w, state);
  if (input == LIT_NONE || w->readers[lit_node(input)] > 1 ||
      w->readers[lit_node(s->states[state])])
    return false;
  struct lits conjuncts = {0};
  take_conjuncts(w, s->states[state], input, &conjuncts);
  bool dropped = false;
  for (lit value = AIG_FALSE; value <= AIG_TRUE && !dropped; value++) {
    if (!always_good(w, state, value, &conjuncts)) continue;
    w->out->start[state] = (uint8_t)value;
    replace_input(w, node_of(w, input)->left, value ^ (lit)lit_sign(input));
    dropped = true;
  }
  if (!dropped) give_back(w, &conjuncts);
  lits_free(&conjuncts);
  return dropped;
}

static void drop_all_dominated(struct shrinking *w) {
  for (bool again = true; again && !interrupted(w->effort);) {
    again = false;
    count_readers(w);
    for (size_t k = 0; k < w->system->num_states; k++)
      if (drop_dominated(w, k)) {
        again = true;
        count_readers(w);
      }
  }
}

/* --- 4. definitions --------------------------------------------------------------------------- */

static lit with_input(struct shrinking *w, lit a, lit input, lit value) {
  const struct system *s = w->system;
  lit *inputs = memory_alloc(s->num_inputs, sizeof *inputs);
  memcpy(inputs, s->inputs, s->num_inputs * sizeof *inputs);
  inputs[node_of(w, input)->left] = value;
  lit result = substitute(graph(w), graph(w), a, s->states, inputs);
  free(inputs);
  return result;
}

/* Conjuncts C with the input x: x may be 1 where C[1], and 0 where C[0]. */
struct definition {
  lit all;         /* C */
  lit one, zero;   /* C[1], C[0] */
  bool functional; /* never both */
  bool total;      /* always one of them, by the other conjuncts */
};

static struct definition definition_of(struct shrinking *w, lit input, const struct lits *c) {
  struct definition d = {.all = aig_and_all(graph(w), c->at, c->size)};
  d.one = with_input(w, d.all, input, AIG_TRUE);
  d.zero = with_input(w, d.all, input, AIG_FALSE);
  lit both[2] = {d.one, d.zero}, neither[2] = {lit_not(d.one), lit_not(d.zero)};
  d.functional = impossible(w, both, 2);
  d.total = impossible(w, neither, 2);
  return d;
}

/* x becomes C[1] & (!C[0] | x'), where x' decides if both are allowed. */
static lit value_of(struct shrinking *w, lit input, const struct definition *d) {
  struct aig *aig = graph(w);
  if (d->functional)
    return aig_cone_size(aig, d->one) <= aig_cone_size(aig, d->zero) ? d->one : lit_not(d->zero);
  return aig_and(aig, d->one, aig_or(aig, lit_not(d->zero), input));
}

static bool reads_other_input(const struct shrinking *w, lit conjunct, lit input) {
  struct lits cone = {0};
  bool other = false;
  mark_cone(w, conjunct, &cone);
  for (size_t k = 0; !other && k < cone.size; k++)
    other = graph(w)->nodes[cone.at[k]].kind == AIG_INPUT && cone.at[k] != lit_node(input);
  lits_free(&cone);
  return other;
}

/* Small ones first. */
static void sort_by_size(const struct shrinking *w, struct lits *conjuncts) {
  for (size_t k = 1; k < conjuncts->size; k++)
    for (size_t i = k; i > 0 && aig_cone_size(graph(w), conjuncts->at[i - 1]) >
                                    aig_cone_size(graph(w), conjuncts->at[i]);
         i--) {
      lit a = conjuncts->at[i];
      conjuncts->at[i] = conjuncts->at[i - 1];
      conjuncts->at[i - 1] = a;
    }
}

/* As many conjuncts as it takes that read no other input say which value it has; the rest is asked
 * of that value. */
static bool define_by_states(struct shrinking *w, lit input) {
  struct lits conjuncts = {0}, own = {0};
  struct definition d = {0};
  take_conjuncts(w, input, input, &conjuncts);
  sort_by_size(w, &conjuncts);
  for (size_t k = 0; k < conjuncts.size; k++)
    if (d.functional || reads_other_input(w, conjuncts.at[k], input)) {
      lits_push(&w->conjuncts, conjuncts.at[k]);
    } else {
      lits_push(&own, conjuncts.at[k]);
      d = definition_of(w, input, &own);
    }
  bool good = d.functional && d.total;
  if (good)
    replace_input(w, node_of(w, input)->left, value_of(w, input, &d));
  else
    give_back(w, &own);
  lits_free(&conjuncts);
  lits_free(&own);
  return good;
}

/* All conjuncts that read it become C[0] | C[1], unless that is larger than they are. */
static bool define_by_all(struct shrinking *w, lit input) {
  struct aig *aig = graph(w);
  struct lits conjuncts = {0};
  take_conjuncts(w, input, input, &conjuncts);
  struct definition d = definition_of(w, input, &conjuncts);
  lit some = aig_or(aig, d.one, d.zero);
  bool good = conjuncts.size && (d.total || aig_cone_size(aig, some) <= aig_cone_size(aig, d.all));
  if (good) {
    if (!d.total) demand(w, some);
    replace_input(w, node_of(w, input)->left, value_of(w, input, &d));
  } else {
    give_back(w, &conjuncts);
  }
  lits_free(&conjuncts);
  return good;
}

/* Each input that is a next value, once. */
static bool define_each(struct shrinking *w, bool (*define)(struct shrinking *w, lit input)) {
  bool any = false;
  for (size_t k = 0; k < w->system->num_states && !interrupted(w->effort); k++) {
    lit input = next_input(w, k);
    if (input != LIT_NONE && w->conjuncts.size && define(w, input & ~(lit)1)) any = true;
  }
  return any;
}

/* A definition by states makes others possible. */
static void define_all(struct shrinking *w) {
  count_readers(w);
  while (define_each(w, define_by_states)) continue;
  if (define_each(w, define_by_all))
    while (define_each(w, define_by_states)) continue;
}

/* --- what is left ----------------------------------------------------------------------------- */

/* Marks the inputs that needed functions and conjuncts read. */
static uint8_t *used_inputs(struct shrinking *w) {
  const struct system *s = w->system;
  uint8_t *used = memory_zeroed(s->num_inputs, 1);
  struct lits roots = {0}, cone = {0};
  lits_append(&roots, w->conjuncts.at, w->conjuncts.size);
  for (size_t k = 0; k < s->num_states; k++)
    if (w->needed[k] == 1) lits_push(&roots, s->next[k]);
  aig_cone(graph(w), roots.at, roots.size, &cone);
  for (size_t k = 0; k < cone.size; k++)
    if (graph(w)->nodes[cone.at[k]].kind == AIG_INPUT) used[graph(w)->nodes[cone.at[k]].left] = 1;
  lits_free(&roots);
  lits_free(&cone);
  return used;
}

/* The leaves that stay, in their order; the others become false. */
static void make_leaves(struct shrinking *w, lit *states, lit *inputs) {
  const struct system *s = w->system;
  struct reduction *r = w->out;
  struct system *to = r->system;
  uint8_t *used = used_inputs(w);
  to->states = memory_alloc(s->num_states, sizeof *to->states);
  to->next = memory_alloc(s->num_states, sizeof *to->next);
  to->reset = memory_alloc(s->num_states, 1);
  to->inputs = memory_alloc(s->num_inputs, sizeof *to->inputs);
  for (size_t k = 0; k < s->num_states; k++) {
    states[k] = AIG_FALSE;
    if (w->needed[k] != 1) continue;
    states[k] = to->states[to->num_states] = aig_state(to->aig);
    to->reset[to->num_states++] = s->reset[k];
    lits_push(&r->states, (uint32_t)k);
    lits_push(&r->back_states, r->original->states[k]);
  }
  for (size_t k = 0; k < s->num_inputs; k++) {
    inputs[k] = AIG_FALSE;
    if (used[k]) inputs[k] = to->inputs[to->num_inputs++] = aig_input(to->aig);
  }
  free(used);
}

static lit init_of(const struct system *s) {
  struct lits parts = {0};
  for (size_t k = 0; k < s->num_states; k++)
    if (s->reset[k] != RESET_FREE) lits_push(&parts, s->states[k] ^ (lit)!s->reset[k]);
  lit all = aig_and_all(s->aig, parts.at, parts.size);
  lits_free(&parts);
  return all;
}

static void make_system(struct shrinking *w) {
  const struct system *s = w->system;
  struct reduction *r = w->out;
  struct system *to = r->system = memory_zeroed(1, sizeof *to);
  lit *states = memory_alloc(s->num_states, sizeof *states);
  lit *inputs = memory_alloc(s->num_inputs, sizeof *inputs);
  to->aig = aig_new();
  count_readers(w);
  make_leaves(w, states, inputs);
  struct substitution map;
  substitution_init(&map, graph(w), to->aig, states, inputs);
  for (size_t k = 0; k < to->num_states; k++)
    to->next[k] = substitution_apply(&map, s->next[r->states.at[k]]);
  lit all = aig_and_all(graph(w), w->conjuncts.at, w->conjuncts.size);
  to->constraint = substitution_apply(&map, all);
  to->barred = substitution_apply(&map, s->barred);
  to->init = aig_and(to->aig, init_of(to), lit_not(to->barred));
  to->num_fairness = s->num_fairness;
  to->fairness = memory_alloc(s->num_fairness, sizeof *to->fairness);
  for (size_t j = 0; j < s->num_fairness; j++)
    to->fairness[j] = substitution_apply(&map, s->fairness[j]);
  r->inputs = memory_alloc(s->num_inputs, sizeof *r->inputs);
  for (size_t k = 0; k < s->num_inputs; k++)
    r->inputs[k] = substitution_apply(&map, w->input_value[k]);
  substitution_free(&map);
  substitution_init(&r->back, to->aig, r->original->aig, r->back_states.at, NULL);
  free(states);
  free(inputs);
  assert(system_well_formed(to));
}

static void shrink(struct shrinking *w) {
  demand(w, w->system->constraint);
  find_lost(w);
  fix_constants(w);
  drop_all_dominated(w);
  fix_constants(w);
  define_all(w);
}

static void shrinking_init(struct shrinking *w, struct reduction *r, const struct effort *effort) {
  *w = (struct shrinking){.out = r, .effort = effort, .settled = AIG_TRUE};
  extension_init(&w->copy, r->original, 0, 0);
  w->system = w->copy.system;
  w->needed = memory_zeroed(w->system->num_states, 1);
  w->input_value = memory_alloc(w->system->num_inputs, sizeof *w->input_value);
  for (size_t k = 0; k < w->system->num_inputs; k++) w->input_value[k] = w->system->inputs[k];
}

static void shrinking_free(struct shrinking *w) {
  extension_free(&w->copy);
  lits_free(&w->conjuncts);
  free(w->input_value);
  free(w->needed);
  free(w->readers);
}

bool reduction_init(struct reduction *r, struct system *original, const struct effort *effort) {
  if (original->aig->num_nodes > MOST_NODES || original->num_fairness == 0) return false;
  if (original->start) return false; /* whose states could not be dropped one by one */
  struct shrinking w;
  *r = (struct reduction){.original = original};
  r->start = memory_zeroed(original->num_states, 1);
  shrinking_init(&w, r, effort);
  shrink(&w);
  bool gained = w.changed && !interrupted(effort);
  if (gained) make_system(&w);
  shrinking_free(&w);
  if (!gained) reduction_free(r);
  return gained;
}

void reduction_free(struct reduction *r) {
  if (r->system) substitution_free(&r->back);
  system_free(r->system);
  lits_free(&r->states);
  lits_free(&r->lost);
  lits_free(&r->lost_fair);
  lits_free(&r->constants);
  lits_free(&r->back_states);
  free(r->inputs);
  free(r->start);
}

lit reduction_back(struct reduction *r, lit predicate) {
  return substitution_apply(&r->back, predicate);
}
