#include "certifier/explain/short_lasso.h"

#include "formats/support/vector.h"

/* Those that are found are found in a hundredth of that: docs/performance.md. */
enum { MILLISECONDS = 500 };

/* The search for a lasso of `size` steps is bounded model checking as Biere et al. and Latvala et
 * al. have it: a literal for each step says that the loop starts there, and fixpoints of path
 * formulas go through the loop a second time to see whether what is promised comes. */
struct search {
  struct frames frames;
  const struct core_formula *core;
  const struct path_formula *path; /* NULL: the node is EG `always` */
  uint32_t always;
  const uint8_t *relevant;
  /* Of the size at hand. */
  int on;      /* switches its clauses on */
  int *starts; /* per step: does the loop start there? */
  int *inside; /* .. or before it? */
};

/* --- what has no temporal operators ----------------------------------------------------------- */

/* Children have larger numbers. */
static bool is_plain(const struct core_formula *core, uint32_t root) {
  struct lits stack = {0};
  bool plain = true;
  lits_push(&stack, root);
  while (stack.size && plain) {
    const struct core_node *n = &core->nodes[lits_pop(&stack)];
    plain = n->op <= CORE_OR;
    if (plain && n->op != CORE_ATOM) lits_push(&stack, n->left);
    if (plain && (n->op == CORE_AND || n->op == CORE_OR)) lits_push(&stack, n->right);
  }
  lits_free(&stack);
  return plain;
}

static int make_core(struct search *s, uint32_t root, size_t frame) {
  const struct core_formula *core = s->core;
  int *lit = memory_zeroed(core->num_nodes, sizeof *lit);
  for (size_t k = core->num_nodes; k-- > root;) {
    const struct core_node *n = &core->nodes[k];
    if (n->op == CORE_ATOM)
      lit[k] = frames_lit(&s->frames, frame, n->lit);
    else if (n->op == CORE_NOT)
      lit[k] = lit[n->left] ? -lit[n->left] : 0;
    else if (n->op <= CORE_OR && lit[n->left] && lit[n->right])
      lit[k] = n->op == CORE_AND ? frames_and(&s->frames, lit[n->left], lit[n->right])
                                 : frames_or(&s->frames, lit[n->left], lit[n->right]);
  }
  int result = lit[root];
  free(lit);
  return result;
}

/* What is said of the past may differ from one turn of the loop to the next. */
static bool can_be_searched(const struct search *s) {
  if (!s->path) return is_plain(s->core, s->always);
  for (size_t k = 0; k < s->path->num_nodes; k++) {
    const struct path_node *n = &s->path->nodes[k];
    if (n->op >= PATH_Y || (n->op == PATH_LEAF && !is_plain(s->core, n->left))) return false;
  }
  return true;
}

/* --- loops ------------------------------------------------------------------------------------ */

static void when_on(struct search *s, int a, int b, int c) {
  int clause[4] = {-s->on}, size = 1;
  int rest[] = {a, b, c};
  for (size_t k = 0; k < 3; k++) {
    if (rest[k] == s->frames.truth) return;
    if (rest[k] && rest[k] != -s->frames.truth) clause[size++] = rest[k];
  }
  sat_clause(s->frames.sat, clause, (size_t)size);
  s->frames.gates++; /* it costs as much */
}

static void oblige_same(struct search *s, size_t start, int a, int b) {
  if (a == b) return;
  when_on(s, -s->starts[start], -a, b);
  when_on(s, -s->starts[start], a, -b);
}

/* The state of frame `size` is that of frame `start`, if the loop starts there. */
static void oblige_loop(struct search *s, size_t start, size_t size) {
  const struct replay *r = s->frames.replay;
  const struct aiger *m = r->model;
  for (size_t k = 0; k < m->num_latches; k++)
    if (!s->relevant || s->relevant[k])
      oblige_same(s, start, frames_lit(&s->frames, start, m->latches[k].lit),
                  frames_lit(&s->frames, size, m->latches[k].lit));
  for (size_t k = 0; k < m->inputs.size; k++)
    if (r->observed[k])
      oblige_same(s, start, frames_lit(&s->frames, start, m->inputs.at[k]),
                  frames_lit(&s->frames, size, m->inputs.at[k]));
}

/* Exactly one loop. */
static void make_loops(struct search *s, size_t size) {
  int *clause = memory_alloc(size + 1, sizeof *clause);
  s->on = sat_switch(s->frames.sat);
  clause[0] = -s->on;
  for (size_t k = 0; k < size; k++) {
    s->starts[k] = clause[k + 1] = sat_var(s->frames.sat);
    s->inside[k] = k ? frames_or(&s->frames, s->inside[k - 1], s->starts[k]) : s->starts[k];
    if (k) when_on(s, -s->starts[k], -s->inside[k - 1], 0);
  }
  sat_clause(s->frames.sat, clause, size + 1);
  for (size_t k = 0; k < size; k++) oblige_loop(s, k, size);
  free(clause);
}

/* Each fairness is met in some step of the loop. */
static void oblige_fairness(struct search *s, size_t size) {
  const struct lits *fairness = &s->frames.replay->fairness;
  for (size_t j = 0; j < fairness->size; j++) {
    int met = -s->frames.truth;
    for (size_t k = 0; k < size; k++) {
      int here = frames_and(&s->frames, s->inside[k], frames_lit(&s->frames, k, fairness->at[j]));
      met = frames_or(&s->frames, met, here);
    }
    when_on(s, met, 0, 0);
  }
}

/* --- path formulas ---------------------------------------------------------------------------- */

/* values[k]: of the step in which the loop starts. */
static int at_start(struct search *s, const int *values, size_t size) {
  int result = -s->frames.truth;
  for (size_t k = 0; k < size; k++)
    result = frames_or(&s->frames, result, frames_and(&s->frames, s->starts[k], values[k]));
  return result;
}

/* One step of a fixpoint: right | (left & next), or right & (left | next). */
static int unfold(struct search *s, bool until, int left, int right, int next) {
  return until ? frames_or(&s->frames, right, frames_and(&s->frames, left, next))
               : frames_and(&s->frames, right, frames_or(&s->frames, left, next));
}

/* From the last step backwards; behind it comes what a second way through the loop finds. */
static void make_fixpoint(struct search *s, bool until, const int *left, const int *right,
                          size_t size, int *values) {
  int next = until ? -s->frames.truth : s->frames.truth;
  for (size_t k = size; k-- > 0;) next = values[k] = unfold(s, until, left[k], right[k], next);
  next = at_start(s, values, size);
  for (size_t k = size; k-- > 0;) next = values[k] = unfold(s, until, left[k], right[k], next);
}

static void make_path_node(struct search *s, const struct path_node *n, size_t size, int *all,
                           int *values) {
  const int *left = all + n->left * size, *right = all + n->right * size;
  bool until = n->op == PATH_U;
  if (until || n->op == PATH_R) {
    make_fixpoint(s, until, left, right, size, values);
    return;
  }
  for (size_t k = 0; k < size; k++) {
    if (n->op == PATH_LEAF)
      values[k] = make_core(s, n->left, k);
    else if (n->op == PATH_X)
      values[k] = k + 1 < size ? left[k + 1] : at_start(s, left, size);
    else if (n->op == PATH_AND)
      values[k] = frames_and(&s->frames, left[k], right[k]);
    else
      values[k] = frames_or(&s->frames, left[k], right[k]);
  }
}

static void oblige_path(struct search *s, size_t size) {
  const struct path_formula *path = s->path;
  int *all = memory_zeroed(path->num_nodes * size, sizeof *all);
  for (size_t k = 0; k < path->num_nodes; k++)
    make_path_node(s, &path->nodes[k], size, all, all + k * size);
  when_on(s, all[(path->num_nodes - 1) * size], 0, 0);
  free(all);
}

/* --- the search ------------------------------------------------------------------------------- */

/* The last frame becomes one that is left by a step. */
static void leave_frame(struct search *s) {
  const struct aiger *m = s->frames.replay->model;
  size_t last = s->frames.size - 1;
  for (size_t k = 0; k < m->constraints.size; k++)
    sat_unit(s->frames.sat, frames_lit(&s->frames, last, m->constraints.at[k]));
  if (!s->path) sat_unit(s->frames.sat, make_core(s, s->always, last));
  frames_add(&s->frames);
}

static enum sat_answer try(struct search *s) {
  size_t size = s->frames.size - 1;
  s->starts = memory_grow(s->starts, size, sizeof *s->starts);
  s->inside = memory_grow(s->inside, size, sizeof *s->inside);
  make_loops(s, size);
  oblige_fairness(s, size);
  if (s->path) oblige_path(s, size);
  sat_assume(s->frames.sat, s->on);
  return sat_solve(s->frames.sat);
}

static void read_lasso(struct search *s, struct short_lasso *lasso) {
  size_t inputs = s->frames.replay->model->inputs.size;
  lasso->size = s->frames.size - 1;
  lasso->cubes = memory_zeroed(lasso->size, sizeof *lasso->cubes);
  lasso->inputs = memory_alloc(lasso->size, inputs);
  for (size_t t = 0; t < lasso->size; t++) {
    if (sat_value(s->frames.sat, s->starts[t]) > 0) lasso->loop = t;
    frames_cube(&s->frames, t, &lasso->cubes[t]);
    for (size_t k = 0; k < inputs; k++)
      lasso->inputs[t * inputs + k] = frames_input(&s->frames, t, k);
  }
}

bool short_lasso_find(struct short_lasso *lasso, const struct replay *replay, uint32_t node,
                      size_t size, const uint8_t *relevant) {
  const struct core_node *n = &replay->core->nodes[node];
  struct search s = {.core = replay->core,
                     .path = n->op == CORE_E ? core_path(replay->core, node) : NULL,
                     .always = n->left,
                     .relevant = relevant};
  enum sat_answer answer = SAT_NO;
  *lasso = (struct short_lasso){0};
  if (!can_be_searched(&s)) return false;
  frames_init(&s.frames, replay, MILLISECONDS);
  while (answer == SAT_NO && s.frames.size < size && frames_may_grow(&s.frames)) {
    leave_frame(&s);
    answer = try(&s);
  }
  if (answer == SAT_YES) read_lasso(&s, lasso);
  frames_free(&s.frames);
  free(s.starts);
  free(s.inside);
  return answer == SAT_YES;
}

void short_lasso_free(struct short_lasso *lasso) {
  for (size_t k = 0; k < lasso->size; k++) lits_free(&lasso->cubes[k]);
  free(lasso->cubes);
  free(lasso->inputs);
  *lasso = (struct short_lasso){0};
}
