/* A child process that works for a call of the library, and what it sends. Nothing of the parent's
 * side ends the process or allocates memory that it cannot do without. */
#ifndef VOUCH_CERTIFIER_LIBRARY_HELPER_H
#define VOUCH_CERTIFIER_LIBRARY_HELPER_H

#include "certifier/library/vouch.h"

#include <stdbool.h>
#include <stdint.h>

/* Sentences into error->text, truncated; `error` may be NULL. Returns false. */
bool error_set(vouch_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What a message is about is between work.c and those who read it. */
struct message {
  uint32_t kind, detail;
  char
      *bytes; /* allocated, with a NUL behind; the parent's reader may keep it: then it sets NULL */
  size_t size;
};

/* In the child. A message that does not arrive ends the child. */
void message_send(int to, uint32_t kind, uint32_t detail, const void *bytes, size_t size);
static inline void message_number(int to, uint32_t kind, uint32_t detail) {
  message_send(to, kind, detail, NULL, 0);
}

struct helper_task {
  void (*work)(void *context, int to); /* in the child; when it returns, the child ends */
  void *context;
  unsigned memory; /* megabytes beside what the parent has; 0: no limit */
  /* In the parent: every message. False: enough, the child is ended. */
  bool (*take)(void *taker, struct message *message);
  /* In the parent, several times a second; NULL: nobody wants to know. False: the child is asked
   * to end, and to say so, and is ended if it does not. */
  bool (*go_on)(void *taker);
  void *taker;
};

/* Starts the child and returns when it is gone; `why` says how it ended, for those who missed a
 * message. False: it could not be started. */
enum { HELPER_WHY = 80 };
bool helper_run(const struct helper_task *task, char why[HELPER_WHY], vouch_error *error);

#endif
