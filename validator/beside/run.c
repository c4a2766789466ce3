#include "validator/beside/run.h"

#include "validator/beside/certifaiger.h"
#include "validator/beside/solver.h"
#include "validator/beside/witness.h"

#include <errno.h>
#include <sys/stat.h>
#include <time.h>

/* --- Opening --- */
struct validator *validator_open_bytes(enum validator_format format, struct v_bytes model,
                                       struct v_bytes certificate, const char *formula,
                                       const char *property, struct validator_result *result) {
  static v_read_function *const readers[] = {v_certificate_body, v_certifaiger_read,
                                             v_witness_read};
  const char *what = format == VALIDATOR_CERTIFICATE ? "certificate" : "witness";
  return validator_open_with(readers[format], what, model, certificate, formula, property, result);
}

struct validator *validator_open_as(enum validator_format format, const char *model_path,
                                    const char *certificate_path, const char *formula,
                                    const char *property, struct validator_result *result) {
  struct v_error error;
  struct v_bytes model;
  struct v_bytes certificate = {0};
  if (v_read_file(model_path, &model, &error) &&
      v_read_file(certificate_path, &certificate, &error))
    return validator_open_bytes(format, model, certificate, formula, property, result);
  free(model.at);
  free(certificate.at);
  *result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN};
  snprintf(result->reason, sizeof result->reason, "%s", error.text);
  return NULL;
}

/* --- Helpers --- */
struct helper {
  const struct validator *v;
  const struct validator_options *options;
  struct v_solver solver;
  struct timespec from; /* when the obligation before this one was done */
};

/* The violating states and inputs: variables of the model and of the elaboration before the step,
 * copy by copy. */
static void print_assignment(const struct helper *h, const struct v_cnf *cnf,
                             const uint8_t *values) {
  const struct v_system *s = validator_system(h->v);
  for (uint32_t k = 0; k < cnf->num_vars && cnf->framed[k] < V_EXTRA; k++) {
    uint32_t var = (uint32_t)cnf->framed[k] / 2;
    size_t arguments;
    bool after = cnf->framed[k] >> V_FRAME_SHIFT & 1;
    if (after || var == 0 || v_gate(s, var, &arguments)) continue;
    char line[80];
    snprintf(line, sizeof line, "c  copy %u: literal %u is %u",
             (unsigned)(cnf->framed[k] >> V_COPY_SHIFT), 2 * var, values[k + 1]);
    h->options->note(h->options->context, line);
  }
}

static bool write_bytes(const char *path, const char *mode, const void *bytes, size_t size,
                        const struct v_cnf *cnf, struct v_error *error) {
  FILE *file = fopen(path, mode);
  bool good = file != NULL;
  if (good && cnf) good = v_cnf_write(cnf, file);
  if (good && !cnf) good = fwrite(bytes, 1, size, file) == size;
  if (file && fclose(file) != 0) good = false;
  return good || v_fail(error, "%s: %s", path, strerror(errno));
}

/* NNN.cnf, NNN.lrat if there is a proof, and a line of index.txt */
static bool export(const struct helper *h, size_t k, const struct v_cnf *cnf,
                   struct v_error *error) {
  const char *directory = h->options->export;
  char path[1024], text[256], index[400];
  size_t size = 0;
  if (strlen(directory) > sizeof path - 32)
    return v_fail(error, "%.100s..: the name of the folder is too long", directory);
  if (k == 0) mkdir(directory, 0777);
  snprintf(path, sizeof path, "%s/%03zu.cnf", directory, k);
  if (!write_bytes(path, "w", NULL, 0, cnf, error)) return false;
  const char *proof = validator_proof(h->v, k, &size);
  snprintf(path, sizeof path, "%s/%03zu.lrat", directory, k);
  if (proof && !write_bytes(path, "w", proof, size, NULL, error)) return false;
  validator_describe(h->v, k, text, sizeof text);
  int length = snprintf(index, sizeof index, "%03zu %u variables %zu clauses %s\n", k,
                        cnf->num_vars, v_cnf_clauses(cnf), text);
  snprintf(path, sizeof path, "%s/index.txt", directory);
  return write_bytes(path, k > 0 ? "a" : "w", index, (size_t)length, NULL, error);
}

static bool before(void *context, size_t k, const struct v_cnf *cnf, struct v_error *error) {
  struct helper *h = context;
  return !h->options->export || export(h, k, cnf, error);
}

/* Unit propagation; then each case by itself: the last clause is the list of cases. */
static void propagate_cases(const struct v_cnf *cnf, struct v_rup *rup) {
  size_t last = v_cnf_clauses(cnf) - 1;
  for (uint32_t k = cnf->start.at[last]; k < cnf->start.at[last + 1] && !v_rup_refuted(rup); k++) {
    uint32_t lemma = cnf->literals.at[k] ^ 1;
    v_rup_lemma(rup, &lemma, 1);
  }
}

static enum validator_means refute(void *context, const struct v_cnf *cnf, bool *violated,
                                   struct v_error *error) {
  struct helper *h = context;
  struct v_rup *rup = v_rup_new(cnf);
  enum validator_means means = VALIDATOR_NOTHING;
  uint8_t *values = NULL;
  if (v_cnf_clauses(cnf) > 0) propagate_cases(cnf, rup);
  if (v_rup_refuted(rup)) {
    means = VALIDATOR_PROPAGATION;
  } else {
    enum v_answer found = v_solve(&h->solver, cnf, rup, &values, error);
    if (found == V_REFUTED && v_rup_refuted(rup)) means = VALIDATOR_SOLVER;
    *violated = found == V_SATISFIED;
    if (*violated) v_fail(error, "it can be violated");
    if (*violated && h->options->note) print_assignment(h, cnf, values);
  }
  free(values);
  v_rup_free(rup);
  return means;
}

static void behind(void *context, size_t k, const struct v_cnf *cnf, const char *how) {
  struct helper *h = context;
  struct timespec to;
  char line[512], text[256];
  if (!h->options->note) return;
  clock_gettime(CLOCK_MONOTONIC, &to);
  double seconds = (double)(to.tv_sec - h->from.tv_sec);
  seconds += 1e-9 * (double)(to.tv_nsec - h->from.tv_nsec);
  validator_describe(h->v, k, text, sizeof text);
  snprintf(line, sizeof line, "c obligation %zu: %s: %u variables, %zu clauses, %s, %.3f s", k,
           text, cnf->num_vars, v_cnf_clauses(cnf), how ? how : "NOT DISCHARGED", seconds);
  h->options->note(h->options->context, line);
  h->from = to;
}

void validator_run(const struct validator *v, const struct validator_options *options,
                   struct validator_result *result) {
  static const struct validator_options none = {0};
  if (!options) options = &none;
  struct helper h = {.v = v, .options = options, .solver = {.name = options->solver}};
  struct validator_helpers helpers = {&h, before, refute, behind};
  clock_gettime(CLOCK_MONOTONIC, &h.from);
  validator_check(v, &helpers, result);
  v_solver_cleanup();
}
