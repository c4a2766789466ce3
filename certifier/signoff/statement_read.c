#include "certifier/signoff/statement_json.h"
#include "formats/support/vector.h"

#include <jansson.h>
#include <string.h>

/* A member that must be a string; with `optional` it may be null. */
static bool take_text(const json_t *object, const char *name, bool optional, char **text,
                      struct fault *fault) {
  const json_t *value = json_object_get(object, name);
  *text = NULL;
  if (optional && json_is_null(value)) return true;
  if (!json_is_string(value)) return fault_set(fault, "expected a string \"%s\"", name);
  *text = memory_string(json_string_value(value));
  return true;
}

/* A member that statements did not always have. */
static bool take_later_text(const json_t *object, const char *name, char **text,
                            struct fault *fault) {
  *text = NULL;
  return !json_object_get(object, name) || take_text(object, name, true, text, fault);
}

static bool take_count(const json_t *object, const char *name, unsigned long long *count,
                       struct fault *fault) {
  const json_t *value = json_object_get(object, name);
  if (!json_is_integer(value) || json_integer_value(value) < 0)
    return fault_set(fault, "expected a number \"%s\"", name);
  *count = (unsigned long long)json_integer_value(value);
  return true;
}

/* A name that can be only a file of the folder. */
static bool is_plain(const char *name) {
  return name[0] && name[0] != '.' && !strchr(name, '/') && strcmp(name, STATEMENT_FILE) != 0 &&
         strcmp(name, STATEMENT_SIGNATURE) != 0;
}

static bool take_artifact(const json_t *value, char **name, char digest[DIGEST_TEXT_BYTES],
                          struct fault *fault) {
  const char *sha256 =
      json_string_value(json_object_get(json_object_get(value, "digest"), "sha256"));
  *name = NULL;
  if (!sha256 || strlen(sha256) != DIGEST_TEXT_BYTES - 1 ||
      strspn(sha256, "0123456789abcdef") != DIGEST_TEXT_BYTES - 1)
    return fault_set(fault, "expected a SHA-256 digest of every file");
  strcpy(digest, sha256);
  return take_text(value, "name", false, name, fault);
}

static bool is_verdict(const char *word) {
  return strcmp(word, "holds") == 0 || strcmp(word, "fails") == 0;
}

/* Members that both versions have. */
static bool read_result(const json_t *value, struct statement_result *r, struct fault *fault) {
  if (!take_text(value, "property", false, &r->property, fault) ||
      !take_text(value, "name", true, &r->name, fault) ||
      !take_text(value, "verdict", false, &r->verdict, fault) ||
      !take_artifact(json_object_get(value, "certificate"), &r->certificate, r->digest, fault))
    return false;
  if (!is_verdict(r->verdict)) return fault_set(fault, "expected the verdict holds or fails");
  if (!is_plain(r->certificate))
    return fault_set(fault, "expected a plain file name, not '%s'", r->certificate);
  return true;
}

static bool take_word(const json_t *object, const char *name, const char *const *words,
                      unsigned *which, struct fault *fault) {
  const char *word = json_string_value(json_object_get(object, name));
  for (unsigned k = 0; word && words[k]; k++)
    if (strcmp(word, words[k]) == 0) {
      *which = k;
      return true;
    }
  return fault_set(fault, "expected a known \"%s\"", name);
}

/* --- parts of a formula ----------------------------------------------------------------------- */

static bool read_trial(const json_t *value, struct statement_trial *trial, struct fault *fault);

static bool read_part(const json_t *value, struct statement_part *part, struct fault *fault) {
  const json_t *trials = json_object_get(value, "trials");
  unsigned answer = 0;
  if (!take_text(value, "part", false, &part->part, fault) ||
      !take_word(value, "answer", statement_answer_words, &answer, fault))
    return false;
  part->answer = (enum statement_answer)answer;
  if (!json_is_array(trials) || json_array_size(trials) > 2)
    return fault_set(fault, "expected a list \"trials\" of at most two");
  for (size_t k = 0; k < json_array_size(trials); k++)
    if (!read_trial(json_array_get(trials, k), &part->trials[part->num_trials++], fault))
      return false;
  return true;
}

static bool read_parts(const json_t *value, struct statement_result *r, struct fault *fault) {
  const json_t *object = json_object_get(value, "vacuity"),
               *parts = json_object_get(object, "parts"),
               *complete = json_object_get(object, "complete");
  if (!object) return true;
  if (!json_is_array(parts) || !json_is_boolean(complete))
    return fault_set(fault, "expected \"complete\" and a list \"parts\" of \"vacuity\"");
  r->parts = memory_zeroed(1, sizeof *r->parts);
  r->parts->complete = json_is_true(complete);
  for (size_t k = 0; k < json_array_size(parts); k++)
    if (!read_part(json_array_get(parts, k), statement_add_part(r->parts), fault)) return false;
  return true;
}

/* --- results ---------------------------------------------------------------------------------- */

static bool read_certified(const json_t *value, struct statement_result *r, struct fault *fault) {
  const json_t *validation = json_object_get(value, "validation");
  if (!read_result(value, r, fault) || !take_text(value, "expected", true, &r->expected, fault) ||
      !take_later_text(value, "written", &r->written, fault) ||
      !take_text(validation, "validator", true, &r->validator, fault) ||
      !take_count(validation, "proof", &r->proof, fault) ||
      !take_count(validation, "propagation", &r->propagation, fault) ||
      !take_count(validation, "solver", &r->solver, fault) ||
      !take_count(validation, "evaluations", &r->evaluations, fault))
    return false;
  if (r->expected && !is_verdict(r->expected))
    return fault_set(fault, "expected holds, fails or null as \"expected\"");
  return true;
}

static bool read_trial(const json_t *value, struct statement_trial *trial, struct fault *fault) {
  const json_t *constant = json_object_get(value, "value");
  if (!json_is_boolean(constant)) return fault_set(fault, "expected the \"value\" of a trial");
  trial->value = json_is_true(constant);
  return read_certified(value, &trial->result, fault);
}

static bool read_result_2(const json_t *value, struct statement_result *r, struct fault *fault) {
  return read_certified(value, r, fault) && read_parts(value, r, fault);
}

static bool read_results(const json_t *p, struct statement *s, struct fault *fault) {
  const json_t *results = json_object_get(p, "results");
  if (!json_is_array(results) || json_array_size(results) == 0)
    return fault_set(fault, "expected a list \"results\"");
  for (size_t k = 0; k < json_array_size(results); k++) {
    const json_t *value = json_array_get(results, k);
    struct statement_result *result = statement_add_result(s);
    bool ok =
        s->format == 1 ? read_result(value, result, fault) : read_result_2(value, result, fault);
    if (!ok) return false;
  }
  return true;
}

/* --- files ------------------------------------------------------------------------------------ */

static bool is_named(const struct statement *s, const char *name) {
  for (size_t k = 0; k < s->num_files; k++)
    if (strcmp(s->files[k].name, name) == 0) return true;
  return false;
}

/* Version 1: the model is the first subject, the certificates follow; the property file stands
 * elsewhere. */
static bool read_files_1(const json_t *root, struct statement *s, struct fault *fault) {
  const json_t *subjects = json_object_get(root, "subject"),
               *properties = json_object_get(json_object_get(root, "predicate"), "properties");
  size_t count = json_array_size(subjects);
  if (count != s->num_results + 1) return fault_set(fault, "expected one subject per result");
  for (size_t k = 0; k < count; k++) {
    struct statement_file *file = statement_add_file(s);
    file->role = k ? STATEMENT_CERTIFICATE : STATEMENT_MODEL;
    file->in_folder = k > 0;
    if (!take_artifact(json_array_get(subjects, k), &file->name, file->digest, fault)) return false;
  }
  if (json_is_null(properties)) return true;
  struct statement_file *file = statement_add_file(s);
  file->role = STATEMENT_PROPERTIES;
  return take_artifact(properties, &file->name, file->digest, fault);
}

/* Version 2: the list of files has what the list of subjects has no member for. */
static bool read_files_2(const json_t *root, struct statement *s, struct fault *fault) {
  const json_t *subjects = json_object_get(root, "subject"),
               *files = json_object_get(json_object_get(root, "predicate"), "files");
  size_t count = json_array_size(subjects);
  if (count == 0 || json_array_size(files) != count)
    return fault_set(fault, "expected lists \"subject\" and \"files\" of the same files");
  for (size_t k = 0; k < count; k++) {
    const json_t *value = json_array_get(files, k);
    char *name = NULL, digest[DIGEST_TEXT_BYTES];
    if (!take_artifact(json_array_get(subjects, k), &name, digest, fault)) {
      free(name);
      return false;
    }
    bool fresh = is_plain(name) && !is_named(s, name);
    struct statement_file *file = statement_add_file(s);
    file->name = name;
    file->in_folder = true;
    strcpy(file->digest, digest);
    char *again;
    unsigned role = 0;
    if (!fresh) return fault_set(fault, "expected plain file names, each once, not '%s'", name);
    if (!take_text(value, "name", false, &again, fault)) return false;
    bool same = strcmp(again, name) == 0;
    free(again);
    if (!same) return fault_set(fault, "subject %zu is not file %zu", k, k);
    if (!take_word(value, "role", statement_role_words, &role, fault) ||
        !take_text(value, "given", true, &file->given, fault))
      return false;
    file->role = (enum statement_role)role;
  }
  return true;
}

/* The files of certificates, in their order, are compared with what names them. */
struct roll {
  const struct statement *statement;
  size_t next; /* file */
  struct fault *fault;
};

static bool is_certificate(const struct statement_file *file) {
  return file->role == STATEMENT_CERTIFICATE || file->role == STATEMENT_PART;
}

/* The next certificate among the files must be the one of *r. */
static bool call(struct roll *roll, const struct statement_result *r, enum statement_role role) {
  const struct statement *s = roll->statement;
  while (roll->next < s->num_files && !is_certificate(&s->files[roll->next])) roll->next++;
  if (roll->next == s->num_files)
    return fault_set(roll->fault, "expected a file %s", r->certificate);
  const struct statement_file *file = &s->files[roll->next++];
  return (file->role == role && strcmp(r->certificate, file->name) == 0 &&
          strcmp(r->digest, file->digest) == 0) ||
         fault_set(roll->fault, "%s is not the certificate %s", file->name, r->certificate);
}

static bool call_parts(struct roll *roll, const struct statement_parts *parts) {
  for (size_t k = 0; parts && k < parts->size; k++)
    for (size_t j = 0; j < parts->at[k].num_trials; j++)
      if (!call(roll, &parts->at[k].trials[j].result, STATEMENT_PART)) return false;
  return true;
}

/* One model, and the certificates of the results and of their parts, no more and no less. */
static bool check_files(const struct statement *s, struct fault *fault) {
  struct roll roll = {.statement = s, .fault = fault};
  size_t models = 0;
  for (size_t k = 0; k < s->num_files; k++) models += s->files[k].role == STATEMENT_MODEL;
  if (models != 1 || s->files[0].role != STATEMENT_MODEL)
    return fault_set(fault, "expected the model as first file");
  for (size_t k = 0; k < s->num_results; k++)
    if (!call(&roll, &s->results[k], STATEMENT_CERTIFICATE) ||
        !call_parts(&roll, s->results[k].parts))
      return false;
  for (; roll.next < s->num_files; roll.next++)
    if (is_certificate(&s->files[roll.next]))
      return fault_set(fault, "%s is the certificate of no result", s->files[roll.next].name);
  return true;
}

static bool read_coverage(const json_t *p, struct statement *s, struct fault *fault) {
  const json_t *list = json_object_get(p, "coverage");
  if (!json_is_array(list)) return fault_set(fault, "expected a list \"coverage\"");
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *value = json_array_get(list, k), *missing = json_object_get(value, "missing");
    struct statement_coverage *c = statement_add_coverage(s);
    unsigned long long total = 0, covered = 0;
    if (!take_text(value, "of", false, &c->of, fault) ||
        !take_count(value, "total", &total, fault) ||
        !take_count(value, "covered", &covered, fault))
      return false;
    c->total = (size_t)total;
    for (size_t m = 0; m < json_array_size(missing); m++) {
      const char *text = json_string_value(json_array_get(missing, m));
      if (!text) return fault_set(fault, "expected strings in \"missing\"");
      statement_add_missing(c, text);
    }
    if (!json_is_array(missing) || covered + c->num_missing != total)
      return fault_set(fault, "expected as many as are missing in \"missing\"");
  }
  return true;
}

/* Who speaks of a design has a script that made the model, and the other way round. */
static bool read_design(const json_t *p, struct statement *s, struct fault *fault) {
  const json_t *value = json_object_get(p, "design"), *sources = json_object_get(value, "sources");
  if (!value) return true;
  s->design = memory_zeroed(1, sizeof *s->design);
  if (!take_text(value, "top", false, &s->design->top, fault) ||
      !take_text(value, "translator", false, &s->design->translator, fault))
    return false;
  if (!json_is_array(sources) || json_array_size(sources) == 0)
    return fault_set(fault, "expected a list \"sources\" of the design");
  for (size_t k = 0; k < json_array_size(sources); k++) {
    struct statement_source *source = statement_add_source(s->design);
    if (!take_artifact(json_array_get(sources, k), &source->name, source->digest, fault))
      return false;
  }
  return true;
}

static bool check_script(const struct statement *s, struct fault *fault) {
  size_t scripts = 0;
  for (size_t k = 0; k < s->num_files; k++) scripts += s->files[k].role == STATEMENT_SCRIPT;
  return scripts == (s->design ? 1 : 0) ||
         fault_set(fault, "expected one script of a design, and none without");
}

/* --- the whole -------------------------------------------------------------------------------- */

static bool read_predicate(const json_t *p, struct statement *s, struct fault *fault) {
  const json_t *who = json_object_get(p, "who");
  if (!take_text(json_object_get(p, "tool"), "version", false, &s->version, fault) ||
      !take_text(p, "time", false, &s->time, fault) ||
      !take_text(who, "name", true, &s->who, fault) ||
      !take_text(who, "key", false, &s->key, fault) ||
      !take_text(p, "stateInputs", false, &s->state_inputs, fault) || !read_results(p, s, fault))
    return false;
  if (strcmp(s->state_inputs, "observed") != 0 && strcmp(s->state_inputs, "all") != 0)
    return fault_set(fault, "expected observed or all as \"stateInputs\"");
  return s->format == 1 || (read_coverage(p, s, fault) && read_design(p, s, fault));
}

static bool read_root(const json_t *root, struct statement *s, struct fault *fault) {
  const char *type = json_string_value(json_object_get(root, "_type")),
             *predicate = json_string_value(json_object_get(root, "predicateType"));
  if (type && predicate && strcmp(type, STATEMENT_TYPE) == 0)
    s->format = strcmp(predicate, STATEMENT_PREDICATE_1) == 0   ? 1
                : strcmp(predicate, STATEMENT_PREDICATE_2) == 0 ? 2
                                                                : 0;
  if (s->format == 0)
    return fault_set(fault, "expected a statement of type %s or %s", STATEMENT_PREDICATE_1,
                     STATEMENT_PREDICATE_2);
  return read_predicate(json_object_get(root, "predicate"), s, fault) &&
         (s->format == 1 ? read_files_1(root, s, fault) : read_files_2(root, s, fault)) &&
         check_files(s, fault) && check_script(s, fault);
}

bool statement_parse(struct statement *s, const char *name, const void *bytes, size_t size,
                     struct fault *fault) {
  json_error_t error;
  struct fault why;
  *s = (struct statement){0};
  json_t *root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
  if (!root) return fault_set(fault, "%s: not JSON: line %d: %s", name, error.line, error.text);
  bool ok = read_root(root, s, &why);
  json_decref(root);
  if (ok) return true;
  statement_free(s);
  return fault_set(fault, "%s: %s", name, why.text);
}

bool statement_result_parse(struct statement_result *result, const char *text, size_t size,
                            struct fault *fault) {
  json_error_t error;
  json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
  bool ok = root ? read_result_2(root, result, fault)
                 : fault_set(fault, "not JSON: line %d: %s", error.line, error.text);
  json_decref(root);
  return ok;
}
