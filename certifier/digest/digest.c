#include "certifier/digest/digest.h"

#include <errno.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void digest_bytes(const void *bytes, size_t size, char text[DIGEST_TEXT_BYTES]) {
  uint8_t hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, bytes, size);
  sodium_bin2hex(text, DIGEST_TEXT_BYTES, hash, sizeof hash);
}

bool digest_file(const char *path, char text[DIGEST_TEXT_BYTES], struct fault *fault) {
  FILE *file = fopen(path, "rb");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  uint8_t buffer[1 << 15], hash[crypto_hash_sha256_BYTES];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, file)) > 0)
    crypto_hash_sha256_update(&state, buffer, n);
  bool ok = !ferror(file) || fault_set(fault, "%s: cannot read: %s", path, strerror(errno));
  fclose(file);
  crypto_hash_sha256_final(&state, hash);
  sodium_bin2hex(text, DIGEST_TEXT_BYTES, hash, sizeof hash);
  return ok;
}
