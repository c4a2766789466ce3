/* What a person looks at: a summary, a page, and pictures. */
#ifndef VOUCH_CERTIFIER_BENCH_REPORT_H
#define VOUCH_CERTIFIER_BENCH_REPORT_H

#include "certifier/bench/scores.h"

/* A table of the scores, as text. */
void bench_report_summary(const struct matrix *matrix, FILE *file);
/* Writes report.html, cactus.svg and scatter-A-B.svg (the first tool against each other one) into
 * the folder. The page needs no other file. */
bool bench_report_write(const struct matrix *matrix, const char *folder, struct fault *fault);

#endif
