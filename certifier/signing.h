/* Small steps that sign, signoff and verify share. */
#ifndef VOUCH_CERTIFIER_SIGNING_H
#define VOUCH_CERTIFIER_SIGNING_H

#include "certifier/minisign.h"

/* Reads the secret key that --key names, asking for its password where it has one. On failure *key holds nothing secret. */
bool signing_key(const char *path, const char *password_fd, struct minisign_secret *key, struct fault *fault);
/* Signs with a trusted comment; NULL: time and base name of the file. */
bool signing_sign(const struct minisign_secret *key, const char *file, const char *comment, struct fault *fault);

enum { DIGEST_TEXT_BYTES = 65 };
/* SHA-256 of a file in hexadecimal. */
bool digest_file(const char *path, char text[DIGEST_TEXT_BYTES], struct fault *fault);

#endif
