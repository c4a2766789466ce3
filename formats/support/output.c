#include "formats/support/output.h"

#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT_ATTEMPTS = 1000 };

static char *part_name(const char *path, long pid, int attempt) {
  size_t size = strlen(path) + 64;
  char *name = memory_alloc(size, 1);
  snprintf(name, size, "%s.%ld-%d.part", path, pid, attempt);
  return name;
}

void output_remove_part(const char *path, long pid) {
  char *name = part_name(path, pid, 0);
  unlink(name);
  free(name);
}

/* A rename would put a file where a device, a pipe or a folder is, or a link to one. */
static bool is_replaceable(const char *path, struct fault *fault) {
  struct stat about;
  if (stat(path, &about) != 0 || S_ISREG(about.st_mode)) return true;
  return fault_set(fault, "%s: cannot write: %s", path,
                   S_ISDIR(about.st_mode) ? strerror(EISDIR) : "not a regular file");
}

bool output_open(struct output *output, const char *path, struct fault *fault) {
  *output = (struct output){0};
  if (!is_replaceable(path, fault)) return false;
  char *temporary = NULL;
  int fd = -1;
  for (int k = 0; fd < 0 && k < OUTPUT_ATTEMPTS; k++) {
    free(temporary);
    temporary = part_name(path, (long)getpid(), k);
    fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno != EEXIST) break;
  }
  FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
  if (!file) {
    fault_set(fault, "%s: cannot create: %s", path, strerror(errno));
    if (fd >= 0) {
      close(fd);
      unlink(temporary);
    }
    free(temporary);
    return false;
  }
  *output = (struct output){file, memory_string(path), temporary};
  return true;
}

bool output_commit(struct output *output, bool durable, struct fault *fault) {
  bool ok = !ferror(output->file) && fflush(output->file) == 0;
  if (ok && durable) ok = fsync(fileno(output->file)) == 0;
  int error = ok ? 0 : errno;
  if (fclose(output->file) != 0 && ok) {
    ok = false;
    error = errno;
  }
  output->file = NULL;
  if (ok && rename(output->temporary, output->path) != 0) {
    ok = false;
    error = errno;
  }
  if (ok) {
    free(output->temporary);
    output->temporary = NULL;
  } else {
    fault_set(fault, "%s: cannot write: %s", output->path, strerror(error));
  }
  output_abort(output);
  return ok;
}

void output_abort(struct output *output) {
  if (output->file) fclose(output->file);
  if (output->temporary) unlink(output->temporary);
  free(output->temporary);
  free(output->path);
  *output = (struct output){0};
}
