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

/* A child at work, and the two ways to speak with it. Before each job but its first the child waits
 * for a byte: without it, it would be at work on the next certificate while the parent finds out
 * that it is not wanted, and be killed over half a file. */
struct worker {
  pid_t pid;
  int reports[2]; /* the child writes */
  int grants[2]; /* the parent writes; it keeps the other end, too, so that no signal comes of it */
};

static bool granted(const struct worker *w) {
  char byte;
  return read_all(w->grants[0], &byte, 1);
}

_Noreturn static void work(const struct jobs *jobs, size_t first, const struct worker *w) {
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
    if (!write_all(w->reports[1], &header, sizeof header) ||
        !write_all(w->reports[1], report.text, report.size))
      break;
    free(report.text);
    if (report.stop || k + 1 == jobs->count || !granted(w)) break;
  }
  exit(0);
}

/* --- the parent ------------------------------------------------------------------------------- */

/* The ends are closed in programs that the child starts, so that its end is seen. */
static bool open_pipe(int ends[2]) {
  if (pipe(ends) != 0) return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return true;
}

static void close_pipe(int ends[2]) {
  for (int k = 0; k < 2; k++) {
    if (ends[k] >= 0) close(ends[k]);
    ends[k] = -1;
  }
}

static bool start(const struct jobs *jobs, size_t first, struct worker *w) {
  *w = (struct worker){.pid = -1, .reports = {-1, -1}, .grants = {-1, -1}};
  if (!open_pipe(w->reports)) return false;
  if (!open_pipe(w->grants)) {
    close_pipe(w->reports);
    return false;
  }
  fflush(NULL);
  sigset_t before;
  hold_signals(&before);
  w->pid = fork();
  if (w->pid == 0) {
    close(w->reports[0]);
    close(w->grants[1]);
    work(jobs, first, w);
  }
  pass_signals_to(w->pid);
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(w->reports[1]);
  w->reports[1] = -1;
  if (w->pid > 0) return true;
  close_pipe(w->reports);
  close_pipe(w->grants);
  return false;
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

/* Reports as they come; the child gets its grant for the next job behind each. */
static enum took take_all(const struct jobs *jobs, const struct worker *w, size_t *next) {
  enum took took;
  while ((took = take(jobs, w->reports[0], next)) == TOOK_REPORT)
    if (!write_all(w->grants[1], "", 1)) return TOOK_NOTHING;
  return took;
}

bool jobs_run(const struct jobs *jobs) {
  for (size_t next = 0; next < jobs->count;) {
    struct worker w;
    int status = 0;
    size_t first = next;
    if (!start(jobs, next, &w)) return false;
    enum took took = take_all(jobs, &w, &next);
    close_pipe(w.grants); /* a child that waits for a grant ends now */
    close_pipe(w.reports);
    while (waitpid(w.pid, &status, 0) < 0 && errno == EINTR) continue;
    pass_signals_to(0);
    if (took == TOOK_LAST) return true;
    char why[80];
    bool memory = was_memory(status, why, sizeof why);
    if (memory && next > first) continue; /* once more, without what the jobs before left behind */
    if (!jobs->lost(jobs->context, next++, (long)w.pid, why, memory)) return true;
  }
  return true;
}
