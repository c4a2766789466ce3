#include "formats/certificate.h"
#include "formats/support/output.h"
#include "tests/unit/bad_files.h"
#include "tests/unit/run_suite.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static const struct bad_file bad_files[] = {
    {"empty.vouch", ":1: expected 'vouch-certificate' and a version from 1 to 8, found the end"},
    {"version_twice.vouch", ":1: expected the end of the line, found 'vouch-certificate 4'"},
    {"version.vouch", "expected 'vouch-certificate' and a version from 1 to 8, found"},
    {"digest_short.vouch",
     ":2: expected 64 lower-case hexadecimal digits, found the end of the line"},
    {"digest_upper_case.vouch", "expected 64 lower-case hexadecimal digits"},
    {"digest_missing.vouch", "expected 'model' and the SHA-256 of the model"},
    {"property_kind.vouch",
     "expected 'property' and one of bad, output, justice, ctl, found 'property good 0'"},
    {"property_number.vouch", ":3: expected the number of the property, found the end of the line"},
    {"property_number_too_large.vouch", "expected the number of the property below 2^32"},
    {"property_leading_zero.vouch", "expected the number of the property without leading zeros"},
    {"formula_missing.vouch", "expected a formula"},
    {"inputs_missing.vouch", ":4: expected 'inputs observed' or 'inputs all'"},
    {"verdict_unknown.vouch", ":4: expected 'verdict holds' or 'verdict fails'"},
    {"trace_missing.vouch", ":5: expected a trace"},
    {"trace_empty.vouch", ":5: expected at least one step"},
    {"trace_loop_missing.vouch", "expected the start of the loop"},
    {"trace_loop_late.vouch", "expected a loop that starts before step 1"},
    {"trace_latches_missing.vouch", "expected 'latches'"},
    {"trace_bits.vouch", "expected a row of 0 and 1, or '-'"},
    {"trace_bits_none.vouch", "expected a blank and bits"},
    {"trace_inputs_missing.vouch", "expected 'inputs'"},
    {"returning_version_7.vouch", ":7: expected 'inputs', found 'returning 01'"},
    {"returning_bad.vouch", ":7: expected 'inputs', found 'returning 01'"},
    {"returning_bits_none.vouch", "expected a blank and bits"},
    {"gates_missing.vouch", "expected 'gates'"},
    {"gate_missing.vouch", "expected a gate"},
    {"gate_no_argument.vouch", ":6: expected at least one argument of a gate"},
    {"gate_two_blanks.vouch", ":6: expected an argument of a gate"},
    {"invariant_missing.vouch", "expected 'invariant'"},
    {"facts_missing.vouch", "expected 'facts'"},
    {"facts_too_few.vouch", "expected a fact: upper, lower-ex, lower-eu, lower-eg or upper-eg"},
    {"facts_too_many.vouch", ":8: expected 'end'"},
    {"choice_missing.vouch", "expected choice"},
    {"choice_follows_nothing.vouch", ":10: expected a predicate"},
    {"choice_follows_true.vouch", ":10: expected the literal alone if it is true"},
    {"choice_follows_twice.vouch", ":10: expected a literal of a step input"},
    {"choice_follows_version_5.vouch", ":10: expected a literal of a step input"},
    {"rank_missing.vouch", "expected rank"},
    {"lasso_at_empty.vouch", "expected a position of the lasso"},
    {"lasso_missing.vouch", "expected a lasso"},
    {"regions_two.vouch", "expected 0 or 1 regions, found 2"},
    {"region_missing.vouch", "expected a region"},
    {"cover_order.vouch", "expected cover 0, found cover 1"},
    {"block_missing.vouch", "expected a block"},
    {"step_kind.vouch", "expected a step: wall, dead, unborn or side"},
    {"side_without_fair.vouch", "expected 'fair'"},
    {"block_end_missing.vouch", "expected 'end fair' behind the steps of the block"},
    {"induction_version_6.vouch", ":7: expected 'facts', found 'induction 1'"},
    {"induction_justice.vouch", ":7: expected 'facts', found 'induction 1'"},
    {"induction_long.vouch", ":7: expected 1 to 1000 steps, found 1001"},
    {"induction_missing.vouch", ":7: expected a number of steps, found the end of the line"},
    {"ghosts_version_3.vouch", ":5: expected 'gates', found 'ghosts 0'"},
    {"ghosts_reset.vouch", ":5: expected initial values 0 or 1, found 2"},
    {"ghosts_next_missing.vouch", ":7: expected 'next', found 'invariant 1'"},
    {"ghosts_next_count.vouch", ":7: expected 1 step literals, found 2"},
    {"saved_version_1.vouch", ":6: expected 'invariant', found 'saved 4'"},
    {"relations_missing.vouch", ":7: expected 'relations', found 'invariant 1'"},
    {"relation_no_argument.vouch", ":8: expected at least one argument of a gate"},
    {"loop_in_view_version_5.vouch", ":13: expected 'end fair' behind the steps of the block"},
    {"loop_without_saved.vouch", ":10: expected 'end fair' behind the steps of the block"},
    {"loop_relation_missing.vouch", ":12: expected a relation"},
    {"loop_or_end_missing.vouch", ":12: expected 'end fair' or 'loop' behind the steps"},
    {"initial_missing.vouch", "expected 'initial'"},
    {"proof_missing.vouch", "expected a proof"},
    {"proof_order.vouch", "expected proof 0, found proof 1"},
    {"proof_truncated.vouch", "expected a line of a proof, found the end of the file"},
    {"truncated.vouch", "expected 'end', found the end of the file"},
    {"tail.vouch", "expected nothing behind 'end'"},
    {"line_unfinished.vouch", "expected the end of the line, found the end of the file"},
};

static bool read_bad(const char *path, struct fault *fault) {
  struct certificate certificate;
  bool ok = certificate_read_file(path, &certificate, fault);
  certificate_free(&certificate);
  return ok;
}

START_TEST(refuses_bad_files) {
  check_bad_folder("certificate", ".vouch", bad_files, sizeof bad_files / sizeof *bad_files,
                   read_bad);
}
END_TEST

#define DIGEST "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define HEAD "vouch-certificate 1\nmodel " DIGEST "\n"
#define HEAD_4 "vouch-certificate 4\nmodel " DIGEST "\n"
#define HEAD_6 "vouch-certificate 6\nmodel " DIGEST "\n"
#define HEAD_2 "vouch-certificate 2\nmodel " DIGEST "\n"
#define HEAD_8 "vouch-certificate 8\nmodel " DIGEST "\n"

/* One of everything that section 6 of docs/certificates.md allows. */
static const char *const good[] = {
    HEAD "property bad 3\nverdict fails\ntrace 2\nlatches 01\ninputs 0\ninputs 1\nend\n",
    HEAD "property output 0\nverdict fails\ntrace 1\nlatches -\ninputs -\nend\n",
    HEAD "property justice 1\nverdict fails\ntrace 2 1\nlatches 01\ninputs 0\ninputs 1\nend\n",
    HEAD
    "property bad 0\nverdict holds\ngates 2\nand 20 4 7\nand 22 20\ninvariant 23\nfacts 0\nend\n",
    HEAD "property ctl EG (\"p\" & EX \"a b\")\ninputs all\nverdict holds\ngates 0\ninvariant "
         "1\nfacts 5\nupper 5 "
         "8\nlower-ex 5 8 2\n"
         "choice 3 2 5\nchoice 1\nlower-eu 4 1\nrank 4 7\nlower-eg 2 2 1 1\nlasso 2\nstep 2\nstep "
         "3 5\nat 0 1\nlasso "
         "1\nstep 1\n"
         "region 9 1\nchoice 1 2\ncover 0 2\nrank 1\nrank 2 5\ncover 1 0\nrank 6\nupper-eg 0 "
         "2\nblock 7 4\nwall 3\ndead 4\n"
         "unborn 5\nside 3 fair 0 1\nend fair 0\nblock 1 0\nend fair\nend\n",
    HEAD "property ctl \"p\"\ninputs observed\nverdict fails\ngates 0\ninvariant 1\nfacts "
         "0\ninitial 010\nproofs "
         "2\nproof 0 0\n"
         "proof 1 2\n9 0 1 2 0\n9 d 1 0\nend\n",
    HEAD "property ctl \"p\"\ninputs observed\nverdict fails\ngates 0\ninvariant 1\nfacts "
         "0\ninitial -\nproofs 0\nend\n",
    HEAD_2 "property justice 0\nverdict holds\ngates 1\nand 12 4\nsaved 4 13\nrelations 2\n"
           "and 20 14 13\nand 22 20 17\ninvariant 1\nfacts 1\nupper-eg 1 2\nblock 1 1\nwall "
           "3\nloop 22\nblock 12 0\nend fair 0\nend\n",
    HEAD_2 "property justice 0\nverdict holds\ngates 0\nsaved\nrelations 0\ninvariant 1\nfacts "
           "0\nend\n",
    HEAD_2 "property bad 0\nverdict holds\ngates 0\ninvariant 1\nfacts 0\nend\n",
    HEAD_8 "property justice 1\nverdict fails\ntrace 2 1\nlatches 01\nreturning 10\n"
           "inputs 0\ninputs 1\nend\n",
    HEAD_8 "property justice 0\nverdict fails\ntrace 1 0\nlatches -\nreturning -\ninputs -\nend\n",
    HEAD_4 "property bad 0\nverdict holds\nghosts 0 1\ngates 1\nand 12 8 2\nnext 12 8\n"
           "invariant 8\nfacts 0\nend\n",
    HEAD_4 "property justice 0\nverdict holds\nghosts\ngates 0\nnext\nsaved\nrelations 0\n"
           "invariant 1\nfacts 0\nend\n",
    HEAD_6 "property ctl EX \"p\"\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 2\n"
           "lower-eg 1 1 1 1\nlasso 2\nstep 1 2 6 = 4\nstep 1 2\nregion 1 1\nchoice 1 6 = 0\n"
           "rank 4 2 = 5 6 9 = 4\nlower-ex 0 1 1\nchoice 1 2 = 4\nend\n",
    HEAD_4 "property ctl E G \"p\"\ninputs all\nverdict holds\ngates 0\ninvariant 1\nfacts 1\n"
           "upper-e 0 1 0\nend\n",
    HEAD_6 "property ctl A F \"p\"\ninputs all\nverdict holds\ngates 0\nsaved 4 10\nrelations 1\n"
           "and 24 18 21\ninvariant 1\nfacts 1\nupper-e 1 0 2\nblock 10 1\nwall 10\nloop 24\n"
           "block 1 0\nend fair 1\nend\n",
};
enum { NUM_GOOD = sizeof good / sizeof *good };

START_TEST(round_trips) {
  for (size_t k = 0; k < NUM_GOOD; k++) {
    struct certificate c;
    struct fault fault;
    ck_assert_msg(certificate_read_memory("good", (const unsigned char *)good[k], strlen(good[k]),
                                          &c, &fault),
                  "%zu: %s", k, fault.text);
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    ck_assert(certificate_write(&c, file));
    fclose(file);
    ck_assert_str_eq(text, good[k]);
    free(text);
    certificate_free(&c);
  }
}
END_TEST

START_TEST(truncations_are_refused) {
  for (size_t k = 0; k < NUM_GOOD; k++)
    for (size_t n = 0; n < strlen(good[k]); n++) {
      struct certificate c;
      struct fault fault;
      char *exact = malloc(n + 1);
      memcpy(exact, good[k], n);
      ck_assert_msg(!certificate_read_memory("cut", (const unsigned char *)exact, n, &c, &fault),
                    "%zu: %zu bytes", k, n);
      free(exact);
    }
}
END_TEST

/* Every single character replaced: refused, or read as another certificate that is written back as
 * it was read. */
START_TEST(damage) {
  for (size_t k = 0; k < NUM_GOOD; k++)
    for (size_t at = 0; at < strlen(good[k]); at++)
      for (const char *with = "0 a\n-9"; *with; with++) {
        struct certificate c;
        struct fault fault;
        char *text = memory_string(good[k]), *back;
        text[at] = *with;
        if (certificate_read_memory("damaged", (const unsigned char *)text, strlen(text), &c,
                                    &fault)) {
          size_t size;
          FILE *file = open_memstream(&back, &size);
          ck_assert(certificate_write(&c, file));
          fclose(file);
          ck_assert_str_eq(text, back);
          free(back);
        }
        certificate_free(&c);
        free(text);
      }
}
END_TEST

/* A file is there when it is complete, and only then. */
START_TEST(output_appears_complete) {
  char folder[] = "/tmp/vouch-output-XXXXXX", path[64];
  struct output output;
  struct fault fault;
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/file", folder);
  ck_assert(output_open(&output, path, &fault));
  fputs("text", output.file);
  ck_assert_int_ne(access(path, F_OK), 0);
  ck_assert(output_commit(&output, true, &fault));
  ck_assert_int_eq(access(path, F_OK), 0);
  unlink(path);
  ck_assert(output_open(&output, path, &fault));
  fputs("text", output.file);
  output_abort(&output);
  output_abort(&output);
  ck_assert_int_eq(rmdir(folder), 0); /* nothing was left behind */
  ck_assert(!output_open(&output, path, &fault));
  ck_assert_ptr_nonnull(strstr(fault.text, "cannot create"));
}
END_TEST

START_TEST(output_reports_full_disk) {
  FILE *full = fopen("/dev/full", "wb");
  if (!full) return;
  struct certificate c;
  struct fault fault;
  ck_assert(
      certificate_read_memory("good", (const unsigned char *)good[0], strlen(good[0]), &c, &fault));
  ck_assert(!certificate_write(&c, full));
  certificate_free(&c);
  fclose(full);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("certificate");
  TCase *tests = tcase_create("certificate");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, refuses_bad_files);
  tcase_add_test(tests, round_trips);
  tcase_add_test(tests, truncations_are_refused);
  tcase_add_test(tests, damage);
  tcase_add_test(tests, output_appears_complete);
  tcase_add_test(tests, output_reports_full_disk);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
