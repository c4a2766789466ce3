#include "certifier/cli/program.h"

#include "certifier/process/temporary.h"
#include "checker/effort/interrupt.h"
#include "formats/support/vector.h"

#include <signal.h>
#include <stdio.h>

static void on_signal(int number) {
  if (interrupt_all_requested()) {
    temporary_remove();
    signal(number, SIG_DFL);
    raise(number);
  }
  interrupt_all();
}

void catch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, NULL); /* a closed pipe is a write error that we report */
}

char *path_in(const char *directory, const char *stem, const char *suffix) {
  size_t size = strlen(directory) + strlen(stem) + strlen(suffix) + 2;
  char *path = memory_alloc(size, 1);
  snprintf(path, size, "%s/%s%s", directory, stem, suffix);
  return path;
}

const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}
