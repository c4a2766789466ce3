#include "certifier/audit/audit.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <stdio.h>

enum { MODEL, CERTIFICATE, PROPERTY, REQUIREMENT, FIELDS };

static char *relative_to(const char *manifest, const char *path) {
  const char *slash = strrchr(manifest, '/');
  if (path[0] == '/' || !slash) return memory_string(path);
  size_t folder = (size_t)(slash - manifest) + 1;
  char *joined = memory_alloc(folder + strlen(path) + 1, 1);
  memcpy(joined, manifest, folder);
  strcpy(joined + folder, path);
  return joined;
}

static size_t split(char *line, char *fields[FIELDS]) {
  size_t n = 0;
  fields[n++] = line;
  for (char *tab = strchr(line, '\t'); tab; tab = strchr(tab + 1, '\t')) {
    *tab = 0;
    if (n == FIELDS) return FIELDS + 1;
    fields[n++] = tab + 1;
  }
  return n;
}

static bool parse_requirement(const char *word, enum audit_requirement *requirement) {
  *requirement = strcmp(word, "holds") == 0 ? REQUIRE_HOLDS : REQUIRE_FAILS;
  return strcmp(word, audit_requirement_word(*requirement)) == 0;
}

static bool read_line(struct audit *audit, const char *manifest, size_t number, char *line,
                      struct fault *fault) {
  char *fields[FIELDS] = {NULL};
  enum audit_requirement required = REQUIRE_ANY;
  size_t n = split(line, fields);
  bool filled = n > CERTIFICATE && n <= FIELDS;
  for (size_t k = 0; filled && k < n; k++) filled = fields[k][0] != 0;
  if (!filled)
    return fault_set(fault,
                     "%s: line %zu: expected \"model TAB certificate [TAB property [TAB "
                     "holds|fails]]\"",
                     manifest, number);
  if (fields[REQUIREMENT] && !parse_requirement(fields[REQUIREMENT], &required))
    return fault_set(fault, "%s: line %zu: expected holds or fails, found '%s'", manifest, number,
                     fields[REQUIREMENT]);
  bool named = fields[PROPERTY] && strcmp(fields[PROPERTY], "-") != 0;
  char *model = relative_to(manifest, fields[MODEL]);
  char *certificate = relative_to(manifest, fields[CERTIFICATE]);
  audit_add(audit, model, certificate, named ? fields[PROPERTY] : NULL)->required = required;
  free(model);
  free(certificate);
  return true;
}

bool audit_read_manifest(struct audit *audit, const char *path, struct fault *fault) {
  FILE *file = fopen(path, "r");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  char *line = NULL;
  size_t capacity = 0, number = 0;
  bool ok = true;
  for (ssize_t n; ok && (n = getline(&line, &capacity, file)) >= 0;) {
    number++;
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
    if (strlen(line) != (size_t)n)
      ok = fault_set(fault, "%s: line %zu: expected text, found a NUL byte", path, number);
    else if (n > 0 && line[0] != '#')
      ok = read_line(audit, path, number, line, fault);
  }
  if (ok && ferror(file)) ok = fault_set(fault, "%s: cannot read: %s", path, strerror(errno));
  free(line);
  fclose(file);
  return ok;
}
