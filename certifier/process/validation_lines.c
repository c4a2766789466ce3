/* Going away with the last caller of validation_run. */
#include "certifier/process/child.h"
#include "certifier/process/validation.h"

#include "checker/effort/interrupt.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool starts(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

const char *validation_option(const char *property) {
  bool circuit =
      starts(property, "bad ") || starts(property, "output ") || starts(property, "justice ");
  return circuit ? "--property" : "--formula";
}

/* --- running it ------------------------------------------------------------------------------- */

/* Callers give model and certificate first; the validator gets them behind "--", so that no path is
 * taken for an option. `--version` comes alone. */
static void order_arguments(const char *validator, const char *const *arguments,
                            const char *argv[16]) {
  enum { PATHS = 2 };
  size_t count = 0, n = 0;
  while (arguments[count]) count++;
  argv[n++] = validator;
  for (size_t k = count < PATHS ? 0 : PATHS; k < count && n < 12; k++) argv[n++] = arguments[k];
  if (count >= PATHS) {
    argv[n++] = "--";
    for (size_t k = 0; k < PATHS; k++) argv[n++] = arguments[k];
  }
  argv[n] = NULL;
}

bool validation_start(struct validation *validation, const char *validator,
                      const char *const *arguments, struct fault *fault) {
  *validation = (struct validation){.started = monotonic_seconds()};
  int ends[2];
  if (!child_pipe(ends)) return fault_set(fault, "cannot make a pipe: %s", strerror(errno));
  const char *argv[16];
  order_arguments(validator, arguments, argv);
  pid_t pid = child_start(argv, ends[1], ends[1]);
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return fault_set(fault, "cannot start %s: %s", validator, strerror(errno));
  }
  validation->pid = pid;
  validation->descriptor = ends[0];
  return true;
}

/* The last line that ends in a newline, "" if there is none. */
static void last_line(struct validation *validation) {
  size_t end = validation->size;
  validation->line[0] = 0;
  if (end == 0 || validation->output[end - 1] != '\n') return;
  size_t start = --end;
  while (start > 0 && validation->output[start - 1] != '\n') start--;
  size_t n = end - start < sizeof validation->line ? end - start : sizeof validation->line - 1;
  memcpy(validation->line, validation->output + start, n);
  validation->line[n] = 0;
}

static enum validation_outcome unknown(struct validation *validation, const char *why) {
  char said[200];
  snprintf(said, sizeof said, "%.199s", validation->line);
  snprintf(validation->line, sizeof validation->line, "%s%s%s", why, said[0] ? ": " : "", said);
  return VALIDATION_UNKNOWN;
}

static enum validation_outcome outcome_of(struct validation *validation, int status) {
  if (validation->killed) return unknown(validation, "stopped: time is over");
  if (validation->size >= VALIDATION_OUTPUT_LIMIT)
    return unknown(validation, "stopped: too much output");
  if (!WIFEXITED(status)) return unknown(validation, "the validator was killed by a signal");
  last_line(validation);
  int code = WEXITSTATUS(status);
  if (code == 0 && starts(validation->line, "s ACCEPTED holds ")) return VALIDATION_HOLDS;
  if (code == 0 && starts(validation->line, "s ACCEPTED fails ")) return VALIDATION_FAILS;
  if (code == 1 && starts(validation->line, "s REJECTED ")) return VALIDATION_REJECTED;
  if (code == 2 && starts(validation->line, "s UNKNOWN ")) return VALIDATION_UNKNOWN;
  if (code == 127 && validation->size == 0)
    return unknown(validation, "the validator cannot be run");
  return unknown(validation, "exit status and last line of the validator disagree");
}

static void finish(struct validation *validation) {
  int status = 0;
  close(validation->descriptor);
  while (waitpid(validation->pid, &status, 0) < 0 && errno == EINTR) continue;
  validation->pid = 0;
  validation->seconds = monotonic_seconds() - validation->started;
  validation->outcome = outcome_of(validation, status);
}

bool validation_read(struct validation *validation) {
  if (validation->capacity - validation->size < 4097) {
    validation->capacity = validation->capacity ? 2 * validation->capacity : 1 << 13;
    validation->output = memory_grow(validation->output, validation->capacity, 1);
  }
  ssize_t got = read(validation->descriptor, validation->output + validation->size, 4096);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
  if (got > 0) validation->size += (size_t)got;
  validation->output[validation->size] = 0;
  if (got > 0 && validation->size < VALIDATION_OUTPUT_LIMIT) return false;
  if (got > 0) kill(validation->pid, SIGKILL);
  finish(validation);
  return true;
}

void validation_kill(struct validation *validation) {
  if (validation->pid == 0) return;
  validation->killed = true;
  kill(validation->pid, SIGTERM); /* lets it remove its temporary files */
}

void validation_free(struct validation *validation) {
  if (validation->pid) {
    kill(validation->pid, SIGKILL);
    finish(validation);
  }
  free(validation->output);
  *validation = (struct validation){0};
}

bool validation_run(struct validation *validation, const char *validator,
                    const char *const *arguments, double seconds, struct fault *fault) {
  if (!validation_start(validation, validator, arguments, fault)) return false;
  for (;;) {
    struct pollfd wait = {.fd = validation->descriptor, .events = POLLIN};
    bool ready = poll(&wait, 1, 200) > 0;
    if (ready && validation_read(validation)) return true;
    bool over = seconds > 0 && monotonic_seconds() - validation->started > seconds;
    if ((over || interrupt_all_requested()) && !validation->killed) validation_kill(validation);
  }
}
