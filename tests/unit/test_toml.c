/* Project files: what they mean, and one bad file per message. */
#include "formats/support/vector.h"
#include "formats/toml.h"
#include "tests/unit/bad_files.h"
#include "tests/unit/run_suite.h"

static void read_text(const char *text, struct toml_file *file) {
  struct fault fault;
  ck_assert_msg(toml_read_memory("text", (const unsigned char *)text, strlen(text), file, &fault),
                "%s: %s", text, fault.text);
}

/* One entry, with one value. */
static void expect(const char *text, enum toml_kind kind, const char *value) {
  struct toml_file file;
  read_text(text, &file);
  ck_assert_uint_eq(file.size, 1);
  ck_assert_str_eq(file.at[0].key, "k");
  ck_assert_int_eq(file.at[0].kind, kind);
  ck_assert_uint_eq(file.at[0].num_values, 1);
  ck_assert_str_eq(file.at[0].values[0], value);
  toml_free(&file);
}

START_TEST(values) {
  expect("k = \"text\"", TOML_STRING, "text");
  expect("  k=''#c\n", TOML_STRING, "");
  expect("k = \"\"\n", TOML_STRING, "");
  expect("k = 'a \\ \" # b'\r\n", TOML_STRING, "a \\ \" # b");
  expect("k = \"a \\\\ \\\" \\t\\n\\r\\f\\b # b\"", TOML_STRING, "a \\ \" \t\n\r\f\b # b");
  expect("k = \"\\u00e9\\u20AC\\U0001F600\\u0041\"", TOML_STRING,
         "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"
         "A");
  expect("k = \"\xc3\xa9\"", TOML_STRING, "\xc3\xa9");
  expect("k\t=\t60", TOML_INTEGER, "60");
  expect("k = 0", TOML_INTEGER, "0");
  expect("k = 0.5", TOML_FLOAT, "0.5");
  expect("k = 12.25 # s", TOML_FLOAT, "12.25");
  expect("k = true", TOML_BOOLEAN, "true");
  expect("k = false\n", TOML_BOOLEAN, "false");
  expect("k = ['one']", TOML_ARRAY, "one");
}
END_TEST

START_TEST(files) {
  struct toml_file file;
  read_text("", &file);
  ck_assert_uint_eq(file.size, 0);
  toml_free(&file);
  read_text("# nothing\n\n  \t\n# at all", &file);
  ck_assert_uint_eq(file.size, 0);
  toml_free(&file);
  read_text("a-b_1 = [ # first\n  \"x\",\n\n  'y', # last\n]\nb = []\r\nc = [\"z\"\n]", &file);
  ck_assert_uint_eq(file.size, 3);
  ck_assert_str_eq(file.at[0].key, "a-b_1");
  ck_assert_uint_eq(file.at[0].num_values, 2);
  ck_assert_str_eq(file.at[0].values[1], "y");
  ck_assert_uint_eq(file.at[1].num_values, 0);
  ck_assert_uint_eq(file.at[1].line, 6);
  ck_assert_uint_eq(file.at[2].line, 7);
  toml_free(&file);
}
END_TEST

static const struct bad_file bad[] = {
    {"table.toml", "table.toml:1: tables ([name]) are not read"},
    {"inline_table.toml", "inline tables are not read"},
    {"dotted_key.toml", "dotted keys are not read"},
    {"quoted_key.toml", "keys stand without quotes"},
    {"no_key.toml", "expected 'key = value'"},
    {"no_equals.toml", "expected = behind the key"},
    {"no_value.toml", "expected a string in quotes, a number"},
    {"bare_word.toml", "expected a string in quotes, a number"},
    {"twice.toml", "twice.toml:4: 'top' is given twice: before in line 1"},
    {"open_string.toml", "the string has no closing quote"},
    {"open_array.toml", "open_array.toml:2: expected a string in quotes"},
    {"missing_comma.toml", "expected a comma or ]"},
    {"number_in_array.toml", "expected a string in quotes"},
    {"several_lines.toml", "strings of several lines"},
    {"unknown_escape.toml", "unknown escape in a string"},
    {"short_code.toml", "hexadecimal digits"},
    {"surrogate.toml", "not the number of a character"},
    {"zero_code.toml", "must not contain the character 0"},
    {"sign.toml", "expected a string in quotes, a number"},
    {"underscore.toml", "expected a string in quotes, a number"},
    {"exponent.toml", "expected a string in quotes, a number"},
    {"leading_zero.toml", "expected a string in quotes, a number"},
    {"no_fraction.toml", "expected a string in quotes, a number"},
    {"date.toml", "expected a string in quotes, a number"},
    {"two_on_a_line.toml", "one 'key = value' per line"},
    {"control_in_string.toml", "not UTF-8, in a string"},
    {"control_in_comment.toml", "a control character, or a byte that is not UTF-8"},
    {"not_utf8.toml", "not UTF-8, in a string"},
    {"zero_byte.toml", "zero_byte.toml:2: expected 'key = value'"},
    {"return_alone.toml", "one 'key = value' per line"},
};

static bool read_bad(const char *path, struct fault *fault) {
  struct toml_file file;
  bool ok = toml_read_file(path, &file, fault);
  ck_assert(ok || (file.size == 0 && !file.at));
  return ok;
}

START_TEST(bad_files) {
  check_bad_folder("toml", ".toml", bad, sizeof bad / sizeof *bad, read_bad);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("toml");
  TCase *tests = tcase_create("toml");
  tcase_add_test(tests, values);
  tcase_add_test(tests, files);
  tcase_add_test(tests, bad_files);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
