/* The child. */
#include "certifier/cli/worker_link.h"

#include "certifier/cli/program.h"
#include "certifier/process/memory_limit.h"
#include "certifier/process/temporary.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

void job_progress(const struct job *job, const struct progress *progress) {
  struct header header = {.kind = MESSAGE_PROGRESS, .size = sizeof *progress};
  int to = job->link->messages[1];
  if (link_write(to, &header, sizeof header)) link_write(to, progress, sizeof *progress);
}

void job_report_pass(struct job_report *report, struct outcome *outcome) {
  report->lessons = outcome->lessons;
  outcome->lessons = (struct lits){0};
  report->unfinished = outcome->unfinished;
  report->seconds = outcome->seconds;
  report->ticks = outcome->statistics.ticks;
}

bool job_claim(const struct job *job) {
  struct header header = {.kind = MESSAGE_CLAIM};
  char answer;
  if (job->racers < 2) return true;
  return link_write(job->link->messages[1], &header, sizeof header) &&
         link_read(job->link->answers[0], &answer, 1) && answer == CLAIM_GRANTED;
}

/* Libraries that end the process with words on standard output must not speak for the command. */
static void leave_standard_output(void) {
  int null = open("/dev/null", O_WRONLY);
  if (null >= 0) dup2(null, STDOUT_FILENO);
  if (null > STDOUT_FILENO) close(null);
}

/* What several children say on the way (--verbose) must not end up in the middle of a line. */
static void speak_in_lines(void) {
  static char buffer[BUFSIZ];
  setvbuf(stderr, buffer, _IOLBF, sizeof buffer);
}

void worker_main(const struct jobs *jobs, const struct job *job, char *temporary) {
  struct job_report report = {0};
  catch_signals_in_worker();
  leave_standard_output();
  speak_in_lines();
  temporary_name_to(temporary);
  atexit(temporary_remove);
  limit_memory(jobs->memory, 0);
  jobs->run(jobs->context, job, &report);
  struct header header = {.kind = MESSAGE_REPORT,
                          .size = report.size,
                          .aside_size = report.aside_size,
                          .lessons_size = report.lessons.size * sizeof *report.lessons.at,
                          .ticks = report.ticks,
                          .seconds = report.seconds,
                          .flags = report.flags,
                          .stop = report.stop,
                          .serious = report.serious,
                          .unfinished = report.unfinished};
  int to = job->link->messages[1];
  if (link_write(to, &header, sizeof header) && link_write(to, report.text, report.size) &&
      link_write(to, report.aside, report.aside_size))
    link_write(to, report.lessons.at, header.lessons_size);
  free(report.text);
  free(report.aside);
  lits_free(&report.lessons);
  exit(0);
}
