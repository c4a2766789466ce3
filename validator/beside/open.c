#include "validator/beside/open.h"

#include "validator/beside/limits.h"
#include "validator/beside/plain_names.h"
#include "validator/kernel/formula.h"

#include <errno.h>
#include <stdio.h>

enum { FIRST_CAPACITY = 1 << 16 };

struct validator {
  struct v_model model;
  struct v_certificate certificate;
};

bool v_read_file(const char *path, struct v_bytes *bytes, struct v_error *error) {
  *bytes = (struct v_bytes){0};
  FILE *file = fopen(path, "rb");
  if (!file) return v_fail(error, "%s: %s", path, strerror(errno));
  size_t capacity = FIRST_CAPACITY;
  size_t got;
  bytes->at = v_need(NULL, capacity, 1);
  while ((got = fread(bytes->at + bytes->size, 1, capacity - bytes->size - 1, file)) > 0) {
    bytes->size += got;
    if (bytes->size + 1 < capacity) continue;
    capacity *= 2;
    bytes->at = v_need(bytes->at, capacity, 1);
  }
  bool good = !ferror(file);
  if (!good) v_fail(error, "%s: %s", path, strerror(errno));
  fclose(file);
  bytes->at[bytes->size] = 0;
  return good;
}

void validator_answer(struct validator_result *result, enum validator_verdict verdict,
                      const char *reason) {
  *result = (struct validator_result){.verdict = verdict};
  snprintf(result->reason, sizeof result->reason, "%s", reason);
}

/* --- What was asked for --- */
/* "bad N" asked of an AIGER 1.0 model means "output N". */
static bool is_asked_property(const struct v_certificate *c, const char *property) {
  static const char bad[] = "bad ";
  static const char output[] = "output ";
  const struct v_property *p = &c->property;
  if (p->kind == V_CTL) return false;
  if (!strcmp(property, p->text)) return true;
  if (c->system.model->bad.size > 0 || p->kind != V_OUTPUT) return false;
  if (strncmp(property, bad, sizeof bad - 1) != 0) return false;
  return !strcmp(property + sizeof bad - 1, p->text + sizeof output - 1);
}

static bool are_within(const struct v_list *nodes, const struct v_list *others) {
  for (size_t k = 0; k < nodes->size; k++) {
    size_t n = 0;
    while (n < others->size && others->at[n] != nodes->at[k]) n++;
    if (n == others->size) return false;
  }
  return true;
}

/* In whatever order, however often; forgets both. */
static bool same_nodes(struct v_list *a, struct v_list *b) {
  bool same = are_within(a, b) && are_within(b, a);
  v_list_free(a);
  v_list_free(b);
  return same;
}

/* Both formulas are read into one core, where equal ones are one node. What the certificate assumes
 * must have been asked for, and the other way round. */
static bool is_asked_formula(const struct v_certificate *c, const char *formula, bool *same,
                             struct v_error *error) {
  static const char ctl[] = "ctl ";
  const struct v_model *m = c->property.model;
  struct v_core core = {0};
  struct v_list fair = {0};
  struct v_list assume = {0};
  uint32_t asked;
  uint32_t shown = V_NONE;
  bool good = v_formula_read(m, formula, strlen(formula), v_plain_name, &core, &asked, error);
  if (good && c->property.kind == V_CTL) {
    const char *text = c->property.text + sizeof ctl - 1;
    fair = core.fair;
    assume = core.assume;
    core.fair = (struct v_list){0};
    core.assume = (struct v_list){0};
    good = v_formula_read(m, text, strlen(text), NULL, &core, &shown, error);
  }
  bool same_fairness = same_nodes(&fair, &core.fair);
  bool same_assumptions = same_nodes(&assume, &core.assume);
  v_core_free(&core);
  *same = good && asked == shown && same_fairness && same_assumptions;
  return good;
}

static bool is_asked_for(const struct v_certificate *c, const char *formula, const char *property,
                         struct validator_result *result) {
  struct v_error error;
  bool same = true;
  if (formula && !is_asked_formula(c, formula, &same, &error)) {
    validator_answer(result, VALIDATOR_UNKNOWN, error.text);
    return false;
  }
  if (property) same = same && is_asked_property(c, property);
  if (!same)
    validator_answer(result, VALIDATOR_REJECTED, "the certificate is about another property");
  return same;
}

/* --- Opening --- */
struct validator *validator_open_with(v_read_function *read, const char *what, struct v_bytes model,
                                      struct v_bytes certificate, const char *formula,
                                      const char *property, struct validator_result *result) {
  struct validator *v = v_zeroed(1, sizeof *v);
  struct v_certificate *c = &v->certificate;
  struct v_error error;
  c->bytes = certificate;
  *result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN};
  bool good = v_model_read("model", model, &v->model, &error) || v_unsupported(&error);
  good = good && v_certificate_read(read, what, &v->model, property, c, &error);
  good = good && v_is_within_limits(c, &error);
  if (!good)
    validator_answer(result, error.unsupported ? VALIDATOR_UNKNOWN : VALIDATOR_REJECTED,
                     error.text);
  else if (is_asked_for(c, formula, property, result))
    return v;
  validator_close(v);
  return NULL;
}

void validator_close(struct validator *v) {
  if (!v) return;
  v_certificate_free(&v->certificate);
  v_model_free(&v->model);
  free(v);
}

const struct v_certificate *validator_certificate(const struct validator *v) {
  return &v->certificate;
}

struct validator *validator_open(const char *model_path, const char *certificate_path,
                                 const char *formula, const char *property,
                                 struct validator_result *result) {
  struct v_error error;
  struct v_bytes model;
  struct v_bytes certificate = {0};
  if (!v_read_file(model_path, &model, &error) ||
      !v_read_file(certificate_path, &certificate, &error)) {
    free(model.at);
    free(certificate.at);
    validator_answer(result, VALIDATOR_UNKNOWN, error.text);
    return NULL;
  }
  return validator_open_with(v_certificate_body, "certificate", model, certificate, formula,
                             property, result);
}
