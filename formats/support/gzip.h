/* gzip data (RFC 1952), in memory. */
#ifndef VOUCH_FORMATS_SUPPORT_GZIP_H
#define VOUCH_FORMATS_SUPPORT_GZIP_H

#include "formats/support/fault.h"

#include <stddef.h>

/* Do the bytes start as gzip data does? No model or property file does. */
bool gzip_is(const unsigned char *bytes, size_t size);

/* Replaces the allocated *bytes by what they hold, with a NUL behind it that does not count. All
 * members of a file with several; check sums are compared. On failure *bytes is as it was. `name`
 * is for messages. */
bool gzip_unpack(const char *name, unsigned char **bytes, size_t *size, struct fault *fault);

#endif
