/* Ed25519 keys and signature files in minisign's format, so that the stock tool accepts ours and we
 * accept its.
 *
 *   public key    "Ed" key-id(8) public(32)
 *   secret key    "Ed" kdf("Sc" or 0,0) "B2" salt(32) opslimit(8) memlimit(8) { key-id(8)
 * secret(64) checksum(32) } the part in braces is XORed with scrypt(password, salt) unless kdf is
 * 0,0 signature     "ED" key-id(8) Ed25519(BLAKE2b-512 of the file)(64), and over signature and
 * trusted comment: Ed25519(64)
 *
 * each in base64 on a line of its own behind an "untrusted comment:" line. */
#ifndef VOUCH_CERTIFIER_SIGNOFF_MINISIGN_H
#define VOUCH_CERTIFIER_SIGNOFF_MINISIGN_H

#include "formats/support/fault.h"

#include <stddef.h>
#include <stdint.h>

enum {
  MINISIGN_ID_BYTES = 8,
  MINISIGN_ID_TEXT_BYTES = 2 * MINISIGN_ID_BYTES + 1,
  MINISIGN_PUBLIC_BYTES = 32,
  MINISIGN_SECRET_BYTES = 64,
  MINISIGN_COMMENT_BYTES = 1024,
  MINISIGN_PASSWORD_BYTES = 1024,
};

struct minisign_public {
  uint8_t id[MINISIGN_ID_BYTES];
  uint8_t key[MINISIGN_PUBLIC_BYTES];
};

struct minisign_secret {
  uint8_t id[MINISIGN_ID_BYTES];
  uint8_t key[MINISIGN_SECRET_BYTES];
};

/* Gives the password of a key file; false if there is none to be had. Called only for protected
 * keys. */
typedef bool minisign_ask(void *context, char password[MINISIGN_PASSWORD_BYTES],
                          struct fault *fault);

/* Makes a key pair and writes path.key (mode 0600) and path.pub; refuses to overwrite either.
 * password NULL: unprotected. */
bool minisign_keygen(const char *path, const char *password, struct fault *fault);

bool minisign_read_public(const char *path, struct minisign_public *key, struct fault *fault);
bool minisign_read_secret(const char *path, minisign_ask *ask, void *context,
                          struct minisign_secret *key, struct fault *fault);
/* The public half of a key, and its file (replacing an old one). */
struct minisign_public minisign_public_of(const struct minisign_secret *key);
bool minisign_write_public(const char *path, const struct minisign_public *key,
                           struct fault *fault);
/* The id of a key as minisign prints it. */
void minisign_id_text(const uint8_t id[MINISIGN_ID_BYTES], char text[MINISIGN_ID_TEXT_BYTES]);
/* Overwrites the key in memory. */
void minisign_forget(struct minisign_secret *key);

/* Writes `file`.minisig (replacing an old one). The trusted comment is one line and is signed too.
 */
bool minisign_sign(const struct minisign_secret *key, const char *file, const char *trusted_comment,
                   struct fault *fault);

/* True iff `signature` (a path) is a signature of these bytes by `key` and its trusted comment is
 * signed too; then the comment is copied out. `name` is for messages. */
bool minisign_verify_bytes(const struct minisign_public *key, const char *name, const void *bytes,
                           size_t size, const char *signature,
                           char trusted_comment[MINISIGN_COMMENT_BYTES], struct fault *fault);

#endif
