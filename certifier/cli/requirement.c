#include "certifier/cli/requirement.h"

bool is_as_expected(enum verdict verdict, int expected) {
  if (expected == EXPECT_NOTHING) return true;
  return verdict == (expected == EXPECT_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS);
}

/* `verdict` is known. */
static bool is_as_required(enum verdict verdict, int expected, enum requirement requirement) {
  if (requirement == REQUIRE_NOTHING) return true;
  if (requirement == REQUIRE_HOLDS || expected == EXPECT_NOTHING) return verdict == VERDICT_HOLDS;
  return is_as_expected(verdict, expected);
}

void tally_add(struct tally *tally, enum verdict verdict, int expected,
               enum requirement requirement) {
  if (verdict == VERDICT_UNKNOWN) {
    tally->unknown++;
    return;
  }
  if (verdict == VERDICT_HOLDS)
    tally->hold++;
  else
    tally->fail++;
  if (expected != EXPECT_NOTHING) tally->announced++;
  if (!is_as_expected(verdict, expected)) tally->unexpected++;
  if (!is_as_required(verdict, expected, requirement)) tally->not_required++;
}

void tally_add_selected(struct tally *tally, const struct selected *property, enum verdict verdict,
                        enum requirement requirement) {
  if (!property->cover) {
    tally_add(tally, verdict, property->expected, requirement);
    return;
  }
  if (verdict == VERDICT_UNKNOWN) {
    tally->open_covers++;
    tally->unknown++;
    return;
  }
  *(verdict == VERDICT_FAILS ? &tally->reached : &tally->unreachable) += 1;
  if (verdict == VERDICT_HOLDS && requirement != REQUIRE_NOTHING) tally->not_required++;
}

size_t tally_covers(const struct tally *tally) {
  return tally->reached + tally->unreachable + tally->open_covers;
}

void tally_print_covers(const struct tally *tally, FILE *file) {
  size_t all = tally_covers(tally);
  if (!all) return;
  fprintf(file, "covers: %zu of %zu reached, %zu unreachable", tally->reached, all,
          tally->unreachable);
  if (tally->open_covers) fprintf(file, ", %zu undecided", tally->open_covers);
  fputc('\n', file);
}

void tally_print(const struct tally *tally, FILE *file) {
  fprintf(file, "%zu hold, %zu FAIL", tally->hold, tally->fail);
  if (tally->unexpected)
    fprintf(file, ", %zu NOT AS EXPECTED", tally->unexpected);
  else if (tally->announced)
    fputs(tally->announced == tally->hold + tally->fail ? ", as expected"
                                                        : ", as expected where announced",
          file);
}
