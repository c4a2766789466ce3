/* Putting it together: open, check by evaluation, discharge every obligation. */
#include "validator/kernel/certificate.h"
#include "validator/kernel/lrat.h"
#include "validator/kernel/validator.h"

struct validator {
  struct v_model model;
  struct v_certificate certificate;
};

void validator_answer(struct validator_result *result, enum validator_verdict verdict,
                      const char *reason) {
  *result = (struct validator_result){.verdict = verdict};
  snprintf(result->reason, sizeof result->reason, "%s", reason);
}

/* A fault of the certificate, or only more than we can judge? */
static enum validator_verdict verdict_of(const struct v_error *error) {
  return error->unsupported ? VALIDATOR_UNKNOWN : VALIDATOR_REJECTED;
}

/* --- Opening --- */
struct validator *validator_new(v_read_function *read, const char *what, struct v_bytes model,
                                struct v_bytes certificate, const char *wanted,
                                struct validator_result *result) {
  struct validator *v = v_zeroed(1, sizeof *v);
  struct v_error error;
  v->certificate.bytes = certificate;
  *result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN};
  bool good = v_model_read("model", model, &v->model, &error) || v_unsupported(&error);
  if (good && v_certificate_read(read, what, &v->model, wanted, &v->certificate, &error)) return v;
  validator_answer(result, verdict_of(&error), error.text);
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

/* --- Running --- */
/* By its proof; by the helpers if the certificate has none. */
static bool discharge(const struct v_certificate *c, size_t k,
                      const struct validator_helpers *helpers, struct v_error *why) {
  struct v_cnf cnf;
  bool done;
  v_obligation_cnf(c, k, &cnf);
  if (c->has_proofs) {
    const struct v_proof *p = &c->proofs[k];
    done = v_lrat_check(&cnf, p->text, p->size, p->line, why);
  } else if (helpers) {
    done = helpers->refute(helpers->context, &cnf, why);
  } else {
    v_fail(why, "the certificate has no proofs");
    done = v_unsupported(why);
  }
  if (helpers) helpers->behind(helpers->context, k, &cnf, done ? NULL : why);
  v_cnf_free(&cnf);
  return done;
}

/* Evaluates what shows that the property fails, and discharges all obligations; counts them. */
static bool show(const struct v_certificate *c, const struct validator_helpers *helpers,
                 struct validator_result *result, struct v_error *why) {
  size_t owed = c->obligations.size + !c->holds;
  if (!c->holds) {
    if (!v_evaluate(c, why)) return false;
    result->evaluations++;
    result->discharged++;
  }
  for (size_t k = 0; k < c->obligations.size; k++) {
    if (!discharge(c, k, helpers, why)) return false;
    result->by_proof += c->has_proofs;
    result->discharged++;
  }
  return (owed > 0 && result->discharged == owed) || v_fail(why, "nothing was shown");
}

void validator_check(const struct validator *v, const struct validator_helpers *helpers,
                     struct validator_result *result) {
  struct v_error why;
  *result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN, .holds = v->certificate.holds};
  if (show(&v->certificate, helpers, result, &why)) {
    result->verdict = VALIDATOR_ACCEPTED;
    return;
  }
  result->verdict = verdict_of(&why);
  snprintf(result->reason, sizeof result->reason, "%s", why.text);
}
