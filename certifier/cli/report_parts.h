/* The parts of a formula of which a folder says whether they matter, judged for vouch report. */
#ifndef VOUCH_CERTIFIER_CLI_REPORT_PARTS_H
#define VOUCH_CERTIFIER_CLI_REPORT_PARTS_H

#include "certifier/cli/vacuity_claim.h"
#include "certifier/report/page.h"

struct report_parts {
  struct page_part *at;              /* as many as parts->size */
  struct validation_result *results; /* two for each */
  const struct statement_parts *parts;
};

/* Compares what is said of them with the formula, which the certificate shows to have this verdict,
 * and has all their certificates, in `folder`, judged as `request` says (model, validator, limits);
 * NULL: they are not judged. The caller frees *judged either way. */
bool report_parts_judge(struct report_parts *judged, const struct claimed_formula *formula,
                        const char *verdict, struct statement_parts *parts, const char *folder,
                        const struct validation_request *request, struct fault *fault);
/* Counts certificates that were rejected, and those that were not judged, and names them on
 * standard output. */
void report_parts_count(const struct report_parts *judged, const char *folder, size_t *rejected,
                        size_t *unknown);
void report_parts_free(struct report_parts *judged);

#endif
