#include "validator/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a signal handler must know. */
static struct {
  volatile sig_atomic_t exists;
  volatile pid_t child;
  char directory[400], cnf[420], proof[420], output[420];
} scratch;

void v_solver_cleanup(void) {
  if (!scratch.exists) return;
  if (scratch.child > 0) kill(scratch.child, SIGKILL);
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
  if (!mkdtemp(scratch.directory)) return v_fail(error, "%s: %s", scratch.directory, strerror(errno)); /* mode 0700 */
  snprintf(scratch.cnf, sizeof scratch.cnf, "%s/o.cnf", scratch.directory);
  snprintf(scratch.proof, sizeof scratch.proof, "%s/o.drat", scratch.directory);
  snprintf(scratch.output, sizeof scratch.output, "%s/o.out", scratch.directory);
  scratch.exists = 1;
  return true;
}

/* Runs a program, without a shell, with its output in scratch.output; the exit status, or -1. */
static int run(const char *const *argv, struct v_bytes *output) {
  struct v_error ignored;
  int status;
  *output = (struct v_bytes){0};
  pid_t child = fork();
  if (child == 0) {
    int null = open("/dev/null", O_RDWR), out = open(scratch.output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (null < 0 || out < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(null, 2) < 0) _exit(127);
    execvp(argv[0], (char *const *)(uintptr_t)argv); /* execvp does not write to its arguments */
    _exit(127);
  }
  if (child < 0) return -1;
  scratch.child = child;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  scratch.child = 0;
  if (!WIFEXITED(status) || !v_read_file(scratch.output, output, &ignored)) return -1;
  return WEXITSTATUS(status);
}

static bool has_line(const struct v_bytes *text, const char *start) {
  const char *at = (const char *)text->at;
  while (at && strncmp(at, start, strlen(start))) at = (at = strchr(at, '\n')) ? at + 1 : NULL;
  return at;
}

/* Is there a solver, and which? kissat's --check exists in debug builds only. */
static bool start(struct v_solver *s, struct v_error *error) {
  struct v_bytes output;
  if (s->started) return true;
  const char *name = s->name ? s->name : "kissat", *base = strrchr(name, '/');
  s->kissat = strstr(base ? base : name, "kissat");
  if (s->kissat && run((const char *[]){name, "--range", NULL}, &output) == 0) {
    s->has_check = has_line(&output, "check ");
    s->started = true;
    free(output.at);
  } else if (!s->name || !s->kissat) {
    if (!s->name) name = "cadical";
    s->kissat = false;
    s->started = run((const char *[]){name, "--version", NULL}, &output) == 0;
    free(output.at);
  }
  if (s->started) s->name = name;
  return s->started || v_fail(error, "no solver: %s does not run, and the certificate has no proofs", s->name ? s->name : "neither kissat nor cadical");
}

/* Reads the "v" lines; true iff they are an assignment that satisfies every clause. */
static bool satisfied(const struct v_cnf *cnf, char *output, uint8_t *value) {
  for (char *at = output; at; at = (at = strchr(at, '\n')) ? at + 1 : NULL) {
    if (at[0] != 'v' || at[1] != ' ') continue;
    char *from = at + 2, *to;
    for (long lit = strtol(from, &to, 10); from != to && lit; from = to, lit = *to == ' ' ? strtol(from, &to, 10) : 0)
      if (labs(lit) <= (long)cnf->num_vars) value[labs(lit)] = lit > 0;
  }
  for (size_t k = 0; k + 1 < cnf->start.size; k++) {
    uint32_t n = cnf->start.at[k];
    while (n < cnf->start.at[k + 1] && !v_value(value, cnf->literals.at[n])) n++;
    if (n == cnf->start.at[k + 1]) return false;
  }
  return true;
}

static bool write_cnf(const struct v_cnf *cnf, struct v_error *error) {
  unlink(scratch.proof);
  FILE *file = fopen(scratch.cnf, "w");
  bool good = file && v_cnf_write(cnf, file);
  if (file && fclose(file)) good = false;
  return good || v_fail(error, "%s: %s", scratch.cnf, strerror(errno));
}

enum v_answer v_solve(struct v_solver *s, const struct v_cnf *cnf, struct v_rup *rup, uint8_t **values, struct v_error *error) {
  if (!make_scratch(error) || !start(s, error) || !write_cnf(cnf, error)) return V_NO_ANSWER;
  const char *argv[9] = {s->name, "-q", scratch.cnf, scratch.proof};
  int count = 4, status;
  if (s->kissat) argv[count++] = "--no-factor"; /* factoring introduces variables, which RUP proofs cannot */
  if (s->kissat && s->has_check) argv[count++] = "--check=0";
  if (s->kissat) argv[count] = "--plain", argv[count + 1] = "--conflicts=5000"; /* 3 to 6 times faster on easy obligations */
  struct v_bytes output, proof = {0};
  if ((status = run(argv, &output)) == 0 && s->kissat) { /* not easy: 10 times faster with everything that kissat can do */
    argv[count] = "--unsat", argv[count + 1] = NULL;
    free(output.at);
    status = run(argv, &output);
  }
  enum v_answer answer = V_NO_ANSWER;
  if (status == 20 && has_line(&output, "s UNSATISFIABLE")) {
    if (v_read_file(scratch.proof, &proof, error) && v_drat_check(rup, proof.at, proof.size, error)) answer = V_REFUTED;
    free(proof.at);
  } else if (status == 10 && has_line(&output, "s SATISFIABLE")) {
    *values = v_zeroed((size_t)cnf->num_vars + 1, 1);
    if (satisfied(cnf, (char *)output.at, *values)) answer = V_SATISFIED;
    else v_fail(error, "%s found an assignment that does not satisfy the obligation", s->name);
  } else
    v_fail(error, "%s gave no answer (exit status %d)", s->name, status);
  free(output.at);
  return answer;
}
