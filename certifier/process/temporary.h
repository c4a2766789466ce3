/* Temporary files that need a name: kissat resolves the paths of its CNF and its proof, so files
 * without a name (struct spool) do not do. They live in one directory, 0700, that is removed when
 * it is closed and, by temporary_remove, from a signal handler. */
#ifndef VOUCH_CERTIFIER_PROCESS_TEMPORARY_H
#define VOUCH_CERTIFIER_PROCESS_TEMPORARY_H

#include "formats/support/fault.h"

#include <stdio.h>

enum { TEMPORARY_JOBS = 64, TEMPORARY_PATH = 4096, TEMPORARY_NAME = TEMPORARY_PATH - 16 };

/* Makes the directory in $TMPDIR or /tmp. One at a time per process. */
bool temporary_open(struct fault *fault);
/* Removes the files and the directory; harmless when there is none. Async-signal-safe. */
void temporary_remove(void);

/* For a child that may be killed: the directory's name is kept at `place`, TEMPORARY_NAME zeroed
 * bytes that the parent sees, too. When the child is gone, the parent removes what it left; nothing
 * happens if it left nothing. */
void temporary_name_to(char *place);
void temporary_remove_at(const char *place);
/* The names of the files of job 0 .. TEMPORARY_JOBS-1. */
void temporary_cnf(unsigned job, char path[TEMPORARY_PATH]);
void temporary_proof(unsigned job, char path[TEMPORARY_PATH]);

#endif
