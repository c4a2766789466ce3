#include "tests/differential_case.h"

#include "certifier/certify.h"
#include "certifier/prove.h"
#include "checker/sat.h"
#include "formats/ctl.h"
#include "formats/input.h"
#include "tests/mutate.h"
#include "tests/oracle.h"
#include "validator/common.h"
#include "validator/validator.h"

/* --- making trials --------------------------------------------------------------------------------------------------- */

static void random_options(struct rng *rng, struct check_options *options) {
  *options = check_defaults;
  options->observe_all = rng_chance(rng, 15);
  if (rng_chance(rng, 60)) return;
  unsigned strategies = 1 + rng_below(rng, 7);
  options->fair.skeleton = strategies & 1u;
  options->fair.rlive = strategies & 2u;
  options->fair.klive = strategies & 4u;
  options->fair.unroll = rng_below(rng, 3);
  options->generalization = (int)rng_below(rng, 3);
  options->backend = rng_chance(rng, 50) ? BACKEND_CADICAL : BACKEND_DEFAULT;
}

void trial_random(struct trial *trial, uint64_t seed, enum property_kind kind) {
  struct rng rng = rng_seeded(seed * 4 + kind);
  *trial = (struct trial){.seed = seed, .kind = kind};
  struct random_shape shape = random_shape_default;
  if (rng_chance(&rng, 30)) shape = (struct random_shape){3, 2, 8, 1, 2, 2};
  random_model(&rng, &shape, &trial->model);
  random_options(&rng, &trial->options);
  trial->binary = rng_chance(&rng, 30);
  if (kind == PROPERTY_BAD && rng_chance(&rng, 20)) trial->kind = PROPERTY_OUTPUT;
  if (trial->kind == PROPERTY_BAD) trial->index = rng_below(&rng, (uint32_t)trial->model.bad.size);
  if (kind == PROPERTY_JUSTICE) trial->index = rng_below(&rng, (uint32_t)trial->model.num_justice);
  if (kind == PROPERTY_CTL) trial->root = random_formula(&rng, &trial->model, 1 + rng_below(&rng, 5), &trial->arena);
}

void trial_free(struct trial *trial) {
  aiger_free(&trial->model);
  formulas_free(&trial->arena);
}

char *trial_property(const struct trial *trial) {
  static const char *const names[] = {"bad", "output", "justice", "ctl"};
  char *formula = trial->kind == PROPERTY_CTL ? formula_print(&trial->arena, trial->root) : NULL;
  size_t size = (formula ? strlen(formula) : 0) + 32;
  char *text = memory_alloc(size, 1);
  if (formula) snprintf(text, size, "ctl %s", formula);
  else snprintf(text, size, "%s %u", names[trial->kind], trial->index);
  free(formula);
  return text;
}

/* --- files ----------------------------------------------------------------------------------------------------------- */

struct paths {
  char model[4096], certificate[4096], mutant[4096];
};

static bool write_bytes(const char *path, const char *bytes, size_t size, struct fault *fault) {
  FILE *file = fopen(path, "wb");
  bool good = file && fwrite(bytes, 1, size, file) == size;
  if (file && fclose(file) != 0) good = false;
  return good || fault_set(fault, "cannot write '%s'", path);
}

static bool write_model(const struct trial *trial, const char *path, struct fault *fault) {
  FILE *file = fopen(path, "wb");
  bool good = file && aiger_write(&trial->model, file, trial->binary);
  if (file && fclose(file) != 0) good = false;
  return good || fault_set(fault, "cannot write '%s'", path);
}

static char *certificate_text(const struct certificate *certificate, size_t *size) {
  char *text = NULL;
  FILE *file = open_memstream(&text, size);
  if (!file || !certificate_write(certificate, file) || fclose(file) != 0) memory_exhausted();
  return text;
}

static bool model_digest(const char *path, unsigned char digest[32], struct fault *fault) {
  unsigned char *bytes;
  size_t size;
  char hex[65];
  if (!input_read_file(path, &bytes, &size, fault)) return false;
  v_sha256(bytes, size, hex);
  free(bytes);
  for (unsigned k = 0; k < 32; k++) {
    char pair[3] = {hex[2 * k], hex[2 * k + 1], 0};
    digest[k] = (unsigned char)strtoul(pair, NULL, 16);
  }
  return true;
}

/* --- the oracle ------------------------------------------------------------------------------------------------------ */

static enum oracle_answer truth(const struct trial *trial) {
  const struct aiger *model = &trial->model;
  switch (trial->kind) {
  case PROPERTY_BAD: return oracle_bad(model, model->bad.at[trial->index]);
  case PROPERTY_OUTPUT: return oracle_bad(model, model->outputs.at[trial->index]);
  case PROPERTY_JUSTICE: return oracle_justice(model, trial->index);
  default: return oracle_ctl(model, &trial->arena, trial->root, trial->options.observe_all);
  }
}

/* What a certificate claims, as it names it: "bad 1", "justice 0", "ctl F". ORACLE_TOO_LARGE: it names nothing. */
static enum oracle_answer truth_of_claim(const struct aiger *model, const char *property, bool observe_all) {
  unsigned index = 0;
  if (sscanf(property, "bad %u", &index) == 1 && index < model->bad.size) return oracle_bad(model, model->bad.at[index]);
  if (sscanf(property, "output %u", &index) == 1 && index < model->outputs.size) return oracle_bad(model, model->outputs.at[index]);
  if (sscanf(property, "justice %u", &index) == 1 && index < model->num_justice) return oracle_justice(model, index);
  if (strncmp(property, "ctl ", 4) != 0) return ORACLE_TOO_LARGE;
  struct ctl_file file = {0};
  struct fault fault;
  enum oracle_answer answer = ORACLE_TOO_LARGE;
  if (ctl_read_text(property + 4, model, CTL_DIALECT_AUTO, &file, &fault)) {
    answer = oracle_ctl(model, &file.arena, file.properties[file.num_properties - 1].root, observe_all);
    ctl_free(&file);
  }
  return answer;
}

/* --- the validator --------------------------------------------------------------------------------------------------- */

/* Is obligation k unsatisfiable? Solved here, without starting a program: the validator's proof checking is tested elsewhere. */
static bool refuted(const struct validator *v, size_t k) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (!file || !validator_write_cnf(v, k, file) || fclose(file) != 0) memory_exhausted();
  static const struct interrupt never = {0};
  struct sat *sat = sat_new(SAT_CADICAL, &never);
  int vars = 0;
  char *at = strstr(text, "p cnf ");
  sscanf(at, "p cnf %d", &vars);
  int *var = memory_alloc((size_t)vars + 1, sizeof *var);
  for (int n = 1; n <= vars; n++) var[n] = sat_var(sat);
  struct ints clause = {0};
  for (at = strchr(at, '\n') + 1; *at;) {
    char *end;
    long literal = strtol(at, &end, 10);
    if (end == at) break;
    if (literal) ints_push(&clause, literal > 0 ? var[literal] : -var[-literal]);
    else {
      sat_clause(sat, clause.at, clause.size);
      ints_clear(&clause);
    }
    at = end;
  }
  bool unsat = sat_solve(sat) == SAT_NO;
  sat_free(sat);
  ints_free(&clause);
  free(var);
  free(text);
  return unsat;
}

/* Opens the certificate and refutes its obligations. NULL with a reason when it is not good. */
static struct validator *accept(const char *model, const char *certificate, const char *property, struct trial_counts *counts,
                                char *reason, size_t size) {
  struct validator_result result;
  struct validator *v = validator_open(model, certificate, NULL, property, &result);
  if (!v) {
    snprintf(reason, size, "%s", result.reason);
    return NULL;
  }
  for (size_t k = 0; k < validator_obligations(v); k++) {
    counts->obligations++;
    if (refuted(v, k)) continue;
    char what[256];
    validator_describe(v, k, what, sizeof what);
    snprintf(reason, size, "obligation %zu does not hold: %s", k, what);
    validator_close(v);
    return NULL;
  }
  return v;
}

/* The whole validator, with its own solver runs or proofs. */
static bool run_validator(const char *model, const char *certificate, bool holds, struct fault *fault) {
  struct validator_result result;
  struct validator *v = validator_open(model, certificate, NULL, NULL, &result);
  if (!v) return fault_set(fault, "validator_open: %s", result.reason);
  validator_run(v, &(struct validator_options){0}, &result);
  validator_close(v);
  if (result.verdict != VALIDATOR_ACCEPTED) return fault_set(fault, "validator_run does not accept: %s", result.reason);
  if (result.holds != holds) return fault_set(fault, "validator_run accepts the other verdict");
  return true;
}

/* --- mutants --------------------------------------------------------------------------------------------------------- */

static char *make_mutant(struct rng *rng, const char *text, size_t *size) {
  struct certificate copy;
  struct fault fault;
  if (rng_chance(rng, 20) || !certificate_read_memory("certificate", (const unsigned char *)text, *size, &copy, &fault))
    return mutate_text(rng, text, size);
  mutate_certificate(rng, &copy);
  char *mutant = certificate_text(&copy, size);
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
static bool try_mutant(const struct trial *trial, const struct paths *paths, const char *text, size_t size, struct trial_counts *counts,
                       struct fault *fault) {
  char reason[1024];
  if (!write_bytes(paths->mutant, text, size, fault)) return false;
  counts->mutants++;
  struct validator *v = accept(paths->model, paths->mutant, NULL, counts, reason, sizeof reason);
  if (!v) {
    counts->refused++;
    return true;
  }
  counts->accepted++;
  bool holds = validator_holds(v);
  enum oracle_answer real = truth_of_claim(&trial->model, validator_property(v), says_all_inputs(text, size));
  bool good = real == ORACLE_TOO_LARGE || holds == (real == ORACLE_HOLDS);
  if (!good)
    fault_set(fault, "UNSOUND: a mutant is accepted that says '%s' %s", validator_property(v), holds ? "holds" : "fails");
  validator_close(v);
  return good;
}

static bool try_mutants(const struct trial *trial, const struct paths *paths, const struct certificate *certificate, unsigned count,
                        struct trial_counts *counts, struct fault *fault) {
  struct rng rng = rng_seeded(trial->seed ^ 0x5555555555555555u);
  size_t size;
  char *text = certificate_text(certificate, &size);
  bool good = true;
  for (unsigned k = 0; k < count && good; k++) {
    size_t mutant_size = size;
    char *mutant = make_mutant(&rng, text, &mutant_size);
    if (mutant_size != size || memcmp(mutant, text, size) != 0)
      good = try_mutant(trial, paths, mutant, mutant_size, counts, fault);
    free(mutant);
  }
  free(text);
  return good;
}

/* --- one trial ------------------------------------------------------------------------------------------------------- */

static bool write_certificate(const struct certificate *certificate, const char *path, struct fault *fault) {
  size_t size;
  char *text = certificate_text(certificate, &size);
  bool good = write_bytes(path, text, size, fault);
  free(text);
  return good;
}

static bool check_proofs(const struct paths *paths, struct certificate *certificate, bool holds, struct fault *fault) {
  static const struct interrupt never = {0};
  struct fault why = {{0}};
  enum proved proved = prove_certificate(paths->model, certificate, 1, &never, &why);
  if (proved != PROVED) return fault_set(fault, "cannot prove the certificate: %.800s", why.text);
  if (!write_certificate(certificate, paths->certificate, fault)) return false;
  return run_validator(paths->model, paths->certificate, holds, fault);
}

static bool check_certificate(const struct trial *trial, const struct trial_settings *settings, const struct paths *paths,
                              struct certificate *certificate, bool holds, struct trial_counts *counts, struct fault *fault) {
  if (!write_certificate(certificate, paths->certificate, fault)) return false;
  char reason[900], *property = trial_property(trial);
  struct validator *v = accept(paths->model, paths->certificate, property, counts, reason, sizeof reason);
  free(property);
  if (!v) return fault_set(fault, "certificate refused: %s", reason);
  bool says = validator_holds(v);
  validator_close(v);
  if (says != holds) return fault_set(fault, "the certificate says the other verdict");
  if (!try_mutants(trial, paths, certificate, settings->mutants, counts, fault)) return false;
  if (settings->full) {
    counts->full++;
    if (!run_validator(paths->model, paths->certificate, holds, fault)) return false;
  }
  if (settings->proofs) {
    counts->proofs++;
    return check_proofs(paths, certificate, holds, fault);
  }
  return true;
}

static bool certify_result(const struct trial *trial, const struct trial_settings *settings, const struct paths *paths,
                           const struct property *property, const struct check_result *result, struct trial_counts *counts,
                           struct fault *fault) {
  unsigned char digest[32];
  if (!model_digest(paths->model, digest, fault)) return false;
  char *formula = trial->kind == PROPERTY_CTL ? formula_print(&trial->arena, trial->root) : NULL;
  struct certify_request request = {&trial->model, digest, property, formula, trial->options.observe_all, result};
  struct certificate certificate = {0};
  certify(&request, &certificate);
  bool good = check_certificate(trial, settings, paths, &certificate, result->evidence.verdict == VERDICT_HOLDS, counts, fault);
  certificate_free(&certificate);
  free(formula);
  return good;
}

enum trial_outcome trial_run(const struct trial *trial, const struct trial_settings *settings, struct trial_counts *counts,
                             struct fault *fault) {
  struct paths paths;
  snprintf(paths.model, sizeof paths.model, "%s/model.%s", settings->folder, trial->binary ? "aig" : "aag");
  snprintf(paths.certificate, sizeof paths.certificate, "%s/certificate", settings->folder);
  snprintf(paths.mutant, sizeof paths.mutant, "%s/mutant", settings->folder);
  enum oracle_answer answer = truth(trial);
  if (answer == ORACLE_TOO_LARGE) return TRIAL_SKIPPED;
  counts->trials++;
  if (!write_model(trial, paths.model, fault)) return TRIAL_FAILED;

  struct property property = {trial->kind, trial->index, &trial->arena, trial->root};
  struct interrupt interrupt = {.deadline = monotonic_seconds() + settings->seconds};
  struct check_result result = {0};
  check_property(&trial->model, &property, &trial->options, &interrupt, &result);
  enum verdict verdict = result.evidence.verdict, expected = answer == ORACLE_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS;
  bool good;
  if (verdict == VERDICT_UNKNOWN) good = fault_set(fault, "undecided after %g seconds", settings->seconds);
  else if (verdict != expected) good = fault_set(fault, "WRONG VERDICT: %s", verdict == VERDICT_HOLDS ? "holds" : "fails");
  else {
    if (verdict == VERDICT_HOLDS) counts->holds++;
    else counts->fails++;
    good = certify_result(trial, settings, &paths, &property, &result, counts, fault);
  }
  check_result_free(&result);
  return good ? TRIAL_PASSED : TRIAL_FAILED;
}
