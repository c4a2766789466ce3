/* Putting it together: open, check by evaluation, discharge every obligation. */
#include "validator/kernel/certificate.h"
#include "validator/kernel/formula.h"
#include "validator/kernel/limits.h"

#include <sys/stat.h>
#include <time.h>

struct validator {
  struct v_model model;
  struct v_certificate certificate;
  struct v_system system;
};

static bool answer(struct validator_result *result, enum validator_verdict verdict,
                   const char *reason) {
  result->verdict = verdict;
  snprintf(result->reason, sizeof result->reason, "%s", reason);
  return false;
}

/* --- Evaluations (section 5) --- */
static bool resets_agree(const struct v_model *m, const char *latches, struct v_error *error) {
  for (size_t k = 0; k < m->latches.size; k++)
    if (m->reset.at[k] < 2 && (uint32_t)(latches[k] - '0') != m->reset.at[k])
      return v_fail(error, "latch %zu does not start with its reset value", k);
  return true;
}

static bool same_state(const struct v_model *m, const uint8_t *relevant, const uint8_t *a,
                       const uint8_t *b) {
  size_t k = 0;
  while (k < m->latches.size && (!relevant[m->latches.at[k] / 2] || a[k] == b[k])) k++;
  return k == m->latches.size;
}

/* Every step computes every gate, latch, constraint and fairness, at most twice. */
static bool is_within_limits(const struct validator *v, struct v_error *error) {
  const struct v_model *m = &v->model;
  const struct v_certificate *c = &v->certificate;
  uint64_t each = m->lhs.size + 2 * m->latches.size + m->inputs.size + m->constraints.size +
                  v->system.fairness.size + 1;
  uint64_t most = v_most(v_limit_values, c->input_bytes);
  uint64_t passes = c->loop == V_NONE ? 2 : 1;
  if (c->steps <= most / each / passes) return true;
  return v_unsupported(error, "traces of more than %llu values here", (unsigned long long)most);
}

/* A trace of steps x_t, i_t that satisfy C. Finite: the last one shows the bad literal. Infinite:
 * it closes at `loop`, and every fairness literal is true at some t >= loop. If the loop is not
 * given, a first pass finds the last state, and the loop starts at the first state that is the
 * same: no other loop has more steps. */
static bool evaluate_trace(const struct validator *v, struct v_error *error) {
  const struct v_model *m = &v->model;
  const struct v_certificate *c = &v->certificate;
  const struct v_list *fairness = &v->system.fairness;
  size_t latches = m->latches.size;
  if (!is_within_limits(v, error)) return false;
  uint8_t *value = v_zeroed((size_t)m->maxvar + 1, 1), *seen = v_zeroed(fairness->size, 1);
  uint8_t *state = v_zeroed(latches, 1), *at_loop = v_zeroed(latches, 1);
  uint8_t *relevant =
      v_zeroed((size_t)m->maxvar + 1,
               1); /* what constraints and fairness depend on, through any number of steps */
  struct v_list roots = {0};
  for (size_t k = 0; k < m->constraints.size; k++) v_push(&roots, m->constraints.at[k]);
  for (size_t k = 0; k < fairness->size; k++) v_push(&roots, fairness->at[k]);
  v_cone(m, &roots, true, relevant);
  bool justice = c->property.kind == V_JUSTICE, search = justice && c->loop == V_NONE,
       looping = false;
  bool good = resets_agree(m, c->latches, error);
  for (int pass = search ? 0 : 1; pass < 2; pass++) {
    memcpy(at_loop, state, latches);
    for (size_t k = 0; k < latches; k++) state[k] = c->latches[k] == '1';
    for (uint32_t t = 0; good && t < c->steps; t++) {
      if (t == c->loop) memcpy(at_loop, state, latches);
      looping = looping || t == c->loop ||
                (search && pass == 1 && same_state(m, relevant, at_loop, state));
      for (size_t k = 0; k < latches; k++) value[m->latches.at[k] / 2] = state[k];
      for (size_t k = 0; k < m->inputs.size; k++)
        value[m->inputs.at[k] / 2] = c->inputs[t * c->stride + k] == '1';
      v_evaluate_model(m, value);
      for (size_t k = 0; good && k < m->constraints.size; k++)
        if (!v_value(value, m->constraints.at[k]))
          good = v_fail(error, "step %u of the trace violates a constraint", t);
      for (size_t k = 0; k < latches; k++) state[k] = v_value(value, m->next.at[k]);
      for (size_t j = 0; j < fairness->size; j++)
        seen[j] |= looping && v_value(value, fairness->at[j]);
    }
  }
  if (justice && good && !(looping && same_state(m, relevant, at_loop, state)))
    good = v_fail(error, "the loop of the trace does not close");
  if (!justice && good && !v_value(value, v_bad_section(m, &c->property)->at[c->property.number]))
    good = v_fail(error, "the last step of the trace does not show %s", c->property.text);
  for (size_t j = 0; good && j < fairness->size; j++)
    if (!seen[j]) good = v_fail(error, "fairness %zu is never true on the loop of the trace", j);
  V_FREE(value, seen, relevant, state, at_loop);
  return good;
}

/* An initial state outside the upper bound of node 0. */
static bool evaluate_initial(const struct validator *v, struct v_error *error) {
  const struct v_model *m = &v->model;
  const char *bit = v->certificate.initial;
  if (!resets_agree(m, bit, error)) return false;
  uint8_t *value = v_zeroed(v_num_variables(&v->system), 1);
  for (size_t k = 0; k < m->latches.size; k++) value[m->latches.at[k] / 2] = *bit++ == '1';
  for (size_t k = 0; k < m->inputs.size; k++)
    if (v->system.observed[k]) value[m->inputs.at[k] / 2] = *bit++ == '1';
  v_evaluate_gates(&v->system, value);
  bool outside = !v_value(value, v->certificate.upper[0]);
  free(value);
  return outside || v_fail(error, "the initial state is in the upper bound of the formula");
}

/* --- Opening --- */
/* Is the certificate about what the auditor asked for? In AIGER 1.0 models "bad N" means "output
 * N". */
static bool matches(struct validator *v, const char *formula, const char *property,
                    struct validator_result *result) {
  struct v_property *p = &v->certificate.property;
  struct v_error error;
  uint32_t root = 0;
  if (formula && !v_formula_read(&v->model, formula, strlen(formula), V_QUOTES_OPTIONAL, &p->core,
                                 &root, &error))
    return answer(result, VALIDATOR_UNKNOWN, error.text);
  bool old = property && !v->model.bad.size && p->kind == V_OUTPUT && !strncmp(property, "bad ", 4);
  bool same = !formula || (p->kind == V_CTL && root == p->root); /* nodes are unique */
  if (property)
    same = p->kind != V_CTL && !strcmp(property + (old ? 4 : 0),
                                       p->text + (old ? 7 : 0)); /* behind "bad ", "output " */
  return same || answer(result, VALIDATOR_REJECTED, "the certificate is about another property");
}

struct validator *validator_open_bytes(enum validator_format format, struct v_bytes model,
                                       struct v_bytes certificate, const char *formula,
                                       const char *property, struct validator_result *result) {
  struct validator *v = v_zeroed(1, sizeof *v);
  struct v_error error;
  *result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN};
  if (!v_model_read(model, &v->model, &error)) {
    free(certificate.at);
    answer(result, VALIDATOR_UNKNOWN, error.text);
  } else if (!v_certificate_read(format, certificate, &v->model, property, &v->certificate,
                                 &v->system, &error)) {
    answer(result, error.unsupported ? VALIDATOR_UNKNOWN : VALIDATOR_REJECTED, error.text);
  } else if (matches(v, formula, property, result)) {
    return v;
  }
  validator_close(v);
  return NULL;
}

struct validator *validator_open_as(enum validator_format format, const char *model_path,
                                    const char *certificate_path, const char *formula,
                                    const char *property, struct validator_result *result) {
  struct v_error error;
  struct v_bytes model, certificate = {0};
  *result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN};
  if (v_read_file(model_path, &model, &error) &&
      v_read_file(certificate_path, &certificate, &error))
    return validator_open_bytes(format, model, certificate, formula, property, result);
  V_FREE(model.at, certificate.at);
  answer(result, VALIDATOR_UNKNOWN, error.text);
  return NULL;
}

void validator_close(struct validator *v) {
  if (!v) return;
  v_certificate_free(&v->certificate);
  v_system_free(&v->system);
  v_model_free(&v->model);
  free(v);
}

const char *validator_property(const struct validator *v) { return v->certificate.property.text; }
bool validator_holds(const struct validator *v) { return v->certificate.holds; }
bool validator_all_inputs(const struct validator *v) { return v->system.all_inputs; }
size_t validator_obligations(const struct validator *v) { return v->certificate.num_obligations; }

void validator_describe(const struct validator *v, size_t k, char *text, size_t size) {
  const struct v_obligation *o = &v->certificate.obligations[k];
  char node[24] = "", block[24] = "";
  if (o->node != V_NONE) snprintf(node, sizeof node, " of node %u", o->node);
  if (o->block != V_NONE) snprintf(block, sizeof block, ", block %u", o->block);
  snprintf(text, size, "%s%s%s: %s", o->name, node, block, o->meaning);
}

static bool build(const struct validator *v, size_t k, struct v_cnf *cnf, struct v_error *error) {
  uint64_t most = v_most(v_limit_variables, v->certificate.input_bytes);
  return v_cnf_build(&v->certificate.obligations[k].builder, most, cnf, error);
}

bool validator_write_cnf(const struct validator *v, size_t k, FILE *file) {
  struct v_cnf cnf;
  struct v_error error;
  bool good = build(v, k, &cnf, &error) && v_cnf_write(&cnf, file);
  v_cnf_free(&cnf);
  return good;
}

/* --- Running --- */
/* The violating states and inputs: variables of the model and of the elaboration before the step,
 * copy by copy. */
static void print_assignment(const struct validator *v, const struct v_cnf *cnf,
                             const uint8_t *values, const struct validator_options *o) {
  for (uint32_t k = 0; k < cnf->num_vars && cnf->framed[k] < V_EXTRA; k++) {
    uint32_t var = (uint32_t)cnf->framed[k] / 2, frame = cnf->framed[k] >> 32 & 1;
    if (frame || !var || var >= v->system.first_gate ||
        (var <= v->model.maxvar && v->model.kind[var] == V_AND))
      continue;
    char line[80];
    snprintf(line, sizeof line, "c  copy %u: literal %u is %u", (unsigned)(cnf->framed[k] >> 33),
             2 * var, values[k + 1]);
    o->note(o->context, line);
  }
}

/* Tries unit propagation, then each case by itself (the last clause is the list of cases), then a
 * solver. */
static const char *refute(const struct validator *v, struct v_solver *solver,
                          const struct v_cnf *cnf, const struct validator_options *o,
                          enum validator_verdict *verdict, struct v_error *error) {
  struct v_rup *rup = v_rup_new(cnf);
  const char *how = "unit propagation";
  size_t last = cnf->start.size - 2;
  for (uint32_t k = cnf->start.at[last]; k < cnf->start.at[last + 1] && !v_rup_refuted(rup); k++) {
    uint32_t lemma = cnf->literals.at[k] ^ 1;
    v_rup_lemma(rup, &lemma, 1);
  }
  if (!v_rup_refuted(rup)) {
    uint8_t *values = NULL;
    enum v_answer found = v_solve(solver, cnf, rup, &values, error);
    if (found == V_SATISFIED) v_fail(error, "it can be violated");
    if (found == V_SATISFIED && o->note) print_assignment(v, cnf, values, o);
    *verdict = found == V_SATISFIED ? VALIDATOR_REJECTED : VALIDATOR_UNKNOWN;
    how = found == V_REFUTED && v_rup_refuted(rup) ? "solver" : NULL;
    free(values);
  }
  v_rup_free(rup);
  return how;
}

/* NNN.cnf, NNN.lrat if there is a proof, and a line of index.txt */
static bool export(const struct validator *v, const char *directory, size_t k,
                   const struct v_cnf *cnf, const char *text, struct v_error *error) {
  const struct v_certificate *c = &v->certificate;
  char path[1024], index[400];
  if (strlen(directory) > sizeof path - 32)
    return v_fail(error, "%.100s..: the name of the folder is too long", directory);
  int length = snprintf(index, sizeof index, "%03zu %u variables %zu clauses %s\n", k,
                        cnf->num_vars, cnf->start.size - 1, text);
  if (!k) mkdir(directory, 0777);
  snprintf(path, sizeof path, "%s/%03zu.cnf", directory, k);
  if (!v_write_file(path, "w", cnf, NULL, 0, error)) return false;
  snprintf(path, sizeof path, "%s/%03zu.lrat", directory, k);
  const struct v_proof *proof = c->has_proofs ? &c->proofs[k] : NULL;
  if (proof &&
      !v_write_file(path, "w", NULL, c->bytes.at + proof->start, proof->end - proof->start, error))
    return false;
  snprintf(path, sizeof path, "%s/index.txt", directory);
  return v_write_file(path, k ? "a" : "w", NULL, index, (size_t)length, error);
}

/* The CNF of obligation k, within the limits; *literals counts those of all obligations. */
static bool next_cnf(const struct validator *v, size_t k, uint64_t *literals, struct v_cnf *cnf,
                     struct v_error *error) {
  uint64_t most = v_most(v_limit_literals, v->certificate.input_bytes);
  if (!build(v, k, cnf, error)) return false;
  *literals += cnf->literals.size;
  if (*literals <= most) return true;
  return v_unsupported(error, "obligations of more than %llu literals together",
                       (unsigned long long)most);
}

/* One obligation. Leaves the verdict ACCEPTED only when it is discharged. */
static void discharge(const struct validator *v, const struct validator_options *o,
                      struct v_solver *solver, size_t k, uint64_t *literals,
                      struct validator_result *result) {
  const struct v_certificate *c = &v->certificate;
  const struct v_proof *proof = c->has_proofs ? &c->proofs[k] : NULL;
  struct v_cnf cnf;
  struct v_error error;
  struct timespec from, to;
  const char *how = NULL;
  char text[256];
  enum validator_verdict verdict = VALIDATOR_UNKNOWN;
  clock_gettime(CLOCK_MONOTONIC, &from);
  bool built = next_cnf(v, k, literals, &cnf, &error);
  validator_describe(v, k, text, sizeof text);
  if (built && (!o->export || export(v, o->export, k, &cnf, text, &error))) {
    if (!proof)
      how = refute(v, solver, &cnf, o, &verdict, &error);
    else if (v_lrat_check(&cnf, (const char *)c->bytes.at + proof->start, proof->end - proof->start,
                          proof->line, &error))
      how = "proof";
    else
      verdict = VALIDATOR_REJECTED;
  }
  clock_gettime(CLOCK_MONOTONIC, &to);
  char line[512];
  snprintf(line, sizeof line, "c obligation %zu: %s: %u variables, %zu clauses, %s, %.3f s", k,
           text, cnf.num_vars, cnf.start.size - 1, how ? how : "NOT DISCHARGED",
           (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
  if (built && o->note) o->note(o->context, line);
  result->verdict = how ? VALIDATOR_ACCEPTED : verdict;
  result->discharged += how != NULL;
  result->by_proof += how && !strcmp(how, "proof");
  result->by_propagation += how && !strcmp(how, "unit propagation");
  result->by_solver += how && !strcmp(how, "solver");
  if (!how)
    snprintf(result->reason, sizeof result->reason, "obligation %zu (%.300s): %.600s", k, text,
             error.text);
  v_cnf_free(&cnf);
}

void validator_run(const struct validator *v, const struct validator_options *options,
                   struct validator_result *result) {
  const struct validator_options none = {0};
  const struct v_certificate *c = &v->certificate;
  struct v_error error;
  if (!options) options = &none;
  struct v_solver solver = {.name = options->solver};
  uint64_t literals = 0;
  size_t owed = c->num_obligations + !c->holds; /* a failing property has an evaluation, too */
  *result = (struct validator_result){.verdict = VALIDATOR_ACCEPTED, .holds = c->holds};
  if (!c->holds && !(c->is_trace ? evaluate_trace(v, &error) : evaluate_initial(v, &error)))
    answer(result, error.unsupported ? VALIDATOR_UNKNOWN : VALIDATOR_REJECTED, error.text);
  else
    result->discharged = result->evaluations = !c->holds;
  for (size_t k = 0; k < c->num_obligations && result->verdict == VALIDATOR_ACCEPTED; k++)
    discharge(v, options, &solver, k, &literals, result);
  v_solver_cleanup();
  if (result->verdict == VALIDATOR_ACCEPTED && (!owed || result->discharged != owed))
    answer(result, VALIDATOR_REJECTED, "nothing was shown");
}
