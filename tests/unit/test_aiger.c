#include "formats/aiger.h"
#include "tests/oracle/random_model.h"
#include "tests/oracle/read_files.h"
#include "tests/unit/bad_files.h"
#include "tests/unit/benchmarks.h"
#include "tests/unit/text_model.h"

#include <stdlib.h>

static const struct bad_file bad_files[] = {
    {"empty.aag", "expected an AIGER header"},
    {"not_aiger.aag", ":1: expected an AIGER header that starts with 'aag' or 'aig'"},
    {"header_too_short.aag",
     "expected a blank and the next number of the header, found the end of the line"},
    {"header_too_long.aag", "expected the end of the header (5 to 9 numbers)"},
    {"header_no_number.aag", "expected the maximal variable index M, found 'x'"},
    {"header_negative.aag", "expected the number of inputs I, found '-'"},
    {"header_number_too_large.aag", "expected the maximal variable index M of at most 134217728"},
    {"header_trailing_blank.aag",
     "expected the number of bad literals B, found the end of the line"},
    {"header_tab.aag", "found byte 0x09"},
    {"header_carriage_return.aag", "found byte 0x0d"},
    {"header_maximum_too_small.aag", "expected M >= I + L + A, found M = 1 and I + L + A = 2"},
    {"header_promises_too_much.aag",
     "the header promises at least 200000000 bytes of definitions, the file has 2"},
    {"header_maximum_absurd.aag", "is out of all proportion to a file of"},
    {"is_btor2.aag", "is_btor2.aag:1: expected an AIGER header that starts with 'aag' or 'aig', "
                     "found a model in BTOR2: translate it, for instance with btor2aiger"},
    {"is_btor.aag", "found a model in BTOR: translate it first"},
    {"is_smv.aag", "found a model in SMV"},
    {"is_blif.aag", "found a circuit in BLIF"},
    {"is_verilog.aag", "found a design in Verilog"},
    {"is_verilog_directive.aag", "found a design in Verilog: vouch check takes files"},
    {"is_vhdl.aag", "found a design in VHDL"},
    {"is_rtlil.aag", "found a design in RTLIL"},
    {"is_edif.aag", "found a netlist in EDIF"},
    {"is_zip.aag", "found a zip archive"},
    {"is_7zip.aag", "found a 7z archive"},
    {"is_lz4.aag", "found lz4 data"},
    {"is_tar.aag", "found a tar archive"},
    {"is_smt.aag", "found a text in SMT-LIB or VMT"},
    {"is_dimacs.aag", "found a formula in DIMACS"},
    {"is_certificate.aag", "found a certificate: the model is another file"},
    {"is_gzip.aag", "found gzip inside gzip"},
    {"is_xz.aag", "found xz data"},
    {"is_bzip2.aag", "found bzip2 data"},
    {"is_zstd.aag", "found zstd data"},
    {"input_odd.aag", ":2: expected the literal of an input, which must be even, found 3"},
    {"input_constant.aag", "expected the literal of an input, found the constant 0"},
    {"input_out_of_range.aag", "expected the literal of an input of at most 3"},
    {"input_twice.aag", ":3: literal 2 is defined a second time"},
    {"latch_twice.aag", ":4: literal 4 is defined a second time"},
    {"latch_is_input.aag", ":3: literal 2 is defined a second time"},
    {"latch_without_next.aag", ":2: expected a blank, found the end of the line"},
    {"latch_odd.aag", "expected the literal of a latch, which must be even"},
    {"latch_reset_cycle.aag", ":3: the reset function of latch 4 depends on the latch itself"},
    {"latch_reset_undefined.aag", ":2: literal 4 is used but variable 2 is defined nowhere"},
    {"latch_next_undefined.aag", ":2: literal 4 is used but variable 2 is defined nowhere"},
    {"output_out_of_range.aag", "expected an output literal of at most 3"},
    {"output_undefined.aag", ":3: literal 5 is used but variable 2 is defined nowhere"},
    {"bad_undefined.aag", ":3: literal 4 is used"},
    {"constraint_undefined.aag", ":4: literal 4 is used"},
    {"justice_undefined.aag", ":7: literal 4 is used"},
    {"fairness_undefined.aag", ":3: literal 4 is used"},
    {"justice_promises_too_much.aag", "the justice sets promise at least 100000000 bytes"},
    {"gate_twice.aag", ":4: literal 4 is defined a second time"},
    {"gate_odd.aag", "expected the left-hand side of an AND gate, which must be even, found 5"},
    {"gate_argument_missing.aag", ":3: expected a blank, found the end of the line"},
    {"gate_argument_extra.aag", ":3: expected the end of the line, found ' '"},
    {"gate_argument_undefined.aag", ":3: literal 6 is used"},
    {"gate_argument_out_of_range.aag", "expected the second argument of an AND gate of at most 5"},
    {"gate_cycle.aag", "is on a combinational cycle"},
    {"gate_feeds_itself.aag", ":3: AND gate 4 is on a combinational cycle"},
    {"truncated.aag", "expected the end of the line, found the end of the file"},
    {"truncated_sections.aag", "expected an output literal, found ' '"},
    {"symbol_kind.aag",
     ":3: expected a symbol (i, l, o, b, c, j, f), a comment or the end of the file, found 'x'"},
    {"symbol_index.aag", ":3: symbol i1: expected an index below 1"},
    {"symbol_no_index.aag", ":3: expected the index of a symbol"},
    {"symbol_no_blank.aag", ":3: expected a blank and a name, found the end of the line"},
    {"symbol_no_newline.aag",
     "expected the end of the line behind a name, found the end of the file"},
    {"empty_line.aag", "expected a symbol (i, l, o, b, c, j, f), a comment or the end of the file, "
                       "found the end of the line"},
    {"maximum_differs.aig",
     "expected M = I + L + A in the binary format, found M = 3 and I + L + A = 2"},
    {"truncated.aig", "byte 18: expected a delta of an AND gate, found the end of the file"},
    {"promises_too_much.aig",
     "the header promises at least 4 bytes of definitions, the file has 2"},
    {"inputs_absurd.aig", "is out of all proportion to a file of"},
    {"first_delta_zero.aig", "AND gate 4: expected a first delta from 1 to 4, found 0"},
    {"first_delta_large.aig", "AND gate 4: expected a first delta from 1 to 4, found 5"},
    {"second_delta_large.aig", "AND gate 4: expected a second delta of at most 2, found 3"},
    {"delta_overflow.aig", "expected a delta of an AND gate below 2^32"},
    {"latch_reset_cycle.aig", ":2: the reset function of latch 2 depends on the latch itself"},
    {"symbol_index.aig", "byte 16: symbol i1: expected an index below 1"},
};

static bool read_bad(const char *path, struct fault *fault) {
  struct aiger model;
  bool ok = aiger_read_file(path, &model, fault);
  aiger_free(&model);
  return ok;
}

START_TEST(refuses_bad_files) {
  check_bad_folder("aiger", ".aag", bad_files, sizeof bad_files / sizeof *bad_files, read_bad);
  check_bad_folder("aiger", ".aig", bad_files, sizeof bad_files / sizeof *bad_files, read_bad);
  struct fault fault;
  ck_assert(!read_bad("no/such/file.aag", &fault));
  ck_assert_ptr_nonnull(strstr(fault.text, "no/such/file.aag: cannot open"));
}
END_TEST

static char *print(const struct aiger *model, bool binary, size_t *size) {
  char *text;
  FILE *file = open_memstream(&text, size);
  ck_assert(aiger_write(model, file, binary));
  fclose(file);
  return text;
}

static void same_lits(const struct lits *a, const struct lits *b) {
  ck_assert_uint_eq(a->size, b->size);
  for (size_t k = 0; k < a->size; k++) ck_assert_uint_eq(a->at[k], b->at[k]);
}

/* All sections; resets of all kinds; gates out of order; symbols of all kinds, repeated and with
 * several words; a comment. */
static const char everything[] = "aag 9 2 3 1 2 1 1 2 1\n2\n4\n6 18\n8 6 1\n10 10 "
                                 "10\n18\n17\n1\n2\n1\n6\n8\n10\n4\n18 16 5\n16 2 6\n"
                                 "i0 req\ni1 several words here\nl0 a\nl0 b\nl2 !c\no0 out\nb0 "
                                 "unsafe\nc0 assume\nj1 just\nf0 fair\nc\nany\ntext";

START_TEST(reads_everything) {
  struct aiger m;
  text_model(everything, &m);
  ck_assert_uint_eq(m.maxvar, 9);
  ck_assert_uint_eq(m.inputs.size, 2);
  ck_assert_uint_eq(m.num_latches, 3);
  ck_assert_uint_eq(m.latches[0].reset, 0);
  ck_assert_uint_eq(m.latches[1].reset, 1);
  ck_assert_uint_eq(m.latches[2].reset, 10);
  ck_assert_uint_eq(m.latches[0].next, 18);
  ck_assert_uint_eq(m.outputs.at[0], 18);
  ck_assert_uint_eq(m.bad.at[0], 17);
  ck_assert_uint_eq(m.constraints.at[0], 1);
  ck_assert_uint_eq(m.num_justice, 2);
  ck_assert_uint_eq(m.justice[0].size, 2);
  ck_assert_uint_eq(m.justice[0].at[1], 8);
  ck_assert_uint_eq(m.justice[1].at[0], 10);
  ck_assert_uint_eq(m.fairness.at[0], 4);
  ck_assert_uint_eq(m.num_ands, 2);
  ck_assert_uint_eq(m.ands[0].lhs, 16); /* sorted */
  ck_assert_uint_eq(m.ands[1].lhs, 18);
  ck_assert_uint_eq(m.num_symbols, 10);
  ck_assert_str_eq(m.symbols[1].name, "several words here");
  ck_assert_int_eq(m.symbols[4].kind, 'l');
  ck_assert_uint_eq(m.symbols[4].index, 2);
  ck_assert_str_eq(m.comment, "any\ntext");
  aiger_free(&m);
}
END_TEST

START_TEST(headers_of_all_lengths) {
  static const char *const texts[] = {"aag 0 0 0 0 0\n", "aag 1 1 0 0 0 1\n2\n2\n",
                                      "aag 1 1 0 0 0 0 1\n2\n2\n", "aag 1 1 0 0 0 0 0 1\n2\n1\n2\n",
                                      "aag 1 1 0 0 0 0 0 0 1\n2\n2\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    struct aiger m;
    size_t size;
    text_model(texts[k], &m);
    char *text = print(&m, false, &size);
    ck_assert_str_eq(text, texts[k]);
    free(text);
    aiger_free(&m);
  }
  struct aiger m;
  text_model("aag 0 0 0 0 0 0 0 0 0\nc", &m);
  ck_assert_str_eq(m.comment, "");
  aiger_free(&m);
}
END_TEST

/* What has no meaning is taken as the competition's files have it. */
START_TEST(reads_what_means_nothing) {
  static const char text[] = "aag 01 1 0 001 0\n0002\n03\n"
                             "i0 \no00 \ni0 x\0y\ni0 x\no0 out\no0 \0\nc\nbinary \0\0 \xff\0";
  struct aiger m, again;
  struct fault fault;
  size_t size;
  const unsigned char *bytes = (const unsigned char *)text;
  ck_assert_msg(aiger_read_memory("text", bytes, sizeof text - 1, &m, &fault), "%s", fault.text);
  ck_assert_uint_eq(m.maxvar, 1);
  ck_assert_uint_eq(m.inputs.at[0], 2);
  ck_assert_uint_eq(m.outputs.at[0], 3);
  ck_assert_uint_eq(m.num_symbols, 2);
  ck_assert_str_eq(m.symbols[0].name, "x");
  ck_assert_str_eq(m.symbols[1].name, "out");
  ck_assert_uint_eq(m.comment_size, 12);
  char *printed = print(&m, false, &size);
  bytes = (const unsigned char *)printed;
  ck_assert_msg(aiger_read_memory("again", bytes, size, &again, &fault), "%s", fault.text);
  ck_assert_uint_eq(again.comment_size, 12);
  ck_assert_mem_eq(again.comment, m.comment, 12);
  free(printed);
  aiger_free(&m);
  aiger_free(&again);
}
END_TEST

static void same_model(const struct aiger *a, const struct aiger *b) {
  same_lits(&a->inputs, &b->inputs);
  same_lits(&a->outputs, &b->outputs);
  same_lits(&a->bad, &b->bad);
  same_lits(&a->constraints, &b->constraints);
  same_lits(&a->fairness, &b->fairness);
  ck_assert_uint_eq(a->num_justice, b->num_justice);
  for (size_t k = 0; k < a->num_justice; k++) same_lits(&a->justice[k], &b->justice[k]);
  ck_assert_uint_eq(a->num_latches, b->num_latches);
  for (size_t k = 0; k < a->num_latches; k++)
    ck_assert_mem_eq(&a->latches[k], &b->latches[k], sizeof *a->latches);
  ck_assert_uint_eq(a->num_ands, b->num_ands);
  for (size_t k = 0; k < a->num_ands; k++) {
    const struct aiger_and *x = &a->ands[k], *y = &b->ands[k];
    bool swapped = x->rhs0 == y->rhs1 && x->rhs1 == y->rhs0;
    ck_assert(x->lhs == y->lhs && ((x->rhs0 == y->rhs0 && x->rhs1 == y->rhs1) || swapped));
  }
  ck_assert_uint_eq(a->num_symbols, b->num_symbols);
  for (size_t k = 0; k < a->num_symbols; k++) {
    ck_assert_int_eq(a->symbols[k].kind, b->symbols[k].kind);
    ck_assert_uint_eq(a->symbols[k].index, b->symbols[k].index);
    ck_assert_str_eq(a->symbols[k].name, b->symbols[k].name);
  }
}

/* ASCII keeps a model as it is. Binary keeps it up to numbering, and exactly once it has been
 * through binary. */
static void round_trip(const struct aiger *model) {
  struct aiger ascii, binary, again;
  struct fault fault;
  size_t size;
  char *text = print(model, false, &size);
  ck_assert_msg(aiger_read_memory("ascii", (unsigned char *)text, size, &ascii, &fault), "%s",
                fault.text);
  same_model(model, &ascii);
  free(text);
  text = print(model, true, &size);
  ck_assert_msg(aiger_read_memory("binary", (unsigned char *)text, size, &binary, &fault), "%s",
                fault.text);
  size_t again_size;
  char *once_more = print(&binary, true, &again_size);
  ck_assert_uint_eq(size, again_size);
  ck_assert_mem_eq(text, once_more, size);
  free(text);
  free(once_more);
  text = print(&binary, false, &size);
  ck_assert_msg(aiger_read_memory("ascii again", (unsigned char *)text, size, &again, &fault), "%s",
                fault.text);
  same_model(&binary, &again);
  free(text);
  aiger_free(&ascii);
  aiger_free(&binary);
  aiger_free(&again);
}

START_TEST(round_trips) {
  struct aiger m;
  text_model(everything, &m);
  round_trip(&m);
  aiger_free(&m);
  uint64_t seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
  printf("round_trips: SEED=%llu\n", (unsigned long long)seed);
  struct rng rng = rng_seeded(seed);
  for (int k = 0; k < 500; k++) {
    random_model(&rng, &random_shape_default, &m);
    round_trip(&m);
    aiger_free(&m);
  }
}
END_TEST

static void round_trip_folder(const char *folder) {
  DIR *dir = opendir(folder);
  ck_assert_msg(dir != NULL, "%s", folder);
  for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    size_t length = strlen(entry->d_name);
    if (length < 4 || (strcmp(entry->d_name + length - 4, ".aag") != 0 &&
                       strcmp(entry->d_name + length - 4, ".aig") != 0))
      continue;
    char path[1024];
    struct aiger m;
    struct fault fault;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    ck_assert_msg(aiger_read_file(path, &m, &fault), "%s", fault.text);
    round_trip(&m);
    aiger_free(&m);
  }
  closedir(dir);
}

START_TEST(round_trips_of_corpus) { round_trip_folder(SOURCE_DIR "/corpus"); }
END_TEST

START_TEST(round_trips_of_benchmarks) {
  round_trip_folder(BENCHMARKS_DIR "/ctl");
  round_trip_folder(BENCHMARKS_DIR "/liveness");
  round_trip_folder(BENCHMARKS_DIR "/safety");
}
END_TEST

/* A chain of 200,000 gates, written backwards: sorting must not recurse. */
START_TEST(sorts_deep_circuits) {
  enum { DEPTH = 200000 };
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  fprintf(file, "aag %d 1 0 1 %d\n2\n%d\n", DEPTH + 1, DEPTH, 2 * DEPTH + 2);
  for (int k = DEPTH + 1; k > 1; k--) fprintf(file, "%d %d 2\n", 2 * k, 2 * k - 1);
  fclose(file);
  struct aiger m;
  text_model(text, &m);
  for (uint32_t k = 0; k < DEPTH; k++) ck_assert_uint_eq(m.ands[k].lhs, 2 * k + 4);
  free(text);
  aiger_free(&m);
}
END_TEST

/* Damaged files are refused or read, never worse; run under the sanitizers this is the interesting
 * part. */
START_TEST(survives_damage) {
  uint64_t seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
  printf("survives_damage: SEED=%llu\n", (unsigned long long)seed);
  struct rng rng = rng_seeded(seed);
  for (int k = 0; k < 3000; k++) {
    struct aiger m, damaged;
    struct fault fault;
    size_t size;
    random_model(&rng, &random_shape_default, &m);
    char *text = print(&m, rng_chance(&rng, 50), &size);
    for (uint32_t n = rng_below(&rng, 4); n > 0; n--)
      text[rng_below(&rng, (uint32_t)size)] = (char)rng_below(&rng, 256);
    if (rng_chance(&rng, 30)) size = rng_below(&rng, (uint32_t)size + 1);
    char *exact = malloc(size ? size : 1); /* so that the sanitizer sees reads behind the end */
    memcpy(exact, text, size);
    if (aiger_read_memory("damaged", (unsigned char *)exact, size, &damaged, &fault))
      round_trip(&damaged);
    aiger_free(&damaged);
    aiger_free(&m);
    free(exact);
    free(text);
  }
}
END_TEST

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) return run_benchmarks("aiger", round_trips_of_benchmarks);
  Suite *suite = suite_create("aiger");
  TCase *tests = tcase_create("aiger");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, refuses_bad_files);
  tcase_add_test(tests, reads_everything);
  tcase_add_test(tests, reads_what_means_nothing);
  tcase_add_test(tests, headers_of_all_lengths);
  tcase_add_test(tests, round_trips);
  tcase_add_test(tests, round_trips_of_corpus);
  tcase_add_test(tests, sorts_deep_circuits);
  tcase_add_test(tests, survives_damage);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
