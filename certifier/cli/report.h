/* What `vouch check` tells its caller: one line per property on standard output, progress on a
 * terminal. */
#ifndef VOUCH_CERTIFIER_CLI_REPORT_H
#define VOUCH_CERTIFIER_CLI_REPORT_H

#include "certifier/cli/vacuity_check.h"

struct report {
  bool json;
  bool colour;   /* standard output is a terminal and NO_COLOR is not set */
  bool progress; /* standard error is a terminal */
  bool verbose;
  bool statistics;
  const struct vacuity_list *vacuity; /* of the property at hand; NULL: nobody asked */
};

void report_init(struct report *report, bool json, bool verbose);
/* "[3 of 12] bad 4: proving" on a terminal, until report_clear. */
void report_progress(const struct report *report, const struct selected *property,
                     const char *doing, size_t done, size_t all);
void report_clear(const struct report *report);

/* What a property is called in lines for people: a formula as it was written, behind [N] NAME if
 * its file names it; "bad 0 (NAME)". */
void report_property(const struct selected *property, FILE *file);
/* The line of a property, for standard output. */
void report_outcome(const struct report *report, const struct selected *property,
                    const struct products *products, const struct outcome *outcome, FILE *file);
/* What --verbose and --statistics add, and what went wrong, for standard error. */
void report_details(const struct report *report, const char *command,
                    const struct selected *property, const struct outcome *outcome, FILE *file);

#endif
