/* Words in formulas: sums, signs and names of values, for all values of their bits; and what is
 * said of files with several faults. */
#include "formats/ctl.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

#include <check.h>

/* Latches a[0..2] (variables 1 to 3), b[0..2] (4 to 6), the bit c (7), the word top.u.d<0..1> (8
 * and 9). */
static const char model_text[] =
    "aag 9 0 9 0 0\n2 2\n4 4\n6 6\n8 8\n10 10\n12 12\n14 14\n16 16\n18 18\n"
    "l0 a[0]\nl1 a[1]\nl2 a[2]\nl3 b[0]\nl4 b[1]\nl5 b[2]\nl6 c\nl7 top.u.d<0>\nl8 top.u.d<1>\n";

static bool truth(const struct formulas *arena, uint32_t node, unsigned values) {
  const struct formula *f = &arena->at[node];
  if (f->op == FORMULA_ATOM) return f->lit < 2 ? f->lit : values >> (f->lit / 2 - 1) & 1;
  if (f->op == FORMULA_NOT) return !truth(arena, f->left, values);
  bool left = truth(arena, f->left, values), right = truth(arena, f->right, values);
  switch (f->op) {
  case FORMULA_AND: return left && right;
  case FORMULA_OR: return left || right;
  case FORMULA_XOR: return left != right;
  default: return left == right;
  }
}

/* The formula, and what it should be for a, b and d. */
typedef bool (*meaning)(int a, int b, int d);

static void expect(const char *text, meaning wanted) {
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model(model_text, &model);
  ck_assert_msg(ctl_read_text(text, &model, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
  ck_assert_uint_eq(file.num_properties, 1);
  for (unsigned v = 0; v < 512; v++)
    ck_assert_msg(truth(&file.arena, file.properties[0].root, v) ==
                      wanted(v & 7, v >> 3 & 7, v >> 7 & 3),
                  "%s: a=%u b=%u d=%u", text, v & 7, v >> 3 & 7, v >> 7 & 3);
  /* Its canonical form is a formula over bits, and the same one. */
  char *canonical = ctl_print(&file, &file.properties[0]);
  ck_assert_msg(ctl_read_text(canonical, &model, CTL_DIALECT_CANONICAL, &file, &fault), "%s",
                fault.text);
  ck_assert_uint_eq(file.properties[0].root, file.properties[1].root);
  free(canonical);
  ctl_free(&file);
  aiger_free(&model);
}

static int sign(int value) { return value > 3 ? value - 8 : value; }

static bool plus(int a, int b, int d) { return (void)d, ((a + b) & 7) < 5; }
static bool minus(int a, int b, int d) { return (void)d, ((a - b) & 7) >= 3; }
static bool chain(int a, int b, int d) { return (void)d, ((a - (b - a + 3)) & 7) == ((b + 1) & 7); }
static bool ahead(int a, int b, int d) { return (void)b, (void)d, ((-a) & 7) == 3; }
static bool group(int a, int b, int d) { return (void)d, ((a + b - 2) & 7) != 0; }
static bool slice(int a, int b, int d) { return (((a >> 1) + d) & 3) == (b & 3); }
static bool below(int a, int b, int d) { return (void)d, sign(a) < sign(b); }
static bool least(int a, int b, int d) { return (void)b, (void)d, sign(a) >= -4; }
static bool negative(int a, int b, int d) { return (void)b, (void)d, sign(a) <= -2; }
static bool wrapped(int a, int b, int d) { return (void)d, sign((a + b) & 7) > sign((a - 1) & 7); }
static bool pattern(int a, int b, int d) { return (void)b, (void)d, a == 6; }
static bool stop(int a, int b, int d) { return (void)b, (void)d, a == 5; }
static bool later(int a, int b, int d) { return (void)d, a > 1 && b != 1; }
static bool states(int a, int b, int d) { return (void)a, (void)b, d == 2; }

START_TEST(sums) {
  expect("a + b < 5", plus);
  expect("a - b >= 3", minus);
  expect("a - (b - a + 3) = b + 1", chain);
  expect("-a == 3", ahead);
  expect("(a + b) - 2 != 0", group);
  expect("(a + (b - 0b10)) != 3'd0", group);
  expect("a[2:1] + top.u.d = b[1:0]", slice);
  expect("b<1:0> = top.u.d[1:0]+a[2:1]", slice);
  expect("(a) = 0x6", pattern);
  expect("a = (3'b110)", pattern);
}
END_TEST

static void expect_file(const char *text, const char *canonical) {
  struct aiger model;
  struct ctl_file file;
  struct fault fault;
  text_model(model_text, &model);
  ck_assert_msg(ctl_read_memory("f", (const unsigned char *)text, strlen(text), &model,
                                CTL_DIALECT_AUTO, &file, &fault),
                "%s", fault.text);
  char *printed = ctl_print(&file, &file.properties[0]);
  ck_assert_str_eq(printed, canonical);
  free(printed);
  ctl_free(&file);
  aiger_free(&model);
}

/* The definition stands for its terms, with their signs. */
START_TEST(defined_sums) {
  /* 3 - d is 1 where d is 2 */
  expect_file("DEFINE d := top.u.d; rest := 2'b11 - d;\nCTLSPEC rest = 1;",
              "(!!\"top.u.d<1>\" & !\"top.u.d<0>\")");
  /* .. and d - (3 - d) - 1 + 1 is 1 where d is 0 or 2 */
  expect_file(
      "CTLSPEC d - rest - one + 1 = one;\nDEFINE rest := 3 - d; one := 0 + 1; d := top.u.d;",
      "(!(((\"top.u.d<1>\" ^ \"top.u.d<0>\") ^ \"top.u.d<1>\") ^ (!\"top.u.d<0>\" & "
      "\"top.u.d<0>\")) & (!\"top.u.d<0>\" ^ \"top.u.d<0>\"))");
  /* A number is a number in comparisons, and a literal of the model elsewhere. */
  expect_file("DEFINE n := 6;\nCTLSPEC a = n & n;",
              "(((\"a[2]\" & \"a[1]\") & !\"a[0]\") & \"a[2]\")");
}
END_TEST

START_TEST(signs) {
  expect("signed a, b; a < b", below);
  expect("signed a; a >= -4", least);
  expect("signed a; a <= -2", negative);
  expect("signed a; -2 >= a", negative);
  expect("signed b, a; a + b > a - 1", wrapped);
  expect("signed a; a = 3'b110", pattern);
  expect("signed a; a = -2", pattern);
}
END_TEST

START_TEST(named_values) {
  expect("enum a { GO, STOP = 5 } a = STOP", stop);
  expect("enum a { GO, STOP = 5, } STOP == a", stop);
  expect("enum a, b { GO = 1, STOP } a > GO & b != GO", later);
  expect("enum top.u.d { IDLE, RUN, DONE } top.u.d = DONE", states);
  expect("enum top.u.d { IDLE, RUN, DONE } top.u.d = RUN + 1 | top.u.d = IDLE + 2 & c = c", states);
  expect("signed a; enum a { LOW = -2 } a = LOW", pattern);
}
END_TEST

START_TEST(shown_as_declared) {
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model(model_text, &model);
  const char *text = "signed b; enum a { GO, STOP = 5 }\nAG (a = STOP -> b < -1)\n";
  ck_assert(ctl_read_memory("file", (const unsigned char *)text, strlen(text), &model,
                            CTL_DIALECT_AUTO, &file, &fault));
  ck_assert_str_eq(file.properties[0].written, "AG (a = STOP -> b < -1)");
  ck_assert_uint_eq(file.num_comparisons, 2);
  const uint8_t five[] = {1, 0, 1}, two[] = {0, 1, 0}, seven[] = {1, 1, 1};
  const struct declared_word *a = declared_find(&file.declared, "a", 1);
  const struct declared_word *b = declared_find(&file.declared, "b", 1);
  char *shown = declared_show(a, five, 3);
  ck_assert_str_eq(shown, "STOP");
  free(shown);
  ck_assert_ptr_null(declared_show(a, two, 3));
  ck_assert_ptr_null(declared_show(NULL, two, 3));
  shown = declared_show(b, seven, 3);
  ck_assert_str_eq(shown, "-1");
  free(shown);
  /* Another file with the formula in canonical form learns how it was written. */
  struct ctl_file canonical = {0};
  char *printed = ctl_print(&file, &file.properties[0]);
  ck_assert(ctl_read_text(printed, &model, CTL_DIALECT_CANONICAL, &canonical, &fault));
  uint32_t inside = canonical.arena.at[canonical.properties[0].root].left;
  ctl_adopt_words(&canonical, &file);
  ck_assert_str_eq(ctl_comparison(&canonical, canonical.arena.at[inside].left), "a = STOP");
  ck_assert_str_eq(ctl_comparison(&canonical, canonical.arena.at[inside].right), "b < -1");
  ck_assert_ptr_null(ctl_comparison(&canonical, inside));
  free(printed);
  ctl_free(&canonical);
  ctl_free(&file);
  aiger_free(&model);
}
END_TEST

/* The places of all faults, "LINE:COLUMN LINE:COLUMN ..". */
static void expect_faults(const char *text, const char *places) {
  struct aiger model;
  struct ctl_file file;
  struct fault fault;
  char found[4096] = "";
  text_model(model_text, &model);
  ck_assert(!ctl_read_memory("f", (const unsigned char *)text, strlen(text), &model,
                             CTL_DIALECT_AUTO, &file, &fault));
  for (size_t k = 0; k < fault.count && k < FAULTS_KEPT; k++) {
    const char *at = k ? fault.more[k - 1].text : fault.text;
    unsigned line = 0, column = 0;
    size_t used = strlen(found);
    ck_assert_msg(sscanf(at, "f:%u:%u: ", &line, &column) == 2, "%s", at);
    snprintf(found + used, sizeof found - used, "%s%u:%u", k ? " " : "", line, column);
  }
  ck_assert_msg(strcmp(found, places) == 0, "%s\nfound %s, wanted %s", text, found, places);
  aiger_free(&model);
}

START_TEST(all_faults_at_once) {
  expect_faults("AG (x1 & y1) | z1", "1:5 1:10 1:16");
  expect_faults("AG c &\nEF x1\n", "2:4");
  expect_faults("AG (c\nEF x1\n  | c\nAX y1", "2:1 2:4 4:4");
  expect_faults("AG (c\nEF c", "2:1");
  expect_faults("CTLSPEC AG x1;\nCTLSPECC c;\nCTLSPEC AG (c;\nLTLSPEC G AG c;\nCTLSPEC y1",
                "1:12 2:1 3:14 4:9 5:9");
  expect_faults("DEFINE d := x1; e := d & e; d := c;\nCTLSPEC AG d & e & y1;\nINVARSPEC AG c;",
                "1:29 1:13 1:26 2:20 3:11");
  expect_faults("FAIRNESS AG c;\nASSUME x1;\nCTLSPEC y1;", "1:10 2:8 3:9");
  expect_faults("LTLSPEC F c; COMPASSION (c;\nLTLSPEC F x1;", "1:27 2:11");
  expect_faults("DEFINE d := a + e; e := d - 1; f := a + c; g := a - x1;\nCTLSPEC d = 1;",
                "1:8 1:20 1:32 1:53 2:9");
  expect_faults("AG c @ c\n% EF c \"open", "1:6 2:1 2:8");
  expect_faults("enum a { A0, A0, c, B0 = 9 }\nenum nosuch { X0 }\nAG a = C0 & b = A0",
                "1:14 1:18 1:21 2:6 3:8 3:17");
}
END_TEST

/* What new users write, and the help that they get. */
START_TEST(words_of_other_languages) {
  static const struct {
    const char *text, *help;
    size_t count;
  } cases[] = {
      {"AG (c => c)", "1:7: '=>' is no operator here: write ->", 1},
      {"c |-> c", "'|->' is no operator here: write AG (f -> g)", 1},
      {"c |=> c", "'|=>' is no operator here: write AG (f -> AX g)", 1},
      {"c <=> c", "'<=>' is no operator here: write <->", 1},
      {"AG c ##1 c", "1:6: '##' is no operator here: write AX", 1},
      {"AG c ##[1:2] c", "1:6: '##' is no operator here: write AX", 2},
      {"c ? c : c", "'?' is no operator here: write (c -> f) & (!c -> g)", 2},
      {"AG 'c'", "names have double quotes, or none", 2},
      {"AG c // why", "comments begin with -- or #", 1},
      {"always (c)", "the model has no symbol 'always': write AG (CTL) or G (LTL)", 1},
      {"AG (c -> eventually c)", "'eventually': write AF or EF (CTL), or F (LTL)", 1},
      {"G (c -> next c)", "'next': write AX or EX (CTL), or X (LTL)", 1},
      {"c until c", "'until': write A[f U g] or E[f U g] (CTL), or f U g (LTL)", 1},
      {"AG c implies c", "'implies': write ->", 1},
      {"assert c", "assertions stand in the design", 1},
      {"$past(c)", "write Y f", 1},
      {"MODULE main", "an SMV model is no property file", 2},
      {"ag (c)", "the model has no symbol 'ag'; did you mean 'AG'?", 1},
      {"CTLSPC AG c; CTLSPEC c", "found 'CTLSPC'; did you mean 'CTLSPEC'?", 1},
      {"LTLSPEC AG c", "LTLSPEC takes LTL, but there are path quantifiers", 1},
      {"G EF c", "which is neither CTL nor LTL; write A (..) or E (..)", 1},
      {"EF [c]", "brackets are for f U g and its like; otherwise write (..)", 1},
      {"E F", "expected a formula behind 'F'; the model has no symbol of that name", 1},
      {"AG c[0]", "what has this name without the index is a single bit", 1},
      {"AG a[3]", "the model has no symbol 'a[3]'; did you mean 'a[0]'?", 1},
      {"AG a", "'a' is a word: compare it", 1},
      {"AG a + 1", "a sum is a number: compare it", 1},
      {"AG a = 9", "the number needs 4 bits, the other side has 3", 1},
      {"AG c &", "expected a formula, found the end", 1},
      {"INVARSPEC AG c", "as invariant; write CTLSPEC or LTLSPEC for others", 1},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct aiger model;
    struct ctl_file file;
    struct fault fault;
    text_model(model_text, &model);
    ck_assert(!ctl_read_memory("f", (const unsigned char *)cases[k].text, strlen(cases[k].text),
                               &model, CTL_DIALECT_AUTO, &file, &fault));
    ck_assert_msg(strstr(fault.text, cases[k].help), "%s: %s", cases[k].text, fault.text);
    ck_assert_msg(fault.count == cases[k].count, "%s: %zu, then %s", cases[k].text, fault.count,
                  fault.more[0].text);
    aiger_free(&model);
  }
}
END_TEST

START_TEST(faults_are_capped) {
  struct aiger model;
  struct ctl_file file;
  struct fault fault;
  char text[4000] = "", printed[40000];
  for (int k = 0; k < 100; k++) strcat(text, "AG nosuch\n");
  text_model(model_text, &model);
  ck_assert(!ctl_read_memory("f", (const unsigned char *)text, strlen(text), &model,
                             CTL_DIALECT_AUTO, &file, &fault));
  ck_assert_uint_eq(fault.count, 100);
  FILE *out = fmemopen(printed, sizeof printed, "w");
  fault_print(&fault, "who", out);
  fclose(out);
  ck_assert_ptr_nonnull(strstr(printed, "who: and 80 more\n"));
  aiger_free(&model);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("ctl_words");
  TCase *tests = tcase_create("ctl_words");
  tcase_add_test(tests, sums);
  tcase_add_test(tests, defined_sums);
  tcase_add_test(tests, signs);
  tcase_add_test(tests, named_values);
  tcase_add_test(tests, shown_as_declared);
  tcase_add_test(tests, all_faults_at_once);
  tcase_add_test(tests, words_of_other_languages);
  tcase_add_test(tests, faults_are_capped);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
