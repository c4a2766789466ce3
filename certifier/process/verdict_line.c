#include "certifier/process/verdict_line.h"

#include "formats/ctl.h"
#include "formats/support/escape.h"
#include "formats/support/input.h"
#include "formats/support/vector.h"

#include <jansson.h>
#include <stdio.h>

/* The members of the object. Texts belong to it; NULL stands for null. */
struct verdict_line {
  const char *model, *model_sha256, *certificate, *certificate_sha256;
  const char *property, *inputs, *verdict, *result, *reason, *format, *version;
  bool accepted;
  struct validation_counts counts;
};

/* --- reading ---------------------------------------------------------------------------------- */

static bool take_text(const json_t *object, const char *name, bool nullable, const char **text) {
  const json_t *value = json_object_get(object, name);
  *text = json_string_value(value);
  return *text || (nullable && json_is_null(value));
}

static bool take_count(const json_t *object, const char *name, unsigned long long *count) {
  const json_t *value = json_object_get(object, name);
  if (!json_is_integer(value) || json_integer_value(value) < 0) return false;
  *count = (unsigned long long)json_integer_value(value);
  return true;
}

static bool take_flag(const json_t *object, const char *name, bool *flag) {
  const json_t *value = json_object_get(object, name);
  *flag = json_is_true(value);
  return json_is_boolean(value);
}

static bool is_one_of(const char *text, const char *const *words) {
  for (; *words; words++)
    if (strcmp(text, *words) == 0) return true;
  return false;
}

static bool take_word(const json_t *object, const char *name, bool nullable,
                      const char *const *words, const char **word) {
  return take_text(object, name, nullable, word) && (!*word || is_one_of(*word, words));
}

static bool take_digest(const json_t *object, const char *name, const char **digest) {
  enum { DIGITS = DIGEST_TEXT_BYTES - 1 };
  return take_text(object, name, true, digest) &&
         (!*digest || (strlen(*digest) == DIGITS && strspn(*digest, "0123456789abcdef") == DIGITS));
}

static bool take_counts(const json_t *object, struct validation_counts *counts) {
  const json_t *obligations = json_object_get(object, "obligations");
  return take_count(obligations, "total", &counts->total) &&
         take_count(obligations, "proof", &counts->proof) &&
         take_count(obligations, "propagation", &counts->propagation) &&
         take_count(obligations, "solver", &counts->solver) &&
         take_count(object, "evaluations", &counts->evaluations);
}

static bool take_line(const json_t *object, struct verdict_line *line) {
  static const char *const readings[] = {"observed", "all", NULL};
  static const char *const verdicts[] = {"holds", "fails", NULL};
  static const char *const results[] = {"accepted", "rejected", "unknown", NULL};
  static const char *const formats[] = {"certificate", "certifaiger", "aiger-witness", NULL};
  return take_text(object, "model", false, &line->model) &&
         take_digest(object, "model_sha256", &line->model_sha256) &&
         take_text(object, "certificate", false, &line->certificate) &&
         take_digest(object, "certificate_sha256", &line->certificate_sha256) &&
         take_text(object, "property", true, &line->property) &&
         take_word(object, "inputs", true, readings, &line->inputs) &&
         take_word(object, "verdict", true, verdicts, &line->verdict) &&
         take_flag(object, "accepted", &line->accepted) &&
         take_word(object, "result", false, results, &line->result) &&
         take_text(object, "reason", true, &line->reason) && take_counts(object, &line->counts) &&
         take_word(object, "format", false, formats, &line->format) &&
         take_text(object, "version", false, &line->version);
}

/* One object, its newline, and nothing else. */
static json_t *read_object(const char *text, size_t size) {
  if (size < 3 || text[0] != '{' || text[size - 2] != '}') return NULL;
  if (memchr(text, '\n', size) != text + size - 1) return NULL;
  json_t *value = json_loadb(text, size - 1, JSON_REJECT_DUPLICATES, NULL);
  if (json_is_object(value)) return value;
  json_decref(value);
  return NULL;
}

/* --- comparing -------------------------------------------------------------------------------- */

static bool is_path(const char *said, const char *asked) {
  char *value = escape_json_value(asked);
  bool same = strcmp(said, value) == 0;
  free(value);
  return same;
}

/* In JSON a formula with bytes that are not UTF-8 looks as escape_json_value has it. */
static bool is_formula(const char *said, const char *asked) {
  static const char word[] = "ctl ";
  return strncmp(said, word, sizeof word - 1) == 0 && is_path(said + sizeof word - 1, asked);
}

static bool is_canonical_form(const struct ctl_file *file, const char *said) {
  char *text = ctl_print(file, &file->properties[0]);
  bool same = is_formula(said, text);
  free(text);
  return same;
}

static bool has(const struct lits *clauses, uint32_t formula) {
  for (size_t k = 0; k < clauses->size; k++)
    if (clauses->at[k] == formula) return true;
  return false;
}

static bool are_within(const struct lits *clauses, const struct lits *others) {
  for (size_t k = 0; k < clauses->size; k++)
    if (!has(others, clauses->at[k])) return false;
  return true;
}

static bool same_clauses(const struct lits *a, const struct lits *b) {
  return are_within(a, b) && are_within(b, a);
}

/* Formulas of one arena: the order of what stands before them does not matter. */
static bool same_property(const struct ctl_property *a, const struct ctl_property *b) {
  return a->root == b->root && same_clauses(&a->scope.fair, &b->scope.fair) &&
         same_clauses(&a->scope.assume, &b->scope.assume);
}

/* With the names of the model. */
static bool means_formula(const struct aiger *model, const char *said, const char *asked) {
  struct ctl_file file = {0};
  struct fault ignored;
  bool same = ctl_read_text(asked, model, CTL_DIALECT_AUTO, &file, &ignored);
  if (same && !is_canonical_form(&file, said))
    same = strncmp(said, "ctl ", 4) == 0 &&
           ctl_read_text(said + 4, model, CTL_DIALECT_CANONICAL, &file, &ignored) &&
           same_property(&file.properties[0], &file.properties[1]);
  ctl_free(&file);
  return same;
}

/* The same, with the model at this path, if it has this digest. */
static bool means_formula_of(const char *model_path, const char *digest, const char *said,
                             const char *asked) {
  unsigned char *bytes;
  size_t size;
  struct fault ignored;
  struct aiger model;
  char now[DIGEST_TEXT_BYTES];
  if (!input_read_file(model_path, &bytes, &size, &ignored)) return false;
  digest_bytes(bytes, size, now);
  bool ok =
      strcmp(now, digest) == 0 && aiger_read_memory(model_path, bytes, size, &model, &ignored);
  free(bytes);
  if (!ok) return false;
  bool same = means_formula(&model, said, asked);
  aiger_free(&model);
  return same;
}

static bool is_property(const struct validation_request *request, const struct verdict_line *line) {
  if (!request->property) return true;
  if (validation_is_circuit_property(request->property))
    return strcmp(line->property, request->property) == 0;
  return is_formula(line->property, request->property) ||
         means_formula_of(request->model, line->model_sha256, line->property, request->property);
}

static bool is_reading(const struct validation_request *request, const struct verdict_line *line) {
  bool circuit = request->property && validation_is_circuit_property(request->property);
  const char *wanted = request->state_inputs;
  if (!wanted && request->property) wanted = "observed";
  if (circuit || !wanted) return true;
  return line->inputs && strcmp(line->inputs, wanted) == 0;
}

/* What an acceptance has to say beyond the word; NULL: it says it. */
static const char *doubt_acceptance(const struct validation_request *request,
                                    const struct verdict_line *line) {
  const struct validation_counts *n = &line->counts;
  if (!line->verdict) return "the validator accepts, but names no verdict";
  if (!line->model_sha256 || !line->certificate_sha256)
    return "the validator accepts, but names no digests";
  if (!line->property || !is_property(request, line))
    return "the validator accepts, but not the property that was asked for";
  if (!is_reading(request, line))
    return "the validator accepts, but not the reading of inputs that was asked for";
  if (n->total != n->proof + n->propagation + n->solver)
    return "the validator accepts, but its obligations do not add up";
  if (n->total == 0 && n->evaluations == 0)
    return "the validator accepts, but nothing was discharged";
  return NULL;
}

/* NULL: the line, the exit status and the request fit together. */
static const char *doubt(const struct validation_request *request, const struct verdict_line *line,
                         int status) {
  static const char *const results[] = {"accepted", "rejected", "unknown"};
  if (status < 0 || status > 2 || strcmp(line->result, results[status]) != 0)
    return "exit status and result of the validator disagree";
  if (line->accepted != (status == 0)) return "the validator contradicts itself";
  if (!is_path(line->model, request->model)) return "the validator speaks of another model";
  if (!is_path(line->certificate, request->certificate))
    return "the validator speaks of another certificate";
  if (strcmp(line->format, request->format ? request->format : "certificate") != 0)
    return "the validator speaks of another format";
  return status == 0 ? doubt_acceptance(request, line) : NULL;
}

/* --- the result ------------------------------------------------------------------------------- */

static char *copy_or_null(const char *text) { return text ? memory_string(text) : NULL; }

static enum validation_outcome outcome_of(const struct verdict_line *line) {
  if (line->accepted)
    return strcmp(line->verdict, "holds") == 0 ? VALIDATION_HOLDS : VALIDATION_FAILS;
  return strcmp(line->result, "rejected") == 0 ? VALIDATION_REJECTED : VALIDATION_UNKNOWN;
}

static void fill(const struct verdict_line *line, struct validation_result *result) {
  result->outcome = outcome_of(line);
  if (line->model_sha256) strcpy(result->model_sha256, line->model_sha256);
  if (line->certificate_sha256) strcpy(result->certificate_sha256, line->certificate_sha256);
  result->property = copy_or_null(line->property);
  result->inputs = copy_or_null(line->inputs);
  result->version = memory_string(line->version);
  if (!line->accepted) result->reason = memory_string(line->reason ? line->reason : "no reason");
  result->obligations = line->counts;
}

bool verdict_line_believe(const struct validation_request *request, const char *text, size_t size,
                          int status, struct validation_result *result,
                          char why[VERDICT_LINE_WHY]) {
  json_t *object = read_object(text, size);
  struct verdict_line line;
  const char *objection = NULL;
  result->outcome = VALIDATION_UNKNOWN;
  if (!object)
    objection = size ? "the validator's output is not one line with one JSON object"
                     : "the validator said nothing";
  else if (!take_line(object, &line))
    objection = "the validator's JSON object is not what vouch-validate prints";
  else
    objection = doubt(request, &line, status);
  if (objection)
    snprintf(why, VERDICT_LINE_WHY, "%s", objection);
  else
    fill(&line, result);
  json_decref(object);
  return !objection;
}
