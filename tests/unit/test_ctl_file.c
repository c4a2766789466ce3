/* Files of properties: sections, scopes, expectations, and what is wrong in them. */
#include "formats/ctl.h"
#include "tests/oracle/read_files.h"
#include "tests/unit/bad_files.h"
#include "tests/unit/benchmarks.h"
#include "tests/unit/names_model.h"

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
    {"path_half_quantified.ctl", ":1:1: a path operator (X F G U R V W, or Y Z O H S T) stands "
                                 "outside of E and A"},
    {"ltl_quantified.ctl", ":1:9: LTLSPEC takes LTL, but there are path quantifiers"},
    {"comment_open.ctl", ":2:3: expected --/ for the comment that begins here"},
    {"until_mixed.ctl", ":1:12: the operands of 'U' behind E or A could reach further"},
    {"until_mixed_behind.ctl", ":1:7: the operands of 'U' behind E or A could reach further"},
    {"until_bare_mixed.ctl", ":1:13: the operands of 'U' behind E or A could reach further"},
    {"until_chain.ctl", "iimc:  [\"count[0]\" U [\"count[3]\" U \"bus<0>\"]]"},
    {"past_half_quantified.ctl", ":1:1: a path operator (X F G U R V W, or Y Z O H S T) stands"},
    {"past_bounded.ctl", "expected a formula without path operators"},
    {"past_mixed.ctl", ":1:12: the operands of 'S' behind E or A could reach further"},
    {"past_without_operand.ctl", "expected a formula behind 'H'; the model has no symbol of that"},
    {"past_fairness.ctl", ":1:10: expected a formula without temporal operators as fairness"},
    {"bounded_path.ctl", "expected a formula without path operators"},
    {"path_bounds_reversed.ctl", "expected bounds [a,b] with a <= b"},
    {"path_bounds_open.ctl", "expected ']' behind the bounds"},
    {"bracket_without_until.ctl", "an operator, one of U R V W S T BU among them, for the '['"},
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
    {"path_without_until.ctl",
     "expected an operator, one of U R V W S T BU among them, for the '['"},
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
  if (argc > 1) return run_benchmarks("ctl_file", benchmarks);
  Suite *suite = suite_create("ctl_file");
  TCase *tests = tcase_create("ctl_file");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, refuses_bad_files);
  tcase_add_test(tests, path_sections);
  tcase_add_test(tests, iimc_files);
  tcase_add_test(tests, nusmv_files);
  tcase_add_test(tests, scope_words_as_names);
  tcase_add_test(tests, scope_sections);
  tcase_add_test(tests, compassion);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
