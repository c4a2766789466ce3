/* One run of a program under limits, and what it answered. */
#ifndef VOUCH_CERTIFIER_BENCH_RUN_H
#define VOUCH_CERTIFIER_BENCH_RUN_H

#include "certifier/bench/tool.h"

struct run_result {
  double seconds, cpu_seconds;
  double memory_megabytes; /* of its largest process */
  bool timed_out, interrupted;
  int status; /* as from waitpid */
  char *output, *errors;
};

/* Runs the words with nothing on standard input. It and all that it starts (as long as they stay in
 * its process group) are ended when the time is over, or on a signal. The limit of memory is on the
 * addresses of each process. False: it could not be started. */
bool run_program(const struct texts *words, const struct limits *limits, struct run_result *result,
                 struct fault *fault);
void run_result_free(struct run_result *result);

/* What the output of a program says. */
struct answer {
  const char *verdict; /* "holds", "fails", "unknown" */
  char *certificate;   /* the file that it names; NULL: none */
  bool contradictory;
};
/* Texts in lines of the output that mean something, besides what is known by itself: JSON objects
 * with "verdict" and "certificate" as of vouch check, the lines sat and unsat, what ABC says. */
struct phrases {
  const struct texts *holds, *fails;
};
void answer_read(const char *output, const struct phrases *phrases, struct answer *answer);
void answer_free(struct answer *answer);

/* The last line that is not empty, at most `size` - 1 bytes of it. */
void last_line(const char *text, char *line, size_t size);

#endif
