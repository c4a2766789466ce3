#define _DEFAULT_SOURCE /* reallocarray */
#include "certifier/library/model.h"

#include "certifier/library/work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *vouch_version(void) { return VOUCH_VERSION; }

static char *copy_bytes(const void *bytes, size_t size) {
  char *copy = size < SIZE_MAX ? malloc(size + 1) : NULL;
  if (!copy) return NULL;
  if (size) memcpy(copy, bytes, size);
  copy[size] = 0;
  return copy;
}

static char *copy_text(const char *text) { return copy_bytes(text, strlen(text)); }

static bool no_memory(vouch_error *error) { return error_set(error, "out of memory"); }

/* --- sources ------------------------------------------------------------------------------------
 */

static void source_free(struct library_source *source) {
  free(source->name);
  free(source->bytes);
}

static bool source_from_memory(struct library_source *source, const char *name, const void *bytes,
                               size_t size, vouch_error *error) {
  source->name = copy_text(name);
  source->bytes = copy_bytes(bytes, size);
  source->size = size;
  if (source->name && source->bytes) return true;
  source_free(source);
  return no_memory(error);
}

/* All bytes of the file behind those that are there. errno says what went wrong. */
static bool read_all(FILE *file, struct library_source *source) {
  size_t capacity = 0;
  for (;;) {
    if (source->size + 1 >= capacity) {
      capacity = capacity ? 2 * capacity : BUFSIZ;
      char *grown = capacity > source->size + 1 ? realloc(source->bytes, capacity) : NULL;
      errno = ENOMEM;
      if (!grown) return false;
      source->bytes = grown;
    }
    errno = 0;
    size_t got = fread(source->bytes + source->size, 1, capacity - source->size - 1, file);
    source->size += got;
    source->bytes[source->size] = 0;
    if (got == 0) return !ferror(file);
  }
}

static bool source_from_file(struct library_source *source, const char *path, vouch_error *error) {
  FILE *file = fopen(path, "rbe");
  if (!file) return error_set(error, "%s: cannot open: %s", path, strerror(errno));
  source->name = copy_text(path);
  bool ok = source->name ? read_all(file, source) : no_memory(error);
  if (!ok && source->name) error_set(error, "%s: cannot read: %s", path, strerror(errno));
  fclose(file);
  if (!ok) source_free(source);
  return ok;
}

/* --- what a source has --------------------------------------------------------------------------
 */

static void property_free(struct library_property *p) {
  free(p->text);
  free(p->written);
  free(p->name);
}

/* The properties of a source, while the child sends them. */
struct arrival {
  struct library_property *at;
  size_t size;
  size_t source;
  bool over, failed, no_memory; /* failed: *error says why */
  vouch_error *error;
};

static char *keep_bytes(struct message *message) {
  char *bytes = message->bytes;
  message->bytes = NULL;
  return bytes;
}

static bool add_property(struct arrival *a, struct message *message) {
  bool full = (a->size & (a->size - 1)) == 0;
  size_t capacity = a->size ? 2 * a->size : 1;
  struct library_property *grown = full ? reallocarray(a->at, capacity, sizeof *a->at) : a->at;
  a->no_memory = !grown;
  if (!grown) return false;
  a->at = grown;
  a->at[a->size] = (struct library_property){.source = a->source,
                                             .position = a->size,
                                             .text = keep_bytes(message),
                                             .expected = (vouch_verdict)message->detail};
  a->size++;
  return true;
}

static bool take_arrival(void *taker, struct message *message) {
  struct arrival *a = taker;
  struct library_property *last = a->size ? &a->at[a->size - 1] : NULL;
  switch (message->kind) {
  case MESSAGE_PROPERTY: return add_property(a, message);
  case MESSAGE_WRITTEN:
    if (last) last->written = keep_bytes(message);
    return true;
  case MESSAGE_NAME:
    if (last) last->name = keep_bytes(message);
    return true;
  case MESSAGE_END: a->over = true; return false;
  default:
    a->over = true;
    a->failed = true;
    error_set(a->error, "%s", message->bytes);
    return false;
  }
}

static void arrival_free(struct arrival *a) {
  for (size_t k = 0; k < a->size; k++) property_free(&a->at[k]);
  free(a->at);
}

/* Asks a child what `source` adds to the model. */
static bool describe(const vouch_model *model, const struct library_source *source,
                     struct arrival *a, vouch_error *error) {
  struct description description = {model, source};
  struct helper_task task = {.work = work_describe,
                             .context = &description,
                             .memory = model->settings.memory,
                             .take = take_arrival,
                             .taker = a};
  char why[HELPER_WHY];
  bool started = helper_run(&task, why, error);
  bool ok = started && a->over && !a->failed;
  if (started && !a->over)
    error_set(error, "%s: %s", source->name, a->no_memory ? "out of memory" : why);
  if (!ok) arrival_free(a);
  return ok;
}

/* Moves source and properties into the model: both or none. */
static bool join(vouch_model *model, struct library_source *source, struct arrival *a) {
  size_t count = model->num_properties + a->size;
  struct library_source *sources =
      reallocarray(model->sources, model->num_sources + 1, sizeof *sources);
  if (sources) model->sources = sources;
  struct library_property *properties =
      reallocarray(model->properties, count ? count : 1, sizeof *properties);
  if (properties) model->properties = properties;
  if (!sources || !properties) return false;
  model->sources[model->num_sources++] = *source;
  for (size_t k = 0; k < a->size; k++) model->properties[model->num_properties++] = a->at[k];
  free(a->at);
  return true;
}

/* Takes the source, whatever happens. Returns the number of its first property, -1: failed. */
static long add_source(vouch_model *model, struct library_source *source, vouch_error *error) {
  struct arrival arrival = {.source = model->num_sources, .error = error};
  size_t first = model->num_properties;
  bool ok = describe(model, source, &arrival, error);
  if (ok && arrival.size == 0) {
    error_set(error, "%s: there is no property", source->name);
    ok = false;
  } else if (ok && !join(model, source, &arrival)) {
    ok = no_memory(error);
    arrival_free(&arrival);
  }
  if (ok) return (long)first;
  source_free(source);
  return -1;
}

/* --- models -------------------------------------------------------------------------------------
 */

/* Takes the source, whatever happens. */
static vouch_model *open_source(struct library_source *source, vouch_error *error) {
  vouch_model *model = calloc(1, sizeof *model);
  struct library_source *sources = calloc(1, sizeof *sources);
  if (!model || !sources) {
    free(model);
    free(sources);
    source_free(source);
    no_memory(error);
    return NULL;
  }
  sources[0] = *source;
  model->sources = sources;
  model->num_sources = 1;
  model->settings.jobs = 1;
  engine_setup_init(&model->settings.engines);
  struct arrival arrival = {.error = error};
  if (!describe(model, &model->sources[0], &arrival, error)) {
    vouch_close(model);
    return NULL;
  }
  model->properties = arrival.at;
  model->num_properties = arrival.size;
  return model;
}

vouch_model *vouch_open_file(const char *path, vouch_error *error) {
  struct library_source source = {.kind = SOURCE_MODEL};
  return source_from_file(&source, path, error) ? open_source(&source, error) : NULL;
}

vouch_model *vouch_open_memory(const char *name, const void *bytes, size_t size,
                               vouch_error *error) {
  struct library_source source = {.kind = SOURCE_MODEL};
  return source_from_memory(&source, name, bytes, size, error) ? open_source(&source, error) : NULL;
}

void vouch_close(vouch_model *model) {
  if (!model) return;
  for (size_t k = 0; k < model->num_sources; k++) source_free(&model->sources[k]);
  for (size_t k = 0; k < model->num_properties; k++) property_free(&model->properties[k]);
  free(model->sources);
  free(model->properties);
  free(model->settings.validator);
  free(model);
}

long vouch_add_formula(vouch_model *model, const char *formula, vouch_error *error) {
  struct library_source source = {.kind = SOURCE_FORMULA};
  if (!source_from_memory(&source, "formula", formula, strlen(formula), error)) return -1;
  return add_source(model, &source, error);
}

long vouch_add_file(vouch_model *model, const char *path, vouch_error *error) {
  struct library_source source = {.kind = SOURCE_FILE};
  if (!source_from_file(&source, path, error)) return -1;
  return add_source(model, &source, error);
}

/* --- properties ---------------------------------------------------------------------------------
 */

static const struct library_property *property_at(const vouch_model *model, size_t number) {
  return number < model->num_properties ? &model->properties[number] : NULL;
}

size_t vouch_num_properties(const vouch_model *model) { return model->num_properties; }

const char *vouch_property(const vouch_model *model, size_t number) {
  const struct library_property *p = property_at(model, number);
  return p ? p->text : NULL;
}

const char *vouch_property_written(const vouch_model *model, size_t number) {
  const struct library_property *p = property_at(model, number);
  return p ? p->written : NULL;
}

const char *vouch_property_name(const vouch_model *model, size_t number) {
  const struct library_property *p = property_at(model, number);
  return p ? p->name : NULL;
}

vouch_verdict vouch_property_expected(const vouch_model *model, size_t number) {
  const struct library_property *p = property_at(model, number);
  return p ? p->expected : VOUCH_UNKNOWN;
}
