#include "certifier/signing.h"

#include "certifier/password.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

bool signing_key(const char *path, const char *password_fd, struct minisign_secret *key, struct fault *fault) {
  memset(key, 0, sizeof *key);
  if (!path) return fault_set(fault, "--key is missing: which key is to sign?");
  char what[256];
  snprintf(what, sizeof what, "Password for %s", path);
  struct password_source source = {.what = what};
  return password_descriptor(password_fd, &source, fault) && minisign_read_secret(path, password_ask, &source, key, fault);
}

bool signing_sign(const struct minisign_secret *key, const char *file, const char *comment, struct fault *fault) {
  char usual[MINISIGN_COMMENT_BYTES];
  const char *slash = strrchr(file, '/');
  snprintf(usual, sizeof usual, "timestamp:%lld\tfile:%.500s\thashed", (long long)time(NULL), slash ? slash + 1 : file);
  return minisign_sign(key, file, comment ? comment : usual, fault);
}

bool digest_file(const char *path, char text[DIGEST_TEXT_BYTES], struct fault *fault) {
  FILE *file = fopen(path, "rb");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  uint8_t buffer[1 << 15], hash[crypto_hash_sha256_BYTES];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, file)) > 0) crypto_hash_sha256_update(&state, buffer, n);
  bool ok = !ferror(file) || fault_set(fault, "%s: cannot read: %s", path, strerror(errno));
  fclose(file);
  crypto_hash_sha256_final(&state, hash);
  sodium_bin2hex(text, DIGEST_TEXT_BYTES, hash, sizeof hash);
  return ok;
}
