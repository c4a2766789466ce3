/* What `vouch check` tells its caller: one line per property on standard output. */
#ifndef VOUCH_CERTIFIER_CLI_REPORT_H
#define VOUCH_CERTIFIER_CLI_REPORT_H

#include "certifier/cli/terminal_options.h"
#include "certifier/cli/vacuity_check.h"

struct report {
  bool json;
  bool colour; /* of lines on standard output */
  bool verbose;
  bool statistics;
  const struct vacuity_list *vacuity; /* of the property at hand; NULL: nobody asked */
};

void report_init(struct report *report, bool json, bool verbose,
                 const struct terminal_options *terminal);
/* What is to be covered is good if it is reached. */
enum shade report_shade(const struct selected *property, enum verdict verdict);
/* How a line about it begins: with this word. */
void report_word(const char *word, enum shade shade, bool colour, FILE *file);

/* What a property is called in lines for people: a formula as it was written, behind [N] NAME if
 * its file names it; "bad 0 (NAME)". */
void report_property(const struct selected *property, FILE *file);
/* The same as a text; the caller frees it. */
char *report_name(const struct selected *property);
/* The line of a property, for standard output. */
void report_outcome(const struct report *report, const struct selected *property,
                    const struct products *products, const struct outcome *outcome, FILE *file);
/* What --verbose and --statistics add, and what went wrong, for standard error. */
void report_details(const struct report *report, const char *command,
                    const struct selected *property, const struct outcome *outcome, FILE *file);

#endif
