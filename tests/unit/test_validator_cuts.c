/* Every sample of the format, damaged at every place: cut off, with another token, blank or line
 * end. No reader of the validator may take it for something else. */
#include "tests/unit/run_suite.h"
#include "tests/unit/validator_case.h"

#include "validator/beside/plain_names.h"
#include "validator/foreign/open.h"
#include "validator/kernel/formula.h"

/* x' = i from 0; fairness i, which needs a monitor: variable 3; constraint 1; names */
#define MODEL                                                                                      \
  "aag 3 1 1 1 1 1 1 1 1\n2\n4 2 0\n4\n5\n1\n1\n4\n2\n6 4 2\ni0 in\nl0 a  !b\no0 out\nj0 set\nc\n"
#define CTL(formula, verdict)                                                                      \
  "property ctl " formula "\ninputs observed\nverdict " verdict "\ngates 2\nand 12 4 8\n"          \
  "and 14 12 5\ninvariant 1\n"

/* Each must be read; whether it holds is of no interest here. */
static const char *const samples[] = {
    "property bad 0\nverdict holds\ngates 1\nand 10 5\ninvariant 10\nfacts 0\nend\n",
    "property bad 0\nverdict fails\ntrace 2\nlatches 0\ninputs 1\ninputs 0\nend\n",
    "property output 0\nverdict holds\ngates 0\ninvariant 5\nfacts 0\nend\n",
    "property justice 0\nverdict fails\ntrace 2 1\nlatches 0\ninputs 1\ninputs 0\nend\n",
    "property justice 0\nverdict holds\ngates 0\ninvariant 1\nfacts 1\nupper-eg 1 2\n"
    "block 5 5\nwall 5\ndead 4\nunborn 4\nside 4 fair 0 1\nwall 4\nend fair 1 0\n"
    "block 1 0\nend fair\nend\n",
    CTL("E[EX \"a\" U l0]", "holds") "facts 4\nupper 1 1\nlower-ex 1 4 2\nchoice 1 2\nchoice 4\n"
                                     "upper 0 1\nlower-eu 0 2\nrank 12 3\nrank 14\nend\n",
    CTL("EG true", "holds") "facts 1\nlower-eg 0 1 1 1\nlasso 2\nstep 4 2\nstep 5\nat 1\n"
                            "region 1 1\nchoice 1\ncover 0 2\nrank 1 2\nrank 4\nrank 12 3\nend\n",
    CTL("AG !l0", "fails") "facts 0\ninitial 0\nend\n",
    ("property bad 0\nverdict holds\ngates 0\ninvariant 5\nfacts 0\n"
     "proofs 2\nproof 0 1\n9 d 1 0\nproof 1 2\n1 0 0\n2 0 0\nend\n"),
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static struct v_bytes bytes_of(const char *text, size_t size) {
  struct v_bytes bytes = {malloc(size + 1), size};
  ck_assert_ptr_nonnull(bytes.at);
  memcpy(bytes.at, text, size);
  bytes.at[size] = 0;
  return bytes;
}

static bool is_read(enum validator_format format, const char *text, size_t size,
                    struct validator_result *result) {
  struct validator *v = validator_open_bytes(format, bytes_of(MODEL, strlen(MODEL)),
                                             bytes_of(text, size), NULL, NULL, result);
  bool good = v != NULL;
  validator_close(v);
  return good;
}

static void must_be_rejected(enum validator_format format, const char *text, size_t size) {
  struct validator_result result;
  ck_assert_msg(!is_read(format, text, size, &result), "read: %.*s", (int)size, text);
  ck_assert_msg(result.verdict == VALIDATOR_REJECTED, "%s: %.*s", result.reason, (int)size, text);
}

static bool is_space(char c) { return c == ' ' || c == '\n'; }

/* The text with `count` bytes at `at` replaced. */
static void damage(enum validator_format format, const char *text, size_t at, size_t count,
                   const char *by) {
  char other[4096];
  int size = snprintf(other, sizeof other, "%.*s%s%s", (int)at, text, by, text + at + count);
  ck_assert_int_lt(size, (int)sizeof other);
  must_be_rejected(format, other, (size_t)size);
}

/* Formulas have free white space, and LRAT is not read before it is checked: such lines are only
 * cut off. */
static bool is_free(const char *line) {
  return !strncmp(line, "property ctl", 12) || (*line >= '0' && *line <= '9');
}

static void damage_everywhere(enum validator_format format, const char *text) {
  const char *line = text;
  for (size_t k = 0; text[k]; k++) {
    must_be_rejected(format, text, k);
    if (k > 0 && text[k - 1] == '\n') line = text + k;
    if (is_free(line)) continue;
    size_t token = strcspn(text + k, " \n");
    bool starts = k == 0 || is_space(text[k - 1]);
    if (starts && token > 0) damage(format, text, k, token, "x");
    if (starts && token > 0) damage(format, text, k, token, "99999999999");
    if (starts && token > 0) damage(format, text, k, token, "");
    if (text[k] == '\n') damage(format, text, k, 1, " ");
    if (text[k] == '\n') damage(format, text, k, 1, "");
    if (text[k] == ' ') damage(format, text, k, 1, "\n");
    if (is_space(text[k])) damage(format, text, k, 1, "\t");
  }
}

START_TEST(certificates) {
  char digest[V_DIGEST], text[2048];
  struct validator_result result;
  v_sha256((const unsigned char *)MODEL, strlen(MODEL), digest);
  snprintf(text, sizeof text, "vouch-certificate 1\nmodel %s\n%s", digest, samples[_i]);
  ck_assert_msg(is_read(VALIDATOR_CERTIFICATE, text, strlen(text), &result), "%s\n%s",
                result.reason, text);
  damage_everywhere(VALIDATOR_CERTIFICATE, text);
}
END_TEST

/* --- Models and formulas --- */
#define BINARY "aig 3 1 1 1 1 1 1 1 1\n2 0\n4\n5\n1\n1\n4\n2\n\2\2i0 in\n"

static bool model_is_read(const char *text, size_t size) {
  struct v_model model;
  struct v_error error;
  bool good = v_model_read("model", bytes_of(text, size), &model, &error);
  ck_assert_msg(good || strlen(error.text) > 0, "%.*s", (int)size, text);
  v_model_free(&model);
  return good;
}

/* What is cut off in front of the symbols is no model. Every byte that is another one is a model or
 * none, but nothing worse. */
static void damage_model(const char *text, size_t size) {
  char other[512];
  ck_assert(model_is_read(text, size));
  size_t symbols = (size_t)(strstr(text, "i0 in") - text);
  for (size_t k = 0; k < symbols; k++) ck_assert(!model_is_read(text, k));
  for (size_t k = symbols; k < size; k++) model_is_read(text, k);
  for (size_t k = 0; k < size; k++)
    for (unsigned byte = 0; byte < 256; byte++) {
      memcpy(other, text, size);
      other[k] = (char)byte;
      model_is_read(other, size);
    }
}

START_TEST(models) {
  damage_model(MODEL, strlen(MODEL));
  damage_model(BINARY, sizeof BINARY - 1);
}
END_TEST

/* A formula without its end, or with any other byte in it. */
START_TEST(formulas) {
  static const char formula[] = "A[(\"in\" <-> !l0) U ((E[EX o0 U EG 4] -> AF b0) ^ (AG c0 | f0))]";
  struct v_model model;
  struct v_error error;
  char other[sizeof formula];
  ck_assert(v_model_read("model", bytes_of(MODEL, strlen(MODEL)), &model, &error));
  for (size_t k = 0; k < sizeof formula; k++)
    for (unsigned byte = 0; byte < 256; byte++) {
      struct v_core core = {0};
      uint32_t root;
      v_name_length *plain = byte % 2 ? NULL : v_plain_name;
      bool whole = k == sizeof formula - 1;
      memcpy(other, formula, sizeof formula);
      if (!whole) other[k] = (char)byte;
      bool good = v_formula_read(&model, other, sizeof formula - 1, plain, &core, &root, &error);
      ck_assert_msg(good || !whole, "%s", error.text);
      v_core_free(&core);
      core = (struct v_core){0};
      good = v_formula_read(&model, formula, k, plain, &core, &root, &error);
      ck_assert_msg(good == whole, "%.*s", (int)k, formula);
      v_core_free(&core);
    }
  v_model_free(&model);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validator_cuts");
  TCase *test = tcase_create("cuts");
  tcase_set_timeout(test, 300);
  tcase_add_loop_test(test, certificates, 0, SAMPLES);
  tcase_add_test(test, models);
  tcase_add_test(test, formulas);
  suite_add_tcase(suite, test);
  return run_suite(suite);
}
