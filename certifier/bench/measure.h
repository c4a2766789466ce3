/* One tool on one instance: run it, read its answer, have what it shows validated. */
#ifndef VOUCH_CERTIFIER_BENCH_MEASURE_H
#define VOUCH_CERTIFIER_BENCH_MEASURE_H

#include "certifier/bench/results.h"
#include "certifier/bench/run.h"

struct measurement {
  const struct tool *tool;
  const struct instance *instance;
  const struct limits *limits;
  struct phrases phrases;
  const char *validator; /* a path from validation_find; NULL: nothing is validated */
  const char *folder;    /* empty; files of the run go there */
};

/* Fills in what run_row_for leaves empty. False: interrupted, there is nothing to keep. */
bool measure(const struct measurement *m, struct run_row *row);

#endif
