#include "certifier/signoff/minisign.h"

#include "formats/support/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  LINE_BYTES = 2048,
  CHECKSUM_BYTES = 32,
  SALT_BYTES = crypto_pwhash_scryptsalsa208sha256_SALTBYTES,
  SIGNATURE_BYTES = crypto_sign_BYTES,
  PUBLIC_FILE_BYTES = 2 + MINISIGN_ID_BYTES + MINISIGN_PUBLIC_BYTES,
  SIGNATURE_FILE_BYTES = 2 + MINISIGN_ID_BYTES + SIGNATURE_BYTES,
  SALT_AT = 6,
  LIMITS_AT = SALT_AT + SALT_BYTES,
  SEALED_AT = LIMITS_AT + 16,
  SEALED_BYTES = MINISIGN_ID_BYTES + MINISIGN_SECRET_BYTES + CHECKSUM_BYTES,
  SECRET_FILE_BYTES = SEALED_AT + SEALED_BYTES,
};

static const char untrusted_prefix[] = "untrusted comment: ";
static const char trusted_prefix[] = "trusted comment: ";

static bool start_sodium(struct fault *fault) {
  return sodium_init() >= 0 || fault_set(fault, "libsodium cannot be initialised on this machine");
}

static void put_le64(uint8_t *to, uint64_t x) {
  for (int k = 0; k < 8; k++) to[k] = (uint8_t)(x >> (8 * k));
}

static uint64_t get_le64(const uint8_t *from) {
  uint64_t x = 0;
  for (int k = 7; k >= 0; k--) x = x << 8 | from[k];
  return x;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* One line without its end; false at the end of the file or when it is too long. */
static bool read_line(FILE *file, char line[LINE_BYTES]) {
  if (!fgets(line, LINE_BYTES, file)) return false;
  size_t n = strlen(line);
  if (n > 0 && line[n - 1] == '\n')
    line[--n] = 0;
  else if (!feof(file))
    return false;
  if (n > 0 && line[n - 1] == '\r') line[n - 1] = 0;
  return true;
}

static bool read_base64(const char *line, uint8_t *bytes, size_t size) {
  size_t got;
  const char *end;
  if (sodium_base642bin(bytes, size, line, strlen(line), NULL, &got, &end,
                        sodium_base64_VARIANT_ORIGINAL) != 0)
    return false;
  return got == size && *end == 0;
}

static void write_base64(FILE *file, const uint8_t *bytes, size_t size) {
  char text[4 * ((SECRET_FILE_BYTES + 2) / 3) + 1];
  sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_ORIGINAL);
  fprintf(file, "%s\n", text);
  sodium_memzero(text, sizeof text);
}

static bool starts_with(const char *line, const char *prefix) {
  return strncmp(line, prefix, strlen(prefix)) == 0;
}

/* A comment line and a base64 line: what key files consist of. */
static bool read_key_file(const char *path, const char *what, uint8_t *bytes, size_t size,
                          struct fault *fault) {
  FILE *file = fopen(path, "r");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  char line[LINE_BYTES];
  bool ok = true;
  if (!read_line(file, line) || !starts_with(line, untrusted_prefix))
    ok = fault_set(fault, "%s: line 1: expected \"%s...\"", path, untrusted_prefix);
  else if (!read_line(file, line) || !read_base64(line, bytes, size))
    ok = fault_set(fault, "%s: line 2: expected %zu bytes of %s in base64", path, size, what);
  sodium_memzero(line, sizeof line);
  fclose(file);
  return ok;
}

/* --- keys ------------------------------------------------------------------------------------- */

/* BLAKE2b-256 of algorithm, key id and secret key: tells a wrong password from a right one. */
static void checksum(const uint8_t *sealed, uint8_t out[CHECKSUM_BYTES]) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, NULL, 0, CHECKSUM_BYTES);
  crypto_generichash_update(&state, (const uint8_t *)"Ed", 2);
  crypto_generichash_update(&state, sealed, MINISIGN_ID_BYTES + MINISIGN_SECRET_BYTES);
  crypto_generichash_final(&state, out, CHECKSUM_BYTES);
}

/* XORs the sealed part of a secret key file with the stream that scrypt makes of the password. */
static bool apply_password(uint8_t file[SECRET_FILE_BYTES], const char *password,
                           struct fault *fault) {
  uint8_t stream[SEALED_BYTES];
  uint64_t ops = get_le64(file + LIMITS_AT), mem = get_le64(file + LIMITS_AT + 8);
  if (mem > SIZE_MAX ||
      crypto_pwhash_scryptsalsa208sha256(stream, sizeof stream, password, strlen(password),
                                         file + SALT_AT, ops, (size_t)mem) != 0)
    return fault_set(fault, "not enough memory for the key's password function (%llu bytes)",
                     (unsigned long long)mem);
  for (size_t k = 0; k < SEALED_BYTES; k++) file[SEALED_AT + k] ^= stream[k];
  sodium_memzero(stream, sizeof stream);
  return true;
}

static FILE *create_new(const char *path, mode_t mode, struct fault *fault) {
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
  if (!file) {
    fault_set(fault, "%s: cannot create: %s", path, strerror(errno));
    if (fd >= 0) close(fd);
  }
  return file;
}

static bool close_new(FILE *file, const char *path, struct fault *fault) {
  bool ok = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
  int error = errno;
  if (fclose(file) != 0 && ok) {
    ok = false;
    error = errno;
  }
  if (ok) return true;
  unlink(path);
  return fault_set(fault, "%s: cannot write: %s", path, strerror(error));
}

static bool write_secret(const char *path, const uint8_t file[SECRET_FILE_BYTES], bool sealed,
                         struct fault *fault) {
  FILE *out = create_new(path, 0600, fault);
  if (!out) return false;
  fprintf(out, "%svouch %ssecret key\n", untrusted_prefix, sealed ? "encrypted " : "");
  write_base64(out, file, SECRET_FILE_BYTES);
  return close_new(out, path, fault);
}

static void print_public(FILE *out, const struct minisign_public *key) {
  uint8_t file[PUBLIC_FILE_BYTES] = {'E', 'd'};
  memcpy(file + 2, key->id, MINISIGN_ID_BYTES);
  memcpy(file + 2 + MINISIGN_ID_BYTES, key->key, MINISIGN_PUBLIC_BYTES);
  fprintf(out, "%sminisign public key %016llX\n", untrusted_prefix,
          (unsigned long long)get_le64(key->id));
  write_base64(out, file, sizeof file);
}

static bool write_new_public(const char *path, const struct minisign_public *key,
                             struct fault *fault) {
  FILE *out = create_new(path, 0644, fault);
  if (!out) return false;
  print_public(out, key);
  return close_new(out, path, fault);
}

bool minisign_write_public(const char *path, const struct minisign_public *key,
                           struct fault *fault) {
  struct output out;
  if (!output_open(&out, path, fault)) return false;
  print_public(out.file, key);
  return output_commit(&out, true, fault);
}

void minisign_id_text(const uint8_t id[MINISIGN_ID_BYTES], char text[MINISIGN_ID_TEXT_BYTES]) {
  for (size_t k = 0; k < MINISIGN_ID_BYTES; k++)
    snprintf(text + 2 * k, 3, "%02X", id[MINISIGN_ID_BYTES - 1 - k]);
}

struct minisign_public minisign_public_of(const struct minisign_secret *key) {
  struct minisign_public public;
  memcpy(public.id, key->id, MINISIGN_ID_BYTES);
  crypto_sign_ed25519_sk_to_pk(public.key, key->key);
  return public;
}

/* Fills a secret key file with a fresh pair, not yet sealed. */
static void make_pair(uint8_t file[SECRET_FILE_BYTES], struct minisign_public *public) {
  memset(file, 0, SECRET_FILE_BYTES);
  memcpy(file, "Ed", 2);
  memcpy(file + 4, "B2", 2);
  uint8_t *sealed = file + SEALED_AT;
  randombytes_buf(sealed, MINISIGN_ID_BYTES);
  crypto_sign_keypair(public->key, sealed + MINISIGN_ID_BYTES);
  memcpy(public->id, sealed, MINISIGN_ID_BYTES);
  checksum(sealed, sealed + MINISIGN_ID_BYTES + MINISIGN_SECRET_BYTES);
}

bool minisign_keygen(const char *path, const char *password, struct fault *fault) {
  char key_path[4096], public_path[4096];
  if (strlen(path) + 5 > sizeof key_path) return fault_set(fault, "%.100s...: path too long", path);
  snprintf(key_path, sizeof key_path, "%s.key", path);
  snprintf(public_path, sizeof public_path, "%s.pub", path);
  if (!start_sodium(fault)) return false;
  if (access(public_path, F_OK) == 0)
    return fault_set(fault, "%s: exists; keys are never overwritten", public_path);

  struct minisign_public public;
  uint8_t file[SECRET_FILE_BYTES];
  make_pair(file, &public);
  bool ok = true;
  if (password) {
    memcpy(file + 2, "Sc", 2);
    randombytes_buf(file + SALT_AT, SALT_BYTES);
    put_le64(file + LIMITS_AT, crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE);
    put_le64(file + LIMITS_AT + 8, crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE);
    ok = apply_password(file, password, fault);
  }
  ok = ok && write_secret(key_path, file, password != NULL, fault);
  if (ok && !write_new_public(public_path, &public, fault)) {
    unlink(key_path);
    ok = false;
  }
  sodium_memzero(file, sizeof file);
  return ok;
}

bool minisign_read_public(const char *path, struct minisign_public *key, struct fault *fault) {
  uint8_t file[PUBLIC_FILE_BYTES];
  if (!start_sodium(fault) ||
      !read_key_file(path, "a minisign public key", file, sizeof file, fault))
    return false;
  if (memcmp(file, "Ed", 2) != 0) return fault_set(fault, "%s: not an Ed25519 public key", path);
  memcpy(key->id, file + 2, MINISIGN_ID_BYTES);
  memcpy(key->key, file + 2 + MINISIGN_ID_BYTES, MINISIGN_PUBLIC_BYTES);
  return true;
}

static bool unseal(const char *path, uint8_t file[SECRET_FILE_BYTES], minisign_ask *ask,
                   void *context, struct fault *fault) {
  if (memcmp(file, "Ed", 2) != 0 || memcmp(file + 4, "B2", 2) != 0)
    return fault_set(fault, "%s: not an Ed25519 secret key of minisign's format", path);
  bool sealed = memcmp(file + 2, "Sc", 2) == 0;
  if (!sealed && (file[2] != 0 || file[3] != 0))
    return fault_set(fault, "%s: unknown password function", path);
  if (sealed) {
    char password[MINISIGN_PASSWORD_BYTES];
    bool ok = ask(context, password, fault) && apply_password(file, password, fault);
    sodium_memzero(password, sizeof password);
    if (!ok) return false;
  }
  const uint8_t *stored = file + SEALED_AT + MINISIGN_ID_BYTES + MINISIGN_SECRET_BYTES;
  uint8_t sum[CHECKSUM_BYTES];
  checksum(file + SEALED_AT, sum);
  if (sodium_memcmp(sum, stored, CHECKSUM_BYTES) == 0) return true;
  if (!sealed && sodium_is_zero(stored, CHECKSUM_BYTES))
    return true; /* minisign -W leaves it out */
  return sealed ? fault_set(fault, "%s: wrong password", path)
                : fault_set(fault, "%s: the key is damaged", path);
}

bool minisign_read_secret(const char *path, minisign_ask *ask, void *context,
                          struct minisign_secret *key, struct fault *fault) {
  uint8_t file[SECRET_FILE_BYTES];
  if (!start_sodium(fault)) return false;
  bool ok = read_key_file(path, "a minisign secret key", file, sizeof file, fault) &&
            unseal(path, file, ask, context, fault);
  if (ok) {
    memcpy(key->id, file + SEALED_AT, MINISIGN_ID_BYTES);
    memcpy(key->key, file + SEALED_AT + MINISIGN_ID_BYTES, MINISIGN_SECRET_BYTES);
  }
  sodium_memzero(file, sizeof file);
  return ok;
}

void minisign_forget(struct minisign_secret *key) { sodium_memzero(key, sizeof *key); }

/* --- signatures ------------------------------------------------------------------------------- */

static bool hash_file(const char *path, uint8_t hash[crypto_generichash_BYTES_MAX],
                      struct fault *fault) {
  FILE *file = fopen(path, "rb");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  crypto_generichash_state state;
  crypto_generichash_init(&state, NULL, 0, crypto_generichash_BYTES_MAX);
  uint8_t buffer[1 << 15];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, file)) > 0)
    crypto_generichash_update(&state, buffer, n);
  bool ok = !ferror(file) || fault_set(fault, "%s: cannot read: %s", path, strerror(errno));
  fclose(file);
  crypto_generichash_final(&state, hash, crypto_generichash_BYTES_MAX);
  return ok;
}

/* What the second signature covers: the first one and the trusted comment. */
static size_t global_message(uint8_t message[SIGNATURE_BYTES + MINISIGN_COMMENT_BYTES],
                             const uint8_t *signature, const char *comment) {
  size_t n = strlen(comment);
  memcpy(message, signature, SIGNATURE_BYTES);
  memcpy(message + SIGNATURE_BYTES, comment, n);
  return SIGNATURE_BYTES + n;
}

bool minisign_sign(const struct minisign_secret *key, const char *path, const char *trusted_comment,
                   struct fault *fault) {
  if (strlen(trusted_comment) >= MINISIGN_COMMENT_BYTES || strpbrk(trusted_comment, "\r\n"))
    return fault_set(fault, "the trusted comment must be one line of less than %d bytes",
                     MINISIGN_COMMENT_BYTES);
  uint8_t hash[crypto_generichash_BYTES_MAX], file[SIGNATURE_FILE_BYTES] = {'E', 'D'},
                                              global[SIGNATURE_BYTES];
  if (!start_sodium(fault) || !hash_file(path, hash, fault)) return false;
  uint8_t *signature = file + 2 + MINISIGN_ID_BYTES;
  memcpy(file + 2, key->id, MINISIGN_ID_BYTES);
  crypto_sign_detached(signature, NULL, hash, sizeof hash, key->key);
  uint8_t message[SIGNATURE_BYTES + MINISIGN_COMMENT_BYTES];
  crypto_sign_detached(global, NULL, message, global_message(message, signature, trusted_comment),
                       key->key);

  char target[4096];
  if ((size_t)snprintf(target, sizeof target, "%s.minisig", path) >= sizeof target)
    return fault_set(fault, "%.100s...: path too long", path);
  struct output out;
  if (!output_open(&out, target, fault)) return false;
  fprintf(out.file, "%ssignature from vouch secret key\n", untrusted_prefix);
  write_base64(out.file, file, sizeof file);
  fprintf(out.file, "%s%s\n", trusted_prefix, trusted_comment);
  write_base64(out.file, global, sizeof global);
  return output_commit(&out, true, fault);
}

struct signature {
  uint8_t bytes[SIGNATURE_FILE_BYTES], global[SIGNATURE_BYTES];
  char comment[LINE_BYTES];
};

static bool read_signature(const char *path, struct signature *s, struct fault *fault) {
  FILE *file = fopen(path, "r");
  if (!file) return fault_set(fault, "%s: cannot open: %s", path, strerror(errno));
  char line[LINE_BYTES];
  bool ok = true;
  if (!read_line(file, line) || !starts_with(line, untrusted_prefix))
    ok = fault_set(fault, "%s: line 1: expected \"%s...\"", path, untrusted_prefix);
  else if (!read_line(file, line) || !read_base64(line, s->bytes, sizeof s->bytes))
    ok = fault_set(fault, "%s: line 2: expected a signature in base64", path);
  else if (!read_line(file, s->comment) || !starts_with(s->comment, trusted_prefix))
    ok = fault_set(fault, "%s: line 3: expected \"%s...\"", path, trusted_prefix);
  else if (!read_line(file, line) || !read_base64(line, s->global, sizeof s->global))
    ok = fault_set(fault, "%s: line 4: expected a signature in base64", path);
  else if (getc(file) != EOF)
    ok = fault_set(fault, "%s: line 5: expected the end of the file", path);
  else if (strlen(s->comment) - strlen(trusted_prefix) >= MINISIGN_COMMENT_BYTES)
    ok = fault_set(fault, "%s: line 3: the trusted comment is too long", path);
  fclose(file);
  return ok;
}

static bool verify_hash(const struct minisign_public *key, const char *path,
                        const uint8_t hash[crypto_generichash_BYTES_MAX],
                        const char *signature_path, char trusted_comment[MINISIGN_COMMENT_BYTES],
                        struct fault *fault) {
  struct signature s;
  if (!start_sodium(fault) || !read_signature(signature_path, &s, fault)) return false;
  if (memcmp(s.bytes, "ED", 2) != 0)
    return fault_set(fault, "%s: expected a prehashed Ed25519 signature (minisign's default)",
                     signature_path);
  if (memcmp(s.bytes + 2, key->id, MINISIGN_ID_BYTES) != 0)
    return fault_set(fault, "%s: made with key %016llX, not with %016llX", signature_path,
                     (unsigned long long)get_le64(s.bytes + 2),
                     (unsigned long long)get_le64(key->id));
  const uint8_t *signature = s.bytes + 2 + MINISIGN_ID_BYTES;
  if (crypto_sign_verify_detached(signature, hash, crypto_generichash_BYTES_MAX, key->key) != 0)
    return fault_set(fault, "%s: the signature does not match %s", signature_path, path);
  const char *comment = s.comment + strlen(trusted_prefix);
  uint8_t message[SIGNATURE_BYTES + MINISIGN_COMMENT_BYTES];
  if (crypto_sign_verify_detached(s.global, message, global_message(message, signature, comment),
                                  key->key) != 0)
    return fault_set(fault, "%s: the trusted comment was changed", signature_path);
  memcpy(trusted_comment, comment, strlen(comment) + 1);
  return true;
}

bool minisign_verify_bytes(const struct minisign_public *key, const char *name, const void *bytes,
                           size_t size, const char *signature,
                           char trusted_comment[MINISIGN_COMMENT_BYTES], struct fault *fault) {
  uint8_t hash[crypto_generichash_BYTES_MAX];
  if (!start_sodium(fault)) return false;
  crypto_generichash(hash, sizeof hash, bytes, size, NULL, 0);
  return verify_hash(key, name, hash, signature, trusted_comment, fault);
}
