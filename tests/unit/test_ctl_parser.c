/* Single formulas, and their canonical form. */
#include "formats/ctl.h"
#include "tests/unit/names_model.h"
#include "tests/unit/run_suite.h"

#include <stdlib.h>

static void expect_in(enum ctl_dialect dialect, const char *text, const char *canonical) {
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model(names_text, &model);
  ck_assert_msg(ctl_read_text(text, &model, dialect, &file, &fault), "%s", fault.text);
  char *printed = ctl_print(&file, &file.properties[0]);
  ck_assert_str_eq(printed, canonical);
  /* Canonical form means the same in every dialect and prints as itself. */
  for (int d = CTL_DIALECT_AUTO; d <= CTL_DIALECT_NUSMV; d++) {
    ck_assert_msg(ctl_read_text(printed, &model, (enum ctl_dialect)d, &file, &fault), "%s",
                  fault.text);
    ck_assert_uint_eq(file.properties[file.num_properties - 1].root, file.properties[0].root);
  }
  free(printed);
  ctl_free(&file);
  aiger_free(&model);
}

static void expect(const char *text, const char *canonical) {
  expect_in(CTL_DIALECT_AUTO, text, canonical);
}

static bool truth(const struct formulas *arena, uint32_t node, unsigned values) {
  const struct formula *f = &arena->at[node];
  if (f->op == FORMULA_ATOM) return f->lit < 2 ? f->lit : values >> (f->lit / 2) & 1;
  if (f->op == FORMULA_NOT) return !truth(arena, f->left, values);
  bool left = truth(arena, f->left, values), right = truth(arena, f->right, values);
  return f->op == FORMULA_AND ? left && right : f->op == FORMULA_OR ? left || right : left == right;
}

static bool compared(const char *op, unsigned a, unsigned b) {
  if (strcmp(op, "<") == 0) return a < b;
  if (strcmp(op, "<=") == 0) return a <= b;
  if (strcmp(op, ">") == 0) return a > b;
  if (strcmp(op, ">=") == 0) return a >= b;
  return strcmp(op, "=") == 0 ? a == b : a != b;
}

/* For all values of w[2:0] (variables 4 to 6) and x[1:0] (7 and 8). */
static void expect_comparison(const char *text, const char *op, bool w_first, bool w_narrow,
                              int number) {
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model(names_text, &model);
  ck_assert_msg(ctl_read_text(text, &model, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
  for (unsigned v = 0; v < 32; v++) {
    unsigned w = w_narrow ? v & 3 : v & 7, other = number < 0 ? v >> 3 : (unsigned)number;
    bool wanted = w_first ? compared(op, w, other) : compared(op, other, w);
    ck_assert_msg(truth(&file.arena, file.properties[0].root, v << 4) == wanted, "%s: %u", text, v);
  }
  ctl_free(&file);
  aiger_free(&model);
}

START_TEST(comparisons_of_words) {
  static const char *const ops[] = {"<", "<=", ">", ">=", "=", "!="};
  for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
    char text[64];
    for (int number = 0; number < 8; number++) {
      snprintf(text, sizeof text, "w %s %d", ops[k], number);
      expect_comparison(text, ops[k], true, false, number);
      snprintf(text, sizeof text, "%d %s w", number, ops[k]);
      expect_comparison(text, ops[k], false, false, number);
    }
    snprintf(text, sizeof text, "w[1:0] %s x", ops[k]);
    expect_comparison(text, ops[k], true, true, -1);
    snprintf(text, sizeof text, "x%sw<1:0>", ops[k]);
    expect_comparison(text, ops[k], false, true, -1);
  }
  expect("AG (p -> w<=6)", "AG (\"p\" -> (!\"w[2]\" | (!\"w[1]\" | !\"w[0]\")))");
  expect("AG w<1>", "AG \"w[1]\"");
  expect("p <-> q", "(\"p\" <-> \"q\")");
}
END_TEST

/* Formulas of paths: what CTL can say becomes CTL's. */
START_TEST(path_operators) {
  expect("G F p", "AG AF \"p\"");
  expect("G (p -> F q)", "AG (\"p\" -> AF \"q\")");
  expect("A G F p & E F G q", "(AG AF \"p\" & EF EG \"q\")");
  expect("F G p", "A F G \"p\"");
  expect("E G F p", "E G F \"p\"");
  expect("AG F p", "AG AF \"p\"");
  expect("EX X p", "EX EX \"p\"");
  expect("A (F p & G q)", "(AF \"p\" & AG \"q\")");
  expect("E (F p & G q)", "E[\"q\" U (\"p\" & EG \"q\")]");
  expect("E (F p & F q)", "(EF (\"p\" & EF \"q\") | EF (\"q\" & EF \"p\"))");
  expect("F p -> (!q U p)", "!E[!\"p\" U ((\"q\" & !\"p\") & EF \"p\")]");
  expect("(p W q) | G r", "!(E[!\"q\" U (!(\"p\" | \"q\") & EF !\"r\")] | "
                          "E[!\"q\" U (!\"r\" & E[!\"q\" U !(\"p\" | \"q\")])])");
  expect("E (F p & G !p)", "E (F \"p\" & G !\"p\")");
  expect("E (F p & F q & F r & F s & G t)",
         "E ((((F \"p\" & F \"q\") & F \"r\") & F \"s\") & G \"t\")");
  expect("A (F p | G q)", "!E[!\"p\" U (!\"q\" & EG !\"p\")]");
  expect("A (p & G q)", "A (\"p\" & G \"q\")");
  expect("E (p | F q)", "E (\"p\" | F \"q\")");
  expect("A (p | G q)", "(\"p\" | AG \"q\")");
  expect("E (p & X q)", "(\"p\" & EX \"q\")");
  expect("G (p & F q)", "AG (\"p\" & AF \"q\")");
  expect("G !(p & F q)", "AG !(\"p\" & EF \"q\")");
  expect("G (F p -> q)", "AG (EF \"p\" -> \"q\")");
  expect("E F (X p -> X q)", "EF (AX \"p\" -> EX \"q\")");
  expect("G (F p -> F q)", "AG !E[!\"q\" U (\"p\" & EG !\"q\")]");
  expect("G (F p -> G F q)",
         "AG !(EF (\"p\" & EF !AF \"q\") | EF E[!\"q\" U (\"p\" & EG !\"q\")])");
  expect("G F (p & F q)", "A G F (\"p\" & F \"q\")");
  expect("G (p <-> F q)", "A G (\"p\" <-> F \"q\")");
  expect("G (p -> q R F r)", "AG (\"p\" -> !E[!\"q\" U !AF \"r\"])");
  expect("E (p U G q)", "E[\"p\" U EG \"q\"]");
  expect("p U G q", "A [\"p\" U G \"q\"]");
  expect("E X p", "EX \"p\"");
  expect("A G p", "AG \"p\"");
  expect("G p", "AG \"p\"");
  expect("p U q", "A[\"p\" U \"q\"]");
  expect("p U q & r", "A ([\"p\" U \"q\"] & \"r\")");
  expect("G p U q", "A [G \"p\" U \"q\"]");
  expect("(p U q) U r", "A [[\"p\" U \"q\"] U \"r\"]");
  expect("[p & q U r]", "A[(\"p\" & \"q\") U \"r\"]");
  expect("E [p U [q V r]]", "E[\"p\" U !A[!\"q\" U !\"r\"]]");
  expect("A F p U q", "A [F \"p\" U \"q\"]");
  expect("E (F p) U q", "E [F \"p\" U \"q\"]");
  expect("F p W q", "!E[!\"q\" U (!AF \"p\" & !\"q\")]");
  expect("p W q", "!E[!\"q\" U (!\"p\" & !\"q\")]");
  expect("!F p -> X q", "(\"p\" | AX (\"q\" | AF \"p\"))");
  expect("F X p", "AX AF \"p\"");
  expect("E G X p", "EX EG \"p\"");
  expect("G (p & X q -> X X r)", "AG (!\"p\" | AX (!\"q\" | AX \"r\"))");
  expect("E (X p & !X q)", "EX (\"p\" & !\"q\")");
  expect("G p | X q", "((\"p\" | AX \"q\") & AX (\"q\" | AG \"p\"))");
  expect("(p U q) | X r",
         "(((\"p\" | \"q\") | AX \"r\") & (\"q\" | AX (\"r\" | A[\"p\" U \"q\"])))");
  expect("E (F p & X q)", "((\"p\" & EX \"q\") | EX (\"q\" & EF \"p\"))");
  expect("F (p | X q | F r)", "((\"p\" | \"r\") | AX AF (\"q\" | (\"p\" | \"r\")))");
  expect("F p | F q", "AF (\"p\" | \"q\")");
  expect("F p | G q | X r", "A ((F \"p\" | G \"q\") | X \"r\")");
  expect("F (p & X q)", "A F (\"p\" & X \"q\")");
  expect("F [1,2] p", "AX (\"p\" | AX \"p\")");
  expect("G 0..1 p", "A (\"p\" & X \"p\")");
  expect("p BU 1..1 q", "A (\"p\" & X \"q\")");
  expect("E p", "E \"p\"");
  expect("A G (p -> A[F q U r])", "AG (\"p\" -> A [F \"q\" U \"r\"])");
  expect_in(CTL_DIALECT_IIMC, "p U q U r", "A [\"p\" U [\"q\" U \"r\"]]");
  expect_in(CTL_DIALECT_NUSMV, "p U q U r", "A [[\"p\" U \"q\"] U \"r\"]");
  expect_in(CTL_DIALECT_NUSMV, "G p -> G q -> r", "(\"r\" | AF (!\"p\" | !\"q\"))");
}
END_TEST

/* The past stays a path formula: its quantifier says where it begins. */
START_TEST(past_operators) {
  expect("G (p -> O q)", "A G (\"p\" -> O \"q\")");
  expect("G (p -> Y q)", "A G (\"p\" -> Y \"q\")");
  expect("H p", "A H \"p\"");
  expect("AG O p", "A G O \"p\"");
  expect("EF Y p", "E F Y \"p\"");
  expect("AX Z p & q", "(A X Z \"p\" & \"q\")");
  expect("E p S q", "E [\"p\" S \"q\"]");
  expect("A[p T q]", "A [\"p\" T \"q\"]");
  expect("E [p & q S r]", "E [(\"p\" & \"q\") S \"r\"]");
  expect("p & q S r", "A (\"p\" & [\"q\" S \"r\"])");
  expect("G (p S q | r)", "A G ([\"p\" S \"q\"] | \"r\")");
  expect("F p & Y true", "A (F \"p\" & Y true)");
  expect("AG (p -> E F (q & O r))", "AG (\"p\" -> E F (\"q\" & O \"r\"))");
  expect("O [1,2] p", "A Y (\"p\" | Y \"p\")");
  expect("H 0..2 p", "A (\"p\" & Z (\"p\" & Z \"p\"))");
  expect("!Y p -> X q", "A (!Y \"p\" -> X \"q\")");
  expect("G F p & G F O q", "A (G F \"p\" & G F O \"q\")");
  expect("E X (p | Z q)", "E X (\"p\" | Z \"q\")");
  expect_in(CTL_DIALECT_IIMC, "p S q S r", "A [\"p\" S [\"q\" S \"r\"]]");
  expect_in(CTL_DIALECT_NUSMV, "p S q U r", "A [[\"p\" S \"q\"] U \"r\"]");
}
END_TEST

/* Canonical form is read as it stands. */
START_TEST(canonical_paths) {
  static const char *const texts[] = {
      "E X \"p\"",   "A [\"p\" R \"q\"]",   "E F EG \"p\"",           "E[\"p\" U \"q\"]",
      "A G X \"p\"", "E [\"p\" S Y \"q\"]", "A H [Z \"p\" T O \"q\"]"};
  struct aiger model;
  text_model(names_text, &model);
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    struct ctl_file file = {0};
    struct fault fault;
    ck_assert(ctl_read_text(texts[k], &model, CTL_DIALECT_CANONICAL, &file, &fault));
    char *printed = ctl_print(&file, &file.properties[0]);
    ck_assert_str_eq(printed, texts[k]);
    free(printed);
    ctl_free(&file);
  }
  struct ctl_file file = {0};
  struct fault fault;
  ck_assert(!ctl_read_text("G \"p\"", &model, CTL_DIALECT_CANONICAL, &file, &fault));
  ctl_free(&file);
  aiger_free(&model);
}
END_TEST

/* X F G where no operand follows are names. */
START_TEST(operators_as_names) {
  static const char text[] = "aag 3 3 0 0 0\n2\n4\n6\ni0 F\ni1 G\ni2 p\n";
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model(text, &model);
  ck_assert(ctl_read_text("A (F & G F (G | p))", &model, CTL_DIALECT_AUTO, &file, &fault));
  char *printed = ctl_print(&file, &file.properties[0]);
  ck_assert_str_eq(printed, "A (\"F\" & G F (\"G\" | \"p\"))");
  free(printed);
  ctl_free(&file);
  static const char two[] = "AG F\nAG p\n";
  ck_assert(!ctl_read_memory("two", (const unsigned char *)two, strlen(two), &model,
                             CTL_DIALECT_AUTO, &file, &fault));
  ck_assert_ptr_nonnull(strstr(fault.text, "'F' is an operator and a symbol of the model"));
  aiger_free(&model);
}
END_TEST

/* So are those of the past, also where a definition or a value has such a name. */
START_TEST(past_operators_as_names) {
  static const char text[] = "aag 4 4 0 0 0\n2\n4\n6\n8\ni0 S\ni1 O\ni2 w[0]\ni3 w[1]\n";
  static const char *const pairs[][2] = {
      {"CTLSPEC S & O;", "(\"S\" & \"O\")"},
      {"LTLSPEC G (O S S S O);", "A G [[\"O\" S \"S\"] S \"O\"]"},
      {"LTLSPEC (S S O O);", "A [\"S\" S O \"O\"]"},
      {"DEFINE T := S & !O; LTLSPEC G (T T T);", "A G [(\"S\" & !\"O\") T (\"S\" & !\"O\")]"},
      {"enum w { Y = 2, Z } LTLSPEC G (w = Y -> Y w = Z);",
       "A G ((\"w[1]\" & !\"w[0]\") -> Y (\"w[1]\" & \"w[0]\"))"},
  };
  struct aiger model;
  text_model(text, &model);
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    struct ctl_file file = {0};
    struct fault fault;
    const unsigned char *bytes = (const unsigned char *)pairs[k][0];
    bool read = ctl_read_memory("pairs", bytes, strlen(pairs[k][0]), &model, CTL_DIALECT_NUSMV,
                                &file, &fault);
    ck_assert_msg(read, "%s: %s", pairs[k][0], fault.text);
    char *printed = ctl_print(&file, &file.properties[0]);
    ck_assert_str_eq(printed, pairs[k][1]);
    free(printed);
    ctl_free(&file);
  }
  aiger_free(&model);
}
END_TEST

START_TEST(operators) {
  expect("!p & ~q | not r", "((!\"p\" & !\"q\") | !\"r\")");
  expect("p && q || r", "((\"p\" & \"q\") | \"r\")");
  expect("(p and q or r) xor s", "(((\"p\" & \"q\") | \"r\") ^ \"s\")");
  expect("p -> q", "(\"p\" -> \"q\")");
  expect("p <-> q", "(\"p\" <-> \"q\")");
  expect("p == q", "(\"p\" <-> \"q\")");
  expect("p = q", "(\"p\" <-> \"q\")");
  expect("p != q", "(\"p\" ^ \"q\")");
  expect("p xnor q", "(\"p\" <-> \"q\")");
  expect("AG EF p", "AG EF \"p\"");
  expect("AX EX AF EG (p)", "AX EX AF EG \"p\"");
  expect("AG~(p&q)", "AG !(\"p\" & \"q\")");
  expect("true & TRUE | false & FALSE", "((true & true) | (false & false))");
  expect("AG p & q", "(AG \"p\" & \"q\")");
  expect("((p));", "\"p\"");
}
END_TEST

START_TEST(untils) {
  expect("E[p U q]", "E[\"p\" U \"q\"]");
  expect("A [p & q U q | r]", "A[(\"p\" & \"q\") U (\"q\" | \"r\")]");
  expect("E p U q", "E[\"p\" U \"q\"]");
  expect("E p & q U r & s", "(E[(\"p\" & \"q\") U \"r\"] & \"s\")");
  expect("A ~p U (q & r)", "A[!\"p\" U (\"q\" & \"r\")]");
  expect("~E ~p U q", "!E[!\"p\" U \"q\"]");
  expect("E p U ~q | r", "(E[\"p\" U !\"q\"] | \"r\")");
  expect("A (p U q) & r", "(A[\"p\" U \"q\"] & \"r\")");
  expect("E (p) U q", "E[\"p\" U \"q\"]");
  expect("E E p U q U r", "E[E[\"p\" U \"q\"] U \"r\"]");
  expect("E p U A q U r", "E[\"p\" U A[\"q\" U \"r\"]]");
  expect("E[p R q]", "!A[!\"p\" U !\"q\"]");
  expect("A[p V q]", "!E[!\"p\" U !\"q\"]");
  expect("E p W q", "(E[\"p\" U \"q\"] | EG \"p\")");
  expect("A p W q", "!E[!\"q\" U (!\"p\" & !\"q\")]");
}
END_TEST

START_TEST(bounds) {
  expect("EBF 0..0 p", "\"p\"");
  expect("EBF 1..3 p", "EX (\"p\" | EX (\"p\" | EX \"p\"))");
  expect("ABF 0..1 p", "(\"p\" | AX \"p\")");
  expect("EBG 0..1 p", "(\"p\" & EX \"p\")");
  expect("ABG 2..3 p & q", "(AX AX (\"p\" & AX \"p\") & \"q\")");
  expect("E[p BU 1..2 q]", "(\"p\" & EX (\"q\" | (\"p\" & EX \"q\")))");
  expect("A[p BU 0..1 q]", "(\"q\" | (\"p\" & AX \"q\"))");
}
END_TEST

START_TEST(atoms) {
  expect("t", "\"t\"");
  expect("ns", "\"ns\"");
  expect("board<*0*><2>", "\"board<*0*><2>\"");
  expect("top.$a.b", "\"top.$a.b\"");
  expect("\\top.$a.b & p", "(\"top.$a.b\" & \"p\")");
  expect("\"s t !ns\"", "\"s t !ns\"");
  expect("\"say \\\"hi\\\"\"", "\"say \\\"hi\\\"\"");
  expect("l5", "\"s\"");
  expect("18", "\"s\"");
  expect("19", "\"ns\"");
  expect("o0", "\"say\"");
  expect("b0", "\"say\"");
  expect("c0", "c0");
  expect("f0", "f0");
  expect("21", "21");
  expect("j0", "\"q\"");
  expect("0 | 1", "(false | true)");
  expect("w<1>", "\"w[1]\"");
  expect("x[1]", "\"x<1>\"");
  expect("w[0]<->x<0>", "(\"w[0]\" <-> \"x<0>\")");
  expect("x<1>->p", "(\"x<1>\" -> \"p\")");
}
END_TEST

START_TEST(words) {
  expect("w = 5", "((\"w[2]\" & !\"w[1]\") & \"w[0]\")");
  expect("w == 0", "((!\"w[2]\" & !\"w[1]\") & !\"w[0]\")");
  expect("w != 3'h6", "!((\"w[2]\" & \"w[1]\") & !\"w[0]\")");
  expect("w[1:0] = 0b10", "(\"w[1]\" & !\"w[0]\")");
  expect("x<1:0> = w[2:1]", "((\"x<1>\" <-> \"w[2]\") & (\"x<0>\" <-> \"w[1]\"))");
  expect("2 = x", "(\"x<1>\" & !\"x<0>\")");
  expect("p & x = 1 -> q", "((\"p\" & (!\"x<1>\" & \"x<0>\")) -> \"q\")");
  expect("p = 1", "\"p\"");
  expect("p != 1", "!\"p\"");
  expect("w = 0ud3_4", "((\"w[2]\" & !\"w[1]\") & !\"w[0]\")");
  expect("w = 3'o7 & w = 3'd7",
         "(((\"w[2]\" & \"w[1]\") & \"w[0]\") & ((\"w[2]\" & \"w[1]\") & \"w[0]\"))");
}
END_TEST

START_TEST(dialects) {
  expect_in(CTL_DIALECT_IIMC, "p -> q -> r", "((\"p\" -> \"q\") -> \"r\")");
  expect_in(CTL_DIALECT_NUSMV, "p -> q -> r", "(\"p\" -> (\"q\" -> \"r\"))");
  expect_in(CTL_DIALECT_IIMC, "p ^ q | r", "(\"p\" ^ (\"q\" | \"r\"))");
  expect_in(CTL_DIALECT_NUSMV, "p ^ q | r", "((\"p\" ^ \"q\") | \"r\")");
  expect_in(CTL_DIALECT_IIMC, "p & q == r", "((\"p\" & \"q\") <-> \"r\")");
  expect_in(CTL_DIALECT_NUSMV, "p & q == r", "(\"p\" & (\"q\" <-> \"r\"))");
  expect_in(CTL_DIALECT_IIMC, "p -> q <-> r", "((\"p\" -> \"q\") <-> \"r\")");
  expect_in(CTL_DIALECT_NUSMV, "p -> q <-> r", "(\"p\" -> (\"q\" <-> \"r\"))");
}
END_TEST

/* In front of a formula, in any order; canonical form has fairness first. */
START_TEST(scopes) {
  expect("fair p AG q", "fair \"p\" AG \"q\"");
  expect("assume p | q fair !r fair w[0] & p, AF q",
         "fair !\"r\" fair (\"w[0]\" & \"p\") assume (\"p\" | \"q\") AF \"q\"");
  expect("fair p fair p assume w = 5, F G q",
         "fair \"p\" assume ((\"w[2]\" & !\"w[1]\") & \"w[0]\") A F G \"q\"");
  expect("fair (p) assume (q) (r)", "fair \"p\" assume \"q\" \"r\"");
  expect_in(CTL_DIALECT_NUSMV, "assume p -> q -> r AG p",
            "assume (\"p\" -> (\"q\" -> \"r\")) AG \"p\"");
  expect_in(CTL_DIALECT_IIMC, "assume p -> q -> r AG p",
            "assume ((\"p\" -> \"q\") -> \"r\") AG \"p\"");
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model(names_text, &model);
  ck_assert(!ctl_read_text("assume p -> q -> r AG p", &model, CTL_DIALECT_AUTO, &file, &fault));
  ck_assert_ptr_nonnull(strstr(fault.text, "the dialects disagree"));
  ctl_free(&file);
  aiger_free(&model);
}
END_TEST

/* Nesting is limited by memory only. */
START_TEST(deep_nesting) {
  enum { DEPTH = 300000 };
  char *text = malloc(DEPTH * 2 + 2);
  memset(text, '(', DEPTH);
  text[DEPTH] = 'p';
  memset(text + DEPTH + 1, ')', DEPTH);
  text[2 * DEPTH + 1] = 0;
  expect(text, "\"p\"");
  memset(text, '!', DEPTH);
  text[DEPTH + 1] = 0;
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model(names_text, &model);
  ck_assert(ctl_read_text(text, &model, CTL_DIALECT_AUTO, &file, &fault));
  char *printed = ctl_print(&file, &file.properties[0]);
  ck_assert_uint_eq(strlen(printed), DEPTH + 3);
  free(printed);
  ctl_free(&file);
  aiger_free(&model);
  free(text);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("ctl_parser");
  TCase *tests = tcase_create("ctl_parser");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, operators);
  tcase_add_test(tests, path_operators);
  tcase_add_test(tests, comparisons_of_words);
  tcase_add_test(tests, canonical_paths);
  tcase_add_test(tests, operators_as_names);
  tcase_add_test(tests, past_operators);
  tcase_add_test(tests, past_operators_as_names);
  tcase_add_test(tests, untils);
  tcase_add_test(tests, bounds);
  tcase_add_test(tests, atoms);
  tcase_add_test(tests, words);
  tcase_add_test(tests, dialects);
  tcase_add_test(tests, scopes);
  tcase_add_test(tests, deep_nesting);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
