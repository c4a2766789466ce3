#include "certifier/signoff/signing.h"

#include "certifier/signoff/password.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

bool signing_key(const char *path, const char *password_fd, struct minisign_secret *key,
                 struct fault *fault) {
  memset(key, 0, sizeof *key);
  if (!path) return fault_set(fault, "--key is missing: which key is to sign?");
  char what[256];
  snprintf(what, sizeof what, "Password for %s", path);
  struct password_source source = {.what = what};
  return password_descriptor(password_fd, &source, fault) &&
         minisign_read_secret(path, password_ask, &source, key, fault);
}

bool signing_sign(const struct minisign_secret *key, const char *file, const char *comment,
                  struct fault *fault) {
  char usual[MINISIGN_COMMENT_BYTES];
  const char *slash = strrchr(file, '/');
  snprintf(usual, sizeof usual, "timestamp:%lld\tfile:%.500s\thashed", (long long)time(NULL),
           slash ? slash + 1 : file);
  return minisign_sign(key, file, comment ? comment : usual, fault);
}
