/* Whole files into memory, for the readers: all of them parse bytes that are already there. */
#ifndef VOUCH_FORMATS_SUPPORT_INPUT_H
#define VOUCH_FORMATS_SUPPORT_INPUT_H

#include "formats/support/fault.h"

#include <stddef.h>

/* On success the caller frees *bytes, which has a NUL behind its *size bytes. Works for pipes too.
 */
bool input_read_file(const char *path, unsigned char **bytes, size_t *size, struct fault *fault);

#endif
