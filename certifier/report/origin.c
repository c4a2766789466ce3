#include "certifier/report/origin.h"

#include "formats/support/vector.h"

#include <jansson.h>

static char *copy(const char *text) { return text ? memory_string(text) : NULL; }

static struct origin_note *add_note(struct origin *o) {
  o->notes = memory_room(o->notes, o->num_notes, &o->capacity, sizeof *o->notes);
  o->notes[o->num_notes] = (struct origin_note){.seconds = -1};
  return &o->notes[o->num_notes++];
}

static const char *behind_slash(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* --- results of a run ---------------------------------------------------------------------------
 */

static char *member(const json_t *object, const char *key) {
  return copy(json_string_value(json_object_get(object, key)));
}

static bool is_verdict(const char *text) {
  return text && (!strcmp(text, "holds") || !strcmp(text, "fails") || !strcmp(text, "unknown"));
}

/* A trial without a certificate is undecided. */
static bool read_trial(const json_t *value, struct statement_part *part) {
  const char *certificate = json_string_value(json_object_get(value, "certificate"));
  const json_t *constant = json_object_get(value, "value");
  if (!certificate) return true;
  struct statement_trial *trial = &part->trials[part->num_trials++];
  trial->value = json_is_true(constant);
  trial->result = (struct statement_result){.property = member(value, "property"),
                                            .verdict = member(value, "verdict"),
                                            .certificate = copy(behind_slash(certificate))};
  return json_is_boolean(constant) && trial->result.property && is_verdict(trial->result.verdict);
}

static bool read_part(const json_t *value, struct statement_part *part) {
  const json_t *trials = json_object_get(value, "trials"),
               *vacuous = json_object_get(value, "vacuous");
  bool ok = json_is_array(trials) && json_array_size(trials) <= 2;
  part->part = member(value, "part");
  part->answer = json_is_true(vacuous)    ? STATEMENT_VACUOUS
                 : json_is_false(vacuous) ? STATEMENT_MATTERS
                                          : STATEMENT_OPEN;
  for (size_t k = 0; ok && k < json_array_size(trials); k++)
    ok = read_trial(json_array_get(trials, k), part);
  return ok;
}

static bool read_parts(const json_t *p, struct origin_note *note) {
  const json_t *vacuity = json_object_get(p, "vacuity"), *parts = json_object_get(vacuity, "parts");
  bool ok = true;
  if (!vacuity) return true;
  note->parts = memory_zeroed(1, sizeof *note->parts);
  note->own_parts = true;
  note->parts->complete = json_is_true(json_object_get(vacuity, "complete"));
  for (size_t k = 0; ok && k < json_array_size(parts); k++)
    ok = read_part(json_array_get(parts, k), statement_add_part(note->parts));
  return ok && json_is_array(parts);
}

static bool read_property(struct origin *o, const json_t *p, const char *name,
                          struct fault *fault) {
  const char *certificate = json_string_value(json_object_get(p, "certificate"));
  const json_t *seconds = json_object_get(p, "seconds");
  struct origin_note *note = add_note(o);
  note->property = member(p, "property");
  note->verdict = member(p, "verdict");
  note->written = member(p, "written");
  note->name = member(p, "name");
  note->expected = member(p, "expected");
  note->reason = member(p, "note");
  note->engine = member(json_object_get(p, "statistics"), "engine");
  if (certificate) note->certificate = memory_string(behind_slash(certificate));
  note->cover = member(p, "covered");
  note->as_before = json_is_true(json_object_get(p, "as_before"));
  if (json_is_number(seconds) && !note->as_before) note->seconds = json_number_value(seconds);
  if (!read_parts(p, note))
    return fault_set(fault, "%s: what it says of the parts of property %zu makes no sense", name,
                     o->num_notes - 1);
  return (note->property && is_verdict(note->verdict)) ||
         fault_set(fault, "%s: property %zu has no name or no verdict", name, o->num_notes - 1);
}

bool origin_from_results(struct origin *o, const char *name, const void *bytes, size_t size,
                         struct fault *fault) {
  json_error_t error;
  json_t *root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
  const json_t *properties = json_object_get(root, "properties");
  const char *model = json_string_value(json_object_get(root, "model"));
  const char *digest = json_string_value(json_object_get(root, "model_sha256"));
  bool ok =
      root ? model && digest && strlen(digest) == DIGEST_TEXT_BYTES - 1 && json_is_array(properties)
           : fault_set(fault, "%s:%d: %s", name, error.line, error.text);
  if (root && !ok) fault_set(fault, "%s: not the results of vouch run", name);
  if (ok) {
    o->model = memory_string(behind_slash(model));
    memcpy(o->model_digest, digest, DIGEST_TEXT_BYTES);
    o->complete = json_is_true(json_object_get(root, "complete"));
    o->project = member(root, "project");
  }
  for (size_t k = 0; ok && k < json_array_size(properties); k++)
    ok = read_property(o, json_array_get(properties, k), name, fault);
  json_decref(root);
  return ok;
}

/* --- sign-offs ----------------------------------------------------------------------------------
 */

bool origin_from_statement(struct origin *o, const char *name, const void *bytes, size_t size,
                           struct fault *fault) {
  o->is_signed = true;
  if (!statement_parse(&o->statement, name, bytes, size, fault)) return false;
  o->text = memory_alloc(size + 1, 1);
  memcpy(o->text, bytes, size);
  o->text[size] = 0;
  o->model = memory_string(o->statement.files[0].name);
  memcpy(o->model_digest, o->statement.files[0].digest, DIGEST_TEXT_BYTES);
  for (size_t k = 0; k < o->statement.num_results; k++) {
    const struct statement_result *r = &o->statement.results[k];
    struct origin_note *note = add_note(o);
    note->property = copy(r->property);
    note->written = copy(r->written);
    note->name = copy(r->name);
    note->verdict = copy(r->verdict);
    note->expected = copy(r->expected);
    note->certificate = copy(r->certificate);
    note->parts = r->parts;
  }
  return true;
}

static void note_free(struct origin_note *note) {
  free(note->property);
  free(note->written);
  free(note->name);
  free(note->verdict);
  free(note->expected);
  free(note->reason);
  free(note->certificate);
  free(note->engine);
  free(note->cover);
  if (note->own_parts) statement_parts_free(note->parts);
}

void origin_free(struct origin *o) {
  for (size_t k = 0; k < o->num_notes; k++) note_free(&o->notes[k]);
  free(o->notes);
  free(o->model);
  free(o->project);
  free(o->text);
  free(o->signature);
  statement_free(&o->statement);
  *o = (struct origin){0};
}
