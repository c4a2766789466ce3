#include "formats/witness.h"
#include "tests/oracle/read_files.h"
#include "tests/unit/bad_files.h"
#include "tests/unit/run_suite.h"

#include <stdlib.h>

static const struct bad_file bad_files[] = {
    {"empty.wit", "expected a status: 0, 1 or 2, found the end of the file"},
    {"status.wit", ":1: expected a status: 0, 1 or 2, found '3'"},
    {"property_missing.wit", "expected a property such as b0 or j0, found the end of the file"},
    {"property_kind.wit", ":2: expected a property such as b0 or j0, found 'x0'"},
    {"property_number.wit", ":2: expected a property such as b0 or j0, found 'b'"},
    {"property_too_large.wit", ":2: expected a property"},
    {"latches_short.wit", ":3: expected a row of 2 latches, each 0, 1 or x, found '0'"},
    {"latches_character.wit", ":3: expected a row of 2 latches"},
    {"inputs_long.wit", ":4: expected a row of 1 inputs (or '.'), each 0, 1 or x, found '00'"},
    {"inputs_missing.wit", "expected at least one row of inputs"},
    {"dot_missing.wit",
     "expected a row of 1 inputs (or '.'), each 0, 1 or x, found the end of the file"},
    {"dot_missing_holds.wit", ":3: expected '.', found '0'"},
    {"newline_missing.wit", "expected a newline at the end of the last line"},
};

static bool read_bad(const char *path, struct fault *fault) {
  struct witnesses witnesses;
  bool ok = witness_read_file(path, 2, 1, &witnesses, fault);
  witnesses_free(&witnesses);
  return ok;
}

START_TEST(refuses_bad_files) {
  check_bad_folder("witness", ".wit", bad_files, sizeof bad_files / sizeof *bad_files, read_bad);
}
END_TEST

static void parse(const char *text, size_t latches, size_t inputs, struct witnesses *out) {
  struct fault fault;
  ck_assert_msg(witness_read_memory("text", (const unsigned char *)text, strlen(text), latches,
                                    inputs, out, &fault),
                "%s", fault.text);
}

static void expect_print(const struct witnesses *witnesses, const char *expected) {
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  for (size_t k = 0; k < witnesses->size; k++) ck_assert(witness_write(&witnesses->at[k], file));
  fclose(file);
  ck_assert_str_eq(text, expected);
  free(text);
}

START_TEST(reads_and_writes) {
  struct witnesses w;
  parse("c comment\n1\nb0\n0x\n1\n0\n.\nu4\n0\nb1j2\n.\n2\nj0\n.\nc more\n", 2, 1, &w);
  ck_assert_uint_eq(w.size, 3);
  ck_assert_uint_eq(w.at[0].status, 1);
  ck_assert_str_eq(w.at[0].latches, "0x");
  ck_assert_uint_eq(w.at[0].num_steps, 2);
  ck_assert_str_eq(w.at[0].inputs[1], "0");
  ck_assert_uint_eq(w.at[1].bad.at[0], 1);
  ck_assert_uint_eq(w.at[1].justice.at[0], 2);
  expect_print(&w, "1\nb0\n0x\n1\n0\n.\n0\nb1j2\n.\n2\nj0\n.\n");
  witnesses_free(&w);
}
END_TEST

/* Without latches or inputs the rows are empty lines. */
START_TEST(empty_rows) {
  struct witnesses w;
  parse("1\nj0\n\n\n\n.\n", 0, 0, &w);
  ck_assert_uint_eq(w.at[0].num_steps, 2);
  expect_print(&w, "1\nj0\n\n\n\n.\n");
  witnesses_free(&w);
}
END_TEST

START_TEST(truncations) {
  const char text[] = "1\nb0\n01\n1\n0\n.\n";
  for (size_t n = 0; n + 1 < sizeof text - 1; n++) {
    struct witnesses w;
    struct fault fault;
    ck_assert_msg(!witness_read_memory("text", (const unsigned char *)text, n, 2, 1, &w, &fault),
                  "%zu bytes", n);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("witness");
  TCase *tests = tcase_create("witness");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, refuses_bad_files);
  tcase_add_test(tests, reads_and_writes);
  tcase_add_test(tests, empty_rows);
  tcase_add_test(tests, truncations);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
