#define _DEFAULT_SOURCE /* wait4 */
#include "certifier/bench/run.h"

#include "certifier/process/child.h"
#include "checker/effort/effort.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static double seconds_of(const struct timeval *time) {
  return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

/* Polls, as little as the length of the run allows: 1 part in 50 of it. */
static void wait_for(pid_t pid, const struct limits *limits, struct run_result *result) {
  struct rusage usage = {0};
  double start = monotonic_seconds(), most = limits_wall(limits) + 1;
  for (;;) {
    pid_t ended = wait4(pid, &result->status, WNOHANG, &usage);
    double passed = monotonic_seconds() - start;
    if (ended == pid || (ended < 0 && errno != EINTR)) break;
    result->interrupted = interrupt_all_requested();
    result->timed_out = passed > most;
    if (result->interrupted || result->timed_out) {
      kill(-pid, SIGKILL);
      kill(pid, SIGKILL);
      while (wait4(pid, &result->status, 0, &usage) < 0 && errno == EINTR) continue;
      break;
    }
    double pause = fmin(fmax(passed / 50, 0.0005), 0.02);
    nanosleep(&(struct timespec){.tv_nsec = (long)(pause * 1e9)}, NULL);
  }
  result->seconds = monotonic_seconds() - start;
  result->cpu_seconds = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
  result->memory_megabytes = (double)usage.ru_maxrss / 1024;
  kill(-pid, SIGKILL); /* what it left behind */
}

bool run_program(const struct texts *words, const struct limits *limits, struct run_result *result,
                 struct fault *fault) {
  struct spool output, errors;
  size_t size;
  *result = (struct run_result){0};
  if (!spool_open(&output, fault)) return false;
  bool ok = spool_open(&errors, fault);
  struct child_setup setup = {.output = output.descriptor,
                              .errors = errors.descriptor,
                              .group = true,
                              .memory = limits->memory,
                              .seconds = limits->cpu ? (unsigned)ceil(limits->timeout) + 1 : 0};
  pid_t pid = ok ? child_start_as(words->at, &setup) : -1;
  if (ok && pid < 0) ok = fault_set(fault, "cannot start a process: %s", strerror(errno));
  if (ok) wait_for(pid, limits, result);
  ok = ok && spool_read(&output, &result->output, &size, fault) &&
       spool_read(&errors, &result->errors, &size, fault);
  spool_close(&output);
  spool_close(&errors);
  if (!ok) run_result_free(result);
  return ok;
}

void run_result_free(struct run_result *result) {
  free(result->output);
  free(result->errors);
  result->output = result->errors = NULL;
}
