/* Random formulas, and random nonsense. */
#include "checker/ctl/core_formula.h"
#include "formats/ctl.h"
#include "tests/oracle/random_model.h"
#include "tests/oracle/read_files.h"
#include "tests/unit/names_model.h"
#include "tests/unit/run_suite.h"

#include <stdlib.h>

/* The same formula, but for the names of atoms. */
static bool same_core(const struct formulas *arena, uint32_t a, uint32_t b) {
  struct core_formula x, y;
  core_from_formula(&x, arena, a, false);
  core_from_formula(&y, arena, b, false);
  bool same = x.num_nodes == y.num_nodes && x.num_paths == y.num_paths &&
              !memcmp(x.nodes, y.nodes, x.num_nodes * sizeof *x.nodes);
  for (size_t k = 0; same && k < x.num_paths; k++)
    same = x.paths[k].num_nodes == y.paths[k].num_nodes &&
           !memcmp(x.paths[k].nodes, y.paths[k].nodes,
                   x.paths[k].num_nodes * sizeof *x.paths[k].nodes);
  core_free(&x);
  core_free(&y);
  return same;
}

static bool same_clauses(const struct lits *a, const struct lits *b) {
  return a->size == b->size && (a->size == 0 || !memcmp(a->at, b->at, a->size * sizeof *a->at));
}

/* Random formulas: what is printed is read back as the same formula. */
START_TEST(random_round_trips) {
  uint64_t seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
  printf("random_round_trips: SEED=%llu\n", (unsigned long long)seed);
  struct rng rng = rng_seeded(seed);
  for (int k = 0; k < 600; k++) {
    struct aiger model;
    struct ctl_file file = {0};
    struct fault fault;
    random_model(&rng, &random_shape_default, &model);
    bool star = k % 2;
    enum ctl_dialect dialect = star ? CTL_DIALECT_CANONICAL : CTL_DIALECT_AUTO;
    uint32_t root = star ? random_star_formula(&rng, &model, 5, 6, &file.arena)
                         : random_formula(&rng, &model, 6, &file.arena);
    struct scope scope = {0};
    if (k % 3 == 0) random_scope(&rng, &model, &file.arena, &scope);
    char *printed = scope_print(&file.arena, &scope, root);
    scope_free(&scope);
    ck_assert_msg(ctl_read_text(printed, &model, dialect, &file, &fault), "%s", fault.text);
    char *again = ctl_print(&file, &file.properties[0]);
    ck_assert_msg(ctl_read_text(again, &model, dialect, &file, &fault), "%s", fault.text);
    ck_assert_uint_eq(file.properties[0].root, file.properties[1].root);
    ck_assert(same_clauses(&file.properties[0].scope.fair, &file.properties[1].scope.fair));
    ck_assert(same_clauses(&file.properties[0].scope.assume, &file.properties[1].scope.assume));
    ck_assert_msg(same_core(&file.arena, root, file.properties[0].root), "%s", printed);
    free(again);
    free(printed);
    ctl_free(&file);
    aiger_free(&model);
  }
}
END_TEST

/* Any sequence of tokens is read or refused, never worse. */
START_TEST(survives_nonsense) {
  static const char *const pieces[] = {"p",        "(",
                                       ")",        "[",
                                       "]",        "E",
                                       "A",        "U",
                                       "W",        "BU",
                                       "0..2",     "!",
                                       "&",        "->",
                                       "=",        "w",
                                       "5",        "3'h2",
                                       "EX",       "AG",
                                       "EBF 0..2", "ABG",
                                       "\"s\"",    "\\t ",
                                       ";",        "#PASS: (0)\n",
                                       "-- x\n",   "DEFINE",
                                       "SPEC",     "z := p;",
                                       "z",        "==",
                                       "^",        "true",
                                       "x<1:0>",   "\"",
                                       "FAIRNESS", "NAME",
                                       "ASSUME",   "COMPASSION",
                                       "fair",     "assume",
                                       ",",        "LTLSPEC",
                                       ":=",       "..",
                                       "\n"};
  uint64_t seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
  printf("survives_nonsense: SEED=%llu\n", (unsigned long long)seed);
  struct rng rng = rng_seeded(seed);
  struct aiger model;
  text_model(names_text, &model);
  for (int k = 0; k < 4000; k++) {
    char text[600] = "", path[] = "/tmp/vouch-ctl-XXXXXX";
    struct ctl_file file = {0};
    struct fault fault;
    for (uint32_t n = rng_below(&rng, 30); n > 0; n--) {
      strcat(text, pieces[rng_below(&rng, sizeof pieces / sizeof *pieces)]);
      strcat(text, " ");
    }
    (void)ctl_read_text(text, &model, (enum ctl_dialect)rng_below(&rng, 3), &file, &fault);
    ctl_free(&file);
    if (k % 4) continue;
    FILE *out = fdopen(mkstemp(path), "wb");
    fputs(text, out);
    fclose(out);
    (void)ctl_read_file(path, &model, (enum ctl_dialect)rng_below(&rng, 3), &file, &fault);
    ctl_free(&file);
    remove(path);
  }
  aiger_free(&model);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("ctl_random");
  TCase *tests = tcase_create("ctl_random");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, random_round_trips);
  tcase_add_test(tests, survives_nonsense);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
