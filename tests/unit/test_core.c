#include "checker/ctl/core_formula.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

static uint32_t put(struct formulas *arena, enum formula_op op, uint32_t lit, uint32_t left,
                    uint32_t right) {
  arena->at = memory_one_more(arena->at, arena->size, sizeof *arena->at);
  arena->at[arena->size] = (struct formula){.op = op, .lit = lit, .left = left, .right = right};
  return (uint32_t)arena->size++;
}

static char *listing(const struct core_formula *core) {
  static const char *const names[] = {"atom", "not", "and", "or", "EX", "EU", "EG", "E"};
  char *text = memory_zeroed(64 * core->num_nodes + 1, 1), *end = text;
  for (size_t k = 0; k < core->num_nodes; k++) {
    const struct core_node *n = &core->nodes[k];
    if (n->op == CORE_ATOM)
      end += sprintf(end, "%satom %u", k ? ", " : "", n->lit);
    else if (n->op == CORE_NOT || n->op == CORE_EX || n->op == CORE_EG)
      end += sprintf(end, "%s%s %u", k ? ", " : "", names[n->op], n->left);
    else
      end += sprintf(end, "%s%s %u %u", k ? ", " : "", names[n->op], n->left, n->right);
  }
  return text;
}

static void expect(const struct formulas *arena, uint32_t root, bool fair, const char *expected) {
  struct core_formula core;
  core_from_formula(&core, arena, root, fair);
  char *text = listing(&core);
  ck_assert_str_eq(text, expected);
  free(text);
  core_free(&core);
}

/* Post-order, left first, last node is 0. */
START_TEST(numbers) {
  struct formulas f = {0};
  uint32_t p = put(&f, FORMULA_ATOM, 4, 0, 0), q = put(&f, FORMULA_ATOM, 6, 0, 0);
  uint32_t and = put(&f, FORMULA_AND, 0, p, q);
  expect(&f, p, false, "atom 4");
  expect(&f, and, false, "and 2 1, atom 6, atom 4");
  uint32_t ex = put(&f, FORMULA_EX, 0, q, 0);
  expect(&f, put(&f, FORMULA_OR, 0, and, ex), false, "or 2 1, EX 3, and 4 3, atom 6, atom 4");
  free(f.at);
}
END_TEST

START_TEST(rewriting) {
  struct formulas f = {0};
  uint32_t p = put(&f, FORMULA_ATOM, 4, 0, 0), q = put(&f, FORMULA_ATOM, 6, 0, 0),
           n = put(&f, FORMULA_NOT, 0, p, 0);
  expect(&f, put(&f, FORMULA_NOT, 0, n, 0), false, "atom 4");
  expect(&f, put(&f, FORMULA_IMPLIES, 0, p, q), false, "or 2 1, atom 6, not 3, atom 4");
  expect(&f, put(&f, FORMULA_XOR, 0, p, q), false,
         "or 3 1, and 2 5, not 6, and 6 4, not 5, atom 6, atom 4");
  expect(&f, put(&f, FORMULA_IFF, 0, p, q), false,
         "and 3 1, or 6 2, not 4, or 5 4, atom 6, not 6, atom 4");
  expect(&f, put(&f, FORMULA_AG, 0, p, 0), false, "not 1, EU 4 2, not 3, atom 4, atom 1");
  expect(&f, put(&f, FORMULA_AG, 0, n, 0), false, "not 1, EU 3 2, atom 4, atom 1");
  expect(&f, put(&f, FORMULA_AF, 0, p, 0), false, "not 1, EG 2, not 3, atom 4");
  expect(&f, put(&f, FORMULA_AX, 0, p, 0), false, "not 1, EX 2, not 3, atom 4");
  expect(&f, put(&f, FORMULA_AU, 0, p, q), false,
         "not 1, or 3 2, EG 7, EU 7 4, and 5 7, not 6, atom 4, not 8, atom 6");
  free(f.at);
}
END_TEST

/* Which node says what a formula says: 2*node, + 1 for the opposite. */
START_TEST(mapped) {
  struct formulas f = {0};
  uint32_t p = put(&f, FORMULA_ATOM, 4, 0, 0), other = put(&f, FORMULA_ATOM, 8, 0, 0);
  uint32_t not_p = put(&f, FORMULA_NOT, 0, p, 0), again = put(&f, FORMULA_NOT, 0, not_p, 0);
  uint32_t ag = put(&f, FORMULA_AG, 0, again, 0), map[5];
  struct core_formula core;
  core_from_formula_mapped(&core, &f, ag, false, map); /* not 1, EU 4 2, not 3, atom 4, atom 1 */
  ck_assert_uint_eq(map[p], 2 * 3);
  ck_assert_uint_eq(map[not_p], 2 * 3 + 1);
  ck_assert_uint_eq(map[again], 2 * 3);
  ck_assert_uint_eq(map[ag], 2 * 1 + 1);
  ck_assert_uint_eq(map[other], CORE_NOWHERE);
  core_free(&core);
  core_from_formula_mapped(&core, &f, ag, true, map); /* the target of EU becomes !p & EG true */
  ck_assert(core.nodes[map[ag] >> 1].op == CORE_EU && map[ag] & 1);
  ck_assert(core.nodes[map[p] >> 1].op == CORE_ATOM && core.nodes[map[p] >> 1].lit == 4);
  core_free(&core);
  core_from_formula_mapped(&core, &f, again, false, map); /* !!p is p */
  ck_assert(map[again] == 0 && map[not_p] == 1 && map[p] == 0);
  core_free(&core);
  free(f.at);
}
END_TEST

/* The path formula of the first E node: "U(2, R(3, 2)) with e1 e0 .." in prefix form. */
static void list_path(const struct path_formula *path, uint32_t k, char *to) {
  static const char *const names[] = {"", "and", "or", "X", "U", "R", "Y", "Z", "S", "T"};
  const struct path_node *node = &path->nodes[k];
  char left[512], right[512], label[32] = "";
  if (node->op == PATH_LEAF) {
    sprintf(to, "%u", node->left);
    return;
  }
  list_path(path, node->left, left);
  list_path(path, node->right, right);
  if (node->op >= PATH_X) sprintf(label, "%u", node->variable);
  if (node->op == PATH_U) sprintf(label, "%u.%u", node->variable, node->fair);
  if (path_arity(node->op) == 1)
    sprintf(to, "%s%s(%s)", names[node->op], label, left);
  else
    sprintf(to, "%s%s(%s,%s)", names[node->op], label, left, right);
}

static void expect_paths(const struct formulas *f, uint32_t root, bool fair, const char *nodes,
                         const char *first, const char *second) {
  struct core_formula core;
  char text[4096];
  core_from_formula(&core, f, root, fair);
  char *all = listing(&core);
  ck_assert_str_eq(all, nodes);
  free(all);
  for (size_t k = 0; k < core.num_paths; k++) {
    const struct path_formula *path = &core.paths[k];
    ck_assert(core.nodes[path->node].op == CORE_E && core_path(&core, path->node) == path);
    list_path(path, (uint32_t)path->num_nodes - 1, text);
    ck_assert_str_eq(text, k ? second : first);
  }
  ck_assert_uint_eq(core.num_paths, second ? 2 : 1);
  core_free(&core);
}

/* Negation normal form, leaves, numbers of nodes, variables and fairness. */
START_TEST(paths) {
  struct formulas f = {0};
  uint32_t p = formula_atom(&f, 4, "p"), q = formula_atom(&f, 6, "q");
  uint32_t x = formula_make(&f, FORMULA_X, p, 0), either = formula_make(&f, FORMULA_OR, p, q);
  /* E (X p & [(p | q) R q]): the largest state formulas are the leaves. */
  uint32_t release = formula_make(&f, FORMULA_R, either, q);
  uint32_t both = formula_make(&f, FORMULA_AND, x, release);
  expect_paths(&f, formula_make(&f, FORMULA_E, both, 0), false, "E 0 0, or 3 2, atom 6, atom 4",
               "and(X0(3),R2(1,2))", NULL);
  /* A of it: complemented. */
  expect_paths(&f, formula_make(&f, FORMULA_A, both, 0), false,
               "not 1, E 1 1, not 5, not 4, or 7 5, atom 6, not 7, atom 4", "or(X0(6),U2.0(3,2))",
               NULL);
  formulas_free(&f);
}
END_TEST

/* Of the past: one variable each, no fairness. */
START_TEST(past_paths) {
  struct formulas f = {0};
  uint32_t p = formula_atom(&f, 4, "p"), q = formula_atom(&f, 6, "q");
  uint32_t since = formula_make(&f, FORMULA_S, p, formula_make(&f, FORMULA_Y, q, 0));
  uint32_t once = formula_make(&f, FORMULA_O, p, 0);
  uint32_t both = formula_make(&f, FORMULA_AND, since, formula_make(&f, FORMULA_F, once, 0));
  expect_paths(&f, formula_make(&f, FORMULA_E, both, 0), false, "E 0 0, atom 1, atom 6, atom 4",
               "and(S1(3,Y0(2)),U3.0(1,S2(1,3)))", NULL);
  expect_paths(&f, formula_make(&f, FORMULA_A, both, 0), false,
               "not 1, E 1 1, not 3, atom 1, not 5, atom 6, not 7, atom 4",
               "or(T1(6,Z0(4)),R3(2,T2(2,6)))", NULL);
  formulas_free(&f);
}
END_TEST

/* Two E nodes: variables and fairness go on from the inner one, which has the larger number. */
START_TEST(nested_paths) {
  struct formulas f = {0};
  uint32_t p = formula_atom(&f, 4, "p");
  uint32_t gfp = formula_make(&f, FORMULA_G, formula_make(&f, FORMULA_F, p, 0), 0);
  uint32_t inner = formula_make(&f, FORMULA_E, gfp, 0);
  uint32_t outer = formula_make(&f, FORMULA_X, formula_make(&f, FORMULA_X, inner, 0), 0);
  uint32_t until = formula_make(&f, FORMULA_U, outer, p);
  expect_paths(&f, formula_make(&f, FORMULA_E, until, 0), false,
               "E 0 0, E 1 1, atom 4, atom 1, atom 0", "R1(4,U0.0(3,2))", "U6.1(X4(X2(1)),2)");
  /* tau leaves E alone: it is about fair paths anyway. */
  expect_paths(&f, inner, true, "E 0 0, atom 4, atom 1, atom 0", "R1(3,U0.0(2,1))", NULL);
  expect_paths(&f, formula_make(&f, FORMULA_EX, inner, 0), true,
               "EX 1, E 1 1, atom 4, atom 1, atom 0", "R1(4,U0.0(3,2))", NULL);
  formulas_free(&f);
}
END_TEST

START_TEST(fairness) {
  struct formulas f = {0};
  uint32_t p = put(&f, FORMULA_ATOM, 4, 0, 0);
  uint32_t ef = put(&f, FORMULA_EF, 0, p, 0), ag_ef = put(&f, FORMULA_AG, 0, ef, 0);
  expect(&f, put(&f, FORMULA_EX, 0, p, 0), true, "EX 1, and 4 2, EG 3, atom 1, atom 4");
  expect(&f, ef, true, "EU 4 1, and 3 2, EG 4, atom 4, atom 1");
  expect(&f, put(&f, FORMULA_EX, 0, ef, 0), true, "EX 1, EU 5 2, and 4 3, EG 5, atom 4, atom 1");
  /* The target !EF p of the outer EU does not imply a fair path. */
  expect(&f, ag_ef, true, "not 1, EU 8 2, and 3 6, not 4, EU 8 5, and 7 6, EG 8, atom 4, atom 1");
  free(f.at);
}
END_TEST

START_TEST(justice) {
  struct core_formula core;
  core_for_justice(&core);
  char *text = listing(&core);
  ck_assert_str_eq(text, "not 1, EG 2, atom 1");
  struct lits atoms = {0};
  core_atoms(&core, &atoms);
  ck_assert_uint_eq(atoms.size, 1);
  lits_free(&atoms);
  free(text);
  core_free(&core);
}
END_TEST

START_TEST(deep_formula) {
  struct formulas f = {0};
  f.at = memory_alloc(300001, sizeof *f.at);
  f.at[0] = (struct formula){.op = FORMULA_ATOM, .lit = 2};
  for (uint32_t k = 1; k <= 300000; k++)
    f.at[k] = (struct formula){.op = FORMULA_EX, .left = k - 1};
  struct core_formula core;
  core_from_formula(&core, &f, 300000, false);
  ck_assert_uint_eq(core.num_nodes, 300001);
  core_free(&core);
  free(f.at);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("core");
  TCase *tcase = tcase_create("all");
  tcase_add_test(tcase, numbers);
  tcase_add_test(tcase, rewriting);
  tcase_add_test(tcase, mapped);
  tcase_add_test(tcase, fairness);
  tcase_add_test(tcase, paths);
  tcase_add_test(tcase, past_paths);
  tcase_add_test(tcase, nested_paths);
  tcase_add_test(tcase, justice);
  tcase_add_test(tcase, deep_formula);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
