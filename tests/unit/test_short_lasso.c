/* Lassos that show what EG and E say: they obey the constraints, close, meet all fairness and
 * satisfy the path formula, whatever is left open, and no shorter one does. By enumeration of all
 * paths of small models. */
#include "certifier/explain/short_lasso.h"
#include "certifier/trace/history.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

#include <check.h>

enum { TRIALS = 1500, FILLINGS = 4, MOST_STEPS = 4 };

struct trial {
  struct aiger model;
  struct formulas arena;
  struct core_formula core;
  uint32_t node; /* the EG or E node of the core */
  bool observed; /* all inputs are, or none */
  uint8_t *value;
  struct replay replay; /* only what a lasso looks at */
};

/* A path: what is true in each of its steps. */
struct path {
  uint32_t latches[MOST_STEPS + 1], inputs[MOST_STEPS + 1];
  size_t size; /* steps; the state behind the last one is there, too */
};

static void evaluate(struct trial *t, uint32_t latches, uint32_t inputs) {
  const struct aiger *m = &t->model;
  t->value[0] = 0;
  for (size_t k = 0; k < m->num_latches; k++) t->value[m->latches[k].lit >> 1] = latches >> k & 1;
  for (size_t k = 0; k < m->inputs.size; k++) t->value[m->inputs.at[k] >> 1] = inputs >> k & 1;
  for (size_t k = 0; k < m->num_ands; k++) {
    const struct aiger_and *a = &m->ands[k];
    t->value[a->lhs >> 1] =
        (t->value[a->rhs0 >> 1] ^ (a->rhs0 & 1)) & (t->value[a->rhs1 >> 1] ^ (a->rhs1 & 1));
  }
}

static bool is_true(const struct trial *t, uint32_t lit) { return t->value[lit >> 1] ^ (lit & 1); }

static uint32_t next_state(const struct trial *t) {
  uint32_t state = 0;
  for (size_t k = 0; k < t->model.num_latches; k++)
    state |= (uint32_t)is_true(t, t->model.latches[k].next) << k;
  return state;
}

static bool is_allowed(const struct trial *t) {
  for (size_t k = 0; k < t->model.constraints.size; k++)
    if (!is_true(t, t->model.constraints.at[k])) return false;
  return true;
}

/* Of a node without temporal operators, in the state at hand. */
static bool core_truth(const struct trial *t, uint32_t node) {
  const struct core_node *n = &t->core.nodes[node];
  switch (n->op) {
  case CORE_ATOM: return is_true(t, n->lit);
  case CORE_NOT: return !core_truth(t, n->left);
  case CORE_AND: return core_truth(t, n->left) && core_truth(t, n->right);
  default: return core_truth(t, n->left) || core_truth(t, n->right);
  }
}

/* truth[k * size + t]: by iteration from below (U) and from above (R) until nothing changes. */
static bool path_truth(struct trial *t, const struct path *p, size_t loop) {
  const struct path_formula *f = core_path(&t->core, t->node);
  size_t size = p->size;
  bool *truth = memory_zeroed(f->num_nodes * size, sizeof *truth);
  for (size_t k = 0; k < f->num_nodes; k++) {
    const struct path_node *n = &f->nodes[k];
    bool *here = truth + k * size, *left = truth + n->left * size, *right = truth + n->right * size;
    for (size_t s = 0; s < size; s++) here[s] = n->op == PATH_R;
    for (size_t round = 0; round < size + 1; round++)
      for (size_t s = size; s-- > 0;) {
        size_t next = s + 1 < size ? s + 1 : loop;
        if (n->op == PATH_LEAF) evaluate(t, p->latches[s], p->inputs[s]);
        here[s] = n->op == PATH_LEAF  ? core_truth(t, n->left)
                  : n->op == PATH_X   ? left[next]
                  : n->op == PATH_AND ? left[s] && right[s]
                  : n->op == PATH_OR  ? left[s] || right[s]
                  : n->op == PATH_U   ? right[s] || (left[s] && here[next])
                                      : right[s] && (left[s] || here[next]);
      }
  }
  bool result = truth[(f->num_nodes - 1) * size];
  free(truth);
  return result;
}

/* Is the path, whose last state is that of step `loop` again, one that shows what the node says? */
static bool shows(struct trial *t, const struct path *p, size_t loop) {
  const struct lits *fairness = &t->replay.fairness;
  const struct core_node *n = &t->core.nodes[t->node];
  bool met[8] = {0};
  if (p->latches[loop] != p->latches[p->size]) return false;
  if (t->observed && p->inputs[loop] != p->inputs[p->size]) return false;
  for (size_t s = 0; s < p->size; s++) {
    evaluate(t, p->latches[s], p->inputs[s]);
    if (!is_allowed(t) || next_state(t) != p->latches[s + 1]) return false;
    if (n->op == CORE_EG && !core_truth(t, n->left)) return false;
    for (size_t j = 0; s >= loop && j < fairness->size; j++)
      met[j] = met[j] || is_true(t, fairness->at[j]);
  }
  for (size_t j = 0; j < fairness->size; j++)
    if (!met[j]) return false;
  return n->op == CORE_EG || path_truth(t, p, loop);
}

/* All paths of exactly `size` steps. */
static bool any_shows(struct trial *t, struct path *p, size_t size) {
  uint32_t all = 1u << t->model.inputs.size;
  if (p->size == size) {
    for (size_t loop = 0; loop < size; loop++)
      if (shows(t, p, loop)) return true;
    return false;
  }
  uint32_t before = p->inputs[p->size];
  for (uint32_t k = 0; k < all; k++) {
    if (!t->observed) p->inputs[p->size] = k; /* of the step */
    evaluate(t, p->latches[p->size], p->inputs[p->size]);
    p->latches[p->size + 1] = next_state(t);
    if (t->observed) p->inputs[p->size + 1] = k; /* of the next state */
    p->size++;
    bool found = any_shows(t, p, size);
    p->size--;
    if (found) return true;
  }
  p->inputs[p->size] = before;
  return false;
}

/* The path of the lasso, with open inputs at random. */
static void fill(struct rng *rng, struct trial *t, const struct short_lasso *lasso,
                 struct path *p) {
  size_t inputs = t->model.inputs.size;
  for (p->size = 0; p->size < lasso->size; p->size++) {
    size_t s = p->size;
    for (size_t k = 0; k < inputs && !t->observed; k++) {
      uint8_t value = lasso->inputs[s * inputs + k];
      uint32_t bit = value == HISTORY_FREE ? rng_below(rng, 2) : value;
      p->inputs[s] = (p->inputs[s] & ~(1u << k)) | bit << k;
    }
    evaluate(t, p->latches[s], p->inputs[s]);
    p->latches[s + 1] = next_state(t);
    p->inputs[s + 1] = rng_below(rng, 1u << inputs);
    for (size_t k = 0; t->observed && k < lasso->cubes[s].size; k++) {
      uint32_t lit = lasso->cubes[s].at[k], input = (lit >> 1) - t->replay.first_fresh;
      p->inputs[s + 1] = (p->inputs[s + 1] & ~(1u << input)) | (uint32_t) !(lit & 1) << input;
    }
  }
}

static size_t check_lasso(struct rng *rng, struct trial *t, uint32_t latches, uint32_t inputs) {
  struct short_lasso lasso;
  bool found = short_lasso_find(&lasso, &t->replay, t->node, MOST_STEPS + 1, NULL);
  size_t shorter = found ? lasso.size - 1 : MOST_STEPS;
  for (size_t size = 1; size <= shorter; size++) {
    struct path p = {.latches = {latches}, .inputs = {inputs}};
    ck_assert_msg(!any_shows(t, &p, size), "there is one of %zu steps, not of %zu", size, shorter);
  }
  for (int k = 0; found && k < FILLINGS; k++) {
    struct path p = {.latches = {latches}, .inputs = {inputs}};
    fill(rng, t, &lasso, &p);
    ck_assert_msg(shows(t, &p, lasso.loop), "a lasso that shows nothing");
  }
  size_t size = lasso.size;
  short_lasso_free(&lasso);
  return size;
}

/* A path formula whose leaves have no temporal operators. */
static uint32_t some_path(struct rng *rng, struct trial *t, unsigned depth) {
  static const enum formula_op ops[] = {FORMULA_NOT, FORMULA_AND, FORMULA_OR, FORMULA_X,
                                        FORMULA_F,   FORMULA_G,   FORMULA_U,  FORMULA_R};
  struct formulas *arena = &t->arena;
  if (depth == 0) return random_proposition(rng, &t->model, 1, arena);
  enum formula_op op = ops[rng_below(rng, sizeof ops / sizeof *ops)];
  uint32_t left = some_path(rng, t, depth - 1);
  return formula_make(arena, op, left, formula_arity(op) == 2 ? some_path(rng, t, depth - 1) : 0);
}

/* Until there is a node of the kind: constants may be all that is left of a formula. */
static void some_node(struct rng *rng, struct trial *t) {
  struct formulas *arena = &t->arena;
  enum core_op wanted;
  do {
    wanted = rng_chance(rng, 40) ? CORE_EG : CORE_E;
    uint32_t root =
        wanted == CORE_EG
            ? formula_make(arena, FORMULA_EG, random_proposition(rng, &t->model, 2, arena), 0)
            : formula_make(arena, FORMULA_E, some_path(rng, t, 3), 0);
    core_free(&t->core);
    core_from_formula(&t->core, arena, root, false);
    for (t->node = 0; t->node < t->core.num_nodes; t->node++)
      if (t->core.nodes[t->node].op == wanted) break;
  } while (t->node == t->core.num_nodes);
}

static void make_trial(struct rng *rng, struct trial *t, uint32_t *latches, uint32_t *inputs) {
  static const struct random_shape shape = {4, 2, 16, 1, 2, 1};
  *t = (struct trial){.observed = rng_chance(rng, 50)};
  random_model(rng, &shape, &t->model);
  some_node(rng, t);
  size_t n = (size_t)t->model.maxvar + 1;
  t->value = memory_zeroed(n, 1);
  *latches = rng_below(rng, 1u << t->model.num_latches);
  *inputs = rng_below(rng, 1u << t->model.inputs.size);
  evaluate(t, *latches, *inputs);
  t->replay = (struct replay){.model = &t->model,
                              .core = &t->core,
                              .observed = memory_alloc(t->model.inputs.size + 1, 1),
                              .value = memory_alloc(n, 1),
                              .first_fresh = t->model.maxvar + 1};
  memset(t->replay.observed, t->observed, t->model.inputs.size);
  memcpy(t->replay.value, t->value, n);
  for (size_t k = 0; k < t->model.fairness.size; k++)
    lits_push(&t->replay.fairness, t->model.fairness.at[k]);
}

static void free_trial(struct trial *t) {
  free(t->replay.observed);
  free(t->replay.value);
  lits_free(&t->replay.fairness);
  free(t->value);
  core_free(&t->core);
  formulas_free(&t->arena);
  aiger_free(&t->model);
}

START_TEST(shortest) {
  uint64_t seed = random_seed("shortest");
  size_t found = 0, longest = 0;
  for (uint64_t k = 0; k < TRIALS; k++) {
    struct rng rng = rng_seeded(seed + k);
    struct trial t;
    uint32_t latches, inputs;
    make_trial(&rng, &t, &latches, &inputs);
    size_t size = check_lasso(&rng, &t, latches, inputs);
    found += size > 0;
    longest = size > longest ? size : longest;
    free_trial(&t);
  }
  ck_assert_msg(found > TRIALS / 10 && longest >= 3, "only %zu lassos, none longer than %zu", found,
                longest);
}
END_TEST

/* What is said of the past is not settled by one way through the loop: no such lasso is looked for.
 */
START_TEST(past) {
  static const enum formula_op ops[] = {FORMULA_Y, FORMULA_Z, FORMULA_O, FORMULA_H};
  for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
    struct rng rng = rng_seeded(k + 1);
    struct trial t;
    uint32_t latches, inputs;
    struct short_lasso lasso;
    make_trial(&rng, &t, &latches, &inputs);
    uint32_t yes = formula_atom(&t.arena, 1, "true");
    uint32_t path = formula_make(&t.arena, FORMULA_F, formula_make(&t.arena, ops[k], yes, 0), 0);
    core_free(&t.core);
    core_from_formula(&t.core, &t.arena, formula_make(&t.arena, FORMULA_E, path, 0), false);
    ck_assert(!short_lasso_find(&lasso, &t.replay, 0, MOST_STEPS + 1, NULL));
    free_trial(&t);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("short lasso");
  TCase *tests = tcase_create("short lasso");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, shortest);
  tcase_add_test(tests, past);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
