#include "formats/dimacs.h"
#include "tests/unit/bad_files.h"
#include "tests/unit/run_suite.h"

#include <stdlib.h>

static const struct bad_file bad_files[] = {
    {"empty.cnf", "expected the header 'p cnf VARIABLES CLAUSES', found the end of the file"},
    {"header_missing.cnf", "expected the header 'p cnf VARIABLES CLAUSES', found '1'"},
    {"header_short.cnf", "expected the number of clauses, found byte 0x0a"},
    {"header_negative.cnf", "expected a header without negative numbers"},
    {"header_too_large.cnf", "expected the number of variables of at most"},
    {"literal_too_large.cnf", ":2: expected a literal of at most 2"},
    {"literal_letter.cnf", ":2: expected a literal, found 'x'"},
    {"literal_glued.cnf", ":2: expected white space behind a number"},
    {"literal_minus.cnf", ":2: expected a literal"},
    {"clause_open.cnf", "expected 0 at the end of the clause, found the end of the file"},
    {"clauses_missing.cnf", "expected 2 clauses as the header says, found 1"},
    {"clauses_extra.cnf", ":3: expected 1 clauses as the header says, found more"},
};

static bool read_bad(const char *path, struct fault *fault) {
  struct cnf cnf;
  bool ok = dimacs_read_file(path, &cnf, fault);
  cnf_free(&cnf);
  return ok;
}

START_TEST(refuses_bad_files) {
  check_bad_folder("dimacs", ".cnf", bad_files, sizeof bad_files / sizeof *bad_files, read_bad);
}
END_TEST

static char *print(const struct cnf *cnf) {
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  ck_assert(dimacs_write(cnf, file));
  fclose(file);
  return text;
}

START_TEST(reads_and_writes) {
  static const char input[] = "c comment\np cnf 4 3\n1 -2\n 3 0 -4 0\nc in between\n0\nc end";
  struct cnf cnf;
  struct fault fault;
  ck_assert_msg(
      dimacs_read_memory("text", (const unsigned char *)input, strlen(input), &cnf, &fault), "%s",
      fault.text);
  ck_assert_int_eq(cnf.num_vars, 4);
  ck_assert_uint_eq(cnf.num_clauses, 3);
  char *text = print(&cnf);
  ck_assert_str_eq(text, "p cnf 4 3\n1 -2 3 0\n-4 0\n0\n");
  free(text);
  cnf_free(&cnf);
}
END_TEST

START_TEST(adds_clauses) {
  struct cnf cnf = {0};
  cnf_add(&cnf, (const int[]){1, -7}, 2);
  cnf_add(&cnf, NULL, 0);
  char *text = print(&cnf);
  ck_assert_str_eq(text, "p cnf 7 2\n1 -7 0\n0\n");
  free(text);
  cnf_free(&cnf);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("dimacs");
  TCase *tests = tcase_create("dimacs");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, refuses_bad_files);
  tcase_add_test(tests, reads_and_writes);
  tcase_add_test(tests, adds_clauses);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
