/* Does the jobs of a command in child processes, `width` of them at a time. A job that needs more
 * memory than there is, that crashes or is killed costs that job alone: it is lost, and said to be.
 * Reports are delivered in the order of the jobs, whatever the order in which they end, and what
 * comes out does not depend on `width`: a job learns from others only what all of them have left in
 * a first pass (certifier/pipeline/pass.h), in the order of the jobs.
 *
 * Several children may race for one job: the first that has something to show claims it, and the
 * others are ended. */
#ifndef VOUCH_CERTIFIER_CLI_WORKER_H
#define VOUCH_CERTIFIER_CLI_WORKER_H

#include "certifier/pipeline/pipeline.h"
#include "certifier/progress/live.h"
#include "formats/support/text_file.h" /* for the texts of reports */

#include <stdbool.h>
#include <stddef.h>

/* In the child: which part of the work it has. */
struct job {
  size_t k;
  unsigned racer, racers; /* it is racer 0 .. racers-1 of so many */
  struct pass pass;
  const struct link *link;
};

/* What a job hands to the parent. The text is what the command prints for it: only the parent
 * writes to standard output. */
struct job_report {
  unsigned flags; /* the command's own */
  bool stop;      /* the jobs behind this one are not wanted */
  bool serious;   /* of the reports of racers without a claim one like this is delivered */
  /* Of the first pass: what the others may learn, and whether the job is to be done once more, with
   * what they have left, instead of being delivered; then the rest says what has been spent. */
  struct lits lessons;
  bool unfinished;
  double seconds;
  uint64_t ticks;
  char *text; /* allocated, `size` bytes */
  size_t size;
  char *aside; /* the same for standard error: printed before the text is delivered */
  size_t aside_size;
};

/* What the outcome says of its pass; takes its lessons. */
void job_report_pass(struct job_report *report, struct outcome *outcome);

/* In the child: what it is at, for jobs.live. */
void job_progress(const struct job *job, const struct progress *progress);
/* In the child: may it put its files in place and give a verdict? At most one racer may; the others
 * have to report without. Asked once it has all that is needed. */
bool job_claim(const struct job *job);

struct jobs {
  size_t count;
  bool any_order;  /* deliver as they end */
  unsigned width;  /* children at a time, at least 1 */
  unsigned memory; /* megabytes that a child may use, 0: no limit */
  void *context;
  /* How many racers job k can use, at least 1; NULL: one. They get what `width` has to spare. */
  unsigned (*racers)(void *context, size_t k);
  /* Does job k learn from others? If two of them do there is a first pass. NULL: none does. */
  bool (*learns)(void *context, size_t k);
  size_t most_lessons; /* clauses */
  /* In the child. */
  void (*run)(void *context, const struct job *job, struct job_report *report);
  /* In the parent, in order: the report of job k. False ends the run. */
  bool (*done)(void *context, size_t k, const struct job_report *report);
  /* In the parent, in order: job k was lost. `why` is for the user; `memory` says that memory was
   * the reason. False ends the run. */
  bool (*lost)(void *context, size_t k, const char *why, bool memory);
  /* In the parent, at once: the child `pid` ended in the middle of job k, and may have left halves
   * of files. */
  void (*clean)(void *context, size_t k, long pid);
  /* A table of those at work; it is cleared before `done` and `lost` are called. NULL: none. `what`
   * is the name of job k in it, allocated. */
  struct live *live;
  char *(*what)(void *context, size_t k);
  /* In the parent: those at work were told to give up (skip_on_interrupt); NULL: nobody wants to
   * know. */
  void (*skipped)(void *context);
};

/* False: a child could not be started. The first signal that catch_signals catches is passed to the
 * children, the second one ends them: afterwards it ends this program. With skip_on_interrupt a
 * lone SIGINT is passed to those at work, and the others come next. */
bool jobs_run(const struct jobs *jobs);

/* The processors that this process may use: the usual `width`. */
unsigned processors(void);
enum { MOST_JOBS = 64 };
/* What is left of `width` for the proofs of each of `count` jobs, at least 1. */
static inline unsigned proofs_at_a_time(unsigned width, size_t count) {
  return count >= width ? 1 : width / (unsigned)count;
}

#endif
