/* What an audit tells: a line per certificate, a results file that makes it resumable, a JUnit
 * report, a summary. */
#ifndef VOUCH_CERTIFIER_AUDIT_AUDIT_REPORT_H
#define VOUCH_CERTIFIER_AUDIT_AUDIT_REPORT_H

#include "certifier/audit/audit.h"

#include <stdio.h>

struct audit_report {
  struct audit *audit;
  bool json, progress;
  FILE *results; /* NULL: none */
  const char *results_path;
  size_t done, resumed, holds, fails, rejected, unknown, unbound;
  double started;
};

/* Reads an existing results file: items that it holds with an unchanged model and certificate are
 * marked as done. Lines that are cut off (an audit was killed) count for nothing. */
bool audit_report_open(struct audit_report *report, struct audit *audit, bool json,
                       const char *results, struct fault *fault);
/* An audit_plan's `finished`; context is a struct audit_report. */
bool audit_report_item(void *report, const struct audit_item *item);
/* Prints the summary and writes the JUnit report if a path is given. */
bool audit_report_close(struct audit_report *report, const char *junit, struct fault *fault);

#endif
