#include "tests/oracle/referee.h"

#include "checker/sat/sat.h"
#include "formats/ctl.h"
#include "formats/support/input.h"
#include "tests/mutants/mutate.h"
#include "validator/beside/open.h"
#include "validator/beside/run.h"
#include "validator/kernel/cnf.h"
#include "validator/kernel/sha256.h"

/* --- files ------------------------------------------------------------------------------------ */

static bool write_bytes(const char *path, const char *bytes, size_t size, struct fault *fault) {
  FILE *file = fopen(path, "wb");
  bool good = file && fwrite(bytes, 1, size, file) == size;
  if (file && fclose(file) != 0) good = false;
  return good || fault_set(fault, "cannot write '%s'", path);
}

char *referee_text(const struct certificate *certificate, size_t *size) {
  char *text = NULL;
  FILE *file = open_memstream(&text, size);
  if (!file || !certificate_write(certificate, file) || fclose(file) != 0) memory_exhausted();
  return text;
}

bool scene_init(struct scene *scene, const struct aiger *model, const char *folder, bool binary,
                struct fault *fault) {
  scene->model = model;
  snprintf(scene->model_path, sizeof scene->model_path, "%s/model.%s", folder,
           binary ? "aig" : "aag");
  snprintf(scene->certificate_path, sizeof scene->certificate_path, "%s/certificate", folder);
  snprintf(scene->mutant_path, sizeof scene->mutant_path, "%s/mutant", folder);
  FILE *file = fopen(scene->model_path, "wb");
  bool good = file && aiger_write(model, file, binary);
  if (file && fclose(file) != 0) good = false;
  return good || fault_set(fault, "cannot write '%.900s'", scene->model_path);
}

bool scene_write(const struct scene *scene, const struct certificate *certificate,
                 struct fault *fault) {
  size_t size;
  char *text = referee_text(certificate, &size);
  bool good = write_bytes(scene->certificate_path, text, size, fault);
  free(text);
  return good;
}

bool scene_digest(const struct scene *scene, unsigned char digest[32], struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  char hex[65];
  if (!input_read_file(scene->model_path, &bytes, &size, fault)) return false;
  v_sha256(bytes, size, hex);
  free(bytes);
  for (unsigned k = 0; k < 32; k++) {
    char pair[3] = {hex[2 * k], hex[2 * k + 1], 0};
    digest[k] = (unsigned char)strtoul(pair, NULL, 16);
  }
  return true;
}

/* --- the oracle ------------------------------------------------------------------------------- */

enum oracle_answer referee_truth(const struct aiger *model, const char *property,
                                 bool observe_all) {
  unsigned index = 0;
  if (sscanf(property, "bad %u", &index) == 1 && index < model->bad.size)
    return oracle_bad(model, model->bad.at[index]);
  if (sscanf(property, "output %u", &index) == 1 && index < model->outputs.size)
    return oracle_bad(model, model->outputs.at[index]);
  if (sscanf(property, "justice %u", &index) == 1 && index < model->num_justice)
    return oracle_justice(model, index);
  if (strncmp(property, "ctl ", 4) != 0) return ORACLE_TOO_LARGE;
  struct ctl_file file = {0};
  struct fault fault;
  enum oracle_answer answer = ORACLE_TOO_LARGE;
  if (ctl_read_text(property + 4, model, CTL_DIALECT_CANONICAL, &file, &fault))
    answer = oracle_ctl(model, &file.arena, &file.properties[0].scope, file.properties[0].root,
                        observe_all);
  ctl_free(&file);
  return answer;
}

/* --- the validator ---------------------------------------------------------------------------- */

/* The validator's own solving and proof checking is tested elsewhere. */
bool referee_refuted(const struct validator *v, size_t k) {
  static const struct effort never = {0};
  struct v_cnf cnf;
  validator_cnf(v, k, &cnf);
  struct sat *sat = sat_new(SAT_CADICAL, &never);
  int *var = memory_alloc((size_t)cnf.num_vars + 1, sizeof *var);
  for (uint32_t n = 1; n <= cnf.num_vars; n++) var[n] = sat_var(sat);
  struct ints clause = {0};
  for (size_t c = 0; c < v_cnf_clauses(&cnf); c++) {
    ints_clear(&clause);
    for (uint32_t n = cnf.start.at[c]; n < cnf.start.at[c + 1]; n++) {
      uint32_t lit = cnf.literals.at[n];
      ints_push(&clause, lit & 1 ? -var[lit / 2] : var[lit / 2]);
    }
    sat_clause(sat, clause.at, clause.size);
  }
  bool unsat = sat_solve(sat) == SAT_NO;
  sat_free(sat);
  ints_free(&clause);
  free(var);
  v_cnf_free(&cnf);
  return unsat;
}

/* Opens the certificate, and has the validator judge it. Obligations are first solved here, without
 * starting a program: a certificate with a satisfiable one is refused at once, and the validator
 * must agree with the rest. NULL with a reason when it is not accepted. */
static struct validator *accept(const struct scene *scene, const char *path, const char *property,
                                struct referee_counts *counts, struct fault *fault) {
  struct validator_result result;
  bool ctl = property && strncmp(property, "ctl ", 4) == 0;
  struct validator *v = validator_open(scene->model_path, path, ctl ? property + 4 : NULL,
                                       ctl ? NULL : property, &result);
  if (!v) {
    fault_set(fault, "certificate refused: %s", result.reason);
    return NULL;
  }
  for (size_t k = 0; k < validator_obligations(v); k++) {
    counts->obligations++;
    if (referee_refuted(v, k)) continue;
    char what[256];
    validator_describe(v, k, what, sizeof what);
    fault_set(fault, "obligation %zu does not hold: %s", k, what);
    validator_close(v);
    return NULL;
  }
  validator_run(v, &(struct validator_options){0}, &result);
  if (result.verdict == VALIDATOR_ACCEPTED && result.holds == validator_holds(v)) return v;
  fault_set(fault, "certificate %s: %s",
            result.verdict == VALIDATOR_REJECTED ? "rejected" : "not accepted", result.reason);
  validator_close(v);
  return NULL;
}

bool referee_accepts(const struct scene *scene, const char *property, bool holds,
                     struct referee_counts *counts, struct fault *fault) {
  struct validator *v = accept(scene, scene->certificate_path, property, counts, fault);
  if (!v) return false;
  bool says = validator_holds(v);
  validator_close(v);
  return says == holds || fault_set(fault, "the certificate says the other verdict");
}

/* --- mutants ---------------------------------------------------------------------------------- */

static char *make_mutant(struct rng *rng, const char *text, size_t *size) {
  struct certificate copy;
  struct fault fault;
  if (rng_chance(rng, 20) ||
      !certificate_read_memory("certificate", (const unsigned char *)text, *size, &copy, &fault))
    return mutate_text(rng, text, size);
  mutate_certificate(rng, &copy);
  char *mutant = referee_text(&copy, size);
  certificate_free(&copy);
  return mutant;
}

static bool says_all_inputs(const char *text, size_t size) {
  static const char line[] = "\ninputs all\n";
  for (size_t k = 0; k + sizeof line - 1 <= size; k++)
    if (!memcmp(text + k, line, sizeof line - 1)) return true;
  return false;
}

/* One mutant: if it is accepted, what it claims must be true. */
static bool try_mutant(const struct scene *scene, const char *text, size_t size,
                       struct referee_counts *counts, struct fault *fault) {
  struct fault why;
  if (!write_bytes(scene->mutant_path, text, size, fault)) return false;
  counts->mutants++;
  struct validator *v = accept(scene, scene->mutant_path, NULL, counts, &why);
  if (!v) {
    counts->refused++;
    return true;
  }
  counts->accepted++;
  bool holds = validator_holds(v);
  enum oracle_answer real =
      referee_truth(scene->model, validator_property(v), says_all_inputs(text, size));
  bool good = real == ORACLE_TOO_LARGE || holds == (real == ORACLE_HOLDS);
  if (!good)
    fault_set(fault, "UNSOUND: a mutant is accepted that says '%s' %s", validator_property(v),
              holds ? "holds" : "fails");
  validator_close(v);
  return good;
}

bool referee_mutants(const struct scene *scene, const struct certificate *certificate,
                     uint64_t seed, unsigned count, struct referee_counts *counts,
                     struct fault *fault) {
  struct rng rng = rng_seeded(seed ^ 0x5555555555555555u);
  size_t size;
  char *text = referee_text(certificate, &size);
  bool good = true;
  for (unsigned k = 0; k < count && good; k++) {
    size_t mutant_size = size;
    char *mutant = make_mutant(&rng, text, &mutant_size);
    if (mutant_size != size || memcmp(mutant, text, size) != 0)
      good = try_mutant(scene, mutant, mutant_size, counts, fault);
    free(mutant);
  }
  free(text);
  return good;
}
