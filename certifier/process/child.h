/* Other programs: started without a shell, watched, and ended when the time is over. Nothing here
 * is global, so threads may use it. */
#ifndef VOUCH_CERTIFIER_PROCESS_CHILD_H
#define VOUCH_CERTIFIER_PROCESS_CHILD_H

#include "checker/effort/effort.h"
#include "formats/support/fault.h"

#include <stddef.h>
#include <sys/types.h>

enum child_end {
  CHILD_EXITED,      /* *status is its exit status */
  CHILD_NOT_FOUND,   /* there is no such program, or it cannot be run */
  CHILD_INTERRUPTED, /* the time was over; it was killed */
  CHILD_CRASHED,     /* ended by a signal, or it could not be started */
};

/* What a child that cannot become the program exits with, as shells have it. */
enum { CHILD_STATUS_NOT_FOUND = 127, CHILD_STATUS_NOT_RUN = 126 };

/* How a child is started, besides standard input from /dev/null. */
struct child_setup {
  int output, errors; /* descriptors of standard output and standard error; -1: /dev/null */
  bool group;         /* it leads a process group, and is killed with its parent, not told to end */
  unsigned memory;    /* megabytes of addresses of each process; 0: no limit of ours */
  unsigned seconds; /* of processor time, after which it is warned, and killed after one more; 0 */
};
/* Starts argv (argv[0] is looked up in the path). Returns the process, or -1 with errno. */
pid_t child_start_as(const char *const *argv, const struct child_setup *setup);
/* The same with nothing but these descriptors. */
pid_t child_start(const char *const *argv, int output, int errors);
/* A pipe that no child inherits beyond the end that child_start gives it. False with errno. */
bool child_pipe(int ends[2]);

/* child_start, and waits for its end. */
enum child_end child_run(const char *const *argv, int output, int errors,
                         const struct effort *effort, int *status);

/* A temporary file without a name: it is gone when it is closed, or when this program ends in
 * whatever way. Other programs (and libraries that want a name) reach it as `path`, which works in
 * children too. */
struct spool {
  int descriptor;
  char path[32];
};
/* In $TMPDIR or /tmp. */
bool spool_open(struct spool *spool, struct fault *fault);
void spool_close(struct spool *spool);
/* Its contents, with a NUL behind; the caller frees them. */
bool spool_read(const struct spool *spool, char **text, size_t *size, struct fault *fault);
/* Empties it. */
bool spool_clear(const struct spool *spool, struct fault *fault);

#endif
