/* CTL properties: IICTL on the elaborated system and the core of the formula. */
#include "checker/decide.h"
#include "checker/iictl.h"

void check_ctl(const struct task *task, struct check_result *result) {
  struct iictl ic;
  iictl_init(&ic, result->system, &result->core, task->options, task->interrupt, &result->evidence);
  ic.fair = &result->fair;
  iictl_run(&ic);
  iictl_free(&ic);
}
