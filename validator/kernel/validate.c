/* Putting it together: check by evaluation, discharge every obligation. */
#include "validator/kernel/certificate.h"
#include "validator/kernel/lrat.h"
#include "validator/kernel/validator.h"

/* By its proof; by the helpers if the certificate has none. */
static bool discharge(const struct v_certificate *c, size_t k,
                      const struct validator_helpers *helpers, struct v_error *why) {
  struct v_cnf cnf;
  bool done;
  v_obligation_cnf(c, k, &cnf);
  if (c->proofs) {
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
    result->by_proof += c->proofs != NULL;
    result->discharged++;
  }
  return (owed > 0 && result->discharged == owed) || v_fail(why, "nothing was shown");
}

void validator_check(const struct v_certificate *c, const struct validator_helpers *helpers,
                     struct validator_result *result) {
  struct v_error why;
  *result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN, .holds = c->holds};
  if (show(c, helpers, result, &why)) {
    result->verdict = VALIDATOR_ACCEPTED;
    return;
  }
  if (!why.unsupported) result->verdict = VALIDATOR_REJECTED;
  snprintf(result->reason, sizeof result->reason, "%s", why.text);
}
