#define _GNU_SOURCE /* close_range, pipe2 */
#include "certifier/library/helper.h"

#include "certifier/process/link.h"
#include "certifier/process/memory_limit.h"
#include "certifier/process/temporary.h"
#include "checker/effort/effort.h"
#include "formats/support/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

bool error_set(vouch_error *error, const char *format, ...) {
  va_list arguments;
  if (!error) return false;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  return false;
}

/* --- the child ---------------------------------------------------------------------------------
 */

/* Precedes the bytes of a message in the pipe. */
struct header {
  uint32_t kind, detail;
  uint64_t size;
};

/* What the child exits with when there is no memory: no exit handler of the program may run. */
enum { STATUS_NO_MEMORY = 2, STATUS_NOBODY_LISTENS = 3 };

static void leave(int status) {
  temporary_remove();
  _exit(status);
}

static void leave_without_memory(void) { leave(STATUS_NO_MEMORY); }

void message_send(int to, uint32_t kind, uint32_t detail, const void *bytes, size_t size) {
  struct header header = {.kind = kind, .detail = detail, .size = size};
  if (!link_write(to, &header, sizeof header) || !link_write(to, bytes, size))
    leave(STATUS_NOBODY_LISTENS);
}

static void on_interrupt(int number) {
  (void)number;
  interrupt_all();
}

static void set_handler(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

/* None of the program's handlers. What a terminal sends is for the program to handle. */
static void take_over_signals(void) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGPIPE, SIGXFSZ};
  sigset_t none;
  for (int number = 1; number < NSIG; number++) set_handler(number, SIG_DFL);
  for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++) set_handler(ignored[k], SIG_IGN);
  set_handler(SIGUSR1, on_interrupt);
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

static void close_between(unsigned first, unsigned last) {
  enum { MOST = 1 << 16 };
  if (first > last || close_range(first, last, 0) == 0) return;
  for (unsigned k = first; k <= last && k < MOST; k++) close((int)k);
}

/* None of the program's descriptors: a pipe of another thread would not end as long as we have it.
 * Returns the end of the pipe. */
static int take_over_descriptors(int to) {
  int pipe_end = fcntl(to, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (pipe_end < 0) _exit(STATUS_NOBODY_LISTENS);
  close_between(0, (unsigned)pipe_end - 1);
  close_between((unsigned)pipe_end + 1, ~0u);
  for (int k = STDIN_FILENO; k <= STDERR_FILENO; k++)
    if (open("/dev/null", O_RDWR) != k) _exit(STATUS_NOBODY_LISTENS);
  return pipe_end;
}

/* The address space that the program has already. */
static size_t bytes_had(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%lu", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

_Noreturn static void be_helper(const struct helper_task *task, int to, char *page, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(STATUS_NOBODY_LISTENS);
  take_over_signals();
  to = take_over_descriptors(to);
  memory_exhausted_means(leave_without_memory);
  temporary_name_to(page);
  limit_memory(task->memory, task->memory ? bytes_had() : 0);
  task->work(task->context, to);
  temporary_remove();
  _exit(0);
}

/* --- the parent --------------------------------------------------------------------------------
 */

struct helper {
  const struct helper_task *task;
  pid_t pid;
  int from;
  char *page;             /* shared with the child: its directory for temporary files */
  double told;            /* when it was asked to end; 0: it was not */
  bool killed, no_memory; /* by us; ours */
};

/* A signal that reaches the child before it has its own handlers would be handled as the program
 * does it. */
static pid_t fork_quietly(const struct helper_task *task, int to, char *page) {
  sigset_t all, before;
  pid_t parent = getpid();
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) be_helper(task, to, page, parent);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return pid;
}

static bool start(struct helper *h) {
  int ends[2];
  void *page =
      mmap(NULL, TEMPORARY_NAME, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return false;
  h->page = page;
  h->page[0] = 0;
  bool piped = pipe2(ends, O_CLOEXEC) == 0;
  h->pid = piped ? fork_quietly(h->task, ends[1], h->page) : -1;
  int error = errno;
  if (piped) close(ends[1]);
  if (piped && h->pid < 0) close(ends[0]);
  if (h->pid < 0) munmap(page, TEMPORARY_NAME);
  h->from = ends[0];
  errno = error;
  return h->pid > 0;
}

static void end_now(struct helper *h) {
  h->killed = true;
  kill(h->pid, SIGKILL);
}

/* False: the child has ended, or is ended. */
static bool take_message(struct helper *h) {
  struct header header;
  if (!link_read(h->from, &header, sizeof header)) return false;
  char *bytes = header.size < SIZE_MAX ? malloc((size_t)header.size + 1) : NULL;
  h->no_memory = !bytes;
  bool whole = bytes && link_read(h->from, bytes, (size_t)header.size);
  if (whole) bytes[header.size] = 0;
  struct message message = {header.kind, header.detail, bytes, (size_t)header.size};
  bool more = whole && h->task->take(h->task->taker, &message);
  free(message.bytes);
  return more;
}

static void mind_the_caller(struct helper *h) {
  const double patience = 2;
  const struct helper_task *task = h->task;
  if (h->told <= 0 && (!task->go_on || task->go_on(task->taker))) return;
  double now = monotonic_seconds();
  if (h->told <= 0) {
    h->told = now;
    kill(h->pid, SIGUSR1);
  } else if (now > h->told + patience && !h->killed) {
    end_now(h);
  }
}

static void listen(struct helper *h) {
  enum { MILLISECONDS = 100 };
  struct pollfd polled = {.fd = h->from, .events = POLLIN};
  for (;;) {
    int ready = poll(&polled, 1, MILLISECONDS);
    mind_the_caller(h);
    if (ready > 0 && !take_message(h)) return;
  }
}

/* Somebody else may have waited for it: then nobody knows how it ended. */
static void say_end(const struct helper *h, int status, bool known, char why[HELPER_WHY]) {
  if (h->no_memory || (known && WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NO_MEMORY))
    snprintf(why, HELPER_WHY, "out of memory");
  else if (h->told > 0)
    snprintf(why, HELPER_WHY, "interrupted");
  else if (known && WIFSIGNALED(status))
    snprintf(why, HELPER_WHY, "the process was ended by signal %d", WTERMSIG(status));
  else
    snprintf(why, HELPER_WHY, "the process ended without a word");
}

bool helper_run(const struct helper_task *task, char why[HELPER_WHY], vouch_error *error) {
  struct helper helper = {.task = task};
  int status = 0;
  if (!start(&helper)) return error_set(error, "cannot start a process: %s", strerror(errno));
  listen(&helper);
  kill(helper.pid,
       SIGKILL); /* it is at its end, or has nothing more to say that somebody wants to hear */
  pid_t waited;
  while ((waited = waitpid(helper.pid, &status, 0)) < 0 && errno == EINTR) continue;
  close(helper.from);
  temporary_remove_at(helper.page);
  munmap(helper.page, TEMPORARY_NAME);
  say_end(&helper, status, waited == helper.pid, why);
  return true;
}
