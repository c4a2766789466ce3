#include "formats/support/input.h"

#include "formats/support/vector.h"

#include <errno.h>
#include <stdio.h>

bool input_read_file(const char *path, unsigned char **bytes, size_t *size, struct fault *fault) {
  FILE *file = fopen(path, "rb");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  size_t capacity = 1 << 16, n = 0, got;
  unsigned char *buffer = memory_alloc(capacity, 1);
  while ((got = fread(buffer + n, 1, capacity - n - 1, file)) > 0) {
    n += got;
    if (n + 1 == capacity) buffer = memory_grow(buffer, capacity *= 2, 1);
  }
  int error = ferror(file) ? errno : 0;
  fclose(file);
  if (error) {
    free(buffer);
    return fault_set(fault, "%s: cannot read: %s", path, strerror(error));
  }
  buffer[n] = 0;
  *bytes = buffer;
  *size = n;
  return true;
}
