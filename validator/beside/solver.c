#include "validator/beside/ending.h"
#include "validator/kernel/certificate.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_PROGRAM = 127 }; /* the exit status when it cannot be started */

/* What a signal handler must know. */
static struct {
  volatile sig_atomic_t exists;
  volatile pid_t child;
  char directory[400], cnf[420], proof[420], output[420];
} scratch;

void v_solver_cleanup(void) {
  if (!scratch.exists) return;
  if (scratch.child > 0) {
    kill(-scratch.child, SIGKILL); /* the whole group: a solver may be a script that started one */
    waitpid(scratch.child, NULL, 0);
    scratch.child = 0;
  }
  unlink(scratch.cnf);
  unlink(scratch.proof);
  unlink(scratch.output);
  rmdir(scratch.directory);
  scratch.exists = 0;
}

static bool make_scratch(struct v_error *error) {
  if (scratch.exists) return true;
  const char *root = getenv("TMPDIR");
  if (!root || !*root || strlen(root) > 300) root = "/tmp";
  snprintf(scratch.directory, sizeof scratch.directory, "%s/vouch-validate-XXXXXX", root);
  v_ending_block();
  scratch.exists = mkdtemp(scratch.directory) != NULL; /* mode 0700 */
  if (!scratch.exists) v_fail(error, "%s: %s", scratch.directory, strerror(errno));
  snprintf(scratch.cnf, sizeof scratch.cnf, "%s/o.cnf", scratch.directory);
  snprintf(scratch.proof, sizeof scratch.proof, "%s/o.drat", scratch.directory);
  snprintf(scratch.output, sizeof scratch.output, "%s/o.out", scratch.directory);
  v_ending_unblock();
  return scratch.exists;
}

/* In the child: becomes the program, without a shell, with its output in scratch.output. */
static _Noreturn void become(const char *const *argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* a validator that is killed leaves no solver behind */
  setpgid(0, 0);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  int null = open("/dev/null", O_RDWR);
  int out = open(scratch.output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (null < 0 || out < 0) _exit(NO_PROGRAM);
  if (dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(null, 2) < 0) _exit(NO_PROGRAM);
  v_ending_unblock();
  execvp(argv[0], (char *const *)(uintptr_t)argv); /* execvp does not write to its arguments */
  _exit(NO_PROGRAM);
}

/* Runs a program and reads its output; the exit status, or -1. */
static int run(const char *const *argv, struct v_bytes *output) {
  struct v_error ignored;
  int status;
  *output = (struct v_bytes){0};
  v_ending_block();
  pid_t child = fork();
  if (child == 0) become(argv);
  if (child > 0) setpgid(child, child); /* here and there: whoever comes first */
  scratch.child = child;
  v_ending_unblock();
  if (child < 0) return -1;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  scratch.child = 0;
  if (!WIFEXITED(status) || !v_read_file(scratch.output, output, &ignored)) return -1;
  return WEXITSTATUS(status);
}

/* The literals of one "v" line, up to a zero or to what is no number. Variables that the CNF does
 * not have are ignored, however large. */
static void read_values(const struct v_cnf *cnf, const char *at, uint8_t *value) {
  for (;;) {
    while (*at == ' ') at++;
    bool negative = *at == '-';
    if (negative) at++;
    if (*at < '0' || *at > '9') return;
    uint64_t variable = 0;
    for (; *at >= '0' && *at <= '9'; at++)
      if (variable <= cnf->num_vars) variable = 10 * variable + (uint64_t)(*at - '0');
    if (variable == 0) return;
    if (variable <= cnf->num_vars) value[variable] = !negative;
  }
}

/* Is it an assignment that satisfies every clause? */
static bool satisfied(const struct v_cnf *cnf, const char *output, uint8_t *value) {
  for (const char *at = output; at; at = strchr(at, '\n')) {
    if (*at == '\n') at++;
    if (at[0] == 'v' && at[1] == ' ') read_values(cnf, at + 2, value);
  }
  for (size_t k = 0; k + 1 < cnf->start.size; k++) {
    uint32_t n = cnf->start.at[k];
    while (n < cnf->start.at[k + 1] && !v_value(value, cnf->literals.at[n])) n++;
    if (n == cnf->start.at[k + 1]) return false;
  }
  return true;
}

/* How to call a solver. Factoring would introduce variables, which RUP proofs cannot. --check=0
 * (way 0) takes the slow checks of debug builds of kissat out; others refuse it. --plain is 3 to 6
 * times faster on easy obligations, 10 times slower on hard ones. */
static int call(const char *name, unsigned way, bool easy, struct v_bytes *output) {
  const char *argv[] = {name,
                        "-q",
                        scratch.cnf,
                        scratch.proof,
                        way < 2 ? "--no-factor" : NULL,
                        easy ? "--plain" : "--unsat",
                        easy ? "--conflicts=5000" : "-q",
                        way == 0 ? "--check=0" : NULL,
                        NULL};
  return run(argv, output);
}

enum v_answer v_solve(struct v_solver *s, const struct v_cnf *cnf, struct v_rup *rup,
                      uint8_t **values, struct v_error *error) {
  struct v_bytes output = {0}, proof = {0};
  int status = 127;
  if (!make_scratch(error) || !v_write_file(scratch.cnf, "w", cnf, NULL, 0, error))
    return V_NO_ANSWER;
  unlink(scratch.proof);
  for (; s->way < 3;
       s->way++) { /* the first way that works will do for the rest: kissat, kissat, cadical */
    const char *name = s->name      ? s->name
                       : s->way < 2 ? "kissat"
                                    : "cadical",
               *base = strrchr(name, '/');
    if (!strstr(base ? base : name, "kissat") != (s->way == 2)) continue;
    free(output.at);
    status = call(name, s->way, true, &output);
    if (status == 0 && s->way < 2) free(output.at), status = call(name, s->way, false, &output);
    if (status == 10 || status == 20) break;
  }
  enum v_answer answer = V_NO_ANSWER;
  if (status == 20) {
    if (v_read_file(scratch.proof, &proof, error) && v_drat_check(rup, &proof, error))
      answer = V_REFUTED;
  } else if (status == 10) {
    *values = v_zeroed((size_t)cnf->num_vars + 1, 1);
    if (satisfied(cnf, (char *)output.at, *values))
      answer = V_SATISFIED;
    else
      v_fail(error, "the solver found an assignment that does not satisfy the obligation");
  } else
    v_fail(error,
           status == 127 ? "no solver runs, and the certificate has no proofs"
                         : "the solver gave no answer (exit status %d)",
           status);
  V_FREE(output.at, proof.at);
  return answer;
}
