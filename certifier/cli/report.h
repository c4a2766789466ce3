/* What `vouch check` tells its caller: one line per property on standard output, progress on a
 * terminal. */
#ifndef VOUCH_CERTIFIER_CLI_REPORT_H
#define VOUCH_CERTIFIER_CLI_REPORT_H

#include "certifier/cli/selection.h"

struct report {
  bool json;
  bool colour;   /* standard output is a terminal and NO_COLOR is not set */
  bool progress; /* standard error is a terminal */
  bool verbose;
};

struct outcome {
  enum verdict verdict;
  double seconds;                     /* wall clock, certification included */
  const char *certificate;            /* path, NULL: none was written */
  const char *witness;                /* path, NULL: none was written */
  const char *note;                   /* why it is unknown, or NULL */
  bool validated;                     /* vouch-validate accepted the certificate */
  const struct fair_statistics *fair; /* NULL: nothing to tell */
  size_t obligations;                 /* of the certificate */
  size_t parts, kept; /* of the evidence, before and after minimisation; 0: it was not minimised */
};

void report_init(struct report *report, bool json, bool verbose);
/* "bad 0 ..." on a terminal, until report_outcome or report_clear. */
void report_progress(const struct report *report, const struct selected *property,
                     const char *doing);
void report_clear(const struct report *report);
/* Writes and flushes the line. False when standard output cannot take it. */
bool report_outcome(const struct report *report, const struct selected *property,
                    const struct outcome *outcome);

#endif
