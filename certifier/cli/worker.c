/* The child. */
#include "certifier/cli/worker_link.h"

#include "certifier/cli/program.h"
#include "certifier/process/temporary.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

bool link_write(int descriptor, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size > 0) {
    ssize_t wrote = write(descriptor, at, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    at += wrote;
    size -= (size_t)wrote;
  }
  return true;
}

bool link_read(int descriptor, void *bytes, size_t size) {
  char *at = bytes;
  while (size > 0) {
    ssize_t got = read(descriptor, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= (size_t)got;
  }
  return true;
}

FILE *text_open(char **text, size_t *size) {
  FILE *file = open_memstream(text, size);
  if (!file) memory_exhausted();
  return file;
}

void text_close(FILE *file) {
  bool whole = fflush(file) == 0 && !ferror(file);
  if (fclose(file) != 0 || !whole) memory_exhausted();
}

void job_progress(const struct job *job, const char *doing) {
  struct header header = {.kind = MESSAGE_PROGRESS, .size = strlen(doing)};
  int to = job->link->messages[1];
  if (link_write(to, &header, sizeof header)) link_write(to, doing, header.size);
}

bool job_claim(const struct job *job) {
  struct header header = {.kind = MESSAGE_CLAIM};
  char answer;
  if (job->racers < 2) return true;
  return link_write(job->link->messages[1], &header, sizeof header) &&
         link_read(job->link->answers[0], &answer, 1) && answer == CLAIM_GRANTED;
}

/* CaDiCaL is C++: `new` ends here when there is no memory, as memory_exhausted does for us. */
void (*set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

static void limit_memory(unsigned megabytes) {
  if (megabytes == 0) return;
  struct rlimit limit;
  rlim_t bytes = (rlim_t)megabytes << 20;
  if (getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
  setrlimit(RLIMIT_AS, &limit);
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
  set_new_handler(memory_exhausted);
  temporary_name_to(temporary);
  atexit(temporary_remove);
  limit_memory(jobs->memory);
  jobs->run(jobs->context, job, &report);
  struct header header = {.kind = MESSAGE_REPORT,
                          .size = report.size,
                          .aside_size = report.aside_size,
                          .flags = report.flags,
                          .stop = report.stop,
                          .serious = report.serious};
  int to = job->link->messages[1];
  if (link_write(to, &header, sizeof header) && link_write(to, report.text, report.size))
    link_write(to, report.aside, report.aside_size);
  free(report.text);
  free(report.aside);
  exit(0);
}
