/* Parts of formulas that do not matter: the oracle says the same of the formula whatever is put in
 * their place. */
#include "certifier/pipeline/vacuity.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

#include <check.h>

enum { TRIALS = 1500, MIXED_SIGN = 2 };

struct trial {
  struct aiger model;
  struct ctl_file file;
  struct selected property;
  bool observe_all;
  enum oracle_answer answer;
};

static enum oracle_answer ask(const struct trial *t, const struct vacuity *v, uint32_t root) {
  return oracle_ctl(&t->model, &v->file.arena, NULL, root, t->observe_all);
}

/* Whatever formula of the property itself it is: all inputs are part of the state here. */
static void put_others_there(struct rng *rng, const struct trial *t, struct vacuity *v,
                             const struct vacuity_part *part) {
  for (int n = 0; n < 4; n++) {
    uint32_t by = rng_below(rng, v->root + 1);
    if (v->file.arena.at[by].path && !v->file.arena.at[part->node].path) continue;
    uint32_t root = vacuity_replace(v, part, by);
    ck_assert_int_eq(ask(t, v, root), t->answer);
  }
}

static void check_parts(struct rng *rng, const struct trial *t, size_t *vacuous) {
  struct vacuity v, weaker;
  struct vacuity_part part, other;
  bool holds = t->answer == ORACLE_HOLDS;
  vacuity_init(&v, &t->model, &t->property, holds, t->observe_all);
  vacuity_init(&weaker, &t->model, &t->property, !holds, t->observe_all);
  while (vacuity_next(&v, &part)) {
    ck_assert(vacuity_next(&weaker, &other));
    ck_assert_uint_eq(part.node, other.node);
    ck_assert_uint_eq(part.num_changed, part.sign == MIXED_SIGN ? 2 : 1);
    if (ask(t, &v, part.changed[0]) == t->answer && part.sign != MIXED_SIGN) {
      ++*vacuous;
      ck_assert_int_eq(ask(t, &weaker, other.changed[0]), t->answer);
      if (t->observe_all) put_others_there(rng, t, &v, &part);
    }
    vacuity_enter(&v, &part);
    vacuity_enter(&weaker, &other);
  }
  ck_assert(!vacuity_next(&weaker, &other));
  vacuity_free(&v);
  vacuity_free(&weaker);
}

START_TEST(anything_may_stand_there) {
  static const struct random_shape shape = {3, 2, 16, 1, 2, 1};
  uint64_t seed = random_seed("anything_may_stand_there");
  size_t vacuous = 0;
  for (uint64_t k = 0; k < TRIALS; k++) {
    struct rng rng = rng_seeded(seed + k);
    struct trial t = {.observe_all = rng_chance(&rng, 50)};
    random_model(&rng, &shape, &t.model);
    uint32_t root =
        rng_chance(&rng, 50)
            ? random_formula(&rng, &t.model, 1 + rng_below(&rng, 4), &t.file.arena)
            : random_star_formula(&rng, &t.model, 1 + rng_below(&rng, 3), 3, &t.file.arena);
    t.property =
        (struct selected){.property = {.kind = PROPERTY_CTL, .root = root}, .ctl = &t.file};
    t.answer = oracle_ctl(&t.model, &t.file.arena, NULL, root, t.observe_all);
    if (t.answer != ORACLE_TOO_LARGE) check_parts(&rng, &t, &vacuous);
    ctl_free(&t.file);
    aiger_free(&t.model);
  }
  ck_assert_uint_gt(vacuous, TRIALS / 10);
}
END_TEST

/* What the parts of a formula are called, with the formulas that take their place. */
static void expect_parts(const char *text, bool holds, const char *wanted) {
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  struct vacuity v;
  struct vacuity_part part;
  char found[2000] = "";
  text_model("aag 3 1 2 0 0\n2\n4 2\n6 4\ni0 in\nl0 w[0]\nl1 w[1]\n", &model);
  ck_assert_msg(ctl_read_text(text, &model, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
  struct selected property = {.property.root = file.properties[0].root, .ctl = &file};
  vacuity_init(&v, &model, &property, holds, false);
  while (vacuity_next(&v, &part)) {
    for (size_t k = 0; k < part.num_changed; k++) {
      char *changed = formula_print(&v.file.arena, part.changed[k]);
      strcat(found, changed);
      strcat(found, "\n");
      free(changed);
    }
    vacuity_enter(&v, &part);
  }
  ck_assert_str_eq(found, wanted);
  vacuity_free(&v);
  ctl_free(&file);
  aiger_free(&model);
}

START_TEST(parts) {
  expect_parts("AG (w = 3 -> AX w > 1)", true,
               "AG false\nAG (true -> AX \"w[1]\")\nAG ((\"w[1]\" & \"w[0]\") -> false)\n"
               "AG ((\"w[1]\" & \"w[0]\") -> AX false)\n");
  expect_parts("AG !(w[0] & w[1])", false,
               "AG !false\nAG !(false & \"w[1]\")\nAG !(\"w[0]\" & false)\n");
  expect_parts("A[w[0] W w[1]]", true,
               "!true\n!E[!false U (!\"w[0]\" & !false)]\n!E[!\"w[1]\" U true]\n"
               "!E[!\"w[1]\" U (!false & !\"w[1]\")]\n");
  expect_parts("w[0] <-> w[1]", true,
               "(false <-> \"w[1]\")\n(true <-> \"w[1]\")\n(\"w[0]\" <-> false)\n(\"w[0]\" <-> "
               "true)\n");
  /* The input stays observed. */
  expect_parts("EX w[0] | in", true,
               "(false | \"in\")\n(EX \"w[0]\" | (false & \"in\"))\n(EX false | \"in\")\n");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("vacuity");
  TCase *tests = tcase_create("vacuity");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, parts);
  tcase_add_test(tests, anything_may_stand_there);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
