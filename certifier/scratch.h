/* Temporary files that need a name: kissat resolves the paths of its CNF and its proof, so files without a name (struct spool) do not do.
 * They live in one directory, 0700, that is removed when it is closed and, by scratch_remove, from a signal handler. */
#ifndef VOUCH_CERTIFIER_SCRATCH_H
#define VOUCH_CERTIFIER_SCRATCH_H

#include "formats/fault.h"

#include <stdio.h>

enum { SCRATCH_JOBS = 64, SCRATCH_PATH = 4096 };

/* Makes the directory in $TMPDIR or /tmp. One at a time per process. */
bool scratch_open(struct fault *fault);
/* Removes the files and the directory; harmless when there is none. Async-signal-safe. */
void scratch_remove(void);
/* The names of the files of job 0 .. SCRATCH_JOBS-1. */
void scratch_cnf(unsigned job, char path[SCRATCH_PATH]);
void scratch_proof(unsigned job, char path[SCRATCH_PATH]);

#endif
