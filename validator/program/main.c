/* vouch-validate: the judge. Exits 0 accepted, 1 rejected, 2 cannot tell. */
#include "validator/beside/run.h"
#include "validator/kernel/sha256.h"
#include "validator/program/arguments.h"
#include "validator/program/ending.h"

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
  const char *const parts[] = {line, NULL};
  v_ending_line(a->json ? STANDARD_ERROR : STANDARD_OUTPUT, parts, false);
}

static const char *reading(const struct validator *v) {
  return validator_all_inputs(v) ? " (all inputs are state)" : "";
}

static void say_property(const struct validator *v) {
  const char *const parts[] = {"c property: ", validator_property(v), reading(v), NULL};
  v_ending_line(STANDARD_OUTPUT, parts, false);
}

/* What is said of an accepted certificate besides its property. */
static const char *kind_of(const struct v_arguments *a) {
  if (a->format == VALIDATOR_CERTIFAIGER) return " (certifaiger)";
  if (a->format == VALIDATOR_AIGER_WITNESS) return " (witness)";
  return a->formula || a->property ? "" : " (property taken from the certificate)";
}

/* "s ..", or the line of --json. `v` is there if it is accepted. */
static void say_result(const struct v_arguments *a, const struct validator *v,
                       const struct validator_result *result, bool last) {
  if (a->json) {
    v_ending_json_line();
  } else if (result->verdict == VALIDATOR_ACCEPTED) {
    const char *const parts[] = {"s ACCEPTED ",
                                 result->holds ? "holds " : "fails ",
                                 validator_property(v),
                                 reading(v),
                                 kind_of(a),
                                 NULL};
    v_ending_line(STANDARD_OUTPUT, parts, last);
  } else {
    bool rejected = result->verdict == VALIDATOR_REJECTED;
    const char *const parts[] = {rejected ? "s REJECTED " : "s UNKNOWN ", result->reason, NULL};
    v_ending_line(STANDARD_OUTPUT, parts, last);
  }
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
  if (!a->json) return;
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

/* --- What is done --- */
/* The certificate must read inputs as the auditor asked for. */
static bool reads_inputs_as_asked(const struct v_arguments *a, const struct validator *v) {
  bool want_all = a->state_inputs && !strcmp(a->state_inputs, "all");
  if (!a->formula && !a->state_inputs) return true;
  return validator_all_inputs(v) == want_all;
}

/* One certificate, one result. */
static void judge(const struct v_arguments *a, const struct file *model, const char *path,
                  struct validator_result *result, bool last) {
  struct validator_options options = {.solver = a->solver, .export = a->export};
  struct validator *v = NULL;
  struct file certificate;
  struct v_error error;
  if (a->verbose) {
    options.note = note;
    options.context = (void *)(uintptr_t)a;
  }
  validator_answer(result, VALIDATOR_UNKNOWN, "nothing was shown");
  if (read_once(path, &certificate, &error)) {
    prepare_json(a, model, &certificate, NULL, result);
    v = validator_open_bytes(a->format, copy_of(&model->bytes), certificate.bytes, a->formula,
                             a->property, result);
  } else {
    validator_answer(result, VALIDATOR_UNKNOWN, error.text);
  }
  prepare_json(a, model, &certificate, v, result);
  if (v && !a->json && (a->verbose || !(a->formula || a->property))) say_property(v);
  if (v && reads_inputs_as_asked(a, v))
    validator_run(v, &options, result);
  else if (v)
    validator_answer(result, VALIDATOR_REJECTED,
                     "the certificate reads inputs as state differently (--state-inputs)");
  else if (result->verdict == VALIDATOR_ACCEPTED)
    validator_answer(result, VALIDATOR_UNKNOWN, "nothing was shown");
  say_result(a, v, result, last);
  validator_close(v);
}

/* All certificates against one model; the worst result counts, also in the last line. */
static enum validator_verdict judge_all(const struct v_arguments *a,
                                        struct validator_result *result) {
  struct file model;
  struct v_error error;
  enum validator_verdict worst = VALIDATOR_ACCEPTED;
  int refused = 0;
  bool good = read_once(a->model, &model, &error);
  for (int k = 0; good && k < a->num_certificates; k++) {
    judge(a, &model, a->certificates[k], result, k + 1 == a->num_certificates);
    if (result->verdict > worst) worst = result->verdict;
    refused += result->verdict != VALIDATOR_ACCEPTED;
  }
  free(model.bytes.at);
  if (!good)
    worst = VALIDATOR_UNKNOWN;
  else if (a->num_certificates > 1 && refused > 0)
    v_fail(&error, "%d of %d are not accepted", refused, a->num_certificates);
  else
    return worst;
  validator_answer(result, worst, error.text);
  say_result(a, NULL, result, true);
  return worst;
}

/* Limits that end in "cannot tell"; solvers inherit that of memory. The line that says so must be
 * there before. */
static bool set_limits(const struct v_arguments *a, const struct validator_result *result) {
  const struct file model = {.path = a->model};
  const struct file certificate = {.path = a->certificates[0]};
  prepare_json(a, &model, &certificate, NULL, result);
  struct rlimit limit = {a->memory << 20, a->memory << 20};
  if (a->timeout) alarm((unsigned)a->timeout);
  return !a->memory || !setrlimit(RLIMIT_AS, &limit);
}

static enum validator_verdict wrong_usage(const struct v_arguments *a, const char *wrong,
                                          struct validator_result *result) {
  const struct file none = {0};
  v_ending_text(STANDARD_ERROR, v_usage);
  validator_answer(result, VALIDATOR_UNKNOWN, "wrong usage: ");
  strncat(result->reason, wrong, 200);
  prepare_json(a, &none, &none, NULL, result);
  say_result(a, NULL, result, true);
  return VALIDATOR_UNKNOWN;
}

int main(int argc, char **argv) {
  static const char version[] = "vouch-validate " VALIDATOR_VERSION ", certificate format 5\n";
  static struct validator_result result = {.verdict = VALIDATOR_UNKNOWN}; /* for signal handlers */
  struct v_arguments a;
  v_ending_install();
  const char *wrong = v_arguments_read(argc, argv, &a);
  enum validator_verdict verdict = VALIDATOR_ACCEPTED;
  if (wrong)
    verdict = wrong_usage(&a, wrong, &result);
  else if (a.help || a.version)
    v_ending_text(STANDARD_OUTPUT, a.help ? v_usage : version);
  else if (!set_limits(&a, &result))
    verdict = wrong_usage(&a, "the limit of memory cannot be set", &result);
  else
    verdict = judge_all(&a, &result);
  return v_ending_written() ? (int)verdict : VALIDATOR_UNKNOWN;
}
