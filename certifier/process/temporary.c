#include "certifier/process/temporary.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Global because a signal handler has to find it. The name is complete before `open` says so. */
static char own_place[TEMPORARY_NAME];
static char *directory = own_place;
static volatile sig_atomic_t open;

void temporary_name_to(char *place) {
  directory = place;
  open = 0;
}

bool temporary_open(struct fault *fault) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  if (open) return fault_set(fault, "the directory for temporary files is in use");
  int size = snprintf(directory, TEMPORARY_NAME, "%s/vouch-XXXXXX", parent);
  if (size < 0 || size >= TEMPORARY_NAME)
    return fault_set(fault, "the path of the directory for temporary files is too long");
  if (!mkdtemp(directory)) {
    directory[0] = 0;
    return fault_set(fault, "cannot make a temporary directory in %s: %s", parent, strerror(errno));
  }
  open = 1;
  return true;
}

/* Without snprintf, which a signal handler must not call. */
static void file_name(const char *folder, unsigned job, char kind, char path[TEMPORARY_PATH]) {
  size_t n = strlen(folder);
  memcpy(path, folder, n);
  const char tail[] = {'/', kind, (char)('0' + job / 10), (char)('0' + job % 10), 0};
  memcpy(path + n, tail, sizeof tail);
}

void temporary_cnf(unsigned job, char path[TEMPORARY_PATH]) {
  file_name(directory, job, 'c', path);
}
void temporary_proof(unsigned job, char path[TEMPORARY_PATH]) {
  file_name(directory, job, 'p', path);
}

void temporary_remove_at(const char *place) {
  char path[TEMPORARY_PATH];
  if (!place[0]) return;
  for (unsigned job = 0; job < TEMPORARY_JOBS; job++) {
    file_name(place, job, 'c', path);
    unlink(path);
    file_name(place, job, 'p', path);
    unlink(path);
  }
  rmdir(place);
}

void temporary_remove(void) {
  int before = errno;
  if (!open) return;
  temporary_remove_at(directory);
  directory[0] = 0;
  open = 0;
  errno = before;
}
