/* Does the jobs of a command one after the other in a child process. A job that needs more memory
 * than there is, or that crashes, ends the child; it costs that job alone: the next child goes on
 * behind it. (A job that lacks memory is tried once more in a child of its own if jobs before it
 * had used the same child.) What the engines learn about the model is kept from job to job as long
 * as the child lives. */
#ifndef VOUCH_CERTIFIER_CLI_WORKER_H
#define VOUCH_CERTIFIER_CLI_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What a job hands to the parent. The text is what the command prints for it: only the parent
 * writes to standard output. */
struct job_report {
  unsigned flags; /* the command's own */
  bool stop;      /* the jobs behind this one are not wanted */
  char *text;     /* allocated, `size` bytes */
  size_t size;
};

/* A file in memory for the text of a report. A text that does not fit into memory, or is cut for
 * another reason, ends the process as lack of memory does: half a line is never printed. */
FILE *text_open(char **text, size_t *size);
void text_close(FILE *file);

struct jobs {
  size_t count;
  unsigned memory; /* megabytes that a child may use, 0: no limit */
  void *context;
  /* In the child. */
  void (*run)(void *context, size_t k, struct job_report *report);
  /* In the parent, in order: the report of job k. False ends the run. */
  bool (*done)(void *context, size_t k, const struct job_report *report);
  /* In the parent: the child `pid` ended during job k. `why` is for the user; `memory` says that
   * memory was the reason. False ends the run. */
  bool (*lost)(void *context, size_t k, long pid, const char *why, bool memory);
};

/* False: a child could not be started. Signals that catch_signals catches are passed on. */
bool jobs_run(const struct jobs *jobs);

#endif
