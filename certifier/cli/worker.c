#include "certifier/cli/worker.h"

#include "certifier/cli/program.h"
#include "certifier/process/temporary.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Precedes the text of a report in the pipe. */
struct header {
  uint64_t job, size;
  uint32_t flags, stop;
};

static bool write_all(int descriptor, const void *bytes, size_t size) {
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

/* False also for an end in the middle: half a report is none. */
static bool read_all(int descriptor, void *bytes, size_t size) {
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

/* --- the child -------------------------------------------------------------------------------- */

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

_Noreturn static void work(const struct jobs *jobs, size_t first, int pipe) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  catch_signals_in_worker();
  leave_standard_output();
  set_new_handler(memory_exhausted);
  atexit(temporary_remove);
  limit_memory(jobs->memory);
  for (size_t k = first; k < jobs->count; k++) {
    struct job_report report = {0};
    jobs->run(jobs->context, k, &report);
    struct header header = {k, report.size, report.flags, report.stop};
    if (!write_all(pipe, &header, sizeof header) || !write_all(pipe, report.text, report.size))
      break;
    free(report.text);
    if (report.stop) break;
  }
  exit(0);
}

/* --- the parent ------------------------------------------------------------------------------- */

/* The pipe ends are closed in programs that the child starts, so that its end is seen. */
static bool start(const struct jobs *jobs, size_t first, pid_t *pid, int *from) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fflush(NULL);
  sigset_t before;
  hold_signals(&before);
  *pid = fork();
  if (*pid == 0) {
    close(ends[0]);
    work(jobs, first, ends[1]);
  }
  pass_signals_to(*pid);
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (*pid < 0) close(ends[0]);
  *from = ends[0];
  return *pid > 0;
}

/* Why the child ended early. memory_exhausted and the validator's library end with status 2, and
 * nothing else in a child does. A kernel without memory sends SIGKILL. */
static bool was_memory(int status, char *why, size_t size) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
    return snprintf(why, size, "out of memory"), true;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return snprintf(why, size, "killed, as the system does when it is out of memory"), true;
  if (WIFSIGNALED(status))
    snprintf(why, size, "internal error: signal %d", WTERMSIG(status));
  else
    snprintf(why, size, "internal error: exit status %d", WEXITSTATUS(status));
  return false;
}

enum took { TOOK_REPORT, TOOK_LAST, TOOK_NOTHING };

/* One report; *next is then the job behind it. */
static enum took take(const struct jobs *jobs, int from, size_t *next) {
  struct header header;
  if (!read_all(from, &header, sizeof header) || header.job != *next || header.size > SIZE_MAX / 2)
    return TOOK_NOTHING;
  struct job_report report = {.flags = header.flags, .stop = header.stop, .size = header.size};
  report.text = memory_alloc(report.size + 1, 1);
  bool whole = read_all(from, report.text, report.size);
  report.text[report.size] = 0;
  bool go_on = whole && jobs->done(jobs->context, *next, &report) && !report.stop;
  free(report.text);
  if (!whole) return TOOK_NOTHING;
  ++*next;
  return go_on && *next < jobs->count ? TOOK_REPORT : TOOK_LAST;
}

bool jobs_run(const struct jobs *jobs) {
  for (size_t next = 0; next < jobs->count;) {
    pid_t pid;
    int from, status = 0;
    size_t first = next;
    if (!start(jobs, next, &pid, &from)) return false;
    enum took took;
    do took = take(jobs, from, &next);
    while (took == TOOK_REPORT);
    close(from); /* a child that is not wanted any more ends at its next report, or here: */
    if (took == TOOK_LAST && next < jobs->count) kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    pass_signals_to(0);
    if (took == TOOK_LAST) return true;
    char why[80];
    bool memory = was_memory(status, why, sizeof why);
    if (memory && next > first) continue; /* once more, without what the jobs before left behind */
    if (!jobs->lost(jobs->context, next++, (long)pid, why, memory)) return true;
  }
  return true;
}
