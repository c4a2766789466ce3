/* What an audit tells as it goes on: a line per certificate on standard output, a summary. */
#ifndef VOUCH_CERTIFIER_AUDIT_AUDIT_REPORT_H
#define VOUCH_CERTIFIER_AUDIT_AUDIT_REPORT_H

#include "certifier/audit/results.h"

struct audit_counts {
  size_t done, holds, fails, rejected, unknown;
  size_t missed;  /* accepted with another verdict than the required one; also in holds or fails */
  size_t unbound; /* accepted for a property that nobody named; also in holds or fails */
};

struct audit_report {
  const struct audit *audit;
  const struct results *results; /* where judgements are appended; NULL: nowhere */
  bool json;                     /* objects instead of lines of text */
  bool colour;                   /* of the lines */
  struct live *live;             /* where it is counted */
  double started;
};

void audit_report_init(struct audit_report *report, const struct audit *audit,
                       const struct results *results, bool json, bool colour, struct live *live);
/* An audit_plan's `finished`; context is a struct audit_report. */
bool audit_report_item(void *report, const struct audit_item *item);

void audit_count(const struct audit *audit, struct audit_counts *counts);
/* On standard error. resumed: how many an earlier run has judged. */
void audit_report_summary(const struct audit_report *report, const struct audit_counts *counts,
                          size_t resumed);

#endif
