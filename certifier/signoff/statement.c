#include "certifier/signoff/statement.h"

#include "formats/json.h"
#include "formats/support/input.h"
#include "formats/support/output.h"
#include "formats/support/vector.h"

#include <string.h>

struct statement_result *statement_add(struct statement *statement) {
  if (statement->num_results == statement->capacity) {
    statement->capacity = statement->capacity ? 2 * statement->capacity : 8;
    statement->results =
        memory_grow(statement->results, statement->capacity, sizeof *statement->results);
  }
  struct statement_result *result = &statement->results[statement->num_results++];
  *result = (struct statement_result){0};
  return result;
}

static void free_result(struct statement_result *r) {
  free(r->property);
  free(r->name);
  free(r->verdict);
  free(r->certificate);
  free(r->accepted);
  for (size_t k = 0; k < r->num_obligations; k++) free(r->obligations[k]);
  free(r->obligations);
}

void statement_free(struct statement *s) {
  char *texts[] = {s->model,        s->properties, s->version, s->validator,
                   s->state_inputs, s->time,       s->who,     s->key};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) free(texts[k]);
  for (size_t k = 0; k < s->num_results; k++) free_result(&s->results[k]);
  free(s->results);
  *s = (struct statement){0};
}

/* --- writing ---------------------------------------------------------------------------------- */

static void write_member(FILE *file, const char *before, const char *name, const char *text) {
  fprintf(file, "%s\"%s\": ", before, name);
  if (text)
    json_write_string(file, text);
  else
    fputs("null", file);
}

static void write_artifact(FILE *file, const char *name, const char *digest) {
  write_member(file, "{", "name", name);
  write_member(file, ", \"digest\": {", "sha256", digest);
  fputs("}}", file);
}

static void write_result(FILE *file, const struct statement_result *r) {
  write_member(file, "      {", "property", r->property);
  write_member(file, ",\n       ", "name", r->name);
  write_member(file, ",\n       ", "verdict", r->verdict);
  fputs(",\n       \"certificate\": ", file);
  write_artifact(file, r->certificate, r->digest);
  write_member(file, ",\n       ", "validation", r->accepted);
  fputs(",\n       \"obligations\": [", file);
  for (size_t k = 0; k < r->num_obligations; k++) {
    fputs(k ? ",\n         " : "\n         ", file);
    json_write_string(file, r->obligations[k]);
  }
  fputs("]}", file);
}

static void write_predicate(FILE *file, const struct statement *s) {
  write_member(file, "  \"predicate\": {\n    \"tool\": {\"name\": \"vouch\", ", "version",
               s->version);
  write_member(file, "},\n    ", "validator", s->validator);
  write_member(file, ",\n    ", "time", s->time);
  write_member(file, ",\n    \"who\": {", "name", s->who);
  write_member(file, ", ", "key", s->key);
  fputs("},\n    \"properties\": ", file);
  if (s->properties)
    write_artifact(file, s->properties, s->properties_digest);
  else
    fputs("null", file);
  write_member(file, ",\n    ", "stateInputs", s->state_inputs);
  fputs(",\n    \"results\": [\n", file);
  for (size_t k = 0; k < s->num_results; k++) {
    write_result(file, &s->results[k]);
    fputs(k + 1 < s->num_results ? ",\n" : "\n", file);
  }
  fputs("    ]\n  }\n}\n", file);
}

bool statement_write(const struct statement *s, const char *path, struct fault *fault) {
  struct output out;
  if (!output_open(&out, path, fault)) return false;
  write_member(out.file, "{\n  ", "_type", STATEMENT_TYPE);
  fputs(",\n  \"subject\": [\n    ", out.file);
  write_artifact(out.file, s->model, s->model_digest);
  for (size_t k = 0; k < s->num_results; k++) {
    fputs(",\n    ", out.file);
    write_artifact(out.file, s->results[k].certificate, s->results[k].digest);
  }
  write_member(out.file, "\n  ],\n  ", "predicateType", STATEMENT_PREDICATE);
  fputs(",\n", out.file);
  write_predicate(out.file, s);
  return output_commit(&out, true, fault);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* A member that must be a string; with `optional` it may be null. */
static bool take_text(const struct json *object, const char *name, bool optional, char **text,
                      struct fault *fault) {
  const struct json *value = json_get(object, name);
  *text = NULL;
  if (optional && value && value->kind == JSON_NULL) return true;
  if (!json_text(value)) return fault_set(fault, "expected a string \"%s\"", name);
  *text = memory_string(json_text(value));
  return true;
}

static bool take_artifact(const struct json *value, const char *what, char **name,
                          char digest[DIGEST_TEXT_BYTES], struct fault *fault) {
  const char *sha256 = json_text(json_get(json_get(value, "digest"), "sha256"));
  if (!sha256 || strlen(sha256) != DIGEST_TEXT_BYTES - 1 ||
      strspn(sha256, "0123456789abcdef") != DIGEST_TEXT_BYTES - 1)
    return fault_set(fault, "expected a SHA-256 digest of the %s", what);
  strcpy(digest, sha256);
  return take_text(value, "name", false, name, fault);
}

static bool read_obligations(const struct json *list, struct statement_result *r,
                             struct fault *fault) {
  if (!list || list->kind != JSON_ARRAY) return fault_set(fault, "expected a list \"obligations\"");
  size_t n = 0;
  for (const struct json *v = list->first; v; v = v->next) n++;
  r->obligations = memory_alloc(n, sizeof *r->obligations);
  for (const struct json *v = list->first; v; v = v->next) {
    if (!json_text(v)) return fault_set(fault, "expected strings in \"obligations\"");
    r->obligations[r->num_obligations++] = memory_string(json_text(v));
  }
  return true;
}

static bool read_result(const struct json *value, struct statement_result *r, struct fault *fault) {
  if (!take_text(value, "property", false, &r->property, fault) ||
      !take_text(value, "name", true, &r->name, fault) ||
      !take_text(value, "verdict", false, &r->verdict, fault) ||
      !take_text(value, "validation", false, &r->accepted, fault) ||
      !take_artifact(json_get(value, "certificate"), "certificate", &r->certificate, r->digest,
                     fault) ||
      !read_obligations(json_get(value, "obligations"), r, fault))
    return false;
  if (strcmp(r->verdict, "holds") && strcmp(r->verdict, "fails"))
    return fault_set(fault, "expected the verdict holds or fails");
  if (strchr(r->certificate, '/') || r->certificate[0] == '.')
    return fault_set(fault, "expected a plain file name, not '%s'", r->certificate);
  return true;
}

static bool read_predicate(const struct json *p, struct statement *s, struct fault *fault) {
  const struct json *who = json_get(p, "who"), *properties = json_get(p, "properties"),
                    *results = json_get(p, "results");
  if (!take_text(json_get(p, "tool"), "version", false, &s->version, fault) ||
      !take_text(p, "validator", false, &s->validator, fault) ||
      !take_text(p, "time", false, &s->time, fault) ||
      !take_text(who, "name", true, &s->who, fault) ||
      !take_text(who, "key", false, &s->key, fault) ||
      !take_text(p, "stateInputs", false, &s->state_inputs, fault))
    return false;
  if (!properties) return fault_set(fault, "expected \"properties\"");
  if (properties->kind != JSON_NULL &&
      !take_artifact(properties, "properties", &s->properties, s->properties_digest, fault))
    return false;
  if (!results || results->kind != JSON_ARRAY || !results->first)
    return fault_set(fault, "expected a list \"results\"");
  for (const struct json *v = results->first; v; v = v->next)
    if (!read_result(v, statement_add(s), fault)) return false;
  return true;
}

/* The subjects repeat the model and the certificates; both must say the same. */
static bool read_subjects(const struct json *list, struct statement *s, struct fault *fault) {
  size_t k = 0;
  if (!list || list->kind != JSON_ARRAY ||
      !take_artifact(list->first, "model", &s->model, s->model_digest, fault))
    return fault_set(fault, "expected the model as first subject");
  for (const struct json *v = list->first->next; v; v = v->next, k++) {
    char *name = NULL, digest[DIGEST_TEXT_BYTES];
    bool same = take_artifact(v, "certificate", &name, digest, fault) && k < s->num_results &&
                strcmp(name, s->results[k].certificate) == 0 &&
                strcmp(digest, s->results[k].digest) == 0;
    free(name);
    if (!same)
      return fault_set(fault, "subject %zu is not the certificate of result %zu", k + 1, k);
  }
  return k == s->num_results || fault_set(fault, "expected one subject per result");
}

bool statement_read(struct statement *s, const char *path, struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  *s = (struct statement){0};
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  struct json *root = json_read(path, (const char *)bytes, size, fault);
  free(bytes);
  if (!root) return false;
  const char *type = json_text(json_get(root, "_type")),
             *predicate = json_text(json_get(root, "predicateType"));
  struct fault why;
  bool ok = true;
  if (!type || strcmp(type, STATEMENT_TYPE) || !predicate || strcmp(predicate, STATEMENT_PREDICATE))
    ok = fault_set(&why, "expected a statement of type %s", STATEMENT_PREDICATE);
  ok = ok && read_predicate(json_get(root, "predicate"), s, &why) &&
       read_subjects(json_get(root, "subject"), s, &why);
  json_free(root);
  if (ok) return true;
  statement_free(s);
  return fault_set(fault, "%s: %s", path, why.text);
}
