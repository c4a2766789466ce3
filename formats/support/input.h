/* Whole files into memory, for the readers: all of them parse bytes that are already there. */
#ifndef VOUCH_FORMATS_SUPPORT_INPUT_H
#define VOUCH_FORMATS_SUPPORT_INPUT_H

#include "formats/support/fault.h"

#include <stddef.h>

/* What messages call the path of an input: "-" is standard input. */
const char *input_name(const char *path);

/* On success the caller frees *bytes, which has a NUL behind its *size bytes. Works for pipes too.
 */
bool input_read_file(const char *path, unsigned char **bytes, size_t *size, struct fault *fault);

/* The same for a model: "-" is standard input, and what is gzip is unpacked. *plain says whether
 * others find the same bytes under this path, again and again. */
bool input_read_model(const char *path, unsigned char **bytes, size_t *size, bool *plain,
                      struct fault *fault);

#endif
