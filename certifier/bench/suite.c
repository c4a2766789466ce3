#include "certifier/bench/suite.h"

#include "certifier/bench/table.h"

#include <regex.h>

static void instance_free(struct instance *i) {
  free(i->suite);
  free(i->model);
  free(i->properties);
  free(i->property);
  free(i->expected);
  free(i->model_path);
  free(i->properties_path);
}

void suite_free(struct suite *suite) {
  for (size_t k = 0; k < suite->size; k++) instance_free(&suite->at[k]);
  free(suite->at);
  *suite = (struct suite){0};
}

static char *relative_to(const char *manifest, const char *path) {
  const char *slash = strrchr(manifest, '/');
  if (path[0] == '/' || path[0] == 0 || !slash) return memory_string(path);
  size_t folder = (size_t)(slash - manifest) + 1, length = strlen(path);
  char *joined = memory_alloc(folder + length + 1, 1);
  memcpy(joined, manifest, folder);
  memcpy(joined + folder, path, length + 1);
  return joined;
}

static char *part(const char *from, size_t length) {
  char *text = memory_alloc(length + 1, 1);
  memcpy(text, from, length);
  text[length] = 0;
  return text;
}

/* dir/hwmcc/expected.csv is the suite hwmcc, dir/mine.csv the suite mine. */
static char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *file = slash ? slash + 1 : path;
  const char *dot = strrchr(file, '.');
  size_t length = dot && dot != file ? (size_t)(dot - file) : strlen(file);
  if (!slash || strcmp(file, "expected.csv") != 0) return part(file, length);
  const char *folder = slash;
  while (folder > path && folder[-1] != '/') folder--;
  return folder == slash ? part(file, length) : part(folder, (size_t)(slash - folder));
}

/* Where the columns are; their number: not there. */
struct columns {
  size_t model, property, properties, expected;
};

static bool read_columns(struct table *table, struct columns *columns, struct fault *fault) {
  bool end;
  if (!table_next(table, &end, fault))
    return end ? fault_set(fault, "%s: it is empty", table->path) : false;
  const struct texts *row = &table->row;
  *columns = (struct columns){.model = table_find(row, "model"),
                              .property = table_find(row, "property"),
                              .properties = table_find(row, "properties"),
                              .expected = table_find(row, "expected")};
  if (columns->property == row->size) columns->property = table_find(row, "index");
  if (columns->model < row->size) return true;
  return fault_set(fault,
                   "%s: line %zu: no column 'model': the first line has to name the columns "
                   "(model, property or index, properties, expected)",
                   table->path, table->line);
}

static const char *field(const struct texts *row, size_t column, const char *missing) {
  return column < row->size && row->at[column][0] ? row->at[column] : missing;
}

static bool is_same(const struct instance *a, const struct instance *b) {
  return strcmp(a->model, b->model) == 0 && strcmp(a->property, b->property) == 0 &&
         strcmp(a->properties, b->properties) == 0;
}

/* `first`: of the manifest. */
static bool add(struct suite *suite, size_t first, struct instance *instance,
                const struct table *table, struct fault *fault) {
  bool known = strcmp(instance->expected, "holds") == 0 ||
               strcmp(instance->expected, "fails") == 0 || strcmp(instance->expected, "?") == 0;
  bool twice = false;
  for (size_t k = first; known && k < suite->size && !twice; k++)
    twice = is_same(&suite->at[k], instance);
  if (known && !twice && instance->model[0]) {
    suite->at = memory_room(suite->at, suite->size, &suite->capacity, sizeof *suite->at);
    suite->at[suite->size++] = *instance;
    return true;
  }
  if (!known)
    fault_set(fault, "%s: line %zu: expected holds, fails or ?, found '%s'", table->path,
              table->line, instance->expected);
  else if (twice)
    fault_set(fault, "%s: line %zu: %s %s is there already", table->path, table->line,
              instance->model, instance->property);
  else
    fault_set(fault, "%s: line %zu: no model", table->path, table->line);
  instance_free(instance);
  return false;
}

static bool read_row(struct suite *suite, const struct table *table, const struct columns *columns,
                     size_t width, const char *name, size_t first, struct fault *fault) {
  const struct texts *row = &table->row;
  if (row->size != width)
    return fault_set(fault, "%s: line %zu: %zu fields where the first line has %zu", table->path,
                     table->line, row->size, width);
  const char *model = field(row, columns->model, "");
  const char *properties = field(row, columns->properties, "");
  struct instance instance = {.suite = memory_string(name),
                              .model = memory_string(model),
                              .properties = memory_string(properties),
                              .property = memory_string(field(row, columns->property, "")),
                              .expected = memory_string(field(row, columns->expected, "?")),
                              .model_path = relative_to(table->path, model),
                              .properties_path = relative_to(table->path, properties)};
  return add(suite, first, &instance, table, fault);
}

bool suite_read(struct suite *suite, const char *path, struct fault *fault) {
  struct table table;
  struct columns columns = {0};
  size_t first = suite->size;
  char *name = name_of(path);
  bool end = false, ok = true;
  for (size_t k = 0; ok && k < first; k++)
    if (strcmp(suite->at[k].suite, name) == 0)
      ok = fault_set(fault, "%s: there are two suites '%s'", path, name);
  if (ok && table_open(&table, path, fault)) {
    ok = read_columns(&table, &columns, fault);
    size_t width = table.row.size;
    while (ok && table_next(&table, &end, fault))
      ok = read_row(suite, &table, &columns, width, name, first, fault);
    ok = ok && end;
    table_free(&table);
  } else {
    ok = false;
  }
  free(name);
  return ok;
}

/* Manifests have the properties of a model one after the other: its digest is that of the line
 * before. */
static void digest_once(const char *path, const char *path_before, const char *before,
                        char digest[DIGEST_TEXT_BYTES]) {
  struct fault ignored;
  if (path_before && strcmp(path, path_before) == 0)
    memcpy(digest, before, DIGEST_TEXT_BYTES);
  else if (!path[0] || !digest_file(path, digest, &ignored))
    digest[0] = 0;
}

void suite_digest(struct suite *suite) {
  const struct instance none = {0};
  for (size_t k = 0; k < suite->size; k++) {
    struct instance *now = &suite->at[k];
    const struct instance *before = k ? now - 1 : &none;
    digest_once(now->model_path, before->model_path, before->model_digest, now->model_digest);
    digest_once(now->properties_path, before->properties_path, before->properties_digest,
                now->properties_digest);
  }
}

/* --- choosing --------------------------------------------------------------------------------- */

static void keep(struct suite *suite, size_t *kept, size_t k, bool wanted) {
  if (wanted)
    suite->at[(*kept)++] = suite->at[k];
  else
    instance_free(&suite->at[k]);
}

bool suite_match(struct suite *suite, const char *expression, struct fault *fault) {
  regex_t compiled;
  int error = regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB);
  if (error) {
    char why[100];
    regerror(error, &compiled, why, sizeof why);
    return fault_set(fault, "'%s': %s", expression, why);
  }
  size_t kept = 0;
  for (size_t k = 0; k < suite->size; k++)
    keep(suite, &kept, k, regexec(&compiled, suite->at[k].model, 0, NULL, 0) == 0);
  suite->size = kept;
  regfree(&compiled);
  return true;
}

static bool is_same_model(const struct instance *a, const struct instance *b) {
  return strcmp(a->suite, b->suite) == 0 && strcmp(a->model, b->model) == 0;
}

/* Is number k of `count` one of the n that are spread over all, the first and the last included? */
static bool is_spread(size_t k, size_t count, size_t n) {
  if (count <= n) return true;
  if (n == 1) return k == 0;
  size_t nearest = (k * (n - 1) + (count - 1) / 2) / (count - 1);
  return (nearest * (count - 1) + (n - 1) / 2) / (n - 1) == k;
}

void suite_spread(struct suite *suite, size_t n) {
  size_t kept = 0, all = suite->size;
  for (size_t first = 0, next; first < all; first = next) {
    next = first + 1;
    while (next < all && is_same_model(&suite->at[first], &suite->at[next])) next++;
    size_t count = next - first;
    for (size_t k = 0; k < count; k++) keep(suite, &kept, first + k, is_spread(k, count, n));
  }
  suite->size = kept;
}

void suite_shard(struct suite *suite, unsigned k, unsigned n) {
  size_t kept = 0;
  for (size_t i = 0; i < suite->size; i++) keep(suite, &kept, i, i % n == k - 1);
  suite->size = kept;
}
