/* What went wrong in a reader or writer: a sentence with file, line or byte offset, and what was
 * expected. Readers fill it and return false; they never print and never exit. */
#ifndef VOUCH_FORMATS_SUPPORT_FAULT_H
#define VOUCH_FORMATS_SUPPORT_FAULT_H

#include <stdbool.h>
#include <stdio.h>

enum { FAULTS_KEPT = 20 };

/* One of several. */
struct fault_item {
  char text[640];
  char excerpt[128];
  unsigned mark;
};

struct fault {
  char text[1024];   /* as it came, control characters included: fault_print escapes it */
  char excerpt[128]; /* the piece of a source line that the text is about; "": none */
  unsigned mark;     /* the column of the excerpt, from 0, that gets a mark */
  size_t count;      /* how many faults there are, this one among them */
  struct fault_item more[FAULTS_KEPT - 1]; /* those behind the first, as far as there is room */
};

/* Formats the message (truncating) and returns false, so that a reader can `return fault_set(...)`.
 * There is no excerpt afterwards. */
bool fault_set(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For readers that go on after a fault. There is none yet. */
void fault_clear(struct fault *fault);
/* Adds one behind those that there are; the excerpt may be NULL. */
bool fault_add(struct fault *fault, const char *excerpt, unsigned mark, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Is there one whose text starts like that? */
bool fault_known(const struct fault *fault, const char *start);
/* Adds all of `inner`. */
bool fault_join(struct fault *fault, const struct fault *inner);

/* Puts "context: " before the texts of `inner`, keeps its excerpts, and returns false. */
bool fault_within(struct fault *fault, const char *context, const struct fault *inner);

/* For each of them one line "who: text", escaped, and below it the excerpt with its mark. */
void fault_print(const struct fault *fault, const char *who, FILE *file);

#endif
