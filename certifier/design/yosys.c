#include "certifier/design/yosys.h"

#include "certifier/process/child.h"
#include "formats/support/input.h"
#include "formats/support/text_file.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *program(const struct design_request *r) { return r->yosys ? r->yosys : "yosys"; }

/* A child has the limits of whoever starts it; meanwhile this process only waits for it. */
static void set_limit(unsigned megabytes, struct rlimit *before) {
  if (megabytes == 0 || getrlimit(RLIMIT_AS, before) != 0) return;
  struct rlimit limit = *before;
  rlim_t bytes = (rlim_t)megabytes << 20;
  limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
  setrlimit(RLIMIT_AS, &limit);
}

static enum child_end run_limited(const struct design_request *r, const char *const *argv,
                                  int output, int *status) {
  struct effort effort = {.deadline = r->timeout > 0 ? monotonic_seconds() + r->timeout : 0};
  struct rlimit before = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
  set_limit(r->memory, &before);
  enum child_end end = child_run(argv, output, -1, &effort, status);
  if (r->memory) setrlimit(RLIMIT_AS, &before);
  return end;
}

static bool say_end(const struct design_request *r, enum child_end end, struct fault *fault) {
  if (end == CHILD_NOT_FOUND)
    return fault_set(fault,
                     "%s cannot be run: Verilog is translated by yosys (Debian package yosys, or "
                     "--yosys PATH)",
                     program(r));
  if (end == CHILD_INTERRUPTED)
    return fault_set(fault, "the translation of %s by yosys was stopped%s", r->top,
                     r->timeout > 0 ? ": the time is over (--timeout)" : "");
  return fault_set(fault, "yosys was ended by a signal while it translated %s%s", r->top,
                   r->memory ? ": not enough memory (--memory)?" : "");
}

char *yosys_version(const struct design_request *r, struct fault *fault) {
  const char *argv[] = {program(r), "-V", NULL};
  struct spool spool;
  int status = 0;
  char *text = NULL;
  size_t size;
  if (!spool_open(&spool, fault)) return NULL;
  enum child_end end = run_limited(r, argv, spool.descriptor, &status);
  bool ok = end == CHILD_EXITED ? spool_read(&spool, &text, &size, fault) : say_end(r, end, fault);
  spool_close(&spool);
  if (ok) text[strcspn(text, "\n")] = 0;
  if (ok && (status != 0 || strncmp(text, "Yosys ", 6) != 0))
    ok = fault_set(fault, "%s does not answer -V as yosys does", program(r));
  if (ok) return text;
  free(text);
  return NULL;
}

/* As execvp finds it; NULL: it does not. Allocated. */
static char *find_program(const struct design_request *r) {
  const char *name = program(r), *path = getenv("PATH");
  if (strchr(name, '/')) return memory_string(name);
  if (!path) return NULL;
  for (const char *at = path;; at++) {
    size_t length = strcspn(at, ":"), size = length + strlen(name) + 3;
    char *file = memory_alloc(size, 1);
    snprintf(file, size, "%.*s/%s", length ? (int)length : 1, length ? at : ".", name);
    if (access(file, X_OK) == 0) return file;
    free(file);
    at += length;
    if (!*at) return NULL;
  }
}

static bool is_script(const char *path) {
  char start[2] = "";
  FILE *file = fopen(path, "rb");
  if (!file) return true;
  size_t size = fread(start, 1, sizeof start, file);
  fclose(file);
  return size == 2 && start[0] == '#' && start[1] == '!';
}

char *yosys_identity(const struct design_request *r, struct fault *fault) {
  struct stat about;
  char *path = find_program(r), *text = NULL;
  size_t size;
  if (!path || stat(path, &about) != 0) {
    free(path);
    say_end(r, CHILD_NOT_FOUND, fault);
    return NULL;
  }
  char *version = is_script(path) ? yosys_version(r, fault) : memory_string("");
  if (version) {
    FILE *file = text_open(&text, &size);
    fprintf(file, "%s %s %lld %lld %lld.%09ld", path, version, (long long)about.st_ino,
            (long long)about.st_size, (long long)about.st_ctim.tv_sec, about.st_ctim.tv_nsec);
    text_close(file);
  }
  free(version);
  free(path);
  return text;
}

/* Errors of the Verilog reader start with file and line: "fifo.sv:4: ERROR: syntax error, .." */
static bool say_error(const char *log, struct fault *fault) {
  const char *error = log ? strstr(log, "ERROR: ") : NULL;
  if (!error) return fault_set(fault, "yosys gave up without saying why");
  const char *line = error;
  while (line > log && line[-1] != '\n') line--;
  int before = (int)(error - line);
  const char *words = error + strlen("ERROR: ");
  int length = (int)strcspn(words, "\n");
  bool clocked = strncmp(words, "syntax error, unexpected '@'", 28) == 0;
  bool loop = strstr(words, "SCCs but expected 0") != NULL;
  return fault_set(fault, "yosys: %.*s%.*s%s", before, line, length, words,
                   clocked ? " (assertions with a clock of their own are not read: write always "
                             "@(posedge clk) assert (..))"
                   : loop  ? " (the design has loops without registers)"
                           : "");
}

/* "top.sv:7: Warning: Identifier `\u1.state' is implicitly declared." */
bool yosys_check_log(const char *log, struct fault *fault) {
  static const char before[] = ": Warning: Identifier `\\", behind[] = "' is implicitly declared.";
  for (const char *at = log; at && (at = strstr(at, before)) != NULL;) {
    const char *place = at, *name = at + sizeof before - 1, *end = strstr(name, behind);
    while (place > log && place[-1] != '\n') place--;
    const char *dot = memchr(name, '.', end ? (size_t)(end - name) : 0);
    if (dot)
      return fault_set(fault,
                       "%.*s: %.*s: a signal of another module cannot be named in the design: "
                       "yosys would make a new wire of it. Lead it out through a port, or speak of "
                       "it in a formula, where such names mean what they say",
                       (int)(at - place), place, (int)(end - name), name);
    at = name;
  }
  return true;
}

bool yosys_run(const struct design_request *r, const char *script, const char *log,
               const char *read, char **text, bool *crashed, struct fault *fault) {
  const char *argv[] = {program(r), "-q", "-l", log, "-E", read, "-s", script, NULL};
  struct fault unread;
  unsigned char *bytes;
  size_t size;
  int status = 0;
  enum child_end end = run_limited(r, argv, -1, &status);
  *crashed = end == CHILD_CRASHED;
  *text = input_read_file(log, &bytes, &size, &unread) ? (char *)bytes : NULL;
  if (end != CHILD_EXITED) return say_end(r, end, fault);
  return status == 0 || say_error(*text, fault);
}
