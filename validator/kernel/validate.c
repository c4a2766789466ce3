/* Putting it together: open, check by evaluation, discharge every obligation. */
#include "validator/kernel/certificate.h"
#include "validator/kernel/evaluate.h"
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
  *result = (struct validator_result){.verdict = VALIDATOR_UNKNOWN};
  if (!v_model_read("model", model, &v->model, &error)) {
    free(certificate.at);
    validator_answer(result, VALIDATOR_UNKNOWN, error.text);
  } else if (!v_certificate_read(read, what, certificate, &v->model, wanted, &v->certificate,
                                 &error)) {
    validator_answer(result, verdict_of(&error), error.text);
  } else {
    return v;
  }
  validator_close(v);
  return NULL;
}

void validator_close(struct validator *v) {
  if (!v) return;
  v_certificate_free(&v->certificate);
  v_model_free(&v->model);
  free(v);
}

/* --- Asking --- */
const char *validator_property(const struct validator *v) { return v->certificate.property.text; }
bool validator_holds(const struct validator *v) { return v->certificate.holds; }
bool validator_all_inputs(const struct validator *v) { return v->certificate.system.all_inputs; }
const struct v_certificate *validator_certificate(const struct validator *v) {
  return &v->certificate;
}
size_t validator_obligations(const struct validator *v) { return v->certificate.num_obligations; }

void validator_describe(const struct validator *v, size_t k, char *text, size_t size) {
  const struct v_obligation *o = &v->certificate.obligations[k];
  char node[24] = "";
  char block[24] = "";
  if (o->node != V_NONE) snprintf(node, sizeof node, " of node %u", o->node);
  if (o->block != V_NONE) snprintf(block, sizeof block, ", block %u", o->block);
  snprintf(text, size, "%s%s%s: %s", o->name, node, block, o->meaning);
}

void validator_cnf(const struct validator *v, size_t k, struct v_cnf *cnf) {
  v_obligation_cnf(&v->certificate, k, cnf);
}

const char *validator_proof(const struct validator *v, size_t k, size_t *size) {
  const struct v_certificate *c = &v->certificate;
  if (!c->has_proofs) return NULL;
  *size = c->proofs[k].end - c->proofs[k].start;
  return (const char *)c->bytes.at + c->proofs[k].start;
}

/* --- Running --- */
struct running {
  const struct validator *v;
  const struct validator_helpers *helpers;
  struct validator_result *result;
  enum validator_verdict verdict; /* of an obligation that is not discharged, */
  struct v_error error;           /* and why it is not */
};

/* By its proof. The word for it, or NULL. */
static const char *discharge_by_proof(struct running *r, size_t k, const struct v_cnf *cnf) {
  size_t size;
  const char *proof = validator_proof(r->v, k, &size);
  r->verdict = VALIDATOR_REJECTED;
  if (!v_lrat_check(cnf, proof, size, r->v->certificate.proofs[k].line, &r->error)) return NULL;
  r->result->by_proof++;
  return "proof";
}

/* By other means. */
static const char *discharge_otherwise(struct running *r, const struct v_cnf *cnf) {
  const struct validator_helpers *h = r->helpers;
  bool violated = false;
  enum validator_means means = VALIDATOR_NOTHING;
  v_fail(&r->error, "the certificate has no proofs");
  if (h->refute) means = h->refute(h->context, cnf, &violated, &r->error);
  switch (means) {
  case VALIDATOR_PROPAGATION: r->result->by_propagation++; return "unit propagation";
  case VALIDATOR_SOLVER: r->result->by_solver++; return "solver";
  default: r->verdict = violated ? VALIDATOR_REJECTED : VALIDATOR_UNKNOWN; return NULL;
  }
}

/* One obligation. Leaves the verdict ACCEPTED only when it is discharged. */
static void discharge(struct running *r, size_t k) {
  const struct validator_helpers *h = r->helpers;
  struct v_cnf cnf;
  char text[256];
  v_obligation_cnf(&r->v->certificate, k, &cnf);
  const char *how =
      r->v->certificate.has_proofs ? discharge_by_proof(r, k, &cnf) : discharge_otherwise(r, &cnf);
  if (h->behind) h->behind(h->context, k, &cnf, how);
  v_cnf_free(&cnf);
  if (how) {
    r->result->discharged++;
    return;
  }
  validator_describe(r->v, k, text, sizeof text);
  r->result->verdict = r->verdict;
  snprintf(r->result->reason, sizeof r->result->reason, "obligation %zu (%.300s): %.600s", k, text,
           r->error.text);
}

void validator_check(const struct validator *v, const struct validator_helpers *helpers,
                     struct validator_result *result) {
  static const struct validator_helpers none = {0};
  const struct v_certificate *c = &v->certificate;
  struct running r = {.v = v, .helpers = helpers ? helpers : &none, .result = result};
  struct v_error error;
  *result = (struct validator_result){.verdict = VALIDATOR_ACCEPTED, .holds = c->holds};
  size_t owed = c->num_obligations;
  if (!c->holds) {
    owed++;
    if (v_evaluate(c, &error)) {
      result->evaluations = 1;
      result->discharged = 1;
    } else {
      validator_answer(result, verdict_of(&error), error.text);
    }
  }
  for (size_t k = 0; k < c->num_obligations && result->verdict == VALIDATOR_ACCEPTED; k++)
    discharge(&r, k);
  bool all = owed > 0 && result->discharged == owed;
  if (result->verdict == VALIDATOR_ACCEPTED && !all)
    validator_answer(result, VALIDATOR_REJECTED, "nothing was shown");
}
