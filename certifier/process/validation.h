/* Runs vouch-validate as a process of its own and reads its outcome. A outcome counts only when
 * exit status and last line agree; everything else is "cannot tell". */
#ifndef VOUCH_CERTIFIER_PROCESS_VALIDATION_H
#define VOUCH_CERTIFIER_PROCESS_VALIDATION_H

#include "formats/support/fault.h"

#include <stddef.h>
#include <sys/types.h>

enum validation_outcome {
  VALIDATION_UNKNOWN,
  VALIDATION_HOLDS,
  VALIDATION_FAILS,
  VALIDATION_REJECTED
};
const char *validation_word(enum validation_outcome outcome); /* unknown, holds, fails, rejected */

enum { VALIDATION_PATH_BYTES = 4096, VALIDATION_OUTPUT_LIMIT = 1 << 24 };

/* One run of the validator. */
struct validation {
  pid_t pid;      /* 0: not running */
  int descriptor; /* the validator's standard output and error; poll it for reading */
  double started, seconds;
  bool killed;
  char *output; /* everything it said, NUL-terminated; at most VALIDATION_OUTPUT_LIMIT bytes, then
                   the run counts as unknown */
  size_t size, capacity;
  enum validation_outcome outcome; /* when finished */
  char line[512];                  /* its last line, or why there is no outcome */
};

/* Finds the validator: `given` if not NULL, else the one beside this program, else the one in PATH.
 */
bool validation_find(const char *given, char path[VALIDATION_PATH_BYTES], struct fault *fault);

/* The validator's option that takes this property: --property for "bad 0" and its like, --formula
 * otherwise. */
const char *validation_option(const char *property);

/* arguments: NULL-terminated, without the program's name. */
bool validation_start(struct validation *validation, const char *validator,
                      const char *const *arguments, struct fault *fault);
/* Reads what is there (blocks if nothing is); true once the run is over and outcome_of. */
bool validation_read(struct validation *validation);
/* Ends a run that takes too long or is not wanted any more; validation_read then finishes it soon.
 */
void validation_kill(struct validation *validation);
void validation_free(struct validation *validation);

/* Start to end, for callers with one certificate. seconds <= 0: no limit. */
bool validation_run(struct validation *validation, const char *validator,
                    const char *const *arguments, double seconds, struct fault *fault);

#endif
