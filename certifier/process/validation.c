#include "certifier/process/validation.h"

#include "certifier/process/child.h"
#include "certifier/process/verdict_line.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* The line has two paths, a property and a reason in it, the largest of which is a formula. */
enum { OUTPUT_LIMIT = 1 << 24, ERRORS_LIMIT = 1 << 12 };
/* Seconds that a validator may go on beyond its limit before it is told to end, and after that
 * before it is killed: it removes its temporary files. */
static const double grace = 1, last_grace = 4;

const char *validation_word(enum validation_outcome outcome) {
  static const char *const words[] = {"unknown", "holds", "fails", "rejected"};
  return words[outcome];
}

bool validation_is_circuit_property(const char *property) {
  static const char *const words[] = {"bad ", "output ", "justice "};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strncmp(property, words[k], strlen(words[k])) == 0) return true;
  return false;
}

const char *validation_why(const struct validation_result *result) {
  if (validation_accepted(result)) return result->property;
  return result->reason ? result->reason : "not judged";
}

void validation_result_free(struct validation_result *result) {
  free(result->property);
  free(result->inputs);
  free(result->version);
  free(result->reason);
  *result = (struct validation_result){0};
}

/* --- finding the program ---------------------------------------------------------------------- */

static bool executable(const char *path) { return access(path, X_OK) == 0; }

static bool beside_this_program(char path[VALIDATION_PATH_BYTES]) {
  static const char name[] = "vouch-validate";
  ssize_t n = readlink("/proc/self/exe", path, VALIDATION_PATH_BYTES - sizeof name - 1);
  while (n > 0 && path[n - 1] != '/') n--;
  if (n <= 0) return false;
  memcpy(path + n, name, sizeof name);
  return executable(path);
}

static bool in_search_path(char path[VALIDATION_PATH_BYTES]) {
  const char *dirs = getenv("PATH");
  while (dirs && *dirs) {
    size_t n = strcspn(dirs, ":");
    int wrote = snprintf(path, VALIDATION_PATH_BYTES, "%.*s/vouch-validate", (int)n, dirs);
    if (n > 0 && wrote > 0 && wrote < VALIDATION_PATH_BYTES && executable(path)) return true;
    dirs += n + (dirs[n] == ':');
  }
  return false;
}

/* A path with a slash is not looked up in PATH. */
static bool use_given(const char *given, char path[VALIDATION_PATH_BYTES], struct fault *fault) {
  if (strlen(given) + sizeof "./" > VALIDATION_PATH_BYTES)
    return fault_set(fault, "%.100s...: path too long", given);
  snprintf(path, VALIDATION_PATH_BYTES, "%s%s", strchr(given, '/') ? "" : "./", given);
  return executable(path) || fault_set(fault, "%s: not an executable program", given);
}

bool validation_find(const char *given, char path[VALIDATION_PATH_BYTES], struct fault *fault) {
  if (given) return use_given(given, path, fault);
  return beside_this_program(path) || in_search_path(path) ||
         fault_set(fault, "vouch-validate is neither beside vouch nor in PATH");
}

/* --- starting it ------------------------------------------------------------------------------ */

enum { MOST_ARGUMENTS = 18, NUMBER_BYTES = 32, MOST_SECONDS = 1 << 30 /* that it takes */ };

struct command_line {
  const char *argv[MOST_ARGUMENTS];
  size_t size;
  char memory[NUMBER_BYTES], timeout[NUMBER_BYTES];
};

static void add(struct command_line *line, const char *word) { line->argv[line->size++] = word; }

static void add_option(struct command_line *line, const char *option, const char *value) {
  if (!value) return;
  add(line, option);
  add(line, value);
}

static void make_command_line(struct command_line *line, const struct validation_request *r) {
  bool circuit = r->property && validation_is_circuit_property(r->property);
  *line = (struct command_line){0};
  add(line, r->validator);
  add(line, "--json");
  if (r->format)
    add(line, strcmp(r->format, "certifaiger") == 0 ? "--certifaiger" : "--aiger-witness");
  add_option(line, circuit ? "--property" : "--formula", r->property);
  add_option(line, "--state-inputs", circuit ? NULL : r->state_inputs);
  add_option(line, "--solver", r->solver);
  snprintf(line->memory, sizeof line->memory, "%u", r->memory);
  add_option(line, "--memory", r->memory ? line->memory : NULL);
  snprintf(line->timeout, sizeof line->timeout, "%.0f", fmin(ceil(r->timeout), MOST_SECONDS));
  add_option(line, "--timeout", r->timeout > 0 ? line->timeout : NULL);
  add(line, "--");
  add(line, r->model);
  add(line, r->certificate);
  add(line, NULL);
}

static void close_ends(int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

static bool make_pipes(int output[2], int errors[2]) {
  if (!child_pipe(output)) return false;
  if (child_pipe(errors)) return true;
  close_ends(output);
  return false;
}

static void read_from(struct validator_text *text, int ends[2]) {
  close(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  text->descriptor = ends[0];
}

bool validator_start(struct validator_process *process, const struct validation_request *request,
                     struct fault *fault) {
  *process = (struct validator_process){.request = request,
                                        .started = monotonic_seconds(),
                                        .output.descriptor = -1,
                                        .errors.descriptor = -1};
  struct command_line line;
  int output[2], errors[2];
  make_command_line(&line, request);
  if (!make_pipes(output, errors))
    return fault_set(fault, "cannot make a pipe: %s", strerror(errno));
  pid_t pid = child_start(line.argv, output[1], errors[1]);
  int failure = errno;
  read_from(&process->output, output);
  read_from(&process->errors, errors);
  if (pid > 0) {
    process->pid = pid;
    return true;
  }
  validator_free(process);
  return fault_set(fault, "cannot start %s: %s", request->validator, strerror(failure));
}

/* --- listening -------------------------------------------------------------------------------- */

/* What is there now; beyond `limit` bytes it is read and dropped. True if something was dropped. */
static bool listen_to(struct validator_text *text, size_t limit) {
  char chunk[4096];
  bool dropped = false;
  while (text->descriptor >= 0) {
    ssize_t got = read(text->descriptor, chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    if (got <= 0) {
      close(text->descriptor);
      text->descriptor = -1;
      break;
    }
    size_t room = limit - text->size;
    size_t take = (size_t)got < room ? (size_t)got : room;
    dropped = dropped || take < (size_t)got;
    if (text->capacity - text->size < take + 1) {
      text->capacity = 2 * (text->size + take + 1);
      text->bytes = memory_grow(text->bytes, text->capacity, 1);
    }
    memcpy(text->bytes + text->size, chunk, take);
    text->size += take;
    text->bytes[text->size] = 0;
    if (dropped) break;
  }
  return dropped;
}

bool validator_is_silent(const struct validator_process *process) {
  return process->output.descriptor < 0 && process->errors.descriptor < 0;
}

static bool must_end(const struct validator_process *process) {
  const struct validation_request *r = process->request;
  double spent = monotonic_seconds() - process->started;
  return process->flooded || interrupt_all_requested() || (r->effort && interrupted(r->effort)) ||
         (r->timeout > 0 && spent > r->timeout + grace);
}

/* First the signal that lets it remove its temporary files, later the one that nobody refuses. */
static void mind_limits(struct validator_process *process) {
  double now = monotonic_seconds();
  if (process->told == 0 && must_end(process)) {
    process->told = now;
    kill(process->pid, SIGTERM);
  } else if (process->told > 0 && now - process->told > last_grace) {
    kill(process->pid, SIGKILL);
  }
}

/* --- what it said ----------------------------------------------------------------------------- */

/* The first line of what it said on standard error, for a reader who wonders. */
static void give_reason(struct validator_process *process, struct validation_result *result,
                        const char *why) {
  const char *said = process->errors.size ? process->errors.bytes : "";
  int length = (int)strcspn(said, "\n");
  size_t size = strlen(why) + (size_t)length + sizeof ": ";
  result->outcome = VALIDATION_UNKNOWN;
  result->reason = memory_alloc(size, 1);
  snprintf(result->reason, size, "%s%s%.*s", why, length ? ": " : "", length, said);
}

static void conclude(struct validator_process *process, int status,
                     struct validation_result *result) {
  *result = (struct validation_result){.seconds = monotonic_seconds() - process->started,
                                       .stopped = process->told > 0 && !process->flooded};
  char why[VERDICT_LINE_WHY];
  if (process->flooded)
    give_reason(process, result, "stopped: the validator says too much");
  else if (process->told > 0)
    give_reason(process, result,
                process->request->timeout > 0 && !interrupt_all_requested()
                    ? "stopped: time is over"
                    : "stopped");
  else if (!WIFEXITED(status))
    give_reason(process, result, "the validator was killed by a signal");
  else if (WEXITSTATUS(status) >= CHILD_STATUS_NOT_RUN)
    give_reason(process, result, "the validator cannot be run");
  else if (!verdict_line_believe(process->request, process->output.bytes, process->output.size,
                                 WEXITSTATUS(status), result, why))
    give_reason(process, result, why);
}

bool validator_serve(struct validator_process *process, struct validation_result *result) {
  int status;
  pid_t ended = waitpid(process->pid, &status, WNOHANG);
  /* After its end: what it said before is all there. Solvers that it left behind are not waited
   * for. */
  process->flooded = listen_to(&process->output, OUTPUT_LIMIT) || process->flooded;
  listen_to(&process->errors, ERRORS_LIMIT);
  if (ended == 0 || (ended < 0 && errno == EINTR)) {
    mind_limits(process);
    return false;
  }
  process->pid = 0;
  conclude(process, ended < 0 ? SIGKILL : status, result);
  return true;
}

static void free_text(struct validator_text *text) {
  if (text->descriptor >= 0) close(text->descriptor);
  free(text->bytes);
  *text = (struct validator_text){.descriptor = -1};
}

void validator_free(struct validator_process *process) {
  if (process->pid > 0) {
    kill(process->pid, SIGKILL);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  process->pid = 0;
  free_text(&process->output);
  free_text(&process->errors);
}

bool validate_certificate(const struct validation_request *request,
                          struct validation_result *result, struct fault *fault) {
  enum { LONG_WAIT = 100, SHORT_WAIT = 1 }; /* milliseconds */
  struct validator_process process;
  *result = (struct validation_result){0};
  if (!validator_start(&process, request, fault)) return false;
  while (!validator_serve(&process, result)) {
    struct pollfd wait[] = {{.fd = process.output.descriptor, .events = POLLIN},
                            {.fd = process.errors.descriptor, .events = POLLIN}};
    poll(wait, 2, validator_is_silent(&process) ? SHORT_WAIT : LONG_WAIT);
  }
  validator_free(&process);
  return true;
}
