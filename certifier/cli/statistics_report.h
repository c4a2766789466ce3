/* --statistics for people, and the same as JSON. */
#ifndef VOUCH_CERTIFIER_CLI_STATISTICS_REPORT_H
#define VOUCH_CERTIFIER_CLI_STATISTICS_REPORT_H

#include "certifier/pipeline/pipeline.h"

/* One line per number that is not 0. */
void statistics_print(FILE *file, const char *property, const struct outcome *outcome);
/* One JSON object, without a line end. */
void statistics_json(FILE *file, const struct outcome *outcome);

#endif
