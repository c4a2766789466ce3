#define _GNU_SOURCE /* pipe2 */
#include "certifier/process/child.h"

#include "formats/support/input.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* `hard`: where a program that takes no notice of the first warning ends; 0: the same. */
static void lower(struct rlimit *limits, rlim_t soft, rlim_t hard) {
  if (hard && hard < limits->rlim_max) limits->rlim_max = hard;
  limits->rlim_cur = soft < limits->rlim_max ? soft : limits->rlim_max;
}

static void set_limits(const struct child_setup *setup) {
  struct rlimit limits;
  if (setup->memory && getrlimit(RLIMIT_AS, &limits) == 0) {
    lower(&limits, (rlim_t)setup->memory << 20, 0);
    setrlimit(RLIMIT_AS, &limits);
  }
  if (setup->seconds && getrlimit(RLIMIT_CPU, &limits) == 0) {
    lower(&limits, setup->seconds, (rlim_t)setup->seconds + 1);
    setrlimit(RLIMIT_CPU, &limits);
  }
  if (setup->group && getrlimit(RLIMIT_CORE, &limits) == 0) {
    lower(&limits, 0, 0);
    setrlimit(RLIMIT_CORE, &limits);
  }
}

/* What we do about signals is not for others. Only a child in our own group goes on ignoring those
 * that a terminal sends to all: we end it. */
static void forget_signals(bool group) {
  static const int always[] = {SIGTERM, SIGPIPE}, alone[] = {SIGINT, SIGHUP, SIGXFSZ, SIGUSR1};
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (size_t k = 0; k < sizeof always / sizeof *always; k++) sigaction(always[k], &standard, NULL);
  for (size_t k = 0; group && k < sizeof alone / sizeof *alone; k++)
    sigaction(alone[k], &standard, NULL);
}

/* In the child: async-signal-safe calls only, for the parent may have threads. It is ended with its
 * parent (with the thread that started it, which waits for it): nobody else would end it. SIGTERM
 * lets vouch-validate remove its temporary files. */
static _Noreturn void become(const char *const *argv, const struct child_setup *setup,
                             pid_t parent) {
  prctl(PR_SET_PDEATHSIG, setup->group ? SIGKILL : SIGTERM);
  if (setup->group) setpgid(0, 0);
  forget_signals(setup->group);
  if (getppid() != parent) _exit(CHILD_STATUS_NOT_RUN);
  int null = open("/dev/null", O_RDWR);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 ||
      dup2(setup->output < 0 ? null : setup->output, STDOUT_FILENO) < 0 ||
      dup2(setup->errors < 0 ? null : setup->errors, STDERR_FILENO) < 0)
    _exit(CHILD_STATUS_NOT_RUN);
  set_limits(setup);
  /* execvp promises not to change the strings; its type is historical. */
  union {
    const char *const *in;
    char *const *out;
  } arguments = {.in = argv};
  execvp(argv[0], arguments.out);
  _exit(errno == ENOENT ? CHILD_STATUS_NOT_FOUND : CHILD_STATUS_NOT_RUN);
}

pid_t child_start_as(const char *const *argv, const struct child_setup *setup) {
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0) become(argv, setup, parent);
  return pid;
}

pid_t child_start(const char *const *argv, int output, int errors) {
  return child_start_as(argv, &(struct child_setup){.output = output, .errors = errors});
}

bool child_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0; }

/* Naps grow from 0.1 ms to 10 ms: short runs are not delayed, long ones cost nothing. */
static void nap(long *nanoseconds) {
  struct timespec pause = {.tv_nsec = *nanoseconds};
  nanosleep(&pause, NULL);
  if (*nanoseconds < 10000000) *nanoseconds += *nanoseconds / 4;
}

enum child_end child_run(const char *const *argv, int output, int errors,
                         const struct effort *effort, int *status) {
  pid_t pid = child_start(argv, output, errors);
  if (pid < 0) return CHILD_CRASHED;
  int raw;
  long pause = 100000;
  for (;;) {
    pid_t ended = waitpid(pid, &raw, WNOHANG);
    if (ended == pid) break;
    if (ended < 0 && errno != EINTR) return CHILD_CRASHED;
    if (interrupted(effort)) {
      kill(pid, SIGKILL);
      while (waitpid(pid, &raw, 0) < 0 && errno == EINTR) continue;
      return CHILD_INTERRUPTED;
    }
    nap(&pause);
  }
  if (!WIFEXITED(raw)) return interrupted(effort) ? CHILD_INTERRUPTED : CHILD_CRASHED;
  *status = WEXITSTATUS(raw);
  return *status == CHILD_STATUS_NOT_FOUND || *status == CHILD_STATUS_NOT_RUN ? CHILD_NOT_FOUND
                                                                              : CHILD_EXITED;
}

bool spool_open(struct spool *spool, struct fault *fault) {
  const char *directory = getenv("TMPDIR");
  if (!directory || !*directory) directory = "/tmp";
  size_t size = strlen(directory) + 32;
  char *name = memory_alloc(size, 1);
  snprintf(name, size, "%s/vouch-XXXXXX", directory);
  spool->descriptor = mkstemp(name);
  bool ok = spool->descriptor >= 0 && unlink(name) == 0;
  if (!ok) fault_set(fault, "cannot make a temporary file in %s: %s", directory, strerror(errno));
  free(name);
  if (!ok && spool->descriptor >= 0) close(spool->descriptor);
  if (!ok) return false;
  snprintf(spool->path, sizeof spool->path, "/dev/fd/%d", spool->descriptor);
  return true;
}

void spool_close(struct spool *spool) {
  if (spool->descriptor >= 0) close(spool->descriptor);
  spool->descriptor = -1;
}

bool spool_read(const struct spool *spool, char **text, size_t *size, struct fault *fault) {
  unsigned char *bytes;
  if (!input_read_file(spool->path, &bytes, size, fault)) return false;
  *text = (char *)bytes;
  return true;
}

bool spool_clear(const struct spool *spool, struct fault *fault) {
  if (ftruncate(spool->descriptor, 0) == 0 && lseek(spool->descriptor, 0, SEEK_SET) == 0)
    return true;
  return fault_set(fault, "cannot empty a temporary file: %s", strerror(errno));
}
