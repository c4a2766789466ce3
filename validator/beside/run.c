#include "validator/beside/run.h"

#include "validator/beside/dimacs.h"
#include "validator/beside/open.h"
#include "validator/beside/solver.h"
#include "validator/kernel/certificate.h"
#include "validator/kernel/lrat.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <time.h>

enum { MOST_WORK = 1 << 26 };   /* steps of propagation before there is a search, */
enum { MOST_SEARCH = 1 << 28 }; /* .. of the search before others are asked: 5 to 10 s */

struct helper {
  const struct validator *v;
  const struct validator_options *options;
  struct v_solver solver;
  struct timespec from; /* when the obligation before this one was done */
  const char *how;      /* the one at hand was discharged */
  size_t by_propagation, by_solver;
  char reason[1024]; /* which obligation is not discharged, and why; or empty */
};

/* The violating states and inputs: variables of the model and of the elaboration before the step,
 * copy by copy. */
static void print_assignment(const struct helper *h, const struct v_cnf *cnf,
                             const uint8_t *values) {
  const struct v_system *s = &validator_certificate(h->v)->system;
  for (uint32_t k = 0; k < cnf->num_vars && cnf->framed.at[k] < V_EXTRA; k++) {
    uint32_t var = (uint32_t)cnf->framed.at[k] / 2;
    size_t arguments;
    bool after = cnf->framed.at[k] >> V_FRAME_SHIFT & 1;
    if (after || var == 0 || v_gate(s, var, &arguments)) continue;
    char line[80];
    snprintf(line, sizeof line, "c  copy %u: literal %u is %u",
             (unsigned)(cnf->framed.at[k] >> V_COPY_SHIFT), 2 * var, values[k + 1]);
    h->options->note(h->options->context, line);
  }
}

/* Into a file of the folder of --export: the CNF, or else the bytes. */
static bool put(const struct helper *h, const char *name, const char *mode, const void *bytes,
                size_t size, const struct v_cnf *cnf, struct v_error *error) {
  char path[1024];
  if (snprintf(path, sizeof path, "%s/%s", h->options->export, name) >= (int)sizeof path)
    return v_fail(error, "%.100s..: the name of the folder is too long", h->options->export);
  FILE *file = fopen(path, mode);
  bool good = file && (cnf ? v_cnf_write(cnf, file) : fwrite(bytes, 1, size, file) == size);
  if (file && fclose(file) != 0) good = false;
  return good || v_fail(error, "%s: %s", path, strerror(errno));
}

/* Files of another certificate would seem to be of this one. */
static bool is_empty(const char *directory, struct v_error *error) {
  DIR *there = opendir(directory);
  if (!there) return v_fail(error, "%.400s: %s", directory, strerror(errno));
  bool empty = true;
  for (struct dirent *e; (e = readdir(there));) empty = empty && e->d_name[0] == '.';
  closedir(there);
  return empty || v_fail(error, "%.400s: not empty: export into a folder of its own", directory);
}

/* NNN.cnf, NNN.lrat if there is a proof, and a line of index.txt */
static bool export(const struct helper *h, size_t k, struct v_error *error) {
  char name[40], text[256], index[400];
  size_t size = 0;
  struct v_cnf cnf;
  validator_cnf(h->v, k, &cnf);
  const char *proof = validator_proof(h->v, k, &size);
  validator_describe(h->v, k, text, sizeof text);
  int length = snprintf(index, sizeof index, "%03zu %u variables %zu clauses %s\n", k, cnf.num_vars,
                        v_cnf_clauses(&cnf), text);
  snprintf(name, sizeof name, "%03zu.cnf", k);
  bool good = put(h, name, "w", NULL, 0, &cnf, error);
  snprintf(name, sizeof name, "%03zu.lrat", k);
  if (good && proof) good = put(h, name, "w", proof, size, NULL, error);
  v_cnf_free(&cnf);
  return good && put(h, "index.txt", "a", index, (size_t)length, NULL, error);
}

static bool export_all(const struct helper *h, struct v_error *error) {
  mkdir(h->options->export, 0777);
  if (!is_empty(h->options->export, error)) return false;
  if (!put(h, "index.txt", "w", "", 0, NULL, error)) return false;
  for (size_t k = 0; k < validator_obligations(h->v); k++)
    if (!export(h, k, error)) return false;
  return true;
}

/* Each case by itself: the last clause is the list of cases. From behind, so that its first two
 * literals, which it watches, are the last to become false. Cases times cones is too much for some:
 * then the solver is asked. */
static void propagate_cases(const struct v_cnf *cnf, struct v_rup *rup) {
  size_t last = v_cnf_clauses(cnf) - 1;
  uint64_t most = MOST_WORK + v_rup_work(rup);
  for (uint32_t k = cnf->start.at[last + 1]; k > cnf->start.at[last]; k--) {
    if (v_rup_refuted(rup) || v_rup_work(rup) > most) return;
    uint32_t lemma = cnf->literals.at[k - 1] ^ 1;
    v_rup_lemma(rup, &lemma, 1);
  }
}

/* By a search of our own, whose proof the kernel checks. */
static enum v_answer search(const struct v_cnf *cnf, uint8_t **values, struct v_error *error) {
  struct v_bytes proof = {0};
  enum v_answer answer = v_search(cnf, MOST_SEARCH, &proof, values);
  if (answer == V_REFUTED && !v_lrat_check(cnf, (const char *)proof.at, proof.size, 1, error))
    answer = V_NO_ANSWER;
  if (answer == V_SATISFIED && !v_cnf_satisfied(cnf, *values)) answer = V_NO_ANSWER;
  free(proof.at);
  return answer;
}

static enum v_answer solve(struct helper *h, const struct v_cnf *cnf, struct v_rup *rup,
                           uint8_t **values, struct v_error *error) {
  enum v_answer answer = V_NO_ANSWER;
  if (!h->solver.name) answer = search(cnf, values, error);
  if (answer != V_NO_ANSWER) return answer;
  free(*values);
  *values = NULL;
  answer = v_solve(&h->solver, cnf, rup, values, error);
  return answer == V_REFUTED && !v_rup_refuted(rup) ? V_NO_ANSWER : answer;
}

static bool refute(void *context, const struct v_cnf *cnf, struct v_error *why) {
  struct helper *h = context;
  struct v_rup *rup = v_rup_new(cnf);
  enum v_answer found = V_REFUTED;
  uint8_t *values = NULL;
  if (v_cnf_clauses(cnf) > 0) propagate_cases(cnf, rup);
  bool propagated = v_rup_refuted(rup);
  if (!propagated) found = solve(h, cnf, rup, &values, why);
  bool done = found == V_REFUTED;
  if (found == V_SATISFIED) {
    v_fail(why, "it can be violated");
    if (h->options->note) print_assignment(h, cnf, values);
  } else if (!done) {
    v_unsupported(why);
  }
  h->by_propagation += done && propagated;
  h->by_solver += done && !propagated;
  h->how = propagated ? "unit propagation" : "solver";
  free(values);
  v_rup_free(rup);
  return done;
}

static void behind(void *context, size_t k, const struct v_cnf *cnf, const struct v_error *why) {
  struct helper *h = context;
  struct timespec to;
  char line[512], text[256];
  validator_describe(h->v, k, text, sizeof text);
  if (why)
    snprintf(h->reason, sizeof h->reason, "obligation %zu (%.300s): %.600s", k, text, why->text);
  if (!h->options->note) return;
  clock_gettime(CLOCK_MONOTONIC, &to);
  double seconds = (double)(to.tv_sec - h->from.tv_sec);
  seconds += 1e-9 * (double)(to.tv_nsec - h->from.tv_nsec);
  snprintf(line, sizeof line, "c obligation %zu: %s: %u variables, %zu clauses, %s, %.3f s", k,
           text, cnf->num_vars, v_cnf_clauses(cnf), why ? "NOT DISCHARGED" : h->how, seconds);
  h->options->note(h->options->context, line);
  h->from = to;
}

void validator_run(const struct validator *v, const struct validator_options *options,
                   struct validator_result *result) {
  static const struct validator_options none = {0};
  if (!options) options = &none;
  struct helper h = {.v = v, .options = options, .solver = {.name = options->solver}};
  h.how = "proof";
  struct validator_helpers helpers = {&h, refute, behind};
  struct v_error error;
  if (options->export && !export_all(&h, &error)) {
    validator_answer(result, VALIDATOR_UNKNOWN, error.text);
    return;
  }
  clock_gettime(CLOCK_MONOTONIC, &h.from);
  validator_check(validator_certificate(v), &helpers, result);
  result->by_propagation = h.by_propagation;
  result->by_solver = h.by_solver;
  if (h.reason[0]) memcpy(result->reason, h.reason, sizeof h.reason);
  v_solver_cleanup();
}
