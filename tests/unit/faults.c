/* Linked into test builds of the programs with --wrap: the K-th call of a function that can fail,
 * as VOUCH_FAULT says, fails. The file VOUCH_FAULT_SEEN is created when it did. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

/* Counting needs variables that outlive the calls. */
static long calls, wanted = -1;

/* What writes the counters of a coverage build at the end must not fail. */
static void no_more(void) { wanted = 0; }

/* Is this the call that fails? */
static int fails_now(int error) {
  if (wanted < 0) {
    const char *text = getenv("VOUCH_FAULT");
    wanted = text ? atol(text) : 0;
    atexit(no_more);
  }
  if (!wanted || ++calls != wanted) return 0;
  const char *seen = getenv("VOUCH_FAULT_SEEN");
  int fd = seen ? creat(seen, 0600) : -1;
  if (fd >= 0) close(fd);
  errno = error;
  return 1;
}

/* FUNCTION(result, name, parameters, arguments, error, what it returns when it fails) */
#define FUNCTION(type, name, parameters, arguments, error, failure)                                \
  type __real_##name parameters;                                                                   \
  type __wrap_##name parameters;                                                                   \
  type __wrap_##name parameters { return fails_now(error) ? failure : __real_##name arguments; }

FUNCTION(FILE *, fopen, (const char *path, const char *mode), (path, mode), EACCES, NULL)
FUNCTION(FILE *, fdopen, (int fd, const char *mode), (fd, mode), ENOMEM, NULL)
FUNCTION(int, fflush, (FILE * file), (file), ENOSPC, EOF)
FUNCTION(int, mkdir, (const char *path, mode_t mode), (path, mode), EACCES, -1)
FUNCTION(int, rename, (const char *from, const char *to), (from, to), EACCES, -1)

#ifdef INJECT_ALL
FUNCTION(void *, malloc, (size_t size), (size), ENOMEM, NULL)
FUNCTION(void *, calloc, (size_t count, size_t size), (count, size), ENOMEM, NULL)
FUNCTION(void *, realloc, (void *old, size_t size), (old, size), ENOMEM, NULL)
FUNCTION(char *, mkdtemp, (char *name), (name), EACCES, NULL)
FUNCTION(pid_t, fork, (void), (), EAGAIN, -1)
FUNCTION(pid_t, waitpid, (pid_t child, int *status, int options), (child, status, options), ECHILD,
         -1)
FUNCTION(int, execvp, (const char *name, char *const *argv), (name, argv), EACCES, -1)
#endif

/* A file that failed knows that it did. */
static FILE *broken;

static size_t breaks(FILE *file) {
  broken = file;
  return 0;
}

int __real_ferror(FILE *file);
int __wrap_ferror(FILE *file);
int __wrap_ferror(FILE *file) {
  return (file == broken && wanted) || fails_now(EIO) || __real_ferror(file);
}

FUNCTION(size_t, fwrite, (const void *from, size_t size, size_t count, FILE *file),
         (from, size, count, file), ENOSPC, breaks(file))
#ifdef INJECT_ALL
FUNCTION(size_t, fread, (void *to, size_t size, size_t count, FILE *file), (to, size, count, file),
         EIO, breaks(file))
#endif

/* A close that fails has closed all the same. */
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
int __wrap_fclose(FILE *file) {
  int result = __real_fclose(file);
  broken = NULL;
  return fails_now(ENOSPC) ? EOF : result;
}

#ifdef COUNT_COVERAGE
void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap__exit(int status) {
  no_more();
  __gcov_dump();
  __real__exit(status);
}
#endif
