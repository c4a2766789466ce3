#include "formats/support/input.h"

#include "formats/support/gzip.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static bool is_standard_input(const char *path) { return strcmp(path, "-") == 0; }

const char *input_name(const char *path) {
  return is_standard_input(path) ? "standard input" : path;
}

/* All of an open file, which is left open. */
static bool read_all(FILE *file, const char *name, unsigned char **bytes, size_t *size,
                     struct fault *fault) {
  size_t capacity = 1 << 16, n = 0, got;
  unsigned char *buffer = memory_alloc(capacity, 1);
  while ((got = fread(buffer + n, 1, capacity - n - 1, file)) > 0) {
    n += got;
    if (n + 1 == capacity) buffer = memory_grow(buffer, capacity *= 2, 1);
  }
  if (ferror(file)) {
    fault_set(fault, "%s: cannot read: %s", name, strerror(errno));
    free(buffer);
    return false;
  }
  buffer[n] = 0;
  *bytes = buffer;
  *size = n;
  return true;
}

bool input_read_file(const char *path, unsigned char **bytes, size_t *size, struct fault *fault) {
  FILE *file = fopen(path, "rb");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  bool ok = read_all(file, path, bytes, size, fault);
  fclose(file);
  return ok;
}

/* A pipe can be read once only. */
static bool is_regular(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

bool input_read_model(const char *path, unsigned char **bytes, size_t *size, bool *plain,
                      struct fault *fault) {
  const char *name = input_name(path);
  bool standard = is_standard_input(path);
  unsigned char *read;
  size_t length;
  bool ok = standard ? read_all(stdin, name, &read, &length, fault)
                     : input_read_file(path, &read, &length, fault);
  if (!ok) return false;
  bool packed = gzip_is(read, length);
  if (packed && !gzip_unpack(name, &read, &length, fault)) {
    free(read);
    return false;
  }
  *plain = !standard && !packed && is_regular(path);
  *bytes = read;
  *size = length;
  return true;
}
