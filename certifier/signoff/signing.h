/* Small steps that sign, signoff and verify share. */
#ifndef VOUCH_CERTIFIER_SIGNOFF_SIGNING_H
#define VOUCH_CERTIFIER_SIGNOFF_SIGNING_H

#include "certifier/signoff/minisign.h"

/* Reads the secret key that --key names, asking for its password where it has one. On failure *key
 * holds nothing secret. */
bool signing_key(const char *path, const char *password_fd, struct minisign_secret *key,
                 struct fault *fault);
/* Signs with a trusted comment; NULL: time and base name of the file. */
bool signing_sign(const struct minisign_secret *key, const char *file, const char *comment,
                  struct fault *fault);

#endif
