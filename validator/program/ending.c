#include "validator/program/ending.h"

#include "validator/beside/signals.h"
#include "validator/beside/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { STANDARD_OUTPUT = 1 };

/* What a signal handler must know; it changes only while signals wait. */
static struct {
  bool json, failed;
  struct v_string before, behind;
  size_t obligations;
  const struct validator_result *result;
} ending;

/* Writing then fails with a reason. */
static const int ignored[] = {SIGPIPE, SIGXFSZ};

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
  v_signals_block();
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
  v_signals_handle(&action);
  struct sigaction none = {.sa_handler = SIG_IGN};
  for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++) sigaction(ignored[k], &none, NULL);
  signal(SIGCHLD, SIG_DFL); /* ignored, no solver could be waited for */
  v_signals_unblock();      /* whoever started us may have blocked them */
  v_on_exhaustion(exhausted);
}

/* --- The end with a verdict --- */
void v_ending_text(int descriptor, const char *text) {
  v_signals_block();
  write_bytes(descriptor, text, strlen(text));
  v_signals_unblock();
}

void v_ending_line(int descriptor, const char *const *parts, bool last) {
  struct v_string line = {0};
  for (; *parts; parts++) v_string_escaped(&line, *parts);
  v_string_add(&line, "\n");
  v_signals_block();
  write_bytes(descriptor, line.at, line.size);
  if (!last) v_signals_unblock();
  v_string_free(&line);
}

void v_ending_json(struct v_string before, struct v_string behind, size_t obligations,
                   const struct validator_result *result) {
  v_signals_block();
  v_string_free(&ending.before);
  v_string_free(&ending.behind);
  ending.before = before;
  ending.behind = behind;
  ending.obligations = obligations;
  ending.result = result;
  ending.json = true;
  v_signals_unblock();
}

void v_ending_json_line(void) {
  const struct validator_result *result = ending.result;
  struct v_string reason = {0};
  v_string_json(&reason, result->verdict == VALIDATOR_ACCEPTED ? NULL : result->reason);
  v_signals_block();
  write_json(result->verdict, reason.at);
  v_string_free(&reason);
}

bool v_ending_written(void) { return !ending.failed; }
