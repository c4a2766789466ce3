#include "certifier/signoff/statement_json.h"
#include "formats/support/escape.h"
#include "formats/support/vector.h"

#include <jansson.h>

const char *const statement_role_words[] = {"model",  "properties", "certificate", "public key",
                                            "readme", "script",     "part",        NULL};
const char *const statement_answer_words[] = {"matters", "vacuous", "undecided", NULL};

/* jansson answers NULL when there is no memory; a statement with a member missing must not be. */
static json_t *must(json_t *value) {
  if (!value) memory_exhausted();
  return value;
}

static void set(json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, must(value)) != 0) memory_exhausted();
}

static void append(json_t *array, json_t *value) {
  if (json_array_append_new(array, must(value)) != 0) memory_exhausted();
}

static json_t *text(const char *bytes) {
  if (!bytes) return must(json_null());
  char *utf8 = escape_json_value(bytes);
  json_t *value = must(json_string(utf8));
  free(utf8);
  return value;
}

static json_t *number(unsigned long long value) { return must(json_integer((json_int_t)value)); }

static json_t *digest_json(const char *sha256) {
  json_t *object = must(json_object());
  set(object, "sha256", text(sha256));
  return object;
}

static json_t *subject_json(const struct statement_file *file) {
  json_t *object = must(json_object());
  set(object, "name", text(file->name));
  set(object, "digest", digest_json(file->digest));
  return object;
}

static json_t *file_json(const struct statement_file *file) {
  json_t *object = must(json_object());
  set(object, "name", text(file->name));
  set(object, "role", text(statement_role_words[file->role]));
  set(object, "given", text(file->given));
  return object;
}

static json_t *validation_json(const struct statement_result *r) {
  json_t *object = must(json_object());
  set(object, "validator", text(r->validator));
  set(object, "proof", number(r->proof));
  set(object, "propagation", number(r->propagation));
  set(object, "solver", number(r->solver));
  set(object, "evaluations", number(r->evaluations));
  return object;
}

static json_t *result_json(const struct statement_result *r);

static json_t *part_json(const struct statement_part *p) {
  json_t *object = must(json_object()), *trials = must(json_array());
  for (size_t k = 0; k < p->num_trials; k++) {
    json_t *trial = result_json(&p->trials[k].result);
    set(trial, "value", must(json_boolean(p->trials[k].value)));
    append(trials, trial);
  }
  set(object, "part", text(p->part));
  set(object, "answer", text(statement_answer_words[p->answer]));
  set(object, "trials", trials);
  return object;
}

static json_t *parts_json(const struct statement_parts *p) {
  json_t *object = must(json_object()), *parts = must(json_array());
  for (size_t k = 0; k < p->size; k++) append(parts, part_json(&p->at[k]));
  set(object, "complete", must(json_boolean(p->complete)));
  set(object, "parts", parts);
  return object;
}

static json_t *result_json(const struct statement_result *r) {
  json_t *object = must(json_object()), *certificate = must(json_object());
  set(object, "property", text(r->property));
  set(object, "written", text(r->written));
  set(object, "name", text(r->name));
  set(object, "verdict", text(r->verdict));
  set(object, "expected", text(r->expected));
  set(certificate, "name", text(r->certificate));
  set(certificate, "digest", digest_json(r->digest));
  set(object, "certificate", certificate);
  set(object, "validation", validation_json(r));
  if (r->parts) set(object, "vacuity", parts_json(r->parts));
  return object;
}

static json_t *coverage_json(const struct statement_coverage *c) {
  json_t *object = must(json_object()), *missing = must(json_array());
  for (size_t k = 0; k < c->num_missing; k++) append(missing, text(c->missing[k]));
  set(object, "of", text(c->of));
  set(object, "total", number(c->total));
  set(object, "covered", number(c->total - c->num_missing));
  set(object, "missing", missing);
  return object;
}

static json_t *design_json(const struct statement_design *d) {
  json_t *object = must(json_object()), *sources = must(json_array());
  for (size_t k = 0; k < d->num_sources; k++) {
    json_t *source = must(json_object());
    set(source, "name", text(d->sources[k].name));
    set(source, "digest", digest_json(d->sources[k].digest));
    append(sources, source);
  }
  set(object, "top", text(d->top));
  set(object, "translator", text(d->translator));
  set(object, "sources", sources);
  return object;
}

static json_t *predicate_json(const struct statement *s) {
  json_t *object = must(json_object()), *tool = must(json_object()), *who = must(json_object());
  json_t *files = must(json_array()), *coverage = must(json_array()), *results = must(json_array());
  set(tool, "name", text("vouch"));
  set(tool, "version", text(s->version));
  set(who, "name", text(s->who));
  set(who, "key", text(s->key));
  for (size_t k = 0; k < s->num_files; k++) append(files, file_json(&s->files[k]));
  for (size_t k = 0; k < s->num_coverage; k++) append(coverage, coverage_json(&s->coverage[k]));
  for (size_t k = 0; k < s->num_results; k++) append(results, result_json(&s->results[k]));
  set(object, "tool", tool);
  set(object, "time", text(s->time));
  set(object, "who", who);
  set(object, "stateInputs", text(s->state_inputs));
  set(object, "files", files);
  if (s->design) set(object, "design", design_json(s->design));
  set(object, "coverage", coverage);
  set(object, "results", results);
  return object;
}

static char *dump(json_t *value, size_t flags) {
  char *bytes = json_dumps(value, flags | JSON_ENSURE_ASCII);
  json_decref(value);
  if (!bytes) memory_exhausted();
  return bytes;
}

char *statement_print(const struct statement *s) {
  json_t *root = must(json_object()), *subjects = must(json_array());
  for (size_t k = 0; k < s->num_files; k++) append(subjects, subject_json(&s->files[k]));
  set(root, "_type", text(STATEMENT_TYPE));
  set(root, "subject", subjects);
  set(root, "predicateType", text(STATEMENT_PREDICATE_2));
  set(root, "predicate", predicate_json(s));
  return dump(root, JSON_INDENT(2));
}

char *statement_result_print(const struct statement_result *result) {
  return dump(result_json(result), JSON_COMPACT);
}
