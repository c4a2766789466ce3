#include "certifier/cli/program.h"

#include "certifier/cli/commands.h"
#include "certifier/process/temporary.h"
#include "checker/effort/effort.h"
#include "formats/support/escape.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void occupy_standard_descriptors(void) {
  for (int k = STDIN_FILENO; k <= STDERR_FILENO; k++)
    if (fcntl(k, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != k) _exit(EXIT_USAGE);
}

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
enum { NUM_CAUGHT = sizeof caught / sizeof *caught };

/* Global because a signal handler has to find them. */
static volatile sig_atomic_t deferred, second, skips, skip;
static struct timespec last_skip; /* the handler's own */

static void end_by(int number) {
  temporary_remove();
  signal(number, SIG_DFL);
  raise(number);
}

/* Async-signal-safe. */
static bool is_soon_after_last(void) {
  struct timespec last = last_skip;
  clock_gettime(CLOCK_MONOTONIC, &last_skip);
  time_t seconds = last_skip.tv_sec - last.tv_sec;
  return seconds < 1 || (seconds == 1 && last_skip.tv_nsec < last.tv_nsec);
}

static void on_signal(int number) {
  int before = errno;
  if (skips && number == SIGINT && !is_soon_after_last()) {
    skip = 1;
    errno = before;
    return;
  }
  if (skips) interrupt_all();
  if (interrupt_all_requested() && deferred)
    second = number;
  else if (interrupt_all_requested())
    end_by(number);
  interrupt_all();
  errno = before;
}

void skip_on_interrupt(void) { skips = 1; }

bool take_skip(void) {
  bool asked = skip != 0;
  skip = 0;
  return asked;
}

void defer_second_signal(bool defer) {
  deferred = deferred + (defer ? 1 : -1);
  if (!deferred && second) end_by((int)second);
}

bool second_signal(void) { return second != 0; }

static void set_handler(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void watch_children(void) { set_handler(SIGCHLD, SIG_DFL); }

void catch_signals(void) {
  for (size_t k = 0; k < NUM_CAUGHT; k++) set_handler(caught[k], on_signal);
  set_handler(SIGPIPE, SIG_IGN);
  set_handler(SIGXFSZ, SIG_IGN);
}

void hold_signals(sigset_t *before) {
  sigset_t held;
  sigemptyset(&held);
  for (size_t k = 0; k < NUM_CAUGHT; k++) sigaddset(&held, caught[k]);
  sigaddset(&held, SIGUSR1);
  sigprocmask(SIG_BLOCK, &held, before);
}

static void on_passed_signal(int number) {
  (void)number;
  interrupt_all();
}

void catch_signals_in_worker(void) {
  for (size_t k = 0; k < NUM_CAUGHT; k++) set_handler(caught[k], SIG_IGN);
  set_handler(SIGUSR1, on_passed_signal);
  sigset_t held;
  sigemptyset(&held);
  for (size_t k = 0; k < NUM_CAUGHT; k++) sigaddset(&held, caught[k]);
  sigaddset(&held, SIGUSR1);
  sigprocmask(SIG_UNBLOCK, &held, NULL);
}

char *path_in(const char *directory, const char *stem, const char *suffix) {
  size_t size = strlen(directory) + strlen(stem) + strlen(suffix) + 2;
  char *path = memory_alloc(size, 1);
  snprintf(path, size, "%s/%s%s", directory, stem, suffix);
  return path;
}

const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool make_directories(const char *path) {
  char *copy = memory_string(path);
  bool ok = true;
  for (char *slash = copy; ok && slash;) {
    slash = strchr(slash + 1, '/');
    if (slash) *slash = 0;
    ok = mkdir(copy, 0777) == 0 || errno == EEXIST || errno == EISDIR;
    if (slash) *slash = '/';
  }
  free(copy);
  return ok;
}

bool prepare_directory(const char *command, const char *path) {
  struct stat about;
  if (!make_directories(path))
    escape_line(stderr, "vouch %s: cannot make directory %s: %s", command, path, strerror(errno));
  else if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
    escape_line(stderr, "vouch %s: %s is not a directory", command, path);
  else if (access(path, W_OK | X_OK) != 0)
    escape_line(stderr, "vouch %s: cannot write into %s: %s", command, path, strerror(errno));
  else
    return true;
  return false;
}
