#include "certifier/judge.h"

#include "checker/interrupt.h"
#include "formats/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *judgement_word(enum judgement judgement) {
  static const char *const words[] = {"unknown", "holds", "fails", "rejected"};
  return words[judgement];
}

static bool starts(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

const char *judge_option(const char *property) {
  bool circuit = starts(property, "bad ") || starts(property, "output ") || starts(property, "justice ");
  return circuit ? "--property" : "--formula";
}

/* --- finding the program ---------------------------------------------------------------------------------- */

static bool executable(const char *path) { return access(path, X_OK) == 0; }

static bool beside_this_program(char path[JUDGE_PATH_BYTES]) {
  static const char name[] = "vouch-validate";
  ssize_t n = readlink("/proc/self/exe", path, JUDGE_PATH_BYTES - sizeof name - 1);
  while (n > 0 && path[n - 1] != '/') n--;
  if (n <= 0) return false;
  memcpy(path + n, name, sizeof name);
  return executable(path);
}

static bool in_search_path(char path[JUDGE_PATH_BYTES]) {
  const char *dirs = getenv("PATH");
  while (dirs && *dirs) {
    size_t n = strcspn(dirs, ":");
    int wrote = snprintf(path, JUDGE_PATH_BYTES, "%.*s/vouch-validate", (int)n, dirs);
    if (n > 0 && wrote > 0 && wrote < JUDGE_PATH_BYTES && executable(path)) return true;
    dirs += n + (dirs[n] == ':');
  }
  return false;
}

bool judge_find(const char *given, char path[JUDGE_PATH_BYTES], struct fault *fault) {
  if (given) {
    if (strlen(given) >= JUDGE_PATH_BYTES) return fault_set(fault, "%.100s...: path too long", given);
    strcpy(path, given);
    return executable(path) || fault_set(fault, "%s: not an executable program", given);
  }
  return beside_this_program(path) || in_search_path(path) ||
         fault_set(fault, "vouch-validate is neither beside vouch nor in PATH");
}

/* --- running it ------------------------------------------------------------------------------------------- */

_Noreturn static void become(const char *validator, const char *const *arguments, int out) {
  size_t n = 0;
  while (arguments[n]) n++;
  char **argv = memory_alloc(n + 2, sizeof *argv);
  argv[0] = memory_string(validator);
  for (size_t k = 0; k <= n; k++) argv[k + 1] = arguments[k] ? memory_string(arguments[k]) : NULL;
  int in = open("/dev/null", O_RDONLY);
  if (in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(127);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  execv(validator, argv);
  _exit(127);
}

bool judge_start(struct judge *judge, const char *validator, const char *const *arguments, struct fault *fault) {
  *judge = (struct judge){.started = monotonic_seconds()};
  int ends[2];
  if (pipe(ends) != 0) return fault_set(fault, "cannot make a pipe: %s", strerror(errno));
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  pid_t pid = fork();
  if (pid == 0) become(validator, arguments, ends[1]);
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return fault_set(fault, "cannot start %s: %s", validator, strerror(errno));
  }
  judge->pid = pid;
  judge->descriptor = ends[0];
  return true;
}

/* The last line that ends in a newline, "" if there is none. */
static void last_line(struct judge *judge) {
  size_t end = judge->size;
  judge->line[0] = 0;
  if (end == 0 || judge->output[end - 1] != '\n') return;
  size_t start = --end;
  while (start > 0 && judge->output[start - 1] != '\n') start--;
  size_t n = end - start < sizeof judge->line ? end - start : sizeof judge->line - 1;
  memcpy(judge->line, judge->output + start, n);
  judge->line[n] = 0;
}

static enum judgement unknown(struct judge *judge, const char *why) {
  char said[200];
  snprintf(said, sizeof said, "%.199s", judge->line);
  snprintf(judge->line, sizeof judge->line, "%s%s%s", why, said[0] ? ": " : "", said);
  return JUDGED_UNKNOWN;
}

static enum judgement judged(struct judge *judge, int status) {
  if (judge->killed) return unknown(judge, "stopped: time is over");
  if (judge->size >= JUDGE_OUTPUT_LIMIT) return unknown(judge, "stopped: too much output");
  if (!WIFEXITED(status)) return unknown(judge, "the validator was killed by a signal");
  last_line(judge);
  int code = WEXITSTATUS(status);
  if (code == 0 && starts(judge->line, "s ACCEPTED holds ")) return JUDGED_HOLDS;
  if (code == 0 && starts(judge->line, "s ACCEPTED fails ")) return JUDGED_FAILS;
  if (code == 1 && starts(judge->line, "s REJECTED ")) return JUDGED_REJECTED;
  if (code == 2 && starts(judge->line, "s UNKNOWN ")) return JUDGED_UNKNOWN;
  if (code == 127 && judge->size == 0) return unknown(judge, "the validator cannot be run");
  return unknown(judge, "exit status and last line of the validator disagree");
}

static void finish(struct judge *judge) {
  int status = 0;
  close(judge->descriptor);
  while (waitpid(judge->pid, &status, 0) < 0 && errno == EINTR) continue;
  judge->pid = 0;
  judge->seconds = monotonic_seconds() - judge->started;
  judge->judgement = judged(judge, status);
}

bool judge_read(struct judge *judge) {
  if (judge->capacity - judge->size < 4097) {
    judge->capacity = judge->capacity ? 2 * judge->capacity : 1 << 13;
    judge->output = memory_grow(judge->output, judge->capacity, 1);
  }
  ssize_t got = read(judge->descriptor, judge->output + judge->size, 4096);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
  if (got > 0) judge->size += (size_t)got;
  judge->output[judge->size] = 0;
  if (got > 0 && judge->size < JUDGE_OUTPUT_LIMIT) return false;
  if (got > 0) kill(judge->pid, SIGKILL);
  finish(judge);
  return true;
}

void judge_kill(struct judge *judge) {
  if (judge->pid == 0) return;
  judge->killed = true;
  kill(judge->pid, SIGTERM); /* lets it remove its temporary files */
}

void judge_free(struct judge *judge) {
  if (judge->pid) {
    kill(judge->pid, SIGKILL);
    finish(judge);
  }
  free(judge->output);
  *judge = (struct judge){0};
}

bool judge_run(struct judge *judge, const char *validator, const char *const *arguments, double seconds, struct fault *fault) {
  if (!judge_start(judge, validator, arguments, fault)) return false;
  for (;;) {
    struct pollfd wait = {.fd = judge->descriptor, .events = POLLIN};
    bool ready = poll(&wait, 1, 200) > 0;
    if (ready && judge_read(judge)) return true;
    bool over = seconds > 0 && monotonic_seconds() - judge->started > seconds;
    if ((over || interrupt_all_requested()) && !judge->killed) judge_kill(judge);
  }
}
