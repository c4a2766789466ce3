/* Runs vouch-validate as a process of its own and reads its judgement. A judgement counts only when exit status and last
 * line agree; everything else is "cannot tell". */
#ifndef VOUCH_CERTIFIER_JUDGE_H
#define VOUCH_CERTIFIER_JUDGE_H

#include "formats/fault.h"

#include <stddef.h>
#include <sys/types.h>

enum judgement { JUDGED_UNKNOWN, JUDGED_HOLDS, JUDGED_FAILS, JUDGED_REJECTED };
const char *judgement_word(enum judgement judgement); /* unknown, holds, fails, rejected */

enum { JUDGE_PATH_BYTES = 4096, JUDGE_OUTPUT_LIMIT = 1 << 24 };

/* One run of the validator. */
struct judge {
  pid_t pid;      /* 0: not running */
  int descriptor; /* the validator's standard output and error; poll it for reading */
  double started, seconds;
  bool killed;
  char *output; /* everything it said, NUL-terminated; at most JUDGE_OUTPUT_LIMIT bytes, then the run counts as unknown */
  size_t size, capacity;
  enum judgement judgement; /* when finished */
  char line[512];           /* its last line, or why there is no judgement */
};

/* Finds the validator: `given` if not NULL, else the one beside this program, else the one in PATH. */
bool judge_find(const char *given, char path[JUDGE_PATH_BYTES], struct fault *fault);

/* The validator's option that takes this property: --property for "bad 0" and its like, --formula otherwise. */
const char *judge_option(const char *property);

/* arguments: NULL-terminated, without the program's name. */
bool judge_start(struct judge *judge, const char *validator, const char *const *arguments, struct fault *fault);
/* Reads what is there (blocks if nothing is); true once the run is over and judged. */
bool judge_read(struct judge *judge);
/* Ends a run that takes too long or is not wanted any more; judge_read then finishes it soon. */
void judge_kill(struct judge *judge);
void judge_free(struct judge *judge);

/* Start to end, for callers with one certificate. seconds <= 0: no limit. */
bool judge_run(struct judge *judge, const char *validator, const char *const *arguments, double seconds, struct fault *fault);

#endif
