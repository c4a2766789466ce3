#include "validator/beside/solver.h"

#include "validator/beside/dimacs.h"
#include "validator/beside/open.h"
#include "validator/beside/signals.h"

#include <errno.h>
#include <fcntl.h>
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
  v_signals_block();
  scratch.exists = mkdtemp(scratch.directory) != NULL; /* mode 0700 */
  if (!scratch.exists) v_fail(error, "%s: %s", scratch.directory, strerror(errno));
  snprintf(scratch.cnf, sizeof scratch.cnf, "%s/o.cnf", scratch.directory);
  snprintf(scratch.proof, sizeof scratch.proof, "%s/o.drat", scratch.directory);
  snprintf(scratch.output, sizeof scratch.output, "%s/o.out", scratch.directory);
  v_signals_unblock();
  return scratch.exists;
}

static bool write_cnf(const struct v_cnf *cnf, struct v_error *error) {
  FILE *file = fopen(scratch.cnf, "w");
  bool good = file && v_cnf_write(cnf, file);
  if (file && fclose(file) != 0) good = false;
  return good || v_fail(error, "%s: %s", scratch.cnf, strerror(errno));
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
  v_signals_unblock();
  execvp(argv[0], (char *const *)(uintptr_t)argv); /* execvp does not write to its arguments */
  _exit(NO_PROGRAM);
}

/* Runs a program and reads its output; the exit status, or -1. */
static int run(const char *const *argv, struct v_bytes *output) {
  struct v_error ignored;
  int status;
  *output = (struct v_bytes){0};
  v_signals_block();
  pid_t child = fork();
  if (child == 0) become(argv);
  if (child > 0) setpgid(child, child); /* here and there: whoever comes first */
  scratch.child = child;
  v_signals_unblock();
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

static void read_output(const struct v_cnf *cnf, const char *output, uint8_t *value) {
  for (const char *at = output; at; at = strchr(at, '\n')) {
    if (*at == '\n') at++;
    if (at[0] == 'v' && at[1] == ' ') read_values(cnf, at + 2, value);
  }
}

/* The ways to call a solver, in the order in which they are tried. */
enum { KISSAT_WITHOUT_CHECKS, KISSAT, CADICAL, WAYS };
enum { SATISFIABLE = 10, UNSATISFIABLE = 20 }; /* exit status */

/* Factoring would introduce variables, which RUP proofs cannot. --check=0 takes the slow checks of
 * debug builds of kissat out; others refuse it. --plain is 3 to 6 times faster on easy obligations,
 * 10 times slower on hard ones. */
static int call(const char *name, unsigned way, bool easy, struct v_bytes *output) {
  const char *argv[] = {name,
                        "-q",
                        scratch.cnf,
                        scratch.proof,
                        way == CADICAL ? NULL : "--no-factor",
                        easy ? "--plain" : "--unsat",
                        easy ? "--conflicts=5000" : "-q",
                        way == KISSAT_WITHOUT_CHECKS ? "--check=0" : NULL,
                        NULL};
  free(output->at);
  return run(argv, output);
}

static bool is_kissat(const char *name) {
  const char *base = strrchr(name, '/');
  return strstr(base ? base : name, "kissat") != NULL;
}

/* The exit status of the first way that gives an answer, which will do for the rest, or of the last
 * one. */
static int try_ways(struct v_solver *s, struct v_bytes *output) {
  int status = NO_PROGRAM;
  for (; s->way < WAYS; s->way++) {
    const char *usual = s->way == CADICAL ? "cadical" : "kissat";
    const char *name = s->name ? s->name : usual;
    if (is_kissat(name) == (s->way == CADICAL)) continue;
    status = call(name, s->way, true, output);
    if (status == 0 && s->way != CADICAL) status = call(name, s->way, false, output);
    if (status == SATISFIABLE || status == UNSATISFIABLE) break;
  }
  return status;
}

static enum v_answer check_proof(struct v_rup *rup, struct v_error *error) {
  struct v_bytes proof;
  bool good = v_read_file(scratch.proof, &proof, error) && v_drat_check(rup, &proof, error);
  free(proof.at);
  return good ? V_REFUTED : V_NO_ANSWER;
}

static enum v_answer check_values(const struct v_cnf *cnf, const struct v_bytes *output,
                                  uint8_t **values, struct v_error *error) {
  *values = v_zeroed((size_t)cnf->num_vars + 1, 1);
  read_output(cnf, (const char *)output->at, *values);
  if (v_cnf_satisfied(cnf, *values)) return V_SATISFIED;
  v_fail(error, "the solver found an assignment that does not satisfy the obligation");
  return V_NO_ANSWER;
}

enum v_answer v_solve(struct v_solver *s, const struct v_cnf *cnf, struct v_rup *rup,
                      uint8_t **values, struct v_error *error) {
  struct v_bytes output = {0};
  enum v_answer answer = V_NO_ANSWER;
  if (!make_scratch(error) || !write_cnf(cnf, error)) return V_NO_ANSWER;
  unlink(scratch.proof);
  int status = try_ways(s, &output);
  switch (status) {
  case UNSATISFIABLE: answer = check_proof(rup, error); break;
  case SATISFIABLE: answer = check_values(cnf, &output, values, error); break;
  case NO_PROGRAM: v_fail(error, "no solver runs, and the certificate has no proofs"); break;
  default: v_fail(error, "the solver gave no answer (exit status %d)", status);
  }
  free(output.at);
  return answer;
}
