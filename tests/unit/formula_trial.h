/* A formula on a model, decided as a random trial is: against the oracle, its certificate judged.
 */
#ifndef VOUCH_TESTS_UNIT_FORMULA_TRIAL_H
#define VOUCH_TESTS_UNIT_FORMULA_TRIAL_H

#include "formats/ctl.h"
#include "tests/differential/differential_case.h"

#include <check.h>

/* Fills *file, which the caller frees. */
static inline enum trial_outcome formula_trial(const struct aiger *model, const char *text,
                                               const char *folder, struct ctl_file *file,
                                               struct trial_counts *counts) {
  struct fault fault = {0};
  struct trial_settings settings = {.folder = folder, .seconds = 600, .mutants = 1};
  *file = (struct ctl_file){0};
  ck_assert_msg(ctl_read_text(text, model, CTL_DIALECT_NUSMV, file, &fault), "%s: %s", text,
                fault.text);
  struct trial trial = {.model = *model,
                        .kind = PROPERTY_CTL,
                        .arena = file->arena,
                        .root = file->properties[0].root,
                        .options = check_defaults,
                        .tuning = tuning_defaults,
                        .hint = NO_FORMULA,
                        .seed = 1};
  enum trial_outcome outcome = trial_run(&trial, &settings, counts, &fault);
  ck_assert_msg(outcome != TRIAL_FAILED, "%s: %s", text, fault.text);
  return outcome;
}

#endif
