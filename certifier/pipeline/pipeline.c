#include "certifier/pipeline/pipeline.h"

#include "certifier/certify/certify.h"
#include "certifier/process/validation.h"
#include "certifier/prove/prove.h"
#include "formats/support/output.h"
#include "formats/witness.h"
#include "validator/kernel/validator.h"

/* The options bind the validation to what we were asked: the certificate's own word for its
 * property is not enough. */
static enum delivered run_validator(const struct delivery *d, const char *path,
                                    struct fault *fault) {
  char program[VALIDATION_PATH_BYTES];
  bool ctl = d->property->property.kind == PROPERTY_CTL;
  const char *arguments[] = {d->selection->model_path,
                             path,
                             ctl ? "--formula" : "--property",
                             d->property->text,
                             ctl ? "--state-inputs" : NULL,
                             d->observe_all ? "all" : "observed",
                             NULL};
  double seconds = d->interrupt->deadline > 0 ? d->interrupt->deadline - monotonic_seconds() : 0;
  if (interrupted(d->interrupt)) return DELIVERY_TIMED_OUT;
  struct validation validation;
  if (!validation_find(NULL, program, fault) ||
      !validation_run(&validation, program, arguments, seconds, fault))
    return DELIVERY_FAILED;
  enum delivered delivered = DELIVERED;
  if (validation.outcome !=
      (d->result->evidence.verdict == VERDICT_HOLDS ? VALIDATION_HOLDS : VALIDATION_FAILS)) {
    delivered = interrupted(d->interrupt) ? DELIVERY_TIMED_OUT : DELIVERY_FAILED;
    fault_set(fault, "vouch-validate does not accept the certificate: %s", validation.line);
  }
  validation_free(&validation);
  return delivered;
}

/* The validator's own reader must understand what we wrote, and its evaluations must succeed. */
static bool self_check(const struct delivery *d, const char *path, size_t *obligations,
                       struct fault *fault) {
  struct validator_result result;
  bool ctl = d->property->property.kind == PROPERTY_CTL;
  struct validator *v =
      validator_open(d->selection->model_path, path, ctl ? d->property->text : NULL,
                     ctl ? NULL : d->property->text, &result);
  if (!v) return fault_set(fault, "the certificate is wrong: %s", result.reason);
  *obligations = validator_obligations(v);
  bool holds = validator_holds(v), all = validator_all_inputs(v);
  validator_close(v);
  if (ctl && all != d->observe_all)
    return fault_set(fault, "the certificate reads inputs as state differently");
  if (holds == (d->result->evidence.verdict == VERDICT_HOLDS)) return true;
  return fault_set(fault, "the certificate is about another verdict");
}

/* A certificate that nobody can check in reasonable time is worth nothing, and size is a hint:
 * reachable sets as decision diagrams take 12 s at 50 kB, 51 s at 81 kB, and over 200 s at 600 kB
 * (semaphores with 6 and 8 threads, collatz-sequence-15-27). */
enum { LARGE_CERTIFICATE = 100000 };

static bool is_large(FILE *file) { return ftell(file) > LARGE_CERTIFICATE; }

/* Writes, reads back, and only then gives the file its name. Large certificates without proofs are
 * validated before they are claimed. */
static enum delivered write_checked(const struct delivery *d, const struct certificate *certificate,
                                    size_t *obligations, struct fault *fault) {
  struct output output;
  if (!output_open(&output, d->path, fault)) return DELIVERY_FAILED;
  enum delivered delivered = DELIVERY_FAILED;
  if (!certificate_write(certificate, output.file) || fflush(output.file) != 0)
    fault_set(fault, "cannot write %s", d->path);
  else if (self_check(d, output.temporary, obligations, fault)) {
    bool validate = d->validate || (!d->proofs && is_large(output.file));
    delivered = validate ? run_validator(d, output.temporary, fault) : DELIVERED;
  }
  if (delivered != DELIVERED) {
    output_abort(&output);
    return delivered;
  }
  return output_commit(&output, false, fault) ? DELIVERED : DELIVERY_FAILED;
}

enum delivered deliver_certificate(const struct delivery *d, size_t *obligations,
                                   struct fault *fault) {
  struct certificate certificate;
  struct certify_request request = {.model = &d->selection->model,
                                    .digest = d->selection->model_digest,
                                    .property = &d->property->property,
                                    .formula = d->property->text,
                                    .observe_all = d->observe_all,
                                    .result = d->result};
  certify(&request, &certificate);
  enum delivered delivered = DELIVERED;
  if (d->proofs) {
    enum proved proved =
        prove_certificate(d->selection->model_path, &certificate, d->jobs, d->interrupt, fault);
    delivered = proved == PROVED              ? DELIVERED
                : proved == PROVING_TIMED_OUT ? DELIVERY_TIMED_OUT
                                              : DELIVERY_FAILED;
  }
  if (delivered == DELIVERED) delivered = write_checked(d, &certificate, obligations, fault);
  certificate_free(&certificate);
  return delivered;
}

void print_witness(const struct selection *selection, const struct selected *property,
                   const struct check_result *result, FILE *file) {
  struct certificate trace;
  struct certify_request request = {.model = &selection->model,
                                    .digest = selection->model_digest,
                                    .property = &property->property,
                                    .result = result};
  certify(&request, &trace);
  struct witness witness = {.status = 1,
                            .latches = trace.trace_latches,
                            .inputs = trace.trace_inputs,
                            .num_steps = trace.trace_steps};
  lits_push(property->property.kind == PROPERTY_JUSTICE ? &witness.justice : &witness.bad,
            property->index);
  witness_write(&witness, file); /* errors stay with the file */
  lits_free(&witness.bad);
  lits_free(&witness.justice);
  certificate_free(&trace);
}

bool deliver_witness(const struct selection *selection, const struct selected *property,
                     const struct check_result *result, const char *path, struct fault *fault) {
  struct output output;
  if (!output_open(&output, path, fault)) return false;
  print_witness(selection, property, result, output.file);
  return output_commit(&output, false, fault);
}
