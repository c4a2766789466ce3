/* When a run is a success: --require, the same for check, signoff and verify. */
#ifndef VOUCH_CERTIFIER_CLI_REQUIREMENT_H
#define VOUCH_CERTIFIER_CLI_REQUIREMENT_H

#include "certifier/cli/options.h"
#include "certifier/pipeline/selection.h"

/* REQUIRE_EXPECTED: the verdict that #PASS or #FAIL announces, and "holds" where nothing is
 * announced. REQUIRE_HOLDS: "holds", whatever was announced. REQUIRE_NOTHING: any verdict. */
enum requirement { REQUIRE_EXPECTED, REQUIRE_HOLDS, REQUIRE_NOTHING };

bool is_as_expected(enum verdict verdict, int expected);

/* Verdicts of a run, counted. */
struct tally {
  size_t hold, fail, unknown;
  size_t announced, unexpected;             /* with an expectation; .. that came out otherwise */
  size_t not_required;                      /* decided, and not as required */
  size_t reached, unreachable, open_covers; /* covers; they are none of hold and fail */
};
void tally_add(struct tally *tally, enum verdict verdict, int expected,
               enum requirement requirement);
/* The same for a property with what is announced of it, or for a cover, which has to be reached. */
void tally_add_selected(struct tally *tally, const struct selected *property, enum verdict verdict,
                        enum requirement requirement);
/* "5 hold, 4 FAIL", with what the expectations say of them: ", as expected". */
void tally_print(const struct tally *tally, FILE *file);
/* "covers: 1 of 2 reached, 1 unreachable", as a line; nothing if there are none. */
void tally_print_covers(const struct tally *tally, FILE *file);
size_t tally_covers(const struct tally *tally);

#endif
