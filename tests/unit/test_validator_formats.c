/* The validator's own readers: AIGER, formulas, certificates; SHA-256; one bad file per message. */
#include "tests/unit/validator_case.h"

#include "tests/unit/run_suite.h"
#include "validator/beside/plain_names.h"
#include "validator/kernel/formula.h"

START_TEST(sha256) {
  char hex[65];
  v_sha256((const unsigned char *)"", 0, hex);
  ck_assert_str_eq(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  v_sha256((const unsigned char *)"abc", 3, hex);
  ck_assert_str_eq(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  v_sha256((const unsigned char *)"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
           hex);
  ck_assert_str_eq(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  unsigned char *million = malloc(1000000);
  memset(million, 'a', 1000000);
  v_sha256(million, 1000000, hex);
  ck_assert_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free(million);
}
END_TEST

static bool read_model(const char *text, size_t size, struct v_model *model,
                       struct v_error *error) {
  struct v_bytes bytes = {malloc(size + 1), size};
  memcpy(bytes.at, text, size);
  bytes.at[size] = 0;
  return v_model_read("model", bytes, model, error);
}

static const struct {
  const char *text, *message;
} bad_models[] = {
    {"", "aag or aig"},
    {"aag", "aag or aig"},
    {"\x1f", "aag or aig"},
    {"\x1f\x8b\x08", "unpack it first"},
    {"aag 1 2 3\n", "a blank"},
    {"aag 0 0 0 0 0 0 0 0 0 0\n", "end of line"},
    {"aag 0 1 0 0 0\n2\n", "M >= I + L + A"},
    {"aig 2 1 0 0 0\n", "M = I + L + A"},
    {"aag 99999999999 0 0 0 0\n", "a smaller number"},
    {"aag 100000000 0 0 0 0\n", "a larger file"},
    {"aag 1 1 0 0 0\n", "a number"},
    {"aag 1 1 0 0 0\n3\n", "an even literal"},
    {"aag 1 1 0 0 0\n0\n", "an even literal"},
    {"aag 2 2 0 0 0\n2\n2\n", "not defined twice"},
    {"aag 1 1 0 0 0\n4\n", "a smaller number"},
    {"aag 1 0 1 0 0\n2\n", "a blank"},
    {"aag 1 0 1 0 0\n2 2 3\n", "the reset function of latch 2 depends on itself"},
    {"aag 2 0 2 0 0\n2 2 5\n4 4 3\n", "depends on itself"},
    {"aag 4 1 2 0 1\n2\n4 0 8\n6 0 5\n8 6 2\n", "depends on itself"},
    {"aig 2 0 2 0 0\n2 4\n4 3\n", "depends on itself"},
    {"aag 2 0 1 0 0\n2 2 4\n", "used but not defined"},
    {"aag 1 0 1 0 0\n2 2 0 0\n", "end of line"},
    {"aag 2 0 1 0 0\n2 4\n", "used but not defined"},
    {"aag 2 0 0 0 1\n2 4 1\n", "used but not defined"},
    {"aag 1 0 0 1 0\n2\n", "used but not defined"},
    {"aag 1 0 0 0 0 1\n2\n", "used but not defined"},
    {"aag 1 0 0 0 0 0 1\n2\n", "used but not defined"},
    {"aag 1 0 0 0 0 0 0 1\n1\n2\n", "used but not defined"},
    {"aag 1 0 0 0 0 0 0 0 1\n2\n", "used but not defined"},
    {"aag 0 0 0 0 0 0 0 1\n1\n", "a number"},
    {"aag 0 0 0 0 0 0 0 2\n500000000\n500000000\n", "smaller justice sets"},
    {"aag 2 0 0 0 2\n2 4 1\n4 2 1\n", "depends on itself"},
    {"aag 1 0 0 0 1\n2 2 1\n", "depends on itself"},
    {"aag 1 0 0 0 1\n2 0\n", "a blank"},
    {"aig 2 1 0 0 1\n\x03\x02", "a smaller number"},
    {"aig 2 1 0 0 1\n", "a number of at most"},
    {"aig 2 1 0 0 1\n\x80\x80\x80\x80\x80\x80", "a number of at most"},
    {"aag 1 1 0 0 0\n2\ni1 x\n", "the position of an entry"},
    {"aag 1 1 0 0 0\n2\ni0 ", "end of line"},
    {"aag 1 1 0 0 0\n04\n", "a smaller number"},
    {"aag 1 1 0 0 0\n2\nx0 x\n", "a symbol"},
    {"aag 1 1 0 0 0\n2\ni0x\n", "a blank"},
    {"aag 1 1 0 0 0\n2\ni0 x", "end of line"},
};

START_TEST(models_rejected) {
  struct v_model model;
  struct v_error error;
  bool good = read_model(bad_models[_i].text, strlen(bad_models[_i].text), &model, &error);
  ck_assert_msg(!good, "accepted: %s", bad_models[_i].text);
  ck_assert_msg(strstr(error.text, bad_models[_i].message) != NULL, "'%s' does not contain '%s'",
                error.text, bad_models[_i].message);
  v_model_free(&model);
}
END_TEST

/* Empty names and names with zero bytes name nothing; comments are bytes of any kind. */
START_TEST(what_means_nothing) {
  static const char text[] = "aag 01 1 0 0 0\n0002\ni0 a\0b\ni0 \ni00 x\ni0 \0\nc\na\0b\xff";
  struct v_model m;
  struct v_error error;
  ck_assert_msg(read_model(text, sizeof text - 1, &m, &error), "%s", error.text);
  ck_assert_uint_eq(m.inputs.at[0], 2);
  ck_assert_uint_eq(m.symbols.size, 1);
  ck_assert_mem_eq(m.symbols.at[0].name, "x\n", 2);
  v_model_free(&m);
}
END_TEST

START_TEST(models_accepted) {
  struct v_model m;
  struct v_error error;
  const char *full = "aag 7 2 2 1 3 1 1 2 1\n2\n4\n6 14 1\n8 8 8\n14\n6\n7\n1\n2\n2\n8\n9\n4\n14 "
                     "12 3\n10 2 4\n12 10 7\ni0 req\nl1 a b !c\nj1 set\nc\nanything";
  ck_assert_msg(read_model(full, strlen(full), &m, &error), "%s", error.text);
  ck_assert_uint_eq(m.inputs.size, 2);
  ck_assert_uint_eq(m.reset.at[0], 1);
  ck_assert_uint_eq(m.reset.at[1], 8);
  ck_assert_uint_eq(m.justice_start.at[2], 3);
  ck_assert_uint_eq(m.order.at[0], 1);
  ck_assert_uint_eq(m.order.at[2], 0);
  ck_assert_uint_eq(m.symbols.size, 3);
  v_model_free(&m);
  const char binary[] = "aig 3 1 1 1 1\n6 1\n6\n\x02\x02l0 x\n"; /* 6 = 4 & 2 */
  ck_assert_msg(read_model(binary, sizeof binary - 1, &m, &error), "%s", error.text);
  ck_assert_uint_eq(m.rhs.at[0], 4);
  ck_assert_uint_eq(m.rhs.at[1], 2);
  v_model_free(&m);
  ck_assert(read_model("aag 5 0 0 0 0\n", 14, &m, &error)); /* unused variables */
  v_model_free(&m);
}
END_TEST

/* A million gates in a chain, deepest first: no recursion, memory in proportion. */
START_TEST(deep_model) {
  size_t size = 0, n = 200000;
  char *text = malloc(40 * n);
  size += (size_t)sprintf(text, "aag %zu 1 0 1 %zu\n2\n%zu\n", n + 1, n, 2 * (n + 1));
  for (size_t k = n + 1; k > 1; k--)
    size += (size_t)sprintf(text + size, "%zu %zu 1\n", 2 * k, 2 * (k - 1));
  struct v_model m;
  struct v_error error;
  ck_assert_msg(read_model(text, size, &m, &error), "%s", error.text);
  ck_assert_uint_eq(m.lhs.at[m.order.at[0]], 4);
  v_model_free(&m);
  free(text);
}
END_TEST

#define NAMED                                                                                      \
  "aag 4 2 2 1 0 0 1 0 1\n2\n4\n6 2\n8 4\n7\n6\n8\ni0 req\ni1 two words !neg\nl0 state\nl1 "       \
  "q\"uote\\\no0 state2 dup\nc0 dup2\nf0 fair dup\n"

static const struct {
  const char *text, *message; /* NULL: must be accepted */
} formulas[] = {
    {"true", NULL},
    {" AG ( \"req\"->AF\"state\" ) ", NULL},
    {"E[l0 U(l1&!i0)]", NULL},
    {"A [o0 U c0]", NULL},
    {"(EX EF EG l0<->(AX f0^9))", NULL},
    {"!!l0", NULL},
    {"\"two\"", NULL},
    {"\"neg\"", NULL},
    {"\"q\\\"uote\\\\\"", NULL},
    {"", "byte 0: expected a formula"},
    {"(l0)", "byte 3: expected an operator"},
    {"l0 & l1", "byte 3: expected the end"},
    {"(l0 & l1", "expected )"},
    {"E l0 U l1", "byte 5: expected the end"},
    {"E[l0 & l1]", "expected U, R, S or T"},
    {"E X l0", NULL},
    {"A G F l0", NULL},
    {"E(F l0&G !l1)", NULL},
    {"A [l0 R X l1]", NULL},
    {"E ![[l0 U l1] U EX l0]", NULL},
    {"E l0", NULL},
    {"A (A X l0 <-> X (l0 ^ F l1))", NULL},
    {"E Y l0", NULL},
    {"A (Z l0 -> [O l0 S H l1])", NULL},
    {"E [X l0 T Y F l1]", NULL},
    {"EX E[l0 S l1]", NULL},
    {"Y l0", "E or A before"},
    {"AG O l0", "E or A before"},
    {"[l0 S l1]", "E or A before"},
    {"E (l0 S l1)", "expected an operator"},
    {"E Yl0", "expected an atom"},
    {"E [l0 Y l1]", "expected U, R, S or T"},
    {"X l0", "E or A before"},
    {"[l0 U l1]", "E or A before"},
    {"(l0 & G l1)", "E or A before"},
    {"EX X l0", "E or A before"},
    {"AG F l0", "E or A before"},
    {"(E G l0 & F l0)", "E or A before"},
    {"E [l0 X l1]", "expected U, R, S or T"},
    {"E (l0 U l1)", "expected an operator"},
    {"E [l0 R l1)", "expected ]"},
    {"E X", "expected a formula"},
    {"E", "expected a formula"},
    {"E F", "expected a formula"},
    {"E XX l0", "expected an atom"},
    {"E[l0 U l1)", "expected ]"},
    {"E[l0 U l1", "expected ]"},
    {"l2", "the position of an entry"},
    {"10", "a smaller number"},
    {"07", "leading zeros"},
    {"l", "an atom"},
    {"x0", "an atom"},
    {"99999999999999", "a smaller number"},
    {"\"nobody\"", "a name in the symbol table"},
    {"\"dup\"", "a name with one meaning"},
    {"\"req", "a formula"},
    {"\"re\\q\"", "as escapes"},
    {"@", "a formula"},
};

START_TEST(formula_texts) {
  struct v_model m;
  struct v_error error;
  ck_assert_msg(read_model(NAMED, strlen(NAMED), &m, &error), "%s", error.text);
  struct v_core core = {0};
  uint32_t root;
  bool good =
      v_formula_read(&m, formulas[_i].text, strlen(formulas[_i].text), NULL, &core, &root, &error);
  if (!formulas[_i].message) {
    ck_assert_msg(good, "%s: %s", formulas[_i].text, error.text);
  } else {
    ck_assert_msg(!good, "accepted: %s", formulas[_i].text);
    ck_assert_msg(strstr(error.text, formulas[_i].message) != NULL, "'%s' does not contain '%s'",
                  error.text, formulas[_i].message);
  }
  v_core_free(&core);
  v_model_free(&m);
}
END_TEST

/* Formulas with one core are one node; ones with another are not. */
/* M may promise variables that the model does not define. */
START_TEST(undefined_literals) {
  struct v_model m;
  struct v_core core = {0};
  struct v_error error;
  uint32_t root;
  static const char model[] = "aag 2 1 0 0 0\n2\n";
  ck_assert(read_model(model, sizeof model - 1, &m, &error));
  ck_assert(v_formula_read(&m, "3", 1, NULL, &core, &root, &error));
  for (const char *text = "45"; *text; text++) {
    ck_assert(!v_formula_read(&m, text, 1, NULL, &core, &root, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "a literal that the model defines"));
  }
  v_core_free(&core);
  v_model_free(&m);
}
END_TEST

START_TEST(formula_core) {
  static const char *const pairs[][2] = {{"AG l0", "!EF !l0"},
                                         {"AF l0", "!EG !l0"},
                                         {"AX l0", "!EX !l0"},
                                         {"EF l0", "E[true U l0]"},
                                         {"(l0 -> l1)", "(!l0 | l1)"},
                                         {"(l0 ^ l1)", "((l0 & !l1) | (!l0 & l1))"},
                                         {"!!l0", "l0"},
                                         {"\"neg\"", "5"},
                                         {"o0", "7"},
                                         {"A[l0 U l1]", "!(E[!l1 U (!l0 & !l1)] | EG !l1)"},
                                         {"true", "1"},
                                         {"E [l0 U l1]", "E[l0 U l1]"},
                                         {"A [l0 U l1]", "A[l0 U l1]"},
                                         {"A X X l0", "!E !X X l0"},
                                         {"E F X l0", "E [true U X l0]"},
                                         {"E G X l0", "E [false R X l0]"},
                                         {"E !X l0", "E X !l0"},
                                         {"A [X l0 R l1]", "!E [X !l0 U !l1]"},
                                         {"E !(X l0 & l1)", "E (X !l0 | !l1)"},
                                         {"E !(l0 & l1)", "E !(l0 & l1)"},
                                         {"E (X l0 -> l1)", "E (X !l0 | l1)"}};
  static const char *const others[][2] = {{"(l0 & l1)", "(l1 & l0)"},
                                          {"AG l0", "EG l0"},
                                          {"!l0", "7"},
                                          {"true", "!false"},
                                          {"E X l0", "EX l0"},
                                          {"E F l0", "EF l0"},
                                          {"E ![!l0 R !l1]", "E[l0 U l1]"},
                                          {"E !(l0 & l1)", "E (!l0 | !l1)"}};
  struct v_model m;
  struct v_error error;
  ck_assert(read_model(NAMED, strlen(NAMED), &m, &error));
  struct v_core core = {0};
  uint32_t a, b;
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    ck_assert(v_formula_read(&m, pairs[k][0], strlen(pairs[k][0]), NULL, &core, &a, &error) &&
              v_formula_read(&m, pairs[k][1], strlen(pairs[k][1]), NULL, &core, &b, &error));
    ck_assert_msg(a == b, "%s is not %s", pairs[k][0], pairs[k][1]);
  }
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    ck_assert(v_formula_read(&m, others[k][0], strlen(others[k][0]), NULL, &core, &a, &error) &&
              v_formula_read(&m, others[k][1], strlen(others[k][1]), NULL, &core, &b, &error));
    ck_assert_msg(a != b, "%s is %s", others[k][0], others[k][1]);
  }
  v_core_free(&core);
  v_model_free(&m);
}
END_TEST

/* Latch 0 has no name, latch 1 is called l0, latch 2 is called i0 and also "a.b[3]", both are
 * called twin; the input has a name with a blank, the output a name that is an operator; latch 1
 * and the input are called l2, latch 1 also l1. */
#define CLASH                                                                                      \
  "aag 4 1 3 1 0\n2\n4 4 0\n6 6 0\n8 8 0\n3\nl1 l0 twin\nl2 i0 a.b[3] x<2> twin\ni0 two "          \
  "words\no0 EX\ni0 l2\nl1 l2\nl1 l1\n"

static const struct {
  const char *text, *certificate, *auditor; /* the literal, or a part of the message */
} atoms[] = {
    {"l0", "one meaning: this is a position", "one meaning: this is a position"},
    {"i0", "one meaning: this is a position", "one meaning: this is a position"},
    {"l1", "6", "6"},
    {"l2", "one meaning: this is a position", "one meaning: this is a position"},
    {"\"l0\"", "6", "6"},
    {"4", "4", "4"},
    {"\"i0\"", "8", "8"},
    {"o0", "3", "3"},
    {"l3", "the position of an entry", "the position of an entry"},
    {"a.b[3]", "an atom", "8"},
    {"x<2>", "an atom", "8"},
    {"x<3>", "an atom", "in \"quotes\""},
    {"x<2", "an atom", "in \"quotes\""},
    {"x<", "an atom", "in \"quotes\""},
    {"words", "an atom", "2"},
    {"\"two words\"", "2", "2"},
    {"EX", "a formula", "a formula"},
    {"\"EX\"", "3", "3"},
    {"twin", "an atom", "a name with one meaning"},
    {"\"twin\"", "a name with one meaning", "a name with one meaning"},
    {"nobody", "an atom", "in \"quotes\""},
};

START_TEST(names_and_positions) {
  struct v_model m;
  struct v_error error;
  ck_assert(read_model(CLASH, strlen(CLASH), &m, &error));
  for (int quotes = 0; quotes < 2; quotes++) {
    struct v_core core = {0};
    uint32_t root = 0;
    const char *wanted = quotes ? atoms[_i].certificate : atoms[_i].auditor;
    bool good = v_formula_read(&m, atoms[_i].text, strlen(atoms[_i].text),
                               quotes ? NULL : v_plain_name, &core, &root, &error);
    if (good)
      ck_assert_uint_eq(core.at[root].left, (uint32_t)strtoul(wanted, NULL, 10));
    else
      ck_assert_msg(strstr(error.text, wanted) && (wanted[0] < '0' || wanted[0] > '9'), "%s: %s",
                    atoms[_i].text, error.text);
    v_core_free(&core);
  }
  v_model_free(&m);
}
END_TEST

/* What the documents show: plain names, also before brackets and arrows. */
START_TEST(plain_formulas) {
  static const char *const pairs[][2] = {{"AG !(g1 & g2)", "AG !(\"g1\" & \"g2\")"},
                                         {"E[g1 U g2]", "E[\"g1\" U \"g2\"]"},
                                         {"(g1<->g2)", "(\"g1\" <-> \"g2\")"},
                                         {"(g1->g_2.x[0])", "(\"g1\" -> \"g_2.x[0]\")"},
                                         {"A[ g1 U AX g2 ]", "A[\"g1\" U AX \"g2\"]"}};
  static const char model[] = "aag 3 0 3 0 0\n2 2\n4 4\n6 6\nl0 g1\nl1 g2\nl2 g_2.x[0]\n";
  struct v_model m;
  struct v_error error;
  ck_assert(read_model(model, strlen(model), &m, &error));
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    struct v_core core = {0};
    uint32_t a, b;
    ck_assert_msg(
        v_formula_read(&m, pairs[k][0], strlen(pairs[k][0]), v_plain_name, &core, &a, &error), "%s",
        error.text);
    ck_assert(v_formula_read(&m, pairs[k][1], strlen(pairs[k][1]), NULL, &core, &b, &error));
    ck_assert_uint_eq(a, b);
    ck_assert(!v_formula_read(&m, pairs[k][0], strlen(pairs[k][0]), NULL, &core, &a, &error));
    v_core_free(&core);
  }
  v_model_free(&m);
}
END_TEST

START_TEST(deep_formula) {
  size_t n = 1000000;
  char *text = malloc(n + 3);
  memset(text, '!', n);
  strcpy(text + n, "l0");
  struct v_model m;
  struct v_error error;
  ck_assert(read_model(NAMED, strlen(NAMED), &m, &error));
  struct v_core core = {0};
  uint32_t root;
  ck_assert(v_formula_read(&m, text, n + 2, NULL, &core, &root, &error));
  ck_assert_int_eq(core.at[root].op, V_ATOM);
  ck_assert(!v_formula_read(&m, text, (size_t)1 << 23, NULL, &core, &root, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "longer than"));
  free(text);
  v_core_free(&core);
  v_model_free(&m);
}
END_TEST

#define STUCK "aag 3 1 1 0 1 1\n2\n4 6 0\n4\n6 4 2\n"
#define HEAD "property bad 0\nverdict holds\n"

static const struct {
  const char *body, *message;
} bad_certificates[] = {
    {"", "line 3, byte 91: expected property"},
    {"property\n", "a blank"},
    {"property bad 1\n", "the model has no bad 1"},
    {"property bad 00\n", "a number without leading zeros"},
    {"property bad x\n", "a number without leading zeros"},
    {"property safe 0\n", "expected bad N, output N"},
    {"property bad 0\ninputs all\nverdict holds\n", "expected verdict"},
    {"property ctl l0\nverdict holds\n", "expected inputs"},
    {"property ctl l0\ninputs some\nverdict holds\n", "expected observed"},
    {"property ctl (l0\ninputs all\n", "formula, line 1"},
    {"property bad 0\nverdict maybe\n", "expected fails"},
    {HEAD "gates 1\nand 12 5\ninvariant 5\nfacts 0\nend\n", "the next gate literal"},
    {HEAD "gates 2\nand 12 5\nand 10 5\ninvariant 5\nfacts 0\nend\n", "the next gate literal"},
    {HEAD "gates 1\nand 10 10\ninvariant 5\nfacts 0\nend\n", "a state literal"},
    {HEAD "gates 1\nand 10 2\ninvariant 5\nfacts 0\nend\n", "a state literal"},
    {HEAD "gates 1\nand 10 6\ninvariant 5\nfacts 0\nend\n", "a state literal"},
    {HEAD "gates 1\nand 10\ninvariant 5\nfacts 0\nend\n", "an argument"},
    {HEAD "gates 1\ninvariant 5\nfacts 0\nend\n", "expected and"},
    {HEAD "gates 0\nand 10 5\ninvariant 5\nfacts 0\nend\n", "expected invariant"},
    {HEAD "gates 4000000000\ninvariant 5\nfacts 0\nend\n", "a smaller number"},
    {HEAD "gates 536870911\ninvariant 5\nfacts 0\nend\n", "fewer variables"},
    {HEAD "gates 0\ninvariant 05\nfacts 0\nend\n", "without leading zeros"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\nproofs 2\nproof 0 5\nend\n", "more lines of a proof"},
    {HEAD "gates 0\ninvariant -5\nfacts 0\nend\n", "a number"},
    {HEAD "gates 0\ninvariant  5\nfacts 0\nend\n", "a number"},
    {HEAD "gates 0\ninvariant 5 \nfacts 0\nend\n", "end of line"},
    {HEAD "gates 0\ninvariant 100\nfacts 0\nend\n", "a state literal"},
    {HEAD "gates 0\ninvariant 5\nfacts 1\nupper 0 5\nend\n", "a node of the formula"},
    {HEAD "gates 0\ninvariant 5\nfacts 1\nmiddle 0 5\nend\n", "a fact"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\ninitial 0\nend\n", "expected end"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\n", "expected end"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\nend", "expected end"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\nend\nend\n", "nothing behind the end"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\n\nend\n", "expected end"},
    {HEAD "gates 0\r\ninvariant 5\nfacts 0\nend\n", "end of line"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\nproofs 2\nproof 1 0\nproof 0 0\nend\n",
     "the proofs in order"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\nproofs 1\nproof 0 5\nend\n", "the number of obligations"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\nproofs 1\nproof 0 0\nend\n", "the number of obligations"},
    {HEAD "gates 0\ninvariant 5\nfacts 0\nproofs 2\nproof 0 0\nproof 1 0\nend\n",
     "the empty clause"},
    {"property ctl EX l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nlower-ex "
     "0 1 1\nchoice 1 2 2\nend\n",
     "every input at most once"},
    {"property ctl EX l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nlower-ex "
     "0 1 1\nchoice 1 2 3\nend\n",
     "every input at most once"},
    {"property ctl EX l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nlower-ex "
     "0 1 1\nchoice 1 4\nend\n",
     "a literal of a step input"},
    {"property ctl EX l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nlower-eu "
     "0 0\nend\n",
     "fits the operator"},
    {"property ctl EX l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nupper 1 "
     "1\nend\n",
     "fits the operator"},
    {"property ctl EX l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts 2\nupper 0 "
     "1\nupper 0 1\nend\n",
     "decreasing order"},
    {"property ctl EX l0\ninputs observed\nverdict fails\ngates 0\ninvariant 1\nfacts 0\nend\n",
     "expected initial"},
};

START_TEST(certificates_rejected) {
  rejects(STUCK, bad_certificates[_i].body, bad_certificates[_i].message);
}
END_TEST

/* M may promise more than is defined; a predicate may not. */
START_TEST(undefined_predicate) {
  rejects("aag 2 0 1 0 0 1\n2 2\n2\n", HEAD "gates 0\ninvariant 4\nfacts 0\nend\n",
          "a state literal");
}
END_TEST

/* Every proper prefix of a certificate is rejected. */
START_TEST(truncated) {
  const char *whole = HEAD "gates 1\nand 10 5\ninvariant 10\nfacts 0\nend\n";
  accepts(STUCK, whole, true);
  for (size_t size = 0; size < strlen(whole); size++) {
    char *part = strdup(whole);
    part[size] = 0;
    rejects(STUCK, part, "certificate, line");
    free(part);
  }
}
END_TEST

START_TEST(other_model_or_property) {
  struct scratch s;
  struct validator_result result;
  const char *body = HEAD "gates 0\ninvariant 5\nfacts 0\nend\n",
             *other = "aag 3 1 1 0 1 1\n2\n4 6 0\n4\n6 4 2\nl0 x\n";
  scratch_make(&s, STUCK, body);
  scratch_write(s.model, other, strlen(other));
  ck_assert_ptr_null(validator_open(s.model, s.certificate, NULL, NULL, &result));
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  ck_assert_ptr_nonnull(strstr(result.reason, "another one"));
  scratch_write(s.model, "aag nonsense", 12);
  ck_assert_ptr_null(validator_open(s.model, s.certificate, NULL, NULL, &result));
  ck_assert_int_eq(result.verdict, VALIDATOR_UNKNOWN);
  unlink(s.model);
  ck_assert_ptr_null(validator_open(s.model, s.certificate, NULL, NULL, &result));
  ck_assert_int_eq(result.verdict, VALIDATOR_UNKNOWN);
  temporary_remove(&s);
  validate(STUCK, body, NULL, "bad 0", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
  validate(STUCK, body, "AG !l0", NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  validate(STUCK, body, NULL, "bad 1", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  validate("aag 1 0 1 2 0\n2 2\n2\n2\n",
           "property output 1\nverdict holds\ngates 0\ninvariant 3\nfacts 0\nend\n", NULL, "bad 1",
           &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
  validate("aag 1 0 1 2 0\n2 2\n2\n2\n",
           "property output 1\nverdict holds\ngates 0\ninvariant 3\nfacts 0\nend\n", NULL,
           "output 0", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  validate("aag 2 1 1 0 0 0 0 1\n2\n4 2 0\n1\n4\n",
           "property justice 0\nverdict fails\ntrace 1 0\nlatches 0\ninputs 1\nend\n", NULL,
           "bad 0", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  body = "property ctl AG !l0\ninputs observed\nverdict holds\ngates 0\ninvariant 1\nfacts "
         "1\nupper 1 4\nend\n";
  validate(STUCK, body, "!EF l0", NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_ACCEPTED);
  validate(STUCK, body, "AG l0", NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
  validate(STUCK, body, "AG", NULL, &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_UNKNOWN);
  validate(STUCK, body, NULL, "bad 0", &result);
  ck_assert_int_eq(result.verdict, VALIDATOR_REJECTED);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_formats");
  TCase *test = tcase_create("formats");
  tcase_set_timeout(test, 120);
  tcase_add_test(test, sha256);
  tcase_add_test(test, what_means_nothing);
  tcase_add_loop_test(test, models_rejected, 0, sizeof bad_models / sizeof *bad_models);
  tcase_add_test(test, models_accepted);
  tcase_add_test(test, deep_model);
  tcase_add_loop_test(test, formula_texts, 0, sizeof formulas / sizeof *formulas);
  tcase_add_test(test, undefined_literals);
  tcase_add_test(test, formula_core);
  tcase_add_loop_test(test, names_and_positions, 0, sizeof atoms / sizeof *atoms);
  tcase_add_test(test, plain_formulas);
  tcase_add_test(test, deep_formula);
  tcase_add_loop_test(test, certificates_rejected, 0,
                      sizeof bad_certificates / sizeof *bad_certificates);
  tcase_add_test(test, undefined_predicate);
  tcase_add_test(test, truncated);
  tcase_add_test(test, other_model_or_property);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
