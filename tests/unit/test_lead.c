/* Paths to a state in which a formula is true: they lead there whatever is left open, and there is
 * no shorter one. By enumeration of small models. */
#include "certifier/explain/lead.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

#include <check.h>

enum { TRIALS = 800, FILLINGS = 6 };

struct trial {
  struct aiger model;
  struct formulas arena;
  uint32_t goal;
  struct replay replay; /* only what a lead looks at */
  uint8_t *value;       /* per variable of the model */
};

/* The values of gates from those of latches and inputs. */
static void evaluate(struct trial *t) {
  t->value[0] = 0;
  for (size_t k = 0; k < t->model.num_ands; k++) {
    const struct aiger_and *a = &t->model.ands[k];
    t->value[a->lhs >> 1] =
        (t->value[a->rhs0 >> 1] ^ (a->rhs0 & 1)) & (t->value[a->rhs1 >> 1] ^ (a->rhs1 & 1));
  }
}

static bool truth(const struct trial *t, uint32_t node) {
  const struct formula *f = &t->arena.at[node];
  if (f->op == FORMULA_ATOM) return t->value[f->lit >> 1] ^ (f->lit & 1);
  bool a = truth(t, f->left), b = formula_arity(f->op) == 2 && truth(t, f->right);
  switch (f->op) {
  case FORMULA_NOT: return !a;
  case FORMULA_AND: return a && b;
  case FORMULA_OR: return a || b;
  case FORMULA_IMPLIES: return !a || b;
  case FORMULA_XOR: return a != b;
  default: return a == b;
  }
}

static uint32_t latches_of(const struct trial *t) {
  uint32_t state = 0;
  for (size_t k = 0; k < t->model.num_latches; k++)
    state |= (uint32_t)t->value[t->model.latches[k].lit >> 1] << k;
  return state;
}

static void set(struct trial *t, uint32_t state, uint32_t inputs) {
  for (size_t k = 0; k < t->model.num_latches; k++)
    t->value[t->model.latches[k].lit >> 1] = state >> k & 1;
  for (size_t k = 0; k < t->model.inputs.size; k++)
    t->value[t->model.inputs.at[k] >> 1] = inputs >> k & 1;
  evaluate(t);
}

static uint32_t step(struct trial *t) {
  uint32_t state = 0;
  for (size_t k = 0; k < t->model.num_latches; k++) {
    uint32_t next = t->model.latches[k].next;
    state |= (uint32_t)(t->value[next >> 1] ^ (next & 1)) << k;
  }
  return state;
}

/* In how many steps, at least one, the goal can be reached; 0: never. Inputs are all observed: they
 * are part of the state, and free in each but the first. */
static size_t distance(struct trial *t, uint32_t first, uint32_t inputs) {
  uint64_t reached = 0, now;
  uint32_t all = 1u << t->model.inputs.size, states = 1u << t->model.num_latches;
  set(t, first, inputs);
  now = UINT64_C(1) << step(t);
  for (size_t depth = 1; now & ~reached; depth++) {
    uint64_t next = 0;
    reached |= now;
    for (uint32_t s = 0; s < states; s++)
      for (uint32_t i = 0; now >> s & 1 && i < all; i++) {
        set(t, s, i);
        if (truth(t, t->goal)) return depth;
        next |= UINT64_C(1) << step(t);
      }
    now = next;
  }
  return 0;
}

/* Follows the lead, with open inputs at random. */
static bool leads_there(struct rng *rng, struct trial *t, const struct lead *lead, uint32_t first,
                        uint32_t inputs) {
  set(t, first, inputs);
  for (size_t k = 0; k < lead->size; k++) {
    uint32_t state = step(t), next = rng_below(rng, 1u << t->model.inputs.size);
    for (size_t j = 0; j < lead->steps[k].size; j++) {
      uint32_t lit = lead->steps[k].at[j], input = (lit >> 1) - t->replay.first_fresh;
      next = (next & ~(1u << input)) | (uint32_t) !(lit & 1) << input;
    }
    set(t, state, next);
  }
  return truth(t, t->goal);
}

static void check_lead(struct rng *rng, struct trial *t) {
  struct lead lead;
  uint32_t first = latches_of(t), inputs = 0;
  for (size_t k = 0; k < t->model.inputs.size; k++)
    inputs |= (uint32_t)t->value[t->model.inputs.at[k] >> 1] << k;
  bool found = lead_find(&lead, &t->replay, &t->arena, t->goal, true);
  size_t wanted = distance(t, first, inputs);
  ck_assert_uint_eq(found ? lead.size : 0, wanted);
  for (int k = 0; found && k < FILLINGS; k++) ck_assert(leads_there(rng, t, &lead, first, inputs));
  lead_free(&lead);
}

START_TEST(shortest) {
  static const struct random_shape shape = {5, 3, 24, 0, 0, 1};
  uint64_t seed = random_seed("shortest");
  for (uint64_t k = 0; k < TRIALS; k++) {
    struct rng rng = rng_seeded(seed + k);
    struct trial t = {0};
    random_model(&rng, &shape, &t.model);
    t.model.fairness.size = 0;
    t.model.constraints.size = 0;
    t.goal = random_proposition(&rng, &t.model, 1 + rng_below(&rng, 3), &t.arena);
    t.value = memory_zeroed((size_t)t.model.maxvar + 1, 1);
    set(&t, rng_below(&rng, 1u << t.model.num_latches), rng_below(&rng, 1u << t.model.inputs.size));
    uint8_t *observed = memory_alloc(t.model.inputs.size + 1, 1);
    memset(observed, 1, t.model.inputs.size);
    uint8_t *value = memory_alloc((size_t)t.model.maxvar + 1, 1);
    memcpy(value, t.value, (size_t)t.model.maxvar + 1);
    t.replay = (struct replay){
        .model = &t.model, .observed = observed, .value = value, .first_fresh = t.model.maxvar + 1};
    check_lead(&rng, &t);
    free(observed);
    free(value);
    free(t.value);
    formulas_free(&t.arena);
    aiger_free(&t.model);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("lead");
  TCase *tests = tcase_create("lead");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, shortest);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
