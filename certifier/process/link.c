#include "certifier/process/link.h"

#include <errno.h>
#include <unistd.h>

bool link_write(int descriptor, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size > 0) {
    ssize_t wrote = write(descriptor, at, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    at += wrote;
    size -= (size_t)wrote;
  }
  return true;
}

bool link_read(int descriptor, void *bytes, size_t size) {
  char *at = bytes;
  while (size > 0) {
    ssize_t got = read(descriptor, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= (size_t)got;
  }
  return true;
}
