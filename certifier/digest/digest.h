/* SHA-256 of files, as text. */
#ifndef VOUCH_CERTIFIER_DIGEST_DIGEST_H
#define VOUCH_CERTIFIER_DIGEST_DIGEST_H

#include "formats/support/fault.h"

enum { DIGEST_TEXT_BYTES = 65 };
/* SHA-256 of a file in hexadecimal. */
bool digest_file(const char *path, char text[DIGEST_TEXT_BYTES], struct fault *fault);

#endif
