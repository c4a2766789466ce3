/* What went wrong in a reader or writer: a sentence with file, line or byte offset, and what was
 * expected. Readers fill it and return false; they never print and never exit. */
#ifndef VOUCH_FORMATS_SUPPORT_FAULT_H
#define VOUCH_FORMATS_SUPPORT_FAULT_H

#include <stdbool.h>

struct fault {
  char text[1024];
};

/* Formats the message (truncating) and returns false, so that a reader can `return fault_set(...)`.
 */
bool fault_set(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
