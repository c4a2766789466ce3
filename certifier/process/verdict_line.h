/* The one line that `vouch-validate --json` prints, and whether it may be believed. Private to
 * certifier/process; validation.h is the way in. */
#ifndef VOUCH_CERTIFIER_PROCESS_VERDICT_LINE_H
#define VOUCH_CERTIFIER_PROCESS_VERDICT_LINE_H

#include "certifier/process/validation.h"

enum { VERDICT_LINE_WHY = 256 };

/* text: all of the validator's standard output (NULL if size is 0); status: what it exited with.
 * True: output, exit status and request fit together as validation.h demands, and *result has the
 * outcome and what belongs to it. False: they do not, `why` says where, and *result is unknown but
 * unchanged otherwise. */
bool verdict_line_believe(const struct validation_request *request, const char *text, size_t size,
                          int status, struct validation_result *result, char why[VERDICT_LINE_WHY]);

#endif
