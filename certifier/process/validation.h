/* Has vouch-validate judge one certificate in a process of its own, and believes it only if all
 * that it says fits what was asked.
 *
 * The usual call:
 *
 *   struct validation_request request = {.validator = path, .model = m, .certificate = c,
 *                                        .property = "bad 0"};
 *   struct validation_result result;
 *   if (!validate_certificate(&request, &result, fault)) ..           could not even be started
 *   if (result.outcome != VALIDATION_HOLDS) .. validation_why(&result) ..
 *   .. result.certificate_sha256, result.obligations.proof ..
 *   validation_result_free(&result);
 *
 * The validator gets its options first, then "--", then the two paths, so that no path is taken
 * for an option. The outcome is VALIDATION_HOLDS or VALIDATION_FAILS only if all of this is true:
 *
 *   - the validator exited with status 0;
 *   - its standard output was one line, one JSON object, and nothing else;
 *   - that object says "accepted" in both places where it says so, and which verdict;
 *   - it names exactly the model and the certificate that were asked for, and their digests;
 *   - it names exactly the property that was asked for. A formula may be written differently: then
 *     its canonical form, made here from a model with the very digest that was judged, must be the
 *     formula that was shown;
 *   - a formula was shown under the reading of inputs that was asked for;
 *   - something was discharged.
 *
 * VALIDATION_REJECTED needs exit status 1 and a line that agrees. Everything else, a line that
 * contradicts itself included, is VALIDATION_UNKNOWN. */
#ifndef VOUCH_CERTIFIER_PROCESS_VALIDATION_H
#define VOUCH_CERTIFIER_PROCESS_VALIDATION_H

#include "certifier/digest/digest.h"
#include "formats/support/fault.h"

#include <stddef.h>
#include <sys/types.h>

enum validation_outcome {
  VALIDATION_UNKNOWN,
  VALIDATION_HOLDS,
  VALIDATION_FAILS,
  VALIDATION_REJECTED
};
const char *validation_word(enum validation_outcome outcome); /* unknown, holds, fails, rejected */

enum { VALIDATION_PATH_BYTES = 4096 };

/* Finds the validator: `given` if not NULL, else the one beside this program, else the one in PATH.
 */
bool validation_find(const char *given, char path[VALIDATION_PATH_BYTES], struct fault *fault);

/* True for "bad 0", "output 0", "justice 0" and their like, false for a formula. */
bool validation_is_circuit_property(const char *property);

/* What is asked. All texts are the caller's and must outlive the run. */
struct validation_request {
  const char *validator; /* from validation_find */
  const char *model, *certificate;
  const char *property;     /* "bad 0", "output 0", "justice 0" or a formula; NULL: whatever the
                               certificate says */
  const char *state_inputs; /* "observed" or "all"; NULL: the validator's default, which is observed
                               where a formula is asked for. Not passed on for other properties. */
  const char *format; /* NULL: a certificate; "certifaiger", "aiger-witness": other tools' files */
  const char *solver; /* for obligations without proofs; NULL: the validator's default */
  unsigned memory;    /* megabytes; 0: no limit */
  double timeout;     /* seconds; <= 0: no limit. The validator gets it rounded up to whole
                         seconds, and is ended from here if it goes on for longer. */
  const struct effort *effort; /* ends the run promptly, outcome unknown; NULL: only
                                        interrupt_all does */
};

/* How the obligations were discharged. */
struct validation_counts {
  unsigned long long total, proof, propagation, solver;
  unsigned long long evaluations; /* of concrete runs */
};

/* What came out. Where the outcome is unknown only `seconds`, `stopped` and `reason` mean anything,
 * and the digests if they are not empty. */
struct validation_result {
  enum validation_outcome outcome;
  double seconds;
  bool stopped; /* ended from here: time was over, or interrupted */
  char model_sha256[DIGEST_TEXT_BYTES], certificate_sha256[DIGEST_TEXT_BYTES]; /* of the bytes that
                                                                                  were judged; "" */
  char *property; /* as the certificate says it: "bad 0", "ctl AG ..."; NULL: not known */
  char *inputs;   /* "observed" or "all"; NULL: says nothing for this property */
  char *version;  /* of the validator; NULL: not known */
  char *reason;   /* of a rejection or of not knowing; NULL for an acceptance */
  struct validation_counts obligations;
};

static inline bool validation_accepted(const struct validation_result *result) {
  return result->outcome == VALIDATION_HOLDS || result->outcome == VALIDATION_FAILS;
}
/* In words: the property that was shown, or why there is none. Not escaped. */
const char *validation_why(const struct validation_result *result);
void validation_result_free(struct validation_result *result);

/* Start to end. False only if no validator could be started. *result is to be freed either way. */
bool validate_certificate(const struct validation_request *request,
                          struct validation_result *result, struct fault *fault);

/* --- for callers that have several validators at work ----------------------------------------- */

struct validator_text {
  int descriptor; /* poll it for reading; -1: at its end */
  char *bytes;
  size_t size, capacity;
};

struct validator_process {
  const struct validation_request *request;
  pid_t pid;            /* 0: not running */
  double started, told; /* told: when it was asked to end; 0: it was not */
  struct validator_text output, errors;
  bool flooded; /* said more than it may */
};

bool validator_start(struct validator_process *process, const struct validation_request *request,
                     struct fault *fault);
/* Reads what is there, minds the limits, never blocks. True once the process is gone; *result then
 * has what it said. Call it when a descriptor is ready, and at least five times a second. */
bool validator_serve(struct validator_process *process, struct validation_result *result);
/* Both at their end, only the exit status is missing: that takes a millisecond, not a poll. */
bool validator_is_silent(const struct validator_process *process);
/* Kills it if it runs. */
void validator_free(struct validator_process *process);

#endif
