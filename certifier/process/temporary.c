#include "certifier/process/temporary.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Global because a signal handler has to find it. The name is complete before `open` says so. */
static char directory[TEMPORARY_PATH - 16];
static volatile sig_atomic_t open;

bool temporary_open(struct fault *fault) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  if (open) return fault_set(fault, "the directory for temporary files is in use");
  int size = snprintf(directory, sizeof directory, "%s/vouch-XXXXXX", parent);
  if (size < 0 || (size_t)size >= sizeof directory)
    return fault_set(fault, "the path of the directory for temporary files is too long");
  if (!mkdtemp(directory))
    return fault_set(fault, "cannot make a temporary directory in %s: %s", parent, strerror(errno));
  open = 1;
  return true;
}

/* Without snprintf, which a signal handler must not call. */
static void file_name(unsigned job, char kind, char path[TEMPORARY_PATH]) {
  size_t n = strlen(directory);
  memcpy(path, directory, n);
  const char tail[] = {'/', kind, (char)('0' + job / 10), (char)('0' + job % 10), 0};
  memcpy(path + n, tail, sizeof tail);
}

void temporary_cnf(unsigned job, char path[TEMPORARY_PATH]) { file_name(job, 'c', path); }
void temporary_proof(unsigned job, char path[TEMPORARY_PATH]) { file_name(job, 'p', path); }

void temporary_remove(void) {
  char path[TEMPORARY_PATH];
  int before = errno;
  if (!open) return;
  for (unsigned job = 0; job < TEMPORARY_JOBS; job++) {
    temporary_cnf(job, path);
    unlink(path);
    temporary_proof(job, path);
    unlink(path);
  }
  rmdir(directory);
  open = 0;
  errno = before;
}
