#include "certifier/prove/prove.h"

#include "certifier/process/child.h"
#include "certifier/process/temporary.h"
#include "certifier/prove/refute.h"
#include "validator/beside/dimacs.h"
#include "validator/beside/open.h"
#include "validator/search/search.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>

/* What the workers share. Fields below `mutex` are guarded by it. */
struct proving {
  const struct validator *validator;
  struct cert_proof *proofs;
  size_t num_obligations;
  const struct effort *effort;
  pthread_mutex_t mutex;
  enum {
    CHECK_UNASKED,
    CHECK_KNOWN,
    CHECK_ABSENT
  } check_option;   /* kissat's internal checker, in debug builds, must be switched off */
  unsigned workers; /* started so far */
  bool scratch;     /* the directory for named files is there */
  size_t next;
  enum proved outcome; /* the first failure stays */
  struct fault fault;
};

static void give_up(struct proving *p, enum proved outcome, const struct fault *fault) {
  pthread_mutex_lock(&p->mutex);
  if (p->outcome == PROVED) {
    p->outcome = outcome;
    if (fault) p->fault = *fault;
  }
  pthread_mutex_unlock(&p->mutex);
}

/* The next obligation to prove; false: none is left, or some job gave up. */
static bool take(struct proving *p, size_t *k) {
  pthread_mutex_lock(&p->mutex);
  bool more = p->outcome == PROVED && p->next < p->num_obligations;
  if (more) *k = p->next++;
  pthread_mutex_unlock(&p->mutex);
  return more;
}

static bool has_check_option(const struct effort *effort) {
  struct spool output;
  struct fault fault;
  if (!spool_open(&output, &fault)) return false;
  const char *argv[] = {"kissat", "--range", NULL};
  int status = -1;
  char *text = NULL;
  size_t size;
  bool answer = child_run(argv, output.descriptor, -1, effort, &status) == CHILD_EXITED &&
                status == 0 && spool_read(&output, &text, &size, &fault) &&
                (strstr(text, "\ncheck ") || strncmp(text, "check ", 6) == 0);
  free(text);
  spool_close(&output);
  return answer;
}

static bool wants_check_option(struct proving *p) {
  pthread_mutex_lock(&p->mutex);
  if (p->check_option == CHECK_UNASKED)
    p->check_option = has_check_option(p->effort) ? CHECK_KNOWN : CHECK_ABSENT;
  bool wants = p->check_option == CHECK_KNOWN;
  pthread_mutex_unlock(&p->mutex);
  return wants;
}

/* What one worker needs for kissat and drat-trim; made when it is needed, used again for every
 * obligation. */
struct workspace {
  unsigned job;
  bool open;
  char cnf[TEMPORARY_PATH], drat[TEMPORARY_PATH];
  struct spool lrat, output;
};

static bool workspace_open(struct proving *p, struct workspace *d, struct fault *fault) {
  if (d->open) return true;
  pthread_mutex_lock(&p->mutex);
  p->scratch = p->scratch || temporary_open(fault);
  bool ok = p->scratch;
  pthread_mutex_unlock(&p->mutex);
  if (!ok || !spool_open(&d->lrat, fault)) return false;
  if (!spool_open(&d->output, fault)) {
    spool_close(&d->lrat);
    return false;
  }
  temporary_cnf(d->job, d->cnf);
  temporary_proof(d->job, d->drat);
  return d->open = true;
}

static void workspace_close(struct workspace *d) {
  if (!d->open) return;
  spool_close(&d->lrat);
  spool_close(&d->output);
}

static bool write_cnf(const struct v_cnf *cnf, const char *path, struct fault *fault) {
  FILE *file = fopen(path, "w");
  bool ok = file && v_cnf_write(cnf, file);
  if (file && fclose(file) != 0) ok = false;
  return ok || fault_set(fault, "cannot write %s: %s", path, strerror(errno));
}

static enum proved satisfiable(const struct proving *p, size_t k, struct fault *fault) {
  char what[256];
  validator_describe(p->validator, k, what, sizeof what);
  fault_set(fault, "obligation %zu (%s) is satisfiable: the certificate is wrong", k, what);
  return PROVING_FAILED;
}

/* kissat solves, with a DRAT proof on the workspace. `--no-factor` keeps new variables, and with
 * them RAT steps, out. */
static enum proved run_kissat(struct proving *p, struct workspace *d, size_t k,
                              struct fault *fault) {
  const char *argv[16];
  size_t n = 0;
  argv[n++] = "kissat";
  argv[n++] = "-q";
  argv[n++] = "-n"; /* no values */
  argv[n++] = "--no-factor";
  argv[n++] = "--unsat"; /* what gets here is not easy: on a bound made of 1,700 gates 1.8 s,
                            against 5.3 s by default and 18.6 s with --plain */
  if (wants_check_option(p)) argv[n++] = "--check=0";
  argv[n++] = d->cnf;
  argv[n++] = d->drat;
  argv[n] = NULL;
  int status = -1;
  enum child_end end = child_run(argv, -1, -1, p->effort, &status);
  if (end == CHILD_INTERRUPTED) return PROVING_TIMED_OUT;
  if (end == CHILD_NOT_FOUND) {
    fault_set(fault, "kissat, which makes the proofs, is not in the path");
    return PROVING_FAILED;
  }
  if (end == CHILD_EXITED && status == 20) return PROVED;
  if (end == CHILD_EXITED && status == 10) return satisfiable(p, k, fault);
  char what[256];
  validator_describe(p->validator, k, what, sizeof what);
  fault_set(fault, "kissat failed on obligation %zu (%s)", k, what);
  return PROVING_FAILED;
}

/* drat-trim's exit status lies both ways; its line `s VERIFIED` (behind a carriage return) must be
 * there as well. */
static bool says_verified(const char *text) {
  for (const char *at = text; (at = strstr(at, "s VERIFIED")); at++) {
    bool starts = at == text || at[-1] == '\n' || at[-1] == '\r';
    char behind = at[strlen("s VERIFIED")];
    if (starts && (behind == '\n' || behind == '\r' || behind == 0)) return true;
  }
  return false;
}

static enum proved run_drat_trim(struct proving *p, struct workspace *d, size_t k,
                                 struct fault *fault) {
  const char *argv[] = {"drat-trim", d->cnf,    d->drat, "-i",         "-U",
                        "-t",        "1000000", "-L",    d->lrat.path, NULL};
  int status = -1;
  if (!spool_clear(&d->output, fault) || !spool_clear(&d->lrat, fault)) return PROVING_FAILED;
  enum child_end end =
      child_run(argv, d->output.descriptor, d->output.descriptor, p->effort, &status);
  if (end == CHILD_INTERRUPTED) return PROVING_TIMED_OUT;
  if (end == CHILD_NOT_FOUND) {
    fault_set(fault, "drat-trim, which elaborates the proofs, is not in the path");
    return PROVING_FAILED;
  }
  char *text = NULL;
  size_t size;
  if (!spool_read(&d->output, &text, &size, fault)) return PROVING_FAILED;
  bool verified = end == CHILD_EXITED && status == 0 && says_verified(text);
  free(text);
  if (verified) return PROVED;
  fault_set(fault, "drat-trim does not verify the proof of obligation %zu", k);
  return PROVING_FAILED;
}

static enum proved prove_outside(struct proving *p, struct workspace *d, size_t k,
                                 const struct v_cnf *cnf, struct fault *fault) {
  if (!workspace_open(p, d, fault) || !write_cnf(cnf, d->cnf, fault)) return PROVING_FAILED;
  enum proved proved = run_kissat(p, d, k, fault);
  if (proved == PROVED) proved = run_drat_trim(p, d, k, fault);
  if (proved == PROVED && !spool_read(&d->lrat, &p->proofs[k].text, &p->proofs[k].size, fault))
    proved = PROVING_FAILED;
  return proved;
}

/* Ticks for the search of the validator, which nothing interrupts. */
static uint64_t search_ticks(const struct effort *effort, bool *hurried) {
  uint64_t ticks = (uint64_t)tuning_of(effort)->prove_search * TICKS_PER_MILLISECOND;
  *hurried = false;
  for (const struct effort *e = effort; e; e = e->outer) {
    double left = e->deadline > 0 ? 1000 * (e->deadline - monotonic_seconds()) : TUNING_MILLION;
    uint64_t most = left > 0 ? (uint64_t)left * TICKS_PER_MILLISECOND : 0;
    *hurried = *hurried || most < ticks;
    if (most < ticks) ticks = most;
  }
  return ticks;
}

/* What the validator would do without a proof: equal gates and sums modulo 2 are nothing that
 * kissat and drat-trim see. *gave_up: kissat shall try; not where there was too little time, for
 * which proof there is must not depend on the clock. */
static enum proved prove_by_search(const struct proving *p, size_t k, const struct v_cnf *cnf,
                                   bool *gave_up, struct fault *fault) {
  bool hurried;
  uint64_t ticks = search_ticks(p->effort, &hurried);
  struct v_bytes proof = {0};
  uint8_t *values = NULL;
  enum v_answer answer = v_search(cnf, ticks, &proof, &values);
  free(values);
  p->proofs[k].text = (char *)proof.at;
  p->proofs[k].size = proof.size;
  *gave_up = answer == V_NO_ANSWER && !hurried;
  if (answer == V_SATISFIED) return satisfiable(p, k, fault);
  return answer == V_REFUTED ? PROVED : PROVING_TIMED_OUT;
}

static enum proved prove_cnf(struct proving *p, struct workspace *d, size_t k,
                             const struct v_cnf *cnf, struct fault *fault) {
  enum refuted refuted = refute(cnf, tuning_of(p->effort)->prove_easy, p->effort,
                                &p->proofs[k].text, &p->proofs[k].size);
  if (refuted == REFUTED) return PROVED;
  if (refuted == REFUTE_SATISFIABLE) return satisfiable(p, k, fault);
  if (interrupted(p->effort)) return PROVING_TIMED_OUT;
  bool gave_up;
  enum proved proved = prove_by_search(p, k, cnf, &gave_up, fault);
  if (!gave_up) return proved;
  return interrupted(p->effort) ? PROVING_TIMED_OUT : prove_outside(p, d, k, cnf, fault);
}

static enum proved prove_one(struct proving *p, struct workspace *d, size_t k,
                             struct fault *fault) {
  struct v_cnf cnf;
  validator_cnf(p->validator, k, &cnf);
  enum proved proved = prove_cnf(p, d, k, &cnf, fault);
  v_cnf_free(&cnf);
  return proved;
}

static void *work(void *argument) {
  struct proving *p = argument;
  struct workspace *workspace = memory_zeroed(1, sizeof *workspace);
  struct fault fault;
  pthread_mutex_lock(&p->mutex);
  workspace->job = p->workers++;
  pthread_mutex_unlock(&p->mutex);
  for (size_t k; take(p, &k);) {
    enum proved proved =
        interrupted(p->effort) ? PROVING_TIMED_OUT : prove_one(p, workspace, k, &fault);
    if (proved != PROVED) give_up(p, proved, proved == PROVING_FAILED ? &fault : NULL);
  }
  workspace_close(workspace);
  free(workspace);
  return NULL;
}

/* This thread works too; helpers that cannot be started are not missed. */
static void work_in_parallel(struct proving *p, unsigned jobs) {
  pthread_t threads[TEMPORARY_JOBS - 1];
  size_t started = 0;
  for (unsigned k = 1; k < jobs && k < p->num_obligations && started < TEMPORARY_JOBS - 1; k++)
    if (pthread_create(&threads[started], NULL, work, p) == 0) started++;
  work(p);
  for (size_t k = 0; k < started; k++) pthread_join(threads[k], NULL);
}

static void discharge_all(struct proving *p, unsigned jobs, struct certificate *certificate) {
  p->proofs = memory_zeroed(p->num_obligations, sizeof *p->proofs);
  pthread_mutex_init(&p->mutex, NULL);
  work_in_parallel(p, jobs);
  pthread_mutex_destroy(&p->mutex);
  if (p->scratch) temporary_remove();
  if (p->outcome == PROVED) {
    certificate->has_proofs = true;
    certificate->proofs = p->proofs;
    certificate->num_proofs = p->num_obligations;
    return;
  }
  for (size_t k = 0; k < p->num_obligations; k++) free(p->proofs[k].text);
  free(p->proofs);
}

static bool write_certificate(const struct certificate *certificate, const struct spool *spool,
                              struct fault *fault) {
  FILE *file = fopen(spool->path, "w");
  bool ok = file && certificate_write(certificate, file);
  if (file && fclose(file) != 0) ok = false;
  return ok || fault_set(fault, "cannot write a temporary certificate");
}

enum proved prove_certificate(const char *model_path, struct certificate *certificate,
                              unsigned jobs, const struct effort *effort, struct fault *fault) {
  if (certificate_is_trace(certificate)) return PROVED;
  struct spool spool;
  if (!spool_open(&spool, fault)) return PROVING_FAILED;
  struct validator_result result;
  struct validator *validator = NULL;
  struct proving p = {.effort = effort, .outcome = PROVED};
  if (!write_certificate(certificate, &spool, fault)) {
    p.outcome = PROVING_FAILED;
  } else if (!(validator = validator_open(model_path, spool.path, NULL, NULL, &result))) {
    fault_set(fault, "the certificate is wrong: %s", result.reason);
    p.outcome = PROVING_FAILED;
  } else {
    p.validator = validator;
    p.num_obligations = validator_obligations(validator);
    discharge_all(&p, jobs, certificate);
    if (p.outcome == PROVING_FAILED) *fault = p.fault;
    validator_close(validator);
  }
  spool_close(&spool);
  return p.outcome;
}
