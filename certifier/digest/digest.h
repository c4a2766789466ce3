/* SHA-256 of files, as text. */
#ifndef VOUCH_CERTIFIER_DIGEST_DIGEST_H
#define VOUCH_CERTIFIER_DIGEST_DIGEST_H

#include "formats/support/fault.h"

#include <stddef.h>

enum { DIGEST_TEXT_BYTES = 65 };
/* SHA-256 in hexadecimal: of bytes, of a file. */
void digest_bytes(const void *bytes, size_t size, char text[DIGEST_TEXT_BYTES]);
bool digest_file(const char *path, char text[DIGEST_TEXT_BYTES], struct fault *fault);

#endif
