#include "certifier/design/cache.h"

#include "certifier/design/script.h"
#include "certifier/design/yosys.h"
#include "formats/support/input.h"
#include "formats/support/output.h"
#include "formats/support/text_file.h"

#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const suffixes[] = {".aig", ".ys", ".log"};
enum { NUM_FILES = sizeof suffixes / sizeof *suffixes };

static char *path_of(const char *folder, const char *top, const char *suffix) {
  size_t size = strlen(folder) + strlen(top) + strlen(suffix) + 2;
  char *path = memory_alloc(size, 1);
  snprintf(path, size, "%s/%s%s", folder, top, suffix);
  return path;
}

/* --- what a translation depends on ------------------------------------------------------------ */

/* Literals or not: what yosys was told is what the script says. */
static bool digest_request(const struct design_request *r, char digest[DIGEST_TEXT_BYTES],
                           struct fault *fault) {
  char *text, *identity = yosys_identity(r, fault), *script = script_text(r, "", true);
  size_t size;
  if (identity) {
    FILE *file = text_open(&text, &size);
    fprintf(file, "vouch " VOUCH_VERSION "\n%s\n%s", identity, script);
    text_close(file);
    digest_bytes(text, size, digest);
    free(text);
  }
  free(script);
  free(identity);
  return identity != NULL;
}

static bool is_given(const struct design_request *r, const char *path) {
  for (size_t k = 0; k < r->num_sources; k++)
    if (strcmp(r->sources[k], path) == 0) return true;
  return false;
}

/* Is there a file NAME in the folder, of which `length` bytes are given? */
static void look(const char *folder, size_t length, const char *name, FILE *file) {
  size_t size = length + strlen(name) + 2;
  char *path = memory_alloc(size, 1);
  snprintf(path, size, "%.*s/%s", (int)length, folder, name);
  fprintf(file, "%s %d\n", path, access(path, F_OK) == 0);
  free(path);
}

static void look_everywhere(const struct design_request *r, const struct design *d,
                            const char *name, FILE *file) {
  look(".", 1, name, file);
  for (size_t k = 0; r->includes && k < r->includes->size; k++)
    look(r->includes->at[k], strlen(r->includes->at[k]), name, file);
  for (size_t k = 0; k < d->num_sources; k++) {
    const char *slash = strrchr(d->sources[k].path, '/');
    if (slash) look(d->sources[k].path, (size_t)(slash - d->sources[k].path), name, file);
  }
}

/* An `include names the end of a path and is looked for in several folders: whether there is such a
 * file in each of them, for every end that it may have named. */
static void digest_places(const struct design_request *r, const struct design *d,
                          char digest[DIGEST_TEXT_BYTES]) {
  char *text;
  size_t size;
  FILE *file = text_open(&text, &size);
  for (size_t k = 0; k < d->num_sources; k++) {
    const char *path = d->sources[k].path;
    if (is_given(r, path)) continue;
    for (const char *end = path + strlen(path); end-- > path;)
      if (end == path || end[-1] == '/') look_everywhere(r, d, end, file);
  }
  text_close(file);
  digest_bytes(text, size, digest);
  free(text);
}

/* --- remembering ------------------------------------------------------------------------------ */

/* Files that are older than the translation were read as they are. The clock of file systems is
 * some milliseconds behind. */
static bool is_older(const char *path, const struct timespec *start) {
  static const double lag = 0.02;
  struct stat about;
  if (stat(path, &about) != 0) return false;
  double seconds = (double)(start->tv_sec - about.st_ctim.tv_sec) +
                   (double)(start->tv_nsec - about.st_ctim.tv_nsec) * 1e-9;
  return seconds > lag;
}

static bool were_read_as_they_are(const struct design *d, const struct timespec *start) {
  for (size_t k = 0; k < d->num_sources; k++)
    if (!is_older(d->sources[k].path, start)) return false;
  return true;
}

static json_t *list_sources(const struct design *d) {
  json_t *list = json_array();
  for (size_t k = 0; k < d->num_sources; k++)
    json_array_append_new(
        list, json_pack("{s:s,s:s}", "path", d->sources[k].path, "sha256", d->sources[k].digest));
  return list;
}

static json_t *list_assertions(const struct design *d) {
  json_t *list = json_array();
  for (size_t k = 0; k < d->num_assertions; k++)
    json_array_append_new(list, json_pack("{s:s,s:s}", "name", d->assertions[k].name, "place",
                                          d->assertions[k].place));
  return list;
}

static json_t *list_covers(const struct design *d) {
  json_t *list = json_array();
  for (size_t k = 0; k < d->num_covers; k++)
    json_array_append_new(list, json_pack("{s:s,s:s,s:s}", "name", d->covers[k].name, "place",
                                          d->covers[k].place, "signal", d->covers[k].signal));
  return list;
}

static json_t *list_files(const char *folder, const char *top) {
  json_t *list = json_array();
  for (size_t k = 0; k < NUM_FILES; k++) {
    char *path = path_of(folder, top, suffixes[k]), digest[DIGEST_TEXT_BYTES];
    struct fault fault;
    if (digest_file(path, digest, &fault)) json_array_append_new(list, json_string(digest));
    free(path);
  }
  return list;
}

static bool is_whole(const struct design *d, const json_t *root) {
  return json_array_size(json_object_get(root, "sources")) == d->num_sources &&
         json_array_size(json_object_get(root, "assertions")) == d->num_assertions &&
         json_array_size(json_object_get(root, "covers")) == d->num_covers &&
         json_array_size(json_object_get(root, "files")) == NUM_FILES;
}

static void write_note(const char *path, const json_t *root) {
  struct output out;
  struct fault fault;
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_ENSURE_ASCII);
  if (text && output_open(&out, path, &fault)) {
    fprintf(out.file, "%s\n", text);
    output_commit(&out, false, &fault);
  }
  free(text);
}

void cache_remember(const struct design_request *r, const char *folder, const struct design *d,
                    const struct timespec *start) {
  char key[DIGEST_TEXT_BYTES], places[DIGEST_TEXT_BYTES];
  char *path = path_of(folder, r->top, ".json");
  struct fault fault;
  unlink(path);
  if (were_read_as_they_are(d, start) && digest_request(r, key, &fault)) {
    digest_places(r, d, places);
    json_t *root = json_pack("{s:s,s:s,s:s,s:s,s:o,s:o,s:o,s:o}", "key", key, "places", places,
                             "version", d->version, "summary", d->summary, "sources",
                             list_sources(d), "assertions", list_assertions(d), "covers",
                             list_covers(d), "files", list_files(folder, r->top));
    if (root && is_whole(d, root)) write_note(path, root);
    json_decref(root);
  }
  free(path);
}

/* --- recalling -------------------------------------------------------------------------------- */

static const char *text_in(const json_t *object, const char *member) {
  const char *text = json_string_value(json_object_get(object, member));
  return text ? text : "";
}

/* The sources as they are now, if they are as they were. */
static bool take_sources(const json_t *root, struct design *d) {
  const json_t *list = json_object_get(root, "sources");
  struct fault fault;
  size_t count = json_array_size(list);
  d->sources = memory_zeroed(count, sizeof *d->sources);
  for (size_t k = 0; k < count; k++) {
    const json_t *entry = json_array_get(list, k);
    struct design_source *source = &d->sources[d->num_sources++];
    source->path = memory_string(text_in(entry, "path"));
    if (!digest_file(source->path, source->digest, &fault) ||
        strcmp(source->digest, text_in(entry, "sha256")) != 0)
      return false;
  }
  return count > 0;
}

static void take_assertions(const json_t *root, struct design *d) {
  const json_t *list = json_object_get(root, "assertions");
  d->assertions = memory_zeroed(json_array_size(list), sizeof *d->assertions);
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *entry = json_array_get(list, k);
    d->assertions[d->num_assertions++] =
        (struct design_assertion){.name = memory_string(text_in(entry, "name")),
                                  .place = memory_string(text_in(entry, "place"))};
  }
}

static void take_covers(const json_t *root, struct design *d) {
  const json_t *list = json_object_get(root, "covers");
  d->covers = memory_zeroed(json_array_size(list), sizeof *d->covers);
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *entry = json_array_get(list, k);
    d->covers[d->num_covers++] =
        (struct design_cover){.name = memory_string(text_in(entry, "name")),
                              .place = memory_string(text_in(entry, "place")),
                              .signal = memory_string(text_in(entry, "signal"))};
  }
}

/* The bytes that have this digest; the caller frees them. */
static bool take_file(const char *path, const char *wanted, unsigned char **bytes, size_t *size) {
  char digest[DIGEST_TEXT_BYTES];
  struct fault fault;
  if (!input_read_file(path, bytes, size, &fault)) return false;
  digest_bytes(*bytes, *size, digest);
  if (strcmp(digest, wanted) == 0) return true;
  free(*bytes);
  return false;
}

static bool take_files(const struct design_request *r, const char *folder, const json_t *root,
                       struct design *d, char **damage) {
  const json_t *list = json_object_get(root, "files");
  unsigned char *bytes[NUM_FILES] = {0};
  size_t sizes[NUM_FILES] = {0};
  for (size_t k = 0; k < NUM_FILES && !*damage; k++) {
    const char *wanted = json_string_value(json_array_get(list, k));
    char *path = path_of(folder, r->top, suffixes[k]);
    bool ok = take_file(path, wanted ? wanted : "", &bytes[k], &sizes[k]);
    if (ok)
      free(path);
    else
      *damage = path;
    if (!ok) bytes[k] = NULL;
  }
  d->model = bytes[0];
  d->size = sizes[0];
  d->script = (char *)bytes[1];
  d->log = (char *)bytes[2];
  return !*damage;
}

static bool is_as_before(const struct design_request *r, const json_t *root, struct design *d) {
  char key[DIGEST_TEXT_BYTES], places[DIGEST_TEXT_BYTES];
  struct fault fault;
  if (!script_check(r, &fault) || !digest_request(r, key, &fault) ||
      strcmp(key, text_in(root, "key")) != 0 || !take_sources(root, d))
    return false;
  digest_places(r, d, places);
  return strcmp(places, text_in(root, "places")) == 0;
}

bool cache_recall(const struct design_request *r, const char *folder, struct design *d,
                  char **damage) {
  char *path = path_of(folder, r->top ? r->top : "", ".json");
  json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
  *d = (struct design){0};
  *damage = NULL;
  bool ok = root && is_as_before(r, root, d) && take_files(r, folder, root, d, damage);
  if (ok) {
    d->version = memory_string(text_in(root, "version"));
    d->summary = memory_string(text_in(root, "summary"));
    take_assertions(root, d);
    take_covers(root, d);
  } else {
    design_free(d);
  }
  json_decref(root);
  free(path);
  return ok;
}
