#include "checker/ctl/core_formula.h"
#include "formats/ctl.h"
#include "tests/oracle/random_model.h"
#include "tests/oracle/read_files.h"
#include "tests/unit/bad_files.h"
#include "tests/unit/benchmarks.h"
#include "tests/unit/text_model.h"

#include <stdlib.h>

static const struct bad_file bad_files[] = {
    {"unknown_name.ctl", ":1:4: the model has no symbol 'nothing'"},
    {"unknown_quoted.ctl", "the model has no symbol '\"no such\"'"},
    {"ambiguous_symbols.ctl",
     ":1:4: 'a' is ambiguous: symbols of this name denote the literals 4 and 18"},
    {"ambiguous_position.ctl",
     "'l1' is ambiguous: as a symbol it is literal 6, as a position literal 10"},
    {"ambiguous_implication.ctl", "iimc:  ((\"count[0]\" -> \"count[3]\") -> \"bus<0>\")"},
    {"ambiguous_xor.ctl", "nusmv: ((\"count[0]\" ^ \"count[3]\") |"},
    {"position_out_of_range.ctl", "the model has no symbol 'l17'"},
    {"justice_of_two.ctl", "the model has no symbol 'j1' and no justice set of one literal there"},
    {"literal_out_of_range.ctl", "the model defines no literal 99"},
    {"literal_undefined.ctl", "the model defines no literal 24"},
    {"literal_not_decimal.ctl", "expected a literal of the model as a decimal number"},
    {"paren_open.ctl",
     "expected an operator or ')' for the '(' in line 1, column 4, found the end"},
    {"paren_extra.ctl", ":1:6: expected an operator or the end of the formula, found ')'"},
    {"paren_with_bracket.ctl",
     "expected an operator or ')' for the '(' in line 1, column 1, found ']'"},
    {"until_open.ctl", "expected an operator or ']' for the '['"},
    {"path_half_quantified.ctl", ":1:1: a path operator (X F G U R V W) stands outside of E and A"},
    {"ltl_quantified.ctl", ":1:9: LTLSPEC takes LTL, but there are path quantifiers"},
    {"comment_open.ctl", ":2:3: expected --/ for the comment that begins here"},
    {"until_mixed.ctl", ":1:12: the operands of 'U' behind E or A could reach further"},
    {"until_mixed_behind.ctl", ":1:7: the operands of 'U' behind E or A could reach further"},
    {"until_bare_mixed.ctl", ":1:13: the operands of 'U' behind E or A could reach further"},
    {"until_chain.ctl", "iimc:  [\"count[0]\" U [\"count[3]\" U \"bus<0>\"]]"},
    {"past_prefix.ctl", "the past operator 'O' is not supported"},
    {"past_infix.ctl", "the past operator 'S' is not supported"},
    {"bounded_path.ctl", "expected a formula without path operators"},
    {"path_bounds_reversed.ctl", "expected bounds [a,b] with a <= b"},
    {"path_bounds_open.ctl", "expected ']' behind the bounds"},
    {"bracket_without_until.ctl", "an operator, one of U R V W BU among them, for the '['"},
    {"compassion.ctl", ":1:9: COMPASSION speaks of LTL"},
    {"compassion_temporal.ctl", "expected a formula without temporal operators in COMPASSION"},
    {"compassion_single.ctl", "expected ',' and a formula, found ')'"},
    {"compassion_bare.ctl", "expected '(' and two formulas behind COMPASSION"},
    {"assume_temporal.ctl", ":1:8: expected a formula without temporal operators as assumption"},
    {"assume_invariant.ctl", ":2:11: INVARSPEC asks for all reachable states"},
    {"fair_invariant.ctl", "INVARSPEC asks for all reachable states; write CTLSPEC"},
    {"fair_temporal.ctl", ":1:6: expected a formula without temporal operators as fairness"},
    {"fair_alone.ctl", ":2:1: expected a formula, found the end"},
    {"fairness_two_formulas.ctl", ":1:13: expected an operator or ';', found 'l1'"},
    {"invariant_temporal.ctl", "expected a formula without temporal operators as invariant"},
    {"path_without_until.ctl", "expected an operator, one of U R V W BU among them, for the '['"},
    {"operand_missing.ctl", ":2:1: expected a formula, found the end"},
    {"operand_is_operator.ctl", ":1:6: expected a formula, found '|'"},
    {"stray_character.ctl", ":1:4: expected a formula, found '@'"},
    {"stray_byte.ctl", "expected a formula, found byte 0x01"},
    {"quote_open.ctl", "expected a closing '\"' on the same line"},
    {"backslash_alone.ctl", "expected a name behind '\\'"},
    {"bounds_missing.ctl", "expected a bound such as 0..5"},
    {"bounds_half.ctl", "expected '..' between the bounds"},
    {"bounds_reversed.ctl", "expected bounds a..b with a <= b"},
    {"bounds_absurd.ctl", "expected a bound of at most 100000"},
    {"bounds_not_decimal.ctl", "expected a decimal bound"},
    {"written_out_too_long.ctl", "the formula, written out, has more than"},
    {"word_as_formula.ctl",
     "'bus' is a word: compare it (=, !=, <, <=, >, >=), or name one of its bits"},
    {"word_with_gap.ctl", "the word 'count' has no bit 2"},
    {"word_unknown.ctl", "the model has no symbol and no word 'nothing'"},
    {"word_too_narrow.ctl", "the number needs 3 bits, the other side has 2"},
    {"word_widths.ctl", "expected two words of the same width, found 2 and 1 bits"},
    {"word_slice_reversed.ctl", "expected a slice of 'bus' as [high:low], found [0:1]"},
    {"word_slice_too_wide.ctl", "is too wide for a word"},
    {"number_malformed.ctl", "expected a number such as 5, 4'hA or 0b101"},
    {"number_digit.ctl", "expected a number such as 5, 4'hA or 0b101"},
    {"number_too_large.ctl", "the number is too large"},
    {"expectations_contradict.ctl", ":2: expected a verdict that agrees"},
    {"section_unknown.ctl",
     ":2:1: expected CTLSPEC, SPEC, LTLSPEC, INVARSPEC, COVER, DEFINE, FAIRNESS, JUSTICE"},
    {"define_without_end.ctl", "expected ';' behind the definition"},
    {"define_two_formulas.ctl", "expected an operator or ';' behind the definition"},
    {"define_cycle.ctl", "the definition depends on itself"},
    {"define_twice.ctl", "the name is defined a second time"},
    {"define_symbol.ctl", "the name is defined here but is also a symbol of the model"},
    {"sum_alone.ctl", ":1:4: a sum is a number: compare it (=, !=, <, <=, >, >=)"},
    {"sum_widths.ctl", "expected two words of the same width, found 2 and 1 bits"},
    {"sum_half.ctl", ":1:14: expected a word or a number, found '&'"},
    {"sum_of_numbers.ctl", "expected a word or a signal on one side of the comparison"},
    {"number_below_zero.ctl", "a number below 0 is compared with a word without sign"},
    {"number_says_less.ctl", "the number needs 2 bits, and says that it has 1"},
    {"signed_unknown.ctl", ":1:8: the model has no symbol and no word 'nosuch'"},
    {"signed_without_end.ctl", "expected the name of a word, found the end"},
    {"signed_mixed.ctl", "one of the words has a sign and the other has none"},
    {"signed_too_large.ctl", "the number needs 3 bits with its sign, the other side has 2"},
    {"enum_open.ctl", "expected ',' or '}', found the end"},
    {"enum_value_too_large.ctl", "the value 4 does not fit into 2 bits"},
    {"enum_value_twice.ctl", ":1:18: the word has this value or this name already"},
    {"enum_value_signal.ctl", "the value has the name of a signal"},
    {"enum_value_alone.ctl", "'IDLE' is a value: compare a word with it"},
    {"enum_value_elsewhere.ctl", "'IDLE' is a value of another word than those"},
    {"enum_value_defined.ctl", "the name is defined here but is also that of a value"},
    {"fairness_temporal.ctl", "expected a formula without temporal operators as fairness"},
};

static void read_model(const char *path, struct aiger *model) {
  struct fault fault;
  ck_assert_msg(aiger_read_file(path, model, &fault), "%s", fault.text);
}

static bool read_bad(const char *path, struct fault *fault) {
  struct aiger model;
  struct ctl_file file;
  read_model(SOURCE_DIR "/tests/bad/ctl/model.aag", &model);
  bool ok = ctl_read_file(path, &model, CTL_DIALECT_AUTO, &file, fault);
  ctl_free(&file);
  aiger_free(&model);
  return ok;
}

START_TEST(refuses_bad_files) {
  check_bad_folder("ctl", ".ctl", bad_files, sizeof bad_files / sizeof *bad_files, read_bad);
}
END_TEST

/* Inputs p q r (2 4 6), latches w[0] w[1] w[2] (8 10 12), x<0> x<1> (14 16), s with the alias t and
 * the complement !ns (18), output 0 names the gate 20. */
static const char names_text[] = "aag 10 3 6 1 1 1 1 1 1\n2\n4\n6\n8 8\n10 10\n12 12\n14 14\n16 "
                                 "16\n18 18\n20\n20\n3\n1\n4\n21\n20 2 8\n"
                                 "i0 p\ni1 q\ni2 r\nl0 w[0]\nl1 w[1]\nl2 w[2]\nl3 x<0>\nl4 "
                                 "x<1>\nl5 s t !ns\nl5 board<*0*><2>\nl5 top.$a.b\n"
                                 "o0 say \"hi\"\n";

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

/* Canonical form is read as it stands. */
START_TEST(canonical_paths) {
  static const char *const texts[] = {"E X \"p\"", "A [\"p\" R \"q\"]", "E F EG \"p\"",
                                      "E[\"p\" U \"q\"]", "A G X \"p\""};
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

START_TEST(path_sections) {
  static const char text[] =
      "LTLSPEC G F p;\nLTLSPEC p /-- of\n-- p\n --/ CTLSPEC F G p;\nCTLSPEC AG /----/ p;\n"
      "LTLSPEC NAME n := F later; DEFINE later := X p;\n";
  static const char *const canonical[] = {"AG AF \"p\"", "A \"p\"", "A F G \"p\"", "AG \"p\"",
                                          "AX AF \"p\""};
  static const unsigned lines[] = {1, 2, 4, 5, 6};
  struct aiger model;
  struct ctl_file file;
  struct fault fault;
  text_model("aag 1 1 0 0 0\n2\ni0 p\n", &model);
  ck_assert_msg(ctl_read_memory("f", (const unsigned char *)text, strlen(text), &model,
                                CTL_DIALECT_AUTO, &file, &fault),
                "%s", fault.text);
  ck_assert_uint_eq(file.num_properties, 5);
  for (size_t k = 0; k < 5; k++) {
    char *printed = formula_print(&file.arena, file.properties[k].root);
    ck_assert_str_eq(printed, canonical[k]);
    ck_assert(file.properties[k].ltl == (k != 3));
    ck_assert_uint_eq(file.properties[k].line, lines[k]);
    free(printed);
  }
  ctl_free(&file);
  static const char invariant[] = "INVARSPEC !p;";
  ck_assert(ctl_read_memory("f", (const unsigned char *)invariant, strlen(invariant), &model,
                            CTL_DIALECT_AUTO, &file, &fault));
  char *printed = ctl_print(&file, &file.properties[0]);
  ck_assert_str_eq(printed, "AG !\"p\"");
  free(printed);
  ctl_free(&file);
  aiger_free(&model);
  text_model("aag 1 1 0 0 0 0 1\n2\n2\ni0 p\n", &model); /* a constraint */
  ck_assert(!ctl_read_memory("f", (const unsigned char *)invariant, strlen(invariant), &model,
                             CTL_DIALECT_AUTO, &file, &fault));
  ck_assert_ptr_nonnull(strstr(fault.text, "INVARSPEC asks for all reachable states"));
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

static void read_as_file(const char *text, enum ctl_dialect dialect, struct aiger *model,
                         struct ctl_file *file) {
  char path[] = "/tmp/vouch-ctl-XXXXXX";
  struct fault fault;
  FILE *out = fdopen(mkstemp(path), "wb");
  fputs(text, out);
  fclose(out);
  text_model(names_text, model);
  bool ok = ctl_read_file(path, model, dialect, file, &fault);
  remove(path);
  ck_assert_msg(ok, "%s", fault.text);
}

static void expect_property(const struct ctl_file *file, size_t k, int expected, unsigned line,
                            const char *canonical) {
  ck_assert_uint_lt(k, file->num_properties);
  ck_assert_int_eq(file->properties[k].expected, expected);
  ck_assert_uint_eq(file->properties[k].line, line);
  char *printed = ctl_print(file, &file->properties[k]);
  ck_assert_str_eq(printed, canonical);
  free(printed);
}

START_TEST(iimc_files) {
  struct aiger model;
  struct ctl_file file;
  read_as_file("# prose\n#PASS: (1) words\n#FAIL: (0-0)\nAG p\nEF q; ~r\n#FAIL: both\nEX p ^ q -> "
               "r\n(p)\n#PASS: (7)\n",
               CTL_DIALECT_AUTO, &model, &file);
  ck_assert_uint_eq(file.num_properties, 5);
  expect_property(&file, 0, 0, 4, "AG \"p\"");
  expect_property(&file, 1, 1, 5, "EF \"q\"");
  expect_property(&file, 2, -1, 5, "!\"r\"");
  expect_property(&file, 3, 0, 7, "((EX \"p\" ^ \"q\") -> \"r\")");
  expect_property(&file, 4, 0, 8, "\"p\"");
  ctl_free(&file);
  aiger_free(&model);
  read_as_file("p -> q -> r\nAG p", CTL_DIALECT_AUTO, &model, &file); /* juxtaposed: an IImc file */
  expect_property(&file, 0, -1, 1, "((\"p\" -> \"q\") -> \"r\")");
  ctl_free(&file);
  aiger_free(&model);
}
END_TEST

START_TEST(nusmv_files) {
  struct aiger model;
  struct ctl_file file;
  read_as_file("-- comment\nDEFINE both := one & other; one := p;\nCTLSPEC NAME first := AG (both "
               "-> q -> r);\nSPEC "
               "one\nDEFINE other := w = 3;\n"
               "FAIRNESS !p;\nJUSTICE q\nCTLSPEC AF other",
               CTL_DIALECT_AUTO, &model, &file);
  ck_assert_uint_eq(file.num_properties, 3);
  ck_assert_str_eq(file.properties[0].name, "first");
  ck_assert_ptr_null(file.properties[1].name);
  expect_property(&file, 0, -1, 3,
                  "fair !\"p\" fair \"q\" AG ((\"p\" & ((!\"w[2]\" & \"w[1]\") & \"w[0]\")) -> "
                  "(\"q\" -> \"r\"))");
  expect_property(&file, 1, -1, 4, "fair !\"p\" fair \"q\" \"p\"");
  expect_property(&file, 2, -1, 8, "fair !\"p\" fair \"q\" AF ((!\"w[2]\" & \"w[1]\") & \"w[0]\")");
  ctl_free(&file);
  aiger_free(&model);
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

/* A symbol of that name is one where no formula follows. */
START_TEST(scope_words_as_names) {
  static const char two[] = "fair AG p\nAG p\n", quoted[] = "\"fair\" AG p\n";
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model("aag 3 3 0 0 0\n2\n4\n6\ni0 fair\ni1 assume\ni2 p\n", &model);
  ck_assert(ctl_read_text("fair & AG assume", &model, CTL_DIALECT_AUTO, &file, &fault));
  ck_assert(ctl_read_text("fair fair assume assume AG p", &model, CTL_DIALECT_AUTO, &file, &fault));
  expect_property(&file, 0, -1, 1, "(\"fair\" & AG \"assume\")");
  expect_property(&file, 1, -1, 1, "fair \"fair\" assume \"assume\" AG \"p\"");
  ctl_free(&file);
  ck_assert(!ctl_read_memory("two", (const unsigned char *)two, strlen(two), &model,
                             CTL_DIALECT_AUTO, &file, &fault));
  ck_assert_ptr_nonnull(strstr(fault.text, "'fair' is a symbol of the model"));
  ck_assert(ctl_read_memory("two", (const unsigned char *)quoted, strlen(quoted), &model,
                            CTL_DIALECT_AUTO, &file, &fault));
  ck_assert_uint_eq(file.num_properties, 2);
  ctl_free(&file);
  aiger_free(&model);
}
END_TEST

/* What a file declares holds for all of it, but INVARSPEC is about all reachable states. */
START_TEST(scope_sections) {
  static const char text[] = "CTLSPEC fair q & p AG p; FAIRNESS q; FAIRNESS TRUE;\nINVARSPEC p;\n"
                             "FAIRNESS q";
  static const char *const canonical[] = {"fair \"q\" fair (\"q\" & \"p\") AG \"p\"", "AG \"p\""};
  struct aiger model;
  struct ctl_file file;
  struct fault fault;
  text_model("aag 2 2 0 0 0\n2\n4\ni0 p\ni1 q\n", &model);
  ck_assert_msg(ctl_read_memory("f", (const unsigned char *)text, strlen(text), &model,
                                CTL_DIALECT_AUTO, &file, &fault),
                "%s", fault.text);
  for (size_t k = 0; k < 2; k++) expect_property(&file, k, -1, (unsigned)k + 1, canonical[k]);
  ctl_free(&file);
  aiger_free(&model);
  text_model("aag 2 2 0 0 0 0 0 0 1\n2\n4\n4\ni0 p\ni1 q\n", &model); /* q is fairness already */
  ck_assert(ctl_read_memory("f", (const unsigned char *)text,
                            strlen("CTLSPEC fair q & p AG p; FAIRNESS q;"), &model,
                            CTL_DIALECT_AUTO, &file, &fault));
  expect_property(&file, 0, -1, 1, "fair (\"q\" & \"p\") AG \"p\"");
  ctl_free(&file);
  aiger_free(&model);
}
END_TEST

/* (G F p -> G F q) -> .., for each pair and every LTL property of the file. */
START_TEST(compassion) {
  struct aiger model;
  struct ctl_file file;
  read_as_file("LTLSPEC F p;\nASSUME q | p;\nLTLSPEC G F r;\nCOMPASSION (p, q);\nCOMPASSION (q & "
               "p, r);\n",
               CTL_DIALECT_AUTO, &model, &file);
  expect_property(&file, 0, -1, 1,
                  "assume (\"q\" | \"p\") A (((G F \"p\" -> G F \"q\") & "
                  "(G F (\"q\" & \"p\") -> G F \"r\")) -> F \"p\")");
  ck_assert(file.properties[1].compassion && file.properties[1].ltl);
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

/* expected.csv: model,properties,index,expected. Every formula is there, and comments agree with
 * it. */
START_TEST(benchmarks) {
  FILE *csv = fopen(BENCHMARKS_DIR "/ctl/expected.csv", "r");
  ck_assert_ptr_nonnull(csv);
  char line[512], current[128] = "";
  struct aiger model = {0};
  struct ctl_file file = {0};
  size_t seen = 0;
  ck_assert_ptr_nonnull(fgets(line, sizeof line, csv));
  while (fgets(line, sizeof line, csv)) {
    char aig[128], ctl[128], verdict[16], path[512];
    unsigned index;
    ck_assert_int_eq(sscanf(line, "%127[^,],%127[^,],%u,%15s", aig, ctl, &index, verdict), 4);
    if (strcmp(current, ctl) != 0) {
      ck_assert_uint_eq(seen, file.num_properties);
      struct fault fault;
      ctl_free(&file);
      aiger_free(&model);
      snprintf(path, sizeof path, BENCHMARKS_DIR "/ctl/%s", aig);
      read_model(path, &model);
      snprintf(path, sizeof path, BENCHMARKS_DIR "/ctl/%s", ctl);
      ck_assert_msg(ctl_read_file(path, &model, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
      strcpy(current, ctl);
      seen = 0;
    }
    ck_assert_msg(index < file.num_properties, "%s has %zu formulas", ctl, file.num_properties);
    int expected = file.properties[index].expected;
    ck_assert_msg(expected < 0 || expected == (strcmp(verdict, "holds") == 0), "%s: formula %u",
                  ctl, index);
    seen++;
  }
  ck_assert_uint_eq(seen, file.num_properties);
  ctl_free(&file);
  aiger_free(&model);
  fclose(csv);
}
END_TEST

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) return run_benchmarks("ctl_parser", benchmarks);
  Suite *suite = suite_create("ctl_parser");
  TCase *tests = tcase_create("ctl_parser");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, refuses_bad_files);
  tcase_add_test(tests, operators);
  tcase_add_test(tests, path_operators);
  tcase_add_test(tests, comparisons_of_words);
  tcase_add_test(tests, canonical_paths);
  tcase_add_test(tests, operators_as_names);
  tcase_add_test(tests, path_sections);
  tcase_add_test(tests, untils);
  tcase_add_test(tests, bounds);
  tcase_add_test(tests, atoms);
  tcase_add_test(tests, words);
  tcase_add_test(tests, dialects);
  tcase_add_test(tests, iimc_files);
  tcase_add_test(tests, nusmv_files);
  tcase_add_test(tests, scopes);
  tcase_add_test(tests, scope_words_as_names);
  tcase_add_test(tests, scope_sections);
  tcase_add_test(tests, compassion);
  tcase_add_test(tests, deep_nesting);
  tcase_add_test(tests, random_round_trips);
  tcase_add_test(tests, survives_nonsense);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
