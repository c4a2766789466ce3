#include "validator/beside/ending.h"

#include "validator/beside/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

enum { STANDARD_OUTPUT = 1 };

/* What a signal handler must know; it changes only while signals wait. */
static struct {
  bool json, failed;
  struct v_string before, behind;
  size_t obligations;
  const struct validator_result *result;
} ending;

/* Every signal whose default is to end the process, except those that report a fault of our own,
 * and those that are ignored: writing then fails with a reason. */
static const int ends[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,   SIGALRM,
                           SIGXCPU, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};
static const int ignored[] = {SIGPIPE, SIGXFSZ};

static void change_mask(int how) {
  sigset_t signals;
  sigemptyset(&signals);
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) sigaddset(&signals, ends[k]);
  sigprocmask(how, &signals, NULL);
}

void v_ending_block(void) { change_mask(SIG_BLOCK); }
void v_ending_unblock(void) { change_mask(SIG_UNBLOCK); }

/* --- Writing, with nothing but what a signal handler may call --- */
static void write_bytes(int descriptor, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t wrote = write(descriptor, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      ending.failed = true;
      return;
    }
    bytes += wrote;
    size -= (size_t)wrote;
  }
}

static void write_text(const char *text) { write_bytes(STANDARD_OUTPUT, text, strlen(text)); }

static void write_count(const char *before, size_t count) {
  char digits[24];
  size_t from = sizeof digits;
  do {
    digits[--from] = (char)('0' + count % 10);
    count /= 10;
  } while (count > 0);
  write_text(before);
  write_bytes(STANDARD_OUTPUT, digits + from, sizeof digits - from);
}

static void write_json(enum validator_verdict verdict, const char *reason) {
  static const char *const words[] = {"true,\"result\":\"accepted\"",
                                      "false,\"result\":\"rejected\"",
                                      "false,\"result\":\"unknown\""};
  write_bytes(STANDARD_OUTPUT, ending.before.at, ending.before.size);
  write_text("\"accepted\":");
  write_text(words[verdict]);
  write_text(",\"reason\":");
  write_text(reason);
  write_count(",\"obligations\":{\"total\":", ending.obligations);
  write_count(",\"proof\":", ending.result->by_proof);
  write_count(",\"propagation\":", ending.result->by_propagation);
  write_count(",\"solver\":", ending.result->by_solver);
  write_count("},\"evaluations\":", ending.result->evaluations);
  write_text(",");
  write_bytes(STANDARD_OUTPUT, ending.behind.at, ending.behind.size);
}

/* --- The end without a verdict --- */
static _Noreturn void end(const char *reason, const char *json) {
  v_solver_cleanup();
  if (ending.json) {
    write_json(VALIDATOR_UNKNOWN, json);
  } else {
    write_text("s UNKNOWN ");
    write_text(reason);
    write_text("\n");
  }
  _exit(VALIDATOR_UNKNOWN);
}

static void exhausted(void) {
  v_ending_block();
  end("out of memory", "\"out of memory\"");
}

static void interrupted(int number) {
  if (number == SIGALRM || number == SIGXCPU) end("out of time", "\"out of time\"");
  end("interrupted", "\"interrupted\"");
}

/* A file that is opened must not become standard output because that was closed. */
static void occupy_standard_descriptors(void) {
  for (int k = 0; k <= 2; k++)
    if (fcntl(k, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != k) _exit(VALIDATOR_UNKNOWN);
}

void v_ending_install(void) {
  occupy_standard_descriptors();
  struct sigaction action = {.sa_handler = interrupted};
  sigfillset(&action.sa_mask);
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) sigaction(ends[k], &action, NULL);
  struct sigaction none = {.sa_handler = SIG_IGN};
  for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++) sigaction(ignored[k], &none, NULL);
  signal(SIGCHLD, SIG_DFL); /* ignored, no solver could be waited for */
  v_ending_unblock();       /* whoever started us may have blocked them */
  v_on_exhaustion(exhausted);
}

/* --- The end with a verdict --- */
void v_ending_text(int descriptor, const char *text) {
  v_ending_block();
  write_bytes(descriptor, text, strlen(text));
  v_ending_unblock();
}

void v_ending_line(int descriptor, const char *const *parts, bool last) {
  struct v_string line = {0};
  for (; *parts; parts++) v_string_escaped(&line, *parts);
  v_string_add(&line, "\n");
  v_ending_block();
  write_bytes(descriptor, line.at, line.size);
  if (!last) v_ending_unblock();
  v_string_free(&line);
}

void v_ending_json(struct v_string before, struct v_string behind, size_t obligations,
                   const struct validator_result *result) {
  v_ending_block();
  v_string_free(&ending.before);
  v_string_free(&ending.behind);
  ending.before = before;
  ending.behind = behind;
  ending.obligations = obligations;
  ending.result = result;
  ending.json = true;
  v_ending_unblock();
}

void v_ending_json_line(void) {
  const struct validator_result *result = ending.result;
  struct v_string reason = {0};
  v_string_json(&reason, result->verdict == VALIDATOR_ACCEPTED ? NULL : result->reason);
  v_ending_block();
  write_json(result->verdict, reason.at);
  v_string_free(&reason);
}

bool v_ending_written(void) { return !ending.failed; }
