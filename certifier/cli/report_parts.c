#include "certifier/cli/report_parts.h"

#include "certifier/cli/program.h"
#include "formats/support/escape.h"

static bool judge(struct page_trial *to, const struct claimed_formula *formula, const char *path,
                  const struct validation_request *shared, struct validation_result *result,
                  struct fault *fault) {
  if (!digest_file(path, to->digest, fault)) return false;
  if (!shared) return true;
  struct validation_request request = *shared;
  request.certificate = path;
  request.property = to->trial->result.property;
  request.state_inputs = formula->observe_all ? "all" : "observed";
  if (!validate_certificate(&request, result, fault)) fault_print(fault, "vouch report", stderr);
  to->validation = result;
  return true;
}

bool report_parts_judge(struct report_parts *judged, const struct claimed_formula *formula,
                        const char *verdict, struct statement_parts *parts, const char *folder,
                        const struct validation_request *request, struct fault *fault) {
  *judged = (struct report_parts){0};
  if (!vacuity_claim_check(formula, verdict, parts, fault)) return false;
  judged->parts = parts;
  judged->at = memory_zeroed(parts->size, sizeof *judged->at);
  judged->results = memory_zeroed(2 * parts->size, sizeof *judged->results);
  for (size_t k = 0; k < parts->size; k++) {
    judged->at[k].part = &parts->at[k];
    for (size_t j = 0; j < parts->at[k].num_trials; j++) {
      struct page_trial *trial = &judged->at[k].trials[j];
      trial->trial = &parts->at[k].trials[j];
      char *path = path_in(folder, trial->trial->result.certificate, "");
      bool ok = judge(trial, formula, path, request, &judged->results[2 * k + j], fault);
      free(path);
      if (!ok) return false;
    }
  }
  return true;
}

static void count(const struct page_trial *trial, const char *folder, size_t *rejected,
                  size_t *unknown) {
  const struct validation_result *v = trial->validation;
  if (page_trial_is_accepted(trial)) return;
  bool is_rejected = v && v->outcome == VALIDATION_REJECTED;
  *(is_rejected ? rejected : unknown) += 1;
  escape_line(stdout, "%s  %s/%s", is_rejected ? "rejected" : "not judged", folder,
              trial->trial->result.certificate);
}

void report_parts_count(const struct report_parts *judged, const char *folder, size_t *rejected,
                        size_t *unknown) {
  for (size_t k = 0; judged->parts && k < judged->parts->size; k++)
    for (size_t j = 0; j < judged->parts->at[k].num_trials; j++)
      count(&judged->at[k].trials[j], folder, rejected, unknown);
}

void report_parts_free(struct report_parts *judged) {
  for (size_t k = 0; judged->parts && k < 2 * judged->parts->size; k++)
    validation_result_free(&judged->results[k]);
  free(judged->at);
  free(judged->results);
  *judged = (struct report_parts){0};
}
