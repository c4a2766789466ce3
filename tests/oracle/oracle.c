#include "tests/oracle/oracle.h"

#include "tests/oracle/graph.h"
#include "tests/oracle/paths.h"

/* --- bad, justice ----------------------------------------------------------------------------- */

enum oracle_answer oracle_bad(const struct aiger *model, uint32_t literal) {
  /* A run ends with an allowed step, so the literal is treated as a fairness literal that has to be
   * met once. */
  struct graph g = {.model = model};
  lits_push(&g.fairness, literal);
  enum oracle_answer answer = ORACLE_TOO_LARGE;
  if (graph_build(&g, &(struct lits){0}, false)) {
    answer = ORACLE_HOLDS;
    for (size_t e = 0; e < g.num_edges; e++)
      if (g.edges[e].fair) answer = ORACLE_FAILS;
  }
  graph_free(&g);
  return answer;
}

enum oracle_answer oracle_justice(const struct aiger *model, size_t set) {
  struct graph g = {.model = model};
  lits_append(&g.fairness, model->fairness.at, model->fairness.size);
  lits_append(&g.fairness, model->justice[set].at, model->justice[set].size);
  enum oracle_answer answer = ORACLE_TOO_LARGE;
  if (graph_build(&g, &(struct lits){0}, false)) {
    uint8_t *everything = memory_alloc(g.num_states, 1), *fair = memory_zeroed(g.num_states, 1);
    memset(everything, 1, g.num_states);
    fair_inside(&g, everything, fair);
    answer = ORACLE_HOLDS;
    for (size_t s = 0; s < g.num_initial; s++)
      if (fair[s]) answer = ORACLE_FAILS;
    free(everything);
    free(fair);
  }
  graph_free(&g);
  return answer;
}

/* --- CTL -------------------------------------------------------------------------------------- */

struct labelling {
  struct graph *g;
  const struct formulas *arena;
  uint8_t *fair; /* states on which a fair path starts */
  uint8_t *everything;
  uint8_t **sets; /* per formula, of state formulas that are needed */
};

/* E X f: a step to an f-state on which a fair path starts. */
static void label_ex(struct labelling *l, const uint8_t *f, uint8_t *set) {
  for (size_t s = 0; s < l->g->num_states; s++) {
    set[s] = 0;
    for (size_t e = l->g->first[s]; e < l->g->first[s + 1]; e++) {
      uint32_t to = l->g->edges[e].to;
      if (f[to] && l->fair[to]) set[s] = 1;
    }
  }
}

/* E f U g: through f-states to a g-state on which a fair path starts. */
static void label_eu(struct labelling *l, const uint8_t *f, const uint8_t *g, uint8_t *set) {
  for (size_t s = 0; s < l->g->num_states; s++) set[s] = g[s] && l->fair[s];
  extend_backwards(l->g, f, set);
}

static void complement(uint8_t *to, const uint8_t *from, size_t n) {
  for (size_t s = 0; s < n; s++) to[s] = !from[s];
}

/* A f U g is violated by a fair path on which g never comes, or on which f ends before g comes. */
static void label_au(struct labelling *l, const uint8_t *f, const uint8_t *g, uint8_t *set) {
  size_t n = l->g->num_states;
  uint8_t *not_g = memory_alloc(n, 1), *neither = memory_alloc(n, 1), *never = memory_zeroed(n, 1);
  complement(not_g, g, n);
  for (size_t s = 0; s < n; s++) neither[s] = !f[s] && !g[s];
  fair_inside(l->g, not_g, never);
  label_eu(l, not_g, neither, set);
  for (size_t s = 0; s < n; s++) set[s] = !(set[s] || never[s]);
  free(not_g);
  free(neither);
  free(never);
}

/* Operators that say "on all paths f": no path with the existential operator of the complement. */
static void label_dual(struct labelling *l, enum formula_op op, const uint8_t *f, uint8_t *set) {
  size_t n = l->g->num_states;
  uint8_t *not_f = memory_alloc(n, 1);
  complement(not_f, f, n);
  if (op == FORMULA_AX)
    label_ex(l, not_f, set);
  else if (op == FORMULA_AG)
    label_eu(l, l->everything, not_f, set);
  else
    fair_inside(l->g, not_f, set);
  complement(set, set, n);
  free(not_f);
}

static bool is_binary(enum formula_op op) {
  return (op >= FORMULA_AND && op <= FORMULA_IFF) || op == FORMULA_EU || op == FORMULA_AU ||
         op == FORMULA_U || op == FORMULA_R || op == FORMULA_S || op == FORMULA_T;
}

/* E p: some fair path. A p: not some fair path of which p is not true. */
static bool label_paths(struct labelling *l, const struct formula *formula, uint8_t *set) {
  bool some = formula->op == FORMULA_E;
  if (!some_path(l->g, l->arena, formula->left, some, l->sets, set)) return false;
  if (!some) complement(set, set, l->g->num_states);
  return true;
}

/* False when it is too large. */
static bool label(struct labelling *l, const struct formula *formula, uint8_t *set) {
  const uint8_t *left = formula->op == FORMULA_ATOM ? NULL : l->sets[formula->left];
  const uint8_t *right = is_binary(formula->op) ? l->sets[formula->right] : NULL;
  switch (formula->op) {
  case FORMULA_ATOM: graph_label(l->g, formula->lit, set); break;
  case FORMULA_EX: label_ex(l, left, set); break;
  case FORMULA_EF: label_eu(l, l->everything, left, set); break;
  case FORMULA_EG: fair_inside(l->g, left, set); break;
  case FORMULA_AX:
  case FORMULA_AF:
  case FORMULA_AG: label_dual(l, formula->op, left, set); break;
  case FORMULA_EU: label_eu(l, left, right, set); break;
  case FORMULA_AU: label_au(l, left, right, set); break;
  case FORMULA_E:
  case FORMULA_A: return label_paths(l, formula, set);
  default:
    for (size_t s = 0; s < l->g->num_states; s++)
      set[s] = formula_connect(formula->op, left[s], right && right[s]);
  }
  return true;
}

/* The formulas below the root, and the literals of its atoms. Children have smaller indices. */
static uint8_t *formulas_below(const struct formulas *arena, uint32_t root, struct lits *atoms) {
  uint8_t *needed = memory_zeroed(root + 1, 1);
  needed[root] = 1;
  for (uint32_t k = root + 1; k-- > 0;) {
    const struct formula *f = &arena->at[k];
    if (!needed[k]) continue;
    if (f->op == FORMULA_ATOM) {
      lits_push(atoms, f->lit);
      continue;
    }
    needed[f->left] = 1;
    if (is_binary(f->op)) needed[f->right] = 1;
  }
  return needed;
}

static void labelling_init(struct labelling *l) {
  size_t n = l->g->num_states;
  l->sets = memory_zeroed(l->arena->size, sizeof *l->sets);
  l->fair = memory_zeroed(n, 1);
  l->everything = memory_alloc(n, 1);
  memset(l->everything, 1, n);
  fair_inside(l->g, l->everything, l->fair);
}

static void labelling_free(struct labelling *l) {
  for (size_t k = 0; k < l->arena->size; k++) free(l->sets[k]);
  free(l->sets);
  free(l->fair);
  free(l->everything);
}

enum oracle_answer oracle_ctl(const struct aiger *model, const struct formulas *arena,
                              const struct scope *scope, uint32_t root, bool observe_all) {
  struct lits atoms = {0};
  uint8_t *needed = formulas_below(arena, root, &atoms);
  struct graph g = {.model = model, .arena = arena, .scope = scope};
  lits_append(&g.fairness, model->fairness.at, model->fairness.size);
  for (size_t k = 0; scope && k < scope->fair.size; k++) lits_push(&g.fairness, 0);
  enum oracle_answer answer = ORACLE_TOO_LARGE;
  if (graph_build(&g, &atoms, observe_all)) {
    struct labelling l = {.g = &g, .arena = arena};
    labelling_init(&l);
    bool small = true;
    for (uint32_t k = 0; k <= root && small; k++) {
      if (!needed[k] || arena->at[k].path) continue;
      l.sets[k] = memory_zeroed(g.num_states, 1);
      small = label(&l, &arena->at[k], l.sets[k]);
    }
    if (small) answer = ORACLE_HOLDS;
    for (size_t s = 0; small && s < g.num_initial; s++)
      if (!l.sets[root][s]) answer = ORACLE_FAILS;
    labelling_free(&l);
  }
  graph_free(&g);
  free(needed);
  lits_free(&atoms);
  return answer;
}
