#include "validator/beside/signals.h"

static const int ends[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,   SIGALRM,
                           SIGXCPU, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};
enum { ENDS = sizeof ends / sizeof *ends };

void v_signals_handle(const struct sigaction *action) {
  for (size_t k = 0; k < ENDS; k++) sigaction(ends[k], action, NULL);
}

static void change_mask(int how) {
  sigset_t signals;
  sigemptyset(&signals);
  for (size_t k = 0; k < ENDS; k++) sigaddset(&signals, ends[k]);
  sigprocmask(how, &signals, NULL);
}

void v_signals_block(void) { change_mask(SIG_BLOCK); }
void v_signals_unblock(void) { change_mask(SIG_UNBLOCK); }
