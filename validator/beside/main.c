/* vouch-validate: the judge. Exits 0 accepted, 1 rejected, 2 cannot tell. */
#include "validator/beside/arguments.h"
#include "validator/beside/ending.h"
#include "validator/beside/run.h"
#include "validator/kernel/sha256.h"

#include <sys/resource.h>
#include <unistd.h>

enum { STANDARD_OUTPUT = 1, STANDARD_ERROR = 2 };

/* One file, read once: what is hashed is what is judged. */
struct file {
  const char *path;
  struct v_bytes bytes;
  char sha256[65]; /* empty if it could not be read */
};

static bool read_once(const char *path, struct file *file, struct v_error *error) {
  *file = (struct file){.path = path};
  if (!v_read_file(path, &file->bytes, error)) return false;
  v_sha256(file->bytes.at, file->bytes.size, file->sha256);
  return true;
}

static struct v_bytes copy_of(const struct v_bytes *bytes) {
  struct v_bytes copy = {v_need(NULL, bytes->size + 1, 1), bytes->size};
  memcpy(copy.at, bytes->at, bytes->size + 1);
  return copy;
}

/* --- What is said --- */
/* Lines that explain; with --json they go to standard error. */
static void note(void *context, const char *line) {
  const struct v_arguments *a = context;
  struct v_string text = {0};
  v_string_escaped(&text, "%s", line);
  v_string_add(&text, "\n");
  v_ending_line(a->json ? STANDARD_ERROR : STANDARD_OUTPUT, &text);
  v_string_free(&text);
}

static const char *reading(const struct validator *v) {
  return validator_all_inputs(v) ? " (all inputs are state)" : "";
}

static void say_property(const struct validator *v) {
  struct v_string text = {0};
  v_string_escaped(&text, "c property: %s%s", validator_property(v), reading(v));
  v_string_add(&text, "\n");
  v_ending_line(STANDARD_OUTPUT, &text);
  v_string_free(&text);
}

static void member(struct v_string *line, const char *name, const char *value) {
  v_string_add(line, name);
  v_string_json(line, value && *value ? value : NULL);
  v_string_add(line, ",");
}

/* What is known so far of the one line of --json; the rest is said by its end. */
static void prepare_json(const struct v_arguments *a, const struct file *model,
                         const struct file *certificate, const struct validator *v,
                         const struct validator_result *result) {
  static const char *const formats[] = {"certificate", "certifaiger", "aiger-witness"};
  struct v_string before = {0}, behind = {0};
  const char *inputs = NULL;
  const char *verdict = NULL;
  if (v) verdict = validator_holds(v) ? "holds" : "fails";
  if (v && !strncmp(validator_property(v), "ctl ", 4))
    inputs = validator_all_inputs(v) ? "all" : "observed";
  member(&before, "{\"model\":", model->path);
  member(&before, "\"model_sha256\":", model->sha256);
  member(&before, "\"certificate\":", certificate->path);
  member(&before, "\"certificate_sha256\":", certificate->sha256);
  member(&before, "\"property\":", v ? validator_property(v) : NULL);
  member(&before, "\"inputs\":", inputs);
  member(&before, "\"verdict\":", verdict);
  member(&behind, "\"format\":", formats[a->format]);
  v_string_add(&behind, "\"version\":\"" VALIDATOR_VERSION "\"}\n");
  v_ending_json(before, behind, v ? validator_obligations(v) : 0, result);
}

static void say_json(const struct validator_result *result) {
  struct v_string reason = {0};
  v_string_json(&reason, result->verdict == VALIDATOR_ACCEPTED ? NULL : result->reason);
  v_ending_json_line(result->verdict, reason.at);
  v_string_free(&reason);
}

/* "s ..", or the line of --json */
static void say(const struct v_arguments *a, const struct validator *v,
                const struct validator_result *result, bool last) {
  if (a->json) {
    say_json(result);
    return;
  }
  static const char *const kinds[] = {"", " (certifaiger)", " (witness)"};
  bool asked = a->formula || a->property;
  const char *kind = kinds[a->format];
  if (a->format == VALIDATOR_CERTIFICATE && !asked) kind = " (property taken from the certificate)";
  struct v_string text = {0};
  if (result->verdict == VALIDATOR_ACCEPTED)
    v_string_escaped(&text, "s ACCEPTED %s %s%s%s", result->holds ? "holds" : "fails",
                     validator_property(v), reading(v), kind);
  else
    v_string_escaped(&text, "s %s %s",
                     result->verdict == VALIDATOR_REJECTED ? "REJECTED" : "UNKNOWN",
                     result->reason);
  v_string_add(&text, "\n");
  if (last)
    v_ending_last_line(&text);
  else
    v_ending_line(STANDARD_OUTPUT, &text);
  v_string_free(&text);
}

/* --- What is done --- */
static void cannot_tell(struct validator_result *result, const char *reason) {
  result->verdict = VALIDATOR_UNKNOWN;
  snprintf(result->reason, sizeof result->reason, "%s", reason);
}

/* The certificate must read inputs as the auditor asked for. */
static bool reads_inputs_as_asked(const struct v_arguments *a, const struct validator *v,
                                  struct validator_result *result) {
  bool want_all = a->state_inputs && !strcmp(a->state_inputs, "all");
  if (!a->formula && !a->state_inputs) return true;
  if (validator_all_inputs(v) == want_all) return true;
  result->verdict = VALIDATOR_REJECTED;
  snprintf(result->reason, sizeof result->reason,
           "the certificate reads inputs as state differently (--state-inputs)");
  return false;
}

/* One certificate, one result. */
static enum validator_verdict judge(const struct v_arguments *a, const struct file *model,
                                    const char *path, bool last) {
  static struct validator_result result; /* a signal handler looks at it */
  struct validator_options options = {.solver = a->solver, .export = a->export};
  struct validator *v = NULL;
  struct file certificate;
  struct v_error error;
  if (a->verbose) {
    options.note = note;
    options.context = (void *)(uintptr_t)a;
  }
  result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN};
  if (!read_once(path, &certificate, &error)) {
    cannot_tell(&result, error.text);
  } else {
    if (a->json) prepare_json(a, model, &certificate, NULL, &result);
    v = validator_open_bytes(a->format, copy_of(&model->bytes), certificate.bytes, a->formula,
                             a->property, &result);
  }
  if (a->json) prepare_json(a, model, &certificate, v, &result);
  if (v && !a->json && (a->verbose || !(a->formula || a->property))) say_property(v);
  if (v && reads_inputs_as_asked(a, v, &result)) validator_run(v, &options, &result);
  if (!v && result.verdict == VALIDATOR_ACCEPTED) cannot_tell(&result, "nothing was shown");
  say(a, v, &result, last);
  validator_close(v);
  return result.verdict;
}

/* All certificates against one model; the worst result counts, also in the last line. */
static enum validator_verdict judge_all(const struct v_arguments *a) {
  struct file model;
  struct validator_result result = {0};
  struct v_error error;
  enum validator_verdict worst = VALIDATOR_ACCEPTED;
  int refused = 0;
  if (!read_once(a->model, &model, &error)) {
    cannot_tell(&result, error.text);
    say(a, NULL, &result, true);
    free(model.bytes.at);
    return VALIDATOR_UNKNOWN;
  }
  for (int k = 0; k < a->num_certificates; k++) {
    enum validator_verdict verdict =
        judge(a, &model, a->certificates[k], k + 1 == a->num_certificates);
    if (verdict > worst) worst = verdict;
    refused += verdict != VALIDATOR_ACCEPTED;
  }
  if (a->num_certificates > 1 && refused > 0) {
    snprintf(result.reason, sizeof result.reason, "%d of %d are not accepted", refused,
             a->num_certificates);
    result.verdict = worst;
    say(a, NULL, &result, true);
  }
  free(model.bytes.at);
  return worst;
}

/* Limits that end in "cannot tell"; solvers inherit that of memory. The line that says so must be
 * there before. */
static bool set_limits(const struct v_arguments *a) {
  static const struct validator_result nothing = {.verdict = VALIDATOR_UNKNOWN};
  const struct file model = {.path = a->model};
  const struct file certificate = {.path = a->certificates[0]};
  if (a->json) prepare_json(a, &model, &certificate, NULL, &nothing);
  struct rlimit limit = {a->memory << 20, a->memory << 20};
  if (a->timeout) alarm((unsigned)a->timeout);
  return !a->memory || !setrlimit(RLIMIT_AS, &limit);
}

static enum validator_verdict wrong_usage(const struct v_arguments *a, const char *wrong) {
  static struct validator_result result = {.verdict = VALIDATOR_UNKNOWN};
  const struct file none = {0};
  struct v_string text = {0};
  v_string_add(&text, v_usage);
  v_ending_line(STANDARD_ERROR, &text);
  v_string_free(&text);
  snprintf(result.reason, sizeof result.reason, "wrong usage: %s", wrong);
  if (a->json) prepare_json(a, &none, &none, NULL, &result);
  say(a, NULL, &result, true);
  return VALIDATOR_UNKNOWN;
}

int main(int argc, char **argv) {
  struct v_arguments a;
  v_ending_install();
  const char *wrong = v_arguments_read(argc, argv, &a);
  enum validator_verdict verdict = VALIDATOR_ACCEPTED;
  struct v_string text = {0};
  if (wrong) {
    verdict = wrong_usage(&a, wrong);
  } else if (a.help || a.version) {
    v_string_add(&text,
                 a.help ? v_usage : "vouch-validate " VALIDATOR_VERSION ", certificate format 1\n");
    v_ending_line(STANDARD_OUTPUT, &text);
    v_string_free(&text);
  } else if (!set_limits(&a)) {
    verdict = wrong_usage(&a, "the limit of memory cannot be set");
  } else {
    verdict = judge_all(&a);
  }
  return v_ending_written() ? (int)verdict : VALIDATOR_UNKNOWN;
}
