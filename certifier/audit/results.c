#include "certifier/audit/results.h"

#include "formats/support/escape.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

static const char header[] = "{\"format\":\"vouch-audit-results\",\"version\":1}";

/* --- writing ---------------------------------------------------------------------------------- */

static void write_text(FILE *file, const char *name, const char *text) {
  fprintf(file, ",\"%s\":", name);
  escape_json(file, text);
}

static void write_digest(FILE *file, const char *name, const char *digest) {
  write_text(file, name, digest[0] ? digest : NULL);
}

void results_write_members(FILE *file, const struct validation_result *result) {
  const struct validation_counts *n = &result->obligations;
  write_text(file, "result", validation_word(result->outcome));
  write_text(file, "shown", result->property);
  write_text(file, "inputs", result->inputs);
  write_text(file, "reason", result->reason);
  write_digest(file, "model_sha256", result->model_sha256);
  write_digest(file, "certificate_sha256", result->certificate_sha256);
  fprintf(file,
          ",\"obligations\":{\"total\":%llu,\"proof\":%llu,\"propagation\":%llu,\"solver\":%llu},"
          "\"evaluations\":%llu",
          n->total, n->proof, n->propagation, n->solver, n->evaluations);
  write_text(file, "version", result->version);
  fprintf(file, ",\"seconds\":%.3f", result->seconds);
}

bool results_append(const struct results *results, const struct audit_item *item) {
  const struct audit_plan *plan = results->plan;
  FILE *file = results->file;
  fputs("{\"model\":", file);
  escape_json(file, item->model);
  write_text(file, "certificate", item->certificate);
  write_text(file, "property", item->property);
  write_text(file, "state_inputs", plan->state_inputs);
  write_text(file, "solver", plan->solver);
  fprintf(file, ",\"memory\":%u,\"timeout\":%.3f", plan->memory, plan->timeout);
  write_text(file, "validator_sha256", results->validator_sha256);
  results_write_members(file, &item->result);
  fputs("}\n", file);
  return fflush(file) == 0 && !ferror(file);
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool is_text(const json_t *value) { return json_is_string(value); }
static bool is_text_or_null(const json_t *value) {
  return json_is_string(value) || json_is_null(value);
}
static bool is_count(const json_t *value) {
  return json_is_integer(value) && json_integer_value(value) >= 0;
}
static bool is_seconds(const json_t *value) {
  return json_is_real(value) && json_real_value(value) >= 0;
}
static bool is_digest(const json_t *value) {
  enum { DIGITS = DIGEST_TEXT_BYTES - 1 };
  const char *text = json_string_value(value);
  return text && strlen(text) == DIGITS && strspn(text, "0123456789abcdef") == DIGITS;
}
static bool is_digest_or_null(const json_t *value) {
  return json_is_null(value) || is_digest(value);
}
static bool is_reading_or_null(const json_t *value) {
  const char *text = json_string_value(value);
  return json_is_null(value) || (text && (!strcmp(text, "observed") || !strcmp(text, "all")));
}

static bool parse_outcome(const json_t *value, enum validation_outcome *outcome) {
  const char *word = json_string_value(value);
  for (int k = VALIDATION_UNKNOWN; word && k <= VALIDATION_REJECTED; k++) {
    *outcome = (enum validation_outcome)k;
    if (strcmp(word, validation_word(*outcome)) == 0) return true;
  }
  return false;
}
static bool is_outcome(const json_t *value) {
  enum validation_outcome ignored;
  return parse_outcome(value, &ignored);
}

struct member {
  const char *name;
  bool (*fits)(const json_t *value);
};

static bool is_obligations(const json_t *value);

static const struct member judgement_members[] = {
    {"model", is_text},
    {"certificate", is_text},
    {"property", is_text_or_null},
    {"state_inputs", is_reading_or_null},
    {"solver", is_text_or_null},
    {"memory", is_count},
    {"timeout", is_seconds},
    {"validator_sha256", is_digest},
    {"result", is_outcome},
    {"shown", is_text_or_null},
    {"inputs", is_reading_or_null},
    {"reason", is_text_or_null},
    {"model_sha256", is_digest_or_null},
    {"certificate_sha256", is_digest_or_null},
    {"obligations", is_obligations},
    {"evaluations", is_count},
    {"version", is_text_or_null},
    {"seconds", is_seconds},
    {0},
};
static const struct member obligation_members[] = {
    {"total", is_count}, {"proof", is_count}, {"propagation", is_count}, {"solver", is_count}, {0}};

/* Exactly these members. NULL: they fit; otherwise the first one that does not. */
static const char *misfit(const json_t *object, const struct member *members) {
  size_t count = 0;
  for (; members[count].name; count++) {
    const struct member *m = &members[count];
    if (!m->fits(json_object_get(object, m->name))) return m->name;
  }
  return json_object_size(object) == count ? NULL : "no other member";
}

static bool is_obligations(const json_t *value) {
  return json_is_object(value) && !misfit(value, obligation_members);
}

/* An acceptance names what was judged and what was shown. */
static bool is_whole(const json_t *judgement) {
  enum validation_outcome outcome = VALIDATION_UNKNOWN;
  parse_outcome(json_object_get(judgement, "result"), &outcome);
  bool accepted = outcome == VALIDATION_HOLDS || outcome == VALIDATION_FAILS;
  return !accepted || (is_text(json_object_get(judgement, "shown")) &&
                       is_digest(json_object_get(judgement, "model_sha256")) &&
                       is_digest(json_object_get(judgement, "certificate_sha256")));
}

/* Different texts have different keys. The caller frees it. */
static char *key_of(const char *model, const char *certificate, const char *property) {
  size_t size = strlen(model) + strlen(certificate) + (property ? strlen(property) : 0) + 64;
  char *key = memory_alloc(size, 1);
  snprintf(key, size, "%zu %zu %s%s%s%s", strlen(model), strlen(certificate), model, certificate,
           property ? "=" : "", property ? property : "");
  return key;
}

static const char *text_of(const json_t *object, const char *name) {
  return json_string_value(json_object_get(object, name));
}

static bool keep_judgement(struct results *results, json_t *judgement) {
  char *key = key_of(text_of(judgement, "model"), text_of(judgement, "certificate"),
                     text_of(judgement, "property"));
  bool ok = json_object_set(results->judgements, key, judgement) == 0;
  free(key);
  return ok;
}

static bool read_judgement(struct results *results, const char *line, size_t size, size_t number,
                           struct fault *fault) {
  json_error_t error;
  json_t *judgement = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
  const char *wrong = judgement ? misfit(judgement, judgement_members) : NULL;
  bool ok = true;
  if (!judgement)
    ok = fault_set(fault, "%s: line %zu: expected a JSON object: %s", results->path, number,
                   error.text);
  else if (wrong)
    ok = fault_set(fault, "%s: line %zu: expected a judgement with a proper \"%s\"", results->path,
                   number, wrong);
  else if (!is_whole(judgement))
    ok = fault_set(fault, "%s: line %zu: expected digests and a property with an acceptance",
                   results->path, number);
  else if (!keep_judgement(results, judgement))
    ok = fault_set(fault, "%s: line %zu: no memory", results->path, number);
  json_decref(judgement);
  return ok;
}

static bool read_line(struct results *results, const char *line, size_t size, size_t number,
                      struct fault *fault) {
  if (strlen(line) == size && strcmp(line, header) == 0) return true;
  if (number == 1)
    return fault_set(fault, "%s: line 1: expected %s, so this is no results file of this version",
                     results->path, header);
  return read_judgement(results, line, size, number, fault);
}

/* A last line without its newline is taken away, so that the next one starts a line of its own.
 * Where even the first line is cut off, it must be the beginning of ours: files of others are left
 * alone. */
static bool remove_cut_off(struct results *results, const char *line, size_t size, size_t number,
                           long start, struct fault *fault) {
  bool ours = number > 1 || (size < sizeof header && memcmp(header, line, size) == 0);
  if (!ours) return read_line(results, "", 0, number, fault);
  results->cut_off = number;
  if (ftruncate(fileno(results->file), start) == 0) return true;
  return fault_set(fault, "%s: line %zu is cut off and cannot be removed: %s", results->path,
                   number, strerror(errno));
}

static bool read_lines(struct results *results, struct fault *fault) {
  char *line = NULL;
  size_t capacity = 0, number = 0;
  long start = 0;
  bool ok = true;
  rewind(results->file);
  for (ssize_t n; ok && (n = getline(&line, &capacity, results->file)) >= 0; start += n) {
    number++;
    if (line[n - 1] != '\n') {
      ok = remove_cut_off(results, line, (size_t)n, number, start, fault);
      break;
    }
    line[n - 1] = 0;
    ok = read_line(results, line, (size_t)n - 1, number, fault);
  }
  if (ok && ferror(results->file))
    ok = fault_set(fault, "%s: cannot read: %s", results->path, strerror(errno));
  free(line);
  return ok;
}

/* --- opening and closing ---------------------------------------------------------------------- */

static bool open_file(struct results *results, struct fault *fault) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  struct stat about;
  const char *path = results->path;
  int descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor < 0) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  bool ok = true;
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))
    ok = fault_set(fault, "%s: expected a regular file for the results", path);
  else if (fcntl(descriptor, F_SETLK, &whole) != 0)
    ok = fault_set(fault, "%s: cannot be locked; is another audit writing to it? (%s)", path,
                   strerror(errno));
  if (ok) results->file = fdopen(descriptor, "a+");
  if (ok && !results->file) ok = fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  if (!ok) close(descriptor);
  return ok;
}

static bool write_header(struct results *results, struct fault *fault) {
  if (fseek(results->file, 0, SEEK_END) == 0) {
    if (ftell(results->file) > 0) return true;
    fprintf(results->file, "%s\n", header);
    if (fflush(results->file) == 0) return true;
  }
  return fault_set(fault, "%s: cannot write: %s", results->path, strerror(errno));
}

bool results_open(struct results *results, const char *path, const struct audit_plan *plan,
                  struct fault *fault) {
  *results = (struct results){.path = path, .plan = plan};
  if (!digest_file(plan->validator, results->validator_sha256, fault)) return false;
  if (!open_file(results, fault)) return false;
  results->judgements = json_object();
  if (read_lines(results, fault) && write_header(results, fault)) return true;
  results_close(results, &(struct fault){0});
  return false;
}

bool results_close(struct results *results, struct fault *fault) {
  json_decref(results->judgements);
  FILE *file = results->file;
  results->judgements = NULL;
  results->file = NULL;
  if (fclose(file) == 0) return true;
  return fault_set(fault, "%s: cannot write: %s", results->path, strerror(errno));
}

/* --- resuming --------------------------------------------------------------------------------- */

static bool same_text(const json_t *object, const char *name, const char *text) {
  const char *then = text_of(object, name);
  char *now = text ? escape_json_value(text) : NULL;
  bool same = now ? then && strcmp(then, now) == 0 : !then;
  free(now);
  return same;
}

/* As it was written: seconds have three decimals there. */
static bool same_seconds(const json_t *object, const char *name, double seconds) {
  char then[64], now[64];
  snprintf(then, sizeof then, "%.3f", json_real_value(json_object_get(object, name)));
  snprintf(now, sizeof now, "%.3f", seconds);
  return strcmp(then, now) == 0;
}

static bool same_options(const struct results *results, const json_t *judgement) {
  const struct audit_plan *plan = results->plan;
  return same_text(judgement, "validator_sha256", results->validator_sha256) &&
         same_text(judgement, "state_inputs", plan->state_inputs) &&
         same_text(judgement, "solver", plan->solver) &&
         json_integer_value(json_object_get(judgement, "memory")) == plan->memory &&
         same_seconds(judgement, "timeout", plan->timeout);
}

/* The digest of the file that was asked for last is kept: many certificates have one model. */
struct known_digest {
  const char *path;
  char text[DIGEST_TEXT_BYTES];
};

static bool same_file(const json_t *judgement, const char *name, const char *path,
                      struct known_digest *known) {
  struct fault ignored;
  const char *then = text_of(judgement, name);
  if (!then) return false;
  if (!known->path || strcmp(known->path, path) != 0) {
    known->path = digest_file(path, known->text, &ignored) ? path : NULL;
    if (!known->path) return false;
  }
  return strcmp(then, known->text) == 0;
}

static char *copy_text(const json_t *judgement, const char *name) {
  const char *text = text_of(judgement, name);
  return text ? memory_string(text) : NULL;
}

static unsigned long long count_of(const json_t *object, const char *name) {
  return (unsigned long long)json_integer_value(json_object_get(object, name));
}

static void restore(struct audit_item *item, const json_t *judgement) {
  struct validation_result *result = &item->result;
  const json_t *obligations = json_object_get(judgement, "obligations");
  *result = (struct validation_result){
      .seconds = json_real_value(json_object_get(judgement, "seconds")),
      .property = copy_text(judgement, "shown"),
      .inputs = copy_text(judgement, "inputs"),
      .version = copy_text(judgement, "version"),
      .reason = copy_text(judgement, "reason"),
      .obligations = {.total = count_of(obligations, "total"),
                      .proof = count_of(obligations, "proof"),
                      .propagation = count_of(obligations, "propagation"),
                      .solver = count_of(obligations, "solver"),
                      .evaluations = count_of(judgement, "evaluations")}};
  parse_outcome(json_object_get(judgement, "result"), &result->outcome);
  strcpy(result->model_sha256, text_of(judgement, "model_sha256"));
  strcpy(result->certificate_sha256, text_of(judgement, "certificate_sha256"));
  item->done = true;
}

static const json_t *find_judgement(const struct results *results, const struct audit_item *item) {
  char *model = escape_json_value(item->model);
  char *certificate = escape_json_value(item->certificate);
  char *property = item->property ? escape_json_value(item->property) : NULL;
  char *key = key_of(model, certificate, property);
  const json_t *found = json_object_get(results->judgements, key);
  free(key);
  free(property);
  free(certificate);
  free(model);
  return found;
}

static bool is_unknown(const json_t *judgement) {
  enum validation_outcome outcome;
  return !parse_outcome(json_object_get(judgement, "result"), &outcome) ||
         outcome == VALIDATION_UNKNOWN;
}

size_t results_resume(const struct results *results, struct audit *audit) {
  struct known_digest model = {0}, certificate = {0};
  size_t resumed = 0;
  for (size_t k = 0; k < audit->size; k++) {
    struct audit_item *item = &audit->at[k];
    const json_t *judgement = find_judgement(results, item);
    if (!judgement || is_unknown(judgement) || !same_options(results, judgement)) continue;
    if (!same_file(judgement, "model_sha256", item->model, &model) ||
        !same_file(judgement, "certificate_sha256", item->certificate, &certificate))
      continue;
    restore(item, judgement);
    resumed++;
  }
  return resumed;
}
