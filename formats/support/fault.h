/* What went wrong in a reader or writer: a sentence with file, line or byte offset, and what was
 * expected. Readers fill it and return false; they never print and never exit. */
#ifndef VOUCH_FORMATS_SUPPORT_FAULT_H
#define VOUCH_FORMATS_SUPPORT_FAULT_H

#include <stdbool.h>
#include <stdio.h>

struct fault {
  char text[1024];   /* as it came, control characters included: fault_print escapes it */
  char excerpt[128]; /* the piece of a source line that the text is about; "": none */
  unsigned mark;     /* the column of the excerpt, from 0, that gets a mark */
};

/* Formats the message (truncating) and returns false, so that a reader can `return fault_set(...)`.
 * There is no excerpt afterwards. */
bool fault_set(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "context: " before the text of `inner`, keeps its excerpt, and returns false. */
bool fault_within(struct fault *fault, const char *context, const struct fault *inner);

/* One line "who: text", escaped, and below it the excerpt with its mark. */
void fault_print(const struct fault *fault, const char *who, FILE *file);

#endif
