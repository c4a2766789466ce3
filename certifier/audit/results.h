/* The results file of an audit: what makes it resumable. JSON, one object per line.
 *
 * The first line names format and version; it may come again, so that files of shards merge by
 * concatenation. Every other line is one judgement with all that it depends on. The file is read
 * strictly: a line that is not exactly what results_append writes is an error that names the line.
 * Only a last line without its newline is forgiven, for that is what a killed audit leaves behind:
 * it is reported and removed. Of several judgements about the same model, certificate and property
 * (as texts) the last one counts. */
#ifndef VOUCH_CERTIFIER_AUDIT_RESULTS_H
#define VOUCH_CERTIFIER_AUDIT_RESULTS_H

#include "certifier/audit/audit.h"

#include <stdio.h>

struct results {
  const char *path;
  FILE *file;
  const struct audit_plan *plan;
  char validator_sha256[DIGEST_TEXT_BYTES];
  size_t cut_off; /* the number of a last line that was removed; 0: none */
  void *judgements;
};

/* Opens or creates the file, keeps other audits off it, and reads it. On false nothing is open. */
bool results_open(struct results *results, const char *path, const struct audit_plan *plan,
                  struct fault *fault);
/* Marks the items as done that the file has a judgement of, other than unknown, if the digests of
 * model, certificate and validator and all options are now what they were then. Returns how many.
 */
size_t results_resume(const struct results *results, struct audit *audit);
/* False when it cannot be written. */
bool results_append(const struct results *results, const struct audit_item *item);
bool results_close(struct results *results, struct fault *fault);

/* The members of a judgement that are the same here and on standard output, each with a comma
 * before it: result, shown, inputs, reason, digests, obligations, evaluations, version, seconds. */
void results_write_members(FILE *file, const struct validation_result *result);

#endif
